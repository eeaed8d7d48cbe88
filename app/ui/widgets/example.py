"""`Example`: a lesson on a little city that plays once by itself and again after a tap.

With `LOOK.reduced_motion` nothing glides: it shows where the moves lead, and each tap shows the next moment.
Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kivy.clock import Clock
from kivy.graphics import InstructionGroup
from kivy.uix.behaviors import ButtonBehavior

from app.ui import drawing, icons, theme
from app.ui.city import CityMap
from app.ui.city_picture import CityPicture
from app.ui.look import LOOK
from app.ui.presenters.lessons import Lesson
from app.ui.widgets.base import Drawn, place

BEFORE_S = 0.6
"""First the eye finds who stands where."""
BETWEEN_S = 0.45
"""From the end of a move to the next one."""
BADGE_PX = 34


class LittleCity(CityMap):
    """A map that only shows: a tap means the whole example."""

    def on_touch_down(self, touch: Any) -> bool:
        """Nothing here means anything by itself."""
        del touch
        return False


class Example(ButtonBehavior, Drawn):
    """Shows a `Lesson`; a tap plays it again."""

    redraw_on = ("state",)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.city = LittleCity()
        self.add_widget(self.city)
        self._badge = InstructionGroup()
        self.canvas.after.add(self._badge)
        self._lesson: Lesson | None = None
        self._at = 0
        self._next = Clock.create_trigger(lambda _: self._play_next(), BETWEEN_S)
        self._first = Clock.create_trigger(lambda _: self._play_next(), BEFORE_S)
        self.bind(on_release=lambda *_: self.again(), parent=lambda *_: self._left())

    @property
    def at(self) -> int:
        """How many moves are shown."""
        return self._at

    def show(self, lesson: Lesson) -> None:
        """Show another lesson and play it."""
        if lesson != self._lesson:
            self._lesson = lesson
            self._at = 0
            self.city.show(lesson.before)
            self.redraw()
            if LOOK.reduced_motion:
                self._stand_at(len(lesson.moves))
            else:
                self._first()

    def again(self) -> None:
        """Play it from the beginning; without motion, show the next moment."""
        if self._lesson is None:
            return
        if LOOK.reduced_motion:
            self._stand_at((self._at + 1) % (len(self._lesson.moves) + 1))
            return
        self._rest()
        self._at = 0
        self.city.show(self._lesson.before)
        self._first()

    def _play_next(self) -> None:
        if self._lesson is None or self._at >= len(self._lesson.moves) or self.get_root_window() is None:
            return
        move = self._lesson.moves[self._at]
        self._at += 1
        self.city.animate([move], self._next if self._at < len(self._lesson.moves) else None)

    def _stand_at(self, count: int) -> None:
        self._rest()
        self._at = count
        assert self._lesson is not None
        self.city.show(after(self._lesson, count))

    def _rest(self) -> None:
        self._next.cancel()
        self._first.cancel()

    def _left(self) -> None:
        if self.parent is None:
            self._rest()

    def draw(self, group: Any) -> None:
        """The city on its ground, and the sign that it can be played again."""
        lit = self.state == "down"
        drawing.slab(group, self.pos, self.size, self.px(14), theme.PANEL_RAISED if lit else theme.PANEL)
        drawing.frame(
            group, self.pos, self.size, self.px(14), self.px(1.5), theme.ACCENT if lit else theme.LINE
        )
        pad, badge = self.px(6), self.px(BADGE_PX)
        place(self.city, self.x + pad, self.y + pad, self.width - 2 * pad, self.height - 2 * pad)
        x, y = self.right - pad - badge / 2, self.y + pad + badge / 2
        self._badge.clear()
        drawing.disc(self._badge, x, y, badge / 2, theme.ACCENT)
        icons.draw(self._badge, "play", x, y, badge * 0.5, theme.INK)


def after(lesson: Lesson, count: int) -> CityPicture:
    """The picture after the first so many moves."""
    made = lesson.moves[:count]
    meeples = {**lesson.before.meeples, **{move.colour: move.cells[-1] for move in made}}
    return replace(lesson.before, meeples=meeples, path=tuple(move.part() for move in made))
