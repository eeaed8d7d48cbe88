"""A shown plan gone through step by step: on, back, to any step, by itself, and how fast."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from app.ui.theme import MOVE_S

READ_S = 1.5
"""How long each step stands before the next one, at the usual speed: long enough to read its row."""


class Pace(StrEnum):
    """How fast a plan is played."""

    NORMAL = "normal"
    FAST = "fast"
    SLOW = "slow"

    @property
    def times(self) -> float:
        """As fast as usual, so many times."""
        return {Pace.NORMAL: 1.0, Pace.FAST: 2.0, Pace.SLOW: 0.5}[self]

    @property
    def step_s(self) -> float:
        """Seconds from one step to the next."""
        return (MOVE_S + READ_S) / self.times

    @property
    def following(self) -> Pace:
        """The one that comes after it when the speed is tapped."""
        paces = list(Pace)
        return paces[(paces.index(self) + 1) % len(paces)]


@dataclass(frozen=True, slots=True)
class Replay:
    """Where it stands: `step` moves have been made."""

    step: int = 0
    playing: bool = False
    pace: Pace = Pace.NORMAL

    def at(self, step: int, of: int) -> Replay:
        """At that step, as far as there is one; standing still."""
        return replace(self, step=min(max(step, 0), of), playing=False)

    def played(self, of: int) -> Replay:
        """Going on by itself, from the start when it has been seen to the end; or standing still."""
        again = self.step >= of
        return replace(
            self, step=0 if again and not self.playing else self.step, playing=not self.playing and of > 0
        )

    def ticked(self, of: int) -> Replay:
        """Its time has come: one step on, and still at the end."""
        if not self.playing:
            return self
        step = min(self.step + 1, of)
        return replace(self, step=step, playing=step < of)

    def faster(self) -> Replay:
        """At the next speed."""
        return replace(self, pace=self.pace.following)
