"""`CityGrid`: cities to choose from, a page of them at a time. Main thread only."""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from app.ui.panels.pages import Pages
from app.ui.presenters.cities import CityView
from app.ui.widgets.cards import CityCard


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
