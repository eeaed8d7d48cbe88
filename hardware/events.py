"""What the hardware reports to the table: small frozen events, put into one queue.

Every `at_ns` is a `time.monotonic_ns()` value of the machine that drives the table, so two presses can be
ordered by it; wall-clock time never appears here. `device` names the part ("gpio:17"), so that a message can
say which wire to look at. Events know no screen and no game.
"""

from __future__ import annotations

from dataclasses import dataclass

CLAIM, UP, DOWN = "claim", "up", "down"
"""Buttons of a player: take the tile, choose a higher number, choose a lower one."""
PAUSE = "pause"
"""A button of the whole table."""
TABLE = 0
"""The player number of what belongs to everybody; players count from 1."""


@dataclass(frozen=True, slots=True)
class ButtonPressed:
    """One physical press: which player, which button, where it is wired and when it began (monotonic ns)."""

    player: int
    button: str
    at_ns: int
    device: str


@dataclass(frozen=True, slots=True)
class ButtonReleased:
    """The finger let go of the button (monotonic ns)."""

    player: int
    button: str
    at_ns: int
    device: str


@dataclass(frozen=True, slots=True)
class ButtonStuck:
    """A button has been down so long that no finger can mean it: jammed, or its wires touch."""

    player: int
    button: str
    device: str


@dataclass(frozen=True, slots=True)
class ButtonFreed:
    """A button that was stuck is open again."""

    player: int
    button: str
    device: str


@dataclass(frozen=True, slots=True)
class DeviceLost:
    """A part stopped answering; `reason` is a short cause for the log and the status line."""

    device: str
    reason: str


@dataclass(frozen=True, slots=True)
class DeviceBack:
    """A part that was lost answers again."""

    device: str


HardwareEvent = ButtonPressed | ButtonReleased | ButtonStuck | ButtonFreed | DeviceLost | DeviceBack
