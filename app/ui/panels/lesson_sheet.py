"""One meeple and its power: the name, two short sentences, and a small example that plays.

`tell(widget, colours, at)` opens the sheet over whatever the widget stands on; arrows lead to the others that
were listed. Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.uix.screenmanager import Screen

from app.games.mutant_meeples.roster import meeple
from app.ui import drawing, theme
from app.ui.panels.base import want
from app.ui.panels.box import Box
from app.ui.panels.laid import Laid
from app.ui.presenters.lessons import known, lesson, told_as
from app.ui.widgets.example import Example
from app.ui.widgets.label import Words
from app.ui.widgets.sheet import Sheet
from app.ui.words import word

FIGURE_PX = 72
WAY_PX = 56


class LessonSheet(Sheet, Laid):
    """Tells of one of `listed`, the first of them being number `at`."""

    panel_width_px = 700.0
    panel_height_px = 400.0
    closes_beside = True

    def __init__(self, listed: Sequence[str], at: int = 0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._listed = known(list(listed))
        self._at = min(max(at, 0), len(self._listed) - 1)
        self._name = Words(shout=True, base_px=34)
        self._text = Words(base_px=20, valign="top")
        self._once = Words(base_px=15, ink=theme.ACCENT, text=word("aid.once"))
        self.example = Example()
        for child in (self._name, self._text, self._once, self.example):
            self.add_widget(child)
        self.back = self.button(self.close, icon="cross")
        self.before = self.button(lambda: self._turn(-1), icon="west")
        self.after = self.button(lambda: self._turn(1), icon="east")
        for way in (self.before, self.after):
            want(self, way, len(self._listed) > 1)
        self._tell()

    @property
    def colour(self) -> str:
        """Whose power is told."""
        return self._listed[self._at]

    def _turn(self, by: int) -> None:
        self._at = (self._at + by) % len(self._listed)
        self._tell()

    def _tell(self) -> None:
        self._name.text = meeple(self.colour).name
        self._text.text = word(f"aid_power.{told_as(self.colour)}")
        self.example.show(lesson(told_as(self.colour)))
        self.redraw()

    def panel(self) -> tuple[float, float, float, float]:
        """Upright windows have the example below the words."""
        if self.upright:
            width = min(self.px(460), self.width - self.px(16))
            height = min(self.px(660), self.height - self.px(16))
            return self.center_x - width / 2, self.center_y - height / 2, width, height
        return super().panel()

    def draw(self, group: Any) -> None:
        """The example at one side, figure, name and words at the other."""
        super().draw(group)
        box, gap = Box(*self.panel()).inner(self.px(16)), self.gap
        if not self.upright:
            box.left(box.height, gap * 2).hold(self.example)
        head = box.top(self.px(FIGURE_PX), gap)
        head.right(self.px(theme.TOUCH_PX), gap).top(self.px(theme.TOUCH_PX)).hold(self.back)
        figure = head.left(self.px(FIGURE_PX), gap)
        drawing.meeple(
            group, self.colour, figure.x + figure.width / 2, figure.y + figure.height / 2, figure.width
        )
        head.hold(self._name)
        if len(self._listed) > 1:
            foot = box.bottom(self.px(WAY_PX), gap)
            for way, cell in zip((self.before, self.after), foot.columns(2, gap), strict=True):
                cell.hold(way)
        if self.upright:
            side = min(box.width, box.height - self.px(170))
            box.bottom(side, gap).hold(self.example)
        box.bottom(self.px(24), gap).hold(self._once)
        box.hold(self._text)


def tell(widget: Any, listed: Sequence[str], at: int = 0) -> LessonSheet:
    """Open the sheet over the sheet or the screen the widget stands on; it goes with that.

    `at` counts in `listed`, in which an empty one means the whole roster.
    """
    lesson_sheet, under = LessonSheet(listed, at), ground_of(widget)
    if isinstance(under, Sheet):
        lesson_sheet.open_over(under.parent)
        under.bind(parent=lambda *_: lesson_sheet.close())
    else:
        lesson_sheet.open_over(under)
        if isinstance(under, Screen):
            under.bind(on_leave=lambda *_: lesson_sheet.close())
    return lesson_sheet


def ground_of(widget: Any) -> Any:
    """The nearest sheet or screen a widget stands on; the widget itself where it stands on neither."""
    standing = widget
    while standing is not None and standing.parent is not standing:
        if isinstance(standing, Sheet | Screen):
            return standing
        standing = standing.parent
    return widget
