"""The showing half of a round: the demonstration, the verdict, the penalty and who comes next.

Pure functions State -> (State, events). Moves are checked one by one as they are shown; whether they follow
the markers and reach the scene of the crime is the verifier's verdict once the player says "done".
"""

from __future__ import annotations

from msgspec.structs import replace

from app.games.contract import Message, Refused, refuse, say
from app.games.mutant_meeples import tournament
from app.games.mutant_meeples.attempt import Attempt, start
from app.games.mutant_meeples.box import box
from app.games.mutant_meeples.claims import Outcome, check_plan, markers_on_the_board, next_to_show
from app.games.mutant_meeples.preparing import practises
from app.games.mutant_meeples.state import (
    GiveBack,
    Holding,
    Phase,
    Player,
    Round,
    Ruling,
    SetPlan,
    ShowCells,
    ShowMove,
    State,
    plan_total,
)
from app.games.mutant_meeples.switches import decided
from app.games.mutant_meeples.verifier import Verdict, judge_result, judge_steps, replay


def showing(state: State) -> tuple[Round, int, Holding]:
    """The round, the demonstrator's seat and tile. Refused when nobody is demonstrating."""
    crime = state.round
    if state.phase is not Phase.SHOW or crime is None or crime.showing is None:
        raise refuse("phase.not_showing")
    holding = state.holding(crime.showing)
    assert holding is not None
    return crime, crime.showing, holding


def needs_markers(state: State) -> bool:
    """Whether the demonstrator must first enter the markers as they lie on the player board."""
    crime = state.round
    if state.phase is not Phase.SHOW or crime is None or crime.showing is None:
        return False
    holding = state.holding(crime.showing)
    return holding is not None and not holding.plan


def attempt_of(state: State) -> Attempt:
    """The demonstration so far, ready for the next move."""
    crime, player, _ = showing(state)
    attempt = start(state.board, state.kit(player), state.starts)
    for move in crime.moves:
        attempt = attempt.play_to(move.meeple, move.to)
    return attempt


def enter_markers(state: State, action: SetPlan) -> Outcome:
    """Enter the markers as they lie on the player board, before the first move (plan_entry)."""
    crime, player, holding = showing(state)
    if action.player != player:
        raise refuse("show.not_your_turn", player=state.players[player].name)
    if not markers_on_the_board(state.setup):
        raise Refused(decided(say("plan.locked"), state.setup.rules, "plan_entry"))
    if crime.moves:
        raise refuse("plan.moves_shown")
    if not action.rows:
        raise refuse("plan.empty")
    check_plan(state, player, action.rows)
    if plan_total(action.rows) > holding.tile:
        raise refuse("plan.above_tile", total=plan_total(action.rows), tile=holding.tile)
    held = tuple(replace(h, plan=action.rows) if h.player == player else h for h in crime.holdings)
    return replace(state, round=replace(crime, holdings=held)), []


def show_move(state: State, action: ShowMove) -> Outcome:
    """One move of the demonstration, refused with its reason when the rules do not allow it."""
    crime, _, holding = showing(state)
    _check_markers(state)
    if len(crime.moves) >= plan_total(holding.plan):
        raise refuse("show.all_shown", moves=plan_total(holding.plan))
    attempt = attempt_of(state).play_to(action.meeple, action.to)
    return replace(state, round=replace(crime, moves=attempt.moves)), []


def take_back(state: State) -> Outcome:
    """Take the last shown move back: a slip is not a wrong solution."""
    crime, _, _ = showing(state)
    if not crime.moves:
        raise refuse("show.nothing_to_take_back")
    return replace(state, round=replace(crime, moves=crime.moves[:-1])), []


def done(state: State) -> Outcome:
    """Judge the moves that were shown."""
    crime, player, holding = showing(state)
    _check_markers(state)
    verdict = judge_steps(
        state.board,
        state.starts,
        state.kit(player),
        crime.target,
        [(move.meeple, move.to) for move in crime.moves],
        _plan_pairs(holding),
        holding.tile,
    )
    return _rule(state, verdict)


def show_cells(state: State, action: ShowCells) -> Outcome:
    """Judge the demonstration by where the meeples stand afterwards."""
    verdict = judged(state, action).verdict
    assert verdict is not None
    return _rule(state, verdict)


def judged(state: State, action: ShowCells) -> ShowCells:
    """The reading with its verdict: can the meeples have come there? Long rows of markers take seconds.

    A verdict that is there already stays, once the moves of a right one have been replayed. Raises `Refused`.
    """
    crime, player, holding = showing(state)
    _check_markers(state)
    if set(action.cells) != set(state.starts):
        absent = tuple(sorted(set(state.starts) ^ set(action.cells)))
        raise refuse("show.cells_incomplete", meeples=absent)
    start(state.board, state.kit(player), action.cells)
    if action.verdict is not None:
        if action.verdict.legal and not _leads_there(state, action.verdict, action.cells):
            raise refuse("show.verdict_differs")
        return action
    verdict = judge_result(
        state.board,
        state.starts,
        action.cells,
        state.kit(player),
        crime.target,
        _plan_pairs(holding),
        holding.tile,
    )
    return replace(action, verdict=verdict)


def _leads_there(state: State, verdict: Verdict, cells: dict[str, str]) -> bool:
    """Whether the moves of a verdict solve the crime and bring every meeple to its cell."""
    crime, player, holding = showing(state)
    again = replay(state.board, state.starts, state.kit(player), verdict.moves, crime.target)
    ends = dict(state.starts) | {move.meeple: move.to for move in verdict.moves}
    return again.legal and ends == cells and len(verdict.moves) <= holding.tile


def give_up(state: State) -> Outcome:
    """The demonstrator cannot show it: the claim is incorrect."""
    crime, player, _ = showing(state)
    return _fail(state, crime, Ruling(player, False, say("verdict.given_up"), crime.moves))


def give_back(state: State, action: GiveBack) -> Outcome:
    """Pay for a wrong claim with one member of the own super team (MM-51).

    Practice knows no penalty, but matches of one used to; what their journals tell of it changes nothing.
    """
    crime = state.round
    if state.phase is Phase.FAILED and practises(state.setup):
        return state, []
    if state.phase is not Phase.FAILED or crime is None or crime.showing is None or not crime.penalty_due:
        raise refuse("phase.no_penalty")
    seat = state.players[crime.showing]
    if action.meeple not in seat.team:
        raise refuse("penalty.not_on_team", meeple=action.meeple, player=seat.name)
    seat = replace(seat, team=tuple(c for c in seat.team if c != action.meeple))
    state = with_player(replace(state, round=replace(crime, penalty_due=False)), crime.showing, seat)
    return state, [say("penalty.paid", player=seat.name, meeple=action.meeple)]


def proceed(state: State) -> Outcome:
    """The meeples stand on their placeholders again; the next lowest tile is due (MM-53, MM-54)."""
    crime = state.round
    if state.phase is not Phase.FAILED or crime is None:
        raise refuse("phase.nothing_to_proceed")
    if crime.penalty_due:
        raise refuse("penalty.due", player=state.players[crime.showing or 0].name)
    return next_to_show(state, [])


def _check_markers(state: State) -> None:
    if needs_markers(state):
        raise Refused(decided(say("plan.enter_first"), state.setup.rules, "plan_entry"))


def _plan_pairs(holding: Holding) -> list[tuple[str, int]]:
    return [(row.meeple, row.count) for row in holding.plan]


def with_player(state: State, player: int, seat: Player) -> State:
    """The state with another player on that seat."""
    players = tuple(seat if n == player else old for n, old in enumerate(state.players))
    return replace(state, players=players)


def _rule(state: State, verdict: Verdict) -> Outcome:
    crime, player, _ = showing(state)
    ruling = Ruling(player, verdict.legal, verdict.reason, verdict.moves)
    if not verdict.legal:
        return _fail(state, crime, ruling)
    state = replace(state, round=replace(crime, ruling=ruling, moves=verdict.moves))
    return solved(state, player, verdict.moves[-1].meeple, state.cells())


def solved(state: State, player: int, hero: str, cells: dict[str, str]) -> Outcome:
    """The round ends with a right claim: the hero joins, the meeples stay where they stand (MM-49).

    In practice nobody joins: all meeples stay in play, and the next crime follows until the table stops.
    Where a wrong claim was called right by hand, no number of moves is told: not all need have been seen.
    """
    crime = state.round
    assert crime is not None
    assert crime.ruling is not None
    state = replace(state, starts=cells, drawer=player, agreed_in_a_row=0, phase=Phase.RESULT)
    seat, moves, events = state.players[player], len(crime.moves), []
    unseen = crime.ruling.reason.key == "correct.right"
    if "switch" in crime.ruling.reason.params:  # right at this table and not at every other
        events = [crime.ruling.reason]
    if practises(state.setup):
        return state, events if unseen else [say("practice.solved", moves=moves, meeple=hero), *events]
    if unseen:
        events = [say("round.joined", player=seat.name, meeple=hero)]
    else:
        events = [say("round.solved", player=seat.name, moves=moves, meeple=hero), *events]
    seat = replace(seat, team=(*seat.team, hero))
    state = with_player(state, player, seat)
    if len(seat.team) < box().team_size:
        return state, events
    state = replace(state, phase=Phase.FINISHED, winner=player)
    return state, [*events, say("match.won", player=seat.name, n=len(seat.team)), *tournament.told(state)]


def _fail(state: State, crime: Round, ruling: Ruling) -> Outcome:
    seat = state.players[ruling.player]
    crime = replace(crime, ruling=ruling, failed=(*crime.failed, ruling.player), penalty_due=bool(seat.team))
    events: list[Message] = [say("round.failed", player=seat.name), ruling.reason]
    return replace(state, round=crime, phase=Phase.FAILED), events
