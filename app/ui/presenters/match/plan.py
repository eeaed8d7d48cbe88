"""A player board with its markers: before a claim, or entered before the demonstration."""

from __future__ import annotations

from collections.abc import Mapping

from app.games.mutant_meeples.claims import can_still_claim, lowest_free_tile, markers_on_the_board
from app.games.mutant_meeples.roster import MAX_MEEPLES_MOVED, colours, meeple
from app.games.mutant_meeples.state import Holding, Phase, Round, State, plan_total
from app.ui.presenters.match.hand import Hand
from app.ui.presenters.match.seats import seat_colour, seconds, without
from app.ui.presenters.match.show import give_up_cost
from app.ui.presenters.match.think import tiles
from app.ui.presenters.views import ChipView, PlanPanel, RowView
from app.ui.words import word


def plan_panel(state: State, crime: Round, hand: Hand, left_ms: Mapping[str, int]) -> PlanPanel:
    """The player board of `hand.plan_seat`, before claiming or (markers on the board) before showing."""
    seat = hand.plan_seat
    assert seat is not None
    claiming = state.phase is Phase.THINK
    rows = tuple(RowView(row.meeple, meeple(row.meeple).short, row.count) for row in hand.plan)
    laid = {row.meeple: number for number, row in enumerate(hand.plan)}
    total = plan_total(hand.plan)
    usable = state.kit(seat).usable()
    full = len(hand.plan) == MAX_MEEPLES_MOVED
    chips = tuple(
        ChipView(c, meeple(c).short, c in laid or (c in usable and not full), laid.get(c)) for c in colours()
    )
    offered = lowest_free_tile(crime, total) if total else None
    held = state.holding(seat)
    too_high = held is not None and total > held.tile
    return PlanPanel(
        seat=seat,
        name=state.players[seat].name,
        colour=seat_colour(seat),
        chips=chips,
        rows=rows,
        total=total,
        tiles=tiles(crime, state, max(total, 1), offered, not rows) if claiming else (),
        confirm=_plan_confirm(total, held, offered),
        can_confirm=bool(rows) and not too_high and (not claiming or offered is not None),
        left_s=seconds(left_ms, f"sand {crime.number}") if claiming else None,
        can_call_out=markers_on_the_board(state.setup) and (not claiming or can_still_claim(state, seat)),
        too_high=too_high,
        give_up_cost="" if claiming else give_up_cost(state, crime),
        without=without(state, seat),
    )


def _plan_confirm(total: int, held: Holding | None, offered: int | None) -> str:
    if held is not None and total > held.tile:
        return word("plan.too_high", n=total, tile=held.tile)
    if held is not None and total:
        return word("plan.these")
    return word("plan.take", tile=offered) if offered is not None else word("plan.lay_first")
