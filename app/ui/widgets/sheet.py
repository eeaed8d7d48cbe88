"""Modal sheets: a dimmed screen with one panel on it. `ConfirmSheet` asks one question with two answers.

`open_over(parent)` puts a sheet on top of a FloatLayout; touches never reach what lies under it. A sheet is
deaf for a moment after it opened: the second tap of a double tap must not answer a question nobody has read.
Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.properties import StringProperty

from app.ui import drawing, theme
from app.ui.widgets.base import Drawn, place
from app.ui.widgets.button import MarshalButton
from app.ui.widgets.hold import HoldButton
from app.ui.widgets.label import Words
from app.ui.widgets.settling import Settling


class Sheet(Drawn):
    """The dimmed ground and the panel; subclasses place their children on `panel()`."""

    panel_width_px = 520.0
    panel_height_px = 280.0
    closes_beside = False
    """Whether a tap beside the panel puts the sheet away."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("size_hint", (1, 1))
        self._settling = Settling(Clock)
        self._beside: set[int] = set()
        super().__init__(**kwargs)

    @property
    def deaf(self) -> bool:
        """Whether touches are ignored now."""
        return self._settling.deaf

    def open_over(self, parent: Any) -> None:
        """Show this sheet over `parent`."""
        self.pos, self.size = parent.pos, parent.size
        parent.add_widget(self)
        self._settling.begin()

    def close(self) -> None:
        """Take the sheet away; twice is no fault."""
        if self.parent is not None:
            self.parent.remove_widget(self)

    def while_open(self, action: Callable[[], None]) -> None:
        """Do it, unless the sheet has gone: a finger may be lifted after another one has closed it."""
        if self.parent is not None:
            action()

    def on_touch_down(self, touch: Any) -> bool:
        """Children first; nothing below is reached."""
        if not self.deaf:
            if self._is_beside(touch):
                self._beside.add(touch.uid)
            super().on_touch_down(touch)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        """As `on_touch_down`."""
        super().on_touch_move(touch)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """As `on_touch_down`; a tap beside the panel may put it away."""
        if touch.uid in self._beside:
            self._beside.discard(touch.uid)
            if self.closes_beside and self._is_beside(touch):
                self.close()
        super().on_touch_up(touch)
        return True

    def _is_beside(self, touch: Any) -> bool:
        x, y, width, height = self.panel()
        return not touch.is_mouse_scrolling and not (x <= touch.x <= x + width and y <= touch.y <= y + height)

    def panel(self) -> tuple[float, float, float, float]:
        """(x, y, width, height) of the panel in window pixels."""
        width = min(self.px(self.panel_width_px), self.width - self.px(24))
        height = min(self.px(self.panel_height_px), self.height - self.px(24))
        return self.center_x - width / 2, self.center_y - height / 2, width, height

    def draw(self, group: Any) -> None:
        """Dim the screen and draw the panel."""
        drawing.slab(group, self.pos, self.size, 1, theme.SHADOW, 0.78)
        x, y, width, height = self.panel()
        drawing.slab(group, (x, y), (width, height), self.px(16), theme.GROUND)
        drawing.frame(group, (x, y), (width, height), self.px(16), self.px(2), theme.LINE)


class OneSheet:
    """The one sheet a screen has open over a floor: another takes its place, also for a second finger."""

    def __init__(self, floor: Any) -> None:
        self._floor = floor
        self._sheet: Sheet | None = None

    @property
    def up(self) -> bool:
        """Whether a sheet is open."""
        return self._sheet is not None and self._sheet.parent is not None

    def open(self, sheet: Sheet) -> None:
        """Show this sheet instead of the one that is open."""
        self.close()
        self._sheet = sheet
        sheet.open_over(self._floor)

    def close(self) -> None:
        """Put the open sheet away; nothing happens where there is none."""
        if self._sheet is not None:
            self._sheet.close()
            self._sheet = None


class ConfirmSheet(Sheet):
    """A title, a sentence, "yes" and "no". `on_yes` is called after the sheet has closed.

    `danger`: it cannot be taken back, so "yes" has to be held.
    """

    title = StringProperty("")
    sentence = StringProperty("")
    redraw_on = ("title", "sentence")

    def __init__(
        self, yes: str, no: str, on_yes: Callable[[], None], danger: bool = False, **kwargs: Any
    ) -> None:
        self._on_yes = on_yes
        self._title = Words(shout=True, base_px=34, halign="center")
        self._sentence = Words(base_px=theme.SENTENCE_PX, halign="center", ink=theme.QUIET)
        self.yes = HoldButton(text=yes, kind="danger") if danger else MarshalButton(text=yes, kind="main")
        self.no = MarshalButton(text=no, kind="quiet")
        super().__init__(**kwargs)
        for child in (self._title, self._sentence, self.no, self.yes):
            self.add_widget(child)
        self.no.bind(on_release=lambda *_: self.close())
        answered = {"on_held" if danger else "on_release": lambda *_: self.while_open(self._answer_yes)}
        self.yes.bind(**answered)

    def _answer_yes(self) -> None:
        self.close()
        self._on_yes()

    def draw(self, group: Any) -> None:
        """Texts above, the two answers below."""
        super().draw(group)
        x, y, width, height = self.panel()
        pad, button = self.px(20), self.px(64)
        self._title.text, self._sentence.text = self.title, self.sentence
        place(self._title, x + pad, y + height - pad - self.px(46), width - 2 * pad, self.px(46))
        text_height = height - 3 * pad - self.px(46) - button
        place(self._sentence, x + pad, y + pad * 1.5 + button, width - 2 * pad, text_height)
        half = (width - 3 * pad) / 2
        place(self.no, x + pad, y + pad, half, button)
        place(self.yes, x + 2 * pad + half, y + pad, half, button)
