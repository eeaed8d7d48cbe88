"""Let each finger count once, and where it came down.

Some panels report one touch through two input devices, or as a touch and as a mouse: a second "down" at the
same place and time from another device is dropped, whole, with its moves and its "up". `TouchFilter` is that
rule on plain numbers (seconds, panel pixels); `install` puts it in front of a Kivy window. So is a touch
dropped that begins beside the panel. A pointer that only hovers is no touch and hides none.

Kivy hands all events of a frame on with the place where the finger is at its end. A swipe that fits into one
frame would be a tap on what lies there, so its "down" goes first, from where it was, the rest a frame later.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Event = tuple[str, Any]
"""("begin", "update" or "end", the touch)."""

SAME_TOUCH_S = 0.050
"""Two reports of one finger arrive within this time; a person cannot tap twice this fast."""
SAME_TOUCH_PX = 10.0
"""And within this distance on each axis: panel calibrations of two drivers differ by a few pixels."""
SAME_TOUCH_LOOKS = 1
"""Or, however long a frame took, in the same look at the devices or the next one."""


@dataclass(frozen=True, slots=True)
class Down:
    """A finger put down: by which device, when (monotonic seconds), where (panel pixels), in which look."""

    device: str
    time_s: float
    x_px: float
    y_px: float
    look: int


class TouchFilter:
    """Remembers recent downs and says which new ones are echoes."""

    def __init__(self) -> None:
        self._recent: deque[Down] = deque(maxlen=20)

    def is_echo(self, down: Down) -> bool:
        """True when another device reported this very touch just before. Remembers what was not an echo."""
        for earlier in self._recent:
            if (
                earlier.device != down.device
                and _at_once(earlier, down)
                and abs(down.x_px - earlier.x_px) <= SAME_TOUCH_PX
                and abs(down.y_px - earlier.y_px) <= SAME_TOUCH_PX
            ):
                return True
        self._recent.append(down)
        return False


def _at_once(first: Down, second: Down) -> bool:
    near = abs(second.time_s - first.time_s) <= SAME_TOUCH_S
    return near or abs(second.look - first.look) <= SAME_TOUCH_LOOKS


def install(window: Any, event_loop: Any, touch_filter: TouchFilter, clock: Callable[[], float]) -> None:
    """Filter every touch before `window` sees it; `clock` tells monotonic seconds. Main thread, once."""
    event_loop.add_postproc_module(_Gate(window, touch_filter, clock))


class _Gate:
    """The shape Kivy wants of a module that sees all touches before any widget does."""

    def __init__(self, window: Any, touch_filter: TouchFilter, clock: Callable[[], float]) -> None:
        self._window, self._filter, self._clock = window, touch_filter, clock
        self._dropped: set[int] = set()
        self._late: list[tuple[str, Any]] = []
        """What happened in one frame with a "down", to be told in the next."""
        self._places: dict[int, tuple[float, float]] = {}
        """Where those touches have got to, by uid."""
        self._look = 0

    def process(self, events: list[Event]) -> list[Event]:
        """What is left of the events of one frame."""
        self._look += 1
        came = [*self._late, *events]
        self._late = []
        for _kind, touch in came:
            if touch.uid in self._places:
                touch.sx, touch.sy = self._places.pop(touch.uid)
        kept: list[Event] = []
        for kind, touch in came:
            if kind == "begin" and touch.is_touch:
                self._begin(touch)
            if touch.uid in self._places and kind != "begin":
                self._late.append((kind, touch))
            elif touch.uid not in self._dropped:
                kept.append((kind, touch))
            elif kind == "end":
                self._dropped.discard(touch.uid)
        return kept

    def _begin(self, touch: Any) -> None:
        width, height = self._window.system_size  # as the panel lies, however the window is turned
        at = touch.osx, touch.osy
        down = Down(touch.device, self._clock(), at[0] * width, at[1] * height, self._look)
        inside = all(0 <= share <= 1 for share in at)
        if not inside or self._filter.is_echo(down):
            self._dropped.add(touch.uid)
        elif (touch.sx, touch.sy) != at:
            self._places[touch.uid] = touch.sx, touch.sy
            touch.sx, touch.sy = at
