"""What only the gallery draws: swatches, type, measures, the figures as others see them, and a move.

Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

import functools
from typing import Any

import numpy as np
from kivy.clock import Clock
from kivy.core.image import Image
from kivy.graphics import Rectangle
from kivy.graphics.texture import Texture
from kivy.properties import NumericProperty, StringProperty

from app.ui import drawing, icons, theme
from app.ui.fonts import ASSETS
from app.ui.gallery.eyes import EYES
from app.ui.look import LOOK
from app.ui.meeple_art import ORDER, native_px
from app.ui.widgets.base import Drawn, place
from app.ui.widgets.button import MarshalButton
from app.ui.widgets.label import Words

FRAME_S = 1 / 30


class Swatch(Drawn):
    """A colour with its name, and its contrast to ground and panel (as a thing on them)."""

    name = StringProperty("")
    colour = StringProperty(theme.GROUND)
    redraw_on = ("name", "colour")

    def __init__(self, **kwargs: Any) -> None:
        self._name = Words(bold=True, base_px=theme.LEAST_PX)
        self._ratio = Words(base_px=theme.LEAST_PX, ink=theme.QUIET)
        super().__init__(**kwargs)
        self.add_widget(self._name)
        self.add_widget(self._ratio)

    def draw(self, group: Any) -> None:
        """The colour above, the words below."""
        words = self.px(40)
        pos, size = (self.x, self.y + words), (self.width, self.height - words)
        drawing.slab(group, pos, size, self.px(8), self.colour)
        drawing.frame(group, pos, size, self.px(8), self.px(1), theme.LINE)
        self._name.text = self.name
        on_ground, on_panel = (theme.contrast(self.colour, below) for below in (theme.GROUND, theme.PANEL))
        self._ratio.text = f"{self.colour}: {on_ground:.1f}, panel {on_panel:.1f}"
        place(self._name, self.x, self.y + words / 2, self.width, words / 2)
        place(self._ratio, self.x, self.y, self.width, words / 2)


class InkSample(Drawn):
    """A text in one colour on another, with the measured contrast."""

    ink = StringProperty(theme.TEXT)
    ground = StringProperty(theme.GROUND)
    redraw_on = ("ink", "ground")

    def __init__(self, **kwargs: Any) -> None:
        self._words = Words(bold=True, halign="center")
        super().__init__(**kwargs)
        self.add_widget(self._words)

    def draw(self, group: Any) -> None:
        """A panel of the ground with the figure on it."""
        drawing.slab(group, self.pos, self.size, self.px(8), self.ground)
        drawing.frame(group, self.pos, self.size, self.px(8), self.px(1), theme.LINE)
        self._words.ink = self.ink
        self._words.text = f"Aa {theme.contrast(self.ink, self.ground):.1f}"
        place(self._words, *self.pos, *self.size)


class Ruler(Drawn):
    """A length of the design in its true size, and its name."""

    name = StringProperty("")
    length_px = NumericProperty(1)
    redraw_on = ("name", "length_px")

    def __init__(self, **kwargs: Any) -> None:
        self._words = Words(base_px=theme.LABEL_PX)
        super().__init__(**kwargs)
        self.add_widget(self._words)

    def draw(self, group: Any) -> None:
        """A square of that side, then the words."""
        side = self.px(self.length_px)
        drawing.block(group, self.x, self.center_y - side / 2, side, side, theme.ACCENT)
        left = self.x + self.px(theme.TOUCH_PX + theme.MARGIN_PX)
        self._words.text = f"{self.name}: {self.length_px:g}"
        place(self._words, left, self.y, self.right - left, self.height)


class IconRow(Drawn):
    """All drawn signs."""

    def draw(self, group: Any) -> None:
        """Side by side, as many in a line as there is room for."""
        names = [*icons.STROKES, "pause", "more", "play"]
        pitch = self.px(40)
        columns = max(1, int(self.width // pitch))
        for number, name in enumerate(names):
            row, column = divmod(number, columns)
            x, y = self.x + (column + 0.5) * pitch, self.top - (row + 0.5) * pitch
            icons.draw(group, name, x, y, self.px(24), theme.TEXT)


@functools.cache
def _pixels(size_px: int) -> Any:
    """(size, 8 * size, 4) float64 of the drawn figures, red, green, blue, alpha, 0..1, rows from the top."""
    data = Image(str(ASSETS / "meeples" / f"{size_px}.png"), keep_data=True).image._data[0]
    rows = np.frombuffer(data.data, np.uint8).reshape(data.height, -1)[:, : data.width * 4]
    return rows.reshape(data.height, data.width, 4) / 255.0


@functools.cache
def figures_seen(eyes: str, size_px: int) -> Any:
    """One texture of all eight figures as these eyes see them."""
    pixels = _pixels(size_px)
    seen = np.dstack([EYES[eyes](pixels[..., :3]), pixels[..., 3]])
    data = np.round(seen * 255).astype(np.uint8)
    texture = Texture.create(size=(data.shape[1], data.shape[0]), colorfmt="rgba")
    texture.blit_buffer(data.tobytes(), colorfmt="rgba", bufferfmt="ubyte")
    texture.flip_vertical()
    return texture


class FigureRow(Drawn):
    """The eight figures as some eyes see them, on the street and with their names."""

    eyes = StringProperty("all cones")
    redraw_on = ("eyes",)

    def draw(self, group: Any) -> None:
        """Eight on whole pixels."""
        drawing.slab(group, self.pos, self.size, self.px(8), theme.CELL_DARK)
        size_px = native_px(min(self.height - self.px(8), self.width / len(ORDER)))
        texture, pitch = figures_seen(self.eyes, size_px), self.width / len(ORDER)
        drawing.tint(group, theme.UNTINTED)
        for number in range(len(ORDER)):
            part = texture.get_region(number * size_px, 0, size_px, size_px)
            x, y = self.x + (number + 0.5) * pitch - size_px / 2, self.center_y - size_px / 2
            group.add(Rectangle(texture=part, pos=(round(x), round(y)), size=(size_px, size_px)))


class MotionSample(Drawn):
    """One move as on the map: a touch lets a meeple glide, easing out, in `theme.MOVE_S`."""

    def __init__(self, **kwargs: Any) -> None:
        self._share = 1.0
        self._ticker: Any = None
        self._words = Words(base_px=theme.LABEL_PX, ink=theme.QUIET)
        self._go = MarshalButton(icon="play")
        super().__init__(**kwargs)
        self._go.bind(on_release=lambda *_: self._begin())
        self.add_widget(self._words)
        self.add_widget(self._go)

    def draw(self, group: Any) -> None:
        """The button, the way, the meeple, what it is."""
        side, line = self.px(theme.TOUCH_PX), self.px(20)
        place(self._go, self.x, self.top - side, side, side)
        left, right, y = self.x + 2 * side, self.right - side, self.top - side / 2
        drawing.line(group, [(left, y), (right, y)], self.px(4), theme.MEEPLE_LINES["green"], 0.5)
        eased = 1 - (1 - self._share) ** 3
        drawing.meeple(group, "green", left + (right - left) * eased, y, self.px(40))
        self._words.text = (
            f"a move {theme.MOVE_S * 1000:.0f} ms, ease out; with reduced motion it is at its end at once"
        )
        place(self._words, self.x, self.y, self.width, line)

    def _begin(self) -> None:
        if self._ticker is None and not LOOK.reduced_motion:
            self._share = 0.0
            self._ticker = Clock.schedule_interval(self._tick, FRAME_S)

    def _tick(self, elapsed_s: float) -> None:
        self._share = min(1.0, self._share + elapsed_s / theme.MOVE_S)
        self.redraw()
        if self._share >= 1.0 and self._ticker is not None:
            self._ticker.cancel()
            self._ticker = None
