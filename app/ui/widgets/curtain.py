"""`Curtain`: what lies over everything while the screen rests, and eats the touch that wakes it.

It is on the stage only while it is needed: it comes over whatever is open then, and goes when the touch that
woke the screen is over and a later one may count again. In: the rule (`Resting`) and a clock in seconds. Main
thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.graphics import Color, InstructionGroup, Rectangle
from kivy.uix.widget import Widget

from app.ui import theme
from app.ui.presenters.resting import Resting

DARK = 0.93
"""How much of the light is taken: what lies below can still be made out, so that nobody thinks it is off."""


class Curtain(Widget):
    """Call `follow` as often as the table is polled, and `stir` for each press and change of the match."""

    def __init__(self, resting: Resting, clock_s: Callable[[], float], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._resting, self._clock_s = resting, clock_s
        self._held: set[int] = set()
        self._shade = InstructionGroup()
        self.canvas.add(self._shade)
        self.bind(size=lambda *_: self._draw(), pos=lambda *_: self._draw())

    @property
    def deaf(self) -> bool:
        """Whether the screen is lit again and touches are still ignored."""
        return self.parent is not None and not self._resting.rests

    @property
    def dark(self) -> bool:
        """Whether the screen rests."""
        return bool(self._shade.children)

    def follow(self, stage: Any, clock_runs: bool) -> None:
        """Come, stay or go."""
        now_s = self._clock_s()
        if self._resting.look(now_s, clock_runs) and self.parent is None:
            self.pos, self.size = stage.pos, stage.size
            stage.add_widget(self)
        elif self.deaf and not self._held and not self._resting.waking(now_s):
            self.parent.remove_widget(self)
        self._show()

    def stir(self) -> None:
        """Somebody is there: let there be light."""
        self._resting.stir(self._clock_s())
        self._show()

    def see_touch(self, *_: Any) -> None:
        """A finger came down anywhere; one that comes down on the curtain itself is answered there."""
        if self.parent is None:
            self._resting.stir(self._clock_s())

    def on_touch_down(self, touch: Any) -> bool:
        """Wake, and nothing else."""
        if not self._resting.touched(self._clock_s()):
            return False
        self._held.add(touch.uid)
        self._show()
        return True

    def on_touch_move(self, touch: Any) -> bool:
        """As `on_touch_down`."""
        return touch.uid in self._held

    def on_touch_up(self, touch: Any) -> bool:
        """As `on_touch_down`."""
        if touch.uid not in self._held:
            return False
        self._held.discard(touch.uid)
        return True

    def _show(self) -> None:
        if self.dark != self._resting.rests:
            self._draw()

    def _draw(self) -> None:
        self._shade.clear()
        if self._resting.rests:
            self._shade.add(Color(*theme.rgba(theme.SHADOW, DARK)))
            self._shade.add(Rectangle(pos=self.pos, size=self.size))
