"""Train a network on samples: `python -m vision.training.train cells|board|heap FOLDER... --out DIR`.

Needs PyTorch. Samples come from `vision.training.make`. The state of the training is kept beside the result
after every round through the samples, and a second call goes on from there. Writes DIR/<kind>.onnx.
"""

import argparse
import copy
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader

from vision.cell_view import GRID, VIEW_PX
from vision.colours import COLOURS, HEAP_COLOURS
from vision.finder import SMALL as FOUND_IN
from vision.training.datasets import Boards, Cells, Heaps, stems_in
from vision.training.make import HEAP
from vision.training.networks import CellNet, SpotNet
from vision.training.resume import start_from

_MAP_WEIGHT = 0.6


def _ring_mask() -> Tensor:
    """Added to logits: no piece stands on the frame's ring."""
    block = torch.zeros(GRID, GRID)
    block[[0, -1], :] = block[:, [0, -1]] = -30.0
    return torch.cat([block.flatten(), torch.zeros(1)])


def _unit(picture: Tensor) -> Tensor:
    """(n, 3, h, w) uint8 as the networks take it, 0..1."""
    return picture.contiguous(memory_format=torch.channels_last).bfloat16() / 255


def cell_loss(net: nn.Module, batch: tuple[Tensor, ...], ring: Tensor) -> tuple[Tensor, Tensor]:
    """Loss of one batch; for each of (n, WHO) whether the likeliest place is the true one (-1: hidden)."""
    view, lean, who, trust, maps = batch
    with torch.autocast("cpu", torch.bfloat16):
        logits, seen = net(_unit(view), lean)
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
        logits = net(_unit(photo)).float()
    loss = nn.functional.binary_cross_entropy_with_logits(logits, mask)
    return loss, ((logits > 0) == (mask > 0.5)).float().mean((1, 2, 3))[:, None]


def heap_loss(net: nn.Module, batch: tuple[Tensor, ...], _ring: Tensor) -> tuple[Tensor, Tensor]:
    """Loss of one batch and the share of heaps (n, 1) whose every colour is counted right.

    Away from middles a false spark costs the less the nearer it is to one (H. Law, J. Deng: CornerNet, 2018).
    """
    photo, near = batch
    with torch.autocast("cpu", torch.bfloat16):
        logits = net(_unit(photo)).float()
    p = torch.sigmoid(logits).clamp(1e-4, 1 - 1e-4)
    peaks = (near == nn.functional.max_pool2d(near, 3, 1, 1)) & (near > 0.6)
    gain = -((1 - p) ** 2 * p.log())[peaks].sum() - ((1 - near) ** 4 * p**2 * (1 - p).log())[~peaks].sum()
    found = ((p == nn.functional.max_pool2d(p, 3, 1, 1)) & (p > 0.4)).sum((2, 3))
    right = (found == peaks.sum((2, 3))).all(1).float()[:, None]
    return gain / peaks.sum().clamp(min=1), right


_KINDS: dict[str, Any] = {
    "cells": (CellNet, Cells, cell_loss),
    "board": (partial(SpotNet, 1, 12), Boards, board_loss),
    "heap": (partial(SpotNet, len(HEAP_COLOURS)), Heaps, heap_loss),
}


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
        size = HEAP if kind == "heap" else FOUND_IN
        inputs, names = (torch.rand(1, 3, size[1], size[0]),), (["photo"], [kind])
    torch.onnx.export(
        net, inputs, str(path), input_names=names[0], output_names=names[1], opset_version=13, dynamo=False
    )


class RunningMean:
    """A network whose every number is the mean of another's over its last steps: steadier than that one."""

    def __init__(self, net: nn.Module, steps: int = 500) -> None:
        self.net, self._steps, self.taken = copy.deepcopy(net), steps, 0

    def take(self, net: nn.Module) -> None:
        """Take one more step in; early on the steps are few, and so is what they are averaged over."""
        self.taken += 1
        share = 1 / min(self._steps, 1 + self.taken / 10)
        with torch.no_grad():
            for mine, new in zip(self.net.state_dict().values(), net.state_dict().values(), strict=True):
                if mine.is_floating_point():
                    mine.lerp_(new, share)
                else:
                    mine.copy_(new)


def _inputs(kind: str, feed: DataLoader[Any]) -> Iterator[tuple[Tensor, ...]]:
    """What the network is given of each batch, in full precision."""
    for batch in feed:
        yield (_unit(batch[0]).float(), *batch[1 : 2 if kind == "cells" else 1])


def train(
    kind: str,
    folders: list[Path],
    out: Path,
    rounds: int,
    rate: float,
    held_back: int,
    batch: int,
    begin: Path | None = None,
) -> None:
    """Train, judge after every round, keep the state, export. `begin`: an export to start from."""
    make_net, make_set, loss_of = _KINDS[kind]
    stems = stems_in(folders)
    kept, used = stems[:held_back], stems[held_back:]
    feed = DataLoader(
        make_set(used, True), batch, shuffle=True, num_workers=2, drop_last=True, persistent_workers=True
    )
    out.mkdir(parents=True, exist_ok=True)
    state_file, first = out / f"{kind}.pt", 0
    net = make_net().to(memory_format=torch.channels_last)
    if begin is not None and not state_file.exists():
        start_from(net, begin, _inputs(kind, feed))
    mean = RunningMean(net)
    steps = max(1, rounds * (len(used) // batch))
    descent = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=0.02)
    plan = torch.optim.lr_scheduler.OneCycleLR(descent, rate, total_steps=steps, pct_start=0.1)
    if state_file.exists():
        state = torch.load(state_file)
        net.load_state_dict(state["net"])
        mean.net.load_state_dict(state["mean"])
        mean.taken = state["taken"]
        if state["rounds"] == rounds and state["done"] < rounds:
            descent.load_state_dict(state["descent"])
            plan.load_state_dict(state["plan"])
            first = state["done"]
    ring = _ring_mask()
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
            mean.take(net)
            total += float(loss.detach())
            if step % 50 == 49:
                _tell(f"  {step + 1}/{len(feed)} loss {total / (step + 1):.4f}")
        line = judge(mean.net, check, loss_of, ring)
        mean_loss, seconds = total / max(1, len(feed)), time.monotonic() - start
        _tell(f"round {done + 1}/{rounds} training {mean_loss:.4f} {line} {seconds:.0f} s")
        parts = {"net": net, "mean": mean.net, "descent": descent, "plan": plan}
        state = {name: part.state_dict() for name, part in parts.items()}
        torch.save({**state, "taken": mean.taken, "rounds": rounds, "done": done + 1}, state_file)
        export(mean.net, kind, out / f"{kind}.onnx")


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
    parser.add_argument("--from", type=Path, dest="begin", help="an exported network to start from")
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
        options.begin,
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
