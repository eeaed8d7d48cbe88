"""The city at a moment of the match, and where the meeple in hand may go."""

from __future__ import annotations

from app.games.mutant_meeples.showing import attempt_of, needs_markers
from app.games.mutant_meeples.state import Phase, State
from app.table.best import Best
from app.ui.city_picture import CityPicture, Reach
from app.ui.presenters import steps
from app.ui.presenters.match.fixing import fix_picture
from app.ui.presenters.match.hand import Hand
from app.ui.presenters.match.show import moves_left


def picture(state: State, hand: Hand, best: Best | None) -> CityPicture:
    """The city at this moment."""
    crime, board, rules = state.round, state.board, state.setup.rules
    if hand.fix is not None and (fixed := fix_picture(state, hand, hand.fix)) is not None:
        return fixed
    if crime is None:
        return CityPicture(board, state.starts, state.starts)
    if hand.placed is not None:
        return CityPicture(
            board, hand.placed, crime.starts, crime.target, selected=hand.selected, exact_touch=True
        )
    if hand.best_seat is not None and best is not None:
        plan, step = best.answers[hand.best_seat].moves, hand.replay.step
        cells = {**crime.starts, **{move.meeple: move.to for move in plan[:step]}}
        _, moves = steps.steps_of(board, rules, crime.starts, plan[:step])
        return CityPicture(
            board,
            cells,
            crime.starts,
            crime.target,
            path=steps.lines(moves),
            ghosts=steps.ends(plan[step:]),
        )
    made = crime.moves
    if state.phase is Phase.FAILED and crime.ruling is not None:
        made = crime.ruling.moves
    _, moves = steps.steps_of(board, rules, crime.starts, made)
    cells = {**crime.starts, **{move.colour: move.cells[-1] for move in moves}}
    if state.phase in (Phase.RESULT, Phase.FINISHED):
        cells = state.starts  # where they stay, or were put by hand
    return CityPicture(
        board,
        {colour: cell for colour, cell in cells.items() if colour not in hand.astray},
        crime.starts,
        crime.target,
        selected=hand.selected,
        reachable=reachable(state, hand),
        path=steps.lines(moves),
    )


def reachable(state: State, hand: Hand) -> dict[str, Reach]:
    """Where the meeple in hand may go now."""
    selected = hand.selected
    if selected is None or state.phase is not Phase.SHOW or needs_markers(state) or not moves_left(state):
        return {}
    reach = steps.reach(attempt_of(state), selected)
    asked = {cell: kind for cell, kind in reach.items() if cell in hand.between}
    return asked or reach
