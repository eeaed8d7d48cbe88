"""Putting right by hand what the table knows better: a claim, a verdict, or where a meeple stands.

A correction is an action like any other, so it is journalled, told and can be taken back. It only makes what
the table could have come to by itself: tiles stay different, markers legal, meeples on cells of their own.
"""

from __future__ import annotations

from msgspec.structs import replace

from app.games.contract import Message, refuse, say
from app.games.mutant_meeples.box import box
from app.games.mutant_meeples.claims import (
    Outcome,
    check_plan,
    check_seat,
    check_tile,
    markers_on_the_board,
    next_to_show,
    settle,
    think_on,
    without_lane,
)
from app.games.mutant_meeples.showing import solved, with_player
from app.games.mutant_meeples.state import (
    Clock,
    CorrectClaim,
    CorrectPlace,
    CorrectVerdict,
    Holding,
    Phase,
    Plan,
    Round,
    Ruling,
    State,
)


def correct_claim(state: State, action: CorrectClaim) -> Outcome:
    """Give, change or take away a player's tile while a crime is open and nobody has moved a meeple."""
    check_seat(state, action.player)
    crime, player, name = state.round, action.player, state.players[action.player].name
    if crime is None or state.phase not in (Phase.THINK, Phase.SHOW) or crime.moves:
        raise refuse("correct.no_claims")
    if player in crime.failed:
        raise refuse("correct.judged", player=name)
    held = state.holding(player)
    if action.tile is None and held is None:
        raise refuse("correct.holds_nothing", player=name)
    others = tuple(holding for holding in crime.holdings if holding.player != player)
    crime = replace(
        without_lane(crime, player), holdings=others, out=tuple(seat for seat in crime.out if seat != player)
    )
    if action.tile is None:
        event = say("correct.claim_gone", player=name)
    else:
        plan = action.rows or (held.plan if held else crime.drafts[player])
        _check_claim(state, crime, action.tile, player, plan)
        crime = replace(crime, holdings=(*others, Holding(player, action.tile, plan)), agreed=())
        event = say("correct.claim", player=name, tile=action.tile)
    return _go_on(replace(state, round=crime), crime, [event])


def _check_claim(state: State, crime: Round, tile: int, player: int, plan: Plan) -> None:
    name = state.players[player].name
    if tile not in box().tiles:
        raise refuse("claim.no_such_tile", found=tile)
    holder = next((held.player for held in crime.holdings if held.tile == tile), None)
    if holder is not None:
        raise refuse("correct.tile_held", tile=tile, player=state.players[holder].name)
    check_plan(state, player, plan)
    if not plan and not markers_on_the_board(state.setup):
        raise refuse("claim.lay_first", player=name)
    check_tile(crime, plan, tile, name)


def _go_on(state: State, crime: Round, events: list[Message]) -> Outcome:
    """What the corrected claims lead to: the sand runs while there is a tile, those who waited get theirs,
    the lowest is shown first.
    """
    if state.phase is Phase.SHOW:
        return next_to_show(state, events) if crime.holdings else think_on(state, crime, events)
    clock = crime.clock
    if not crime.holdings:
        clock = Clock.IDLE
    elif clock is Clock.IDLE:
        clock = Clock.RUNNING
    return settle(replace(state, round=replace(crime, clock=clock)), events)


def correct_verdict(state: State, action: CorrectVerdict) -> Outcome:
    """Turn a verdict of this round around, as long as no other crime has been drawn."""
    check_seat(state, action.player)
    return _now_right(state, action) if action.legal else _now_wrong(state, action)


def _now_right(state: State, action: CorrectVerdict) -> Outcome:
    """A claim that was called wrong was right: the penalty comes back and the round ends with this player.

    Whoever showed after it need not have: their penalties come back, and what they solved is not solved.
    """
    crime, player = state.round, action.player
    name = state.players[player].name
    if crime is None or player not in crime.failed or state.phase not in (
        Phase.FAILED, Phase.SHOW, Phase.RESULT, Phase.FINISHED,
    ):  # fmt: skip
        raise refuse("correct.not_wrong", player=name)
    seen = crime.ruling.moves if crime.ruling is not None and crime.ruling.player == player else ()
    hero = action.meeple or (seen[-1].meeple if seen else None)
    if hero is None or hero not in state.round_kit(player).usable():
        raise refuse("correct.hero", player=name)
    cells = {
        **crime.starts,
        **{move.meeple: move.to for move in seen},
        **(action.cells or {}),
        hero: crime.target,
    }
    for colour, cell in cells.items():
        _check_cell(state, cells, colour, cell)
    later = _later(crime, player)
    events: list[Message] = []
    if later:
        spared = tuple(state.players[seat].name for seat in later)
        events = [say("correct.spared", player=name, players=spared)]
    for seat in (player, *later):
        state = with_player(state, seat, replace(state.players[seat], team=crime.teams[seat]))
    ruling = Ruling(player, True, say("correct.right", player=name, meeple=hero), seen)
    crime = replace(
        crime,
        ruling=ruling,
        moves=seen,
        showing=player,
        failed=tuple(seat for seat in crime.failed if seat != player and seat not in later),
        penalty_due=False,
    )
    state, told = solved(replace(state, round=crime, winner=None), player, hero, cells)
    return state, [ruling.reason, *events, *told]


def _later(crime: Round, player: int) -> tuple[int, ...]:
    """Who has shown after a player that failed: those who failed too, and who solved the crime."""
    after = crime.failed[crime.failed.index(player) + 1 :]
    solver = (crime.ruling.player,) if crime.ruling is not None and crime.ruling.legal else ()
    return (*after, *solver)


def _now_wrong(state: State, action: CorrectVerdict) -> Outcome:
    """A claim that was called right was wrong: the hero goes, the meeples go back, the penalty is due."""
    crime, player = state.round, action.player
    name = state.players[player].name
    ruling = crime.ruling if crime is not None else None
    if (
        crime is None
        or ruling is None
        or not ruling.legal
        or ruling.player != player
        or state.phase not in (Phase.RESULT, Phase.FINISHED)
    ):
        raise refuse("correct.not_right", player=name)
    seat = replace(state.players[player], team=crime.teams[player])
    reason = say("correct.wrong", player=name)
    crime = replace(
        crime,
        ruling=Ruling(player, False, reason, ruling.moves),
        failed=(*crime.failed, player),
        showing=player,
        penalty_due=bool(seat.team),
    )
    state = with_player(replace(state, round=crime), player, seat)
    state = replace(state, starts=crime.starts, drawer=crime.drawer, phase=Phase.FAILED, winner=None)
    return state, [reason]


def correct_place(state: State, action: CorrectPlace) -> Outcome:
    """Put a meeple with its placeholder on another cell; the open crime begins from there."""
    if action.meeple not in state.starts:
        raise refuse("correct.no_meeple", found=action.meeple)
    crime = state.round
    if state.phase in (Phase.SCATTER, Phase.FINISHED) or (
        crime is not None and state.phase is Phase.SHOW and crime.moves
    ):
        raise refuse("correct.no_place")
    source = state.starts[action.meeple]
    starts = {**state.starts, action.meeple: action.cell}
    _check_cell(state, starts, action.meeple, action.cell)
    if crime is not None and state.phase in (Phase.THINK, Phase.SHOW, Phase.FAILED):
        state = replace(state, round=replace(crime, starts=starts))
    told = say("correct.place", meeple=action.meeple, source=source, cell=action.cell)
    return replace(state, starts=starts), [told]


def _check_cell(state: State, cells: dict[str, str], colour: str, cell: str) -> None:
    if colour not in state.starts:
        raise refuse("correct.no_meeple", found=colour)
    if not state.board.has(cell):
        raise refuse("correct.no_cell", cell=cell)
    other = next((c for c, at in cells.items() if at == cell and c != colour), None)
    if other is not None:
        raise refuse("correct.taken", cell=cell, meeple=other)
