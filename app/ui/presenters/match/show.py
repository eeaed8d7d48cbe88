"""The demonstration: the moves so far, a reading to be confirmed, and a claim that does not hold."""

from __future__ import annotations

from app.games.mutant_meeples.roster import meeple
from app.games.mutant_meeples.state import Round, State, plan_total
from app.language import sentence
from app.ui.presenters import steps
from app.ui.presenters.match.hand import Hand
from app.ui.presenters.match.markers import rows_of
from app.ui.presenters.match.seats import is_bot
from app.ui.presenters.views import (
    CameraWords,
    ChipView,
    ConfirmPanel,
    FailedPanel,
    GuideView,
    ShowPanel,
    StepView,
)
from app.ui.words import word


def give_up_cost(state: State, crime: Round) -> str:
    """What the demonstrator loses by giving up, and who is next if anybody is."""
    assert crime.showing is not None
    seat = state.players[crime.showing]
    cost = word("show.costs_hero", name=seat.name) if seat.team else word("show.costs_nothing")
    done = {crime.showing, *crime.failed}
    others = [held for held in crime.holdings if held.player not in done]
    if not others:
        return cost
    following = min(others, key=lambda held: held.tile)
    return f"{cost} {word('show.next_shows', name=state.players[following.player].name)}"


def show_panel(state: State, crime: Round, camera: CameraWords) -> ShowPanel:
    """The demonstration so far."""
    assert crime.showing is not None
    holding = state.holding(crime.showing)
    assert holding is not None
    rows, _ = steps.steps_of(state.board, state.setup.rules, crime.starts, crime.moves)
    by_hand, left = not is_bot(state, crime.showing), moves_left(state)
    return ShowPanel(
        plan=rows_of(holding.plan),
        steps=rows,
        left=left,
        by_hand=by_hand,
        can_take_back=by_hand and bool(crime.moves),
        can_finish=by_hand and bool(crime.moves),
        complete=not left or (bool(crime.moves) and crime.moves[-1].to == crime.target),
        ask_done=_ask_done(state, left),
        camera=camera if by_hand else CameraWords(),
        give_up_cost=give_up_cost(state, crime),
    )


def _ask_done(state: State, left: int) -> str:
    """Too few moves lose the case, but where the table takes fewer than the markers say (MM-47)."""
    if not left or state.setup.rules.demonstration == "shorter-ok":
        return ""
    return word("show.not_shown_one") if left == 1 else word("show.not_shown", n=left)


def moves_left(state: State) -> int:
    """How many moves of the markers are still to be shown."""
    crime = state.round
    held = state.holding(crime.showing) if crime is not None and crime.showing is not None else None
    return plan_total(held.plan) - len(crime.moves) if crime is not None and held is not None else 0


def confirm_panel(state: State, hand: Hand) -> ConfirmPanel:
    """The camera's reading, to be confirmed or corrected; meeples without a place come first."""
    placed = hand.placed or {}
    order = sorted(hand.doubtful, key=lambda colour: colour in placed)
    return ConfirmPanel(
        sentence=word("confirm.sentence" if hand.doubtful else "confirm.check"),
        doubtful=tuple(ChipView(c, meeple(c).short, True, 0 if c in placed else None) for c in order),
        selected=hand.selected,
        can_confirm=set(placed) == set(state.starts),
    )


def failed_panel(state: State, crime: Round, guide: GuideView | None = None) -> FailedPanel:
    """A claim that does not hold."""
    assert crime.ruling is not None
    seat = state.players[crime.ruling.player]
    bot = is_bot(state, crime.ruling.player)
    choices = seat.team if crime.penalty_due and not bot else ()
    moved = dict.fromkeys(move.meeple for move in crime.moves) if guide is None else ()
    return FailedPanel(
        title=word("failed.title"),
        reason=sentence(crime.ruling.reason),
        steps=ruling_steps(state, crime),
        choices=tuple(ChipView(c, meeple(c).short, True, None) for c in choices),
        put_back=tuple(word("failed.put_back", meeple=meeple(c).short, cell=state.starts[c]) for c in moved),
        proceed=_proceed(crime, seat.name if bot else None),
        can_proceed=not crime.penalty_due,
        guide=guide,
    )


def _proceed(crime: Round, bot: str | None) -> str:
    if crime.penalty_due and bot is not None:
        return word("failed.bot_chooses", name=bot)
    if crime.penalty_due:
        return word("failed.choose_first")
    return word("failed.proceed_none" if nothing_moved(crime) else "failed.proceed")


def nothing_moved(crime: Round) -> bool:
    """After a claim that failed: whether every meeple stands where it stood, as far as the screen knows.

    A reading of the camera leaves no moves here; what it failed by tells whether there were any on the board.
    """
    reason = crime.ruling.reason.key if crime.ruling is not None else ""
    return not crime.moves and reason in ("verdict.given_up", "verdict.no_moves")


def ruling_steps(state: State, crime: Round) -> tuple[StepView, ...]:
    """The moves that were judged last."""
    if crime.ruling is None:
        return ()
    return steps.steps_of(state.board, state.setup.rules, crime.starts, crime.ruling.moves)[0]
