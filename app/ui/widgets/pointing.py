"""`Pointing`: what a finger means counts where it leaves, so that a slip can be mended. Main thread only."""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from kivy.uix.widget import Widget


class Pointing(Widget):
    """Takes a touch that means something; `event` is dispatched with what it meant where it left."""

    event = ""

    def pointed(self, touch: Any) -> Any | None:
        """What lies under the touch; None: nothing of ours."""
        raise NotImplementedError

    def on_touch_down(self, touch: Any) -> bool:
        """Take a touch that means something; the wheel of a mouse is none."""
        if getattr(touch, "is_mouse_scrolling", False) or self.pointed(touch) is None:
            return bool(super().on_touch_down(touch))
        touch.grab(self)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """Tell what the finger means where it leaves."""
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        meant = self.pointed(touch)
        if meant is not None:
            self.dispatch(self.event, meant)
        return True
