"""The whole controller of a match screen: the touches of all phases, looking, and the view."""

from __future__ import annotations

from app.games.mutant_meeples.state import CorrectClaim, CorrectPlace, CorrectVerdict, DrawCrime, Phase
from app.ui.desk.camera import Photographing
from app.ui.desk.claiming import Claiming
from app.ui.desk.ending import Ending
from app.ui.desk.fixing import Fixing
from app.ui.desk.showing import Showing
from app.ui.presenters import headline
from app.ui.presenters.match import city
from app.ui.presenters.match.panel import panel
from app.ui.presenters.notice import on_top
from app.ui.presenters.views import MatchView

OVER = (Phase.RESULT, Phase.FINISHED)


class Desk(Claiming, Showing, Photographing, Ending, Fixing):
    """The controller of one match screen."""

    def poll(self) -> None:
        """Camera and search; the session itself is pumped by the table."""
        if not self.open:
            return
        self._camera.poll()
        self._take_reading()
        self._take_verdict()
        self._follow_table()
        if self.state.phase in OVER:
            self._best.look(self.state)
        else:
            self._best.forget()

    def view(self) -> MatchView:
        """Everything on the screen now."""
        self._keep_hand_true()
        session, state, hand, best = self._session, self.state, self._hand, self._best
        left, skip = session.left_ms(), self._skip_words()
        return MatchView(
            header=headline.header(state, hand, left, session.can_undo, session.can_redo, bool(skip[0])),
            picture=city.picture(state, hand, best.best),
            panel=panel(
                state,
                hand,
                left,
                best.best,
                best.failed,
                self._camera_words(),
                self._corrected(),
                skip,
                self._guide(),
                session.paused,
            ),
            paused=session.paused and hand.fix is None,
            notice=self._notice,
            alarm=self._alarm,
            notice_stays=self._stays,
            notice_on_top=bool(self._notice) and on_top(state.board, self._notice, self._busy_cells()),
        )

    def _corrected(self) -> bool:
        """Whether the table has put something right by hand in this round."""
        for action in reversed(self._session.actions()):
            if isinstance(action, CorrectClaim | CorrectVerdict | CorrectPlace):
                return True
            if isinstance(action, DrawCrime):
                return False
        return False

    def _busy_cells(self) -> list[str]:
        """The cell of the meeple in hand, and the one tapped last."""
        hand, busy = self._hand, [self._tapped] if self._tapped is not None else []
        if hand.selected is not None:
            cell = (self.state.cells() if hand.placed is None else hand.placed).get(hand.selected)
            busy += [cell] if cell is not None else []
        return busy

    def tap_cell(self, cell: str, touched: str | None = None) -> None:
        """A cell of the city: show a move, or (confirming a picture, putting right) place a meeple.

        `touched` is the one under the finger, where a neighbour was meant.
        """
        self._tapped = cell
        if self._hand.fix is not None:
            self._fix_cell(self._hand.fix, cell)
        elif self._hand.placed is not None:
            self._place_meeple(cell)
        else:
            self._stands_there(cell)
            self._show_on_map(cell, touched or cell)
