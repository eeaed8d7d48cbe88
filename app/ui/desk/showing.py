"""Touches of a demonstration, and of a claim that did not hold."""

from __future__ import annotations

from app.games.mutant_meeples.showing import needs_markers
from app.games.mutant_meeples.state import Done, GiveBack, GiveUp, Phase, Proceed, ShowMove, TakeBack
from app.ui.desk.base import DeskBase
from app.ui.words import word


class Showing(DeskBase):
    """Moving meeples on the map, and what follows."""

    def _show_on_map(self, cell: str) -> None:
        """A cell of the city: choose a meeple, or move it."""
        if self.state.phase is not Phase.SHOW or needs_markers(self.state):
            return
        standing = next((c for c, at in self.state.cells().items() if at == cell), None)
        chosen = self._hand.selected
        if standing is not None and standing != chosen:
            self._hand.selected = standing
            self.dismiss_notice()
        elif standing is not None:
            self._hand.selected = None
        elif chosen is not None:
            self._want(ShowMove(chosen, cell))
        else:
            self._say(word("show.meeple_first"))

    def take_back(self) -> None:
        """Take the last shown move back."""
        self._want(TakeBack())

    def done(self) -> None:
        """The demonstration is complete."""
        self._want(Done())

    def give_up(self) -> None:
        """It cannot be shown after all."""
        self._want(GiveUp())

    def give_back(self, colour: str) -> None:
        """Pay the penalty with this hero."""
        self._want(GiveBack(colour))

    def proceed(self) -> None:
        """The meeples are back."""
        self._want(Proceed())
