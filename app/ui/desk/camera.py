"""Touches of the camera: two pictures, and a reading to be confirmed on the map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.games.mutant_meeples.roster import meeple
from app.games.mutant_meeples.state import Phase, ShowCells
from app.language import sentence
from app.table.camera_desk import HAND_IN_VIEW, Seen, Step
from app.ui.desk.watching import Watchful
from app.ui.presenters.match.hand import Hand
from app.ui.presenters.views import CameraWords
from app.ui.words import word


class Photographing(Watchful):
    """The demonstration as the camera sees it."""

    def photo(self) -> None:
        """Read the board: first as it stands before the demonstration, then as it stands after it."""
        self.dismiss_notice()
        self._camera.take(self.state.board, self.state.starts)

    def _camera_words(self) -> CameraWords:
        watch, watching = self._watch_button(), self._watching
        if self._judge.busy:
            return CameraWords(word("show.checking"), True)
        if not self._camera.available or (watching is not None and (watching.live or watching.on)):
            return CameraWords(watch=watch, seen=self._seen_line())
        if self._camera.step is not Step.IDLE:
            return CameraWords(word("show.camera_busy"), True)
        text = word("show.photo_after" if self._hand.start_seen else "show.photo_before")
        return CameraWords(text, watch=watch)

    def _take_reading(self) -> None:
        """What the camera has read: the start is compared, the end is judged."""
        camera = self._camera
        if camera.trouble is not None:
            self._say(sentence(camera.trouble), alarm=True)
            camera.clear()
        if camera.seen is None:
            return
        seen = camera.seen
        camera.clear()
        if self.state.phase is not Phase.SHOW:
            return
        if seen.reason.key == HAND_IN_VIEW:
            self._say(lambda: sentence(seen.reason), alarm=True, stays=True)
        elif self._hand.start_seen:
            self._take_end(seen)
        else:
            self._compare_start(seen)

    def _compare_start(self, seen: Seen) -> None:
        """The meeples must stand on their placeholders before anything is shown (MM-54)."""
        starts = self.state.starts
        astray = [c for c, cell in seen.cells.items() if c not in seen.doubtful and cell != starts[c]]
        if astray:
            self._say(lambda: _put_back(astray, starts), alarm=True, stays=True)
            self._hand.astray, self._hand.selected = tuple(astray), None
            return
        self._hand.start_seen = True
        names = ", ".join(meeple(c).short for c in seen.doubtful)
        if names:
            self._say(lambda: word("show.start_unsure", names=names), stays=True)
        else:
            self._say(word("show.start_good"))

    def _take_end(self, seen: Seen) -> None:
        """A certain reading is judged at once; an uncertain one is shown to be confirmed."""
        cells = {colour: cell for colour, cell in seen.cells.items() if cell is not None}
        if seen.certain:
            self._check(cells)
            return
        self._hand.placed, self._hand.doubtful = cells, seen.doubtful
        self._hand.selected = next((c for c in seen.doubtful if c not in cells), None)
        self._say(sentence(seen.reason))

    def _check(self, cells: dict[str, str]) -> None:
        """Have the reading judged beside the screen; the verdict comes with `_take_verdict`."""
        self.dismiss_notice()
        self._judge.ask(self.state, ShowCells(cells))

    def _take_verdict(self) -> None:
        """The reading has been judged: let the match have it, unless time stands still just now."""
        if self._session.paused:
            return
        action = self._judge.take(self.state)
        if action is not None:
            self._want(action)

    def choose(self, colour: str) -> None:
        """Take a meeple in hand to place it on the map."""
        self._hand.selected = colour

    def _place_meeple(self, cell: str) -> None:
        hand = self._hand
        placed = dict(hand.placed or {})
        standing = next((c for c, at in placed.items() if at == cell), None)
        if standing is not None and hand.selected in (None, standing):
            hand.selected = None if hand.selected == standing else standing
        elif hand.selected is not None and standing is None:
            placed[hand.selected] = cell
            hand.placed = placed
            hand.selected = next((c for c in hand.doubtful if c not in placed), None)
        elif standing is not None:
            hand.selected = standing

    def confirm_cells(self) -> None:
        """The meeples stand as the map shows: judge that."""
        if self._hand.placed is not None and set(self._hand.placed) == set(self.state.starts):
            cells = self._hand.placed
            self._hand = Hand(start_seen=True)
            self._check(cells)

    def drop_reading(self) -> None:
        """Forget the picture; another may be taken, or the moves tapped."""
        self._hand = Hand(start_seen=True)


def _put_back(astray: Sequence[str], starts: Mapping[str, str]) -> str:
    put = [word("failed.put_back", meeple=meeple(c).short, cell=starts[c]) for c in astray]
    return word("show.start_wrong", put="; ".join(put))
