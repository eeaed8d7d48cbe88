"""Putting right by hand: what can be, and the panels for it.

What is possible is asked of the engine's own corrections, tried out on the state, so that its rules stand in
one place.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from app.games.contract import Message, Refused
from app.games.mutant_meeples.corrections import correct_claim, correct_place, correct_verdict
from app.games.mutant_meeples.roster import colours, meeple
from app.games.mutant_meeples.state import CorrectClaim, CorrectPlace, CorrectVerdict, State, plan_total
from app.language import sentence
from app.ui import theme
from app.ui.city_picture import CityPicture
from app.ui.presenters.match.hand import Fix, Hand, Wrong
from app.ui.presenters.match.markers import chips_of, rows_of
from app.ui.presenters.match.seats import players
from app.ui.presenters.match.think import tiles
from app.ui.presenters.views import (
    ChipView,
    FixBoardPanel,
    FixChoice,
    FixClaimPanel,
    FixListPanel,
    Panel,
    PlanPanel,
)
from app.ui.words import word

UNFINISHED = ("correct.hero", "correct.taken")
"""Refusals of a verdict that lacks only what is asked for next: who arrived, and where they stand."""


def refusal(correct: Callable[[State, Any], Any], state: State, action: Any) -> Message | None:
    """Why the engine would not put this right now, or None."""
    try:
        correct(state, action)
    except Refused as refused:
        return refused.message
    return None


def title(state: State, fix: Fix) -> str:
    """What is asked of the table."""
    name = "" if fix.seat is None else state.players[fix.seat].name
    match fix.wrong:
        case Wrong.CLAIM if fix.entering:
            return word("fix.markers_title", name=name)
        case Wrong.CLAIM:
            return word("fix.tile_title", name=name) if name else word("fix.claim_title")
        case Wrong.VERDICT:
            return word("fix.verdict_title")
        case Wrong.RIGHT:
            return word("fix.right_title", name=name)
        case Wrong.PLACE:
            return word("fix.place_title")
    return word("fix.title")


def fix_panel(state: State, hand: Hand, fix: Fix) -> Panel:
    """The panel of a correction."""
    match fix.wrong:
        case Wrong.CLAIM if fix.entering and fix.seat is not None:
            return _markers(state, hand, fix.seat)
        case Wrong.CLAIM:
            return _claim(state, hand, fix)
        case Wrong.VERDICT:
            return FixListPanel(verdicts(state))
        case Wrong.RIGHT if fix.seat is not None:
            return _right(state, fix, fix.seat)
        case Wrong.PLACE:
            return _place(state, hand)
    return FixListPanel(_choices(state))


def _choices(state: State) -> tuple[FixChoice, ...]:
    claim = refusal(correct_claim, state, CorrectClaim(0))
    if claim is not None and claim.key != "correct.no_claims":
        claim = None  # this player holds nothing: another one may
    colour, cell = next(iter(state.starts.items()))
    place = refusal(correct_place, state, CorrectPlace(colour, cell))
    judged = verdicts(state)
    return (
        FixChoice(Wrong.CLAIM, None, word("fix.claim"), sentence(claim) if claim is not None else ""),
        FixChoice(Wrong.VERDICT, None, word("fix.verdict"), "" if judged else word("fix.nothing_judged")),
        FixChoice(Wrong.PLACE, None, word("fix.place"), sentence(place) if place is not None else ""),
    )


def verdicts(state: State) -> tuple[FixChoice, ...]:
    """The verdicts of this round that can be turned around."""
    found = []
    for seat, player in enumerate(state.players):
        if refusal(correct_verdict, state, CorrectVerdict(seat, legal=False)) is None:
            found.append(FixChoice(Wrong.VERDICT, seat, word("fix.was_wrong", name=player.name)))
        reason = refusal(correct_verdict, state, CorrectVerdict(seat, legal=True))
        if reason is None or reason.key in UNFINISHED:
            found.append(FixChoice(Wrong.RIGHT, seat, word("fix.was_right", name=player.name)))
    return tuple(found)


def _claim(state: State, hand: Hand, fix: Fix) -> FixClaimPanel:
    crime, seat = state.round, fix.seat
    assert crime is not None  # without a crime there is no claim to choose
    least = max(plan_total(hand.plan), 1)
    return FixClaimPanel(
        players=tuple(replace(card, active=card.seat == seat) for card in players(state)),
        tiles=tiles(crime, state, least, None, late=seat is None),
        rows=rows_of(hand.plan),
        chosen=seat is not None,
        can_clear=seat is not None and state.holding(seat) is not None,
    )


def _markers(state: State, hand: Hand, seat: int) -> PlanPanel:
    return PlanPanel(
        seat=seat,
        name=state.players[seat].name,
        colour=theme.player_colour(seat),
        chips=chips_of(state, seat, hand.plan),
        rows=rows_of(hand.plan),
        total=plan_total(hand.plan),
        tiles=(),
        confirm=word("fix.these"),
        can_confirm=True,
        left_s=None,
        can_call_out=False,
        fixing=True,
    )


def _right(state: State, fix: Fix, seat: int) -> FixBoardPanel:
    usable = state.round_kit(seat).usable()
    return FixBoardPanel(
        sentence=word("fix.right_sentence"),
        chips=tuple(ChipView(c, meeple(c).short, c in usable, None) for c in colours()),
        chosen=fix.hero,
        confirm=word("confirm.yes"),
        can_confirm=fix.hero is not None,
    )


def _place(state: State, hand: Hand) -> FixBoardPanel:
    return FixBoardPanel(
        sentence=word("fix.place_sentence"),
        chips=tuple(ChipView(c, meeple(c).short, True, None) for c in state.starts),
        chosen=hand.selected,
        confirm=word("fix.done"),
        can_confirm=True,
    )


def fix_picture(state: State, hand: Hand, fix: Fix) -> CityPicture | None:
    """The city while meeples are put right; None: as it is otherwise."""
    target = state.round.target if state.round is not None else None
    if fix.wrong is Wrong.PLACE:
        starts = state.starts
        return CityPicture(state.board, starts, starts, target, selected=hand.selected, exact_touch=True)
    if fix.wrong is Wrong.RIGHT and state.round is not None:
        starts = state.round.starts
        return CityPicture(
            state.board, dict(fix.placed), starts, target, selected=hand.selected, exact_touch=True
        )
    return None
