"""`Pages`: things to choose from, a page of them at a time, and arrows below where there are more pages.

Subclasses say how a thing is made and filled: `CityGrid` shows cities, `FoundList` files that may be brought
in. Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.properties import NumericProperty, StringProperty

from app.ui import drawing, theme
from app.ui.panels.base import keep_count, want
from app.ui.panels.box import Box
from app.ui.presenters.cities import CityView
from app.ui.presenters.workshop.views import FoundView
from app.ui.widgets.base import Drawn
from app.ui.widgets.button import MarshalButton
from app.ui.widgets.cards import CityCard
from app.ui.widgets.label import Words
from app.ui.words import word

ROW_PX = 58
"""Least height of a file's row: a button with a margin."""


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


class CityGrid(Pages):
    """The event `on_choose(key)` is a tap on a city."""

    __events__ = ("on_choose",)
    columns = 2

    @property
    def rows(self) -> int:
        """Two, so that the maps are large enough to be told apart."""
        return 2

    def on_choose(self, key: str) -> None:
        """Event: this city is meant."""

    def show(self, items: Sequence[CityView]) -> None:
        """Show these cities; when another one is chosen, the page with it."""
        before = next((city.key for city in self.items if city.chosen), None)
        super().show(items)
        now = next(number for number, city in enumerate(items) if city.chosen)
        if items[now].key != before:
            self.turn_to(now)

    def make(self, number: int) -> CityCard:
        """A card."""
        del number
        card = CityCard()
        card.bind(on_release=lambda card: self.dispatch("on_choose", card.key))
        return card

    def fill(self, widget: Any, item: CityView) -> None:
        """Map, name and tick."""
        widget.key, widget.board, widget.title, widget.chosen = item.key, item.board, item.name, item.chosen


class FoundRow(Drawn):
    """A file with its city or what is wrong with it; `take` is there when it can be brought in."""

    name = StringProperty("")
    redraw_on = ("name",)

    def __init__(self, **kwargs: Any) -> None:
        self._name = Words(bold=True, base_px=theme.LABEL_PX, one_line=True)
        self._line = Words(base_px=15)
        self.take = MarshalButton(text=word("workshop.take"), kind="second", base_px=17)
        super().__init__(**kwargs)
        self.add_widget(self._name)
        self.add_widget(self._line)

    def show(self, found: FoundView) -> None:
        """Show this file."""
        self.name, self._name.text, self._line.text = found.name, found.name, found.line.text
        self._line.ink = theme.ALARM_PALE if found.line.alarm else theme.QUIET
        want(self, self.take, found.ready)
        self.redraw()

    def draw(self, group: Any) -> None:
        """Panel, name, line, and the button."""
        drawing.slab(group, self.pos, self.size, self.px(12), theme.PANEL)
        box = Box(self.x, self.y, self.width, self.height).inner(self.px(4))
        if self.take.parent is not None:
            box.right(self.px(130), self.px(theme.GAP_PX)).hold(self.take)
        box.x, box.width = box.x + self.px(6), box.width - self.px(6)
        box.top(self.px(22)).hold(self._name)
        box.hold(self._line)


class FoundList(Pages):
    """The event `on_take(number)` is a tap on "bring in", with the number of the file."""

    __events__ = ("on_take",)

    @property
    def rows(self) -> int:
        """As many as fit beside the arrows, and one at least."""
        gap = self.px(theme.GAP_PX)
        return max(int((self.height - self.px(theme.TOUCH_PX)) // (self.px(ROW_PX) + gap)), 1)

    def on_take(self, number: int) -> None:
        """Event: bring this one in."""

    def make(self, number: int) -> FoundRow:
        """A row."""
        row = FoundRow()
        row.take.bind(on_release=lambda *_: self.dispatch("on_take", int(self.first) + number))
        return row

    def fill(self, widget: Any, item: FoundView) -> None:
        """Name, line and button."""
        widget.show(item)
