"""Before a crime: two tiles face down, the players, and the one button that turns them (or scatters).

Before the first crime notes stand below the tiles: what has to be placed or put aside on the real table. With
a camera the guide to everybody's place stands there, which takes the room of the tiles where there is little.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from app.games.mutant_meeples.roster import colours
from app.ui import drawing, theme
from app.ui.panels.base import MatchPanel, want
from app.ui.panels.box import Box
from app.ui.panels.guide import GuideList
from app.ui.panels.player_row import PlayerRow
from app.ui.presenters.views import DrawPanel
from app.ui.widgets.label import Words, text_height
from app.ui.widgets.tiles import LocationTile
from app.ui.words import word

BUTTON_PX = 72
TILE_PX = (92, 118)
LEAST_TILE_PX = 64
"""With less room than this the notes stand alone."""
NOTE_PX = 17


class DrawView(MatchPanel):
    """Shows a `DrawPanel`."""

    def __init__(self, *parts: Any, **kwargs: Any) -> None:
        super().__init__(*parts, **kwargs)
        self._scatter = False
        self.tiles = [LocationTile(letter="?", caption=word(f"match.{key}")) for key in ("avenue", "street")]
        self.players = PlayerRow()
        self._notes = Words(halign="center", base_px=NOTE_PX)
        self.guide = GuideList()
        for child in (*self.tiles, self._notes, self.players):
            self.add_widget(child)
        self.go = self.button(lambda: self.do(self.desk.draw), kind="main", base_px=24)

    def show(self, view: DrawPanel) -> None:
        """The players and what the button does."""
        self.go.text = view.button
        self.players.show(view.players)
        self._scatter = view.scatter
        self._notes.text = "\n".join(view.notes)
        want(self, self.guide, view.guide is not None)
        if view.guide is not None:
            self.guide.show(view.guide)
        self.redraw()

    def draw(self, group: Any) -> None:
        """Tiles or meeples in the free room, then players, then the button."""
        box = self.box()
        box.bottom(self.px(BUTTON_PX), self.gap).hold(self.go)
        box.bottom(self.players.height_in(box.width), self.gap).hold(self.players)
        self._place_notes(box)
        if self.guide.parent is not None:
            box.top(self.guide.height_in(box.height), self.gap).hold(self.guide)
        roomy = box.height >= self.px(LEAST_TILE_PX)
        for tile in self.tiles:
            tile.opacity = 1 if roomy and not self._scatter else 0
        if self._scatter:
            self._draw_meeples(group, box)
            return
        width, height = self.px(TILE_PX[0]), self.px(TILE_PX[1])
        for tile, cell in zip(
            self.tiles, box.middle(2 * width + 2 * self.gap, height).columns(2, 2 * self.gap), strict=True
        ):
            cell.hold(tile)

    def _place_notes(self, box: Box) -> None:
        """As high as the text is, in the smaller size when there is little room beside the tiles."""
        text = self._notes.text
        if not text:
            self._notes.size = (1, 1)
            return
        room = box.height - self.px(TILE_PX[1]) - self.gap
        height = text_height(text, box.width, NOTE_PX)
        if height > room:
            height = text_height(text, box.width, theme.LEAST_PX)
        box.bottom(min(height + self.px(2), box.height), self.gap).hold(self._notes)

    def _draw_meeples(self, group: Any, box: Box) -> None:
        for colour, cell in zip(
            colours(), box.middle(self.px(260), self.px(130)).cells(4, 2, self.gap), strict=True
        ):
            x, y = cell.x + cell.width / 2, cell.y + cell.height / 2
            drawing.meeple(group, colour, x, y, min(cell.width, cell.height))
