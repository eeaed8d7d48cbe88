"""What the camera has seen of the table, and what a referee says of it: one status, and what is to be done.

In: a `Sighting` and the match. Out: messages. Pure; `app.table.watching` makes the sightings.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from app.games.contract import Message, say
from app.games.mutant_meeples.state import State


class Sees(StrEnum):
    """What the camera sees now; `LOOKING` until the first frame has been read."""

    LOOKING = "looking"
    MOVING = "moving"
    HAND = "hand"
    NO_BOARD = "no-board"
    UNSURE = "unsure"
    STEADY = "steady"


@dataclass(frozen=True, slots=True)
class Question:
    """A meeple of which only the table can tell where it stands: on one of these cells, or it is lying."""

    colour: str
    cells: tuple[str, ...]
    lying: bool = False
    side_by_side: bool = False


@dataclass(frozen=True, slots=True)
class Fault:
    """A meeple stands on a cell where no move led in that state of the match: what there is to say of it."""

    cell: str
    said: tuple[Message, ...]
    state: State


@dataclass(frozen=True, slots=True)
class Sighting:
    """What was seen last.

    `cells`: where each meeple surely stood last (None: nowhere, or not known). `doubtful`: of whom the last
    reading was not sure. `met`: whether the pieces have been read at all. `told`: meeple and cell of the last
    move that was taken up.
    """

    sees: Sees = Sees.LOOKING
    cells: Mapping[str, str | None] = field(default_factory=dict)
    questions: tuple[Question, ...] = ()
    doubtful: tuple[str, ...] = ()
    nudged: bool = False
    met: bool = False
    told: tuple[str, str] | None = None
    faults: Mapping[str, Fault] = field(default_factory=dict)


NOTHING_SEEN = Sighting()

QUESTIONS = frozenset({"watch.between", "watch.unsure"})
"""Keys of what a tap answers; all else that is to be done is done on the board."""
MOST_NAMED = 3
"""Doubtful meeples that are named; with more of them the camera is of little use, and says so."""
MOST_PUT = 3
"""Meeples to be put back that are told one by one; the map shows the others."""


def astray(sighting: Sighting, cells: Mapping[str, str]) -> dict[str, str | None]:
    """Who was surely seen elsewhere than on these cells, and where; None: not on the board any more."""
    if not sighting.met:
        return {}
    return {
        colour: sighting.cells[colour] for colour, cell in cells.items() if sighting.cells[colour] != cell
    }


def status(sighting: Sighting, cells: Mapping[str, str]) -> Message:
    """What the camera does or sees now, where the match has the meeples on these cells."""
    match sighting.sees:
        case Sees.LOOKING:
            return say("watch.looking")
        case Sees.MOVING:
            return say("watch.moving") if sighting.met else say("watch.looking")
        case Sees.HAND:
            return say("watch.hand")
        case Sees.NO_BOARD:
            return say("watch.no_board")
    if sighting.nudged:
        return say("watch.nudged")
    for colour, seen in astray(sighting, cells).items():
        if seen is not None and colour not in sighting.faults:
            return say("watch.differs", meeple=colour, found=seen, cell=cells[colour])
    if len(sighting.doubtful) > MOST_NAMED:
        return say("watch.doubtful_many")
    if sighting.told is not None:
        colour, cell = sighting.told
        return say("watch.saw", meeple=colour, cell=cell)
    if sighting.doubtful:
        return say("watch.doubtful", meeples=sighting.doubtful)
    return say("watch.steady")


def question_of(sighting: Sighting) -> Question | None:
    """The first question that a tap on one of two cells answers."""
    return next((question for question in sighting.questions if not question.lying), None)


def to_do(sighting: Sighting, state: State) -> tuple[Message, ...]:
    """What hands have to do, in a demonstration; the most urgent alone."""
    cells = state.cells()
    off = astray(sighting, cells)
    for colour, seen in off.items():
        other = next((c for c, at in cells.items() if at == seen), None)
        if other in off and off[other] == cells[colour]:
            return (say("watch.swapped", meeple=colour, blocker=other),)
    for question in sighting.questions:
        if question.lying:
            return (say("watch.fallen", meeple=question.colour),)
    for colour, seen in off.items():
        if seen is None:
            return (say("watch.gone", meeple=colour, cell=cells[colour]),)
    for colour in off:
        if colour in sighting.faults:
            return sighting.faults[colour].said
    asked = question_of(sighting)
    if asked is not None:
        one, other = asked.cells
        key = "watch.between" if asked.side_by_side else "watch.unsure"
        return (say(key, meeple=asked.colour, one=one, other=other),)
    if state.round is None or state.round.moves:
        return ()
    put = [say("watch.belongs", meeple=colour, cell=cells[colour]) for colour in off]
    return (say("watch.place_first"), *put[:MOST_PUT]) if put else ()
