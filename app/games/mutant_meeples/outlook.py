"""What people see of a match: the offers to a seat, the redacted view, and the prompt to the table."""

from __future__ import annotations

from typing import Any

import msgspec

from app.games.contract import Message, Offer, say
from app.games.mutant_meeples import tournament
from app.games.mutant_meeples.box import box
from app.games.mutant_meeples.claims import can_still_claim, lowest_free_tile, markers_on_the_board, waits
from app.games.mutant_meeples.preparing import practises
from app.games.mutant_meeples.roster import MAX_MEEPLES_MOVED, MAX_MOVES_PER_MEEPLE
from app.games.mutant_meeples.showing import attempt_of, needs_markers
from app.games.mutant_meeples.state import Clock, Phase, Round, State, plan_total


def offers(state: State, player: int) -> list[Offer]:
    """What the seat may do now, with the values each parameter may take."""
    crime = state.round
    match state.phase:
        case Phase.DRAW | Phase.RESULT:
            return [Offer("draw")] if player == state.drawer else []
        case Phase.SCATTER:
            return [Offer("scatter")] if player == state.drawer else []
        case Phase.THINK if crime is not None:
            return _thinking(state, crime, player)
        case Phase.SHOW if crime is not None and player == crime.showing:
            return _showing(state, player)
        case Phase.FAILED if crime is not None and player == crime.showing:
            if crime.penalty_due:
                return [Offer("give-back", {"meeple": list(state.players[player].team)})]
            return [Offer("proceed")]
    return []


def _plan_offer(state: State, player: int) -> Offer:
    return Offer(
        "plan",
        {
            "meeple": list(state.kit(player).usable()),
            "count": [1, MAX_MOVES_PER_MEEPLE],
            "rows": MAX_MEEPLES_MOVED,
        },
    )


def _thinking(state: State, crime: Round, player: int) -> list[Offer]:
    if not can_still_claim(state, player):
        return []
    in_lane = any(lane.player == player for lane in crime.lanes)
    locked = waits(crime, player) or (in_lane and crime.clock is Clock.OVER)
    found = [] if locked else [_plan_offer(state, player)]
    free = _free_tiles(state, crime, player)
    found += [Offer("claim", {"tile": free})] if free else []
    if _ready(state, crime, player) and not in_lane and crime.clock is not Clock.OVER:
        found.append(Offer("buzz"))
    if not crime.holdings and not crime.lanes:
        found.append(Offer("agree", {"agreed": player not in crime.agreed}))
    return found


def _ready(state: State, crime: Round, player: int) -> bool:
    """Whether the player's markers are laid, or lie where the referee does not see them."""
    return bool(crime.drafts[player]) or markers_on_the_board(state.setup)


def _free_tiles(state: State, crime: Round, player: int) -> list[int]:
    """The Movement tiles the player may ask for now, from the sum of the markers up."""
    in_time = crime.clock is not Clock.OVER or any(lane.player == player for lane in crime.lanes)
    if waits(crime, player) or not _ready(state, crime, player) or not in_time:
        return []
    held = {holding.tile for holding in crime.holdings}
    total = plan_total(crime.drafts[player])
    return [tile for tile in box().tiles if tile >= total and tile not in held]


def numbers(state: State, player: int) -> list[int]:
    """The tiles that the up and down buttons of a pad step through now."""
    crime = state.round
    if state.phase is not Phase.THINK or crime is None or not can_still_claim(state, player):
        return []
    return _free_tiles(state, crime, player) if state.setup.players[player].style == "pad" else []


def known_number(state: State, player: int) -> int | None:
    """What a pad claims before a number was chosen on it: the sum of markers that lie on the screen."""
    crime, free = state.round, numbers(state, player)
    return free[0] if crime is not None and free and crime.drafts[player] else None


def _showing(state: State, player: int) -> list[Offer]:
    if needs_markers(state):
        return [_plan_offer(state, player), Offer("give-up")]
    attempt = attempt_of(state)
    holding = state.holding(player)
    found = [Offer("done"), Offer("show-cells"), Offer("give-up")]
    if holding is not None and len(attempt.moves) < plan_total(holding.plan):
        reach = {
            colour: sorted({move.to for move, _ in attempt.options(colour)})
            for colour in state.kit(player).usable()
        }
        reach = {colour: cells for colour, cells in reach.items() if cells}
        found = [Offer("show", {"to": reach}), *found] if reach else found
    if attempt.moves:
        found.append(Offer("take-back"))
    elif markers_on_the_board(state.setup):  # entered wrongly: they may be entered again until a meeple moves
        found.append(_plan_offer(state, player))
    return found


def view(state: State, player: int | None) -> dict[str, Any]:
    """The state as plain data, without the face-down Location tiles and other players' markers.

    Markers become public when their owner demonstrates (or has failed), as on the table. `practice` tells
    whether one person plays alone.
    """
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(state))
    data["practice"] = practises(state.setup)
    data["stack"] = len(state.stack)
    crime = state.round
    if crime is not None:
        open_to_all = {crime.showing, *crime.failed}
        shown = data["round"]
        shown["drafts"] = [draft if seat == player else [] for seat, draft in enumerate(shown["drafts"])]
        for holding in shown["holdings"]:
            if holding["player"] != player and holding["player"] not in open_to_all:
                holding["plan"] = []
        shown["lanes"] = [
            {**lane, "wish": lane.get("wish") if lane["player"] == player else None}
            for lane in shown["lanes"]
        ]
    return data


def prompt(state: State) -> Message:
    """One sentence for the table: who does what now."""
    crime = state.round
    alone = practises(state.setup)
    drawer = state.players[state.drawer].name
    match state.phase:
        case Phase.FINISHED if state.winner is not None:
            return _prompt_finished(state, state.players[state.winner].name)
        case Phase.SCATTER:
            return say("prompt.scatter", player=drawer)
        case Phase.RESULT:
            return say("practice.next") if alone else say("prompt.next", player=drawer)
        case Phase.THINK if crime is not None:
            return _prompt_thinking(state, crime)
        case Phase.SHOW | Phase.FAILED if crime is not None and crime.showing is not None:
            return _prompt_showing(state, crime, crime.showing)
    return say("practice.draw") if alone else say("prompt.draw", player=drawer)


def _prompt_finished(state: State, winner: str) -> Message:
    if state.setup.tournament is None:
        return say("prompt.finished", player=winner)
    if tournament.champion(state) is not None:
        return say("prompt.tournament_won", player=winner)
    return say(
        "prompt.tournament_goes_on",
        player=winner,
        standing=tournament.standing(state.setup, tournament.wins(state)),
    )


def _prompt_thinking(state: State, crime: Round) -> Message:
    for lane in crime.lanes:
        if lane.wish is None:
            offer = lowest_free_tile(crime, max(1, plan_total(crime.drafts[lane.player])))
            return say("prompt.buzzed", player=state.players[lane.player].name, offer=offer)
    if crime.clock is Clock.RUNNING:
        lowest = min(crime.holdings, key=lambda held: held.tile)
        return say("prompt.beat", player=state.players[lowest.player].name, tile=lowest.tile)
    return say("practice.think" if practises(state.setup) else "prompt.think", cell=crime.target)


def _prompt_showing(state: State, crime: Round, player: int) -> Message:
    name = state.players[player].name
    if state.phase is Phase.FAILED:
        key = "prompt.penalty" if crime.penalty_due else "prompt.put_back"
        return say(key, player=name)
    if needs_markers(state):
        return say("prompt.enter_markers", player=name)
    holding = state.holding(player)
    moves = plan_total(holding.plan) if holding else 0
    return say("prompt.show", player=name, moves=moves, tile=holding.tile if holding else 0)
