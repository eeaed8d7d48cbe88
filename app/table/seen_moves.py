"""What it means that a meeple was seen elsewhere: the shown moves that lead there, or why none do. Pure.

In: the match in the middle of a demonstration, and from where to where meeples were seen to have gone. Out:
actions for the session, just as fingers would ask for them, and for each meeple without any the reason.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass

from app.games.contract import Message, Refused, say
from app.games.mutant_meeples.attempt import Attempt
from app.games.mutant_meeples.showing import attempt_of, show_move, showing, take_back
from app.games.mutant_meeples.state import ShowMove, State, TakeBack

MOST_UNSEEN = 3
"""Moves of one meeple in a row that may be made while the board could not be read."""

MOST_AT_ONCE = 3
"""Meeples that may have moved unseen for which every order is tried: no more than three may move at all."""

Step = ShowMove | TakeBack
Gone = Mapping[str, tuple[str | None, str]]
"""Colour -> where the meeple was seen before (None: not on the board), and where it was seen now."""
Faults = Mapping[str, tuple[Message, ...]]
"""Colour -> what there is to say of a meeple that no move leads to where it stands."""


@dataclass(frozen=True, slots=True)
class Explained:
    """What to enter, in order, and who cannot be explained."""

    steps: tuple[Step, ...]
    faults: Faults


def likely_cells(state: State) -> dict[str, tuple[str, ...]]:
    """For each meeple the cells where it may well be seen: where it stands, stood, or can go in one move."""
    attempt, cells = attempt_of(state), state.cells()
    return {
        colour: tuple(
            dict.fromkeys((cell, *_path(state, colour), *(m.to for m, _ in attempt.options(colour))))
        )
        for colour, cell in cells.items()
    }


def explain(state: State, gone: Gone) -> Explained:
    """The moves behind what was seen. Of several meeples the order of the markers is tried first."""
    cells = state.cells()
    fresh = {
        colour: (source, to)
        for colour, (source, to) in gone.items()
        if to != cells[colour] and not _catches_up(state, colour, source, to)
    }
    _, _, holding = showing(state)
    planned = [row.meeple for row in holding.plan]
    order = sorted(fresh, key=lambda c: planned.index(c) if c in planned else len(planned))
    orders = itertools.permutations(order) if len(order) <= MOST_AT_ONCE else [tuple(order)]
    tried = [_explain_in(state, {colour: fresh[colour] for colour in each}) for each in orders]
    return min(tried, key=lambda each: (len(each.faults), len(each.steps)))  # the first of the best


def _path(state: State, colour: str) -> list[str]:
    """Where this meeple has stood in the demonstration, in order."""
    assert state.round is not None
    return [state.starts[colour], *(move.to for move in state.round.moves if move.meeple == colour)]


def _catches_up(state: State, colour: str, source: str | None, to: str) -> bool:
    """Whether the meeple on the board follows moves that were touched on the screen before."""
    path = _path(state, colour)
    return source != path[-1] and source in path and to in path[path.index(source) + 1 :]


def _explain_in(state: State, gone: Gone) -> Explained:
    """One meeple after the other, in this order."""
    steps: list[Step] = []
    faults: dict[str, tuple[Message, ...]] = {}
    for colour, (source, to) in gone.items():
        found = _steps_to(state, colour, source, to)
        if isinstance(found, tuple):
            faults[colour] = found
            continue
        following = state
        try:
            for step in found:
                made = take_back(following) if isinstance(step, TakeBack) else show_move(following, step)
                following = made[0]
        except Refused as refused:  # more than the markers say
            faults[colour] = (_no_move(state, colour, to), refused.message)
            continue
        state, steps = following, [*steps, *found]
    return Explained(tuple(steps), faults)


def _steps_to(state: State, colour: str, source: str | None, to: str) -> list[Step] | tuple[Message, ...]:
    """The steps that bring the meeple to `to`, or what there is to say instead."""
    attempt = attempt_of(state)
    try:
        attempt.play_to(colour, to)
        return [ShowMove(colour, to)]
    except Refused as refused:
        reason = refused.message
    last = attempt.moves[-1] if attempt.moves else None
    if last is not None and (last.meeple, last.to, last.source) == (colour, source, to):
        return [TakeBack()]
    ways = series(attempt, colour, to, min(MOST_UNSEEN, _planned(state, colour)))
    if len(ways) == 1:
        return [ShowMove(colour, cell) for cell in ways[0]]
    if ways:
        return (say("watch.which_way", meeple=colour, cell=to),)
    return (_no_move(state, colour, to), reason)


def _planned(state: State, colour: str) -> int:
    """How many moves of this meeple the markers still hold: more were hardly made in one go."""
    crime, _, holding = showing(state)
    marked = sum(row.count for row in holding.plan if row.meeple == colour)
    return marked - sum(move.meeple == colour for move in crime.moves)


def _no_move(state: State, colour: str, to: str) -> Message:
    return say("watch.no_move", meeple=colour, cell=to, source=state.cells()[colour])


def series(attempt: Attempt, colour: str, goal: str, most: int) -> list[tuple[str, ...]]:
    """The shortest series of stops of this meeple that ends on `goal`: all there are, or none within `most`.

    Of those to one stop with the same powers left only two are followed: more would tell nothing new.
    """
    layer: list[tuple[Attempt, tuple[str, ...]]] = [(attempt, ())]
    for number in range(most):
        found = []
        following: dict[tuple[str, bool], list[tuple[Attempt, tuple[str, ...]]]] = {}
        for made, path in layer:
            for move in {move.to: move for move, _ in reversed(made.options(colour))}.values():
                if move.to == goal:
                    found.append((*path, goal))
                elif number + 1 < most:
                    after = made.play(colour, move.power, move.direction or move.to)
                    ways = following.setdefault((move.to, after.power_spent(colour)), [])
                    if len(ways) < 2:
                        ways.append((after, (*path, move.to)))
        if found:
            return found
        layer = [way for ways in following.values() for way in ways]
    return []
