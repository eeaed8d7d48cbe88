"""`Pages`: things to choose from, a page of them at a time, and arrows below where there are more pages.

Subclasses say how a thing is made and filled. Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.properties import NumericProperty

from app.ui import theme
from app.ui.panels.base import keep_count, want
from app.ui.panels.box import Box
from app.ui.widgets.base import Drawn
from app.ui.widgets.button import MarshalButton
from app.ui.widgets.label import Words
from app.ui.words import word


class Pages(Drawn):
    """`columns` by `rows` things on a page."""

    columns = 1
    first = NumericProperty(0)
    redraw_on = ("first",)

    def __init__(self, **kwargs: Any) -> None:
        self.items: tuple[Any, ...] = ()
        self.shown: list[Any] = []
        self._page = Words(base_px=theme.LABEL_PX, ink=theme.QUIET, halign="center")
        self._back = MarshalButton(icon="west")
        self._forward = MarshalButton(icon="east")
        super().__init__(**kwargs)
        self._back.bind(on_release=lambda *_: self._turn(-1))
        self._forward.bind(on_release=lambda *_: self._turn(1))
        self.bind(size=self._refit)

    def make(self, number: int) -> Any:
        """A widget for the thing of that number on the page."""
        raise NotImplementedError

    def fill(self, widget: Any, item: Any) -> None:
        """Let a widget show a thing."""
        raise NotImplementedError

    @property
    def rows(self) -> int:
        """How many rows a page of this size has."""
        raise NotImplementedError

    @property
    def per_page(self) -> int:
        """Things on a page."""
        return self.columns * self.rows

    def show(self, items: Sequence[Any]) -> None:
        """Show these things, on the page that is open."""
        self.items = tuple(items)
        self._refit()

    def _refit(self, *_: Any) -> None:
        """Stay near the thing that came first, whatever fits on a page now."""
        self.turn_to(min(int(self.first), max(len(self.items) - 1, 0)))

    def turn_to(self, number: int) -> None:
        """Open the page of that thing."""
        self.first = number // self.per_page * self.per_page
        self._fill()

    def _turn(self, way: int) -> None:
        self.turn_to(int(self.first) + way * self.per_page)

    def _fill(self) -> None:
        first, count, per_page = int(self.first), len(self.items), self.per_page
        page = self.items[first : first + per_page]
        keep_count(self, self.shown, len(page), self.make)
        for widget, item in zip(self.shown, page, strict=True):
            self.fill(widget, item)
        for child in (self._back, self._page, self._forward):
            want(self, child, count > per_page)
        self._back.disabled, self._forward.disabled = first == 0, first + per_page >= count
        pages = -(-count // per_page)
        self._page.text = word("workshop.page", page=first // per_page + 1, pages=pages)
        self.redraw()

    def draw(self, group: Any) -> None:
        """The things above, the arrows below."""
        del group
        box, gap = Box(self.x, self.y, self.width, self.height), self.px(theme.GAP_PX)
        if self._back.parent is not None:
            foot = box.bottom(self.px(theme.TOUCH_PX), gap)
            foot.left(self.px(96), gap).hold(self._back)
            foot.right(self.px(96), gap).hold(self._forward)
            foot.hold(self._page)
        for widget, cell in zip(self.shown, box.cells(self.columns, self.rows, gap), strict=False):
            cell.hold(widget)
