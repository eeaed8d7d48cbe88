"""The first game: the screen of a match, with a bubble that says the one thing to do now.

Drawn by match.kv. In: a `Tutorial` with its `GuidedDesk`, the way out, and the way to a match of one's own.
The touches of the match go through the tutorial, which lets the one through that is asked for. Main thread.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock

from app.table.first_round import HERO, LEARNER
from app.ui import theme
from app.ui.desk.guided import GuidedDesk
from app.ui.look import LOOK
from app.ui.panels.draw import DrawView
from app.ui.panels.guide_bubble import HEIGHT_PX, GuideBubble, Rect
from app.ui.panels.plan import PlanView
from app.ui.panels.result import ResultView
from app.ui.panels.showing import ShowView
from app.ui.panels.think import ThinkView
from app.ui.presenters.tutorial import Tutorial
from app.ui.screens.match import MatchScreen
from app.ui.widgets.sheet import ConfirmSheet, Sheet
from app.ui.words import word

POLL_S = 0.1
PARTS: dict[str, tuple[type[Any], Callable[[Any], Any]]] = {
    "go": (DrawView, lambda panel: panel.go),
    "player": (ThinkView, lambda panel: panel.players.cards[LEARNER]),
    "sand": (ThinkView, lambda panel: panel.timer),
    "chip": (PlanView, lambda panel: next(chip for chip in panel.chips if chip.colour == HERO)),
    "more": (PlanView, lambda panel: panel.rows[0].stepper.more),
    "take": (PlanView, lambda panel: panel.bar.take),
    "finish": (ShowView, lambda panel: panel.finish),
    "card": (ResultView, lambda panel: panel.card),
}
"""What the bubble may point at: the panel, and which of its parts."""


class TutorialScreen(MatchScreen):
    """Entering begins the first game, leaving forgets it."""

    def __init__(
        self,
        tutorial: Tutorial,
        desk: GuidedDesk,
        on_leave: Callable[[], None],
        on_play: Callable[[], None],
        **kwargs: Any,
    ) -> None:
        super().__init__(desk, lambda: None, on_leave, name="tutorial", **kwargs)
        self._tutorial, self._on_play = tutorial, on_play
        self.bubble = GuideBubble(self._next, self._ask_to_leave)
        self.ids.floor.add_widget(self.bubble)
        city = self.ids.city
        city.nears = city.turnable = False  # a learner's two taps are two taps
        city.bind(pos=self._lay_out, size=self._lay_out)
        self._ticker = Clock.create_trigger(lambda _: self._tick(), POLL_S, interval=True)

    def on_pre_enter(self, *_: Any) -> None:
        """From the beginning."""
        super().on_pre_enter()
        self._tutorial.begin()
        self.refresh()
        self._ticker()

    def on_leave(self, *_: Any) -> None:
        """Nothing goes on."""
        self._ticker.cancel()
        self._refresh_soon.cancel()
        self._sheets.close()
        self._tutorial.leave()

    def _tick(self) -> None:
        if self._desk.open:
            self._desk.poll()
            self._tutorial.follow()
            self.refresh()

    # -- touching -------------------------------------------------------------------------------------

    def _do(self, method: Callable[..., None], *arguments: Any) -> None:
        """One touch of the match: the tutorial says whether it is the one."""
        if self._desk.open:
            self._tutorial.touch(method.__name__, *arguments)
            self._refresh_soon()

    def _open(self, sheet: Sheet) -> None:
        """No sheet of the match is what is asked for."""
        del sheet
        self._tutorial.nudge()
        self._refresh_soon()

    def _open_menu(self) -> None:
        self._ask_to_leave()

    def _next(self) -> None:
        if self._tutorial.view().last:
            self._on_play()
        else:
            self._tutorial.go_on()
            self._refresh_soon()

    def _ask_to_leave(self) -> None:
        """At the end there is nothing to lose."""
        if self._tutorial.view().last:
            self._leave()
            return
        self._sheets.open(
            ConfirmSheet(
                word("tutorial.leave"),
                word("tutorial.stay"),
                self._leave,
                title=word("tutorial.leave_title"),
                sentence=word("tutorial.leave_sentence"),
            )
        )

    # -- showing --------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """The match as it stands, and the bubble."""
        if not self._desk.open:
            return
        super().refresh()
        view = self._tutorial.view()
        self.bubble.say(view, self._where(view.point))

    def _lay_out(self, city: Any, _place: Any) -> None:
        """The bubble stands at the foot of the city: all that is pointed at lies above or beside that."""
        gap = LOOK.px(theme.GAP_PX)
        self.bubble.size = (round(city.width - 2 * gap), round(LOOK.px(HEIGHT_PX)))
        self.bubble.pos = (round(city.x + gap), round(city.y + gap))

    def _where(self, point: str) -> Rect | None:
        """The rectangle that is meant, in window pixels; None while it is not there."""
        if point.startswith("cell "):
            grid = self.ids.city.grid
            if grid is None:
                return None
            (x, y), side = grid.middle_of(point.removeprefix("cell ")), grid.cell_px * 1.2
            return x - side / 2, y - side / 2, side, side
        if point not in PARTS:
            return None
        kind, part_of = PARTS[point]
        if not isinstance(self._panel, kind):
            return None
        part = part_of(self._panel)
        return (*part.pos, *part.size) if part.width > 1 else None
