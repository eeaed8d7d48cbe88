"""The tile picker: the city to lay tiles on, the kinds of tiles, and those that wait for Location tiles.

Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from app.ui import theme
from app.ui.city import CityMap
from app.ui.city_picture import CityPicture
from app.ui.panels.base import Do, keep_count
from app.ui.panels.box import Box
from app.ui.panels.page import HEAD_PX, PageSheet
from app.ui.panels.setup.tile_layer import TileLayer
from app.ui.presenters.setup.tiles import TilesPresenter
from app.ui.widgets.chips import TileChip
from app.ui.widgets.label import Words
from app.ui.words import word

KIND_PX, LOT_PX, WAITING_COLUMNS, UPRIGHT_COLUMNS, WAITING_LINES = 76, 116, 6, 8, 2


class TilesSheet(PageSheet):
    """Shows a `TilesView`."""

    panel_width_px = 792.0
    panel_height_px = 472.0

    def __init__(self, tiles: TilesPresenter, do: Do, **kwargs: Any) -> None:
        super().__init__(do, **kwargs)
        self._tiles = tiles
        self.city = CityMap(nears=False)  # the tiles lie over it
        self._layer = TileLayer()
        self.city.bind(on_cell=lambda _, cell: do(tiles.tap_cell, cell))
        self._advice = Words(base_px=15)
        self.kinds = [TileChip() for _ in tiles.view().kinds]
        self.by_lot = self.button(
            lambda: do(tiles.by_lot), text=word("tiles.by_lot"), icon="plus", base_px=17
        )
        self.waiting: list[TileChip] = []
        for child in (self.city, self._layer, self._advice, *self.kinds):
            self.add_widget(child)
        for chip, kind in zip(self.kinds, tiles.view().kinds, strict=True):
            chip.text, chip.blank = kind.text, kind.face is None
            chip.sides = list(kind.face.sides) if kind.face is not None else []
            chip.bind(on_release=lambda *_, kind=kind.kind: do(tiles.choose, kind))
        tiles.open()
        self.refresh()

    def refresh(self) -> None:
        """Show city, hand and waiting tiles as they stand."""
        view = self._tiles.view()
        self.title.text, self._advice.text = view.title, view.advice
        self.city.show(CityPicture(view.board, exact_touch=True))
        self._layer.board = view.board
        self._layer.tiles = {cell: face.sides for cell, face in view.placed.items()}
        for chip, kind in zip(self.kinds, view.kinds, strict=True):
            chip.chosen = kind.chosen
            if kind.chosen:
                self.by_lot.disabled = kind.face is None
        keep_count(self, self.waiting, len(view.waiting), self._make)
        for chip, face in zip(self.waiting, view.waiting, strict=True):
            chip.sides = list(face.sides)
        self.show_hint(view.hint)
        self.redraw()

    def _make(self, number: int) -> TileChip:
        chip = TileChip()
        chip.bind(on_release=lambda *_: self.do(self._tiles.tap_waiting, number))
        return chip

    def draw(self, group: Any) -> None:
        """The city fills the height (or the width); the rest stands beside (or below) it."""
        super().draw(group)
        box = Box(*self.panel()).inner(self.px(10))
        gap = self.gap
        city = box.top(box.width, gap) if self.upright else box.left(box.height, gap)
        city.hold(self.city)
        city.hold(self._layer)
        head = box.top(self.px(HEAD_PX), gap)
        head.right(self.px(116), gap).hold(self.done)
        head.hold(self.title)
        box.top(self.px(48 if self.upright else 76), gap).hold(self._advice)
        kinds = box.top(self.px(KIND_PX), gap)
        if self.upright:
            kinds.right(self.px(LOT_PX), gap).hold(self.by_lot)
        else:
            box.top(self.px(theme.TOUCH_PX), gap).hold(self.by_lot)
        for chip, cell in zip(self.kinds, kinds.columns(len(self.kinds), gap), strict=True):
            cell.hold(chip)
        box.bottom(self.px(40)).hold(self.hint)
        self._place_waiting(box)

    def _place_waiting(self, box: Box) -> None:
        side, close = self.px(theme.TOUCH_PX), self.px(3)
        columns = UPRIGHT_COLUMNS if self.upright else WAITING_COLUMNS
        cells = box.top(WAITING_LINES * side + close).cells(columns, WAITING_LINES, close)
        for chip, cell in zip(self.waiting, cells, strict=False):
            cell.left(side).hold(chip)
