"""Hints in five grades, from a rough idea of how far it is to the whole way.

In: an answer of the solver. Out: messages, grade by grade; a grade with nothing to say is an empty list.
Where nothing was found the first grade says what is known, and there are no others.
"""

from __future__ import annotations

from enum import StrEnum

from app.games.contract import Message, say
from app.games.mutant_meeples.answers import AllSolutions, Moves, Solution
from app.games.mutant_meeples.explain import plans
from app.games.mutant_meeples.moves import Move

BANDS = ((1, 3), (4, 6), (7, 9), (10, 14), (15, 24))
"""(fewest, most) moves of the first hint. They are fixed and at least three wide, so that a band never gives
the number away; the last ends where the rules do."""


class Grade(StrEnum):
    """How much a hint says; each grade tells more than the one before."""

    BAND = "band"
    NUMBER = "number"
    MEEPLES = "meeples"
    FIRST_MOVE = "first-move"
    ALL = "all"


def hint(answer: Solution | AllSolutions, grade: Grade) -> list[Message]:
    """What this grade says. Of several shortest plans the nicest is hinted at."""
    if answer.fewest_moves is None:
        return [_nothing(answer)] if grade is Grade.BAND else []
    if grade is Grade.BAND:
        return [_band(answer, answer.fewest_moves)]
    if grade is Grade.NUMBER:
        return _number(answer, answer.fewest_moves)
    plan = next(iter(plans(answer)), ())
    if not plan:
        return []
    if grade is Grade.MEEPLES:
        return _meeples(answer, plan)
    told = [_move(move, number) for number, move in enumerate(plan, start=1)]
    return told[:1] if grade is Grade.FIRST_MOVE else told


def band_of(moves: int) -> tuple[int, int]:
    """The band (fewest, most) that a number of moves from 1 to 24 lies in."""
    return next(band for band in BANDS if band[0] <= moves <= band[1])


def _nothing(answer: Solution | AllSolutions) -> Message:
    if answer.proven:
        return say("hint.impossible")
    if answer.nothing_up_to == 0:
        return say("hint.unknown")
    return say("hint.nothing_up_to", moves=answer.nothing_up_to)


def _band(answer: Solution | AllSolutions, found: int) -> Message:
    low, high = band_of(found)
    if answer.proven or answer.nothing_up_to >= low - 1:
        return say("hint.band", low=low, high=high)
    return say("hint.at_most_band", high=high)


def _number(answer: Solution | AllSolutions, found: int) -> list[Message]:
    if not answer.proven:
        unproven = say("hint.at_most", moves=found)
        surely = [say("hint.nothing_up_to", moves=answer.nothing_up_to)] if answer.nothing_up_to else []
        return [unproven, *surely]
    ways = answer.solutions if isinstance(answer, Solution) else answer.count
    number = say("hint.number", moves=found)
    return [number] if ways is None else [number, say("hint.ways", ways=ways)]


def _meeples(answer: Solution | AllSolutions, plan: Moves) -> list[Message]:
    movers = tuple(dict.fromkeys(move.meeple for move in plan))
    told = [say("hint.alone", meeple=movers[0])]
    if len(movers) > 1:
        told = [say("hint.meeples", meeples=movers)]
    if isinstance(answer, AllSolutions) and len(answer.arrivals) > 1:
        told.append(say("hint.arrivals", meeples=tuple(arrival.meeple for arrival in answer.arrivals)))
    return told


def _move(move: Move, number: int) -> Message:
    if move.power is None:
        return say("hint.slide", number=number, meeple=move.meeple, side=move.direction, cell=move.to)
    if move.power == move.meeple:
        return say("hint.own_power", number=number, meeple=move.meeple, cell=move.to)
    return say("hint.borrowed_power", number=number, meeple=move.meeple, power=move.power, cell=move.to)
