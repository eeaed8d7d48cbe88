"""The panel of the moment, by phase and by what is in the hand."""

from __future__ import annotations

from collections.abc import Mapping

from app.games.mutant_meeples.state import Phase, State
from app.table.best import Best
from app.ui.presenters.match import best as bests
from app.ui.presenters.match import draw, fixing, over, plan, show, think
from app.ui.presenters.match.hand import Hand
from app.ui.presenters.views import CameraWords, GuideView, Panel


def panel(
    state: State,
    hand: Hand,
    left_ms: Mapping[str, int],
    best: Best | None,
    best_failed: bool,
    camera: CameraWords,
    corrected: bool,
    skip: tuple[str, bool] = ("", False),
    guide: GuideView | None = None,
    paused: bool = False,
) -> Panel:
    """What stands beside the city.

    `camera` tells of it in a demonstration, `guide` while meeples are put in place, `corrected` whether the
    table put something right by hand, `skip` the text of the button that ends the wait for machines and
    whether it is ready, `paused` whether time stands still.
    """
    if hand.fix is not None:
        return fixing.fix_panel(state, hand, hand.fix)
    crime = state.round
    if crime is None or state.phase in (Phase.DRAW, Phase.SCATTER):
        return draw.draw_panel(state, guide)
    if state.phase is Phase.THINK and hand.plan_seat is None:
        return think.think_panel(state, crime, hand, left_ms, *skip, paused)
    if hand.plan_seat is not None:
        return plan.plan_panel(state, crime, hand, left_ms)
    if state.phase is Phase.SHOW:
        if hand.placed is not None:
            return show.confirm_panel(state, hand)
        return show.show_panel(state, crime, camera)
    if state.phase is Phase.FAILED:
        return show.failed_panel(state, crime, guide)
    if hand.best_seat is not None and best is not None:
        return bests.best_panel(state, crime, best, hand.best_seat, hand.replay)
    if state.phase is Phase.FINISHED:
        return over.winner_panel(state, best, best_failed, corrected)
    return over.result_panel(state, crime, best, best_failed, corrected)
