"""Read a folder of labelled photographs and print how right, unsure or wrong the reader was.

`python -m vision.evaluate FOLDER [--csv FILE] [--corners] [--guided]`. In: JPEGs with
truth JSON of the same name (tests/photos/README.md). Out: a table per photo, totals, milliseconds per
stage. Wraps the one pipeline that the game uses. A meeple is right (sure and true), unsure, or wrong (sure
and false); a board is exact when all eight are right and the status is "ok", and wrong when the status is
"ok" while any cell is false.
"""

import argparse
import csv
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from vision import photo
from vision.colours import COLOURS
from vision.config import DEFAULT
from vision.layout import FRAME_MM
from vision.reader import Reading, Status, read
from vision.registration import BOARD_MM
from vision.types import Floats


@dataclass(frozen=True)
class Score:
    """One photo against its truth. `best_guess`: all eight cells true, sure or not; `off_mm`: worst grid
    corner."""

    name: str
    status: Status
    right: int
    unsure: int
    wrong: int
    exact: bool
    board_wrong: bool
    best_guess: bool
    target_right: bool | None
    discs_right: int
    off_mm: float
    elapsed_ms: float
    stage_ms: dict[str, float] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


def off_by_mm(reading: Reading, truth: dict[str, Any]) -> float:
    """Worst distance in mm between the grid's corners as found and as they are."""
    if reading.registration is None:
        return float("nan")
    low, high = FRAME_MM, BOARD_MM - FRAME_MM
    plan = np.array([(low, low), (high, low), (high, high), (low, high)])
    seen = reading.registration.to_board(np.array(truth["grid_corners_px_NW_NE_SE_SW"], np.float64))
    return float(np.linalg.norm(seen - plan, axis=1).max())


def score(name: str, reading: Reading, truth: dict[str, Any]) -> Score:
    """Compare one reading with its truth."""
    cells = {meeple["color"]: meeple["cell"] for meeple in truth["meeples"]}
    right = unsure = wrong = 0
    notes = []
    for colour in COLOURS:
        true, got = cells.get(colour), reading.meeples[colour]
        sure = reading.confidence[colour] >= DEFAULT.sure_confidence
        right += sure and true == got
        wrong += sure and true != got
        unsure += not sure
        if not sure or true != got:
            mark = "" if true == got else " FALSE"
            notes.append(f"{colour} {true or '--'} read {got or '--'} {reading.confidence[colour]:.2f}{mark}")
    guess = all(cells.get(c) == reading.meeples[c] for c in COLOURS)
    certain = reading.status is Status.OK
    token = truth["target"]["cell"] if truth["target"] else None
    return Score(
        name=name,
        status=reading.status,
        right=right,
        unsure=unsure,
        wrong=wrong,
        exact=certain and guess,
        board_wrong=certain and not guess,
        best_guess=guess,
        target_right=None if reading.target is None else reading.target == token,
        discs_right=sum(reading.discs[disc["color"]] == disc["cell"] for disc in truth["discs"]),
        off_mm=off_by_mm(reading, truth),
        elapsed_ms=reading.elapsed_ms,
        stage_ms=reading.stage_ms,
        notes=tuple(notes),
    )


def pointed_corners(truth: dict[str, Any], seed: int) -> Floats:
    """The frame's corners as a person might point at them: true to about 3 px, (4, 2)."""
    jitter = np.random.default_rng(seed).normal(0, 3, (4, 2))
    return np.asarray(np.array(truth["board_corners_px_NW_NE_SE_SW"]) + jitter, np.float64)


def photos(folder: Path) -> list[Path]:
    """All labelled board photos below `folder` with pieces on them."""
    found = []
    for path in sorted(folder.rglob("*.jpg")):
        truth_file = path.with_suffix(".json")
        if truth_file.exists() and json.loads(truth_file.read_text(encoding="utf-8")).get("discs"):
            found.append(path)
    return found


def evaluate(paths: Sequence[Path], *, corners: bool = False, guided: bool = False) -> Iterator[Score]:
    """Read every photo. `corners`: point at the board where no cards are in view. `guided`: in a sequence
    also

    hand over the empty board (its frame 0) and where the discs lie, as a game does.
    """
    for seed, path in enumerate(paths):
        truth = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
        pointed = pointed_corners(truth, seed) if corners and not truth["markers"] else None
        empty = path.with_name("frame_00.jpg")
        use_empty = guided and empty.exists() and path.name != empty.name
        start = {disc["color"]: disc["cell"] for disc in truth["discs"]} if guided else None
        reading = read(
            photo.load(path),
            reference_bgr=photo.load(empty) if use_empty else None,
            round_start=start,
            corners_px=pointed,
        )
        yield score(f"{path.parent.name}/{path.stem}", reading, truth)


def _line(one: Score) -> str:
    target = {None: "-", True: "yes", False: "NO"}[one.target_right]
    verdict = "exact" if one.exact else "WRONG" if one.board_wrong else "guess" if one.best_guess else ""
    counts = f"{one.right:2d} {one.unsure:2d} {one.wrong:2d}  discs {one.discs_right}  target {target:3s}"
    notes = "; ".join(one.notes)
    measured = f"{one.off_mm:5.2f} mm {one.elapsed_ms:6.0f} ms"
    return f"{one.name:22s} {one.status:8s} {counts} {measured} {verdict:5s} {notes}"


def summary(scores: Sequence[Score]) -> str:
    """Totals in a few lines of text."""
    exact, wrong = sum(s.exact for s in scores), sum(s.board_wrong for s in scores)
    pieces = [sum(getattr(s, name) for s in scores) for name in ("right", "unsure", "wrong")]
    lines = [
        f"{len(scores)} photos: {exact} boards exact, {wrong} confidently wrong, "
        f"{sum(s.best_guess for s in scores)} with all eight best guesses true",
        f"meeples: {pieces[0]} right, {pieces[1]} unsure, {pieces[2]} sure but wrong",
        f"targets: {sum(s.target_right is True for s in scores)} right, "
        f"{sum(s.target_right is False for s in scores)} wrong; "
        f"mean time {np.mean([s.elapsed_ms for s in scores]):.0f} ms",
    ]
    stages = sorted({name for s in scores for name in s.stage_ms})
    mean = {name: np.mean([s.stage_ms[name] for s in scores if name in s.stage_ms]) for name in stages}
    lines.append("stages in ms: " + ", ".join(f"{name} {mean[name]:.0f}" for name in stages))
    return "\n".join(lines)


def _write_csv(path: Path, scores: Sequence[Score]) -> None:
    names = [
        "name",
        "status",
        "right",
        "unsure",
        "wrong",
        "exact",
        "board_wrong",
        "best_guess",
        "target_right",
        "off_mm",
        "elapsed_ms",
    ]
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(names)
        writer.writerows([getattr(one, name) for name in names] for one in scores)


def main(arguments: Sequence[str] | None = None) -> int:
    """Program entry; the exit code is 1 when any board was confidently wrong."""
    parser = argparse.ArgumentParser(
        prog="python -m vision.evaluate", description="Judge the reader on photos."
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--csv", type=Path, help="also write the table here")
    parser.add_argument(
        "--corners", action="store_true", help="point at the board where no cards are in view"
    )
    parser.add_argument("--guided", action="store_true", help="give the empty board and the round's start")
    parser.add_argument("--half", type=int, choices=(0, 1), help="use only every other photograph")
    options = parser.parse_args(arguments)
    paths = photos(options.folder)
    if options.half is not None:
        paths = paths[options.half :: 2]
    scores = []
    for one in evaluate(paths, corners=options.corners, guided=options.guided):
        sys.stdout.write(_line(one) + "\n")
        sys.stdout.flush()
        scores.append(one)
    if not scores:
        sys.stderr.write(f"No labelled photographs in {options.folder}.\n")
        return 2
    sys.stdout.write(summary(scores) + "\n")
    if options.csv:
        _write_csv(options.csv, scores)
    return int(any(one.board_wrong for one in scores))


if __name__ == "__main__":
    sys.exit(main())
