"""Train a network on a folder of samples: `python -m vision.training.train cells|board FOLDER... --out DIR`.

Needs PyTorch. Samples come from `vision.training.make`. The state of the training is kept beside the result
after every round through the samples, and a second call goes on from there. Writes DIR/cells.onnx or
DIR/board.onnx.
"""

import argparse
import sys
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader, Dataset

from vision.cell_view import GRID, VIEW_PX
from vision.cells import MAPS, WHO
from vision.paint import COLOURS
from vision.training.make import SMALL
from vision.training.networks import CellNet, FindNet

_MAP_WEIGHT = 0.6
_SIDES = [MAPS.index(name) for name in ("north", "east", "south", "west")]


def _stems(folders: list[Path]) -> list[Path]:
    return sorted(path.with_suffix("") for folder in folders for path in folder.glob("*.npz"))


def recolour(view: np.ndarray[Any, Any], rng: np.random.Generator) -> np.ndarray[Any, Any]:
    """Other light, other automatics, other noise: (h, w, 3) uint8 -> the same."""
    x = view.astype(np.float32) / 255
    if rng.random() < 0.8:
        x = x ** np.float32(np.exp(rng.normal(0, 0.15)))
        x *= np.exp(rng.normal(0, 0.12, 3)).astype(np.float32) * np.float32(np.exp(rng.normal(-0.05, 0.25)))
    if rng.random() < 0.5:
        grey = x.mean(2, keepdims=True)
        x = grey + (x - grey) * np.float32(rng.uniform(0.7, 1.3))
    if rng.random() < 0.3:
        h, w = x.shape[:2]
        slope = rng.normal(0, 0.25, 2)
        ramp = 1 + slope[0] * np.linspace(-1, 1, w)[None] + slope[1] * np.linspace(-1, 1, h)[:, None]
        x *= ramp.astype(np.float32)[..., None]
    if rng.random() < 0.3:
        x = np.asarray(cv2.GaussianBlur(x, (0, 0), float(rng.uniform(0.4, 1.6))), np.float32)
    if rng.random() < 0.4:
        x = x + rng.standard_normal(x.shape, np.float32) * np.float32(rng.uniform(0, 0.05))
    return np.asarray(np.clip(x, 0, 1) * 255, np.uint8)


class Cells(Dataset[tuple[Tensor, ...]]):
    """Flattened views with their labels, turned, mirrored and recoloured by lot."""

    def __init__(self, stems: list[Path], change: bool) -> None:
        self.stems, self.change = stems, change

    def __len__(self) -> int:
        return len(self.stems)

    def __getitem__(self, index: int) -> tuple[Tensor, ...]:
        stem = self.stems[index]
        view: Any = cv2.imread(f"{stem}.jpg")
        with np.load(f"{stem}.npz") as data:
            lean, who = data["lean"].astype(np.float32), data["who"].astype(np.float32)
            trust, maps = data["trust"], data["maps"].astype(np.float32)
        cells, nobody = who[:, :-1].reshape(WHO, GRID, GRID), who[:, -1:]
        if self.change:
            rng = np.random.default_rng()
            view = recolour(view, rng)
            shift = np.array([[1, 0, rng.uniform(-2, 2)], [0, 1, rng.uniform(-2, 2)]])
            view = cv2.warpAffine(view, shift, (VIEW_PX, VIEW_PX), borderMode=cv2.BORDER_REPLICATE)
            for _ in range(int(rng.integers(4))):  # a quarter turn to the left: east comes north
                view, cells, maps = (
                    np.rot90(part, axes=axes)
                    for part, axes in ((view, (0, 1)), (cells, (1, 2)), (maps, (1, 2)))
                )
                turned = np.rot90(lean, axes=(1, 2))
                lean = np.stack([turned[1], -turned[0]])
                north, east, south, west = _SIDES
                maps = maps.copy()
                maps[[north, west, south, east]] = maps[[east, north, west, south]]
            if rng.random() < 0.5:
                view, cells, maps, lean = (
                    view[:, ::-1],
                    cells[:, :, ::-1],
                    maps[:, :, ::-1].copy(),
                    lean[:, :, ::-1].copy(),
                )
                lean[0] *= -1
                maps[[_SIDES[1], _SIDES[3]]] = maps[[_SIDES[3], _SIDES[1]]]
        who = np.concatenate([cells.reshape(WHO, -1), nobody], 1)
        picture = np.ascontiguousarray(view.transpose(2, 0, 1))
        parts = (picture, np.ascontiguousarray(lean), who, trust, np.ascontiguousarray(maps))
        return tuple(torch.from_numpy(part) for part in parts)


class Boards(Dataset[tuple[Tensor, ...]]):
    """Small photographs and the board's share of each 4x4 spot."""

    def __init__(self, stems: list[Path], change: bool) -> None:
        self.stems, self.change = stems, change

    def __len__(self) -> int:
        return len(self.stems)

    def __getitem__(self, index: int) -> tuple[Tensor, ...]:
        stem = self.stems[index]
        photo: Any = cv2.imread(f"{stem}.small.jpg")
        with np.load(f"{stem}.npz") as data:
            corners = data["corners"].astype(np.float32)
        w, h = SMALL
        if self.change:
            rng = np.random.default_rng()
            photo = recolour(photo, rng)
            turn = cv2.getRotationMatrix2D(
                (w / 2, h / 2), float(rng.uniform(-25, 25)), float(rng.uniform(0.6, 1.15))
            )
            turn[:, 2] = turn[:, 2] + rng.normal(0, 8, 2)
            fill = tuple(float(v) for v in rng.uniform(0, 255, 3))
            border = cv2.BORDER_CONSTANT if rng.random() < 0.3 else cv2.BORDER_REFLECT_101
            photo = cv2.warpAffine(photo, turn, (w, h), borderMode=border, borderValue=fill)
            corners = corners @ turn[:, :2].T.astype(np.float32) + turn[:, 2].astype(np.float32)
            if border == cv2.BORDER_REFLECT_101:
                seen = cv2.warpAffine(np.ones((h, w), np.uint8), turn, (w, h))
                photo[seen == 0] = cv2.GaussianBlur(photo, (0, 0), 9)[seen == 0]
            if rng.random() < 0.5:
                photo, corners = photo[:, ::-1], corners * (-1, 1) + (w - 1, 0)
        mask = np.zeros((h, w), np.uint8)
        cv2.fillPoly(mask, [np.rint(corners * 16).astype(np.int32)], 255, cv2.LINE_8, 4)
        share = (
            cv2.resize(mask, (w // 4, h // 4), interpolation=cv2.INTER_AREA).astype(np.float32)[None] / 255
        )
        return torch.from_numpy(np.ascontiguousarray(photo.transpose(2, 0, 1))), torch.from_numpy(share)


def _ring_mask() -> Tensor:
    """Added to logits: no piece stands on the frame's ring."""
    block = torch.zeros(GRID, GRID)
    block[[0, -1], :] = block[:, [0, -1]] = -30.0
    return torch.cat([block.flatten(), torch.zeros(1)])


def cell_loss(net: nn.Module, batch: tuple[Tensor, ...], ring: Tensor) -> tuple[Tensor, Tensor]:
    """Loss of one batch; for each of (n, WHO) whether the likeliest place is the true one (-1: hidden)."""
    view, lean, who, trust, maps = batch
    with torch.autocast("cpu", torch.bfloat16):
        logits, seen = net(view.float().contiguous(memory_format=torch.channels_last) / 255, lean)
    log_p = torch.log_softmax(logits.float() + ring, 2)
    each = -(who * log_p).sum(2) * trust
    rest = nn.functional.binary_cross_entropy_with_logits(seen.float(), maps, pos_weight=torch.tensor(4.0))
    right = (log_p.argmax(2) == who.argmax(2)).float()
    return each.sum() / trust.sum() + _MAP_WEIGHT * rest, torch.where(
        trust > 0, right, -torch.ones_like(right)
    )


def board_loss(net: nn.Module, batch: tuple[Tensor, ...], _ring: Tensor) -> tuple[Tensor, Tensor]:
    """Loss of one batch and the share of spots told right, (n, 1)."""
    photo, mask = batch
    with torch.autocast("cpu", torch.bfloat16):
        logits = net(photo.float().contiguous(memory_format=torch.channels_last) / 255).float()
    loss = nn.functional.binary_cross_entropy_with_logits(logits, mask)
    return loss, ((logits > 0) == (mask > 0.5)).float().mean((1, 2, 3))[:, None]


_KINDS: dict[str, Any] = {"cells": (CellNet, Cells, cell_loss), "board": (FindNet, Boards, board_loss)}


def judge(net: nn.Module, loader: DataLoader[Any], loss_of: Any, ring: Tensor) -> str:
    """Loss and shares right over samples held back, as one line."""
    net.eval()
    losses, rights = [], []
    with torch.no_grad():
        for batch in loader:
            loss, right = loss_of(net, batch, ring)
            losses.append(float(loss))
            rights.append(right.numpy())
    right = np.concatenate(rights)
    if right.shape[1] == 1:
        return f"loss {np.mean(losses):.4f} right {right.mean():.4f}"
    n = len(COLOURS)
    parts = {"meeples": right[:, :n], "discs": right[:, n : 2 * n], "token": right[:, 2 * n :]}
    shares = " ".join(f"{name} {part[part >= 0].mean():.4f}" for name, part in parts.items())
    boards = (right[:, :n] != 0).all(1).mean()
    colours = " ".join(f"{c} {right[:, k][right[:, k] >= 0].mean():.3f}" for k, c in enumerate(COLOURS))
    return f"loss {np.mean(losses):.4f} {shares} boards {boards:.4f} | {colours}"


def _tell(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def export(net: nn.Module, kind: str, path: Path) -> None:
    """Write the ONNX file that `cv2.dnn` runs: float32, batch of one."""
    net.eval()
    if kind == "cells":
        inputs: tuple[Tensor, ...] = (torch.rand(1, 3, VIEW_PX, VIEW_PX), torch.zeros(1, 2, GRID, GRID))
        names = ["view", "lean"], ["who", "maps"]
    else:
        inputs, names = (torch.rand(1, 3, SMALL[1], SMALL[0]),), (["photo"], ["board"])
    torch.onnx.export(
        net, inputs, str(path), input_names=names[0], output_names=names[1], opset_version=13, dynamo=False
    )


def train(
    kind: str, folders: list[Path], out: Path, rounds: int, rate: float, held_back: int, batch: int
) -> None:
    """Train, judge after every round, keep the state, export."""
    make_net, make_set, loss_of = _KINDS[kind]
    stems = _stems(folders)
    kept, used = stems[:held_back], stems[held_back:]
    net = make_net().to(memory_format=torch.channels_last)
    mean = torch.optim.swa_utils.AveragedModel(
        net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.998), use_buffers=True
    )
    steps = max(1, rounds * (len(used) // batch))
    descent = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=0.02)
    plan = torch.optim.lr_scheduler.OneCycleLR(descent, rate, total_steps=steps, pct_start=0.1)
    out.mkdir(parents=True, exist_ok=True)
    state_file, first = out / f"{kind}.pt", 0
    if state_file.exists():
        state = torch.load(state_file)
        net.load_state_dict(state["net"])
        mean.load_state_dict(state["mean"])
        if state["rounds"] == rounds and state["done"] < rounds:
            descent.load_state_dict(state["descent"])
            plan.load_state_dict(state["plan"])
            first = state["done"]
    ring = _ring_mask()
    feed = DataLoader(
        make_set(used, True), batch, shuffle=True, num_workers=2, drop_last=True, persistent_workers=True
    )
    check = DataLoader(make_set(kept, False), batch, num_workers=1)
    for done in range(first, rounds):
        net.train()
        start, total = time.monotonic(), 0.0
        for step, part in enumerate(feed):
            if plan.last_epoch >= steps - 1:
                break
            loss, _ = loss_of(net, part, ring)
            descent.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 2.0)
            descent.step()
            plan.step()
            mean.update_parameters(net)
            total += float(loss.detach())
            if step % 50 == 49:
                _tell(f"  {step + 1}/{len(feed)} loss {total / (step + 1):.4f}")
        line = judge(mean.module, check, loss_of, ring)
        mean_loss, seconds = total / max(1, len(feed)), time.monotonic() - start
        _tell(f"round {done + 1}/{rounds} training {mean_loss:.4f} {line} {seconds:.0f} s")
        state = {
            "net": net.state_dict(),
            "mean": mean.state_dict(),
            "descent": descent.state_dict(),
            "plan": plan.state_dict(),
        }
        torch.save({**state, "rounds": rounds, "done": done + 1}, state_file)
        export(mean.module, kind, out / f"{kind}.onnx")


def main(arguments: list[str] | None = None) -> int:
    """Program entry."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.train", description="Train a network.")
    parser.add_argument("kind", choices=sorted(_KINDS))
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--held-back", type=int, default=300, help="samples to judge by, never trained on")
    parser.add_argument("--batch", type=int, default=16)
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    train(
        options.kind,
        options.folders,
        options.out,
        options.rounds,
        options.rate,
        options.held_back,
        options.batch,
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
