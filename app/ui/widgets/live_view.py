"""`LiveView`: what the camera shows, with the grid and all else that was found in it drawn over it.

`show(picture, overlay, loupe)` brings it up to date. One texture is used again and again, and the drawing is
made anew only when the overlay changes. While `pointing`, a finger on the picture is told by `on_point(way,
point)`: "down", "move" or "up", the point in shares of the picture, y down. Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, Line, Mesh, Rectangle
from kivy.graphics.texture import Texture
from kivy.properties import BooleanProperty

from app.ui import drawing, icons, theme
from app.ui.presenters.camera.views import Mark, Overlay, Picture, Point, Points, Ring
from app.ui.widgets.base import Drawn

LOUPE_PX = 132.0
"""Side of the enlargement, in base pixels: it shows past a finger tip."""
LOUPE_SHARE = 0.09
"""Width of what it shows, as a share of the picture's: about four times as large as the picture itself."""
FIGURE_PX = 20.0
"""The figure beside a ring says whose it is, too: colours alone do not."""


class LiveView(Drawn):
    """The picture, as large as its place allows, and the drawing over it."""

    __events__ = ("on_point",)
    pointing = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        self._texture: Any = None
        self._picture: Picture | None = None
        self._overlay = Overlay()
        self._loupe: Point | None = None
        super().__init__(**kwargs)

    def on_point(self, way: str, point: Point) -> None:
        """Bind this."""

    def show(self, picture: Picture | None, overlay: Overlay, loupe: Point | None) -> None:
        """The newest picture, what lies over it, and the point to enlarge."""
        if picture is not None and picture is not self._picture:
            self._blit(picture)
        if (picture is None) != (self._picture is None) or overlay != self._overlay or loupe != self._loupe:
            self.redraw()
        self._picture, self._overlay, self._loupe = picture, overlay, loupe

    def _blit(self, picture: Picture) -> None:
        size = (picture.width_px, picture.height_px)
        if self._texture is None or tuple(self._texture.size) != size:
            self._texture = Texture.create(size=size, colorfmt="rgb")
            self.redraw()
        self._texture.blit_buffer(picture.rgb, colorfmt="rgb", bufferfmt="ubyte")
        self.canvas.ask_update()

    # -- where things are -----------------------------------------------------------------------------

    def frame(self) -> tuple[float, float, float, float]:
        """(x, y, width, height) of the picture in window pixels."""
        width, height = (4, 3) if self._texture is None else self._texture.size
        scale = min(self.width / width, self.height / height)
        width, height = width * scale, height * scale
        return self.center_x - width / 2, self.top - height, width, height

    def _at(self, point: Point) -> tuple[float, float]:
        x, y, width, height = self.frame()
        return x + point[0] * width, y + (1 - point[1]) * height

    def _flat(self, points: Points) -> list[float]:
        return [value for point in points for value in self._at(point)]

    # -- fingers --------------------------------------------------------------------------------------

    def _point(self, touch: Any) -> Point:
        x, y, width, height = self.frame()
        return (touch.x - x) / width, 1 - (touch.y - y) / height

    def on_touch_down(self, touch: Any) -> bool:
        """Take a finger on the picture."""
        x, y = self._point(touch)
        if not self.pointing or touch.is_mouse_scrolling or not (0 <= x <= 1 and 0 <= y <= 1):
            return bool(super().on_touch_down(touch))
        touch.grab(self)
        self.dispatch("on_point", "down", (x, y))
        return True

    def on_touch_move(self, touch: Any) -> bool:
        """Follow it."""
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        self.dispatch("on_point", "move", self._point(touch))
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """Let it go."""
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        self.dispatch("on_point", "up", self._point(touch))
        return True

    # -- drawing --------------------------------------------------------------------------------------

    def draw(self, group: Any) -> None:
        """Ground, picture, and everything over it."""
        x, y, width, height = self.frame()
        drawing.slab(group, (x, y), (width, height), self.px(4), theme.GROUND_DEEP)
        if self._texture is None or self._picture is None:
            return
        group.add(Color(1, 1, 1, 1))
        group.add(Rectangle(texture=self._texture, pos=(x, y), size=(width, height)))
        overlay = self._overlay
        self._lines(group, overlay.grid, theme.CAMERA_GRID, 1.0, 0.75)
        self._lines(group, overlay.cards, theme.ACCENT, 2.0)
        for cell in overlay.glare:
            self._fill(group, cell[:4], theme.ALARM)
        for ring in overlay.rings:
            self._ring(group, ring)
        if overlay.north is not None:
            at_x, at_y = self._at(overlay.north)
            drawing.disc(group, at_x, at_y, self.px(11), theme.GROUND)
            drawing.text(group, "N", at_x, at_y, self.px(17), theme.ACCENT, theme.READING, bold=True)
        if overlay.outline:
            around = [self._at(corner) for corner in (*overlay.outline, overlay.outline[0])]
            drawing.line(group, around, self.px(2), theme.ACCENT, 0.6)
        for corner in overlay.corners:
            x, y = self._at(corner)
            drawing.ring(group, x, y, self.px(14), self.px(3), theme.ACCENT)
            drawing.disc(group, x, y, self.px(2.5), theme.ACCENT)
        if self._loupe is not None:
            self._draw_loupe(group, self._loupe)

    def _lines(
        self, group: Any, lines: tuple[Points, ...], colour: str, width: float, alpha: float = 1.0
    ) -> None:
        group.add(Color(*theme.rgba(colour, alpha)))
        for points in lines:
            group.add(Line(points=self._flat(points), width=max(1.0, self.px(width) / 2)))

    def _fill(self, group: Any, points: Points, colour: str) -> None:
        group.add(Color(*theme.rgba(colour, 0.45)))
        vertices = [value for point in points for value in (*self._at(point), 0, 0)]
        group.add(Mesh(vertices=vertices, indices=list(range(len(points))), mode="triangle_fan"))

    def _ring(self, group: Any, ring: Ring) -> None:
        points = [self._at(point) for point in ring.points]
        drawing.line(group, points, self.px(7), theme.TEXT if ring.colour == "black" else theme.GROUND_DEEP)
        drawing.line(group, points, self.px(3.5), theme.MEEPLES[ring.colour])
        left, right = min(x for x, _ in points), max(x for x, _ in points)
        top, foot = max(y for _, y in points), min(y for _, y in points)
        drawing.meeple(
            group, ring.colour, left - self.px(FIGURE_PX * 0.6), (top + foot) / 2, self.px(FIGURE_PX)
        )
        if ring.mark is Mark.GOOD:
            drawing.disc(group, right, top, self.px(8), theme.SUCCESS_DEEP)
            icons.draw(group, "tick", right, top, self.px(10), theme.SUCCESS)

    def _draw_loupe(self, group: Any, point: Point) -> None:
        """An enlargement in the upper corner that is further from the finger."""
        x, y, width, height = self.frame()
        side = self.px(LOUPE_PX)
        left = x if point[0] > 0.5 else x + width - side
        bottom = y + height - side
        shown = LOUPE_SHARE * self._texture.width
        from_x = min(max(point[0] * self._texture.width - shown / 2, 0), self._texture.width - shown)
        from_y = min(max((1 - point[1]) * self._texture.height - shown / 2, 0), self._texture.height - shown)
        group.add(Color(1, 1, 1, 1))
        part = self._texture.get_region(from_x, from_y, shown, shown)
        group.add(Rectangle(texture=part, pos=(left, bottom), size=(side, side)))
        at_x = left + (point[0] * self._texture.width - from_x) / shown * side
        at_y = bottom + ((1 - point[1]) * self._texture.height - from_y) / shown * side
        for ends in (
            [(at_x - self.px(18), at_y), (at_x + self.px(18), at_y)],
            [(at_x, at_y - self.px(18)), (at_x, at_y + self.px(18))],
        ):
            drawing.line(group, ends, self.px(2), theme.ACCENT)
        drawing.frame(group, (left, bottom), (side, side), self.px(4), self.px(3), theme.ACCENT)
