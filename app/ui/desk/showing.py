"""Touches of a demonstration, and of a claim that did not hold."""

from __future__ import annotations

from app.games.mutant_meeples.showing import needs_markers
from app.games.mutant_meeples.state import Action, Done, GiveBack, GiveUp, Phase, Proceed, ShowMove, TakeBack
from app.ui.desk.base import DeskBase
from app.ui.words import word


class Showing(DeskBase):
    """Moving meeples on the map, and what follows."""

    def _show_on_map(self, cell: str, touched: str) -> None:
        """A cell of the city: choose a meeple, or move it."""
        if self.state.phase is not Phase.SHOW or needs_markers(self.state) or self._hands_off(self._shows()):
            return
        standing = next((c for c, at in self.state.cells().items() if at == cell), None)
        chosen = self._hand.selected
        if standing is not None:  # the one in hand stays there: nothing is gained by an empty hand
            self._hand.selected = standing
            self.dismiss_notice()
        elif chosen is not None:
            self._want(ShowMove(chosen, cell))
            if touched != cell:
                self._say(word("show.taken_as", touched=touched, cell=cell))
        else:
            self._say(word("show.meeple_first"))

    def _shows(self) -> int | None:
        """Whose demonstration it is."""
        return self.state.round.showing if self.state.round is not None else None

    def _want_for_shower(self, action: Action) -> None:
        if not self._hands_off(self._shows()):
            self._want(action)

    def take_back(self) -> None:
        """Take the last shown move back."""
        self._want_for_shower(TakeBack())

    def done(self) -> None:
        """The demonstration is complete."""
        self._want_for_shower(Done())

    def give_up(self) -> None:
        """It cannot be shown after all."""
        self._want_for_shower(GiveUp())

    def give_back(self, colour: str) -> None:
        """Pay the penalty with this hero."""
        self._want_for_shower(GiveBack(colour))

    def proceed(self) -> None:
        """The meeples are back."""
        self._want(Proceed())
