"""`GuideBubble`: one sentence over the screen with a tail that points at what it speaks of, and two ways on.

`say(view, at)` takes a `GuideView` and the rectangle meant (window pixels; None: nothing). The bubble takes
the touches on itself; everything else goes to what lies below. After touches that were not meant it shows its
edge for a moment. Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.graphics import InstructionGroup

from app.ui import drawing, theme
from app.ui.panels.base import want
from app.ui.panels.laid import Laid
from app.ui.presenters.tutorial import GuideView
from app.ui.widgets.label import Words
from app.ui.widgets.settling import Settling
from app.ui.words import word

Rect = tuple[float, float, float, float]
HEIGHT_PX = 156
LEAVE_PX, NEXT_PX = 116, 150
TAIL_PX = 16
RING_PX = 5
FLASH_S = 0.5
"""How long the bubble shows that something else was meant."""


class GuideBubble(Laid):
    """See the module's docstring."""

    def __init__(self, on_next: Callable[[], None], on_leave: Callable[[], None], **kwargs: Any) -> None:
        self._view: GuideView | None = None
        self._at: Rect | None = None
        self._loud = False
        self._settling = Settling(Clock)
        kwargs.setdefault("size_hint", (None, None))
        super().__init__(**kwargs)
        self._marks = InstructionGroup()
        self.canvas.after.add(self._marks)
        self._text = Words(base_px=20)
        self._turn = Words(base_px=15, ink=theme.QUIET, halign="center")
        self.add_widget(self._text)
        self.add_widget(self._turn)
        self.leave = self.button(on_leave, text=word("tutorial.leave"), base_px=17)
        self.next = self.button(on_next, kind="main", base_px=22)
        self._quiet = Clock.create_trigger(lambda _: self._speak_up(False), FLASH_S)

    @property
    def deaf(self) -> bool:
        """Whether touches on it are ignored now."""
        return self._settling.deaf

    def say(self, view: GuideView, at: Rect | None) -> None:
        """Say this, pointing there; does nothing when nothing changed."""
        before = self._view
        if (view, at) == (before, self._at):
            return
        self._view, self._at = view, at
        self._text.text, self._turn.text, self.next.text = view.text, view.turn, view.next
        want(self, self.next, bool(view.next))
        if before is None or view.text != before.text:
            self._settling.begin()
        if before is not None and view.nudges > before.nudges:
            self._speak_up(True)
            self._quiet()
        self.redraw()

    def _speak_up(self, loud: bool) -> None:
        self._loud = loud
        self.redraw()

    def on_touch_down(self, touch: Any) -> bool:
        """What is on the bubble is for the bubble."""
        if not self.collide_point(*touch.pos):
            return False
        if not self.deaf:
            super().on_touch_down(touch)
        return True

    def draw(self, group: Any) -> None:
        """The bubble with its tail, the text, the buttons, and a ring around what is meant."""
        radius = self.px(16)
        fill = theme.ACCENT_DEEP if self._loud else theme.PANEL_RAISED
        drawing.slab(group, (self.x, self.y - self.px(3)), self.size, radius, theme.SHADOW, 0.7)
        if self._at is not None:
            drawing.triangle(group, self._tail(self._at), theme.ACCENT)
        drawing.slab(group, self.pos, self.size, radius, fill)
        drawing.frame(group, self.pos, self.size, radius, self.px(5 if self._loud else 3), theme.ACCENT)
        box = self.box().inner(self.px(10))
        foot = box.bottom(self.px(theme.TOUCH_PX), self.gap * 0.5)
        foot.left(self.px(LEAVE_PX), self.gap).hold(self.leave)
        if self.next.parent is not None:
            foot.right(self.px(NEXT_PX), self.gap).hold(self.next)
        foot.hold(self._turn)
        box.hold(self._text)
        self._draw_ring()

    def _draw_ring(self) -> None:
        self._marks.clear()
        if self._at is None:
            return
        grow = self.px(RING_PX)
        x, y, width, height = self._at
        pos, size = (x - grow, y - grow), (width + 2 * grow, height + 2 * grow)
        round_px = min(self.px(14), min(size) / 2)
        drawing.frame(self._marks, pos, size, round_px, self.px(7), theme.GROUND_DEEP)
        inset = self.px(1.5)
        pos, size = (pos[0] + inset, pos[1] + inset), (size[0] - 2 * inset, size[1] - 2 * inset)
        drawing.frame(self._marks, pos, size, round_px, self.px(4), theme.ACCENT)

    def _tail(self, at: Rect) -> list[tuple[float, float]]:
        """From the edge nearest to what is meant, a little way there."""
        x, y = at[0] + at[2] / 2, at[1] + at[3] / 2
        half, long, edge = self.px(TAIL_PX) * 0.7, self.px(TAIL_PX), self.px(24)
        aside = x < self.x or x > self.right
        if aside and self.y - long <= y:
            foot = min(max(y, self.y + edge), self.top - edge)
            wall, tip = (self.right, self.right + long) if x > self.right else (self.x, self.x - long)
            reach = min(max(y, foot - half), foot + half)
            return [(wall, foot - half), (wall, foot + half), (tip, reach)]
        foot = min(max(x, self.x + edge), self.right - edge)
        wall, tip = (self.top, self.top + long) if y > self.top else (self.y, self.y - long)
        reach = min(max(x, foot - half), foot + half)
        return [(foot - half, wall), (foot + half, wall), (reach, tip)]
