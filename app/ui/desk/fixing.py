"""Touches that put right by hand what the table knows better: a claim, a verdict, a meeple's place.

Time and claims stand still meanwhile. A correction is acted on at once, past the pause; what the game refuses
comes back as a sentence, and everything stays in the hand.
"""

from __future__ import annotations

from app.games.mutant_meeples.state import Action, CorrectClaim, CorrectPlace, CorrectVerdict
from app.ui.desk.base import DeskBase
from app.ui.presenters.match.hand import Fix, Hand, Wrong
from app.ui.words import word


class Fixing(DeskBase):
    """Putting right."""

    def fix(self) -> None:
        """Ask what was wrong; nothing else happens at the table until it is right."""
        self.dismiss_notice()
        self._session.pause()
        self._take_up(Fix())

    def fix_choose(self, wrong: str, seat: int | None) -> None:
        """This was wrong. A claim that was wrong after all needs no more than that."""
        kind = Wrong(wrong)
        if kind is Wrong.VERDICT and seat is not None:
            self._correct(CorrectVerdict(seat, legal=False))
            return
        self.dismiss_notice()
        fix = self._hand.fix = Fix(kind, seat)
        crime = self.state.round
        if kind is Wrong.RIGHT and crime is not None:
            ruling = crime.ruling
            seen = ruling.moves if ruling is not None and ruling.player == seat else ()
            fix.placed = {**crime.starts, **{move.meeple: move.to for move in seen}}
            if seen:
                self._arrived(fix, seen[-1].meeple)

    def fix_seat(self, seat: int) -> None:
        """The claim of this player is wrong; the markers are those that are known."""
        hand, crime = self._hand, self.state.round
        if hand.fix is not None and crime is not None:
            held = self.state.holding(seat)
            hand.fix.seat, hand.plan = seat, held.plan if held is not None else crime.drafts[seat]

    def fix_markers(self) -> None:
        """Enter the markers behind the claim."""
        if self._hand.fix is not None and self._hand.fix.seat is not None:
            self._hand.fix.entering = True

    def fix_tile(self, number: int | None) -> None:
        """The player holds this tile, or none."""
        hand = self._hand
        if hand.fix is None or hand.fix.seat is None:
            self._say(word("fix.who_first"))
        else:
            self._correct(CorrectClaim(hand.fix.seat, number, () if number is None else hand.plan))

    def fix_meeple(self, colour: str) -> None:
        """A meeple's chip: the one that arrived, or the one to be put elsewhere."""
        fix = self._hand.fix
        if fix is None:
            return
        if fix.wrong is Wrong.RIGHT:
            self._arrived(fix, colour)
        else:
            self._hand.selected = None if self._hand.selected == colour else colour

    def _arrived(self, fix: Fix, colour: str) -> None:
        """This one stands on the scene of the crime, and nobody else does."""
        crime = self.state.round
        assert crime is not None  # a verdict has been spoken on it
        for other, cell in fix.placed.items():
            if cell == crime.target:
                fix.placed[other] = crime.starts[other]
        fix.hero, fix.placed[colour] = colour, crime.target

    def _fix_cell(self, fix: Fix, cell: str) -> None:
        """A square of the city: take the meeple there in hand, or put the one in hand down."""
        hand = self._hand
        cells = fix.placed if fix.wrong is Wrong.RIGHT else self.state.starts
        standing = next((colour for colour, at in cells.items() if at == cell), None)
        if standing is not None:
            hand.selected = None if hand.selected == standing else standing
        elif hand.selected is None:
            self._say(word("show.meeple_first"))
        elif fix.wrong is Wrong.RIGHT:
            fix.placed[hand.selected], hand.selected = cell, None
        elif self._act(CorrectPlace(hand.selected, cell)):
            hand.selected = None

    def fix_confirm(self) -> None:
        """All stand as the map shows."""
        fix = self._hand.fix
        if fix is not None and fix.wrong is Wrong.RIGHT and fix.seat is not None:
            self._correct(CorrectVerdict(fix.seat, legal=True, meeple=fix.hero, cells=dict(fix.placed)))
        else:
            self._fixed()

    def fix_back(self) -> None:
        """One question back; from the first one, back to the match."""
        fix = self._hand.fix
        if fix is None:
            return
        if fix.entering:
            fix.entering = False
        elif fix.wrong is Wrong.SOMETHING:
            self._fixed()
        else:
            back = Wrong.VERDICT if fix.wrong is Wrong.RIGHT else Wrong.SOMETHING
            self._take_up(Fix(back))

    def _take_up(self, fix: Fix | None) -> None:
        """Nothing else stays in the hand; a picture taken before the demonstration stays taken."""
        self._hand = Hand(fix=fix, start_seen=self._hand.start_seen)

    def _act(self, action: Action) -> bool:
        self.dismiss_notice()
        return self._session.act(action)

    def _correct(self, action: Action) -> None:
        if self._act(action):
            self._fixed()

    def _fixed(self) -> None:
        """Back to the match. Where a timer waits it waits on, until the table says "go on"."""
        self._take_up(None)
        if not self._session.left_ms():
            self._session.go_on()
