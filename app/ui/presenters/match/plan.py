"""A player board with its markers: before a claim, or entered before the demonstration."""

from __future__ import annotations

from collections.abc import Mapping

from app.games.mutant_meeples.claims import can_still_claim, lowest_free_tile, markers_on_the_board
from app.games.mutant_meeples.state import Holding, Phase, Round, State, plan_total
from app.ui import theme
from app.ui.presenters.match.hand import Hand
from app.ui.presenters.match.markers import chips_of, rows_of
from app.ui.presenters.match.seats import is_bot, seconds, tag
from app.ui.presenters.match.show import give_up_cost
from app.ui.presenters.match.think import tiles
from app.ui.presenters.views import OtherView, PlanPanel
from app.ui.words import word


def plan_panel(state: State, crime: Round, hand: Hand, left_ms: Mapping[str, int]) -> PlanPanel:
    """The player board of `hand.plan_seat`, before claiming or (markers on the board) before showing."""
    seat = hand.plan_seat
    assert seat is not None
    claiming = state.phase is Phase.THINK
    rows, total = rows_of(hand.plan), plan_total(hand.plan)
    offered = lowest_free_tile(crime, total) if total else None
    held = state.holding(seat)
    too_high = held is not None and total > held.tile
    return PlanPanel(
        seat=seat,
        name=state.players[seat].name,
        colour=theme.player_colour(seat),
        chips=chips_of(state, seat, hand.plan),
        rows=rows,
        total=total,
        tiles=tiles(crime, state, max(total, 1), offered, not rows) if claiming else (),
        confirm=_plan_confirm(state, crime, total, held, offered),
        can_confirm=bool(rows) and not too_high and (not claiming or offered is not None),
        left_s=seconds(left_ms, f"sand {crime.number}") if claiming else None,
        can_call_out=_can_call_out(state, seat, claiming, bool(rows)),
        too_high=too_high,
        others=_others(state, seat) if claiming else (),
        give_up_cost="" if claiming else give_up_cost(state, crime),
    )


def _can_call_out(state: State, seat: int, claiming: bool, laid: bool) -> bool:
    """Nobody while the markers lie on the screen, nor who lays them there: all can see them."""
    if not markers_on_the_board(state.setup) or not claiming:
        return markers_on_the_board(state.setup)
    return not laid and state.setup.players[seat].style != "touch" and can_still_claim(state, seat)


def _others(state: State, seat: int) -> tuple[OtherView, ...]:
    """Who else can claim by hand."""
    return tuple(
        OtherView(other, tag(player.name), theme.player_colour(other))
        for other, player in enumerate(state.players)
        if other != seat and can_still_claim(state, other) and not is_bot(state, other)
    )


def _plan_confirm(state: State, crime: Round, total: int, held: Holding | None, offered: int | None) -> str:
    if held is not None and total > held.tile:
        return word("plan.too_high", n=total, tile=held.tile)
    if held is not None and total:
        return word("plan.these")
    if offered is None:
        return word("plan.lay_first")
    if offered == total:
        return word("plan.take", tile=offered)
    holder = next(holding.player for holding in crime.holdings if holding.tile == total)
    return word("plan.take_next", tile=offered, taken=total, name=state.players[holder].name)
