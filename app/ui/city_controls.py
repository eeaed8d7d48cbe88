"""The buttons that lie on a map: back to the whole city while less is seen, and the one that turns it.

In: the map they belong to. They are there only when they mean something, never on a square that a finger may
mean: the one that turns lies in a corner that the city lacks. Main thread only.
"""

from __future__ import annotations

from typing import Any

from app.ui import theme
from app.ui.city_geometry import Grid
from app.ui.city_sight import Sight
from app.ui.city_turning import CornerButton, SideChoice, Turned
from app.ui.look import LOOK
from app.ui.widgets.button import MarshalButton
from app.ui.words import word

WHOLE_PX = (150, 52)
EDGE_PX = 6
"""From the foot of the map to the button."""


class Controls:
    """Puts the buttons on `city` and takes them away."""

    def __init__(self, city: Any) -> None:
        self._city = city
        button = MarshalButton(text=word("map.whole"), icon="whole", kind="second", base_px=17)
        button.bind(on_release=lambda *_: city.show_all())
        self._whole = Turned(button)
        self._turn = CornerButton(size_hint=(None, None))
        self._turn.bind(on_release=lambda *_: self._open())
        self._choice: SideChoice | None = None
        self._sight: Sight | None = None

    @property
    def foot_px(self) -> int:
        """What the button at the foot covers, to be freed by pulling the map up."""
        return round(LOOK.px(WHOLE_PX[1] + 2 * EDGE_PX))

    def show(self, sight: Sight) -> None:
        """Follow how the map is looked at."""
        self._sight = sight
        turnable = self._city.turnable and not sight.zoomed
        self._want(self._turn, turnable)
        self._want(self._whole, sight.zoomed)
        if not turnable:
            self._close()
        if sight.zoomed:
            self._place_whole(sight)
        if turnable:
            self._place_turn(sight)
        if self._choice is not None:
            self._choice.pos, self._choice.size = self._city.pos, self._city.size
            self._choice.show(sight.side)

    def take(self, touch: Any) -> bool:
        """Whether a button takes this touch; where a square lies under the corner's, the square is meant."""
        if getattr(touch, "is_mouse_scrolling", False):
            return self._choice is not None
        for child in (self._choice, self._whole, self._turn):
            if child is None or child.parent is None or not child.collide_point(*touch.pos):
                continue
            on_square = self._sight is not None and self._sight.grid.cell_under(*touch.pos) is not None
            if not (child is self._turn and on_square):
                return bool(child.dispatch("on_touch_down", touch))
        return False

    def _place_whole(self, sight: Sight) -> None:
        """In the middle of the reader's foot."""
        width, height = (2 * round(LOOK.px(side) / 2) for side in WHOLE_PX)
        across, edge = sight.size[0], round(LOOK.px(EDGE_PX))
        corners = (
            sight.to_window((across - width) // 2, edge),
            sight.to_window((across + width) // 2, edge + height),
        )
        left, bottom = (min(pair) for pair in zip(*corners, strict=True))
        self._whole.size = (height, width) if sight.side % 2 else (width, height)
        self._whole.pos = (left, bottom)
        self._whole.turn_to(sight.side)

    def _place_turn(self, sight: Sight) -> None:
        """A finger's breadth in a corner of the map; its sign is where the square would be."""
        side, grid = round(LOOK.px(theme.TOUCH_PX)), sight.grid
        x, y = _free_corner(sight, side)
        inside = grid.frame_px + grid.cell_px / 2
        left, bottom = x == sight.x, y == sight.y
        self._turn.size, self._turn.pos = (side, side), (x, y)
        self._turn.sign_px = grid.cell_px
        self._turn.sign_at = (
            grid.left_px + (inside if left else grid.width_px - inside),
            grid.bottom_px + (inside if bottom else grid.height_px - inside),
        )

    def _open(self) -> None:
        city = self._city
        self._choice = SideChoice(self._sit, city.turn, self._close)
        city.add_widget(self._choice)
        self.show(city.sight)

    def _sit(self, side: int) -> None:
        self._close()
        self._city.sit(side)

    def _close(self) -> None:
        if self._choice is not None:
            self._city.remove_widget(self._choice)
            self._choice = None

    def _want(self, child: Any, wanted: bool) -> None:
        if wanted and child.parent is None:
            self._city.add_widget(child)
        elif not wanted and child.parent is not None:
            self._city.remove_widget(child)


def _free_corner(sight: Sight, side_px: int) -> tuple[int, int]:
    """Where a corner of the window's map has no square; the upper left one, when all have one."""
    grid = sight.grid
    right, top = sight.x + sight.width - side_px, sight.y + sight.height - side_px
    places = ((sight.x, top), (right, sight.y), (right, top), (sight.x, sight.y))
    return next((place for place in places if _is_free(grid, place, side_px)), places[0])


def _is_free(grid: Grid, place: tuple[int, int], side_px: int) -> bool:
    shares = (0.25, 0.75)
    points = [(place[0] + side_px * x, place[1] + side_px * y) for x in shares for y in shares]
    return all(grid.cell_under(*point) is None for point in points)
