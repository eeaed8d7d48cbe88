"""Let each finger count once: drop a second "down" at the same place and time from another device.

Some panels report one touch through two input devices. `TouchFilter` is the rule on plain numbers (seconds,
window pixels); `install` puts it in front of a Kivy window. A dropped touch is dropped whole, with its moves
and its "up".
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

SAME_TOUCH_S = 0.050
"""Two reports of one finger arrive within this time; a person cannot tap twice this fast."""
SAME_TOUCH_PX = 10.0
"""And within this distance on each axis: panel calibrations of two drivers differ by a few pixels."""


@dataclass(frozen=True, slots=True)
class Down:
    """One finger put down: which device says so, when (monotonic seconds) and where (window pixels)."""

    device: str
    time_s: float
    x_px: float
    y_px: float


class TouchFilter:
    """Remembers recent downs and says which new ones are echoes."""

    def __init__(self) -> None:
        self._recent: deque[Down] = deque(maxlen=20)

    def is_echo(self, down: Down) -> bool:
        """True when another device reported this very touch just before. Remembers what was not an echo."""
        for earlier in self._recent:
            if (
                earlier.device != down.device
                and abs(down.time_s - earlier.time_s) <= SAME_TOUCH_S
                and abs(down.x_px - earlier.x_px) <= SAME_TOUCH_PX
                and abs(down.y_px - earlier.y_px) <= SAME_TOUCH_PX
            ):
                return True
        self._recent.append(down)
        return False


def install(window: Any, event_loop: Any, touch_filter: TouchFilter, clock: Callable[[], float]) -> None:
    """Filter every touch before `window` sees it; `clock` tells monotonic seconds. Main thread, once."""
    echoes: set[int] = set()

    def preprocess(events: list[tuple[str, Any]]) -> list[tuple[str, Any]]:
        kept = []
        for kind, touch in events:
            if kind == "begin":
                x_px, y_px = touch.sx * window.width, touch.sy * window.height
                if touch_filter.is_echo(Down(touch.device, clock(), x_px, y_px)):
                    echoes.add(touch.uid)
            if touch.uid not in echoes:
                kept.append((kind, touch))
            elif kind == "end":
                echoes.discard(touch.uid)
        return kept

    event_loop.add_postproc_module(_Postproc(preprocess))


class _Postproc:
    """The shape Kivy wants of a module that sees all touches before any widget does."""

    def __init__(self, process: Any) -> None:
        self.process = process
