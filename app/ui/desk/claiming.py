"""Touches while a crime is drawn and thought about, and the markers on a player board."""

from __future__ import annotations

from app.games.contract import say
from app.games.mutant_meeples.claims import can_still_claim, lowest_free_tile
from app.games.mutant_meeples.roster import MAX_MEEPLES_MOVED, MAX_MOVES_PER_MEEPLE
from app.games.mutant_meeples.state import (
    Agree,
    Claim,
    CorrectClaim,
    DrawCrime,
    Eliminate,
    Phase,
    Plan,
    Row,
    Scatter,
    SetPlan,
    plan_total,
)
from app.language import sentence
from app.ui.desk.base import DeskBase
from app.ui.presenters.match.think import lane_number, owing
from app.ui.words import word


class Claiming(DeskBase):
    """Drawing, thinking, claiming."""

    def draw(self) -> None:
        """Turn two Location tiles, or put everybody back on the grates."""
        self._want(Scatter() if self.state.phase is Phase.SCATTER else DrawCrime())

    def tap_player(self, seat: int) -> None:
        """Open a player's markers; who cannot claim any more is told why."""
        crime = self.state.round
        if self.state.phase is not Phase.THINK or crime is None or self._hands_off(seat):
            return
        if can_still_claim(self.state, seat):
            self._hand.plan_seat, self._hand.plan = seat, crime.drafts[seat]
            return
        name, held = self.state.players[seat].name, self.state.holding(seat)
        told = say("claim.out", player=name)
        if held is not None:
            told = say("claim.held", player=name, tile=held.tile)
        self._say(f"{sentence(told)}.")

    def skip_the_wait(self) -> None:
        """Nobody but machines can still claim: let them, and show."""
        self.dismiss_notice()
        if self._bots is not None:
            self._bots.hurry()

    def _skip_words(self) -> tuple[str, bool]:
        """The text of that button, empty where there is none, and whether it can be pressed."""
        if self._bots is None or not self._bots.may_hurry:
            return "", False
        asked = self._bots.hurried
        return word("match.skipping" if asked else "match.skip_wait"), not asked

    def tap_tile(self, number: int) -> None:
        """A Movement tile: for the open plan, else for the first player who pressed."""
        state, hand, crime = self.state, self._hand, self.state.round
        if state.phase is not Phase.THINK or crime is None:
            return
        if hand.plan_seat is not None:
            self._want(SetPlan(hand.plan_seat, hand.plan))
            self._want(Claim(hand.plan_seat, number))
            return
        pressed = owing(crime)
        if pressed:
            self._want(Claim(pressed[0].player, number))
        else:
            self._say(word("match.who_claims"))

    def lane_step(self, seat: int, step: int) -> None:
        """Change the number in a lane by one; that of a pad stands on the pad, too."""
        crime = self.state.round
        if crime is None or self._session.pads.step(self.state, seat, step > 0):
            return
        number = lane_number(crime, seat, self._hand) or 1
        wanted = number + step
        held = {holding.tile for holding in crime.holdings}
        while wanted in held:
            wanted += step
        least = max(1, plan_total(crime.drafts[seat]))
        if lowest_free_tile(crime, wanted) == wanted and wanted >= least:
            self._hand.lane_numbers[seat] = wanted

    def lane_take(self, seat: int) -> None:
        """Claim the number shown in a lane."""
        crime = self.state.round
        number = lane_number(crime, seat, self._hand) if crime else None
        if number is not None:
            self._want(Claim(seat, number))

    def agree(self, seat: int) -> None:
        """A player says there is no way there, or takes it back."""
        crime = self.state.round
        if crime is not None and not self._hands_off(seat):
            self._want(Agree(seat, seat not in crime.agreed))

    def call_out(self, seat: int) -> None:
        """The table saw no markers in front of this player."""
        self._want(Eliminate(seat))

    def tile_back(self, seat: int) -> None:
        """All agree that this tile was taken by a slip: it goes back, the markers stay, time runs on."""
        if self._hands_off(seat):
            return
        self.dismiss_notice()
        self._session.pump()
        if self.state.phase is Phase.THINK and self.state.holding(seat) is not None:
            self._session.act(CorrectClaim(seat))

    def tap_chip(self, colour: str) -> None:
        """Lay a marker of this meeple, or take it off again."""
        hand = self._hand
        if any(row.meeple == colour for row in hand.plan):
            self._lay(tuple(row for row in hand.plan if row.meeple != colour))
        elif len(hand.plan) < MAX_MEEPLES_MOVED:
            self._lay((*hand.plan, Row(colour, 1)))

    def set_count(self, row: int, count: int) -> None:
        """Move the marker of a row (from 0) to another number of moves."""
        plan = self._hand.plan
        if row < len(plan) and 1 <= count <= MAX_MOVES_PER_MEEPLE:
            self._lay((*plan[:row], Row(plan[row].meeple, count), *plan[row + 1 :]))

    def _lay(self, plan: Plan) -> None:
        self._hand.plan = plan
        if self._hand.fix is None and self._hand.plan_seat is not None and self.state.phase is Phase.THINK:
            self._want(SetPlan(self._hand.plan_seat, plan))

    def confirm_plan(self) -> None:
        """Take the offered tile; or, when demonstrating, enter the markers as they lie."""
        hand, crime = self._hand, self.state.round
        if hand.fix is not None:
            hand.fix.entering = False
            return
        if hand.plan_seat is None or crime is None:
            return
        if self.state.phase is Phase.SHOW:
            self._want(SetPlan(hand.plan_seat, hand.plan))
            return
        offered = lowest_free_tile(crime, plan_total(hand.plan)) if hand.plan else None
        if offered is not None:
            self.tap_tile(offered)

    def close_plan(self) -> None:
        """Back to the table; the markers stay as they are."""
        if self.state.phase is Phase.THINK:
            self._hand.plan_seat, self._hand.plan = None, ()
