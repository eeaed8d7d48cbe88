"""Fit the weights of `hypotheses` to labelled photographs: `python -m vision.learn FOLDER [--half 0|1]
[--out F]`.

In: a folder of photos with truth (JSON of the same name, as in tests/photos/README.md). Out: weights.json.
It is a conditional logit - among all hypotheses of a colour the true one should get the probability -
fitted by plain gradient steps with a penalty on large weights; gray gets a correction of its own.
Deterministic.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from vision import photo
from vision.camera_pose import estimate_pose
from vision.config import DEFAULT
from vision.errors import VisionError
from vision.evidence import TARGET_FEATURES, Evidence, measure
from vision.hypotheses import MISSING, SIZES, Weights, candidates, feature_row, parts_of, target_probability
from vision.layout import BoardLayout, shipped_layouts
from vision.paint import COLOURS, paint_maps
from vision.reader import see_board
from vision.types import Floats

_WIDTH = sum(SIZES.values())
_PENALTY, _PENALTY_GRAY, _PENALTY_TARGET = 0.15, 0.3, 0.02
_STEPS, _RATE = 500, 0.2
_MIN_VISIBLE = 0.5  # a meeple hidden more than this teaches nothing
_MIN_DISC_VISIBLE = 0.3


@dataclass(frozen=True)
class Sample:
    """One labelled photo: what was measured, and the truth as the renderer wrote it."""

    name: str
    evidence: Evidence
    layout: BoardLayout
    truth: dict[str, Any]


def load_sample(path: Path) -> Sample | None:
    """Measure one photo (with the true corners when no cards are in view); None when it cannot be used."""
    truth = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    if truth.get("kind") == "pile" or not truth["discs"]:
        return None
    layout = next(one for one in shipped_layouts() if one.frame == truth["board"]["frame"])
    corners = None if truth["markers"] else np.array(truth["board_corners_px_NW_NE_SE_SW"], np.float64)
    try:
        seen = see_board(photo.load(path), corners, DEFAULT)
    except VisionError as error:
        sys.stderr.write(f"{path.name}: {error}\n")
        return None
    grid = seen.scale.grid()
    pose = estimate_pose(seen.registration)
    paints = paint_maps(seen.lab, (grid, grid))
    return Sample(
        path.name,
        measure(seen.view, seen.lab, paints, pose, tuple(layout.cells()), seen.scale),
        layout,
        truth,
    )


def _fit(rows: Sequence[Floats], right: Sequence[int], penalty: Floats) -> Floats:
    """Weights that give the right row of each table the most probability (Adam, fixed steps)."""
    longest = max(len(table) for table in rows)
    padded = np.stack([np.pad(table, ((0, longest - len(table)), (0, 0))) for table in rows])
    real = np.stack([np.arange(longest) < len(table) for table in rows])
    index, answer = np.arange(len(rows)), np.array(right)
    w, mean, square = (np.zeros(padded.shape[2]) for _ in range(3))
    for k in range(_STEPS):
        score = np.where(real, padded @ w, -1e9)
        p = np.exp(score - score.max(axis=1, keepdims=True))
        p /= p.sum(axis=1, keepdims=True)
        slope = np.einsum("nh,nhf->f", p, padded) - padded[index, answer].sum(axis=0) + penalty * w
        mean = 0.9 * mean + 0.1 * slope
        square = 0.99 * square + 0.01 * slope**2
        step = (mean / (1 - 0.9 ** (k + 1))) / (np.sqrt(square / (1 - 0.99 ** (k + 1))) + 1e-8)
        w = w - _RATE * (1 - k / _STEPS) * step
    return np.asarray(w, np.float64)


def _fit_target(samples: Sequence[Sample]) -> Floats:
    tables, right = [], []
    for sample in samples:
        token = sample.truth["target"]
        if token is None or token["cell"] in sample.truth["cells_covered_by_hand"]:
            continue
        if any(meeple["cell"] == token["cell"] for meeple in sample.truth["meeples"]):
            continue  # hidden under a meeple: nothing to learn from
        tables.append(sample.evidence.target)
        right.append(sample.evidence.cells.index(token["cell"]))
    return _fit(tables, right, np.full(len(TARGET_FEATURES), _PENALTY_TARGET))


def _tables(samples: Sequence[Sample], weights: Weights) -> tuple[list[Floats], list[int]]:
    """Feature tables of all hypotheses of all usable colours, and which row is true."""
    tables, right = [], []
    for sample in samples:
        token = target_probability(sample.evidence, weights)
        discs = {disc["color"]: disc for disc in sample.truth["discs"]}
        meeples = {meeple["color"]: meeple for meeple in sample.truth["meeples"]}
        for i, colour in enumerate(COLOURS):
            meeple = meeples.get(colour)
            if meeple and meeple["visible_fraction"] < _MIN_VISIBLE:
                continue
            if discs[colour]["visible_fraction"] < _MIN_DISC_VISIBLE:
                continue
            parts = parts_of(sample.evidence, i, token, sample.layout)
            cells = sample.evidence.cells
            true = (cells.index(discs[colour]["cell"]), cells.index(meeple["cell"]) if meeple else MISSING)
            pairs = candidates(parts, weights, i, None)
            if true not in pairs:
                pairs = [*pairs, true]
            table = np.stack([feature_row(parts, *pair) for pair in pairs])
            extra = table if colour == "gray" else np.zeros_like(table)
            tables.append(np.concatenate([table, extra], axis=1))
            right.append(pairs.index(true))
    return tables, right


def first_weights() -> Weights:
    """A plain start: posterior and likeness count, everything else is to be learnt."""
    base = np.zeros(_WIDTH)
    base[[0, 1, 3, 5]] = (3.0, 1.5, 3.0, 3.0)
    base[SIZES["disc"] + np.array([2, 7, 8])] = (1.0, 2.0, -2.0)
    stand = SIZES["disc"] + SIZES["own"] + SIZES["bare"]
    base[stand + np.array([0, 1, 2, 8])] = (4.0, 2.0, 1.0, -2.0)
    return Weights(base, np.zeros(_WIDTH), np.zeros(len(TARGET_FEATURES)))


def learn(samples: Sequence[Sample]) -> Weights:
    """Fit all weights; three rounds, as better weights choose better rivals to learn from."""
    weights = first_weights()
    weights = Weights(weights.base, weights.gray, _fit_target(samples))
    penalty = np.concatenate([np.full(_WIDTH, _PENALTY), np.full(_WIDTH, _PENALTY_GRAY)])
    for _ in range(3):
        tables, right = _tables(samples, weights)
        fitted = _fit(tables, right, penalty)
        weights = Weights(fitted[:_WIDTH], fitted[_WIDTH:], weights.target)
    return weights


def main(arguments: Sequence[str] | None = None) -> int:
    """Program entry."""
    parser = argparse.ArgumentParser(
        prog="python -m vision.learn", description="Fit weights.json to photographs."
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--half", type=int, choices=(0, 1), help="use only every other photograph")
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("weights.json"))
    options = parser.parse_args(arguments)
    paths = sorted(options.folder.rglob("*.jpg"))
    if options.half is not None:
        paths = paths[options.half :: 2]
    samples = [sample for sample in map(load_sample, paths) if sample is not None]
    weights = learn(samples)
    rounded = {
        name: [round(float(v), 4) for v in getattr(weights, name)] for name in ("base", "gray", "target")
    }
    origin = f"python -m vision.learn on {len(samples)} rendered photographs"
    text = json.dumps({"origin": origin, **rounded}, indent=1)
    options.out.write_text(text + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
