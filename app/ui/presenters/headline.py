"""What stands over the panel: the sentence that says what to do, and a line of help. Pure functions."""

from __future__ import annotations

from collections.abc import Mapping

from app.games.mutant_meeples.claims import markers_on_the_board
from app.games.mutant_meeples.outlook import prompt
from app.games.mutant_meeples.state import Phase, State, plan_total
from app.language import sentence
from app.ui.presenters.match import fixing
from app.ui.presenters.match.hand import Hand
from app.ui.presenters.match.seats import is_bot, seconds, without
from app.ui.presenters.match.show import moves_left, nothing_moved
from app.ui.presenters.match.think import owing
from app.ui.presenters.views import Header
from app.ui.words import word

COUNTED = range(2, 7)
"""Numbers that have a word of their own."""


def header(
    state: State,
    hand: Hand,
    left_ms: Mapping[str, int],
    can_undo: bool,
    can_redo: bool,
    for_machines: bool = False,
) -> Header:
    """What the table must do now, and one line of help. `for_machines`: the sand runs for them alone."""
    return Header(_sentence(state, hand), _hint(state, hand, left_ms, for_machines), can_undo, can_redo)


def _sentence(state: State, hand: Hand) -> str:
    crime = state.round
    if hand.fix is not None:
        return fixing.title(state, hand.fix)
    if hand.plan_seat is not None:
        key = "plan.title" if state.phase is Phase.THINK else "plan.enter_title"
        return word(key, name=state.players[hand.plan_seat].name)
    pressed = len(owing(crime)) if state.phase is Phase.THINK and crime is not None else 0
    if pressed > 1:
        return word("match.many_pressed", n=_count(pressed))
    if state.phase is Phase.FAILED and crime is not None and not crime.penalty_due and nothing_moved(crime):
        return word("failed.nothing_moved")
    turns = state.phase in (Phase.DRAW, Phase.RESULT, Phase.SCATTER)
    if turns and is_bot(state, state.drawer) and not all(player.bot for player in state.setup.players):
        return word(f"match.turn_for_{state.phase}", name=state.players[state.drawer].name)
    return sentence(prompt(state))


def _count(number: int) -> str:
    """A number of people as a word, as long as there is one."""
    return word(f"count.{number}") if number in COUNTED else str(number)


def _hint(state: State, hand: Hand, left_ms: Mapping[str, int], for_machines: bool) -> str:
    crime = state.round
    if hand.fix is not None:
        return word("fix.hint")
    if crime is None:
        return ""
    left = seconds(left_ms, f"sand {crime.number}")
    if state.phase is Phase.THINK and hand.plan_seat is not None:
        return _planning(state, hand, hand.plan_seat, left)
    if state.phase is Phase.THINK:
        if left is not None:
            return word("match.machines_left" if for_machines else "match.seconds_left", n=left)
        return "" if owing(crime) else _how_to_claim(state)
    if state.phase is Phase.SHOW and hand.plan_seat is not None:
        held = state.holding(hand.plan_seat)
        return word("plan.enter_hint", tile=held.tile, n=plan_total(hand.plan)) if held is not None else ""
    if state.phase is Phase.SHOW and hand.plan_seat is None and hand.placed is None:
        if is_bot(state, crime.showing):
            return word("show.watch")
        if not moves_left(state):
            return word("show.tap_done")
        if hand.selected is None:
            return word("watch.hint" if hand.watched else "show.tap_meeple")
        goes_on = bool(crime.moves) and crime.moves[-1].meeple == hand.selected
        return word("show.tap_next" if goes_on else "show.tap_cell")
    return ""


def _planning(state: State, hand: Hand, seat: int, left: int | None) -> str:
    """Whom the player lacks, all the while; else how many moves are marked, and the seconds left."""
    missing, total = without(state, seat), plan_total(hand.plan)
    if missing and left is not None:
        return word("plan.without_left", meeples=missing, s=left)
    if missing:
        return word("plan.without", meeples=missing)
    if left is not None:
        return word("plan.total_left", n=total, s=left)
    return word("plan.total", n=total) if hand.plan else word("plan.up_to_three")


def _how_to_claim(state: State) -> str:
    touch = {player.style == "touch" for player in state.setup.players}
    if len(touch) > 1:
        return word("match.think_mixed")
    return word("match.think_buzz" if markers_on_the_board(state.setup) else "match.think_touch")
