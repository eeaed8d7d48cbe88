"""Scores in words and numbers: tables of plain text, and a CSV with a line a photograph.

In: `Score`s. Out: text.
"""

import csv
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np

from vision.colours import COLOURS
from vision.evaluation.scoring import KINDS, Outcome, PieceScore, Score, Timing, Verdict

_BINS = (0.0, 0.3, 0.5, 0.7, 0.9, 0.97, 0.99, 1.0)
_VERDICTS = tuple(reversed(Verdict))


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Columns in line: the first to the left, the others to the right."""
    cells = [list(head), *([str(value) for value in row] for row in rows)]
    widths = [max(len(row[k]) for row in cells) for k in range(len(head))]
    lines = []
    for row in cells:
        parts = [row[0].ljust(widths[0])]
        parts += [value.rjust(width) for value, width in zip(row[1:], widths[1:], strict=True)]
        lines.append("  ".join(parts))
    return "\n".join(lines)


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"


def _verdicts(scores: Sequence[Score]) -> list[int]:
    counts = Counter(score.verdict for score in scores)
    return [counts[verdict] for verdict in _VERDICTS]


def boards(scores: Sequence[Score]) -> str:
    """Whole boards: all of them, by light, by table."""
    groups: dict[str, list[Score]] = {"all": list(scores)}
    for field in ("light", "table"):
        for value in sorted({getattr(score, field) for score in scores} - {""}):
            groups[f"{field} {value}"] = [score for score in scores if getattr(score, field) == value]
    rows = [
        [name, len(group), *_verdicts(group), sum(score.best_guess for score in group)]
        for name, group in groups.items()
    ]
    return table(["boards", "photos", *_VERDICTS, "best guess exact"], rows)


def pieces(scores: Sequence[Score]) -> str:
    """Meeples by colour, then discs and the target."""

    def row(name: str, some: Sequence[PieceScore]) -> list[object]:
        counts = Counter(piece.outcome for piece in some)
        guessed = sum(piece.guessed and piece.outcome is Outcome.UNSURE for piece in some)
        known = len(some) - counts[Outcome.UNREAD]
        right = _share(counts[Outcome.RIGHT], known)
        return [
            name,
            *(counts[outcome] for outcome in Outcome),
            f"{guessed} of {counts[Outcome.UNSURE]}",
            right,
        ]

    every = [piece for score in scores for piece in score.pieces]
    rows = [row("all", every)]
    rows += [row(colour, [piece for piece in every if piece.colour == colour]) for colour in COLOURS]
    targets = Counter(score.target for score in scores)
    read = [
        score for score in scores if score.verdict not in (Verdict.NO_BOARD, Verdict.HAND, Verdict.FALSE_HAND)
    ]
    discs = sum(score.discs_right for score in read)
    return "\n".join(
        [
            table(["meeples", *Outcome, "unsure, guessed", "sure and right"], rows),
            f"discs: {discs} of {len(read) * len(COLOURS)} right; target: "
            + ", ".join(f"{targets[outcome]} {outcome}" for outcome in Outcome),
        ]
    )


def confusion(scores: Sequence[Score]) -> str:
    """What misread meeples were read on; a second number counts those that were called sure."""
    missed = Counter[tuple[str, str]]()
    sure = Counter[tuple[str, str]]()
    for piece in (piece for score in scores for piece in score.pieces):
        if piece.kind and piece.outcome is not Outcome.UNREAD:
            missed[piece.colour, piece.kind] += 1
            sure[piece.colour, piece.kind] += piece.outcome is Outcome.WRONG

    def cell(colour: str, kind: str) -> str:
        seen, certain = missed[colour, kind], sure[colour, kind]
        return (f"{seen} / {certain}" if certain else str(seen)) if seen else "."

    rows = [[colour, *(cell(colour, kind) for kind in KINDS)] for colour in COLOURS]
    return table(["misread on (/ sure)", *KINDS], rows)


def _spread(values: Sequence[float]) -> list[str]:
    if not values:
        return ["-", "-"]
    return [f"{np.percentile(values, share):.1f}" for share in (50, 95)]


def timing(scores: Sequence[Score]) -> str:
    """Milliseconds, median and 95 %, stage by stage: looking for the board, and knowing where it lay."""
    cold = [score.cold for score in scores]
    again = [score.again for score in scores if score.again]
    stages = list(dict.fromkeys(stage for one in cold + again for stage in one.stage_ms))

    def row(name: str, of: Callable[[Timing], float | None]) -> list[str]:
        kept = [[of(one) for one in each] for each in (cold, again)]
        return [name, *(part for each in kept for part in _spread([ms for ms in each if ms is not None]))]

    rows = [row(stage, lambda one, stage=stage: one.stage_ms.get(stage)) for stage in stages]  # type: ignore[misc]
    rows.append(row("all", lambda one: one.total_ms))
    return table(["milliseconds", "cold", "95 %", "board known", "95 %"], rows)


def registration(scores: Sequence[Score]) -> str:
    """How far off the worst grid corner was, and what reading again from there gave."""
    off = [score.off_mm for score in scores if not np.isnan(score.off_mm)]
    median, high = _spread(off)
    worst = f"{max(off):.1f}" if off else "-"
    again = Counter(score.again_verdict for score in scores if score.again_verdict)
    told = ", ".join(f"{again[verdict]} {verdict}" for verdict in _VERDICTS)
    return "\n".join(
        [
            f"board found {len(off)} times: worst corner off by {median} mm (median), {high} mm (95 %), "
            f"{worst} mm (at most); right city {sum(score.city_right for score in scores)} times",
            f"read again from there: {told}",
        ]
    )


def calibration(scores: Sequence[Score]) -> str:
    """By confidence: how many meeples, and how many of them were read where they are."""
    known = [p for score in scores for p in score.pieces if p.outcome is not Outcome.UNREAD]
    rows = []
    for low, high in pairwise(_BINS):
        last = high == _BINS[-1]
        here = [p for p in known if low <= p.confidence < high or (last and p.confidence == high)]
        right = sum(piece.guessed for piece in here)
        rows.append([f"{low:.2f} to {high:.2f}", len(here), right, _share(right, len(here))])
    return table(["confidence", "meeples", "right", "share"], rows)


def line(score: Score) -> str:
    """One photograph in one line: the verdict and every meeple that was not surely right."""
    doubts = [
        f"{p.colour} {p.true or '--'} read {p.read or '--'} {p.confidence:.2f}{'' if p.guessed else ' FALSE'}"
        for p in score.pieces
        if p.outcome in (Outcome.UNSURE, Outcome.WRONG)
    ]
    off = "-" if np.isnan(score.off_mm) else f"{score.off_mm:.1f} mm"
    told = "; ".join(doubts) or score.reason
    return f"{score.name}: {score.verdict}, {off}, {score.cold.total_ms:.0f} ms. {told}"


def report(scores: Sequence[Score]) -> str:
    """Everything about photographs that were read in one way."""
    parts = (boards, pieces, confusion, registration, timing, calibration)
    return "\n\n".join(part(scores) for part in parts)


def ways_table(scores: Sequence[Score]) -> str:
    """Whole boards by what the reader was given, a row a way."""
    ways = list(dict.fromkeys(score.given for score in scores))
    rows = []
    for way in ways:
        mine = [score for score in scores if score.given == way]
        rows.append([way, len(mine), *_verdicts(mine), sum(score.best_guess for score in mine)])
    return table(["given", "photos", *_VERDICTS, "best guess exact"], rows)


def write_csv(path: Path, scores: Sequence[Score]) -> None:
    """A line a photograph and way of reading. Raises OSError."""
    plain = ["name", "given", "light", "table", "verdict", "again_verdict", "best_guess", "city_right"]
    plain += ["discs_right", "target", "off_mm", "reason"]
    head = [*plain, "ms", "again_ms", *Outcome]
    head += [f"{colour}_{what}" for colour in COLOURS for what in ("true", "read", "confidence")]
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(head)
        for score in scores:
            row = [getattr(score, name) for name in plain]
            row += [score.cold.total_ms, score.again.total_ms if score.again else None]
            row += [score.count(outcome) for outcome in Outcome]
            row += [value for p in score.pieces for value in (p.true, p.read, p.confidence)]
            writer.writerow(row)
