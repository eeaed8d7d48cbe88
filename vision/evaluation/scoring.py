"""Compare a reading with the truth: the board as a whole, piece by piece, and what was taken for what.

In: a `Reading` and the truth of its photograph. Out: a `Score`. A piece is right or wrong when its confidence
calls it sure, unsure otherwise, and unread where the reading was called off; a board is exact when the status
is "ok" and all eight meeples are where they are, and wrong when the status is "ok" and one is not.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np

from vision.colours import COLOURS
from vision.config import DEFAULT
from vision.layout import FRAME_MM
from vision.reader import Reading, Status
from vision.registration import BOARD_MM


class Verdict(StrEnum):
    """What became of a whole board, the gravest first."""

    WRONG = "WRONG"
    NO_BOARD = "no board"
    FALSE_HAND = "false hand"  # "hand", and there was none
    UNSURE = "unsure"
    HAND = "hand"  # "hand", and there was one: as it should be
    EXACT = "exact"


FAILED = (Verdict.WRONG, Verdict.NO_BOARD, Verdict.FALSE_HAND, Verdict.UNSURE)


class Outcome(StrEnum):
    """What became of one piece."""

    RIGHT = "right"
    UNSURE = "unsure"
    WRONG = "wrong"
    UNREAD = "unread"


KINDS = ("neighbour", "own disc", "other disc", "other meeple", "token", "empty", "none")
"""What a misread meeple was looked for on; "none": it was missed."""


@dataclass(frozen=True)
class PieceScore:
    """One colour's meeple: where it is and where it was read; `kind` is empty when that is the same."""

    colour: str
    true: str | None
    read: str | None
    confidence: float
    outcome: Outcome
    kind: str = ""

    @property
    def guessed(self) -> bool:
        """Read where it is, sure or not."""
        return self.true == self.read


@dataclass(frozen=True)
class Timing:
    """Milliseconds of one reading, in all and stage by stage."""

    total_ms: float
    stage_ms: Mapping[str, float]


@dataclass(frozen=True)
class Score:
    """One photo against its truth. `again`: read once more with the board's place known, where it was found.

    `off_mm`: worst grid corner, nan where no board was found. `given`: what the reader was given.
    """

    name: str
    given: str
    light: str
    table: str
    verdict: Verdict
    pieces: tuple[PieceScore, ...]
    city_right: bool
    discs_right: int
    target: Outcome
    off_mm: float
    reason: str
    cold: Timing
    again: Timing | None = None
    again_verdict: Verdict | None = None

    @property
    def best_guess(self) -> bool:
        """All eight meeples read where they are, sure or not."""
        return all(piece.guessed for piece in self.pieces)

    def count(self, outcome: Outcome) -> int:
        """Meeples with this outcome."""
        return sum(piece.outcome is outcome for piece in self.pieces)


def off_by_mm(reading: Reading, truth: Mapping[str, Any]) -> float:
    """Worst distance in mm between the grid's corners as found and as they are; nan without a board."""
    if reading.registration is None:
        return float("nan")
    low, high = FRAME_MM, BOARD_MM - FRAME_MM
    plan = np.array([(low, low), (high, low), (high, high), (low, high)])
    factor = min(1.0, DEFAULT.work_side_px / max(truth["width"], truth["height"]))  # as the reader shrinks it
    seen = reading.registration.to_board(np.array(truth["grid_corners_px_NW_NE_SE_SW"], np.float64) * factor)
    return float(np.linalg.norm(seen - plan, axis=1).max())


def taken_for(colour: str, true: str | None, read: str | None, truth: Mapping[str, Any]) -> str:
    """What lies where a meeple was read: one of `KINDS`; empty when it stands there."""
    if read == true:
        return ""
    if read is None:
        return "none"
    if any(other["cell"] == read for other in truth["meeples"]):
        return "other meeple"
    for disc in truth["discs"]:
        if disc["cell"] == read:
            return "own disc" if disc["color"] == colour else "other disc"
    if truth["target"] and truth["target"]["cell"] == read:
        return "token"
    steps = [abs(ord(a) - ord(b)) for a, b in zip(true, read, strict=True)] if true else [2]
    return "neighbour" if max(steps) == 1 else "empty"


def verdict_on(reading: Reading, pieces: tuple[PieceScore, ...], truth: Mapping[str, Any]) -> Verdict:
    """What became of the board."""
    if reading.status is Status.OK:
        return Verdict.EXACT if all(piece.guessed for piece in pieces) else Verdict.WRONG
    if reading.status is Status.HAND:
        return Verdict.HAND if truth["hand_present"] else Verdict.FALSE_HAND
    return Verdict.UNSURE if reading.status is Status.UNSURE else Verdict.NO_BOARD


def piece_scores(reading: Reading, truth: Mapping[str, Any]) -> tuple[PieceScore, ...]:
    """All eight meeples."""
    cells = {meeple["color"]: meeple["cell"] for meeple in truth["meeples"]}
    called_off = reading.status in (Status.HAND, Status.NO_BOARD)
    scores = []
    for colour in COLOURS:
        true, read, sure = cells.get(colour), reading.meeples[colour], reading.confidence[colour]
        if called_off:
            outcome = Outcome.UNREAD
        elif sure < DEFAULT.sure_confidence:
            outcome = Outcome.UNSURE
        else:
            outcome = Outcome.RIGHT if read == true else Outcome.WRONG
        scores.append(PieceScore(colour, true, read, sure, outcome, taken_for(colour, true, read, truth)))
    return tuple(scores)


def _target(reading: Reading, truth: Mapping[str, Any]) -> Outcome:
    if reading.status in (Status.HAND, Status.NO_BOARD):
        return Outcome.UNREAD
    true = truth["target"]["cell"] if truth["target"] else None
    if reading.target == true:
        return Outcome.RIGHT
    return Outcome.UNSURE if reading.target is None else Outcome.WRONG


def score(
    name: str, reading: Reading, truth: Mapping[str, Any], given: str = "", again: Reading | None = None
) -> Score:
    """Compare a reading, and the one made `again` where there is one, with the truth."""
    pieces = piece_scores(reading, truth)
    found = (reading.board or "").lower()
    return Score(
        name=name,
        given=given,
        light=str(truth.get("light", "")),
        table=str(truth.get("table", "")),
        verdict=verdict_on(reading, pieces, truth),
        pieces=pieces,
        city_right=found == truth["board"]["map"].lower(),
        discs_right=sum(reading.discs[disc["color"]] == disc["cell"] for disc in truth["discs"]),
        target=_target(reading, truth),
        off_mm=off_by_mm(reading, truth),
        reason=reading.reason,
        cold=Timing(reading.elapsed_ms, reading.stage_ms),
        again=Timing(again.elapsed_ms, again.stage_ms) if again else None,
        again_verdict=verdict_on(again, piece_scores(again, truth), truth) if again else None,
    )
