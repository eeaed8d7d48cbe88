"""The camera follows the table: seen moves are shown like touched ones, and what it cannot tell is asked."""

from __future__ import annotations

from app.games.mutant_meeples.showing import needs_markers
from app.games.mutant_meeples.state import Phase
from app.language import sentence
from app.table.sighting import QUESTIONS, Question, question_of, to_do
from app.table.watching import Scene, What
from app.ui.desk.base import DeskBase
from app.ui.presenters.match import watch
from app.ui.presenters.match.seats import is_bot
from app.ui.presenters.views import GuideView, WatchView
from app.ui.words import word


class Watchful(DeskBase):
    """The demonstration, and the meeples being put in place, as the camera follows them."""

    def toggle_watch(self) -> None:
        """Let the camera follow the table, or leave it to touch."""
        self.dismiss_notice()
        self._hand.between = ()
        if self._watching is not None:
            self._watching.toggle()

    def _scene(self) -> Scene | None:
        """What there is to follow now."""
        state, crime = self.state, self.state.round
        moment = (state.rounds_played, state.phase, crime.failed if crime is not None else ())
        if state.phase is Phase.SHOW and crime is not None:
            if needs_markers(state) or is_bot(state, crime.showing):
                return None
            return Scene(What.MOVES, state.board, state.starts, (*moment, crime.showing))
        if state.phase in (Phase.DRAW, Phase.FAILED):
            return Scene(What.PLACES, state.board, state.starts, moment)
        return None

    def _follow_table(self) -> None:
        """Take up what the camera has seen."""
        watching, hand = self._watching, self._hand
        if watching is None or not watching.available:
            return
        watching.watch(self._scene())
        watching.poll(self.state, self._session.paused or hand.fix is not None)
        if watching.trouble is not None:
            self._say(sentence(watching.trouble), alarm=True)
            watching.trouble = None
        for step in watching.take():
            self._session.want(step)
        scene = watching.scene
        shows = hand.watched = scene is not None and scene.what is What.MOVES
        self._tell_what_to_do(shows)
        self._ask_for_cell(question_of(watching.sighting) if shows else None)

    def _tell_what_to_do(self, shows: bool) -> None:
        """Say it once, and no longer than it is so."""
        assert self._watching is not None
        said = to_do(self._watching.sighting, self.state) if shows else ()
        text = " ".join(f"{sentence(part).rstrip('.!?')}." for part in said)
        if text == self._watched:
            return
        if self._notice == self._watched:
            self._say("")
        self._watched = text
        if text:
            self._say(text, alarm=said[0].key not in QUESTIONS, stays=True)

    def _ask_for_cell(self, question: Question | None) -> None:
        """Take the meeple in hand whose cell is asked for."""
        hand = self._hand
        cells = question.cells if question is not None else ()
        if cells != hand.between:
            hand.between = cells
            hand.selected = question.colour if question is not None else hand.selected

    def _stands_there(self, cell: str) -> None:
        """A tap on the cell where the match has the meeple that is asked for: it has not moved."""
        hand = self._hand
        for colour, at in self.state.cells().items():
            if self._watching is not None and at == cell and cell in hand.between and hand.selected == colour:
                self._watching.stands(colour, cell)

    def _watch_button(self) -> str:
        watching = self._watching
        if watching is None or not watching.available:
            return ""
        return word("watch.on" if watching.on else "watch.off")

    def _seen_line(self) -> WatchView | None:
        watching = self._watching
        if watching is None or watching.scene is None or watching.scene.what is not What.MOVES:
            return None
        return watch.line(watching.sighting, self.state)

    def _guide(self) -> GuideView | None:
        watching = self._watching
        if watching is None or watching.scene is None or watching.scene.what is not What.PLACES:
            return None
        return watch.guide(watching.sighting, self.state.starts)
