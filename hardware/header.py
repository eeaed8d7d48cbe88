"""The 40-pin header of a Raspberry Pi: which place carries what, and which pins belong to other parts.

Places count from 1 at the corner nearest the memory card, odd ones in the inner row, even ones along the
edge of the board. Pins are BCM (GPIO) numbers. The header is the same on every Pi since the B+, the Pi 5
included.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

LOWEST_PIN, HIGHEST_PIN = 0, 27
"""BCM lines brought out on the header."""

V3, V5, GROUND = "3.3 V", "5 V", "ground"

PLACES: tuple[int | str, ...] = (
    *(V3, V5, 2, V5, 3, GROUND, 4, 14, GROUND, 15),
    *(17, 18, 27, GROUND, 22, 23, V3, 24, 10, GROUND),
    *(9, 25, 11, 8, GROUND, 7, 0, 1, 5, GROUND),
    *(6, 12, 13, GROUND, 19, 16, 26, 20, GROUND, 21),
)
"""What places 1 to 40 carry: a BCM number, or a name for power and ground."""

PLACE_OF: Mapping[int, int] = {
    pin: place for place, pin in enumerate(PLACES, start=1) if isinstance(pin, int)
}
"""Where on the header a BCM pin is found."""

FIXED_PULL_UP_PINS = frozenset({2, 3})
"""These two have a resistor of 1.8 kilohms to 3.3 V soldered on every Pi."""


class DisplayKind(StrEnum):
    """How the screen is joined to the Pi."""

    DSI = "dsi"
    HDMI = "hdmi"
    SPI = "spi"
    DPI = "dpi"


@dataclass(frozen=True, slots=True)
class Reserved:
    """Pins that some other part needs; `displays`: with which screens that is so."""

    pins: tuple[int, ...]
    reason: str
    displays: tuple[DisplayKind, ...]


_EVERY = tuple(DisplayKind)

RESERVED: tuple[Reserved, ...] = (
    Reserved((0, 1), "add-on boards keep their memory there", _EVERY),
    Reserved((2, 3), "I2C: touch panel or camera may speak there", (DisplayKind.DSI, DisplayKind.DPI)),
    Reserved((14, 15), "the serial console writes there", _EVERY),
    Reserved((7, 8, 9, 10, 11), "SPI: the display is driven there", (DisplayKind.SPI, DisplayKind.DPI)),
    Reserved(
        tuple(range(LOWEST_PIN, HIGHEST_PIN + 1)),
        "a DPI display takes every pin: use button pods",
        (DisplayKind.DPI,),
    ),
)
"""First match counts."""


def reserved_for(pin: int, display: DisplayKind) -> str:
    """Why `pin` cannot be had beside this display, or "" when it can."""
    for entry in RESERVED:
        if pin in entry.pins and display in entry.displays:
            return entry.reason
    return ""
