"""`SandTimer`: an hourglass, and beside it the seconds, as large as there is room.

It holds no clock: whoever owns the time sets `left_ms` as often as it likes, and only a change is drawn. Sand
flows only while `running`; `paused` takes the colour and shows the sign of the pause button, and with nothing
left all of it lies below. The last ten seconds are in the alarm colour and beat once a second; with reduced
motion nothing beats, and the sand sinks by whole seconds. Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Mesh, Rectangle
from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from app.ui import drawing, icons, theme
from app.ui.look import LOOK
from app.ui.presenters.views import TimerView
from app.ui.widgets import sand_shape
from app.ui.widgets.base import Drawn
from app.ui.widgets.sand_shape import Column

ALARM_MS = 10_000
SECOND_MS = 1000
GLASS_SHARE = 0.44
"""Width of the glass, of its height."""
GLASS_MOST = 0.3
"""Of the width of the whole."""
DIGIT_HEIGHT, DIGIT_SINK = 0.756, 0.012
"""Of the number face, in shares of its size: a digit's height, and how far it reaches below the line."""
DIGIT_WIDTH = 0.52
"""The widest digit."""
BEAT_SHARE = 0.05
"""How much larger the number is at the beginning of each of the last seconds."""
GRAIN_PX = 7


class SandTimer(Drawn):
    """Time left, of a total."""

    left_ms = NumericProperty(60_000)
    total_s = NumericProperty(60)
    running = BooleanProperty(False)
    paused = BooleanProperty(False)
    text = StringProperty("60")
    redraw_on = ("left_ms", "total_s", "running", "paused")

    def show(self, view: TimerView) -> None:
        """Show the sand as it is now."""
        self.total_s, self.running, self.paused = view.total_s, view.running, view.paused
        self.left_ms = view.left_s * SECOND_MS if LOOK.reduced_motion else view.left_ms
        self.text = str(view.left_s)

    # -- what it looks like now ---------------------------------------------------------------------------

    def _flows(self) -> bool:
        return bool(self.running and not self.paused and self.left_ms > 0)

    def _colour(self) -> str:
        if self.paused:
            return theme.QUIET
        return theme.ALARM if self.left_ms <= ALARM_MS else theme.ACCENT

    def _beat(self) -> float:
        """1 when one of the last seconds begins, sinking to 0 at its end."""
        if LOOK.reduced_motion or not self._flows() or self.left_ms > ALARM_MS:
            return 0.0
        return float((self.left_ms - 1) % SECOND_MS) / SECOND_MS

    # -- drawing ------------------------------------------------------------------------------------------

    def draw(self, group: Any) -> None:
        """The glass at the left, the seconds in the rest."""
        glass = min(self.height * GLASS_SHARE, self.width * GLASS_MOST)
        gap = self.px(4)
        room = self.width - glass - gap
        size_px = min(self.height / DIGIT_HEIGHT, room / (DIGIT_WIDTH * max(len(self.text), 2)))
        beat = self._beat()
        middle = self.x + glass + gap + room / 2
        if beat:
            drawing.glow(group, middle, self.center_y, self.height * 0.64, theme.ALARM, 0.35 * beat)
        self._draw_glass(group, self.x + glass / 2, glass)
        ink = theme.TEXT if self._colour() == theme.ACCENT else self._colour()
        self._draw_number(group, middle, size_px, 1 + BEAT_SHARE * (beat - 1 if beat else 0), ink)

    def _draw_number(self, group: Any, x: float, size_px: float, scale: float, colour: str) -> None:
        """With its middle at x, its digits from the lower edge to the upper."""
        label = CoreLabel(text=self.text, font_name=theme.SHOUT, font_size=max(round(size_px), 1))
        label.refresh()
        texture = label.texture
        width, height = texture.width * scale, texture.height * scale
        line = self.center_y - (DIGIT_HEIGHT / 2 - DIGIT_SINK) * size_px * scale
        drawing.tint(group, colour)
        pos = (round(x - width / 2), round(line - abs(label.get_descent()) * scale))
        group.add(Rectangle(texture=texture, pos=pos, size=(width, height)))

    def _draw_glass(self, group: Any, x: float, width: float) -> None:
        cap = max(self.px(5), 2.0)
        wide, high = width / 2 - self.px(3), self.height / 2 - cap
        y, line = self.center_y, self.px(2)
        over = self.left_ms <= 0
        share = min(max(self.left_ms / (self.total_s * SECOND_MS), 0.0), 1.0) if self.total_s > 0 else 0.0
        walls = sand_shape.outline()
        body = [(x + side * w * wide, y + h * high) for w, h in walls for side in (1, -1)]
        self._strip(group, body, theme.PANEL_RAISED)
        for columns in (sand_shape.above(share), sand_shape.below(share)):
            self._draw_sand(group, columns, x, y, wide, high)
        if self._flows():
            self._draw_stream(group, x, y, high, sand_shape.peak(share))
        edge = theme.ALARM if over else theme.BEAM_CORE
        for side in (-1, 1):
            points = [(x + side * (w * wide + line / 2), y + h * high) for w, h in walls]
            drawing.line(group, points, line, edge, 1.0 if over else 0.75)
        for foot in (self.y, self.top - cap):
            drawing.slab(
                group, (x - width / 2, foot), (width, cap), cap / 2, edge if over else theme.PAPER_EDGE
            )
        if self.paused:
            self._draw_pause(group, x, y, width)

    def _draw_sand(
        self, group: Any, columns: tuple[Column, ...], x: float, y: float, wide: float, high: float
    ) -> None:
        if len(columns) < 2:
            return
        points = [(x + at * wide, y + end * high) for at, foot, top in columns for end in (foot, top)]
        self._strip(group, points, self._colour())
        surface = [(x + at * wide, y + top * high) for at, _, top in columns]
        drawing.line(group, surface, self.px(1.5), self._colour())

    def _draw_stream(self, group: Any, x: float, y: float, high: float, peak: float) -> None:
        """Grains that have fallen on with each step; with reduced motion a thread at rest."""
        bottom, grain = y + peak * high, self.px(GRAIN_PX)
        width = max(self.px(2), 1.5)
        drawing.block(group, x - width / 2, bottom, width, y - bottom, self._colour(), 0.55)
        if LOOK.reduced_motion:
            return
        fallen = (self.left_ms % SECOND_MS) / SECOND_MS * -3 % 1 * 2 * grain
        at = y - fallen
        while at > bottom:
            foot = max(at - grain * 0.8, bottom)
            drawing.block(group, x - width / 2, foot, width, at - foot, self._colour())
            at -= 2 * grain

    def _draw_pause(self, group: Any, x: float, y: float, width: float) -> None:
        side = width * 0.72
        drawing.disc(group, x, y, side / 2, theme.INK)
        icons.draw(group, "pause", x, y, side * 0.6, theme.TEXT)

    @staticmethod
    def _strip(group: Any, points: list[tuple[float, float]], colour: str) -> None:
        """A surface between two edges, whose points alternate."""
        drawing.tint(group, colour)
        vertices = [value for px, py in points for value in (px, py, 0.0, 0.0)]
        group.add(Mesh(vertices=vertices, indices=list(range(len(points))), mode="triangle_strip"))
