"""An open crime: the tiles, the sand, and a lane for everybody who pressed."""

from __future__ import annotations

from collections.abc import Mapping

from app.games.mutant_meeples.box import box
from app.games.mutant_meeples.claims import lowest_free_tile, markers_on_the_board
from app.games.mutant_meeples.state import Clock, Lane, Round, State, plan_total
from app.ui import theme
from app.ui.presenters.match.hand import Hand
from app.ui.presenters.match.seats import is_bot, players, seconds, tag
from app.ui.presenters.views import LaneView, ThinkPanel, TileView, TimerView

STEP_MS = 250
"""The glass is drawn four times a second: where no graphics chip draws, a frame costs 20 to 40 ms."""


def tiles(crime: Round, state: State, least: int, offered: int | None, late: bool) -> tuple[TileView, ...]:
    """All 24 Movement tiles, never hidden (MM-14)."""
    holders = {held.tile: held.player for held in crime.holdings}
    found = []
    for number in box().tiles:
        if number in holders:
            seat = holders[number]
            found.append(TileView(number, "held", tag(state.players[seat].name), theme.player_colour(seat)))
        elif late:
            found.append(TileView(number, "late"))
        elif number < least:
            found.append(TileView(number, "below"))
        else:
            found.append(TileView(number, "offered" if number == offered else "free"))
    return tuple(found)


def timer(state: State, left_ms: Mapping[str, int], paused: bool = False) -> TimerView:
    """The sand timer of the open crime."""
    crime, total = state.round, state.setup.rules.timer_s
    exact = left_ms.get(f"sand {crime.number}") if crime is not None else None
    running = exact is not None
    if exact is None:
        exact = 0 if crime is not None and crime.clock is Clock.OVER else total * 1000
    left = -(-exact // STEP_MS) * STEP_MS
    return TimerView(-(-left // 1000), total, running, left, paused and running)


def may_call_out(state: State, seat: int) -> bool:
    """Whether nobody but the table knows if markers lie behind this claim: they do on the screen, or not."""
    held = state.holding(seat)
    unseen = held is not None and not held.plan
    return unseen and markers_on_the_board(state.setup) and not is_bot(state, seat)


def held_tile(state: State, seat: int) -> int | None:
    """The tile that a person holds."""
    held = state.holding(seat)
    return None if held is None or is_bot(state, seat) else held.tile


def owing(crime: Round) -> tuple[Lane, ...]:
    """The players who pressed and have not named a number, in the order of the presses."""
    return tuple(lane for lane in crime.lanes if lane.wish is None)


def think_panel(
    state: State,
    crime: Round,
    hand: Hand,
    left_ms: Mapping[str, int],
    skip: str = "",
    can_skip: bool = False,
    paused: bool = False,
) -> ThinkPanel:
    """The open crime; `skip` is the button that ends the wait for machines, if there is one."""
    seats = range(len(state.players))
    lanes = tuple(
        LaneView(
            lane.player,
            state.players[lane.player].name,
            theme.player_colour(lane.player),
            lane_number(crime, lane.player, hand),
            seconds(left_ms, f"lane {crime.number}.{lane.player}") or 0,
            lane.player in hand.lane_numbers or lane.player in hand.pads,
        )
        for lane in owing(crime)
    )
    late = crime.clock is Clock.OVER and not lanes
    first = lanes[0] if lanes else None
    least = plan_total(crime.drafts[first.seat]) if first else 0
    # Nothing is proposed to one whose markers are unseen.
    offered = first.number if first and (least or first.seat in hand.pads) else None
    return ThinkPanel(
        letters=crime.letters,
        timer=timer(state, left_ms, paused),
        tiles=tiles(crime, state, least, offered, late),
        players=players(state, hand.pads),
        lanes=lanes,
        may_agree=not crime.holdings and not crime.lanes,
        agreed=tuple(seat in crime.agreed for seat in seats),
        may_call_out=tuple(may_call_out(state, seat) for seat in seats),
        held=tuple(held_tile(state, seat) for seat in seats),
        skip=skip,
        can_skip=can_skip,
    )


def lane_number(crime: Round, seat: int, hand: Hand) -> int | None:
    """The number a lane would claim: what was chosen there, else the lowest allowed."""
    least = max(1, plan_total(crime.drafts[seat]))
    chosen = hand.pads.get(seat, hand.lane_numbers.get(seat))
    return lowest_free_tile(crime, max(least, chosen or least))
