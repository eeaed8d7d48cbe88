"""The table's buttons as they lie there: a card for each player, the table and each pod, lit while pressed.

Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from kivy.properties import ObjectProperty

from app.ui import drawing, icons, theme
from app.ui.look import LOOK
from app.ui.panels.base import keep_count
from app.ui.panels.box import Box
from app.ui.panels.pages import Pages
from app.ui.presenters.devices_views import CardView, KeyView
from app.ui.widgets.base import Drawn
from app.ui.widgets.label import Words

CARD_PX = 138
"""Least height of a card, in base pixels: title, cap and four lines of the smallest letters."""
WIDE_KEY_PX = 130
"""With this much room the texts stand beside the cap, not below it."""
CAP_PX, WIDE_CAP_PX = 40, 68
WIDE_LINE_PX = 17
TURN_PX = 52
"""Width of the strip with the arrows, where they stand beside the cards."""


class ButtonCap(Drawn):
    """One button: a cap with the number of presses, and what is known of it in four short lines."""

    view = ObjectProperty(KeyView("", "", "", "", ""))
    redraw_on = ("view",)

    def __init__(self, **kwargs: Any) -> None:
        self._count = Words(shout=True, halign="center", base_px=24)
        self._lines = [Words(bold=True, base_px=15, one_line=True)]
        self._lines += [Words(base_px=theme.LEAST_PX, ink=theme.QUIET, one_line=True) for _ in range(3)]
        super().__init__(**kwargs)
        for child in (self._count, *self._lines):
            self.add_widget(child)

    def draw(self, group: Any) -> None:
        """The cap, lit or not, and the lines below or beside it."""
        view: KeyView = self.view
        box = Box(self.x, self.y, self.width, self.height)
        wide = self.width >= self.px(WIDE_KEY_PX)
        side = self.px(WIDE_CAP_PX if wide else CAP_PX)
        place = box.left(side * 1.3, self.px(8)) if wide else box.top(side, self.px(2))
        x, y = place.x + place.width / 2, place.y + place.height / 2
        edge = theme.ALARM if view.ill else theme.ACCENT if view.lit else theme.LINE
        fill = theme.ACCENT if view.lit else theme.ALARM_DEEP if view.ill else theme.PANEL_RAISED
        drawing.disc(group, x, y, side / 2, fill)
        drawing.ring(group, x, y, side / 2 - self.px(1), self.px(2), edge)
        self._count.text, self._count.base_px = view.count, 40 if wide else 24
        self._count.ink = theme.INK if view.lit else theme.TEXT
        place.middle(side * 0.8, side * 0.8).hold(self._count)
        if wide:
            box = box.middle(box.width, self.px(86))
        texts = (view.role, view.place, view.level, view.ago)
        for words, text, row in zip(self._lines, texts, box.rows(4, 0), strict=True):
            words.base_px = WIDE_LINE_PX if wide else 15 if words.bold else theme.LEAST_PX
            words.halign, words.text = "left" if wide else "center", text
            row.hold(words)


class DeviceCard(Drawn):
    """Shows a `CardView`: title with the owner's colour, the lamp, and its buttons side by side."""

    view = ObjectProperty(CardView("", "", "", "", "", ()))
    redraw_on = ("view",)

    def __init__(self, **kwargs: Any) -> None:
        self._title = Words(bold=True, base_px=18, one_line=True)
        self._line = Words(base_px=15, ink=theme.QUIET, halign="right", one_line=True)
        self._caps: list[ButtonCap] = []
        super().__init__(**kwargs)
        self.add_widget(self._title)
        self.add_widget(self._line)

    @property
    def text(self) -> str:
        """What the card is called."""
        view: CardView = self.view
        return view.title

    def draw(self, group: Any) -> None:
        """Panel, head and caps."""
        view: CardView = self.view
        drawing.slab(group, self.pos, self.size, self.px(12), theme.PANEL)
        edge, width = (theme.ALARM, 2.5) if view.ill else (theme.LINE, 1.5)
        drawing.frame(group, self.pos, self.size, self.px(12), self.px(width), edge)
        box = Box(self.x, self.y, self.width, self.height).inner(self.px(7))
        head = box.top(self.px(24), self.px(3))
        if view.colour:
            bar = head.left(self.px(6), self.px(6))
            drawing.slab(group, bar.pos, bar.size, self.px(3), view.colour)
        if view.lamp:
            self._draw_lamp(group, head.right(self.px(22), self.px(4)), view.lamp)
        self._title.text, self._line.text = view.title, view.line
        if view.line:
            head.right(head.width * 0.5, self.px(4)).hold(self._line)
        self._line.opacity = 1 if view.line else 0
        head.hold(self._title)
        keep_count(self, self._caps, len(view.keys), lambda _: ButtonCap())
        for cap, key, cell in zip(
            self._caps, view.keys, box.columns(max(len(view.keys), 1), 0), strict=False
        ):
            cap.view = key
            cell.hold(cap)

    def _draw_lamp(self, group: Any, box: Box, lamp: str) -> None:
        """A bulb: hollow when dark, with a glow when it shines, crossed out when it is off for good."""
        x, y, radius = box.x + box.width / 2, box.y + box.height / 2, self.px(8)
        if lamp == "on":
            drawing.glow(group, x, y, radius * 2, theme.ACCENT, 0.7)
            drawing.disc(group, x, y, radius, theme.ACCENT)
        else:
            drawing.ring(group, x, y, radius, self.px(2), theme.ALARM if lamp == "ill" else theme.QUIET)
        if lamp == "ill":
            icons.draw(group, "cross", x, y, radius * 1.3, theme.ALARM)


class DeviceCards(Pages):
    """All cards, a page of them at a time; the arrows stand beside them, or below in a window on end."""

    @property
    def rows(self) -> int:
        """As many as the height takes; where arrows stand below, they cost some."""
        gap, height = self.px(theme.GAP_PX), self.height
        fit = max(1, int((height + gap) // (self.px(CARD_PX) + gap)))
        if LOOK.portrait and len(self.items) > fit * self.columns:
            height -= self.px(theme.TOUCH_PX) + gap
            fit = max(1, int((height + gap) // (self.px(CARD_PX) + gap)))
        return fit

    def make(self, number: int) -> DeviceCard:
        """An empty card."""
        del number
        return DeviceCard()

    def fill(self, widget: Any, item: Any) -> None:
        """Show a card; one that shows the same already is not drawn anew."""
        widget.view = item

    def _refit(self, *_: Any) -> None:
        self.columns = 2 if LOOK.portrait else 3
        super()._refit()

    def draw(self, group: Any) -> None:
        """The cards, and beside them the arrows where there are more."""
        if LOOK.portrait or self._back.parent is None:
            super().draw(group)
            return
        box, gap = Box(self.x, self.y, self.width, self.height), self.px(theme.GAP_PX)
        strip = box.right(self.px(TURN_PX), gap)
        third = (strip.height - self.px(44)) / 2
        strip.top(third, 0).hold(self._back)
        strip.bottom(third, 0).hold(self._forward)
        strip.hold(self._page)
        for widget, cell in zip(self.shown, box.cells(self.columns, self.rows, gap), strict=False):
            cell.hold(widget)
