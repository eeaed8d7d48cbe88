"""`CityShelf`: two cities side by side, and arrows to further ones where there are more. Main thread only."""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.properties import NumericProperty

from app.ui import theme
from app.ui.panels.base import keep_count, want
from app.ui.panels.box import Box
from app.ui.presenters.cities import CityView
from app.ui.widgets.base import Drawn
from app.ui.widgets.button import MarshalButton
from app.ui.widgets.cards import CityCard

SHOWN = 2


class CityShelf(Drawn):
    """The event `on_choose(key)` is a tap on a city."""

    __events__ = ("on_choose",)
    first = NumericProperty(0)
    redraw_on = ("first",)

    def __init__(self, **kwargs: Any) -> None:
        self._cities: tuple[CityView, ...] = ()
        self.cards: list[CityCard] = []
        self.back = MarshalButton(icon="west")
        self.forward = MarshalButton(icon="east")
        super().__init__(**kwargs)
        self.back.bind(on_release=lambda *_: self._turn(-SHOWN))
        self.forward.bind(on_release=lambda *_: self._turn(SHOWN))

    def on_choose(self, key: str) -> None:
        """Event: play in this city."""

    def show(self, cities: Sequence[CityView]) -> None:
        """Show these cities; when they are others than before, those around the chosen one."""
        fresh = [city.key for city in cities] != [city.key for city in self._cities]
        self._cities = tuple(cities)
        if fresh:
            chosen = next((n for n, city in enumerate(cities) if city.chosen), 0)
            self.first = chosen - chosen % SHOWN
        self._fill()

    def _turn(self, way: int) -> None:
        self.first += way
        self._fill()

    def _fill(self) -> None:
        first = int(self.first)
        shown = self._cities[first : first + SHOWN]
        keep_count(self, self.cards, len(shown), self._make)
        for card, city in zip(self.cards, shown, strict=True):
            card.key, card.board, card.title, card.chosen = city.key, city.board, city.name, city.chosen
        more = len(self._cities) > SHOWN
        for arrow in (self.back, self.forward):
            want(self, arrow, more)
        self.back.disabled, self.forward.disabled = first == 0, first + SHOWN >= len(self._cities)
        self.redraw()

    def _make(self, _number: int) -> CityCard:
        card = CityCard()
        card.bind(on_release=lambda card: self.dispatch("on_choose", card.key))
        return card

    def draw(self, group: Any) -> None:
        """Cards between the arrows."""
        del group
        box, gap = Box(self.x, self.y, self.width, self.height), self.px(theme.GAP_PX)
        if self.back.parent is not None:
            box.left(self.px(theme.TOUCH_PX), gap).hold(self.back)
            box.right(self.px(theme.TOUCH_PX), gap).hold(self.forward)
        for card, cell in zip(self.cards, box.columns(SHOWN, gap), strict=False):
            cell.hold(card)
