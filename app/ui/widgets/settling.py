"""`Settling`: what has just come under a finger is deaf until it was seen for a moment. Main thread only."""

from __future__ import annotations

import math
from typing import Any

SETTLE_S = 0.35
"""What is new takes no touches for so long: a finger on its way meant what stood there before. A person needs
0.2 to 0.3 s to see a change and stop."""


class Settling:
    """Deaf from `begin` on. `clock` is Kivy's: of it, `get_time` and `create_trigger` are used."""

    def __init__(self, clock: Any) -> None:
        self._clock = clock
        self._deaf_until_s = 0.0
        self._seen = clock.create_trigger(self._count)  # in the frame after the one that draws it

    @property
    def deaf(self) -> bool:
        """Whether touches are to be ignored now."""
        return bool(self._clock.get_time() < self._deaf_until_s)

    def begin(self) -> None:
        """Something new stands here."""
        self._deaf_until_s = math.inf
        self._seen()

    def _count(self, _elapsed_s: float) -> None:
        self._deaf_until_s = self._clock.get_time() + SETTLE_S
