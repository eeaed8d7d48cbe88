"""The thinking half of a round: markers, Movement tiles, buzzers, agreement and the end of claiming.

Pure functions State -> (State, events). A press of a claim button opens a lane; tiles wanted by somebody who
pressed later wait until the earlier lanes have their number, so a contested tile goes by the press.
"""

from __future__ import annotations

from msgspec.structs import replace

from app.games.contract import Message, Refused, refuse, say
from app.games.mutant_meeples.box import box
from app.games.mutant_meeples.roster import MAX_MEEPLES_MOVED, MAX_MOVES, MAX_MOVES_PER_MEEPLE
from app.games.mutant_meeples.state import (
    Agree,
    Buzz,
    Claim,
    Clock,
    Eliminate,
    Holding,
    Lane,
    Lapse,
    Phase,
    Plan,
    Round,
    SetPlan,
    Setup,
    State,
    TimeUp,
    plan_total,
)
from app.games.mutant_meeples.switches import decided

Outcome = tuple[State, list[Message]]


def markers_on_the_board(setup: Setup) -> bool:
    """Whether markers lie on the physical player boards (switch plan_entry; auto: if anybody has buttons)."""
    if setup.rules.plan_entry == "auto":
        return any(player.style != "touch" for player in setup.players)
    return setup.rules.plan_entry == "on-the-board"


def thinking(state: State) -> Round:
    """The open round. Refused when no crime is being thought about."""
    if state.phase is not Phase.THINK or state.round is None:
        raise refuse("phase.not_thinking")
    return state.round


def check_seat(state: State, player: int) -> None:
    """Refuse a seat number nobody sits on."""
    if not 0 <= player < len(state.players):
        raise refuse("seat.unknown", found=player, last=len(state.players) - 1)


def check_plan(state: State, player: int, plan: Plan) -> None:
    """Refuse markers that the player boards do not allow (MM-25 to MM-28, MM-57 to MM-59)."""
    if len(plan) > MAX_MEEPLES_MOVED:
        raise refuse("plan.too_many_rows", limit=MAX_MEEPLES_MOVED)
    usable = state.kit(player).usable()
    for number, row in enumerate(plan):
        if row.meeple in state.players[player].team:
            raise refuse("plan.on_team", meeple=row.meeple)
        if row.meeple not in usable:
            raise refuse("plan.not_usable", meeple=row.meeple)
        if any(earlier.meeple == row.meeple for earlier in plan[:number]):
            raise refuse("plan.twice", meeple=row.meeple)
        if not 1 <= row.count <= MAX_MOVES_PER_MEEPLE:
            raise refuse("plan.count", meeple=row.meeple, found=row.count, limit=MAX_MOVES_PER_MEEPLE)
    if plan_total(plan) > MAX_MOVES:
        raise refuse("plan.total", found=plan_total(plan), limit=MAX_MOVES)


def lowest_free_tile(crime: Round, at_least: int) -> int | None:
    """The lowest free Movement tile showing `at_least` or more (MM-35), or None (MM-36)."""
    held = {holding.tile for holding in crime.holdings}
    return next((tile for tile in box().tiles if tile >= at_least and tile not in held), None)


def can_still_claim(state: State, player: int) -> bool:
    """Neither out nor holding a tile, in an open round."""
    crime = state.round
    return crime is not None and player not in crime.out and state.holding(player) is None


def waits(crime: Round, player: int) -> bool:
    """Whether the player has named a tile that waits for an earlier press; its markers are locked (MM-39)."""
    return any(lane.player == player and lane.wish is not None for lane in crime.lanes)


def set_plan(state: State, action: SetPlan) -> Outcome:
    """Lay markers before claiming; drafts are private until the demonstration."""
    crime = thinking(state)
    check_seat(state, action.player)
    _check_open(state, crime, action.player)
    in_lane = any(lane.player == action.player for lane in crime.lanes)
    if waits(crime, action.player) or (in_lane and crime.clock is Clock.OVER):
        raise refuse("plan.locked")
    check_plan(state, action.player, action.rows)
    drafts = (*crime.drafts[: action.player], action.rows, *crime.drafts[action.player + 1 :])
    return replace(state, round=replace(crime, drafts=drafts)), []


def buzz(state: State, action: Buzz) -> Outcome:
    """Open a lane for the player who pressed."""
    crime = thinking(state)
    check_seat(state, action.player)
    _check_open(state, crime, action.player)
    if waits(crime, action.player):
        raise refuse("claim.waiting", player=state.players[action.player].name)
    if any(lane.player == action.player for lane in crime.lanes):
        raise refuse("claim.lane_open", player=state.players[action.player].name)
    if crime.clock is Clock.OVER:
        raise _too_late(state, state.players[action.player].name)
    if not crime.drafts[action.player] and not markers_on_the_board(state.setup):
        # A press takes no tile yet, so it is only refused; taking one without markers is MM-31.
        first = say("claim.lay_first", player=state.players[action.player].name)
        raise Refused(decided(first, state.setup.rules, "plan_entry"))
    crime = replace(crime, lanes=(*crime.lanes, Lane(action.player)), agreed=())
    return replace(state, round=crime), [say("claim.buzzed", player=state.players[action.player].name)]


def lapse(state: State, action: Lapse) -> Outcome:
    """A press without a number is void."""
    crime = thinking(state)
    check_seat(state, action.player)
    if all(lane.player != action.player for lane in crime.lanes):
        raise refuse("claim.no_lane", player=state.players[action.player].name)
    events = [say("claim.lapsed", player=state.players[action.player].name)]
    return settle(replace(state, round=without_lane(crime, action.player)), events)


def claim(state: State, action: Claim) -> Outcome:
    """Take a tile; with no markers on the screen (where they belong there) the player is out (MM-31)."""
    check_seat(state, action.player)
    player, name = action.player, state.players[action.player].name
    if state.phase is Phase.SHOW:
        raise _too_late(state, name)
    crime = thinking(state)
    _check_open(state, crime, player)
    if waits(crime, player):
        raise refuse("claim.waiting", player=name)
    in_lane = any(lane.player == player for lane in crime.lanes)
    if crime.clock is Clock.OVER and not in_lane:
        raise _too_late(state, name)
    if action.tile not in box().tiles:
        raise refuse("claim.no_such_tile", found=action.tile)
    plan = crime.drafts[player]
    if not plan and not markers_on_the_board(state.setup):
        told = decided(say("claim.no_plan", player=name), state.setup.rules, "plan_entry")
        return _put_out(state, crime, player, told)
    tile = _in_reach(state, crime, player, action.tile)
    check_tile(crime, plan, tile, name)
    if crime.lanes and crime.lanes[0].player != player:
        wish = Lane(player, tile)
        lanes = tuple(wish if lane.player == player else lane for lane in crime.lanes)
        crime = replace(crime, lanes=lanes if in_lane else (*lanes, wish))
        first = state.players[crime.lanes[0].player].name
        return replace(state, round=crime), [say("claim.waits", player=name, tile=tile, first=first)]
    return settle(*_take(state, crime, player, tile, action.tile))


def _in_reach(state: State, crime: Round, player: int, wanted: int) -> int:
    """What is taken: with a pad the next free tile above a taken one (MM-35), else what was asked for.

    A pad's number was chosen before the press; the tile may have gone in the meantime.
    """
    if state.setup.players[player].style != "pad":
        return wanted
    return lowest_free_tile(crime, wanted) or wanted


def eliminate(state: State, action: Eliminate) -> Outcome:
    """The table saw a tile taken with no markers laid: out for this round, tile back (MM-31, MM-32).

    Also when it is seen only now that the markers are to be entered, before the first move.
    """
    check_seat(state, action.player)
    if state.phase is Phase.SHOW and state.round is not None and state.round.showing == action.player:
        return _out_at_showing(state, state.round, action.player)
    crime = thinking(state)
    if action.player in crime.out:
        raise refuse("claim.out", player=state.players[action.player].name)
    told = say("claim.called_out", player=state.players[action.player].name)
    return _put_out(state, crime, action.player, told)


def _out_at_showing(state: State, crime: Round, player: int) -> Outcome:
    held = state.holding(player)
    if held is None or held.plan or crime.moves:
        raise refuse("claim.markers_seen", player=state.players[player].name)
    holdings = tuple(other for other in crime.holdings if other.player != player)
    crime = replace(crime, holdings=holdings, out=(*crime.out, player))
    events = [say("claim.called_out", player=state.players[player].name)]
    if holdings:
        return next_to_show(replace(state, round=crime), events)
    return think_on(state, crime, events)


def think_on(state: State, crime: Round, events: list[Message]) -> Outcome:
    """The only claim was none, so it never started the sand: the others may think on (MM-32, C05)."""
    crime = replace(crime, clock=Clock.IDLE, showing=None)
    return close_if_over(replace(state, phase=Phase.THINK, round=crime), events)


def agree(state: State, action: Agree) -> Outcome:
    """Consent that the crime cannot be solved; it ends the round when all who can still claim agree."""
    crime = thinking(state)
    check_seat(state, action.player)
    if crime.holdings or crime.lanes:
        raise refuse("agree.tile_held")
    if action.player in crime.out:
        raise refuse("claim.out", player=state.players[action.player].name)
    agreed = set(crime.agreed) - {action.player} | ({action.player} if action.agreed else set())
    crime = replace(crime, agreed=tuple(sorted(agreed)))
    return close_if_over(replace(state, round=crime), [])


def time_up(state: State, action: TimeUp) -> Outcome:
    """No more claims, except by those who pressed in time and owe a number."""
    crime = thinking(state)
    if crime.clock is not Clock.RUNNING:
        raise refuse("clock.not_running")
    state = replace(state, round=replace(crime, clock=Clock.OVER))
    return close_if_over(state, [decided(say("clock.time_up"), state.setup.rules, "timer_s")])


def _too_late(state: State, name: str) -> Refused:
    return Refused(decided(say("claim.too_late", player=name), state.setup.rules, "timer_s"))


def _check_open(state: State, crime: Round, player: int) -> None:
    name = state.players[player].name
    if player in crime.out:
        raise refuse("claim.out", player=name)
    held = state.holding(player)
    if held is not None:
        raise refuse("claim.held", player=name, tile=held.tile)


def check_tile(crime: Round, plan: Plan, tile: int, name: str) -> None:
    """Refuse a tile below the plan's sum (MM-29), or one that somebody holds (MM-35, MM-36)."""
    total = plan_total(plan)
    if tile < total:
        raise refuse("claim.below_sum", player=name, tile=tile, total=total)
    if any(held.tile == tile for held in crime.holdings):
        raise Refused(_taken(crime, name, tile))


def _taken(crime: Round, name: str, tile: int) -> Message:
    """The tile is somebody else's: the next free one (MM-35), or that there is none (MM-36)."""
    offer = lowest_free_tile(crime, tile)
    if offer is None:
        return say("claim.none_free", player=name, tile=tile)
    return say("claim.taken", player=name, tile=tile, offer=offer)


def _take(state: State, crime: Round, player: int, tile: int, wanted: int) -> Outcome:
    name = state.players[player].name
    events = [say("claim.made", player=name, tile=tile)]
    if tile != wanted:
        events.append(say("claim.next_free", player=name, tile=tile, wanted=wanted))
    clock = crime.clock
    if clock is Clock.IDLE:
        clock = Clock.RUNNING
        events.append(say("clock.started", seconds=state.setup.rules.timer_s))
    holding = Holding(player, tile, crime.drafts[player])
    crime = replace(without_lane(crime, player), holdings=(*crime.holdings, holding), clock=clock, agreed=())
    return replace(state, round=crime), events


def settle(state: State, events: list[Message]) -> Outcome:
    """Give waiting wishes their tiles in the order of the presses, then see whether claiming is over."""
    crime = thinking(state)
    while crime.lanes and crime.lanes[0].wish is not None:
        lane = crime.lanes[0]
        assert lane.wish is not None
        wish = _in_reach(state, crime, lane.player, lane.wish)
        held = {holding.tile for holding in crime.holdings}
        if wish in held:
            name = state.players[lane.player].name
            events = [*events, _taken(crime, name, wish)]
            crime = replace(crime, lanes=(Lane(lane.player), *crime.lanes[1:]))
            break
        state, taken = _take(state, crime, lane.player, wish, lane.wish)
        events = [*events, *taken]
        crime = thinking(state)
    return close_if_over(replace(state, round=crime), events)


def without_lane(crime: Round, player: int) -> Round:
    return replace(crime, lanes=tuple(lane for lane in crime.lanes if lane.player != player))


def _put_out(state: State, crime: Round, player: int, told: Message) -> Outcome:
    crime = replace(
        without_lane(crime, player),
        out=(*crime.out, player),
        holdings=tuple(held for held in crime.holdings if held.player != player),
        agreed=tuple(seat for seat in crime.agreed if seat != player),
    )
    if not crime.holdings:
        crime = replace(crime, clock=Clock.IDLE)
    return settle(replace(state, round=crime), [told])


def close_if_over(state: State, events: list[Message]) -> Outcome:
    """Claiming ends when the sand is out or nobody is left who could or would claim (MM-37, 38, 108)."""
    crime = thinking(state)
    able = [seat for seat in range(len(state.players)) if can_still_claim(state, seat)]
    if able and not crime.holdings and not crime.lanes and set(able) <= set(crime.agreed):
        in_a_row = state.agreed_in_a_row + 1
        phase = Phase.SCATTER if in_a_row == 2 else Phase.RESULT
        state = replace(state, phase=phase, agreed_in_a_row=in_a_row)
        return state, [*events, say("round.agreed", in_a_row=in_a_row)]
    if crime.lanes or (able and crime.clock is not Clock.OVER):
        return state, events
    if not crime.holdings:
        state = replace(state, phase=Phase.RESULT, agreed_in_a_row=0)
        return state, [*events, say("round.nobody_claimed")]
    return next_to_show(replace(state, round=replace(crime, clock=Clock.OVER)), events)


def next_to_show(state: State, events: list[Message]) -> Outcome:
    """The lowest tile that has not failed is shown next, or the round ends (MM-44, MM-53, MM-55)."""
    crime = state.round
    assert crime is not None
    left = sorted((held.tile, held.player) for held in crime.holdings if held.player not in crime.failed)
    crime = replace(crime, moves=(), penalty_due=False)
    if not left:
        state = replace(state, phase=Phase.RESULT, round=replace(crime, showing=None), agreed_in_a_row=0)
        return state, [*events, say("round.unsolved")]
    tile, player = left[0]
    state = replace(state, phase=Phase.SHOW, round=replace(crime, showing=player, ruling=None))
    return state, [*events, say("show.turn", player=state.players[player].name, tile=tile)]
