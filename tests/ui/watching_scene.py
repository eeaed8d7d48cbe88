"""A match screen whose table a camera follows: what each moment shows of it is written beforehand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from app.table.autoplay import SECOND
from app.table.watching import Watching
from app.table.worker import AtOnce
from tests.ui.match_scene import MatchScene
from tests.ui.watched import Camera, Line, Script
from vision.changes import Between, Change, Fallen, Moved, Returned, Swapped, Unsure
from vision.follow import Sight


class WatchingScene(MatchScene):
    """The moments of `MatchScene` that begin with "watch", with a camera."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.moments = {name: lead for name, lead in self.moments.items() if name.startswith("watch")}

    def call(self, name: str, at: tuple[float, float] = (0, 0)) -> Any:
        """As there, and "asked cell": the first of the two that are asked about."""
        if name == "asked cell":
            return self.watching.sighting.questions[0].cells[0]
        return super().call(name, at)

    def make_watching(self) -> Watching:
        """Follows at once, by a script."""
        self.script = Script()
        self.watching = Watching(Camera(), AtOnce(), self.clock, follower=self.script)
        return self.watching

    def _begin(self, players: int = 4, buzz: bool = False) -> None:
        super()._begin(players, buzz)
        self.watching.live = True
        if not self.watching.on:
            self.watching.toggle()

    def _frame(self) -> None:
        """A frame is taken, and what it tells waits to be taken up."""
        for _ in range(3):
            self.clock.advance_to(self.clock() + SECOND)
            self.desk.poll()
            self.session.pump()
        self.desk.view()

    def _met(self) -> None:
        self._showing()
        self.desk.view()
        self._frame()

    def _then(self, *changes: Change, sight: Sight = Sight.STEADY, doubtful: tuple[str, ...] = ()) -> None:
        """This is told; the last poll is the scene's own, so that what it says is still there to be read."""
        self.script.lines = [Line(changes, sight, doubtful)]
        while self.script.lines:
            self.clock.advance_to(self.clock() + SECOND)
            self.desk.poll()

    def _to_watch_steady(self) -> None:
        self._met()

    def _to_watch_hand(self) -> None:
        self._met()
        self._then(sight=Sight.HAND)

    def _to_watch_seen(self) -> None:
        moves = self._showing()
        self.desk.view()
        self._frame()
        for move in moves[:4]:
            self._then(Moved(move.meeple, move.source, move.to))
            self._frame()

    def _to_watch_no_move(self) -> None:
        self._met()
        self._then(Moved("brown", self.state.starts["brown"], "PP"))

    def _to_watch_between(self) -> None:
        moves = self._showing()
        self.desk.view()
        self._frame()
        to = moves[0].to
        self._then(Between("gray", (to, to[0] + chr(ord(to[1]) - 1))))

    def _to_watch_unsure(self) -> None:
        moves = self._showing()
        self.desk.view()
        self._frame()
        self._then(Unsure("gray", (moves[0].to, moves[0].source)), sight=Sight.UNSURE, doubtful=("gray",))

    def _to_watch_swapped(self) -> None:
        self._met()
        self._then(Swapped("brown", "yellow"))

    def _to_watch_fallen(self) -> None:
        self._met()
        self._then(Fallen("brown", self.state.starts["brown"]), sight=Sight.UNSURE, doubtful=("brown",))

    def _to_watch_put_back(self) -> None:
        self._showing()
        self.desk.view()
        starts = self.state.starts
        self._then(*(Moved(c, starts[c], to) for c, to in (("brown", "PP"), ("yellow", "BB"), ("red", "AQ"))))

    def _to_watch_no_board(self) -> None:
        self._met()
        self._then(sight=Sight.NO_BOARD)

    def _to_watch_doubtful(self) -> None:
        self._met()
        self._then(sight=Sight.UNSURE, doubtful=("brown", "green", "yellow"))

    def _to_watch_off(self) -> None:
        self._met()
        self.desk.toggle_watch()

    def _to_watch_photos(self) -> None:
        self._met()
        self.watching.live = False
        self.desk.toggle_watch()

    # -- putting in place -----------------------------------------------------------------------------

    def _seen(self, *wrong: tuple[str, str | None]) -> None:
        """Everybody is seen in place but these."""
        starts, elsewhere = self.state.starts, dict(wrong)
        places = {c: elsewhere.get(c, cell) for c, cell in starts.items()}
        self._then(*(Returned(c, cell) for c, cell in places.items() if cell is not None))

    def _to_watch_draw(self) -> None:
        self._begin()
        self.desk.view()
        self._seen(("brown", "PP"), ("yellow", None), ("red", None))

    def _to_watch_draw_six(self) -> None:
        self._to_draw_handicaps()
        self.desk.view()
        self._seen(("brown", "PP"), ("yellow", None), ("red", None))

    def _to_watch_draw_nobody(self) -> None:
        self._begin()
        self.desk.view()
        self._then(sight=Sight.HAND)

    def _to_watch_draw_done(self) -> None:
        self._begin()
        self.desk.view()
        self._seen()

    def _to_watch_failed(self) -> None:
        self._to_failed()
        self.desk.view()
        self._seen(("gray", self.state.cells()["gray"]), ("red", None))

    def _to_watch_failed_penalty(self) -> None:
        self._to_failed_penalty()
        self.desk.view()
        self._seen(("gray", self.state.cells()["gray"]), ("red", None))

    def _to_watch_failed_done(self) -> None:
        self._to_failed()
        self.desk.view()
        self._seen()


WATCHING_SCENES = {"watching": WatchingScene}
