"""A drawing of the 40-pin header with everything wired to it, as SVG: `python -m hardware.wiring_drawing`.

In: a configuration. Out: one SVG text that says for each place what goes there, and how a button, a lamp and
the buzzer are joined. The same configuration always gives the same text, so the one in the documents can be
checked. Lengths are pixels of the drawing.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from hardware.buttons_config import Level, Pull
from hardware.config import DEFAULT_FILE, HardwareConfig, load
from hardware.events import CLAIM, PAUSE
from hardware.header import GROUND, PLACES, V3, V5, reserved_for

WIDTH, HEIGHT = 920, 900
TOP, ROW = 104, 30
LEFT_HOLE, RIGHT_HOLE = 440, 480
CIRCUITS_TOP = TOP + 20 * ROW + 56

SUBTITLE = "From above, the memory card at the top. Grey places belong to other parts, white ones are free."
INK, FAINT, PAPER, BOARD = "#222", "#666", "#fff", "#2f6f4f"
OUTLINE = f'stroke="{INK}" stroke-width="2"'
RESERVED_COLOUR, FREE_COLOUR = "#c9c9c9", "#fff"
POWER_COLOURS = {V3: "#f0a030", V5: "#d03a2f", GROUND: "#222"}


@dataclass(frozen=True, slots=True)
class Use:
    """What a pin is for, in words, and its colour."""

    words: str
    colour: str


COLOURS = {
    "claim": "#2368c4",
    "up and down": "#1f8a8a",
    "lamp": "#f2c811",
    "pause": "#7b3fb0",
    "buzzer": "#d2478f",
}

DARK_NUMBERS = {FREE_COLOUR, RESERVED_COLOUR, COLOURS["lamp"], POWER_COLOURS[V3]}
"""Colours so bright that the number on them is dark."""


def uses(config: HardwareConfig) -> dict[int, Use]:
    """BCM pin -> what it is used for."""
    found: dict[int, Use] = {}
    for contact in config.buttons.contacts():
        if contact.button == PAUSE:
            found[contact.pin] = Use("pause button", COLOURS["pause"])
            continue
        colour = COLOURS["claim" if contact.button == CLAIM else "up and down"]
        found[contact.pin] = Use(f"player {contact.player}: {contact.button} button", colour)
    for player, pin in config.buttons.leds().items():
        found[pin] = Use(f"player {player}: lamp", COLOURS["lamp"])
    if config.buttons.buzzer is not None:
        found[config.buttons.buzzer] = Use("buzzer", COLOURS["buzzer"])
    for pin in config.display.pins:
        found[pin] = Use("set aside", RESERVED_COLOUR)
    return found


def drawing(config: HardwareConfig) -> str:
    """The whole SVG file."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>',
        _text(WIDTH // 2, 34, "The 40-pin header of a Raspberry Pi", size=22, anchor="middle", bold=True),
        _text(WIDTH // 2, 60, SUBTITLE, anchor="middle", colour=FAINT),
        f'<rect x="{LEFT_HOLE - 24}" y="{TOP - 22}" width="{RIGHT_HOLE - LEFT_HOLE + 48}"'
        f' height="{20 * ROW + 14}" rx="8" fill="{BOARD}"/>',
        *_header(config),
        *_circuits(config),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _header(config: HardwareConfig) -> Iterator[str]:
    used = uses(config)
    for place, carries in enumerate(PLACES, start=1):
        left = place % 2 == 1
        y = TOP + (place - 1) // 2 * ROW
        words, name, colour = _place(carries, used, config)
        hole, outwards = (LEFT_HOLE, -1) if left else (RIGHT_HOLE, 1)
        anchor = "end" if left else "start"
        yield f'<circle cx="{hole}" cy="{y}" r="12" fill="{colour}" stroke="{PAPER}" stroke-width="2"/>'
        number = INK if colour in DARK_NUMBERS else PAPER
        there = INK if carries in used else FAINT
        yield _text(hole, y + 4, str(place), size=11, anchor="middle", colour=number)
        yield _text(hole + outwards * 32, y + 5, name, anchor=anchor, bold=carries in used)
        yield _text(hole + outwards * 112, y + 5, words, size=13, anchor=anchor, colour=there)


def _place(carries: int | str, used: dict[int, Use], config: HardwareConfig) -> tuple[str, str, str]:
    """What goes there, what the place is called, and its colour."""
    if isinstance(carries, str):
        return "", carries, POWER_COLOURS[carries]
    name = f"GPIO {carries}"
    if carries in used:
        return used[carries].words, name, used[carries].colour
    reason = reserved_for(carries, config.display.kind)
    return (reason, name, RESERVED_COLOUR) if reason else ("free", name, FREE_COLOUR)


def _circuits(config: HardwareConfig) -> Iterator[str]:
    """How the three kinds of parts are joined, side by side: from the pin at the left to ground or 3.3 V."""
    buttons = config.buttons
    led_far = GROUND if buttons.led_on is Level.HIGH else V3
    buzzer_far = GROUND if buttons.buzzer_on is Level.HIGH else V3
    yield from _circuit(0, "Each button", [_switch], GROUND if buttons.pull is Pull.UP else V3)
    yield from _circuit(1, "Each lamp", [_resistor, _led if led_far == GROUND else _led_turned], led_far)
    yield from _circuit(2, "The buzzer", [_piezo if buzzer_far == GROUND else _piezo_turned], buzzer_far)


def _circuit(column: int, title: str, parts: Sequence[Part], far: str) -> Iterator[str]:
    x, y = 60 + column * 300, CIRCUITS_TOP + 60
    yield _text(x, CIRCUITS_TOP, title, size=17, bold=True)
    yield _text(x, y + 50, "GPIO pin", size=12, colour=FAINT)
    yield _text(x + 220, y + 50, far, size=12, anchor="end", colour=FAINT)
    yield _wire(x, y, x + 220, y)
    yield f'<circle cx="{x}" cy="{y}" r="7" fill="{FREE_COLOUR}" stroke="{INK}" stroke-width="2"/>'
    yield f'<circle cx="{x + 220}" cy="{y}" r="7" fill="{POWER_COLOURS[far]}"/>'
    for number, part in enumerate(parts, start=1):
        yield from part(x + 220 * number // (len(parts) + 1), y)


Part = Callable[[int, int], Iterator[str]]
"""Draws a part with its middle at (x, y), on a wire from left to right."""


def _gap(x: int, y: int, half: int) -> str:
    """The wire interrupted."""
    return f'<rect x="{x - half}" y="{y - 3}" width="{2 * half}" height="6" fill="{PAPER}"/>'


def _switch(x: int, y: int) -> Iterator[str]:
    yield _gap(x, y, 20)
    yield f'<circle cx="{x - 20}" cy="{y}" r="4" fill="{INK}"/>'
    yield f'<circle cx="{x + 20}" cy="{y}" r="4" fill="{INK}"/>'
    yield _wire(x - 20, y - 12, x + 20, y - 12)
    yield _wire(x, y - 12, x, y - 26)
    yield _wire(x - 9, y - 26, x + 9, y - 26)


def _resistor(x: int, y: int) -> Iterator[str]:
    yield f'<rect x="{x - 24}" y="{y - 9}" width="48" height="18" fill="{PAPER}" {OUTLINE}/>'
    yield _text(x, y + 26, "330 ohms", size=12, anchor="middle")


def _led(x: int, y: int, towards: int = 1) -> Iterator[str]:
    """The triangle points where the current flows; the bar is the short leg."""
    tail, tip = x - 14 * towards, x + 12 * towards
    corners = f"M{tail} {y - 14} L{tail} {y + 14} L{tip} {y} Z"
    yield f'<path d="{corners}" fill="{COLOURS["lamp"]}" stroke="{INK}"/>'
    yield _wire(tip, y - 14, tip, y + 14)
    yield _text(tail - 2 * towards, y - 20, "long leg", size=11, anchor="end" if towards > 0 else "start")
    yield _text(tip + 4 * towards, y - 20, "short leg", size=11, anchor="start" if towards > 0 else "end")


def _led_turned(x: int, y: int) -> Iterator[str]:
    return _led(x, y, towards=-1)


def _piezo(x: int, y: int, signs: str = "+−") -> Iterator[str]:
    yield f'<circle cx="{x}" cy="{y}" r="22" fill="{PAPER}" {OUTLINE}/>'
    yield _text(x, y + 4, "piezo", size=12, anchor="middle")
    yield _text(x - 36, y - 8, signs[0], size=17, anchor="middle", bold=True)
    yield _text(x + 36, y - 8, signs[1], size=17, anchor="middle", bold=True)


def _piezo_turned(x: int, y: int) -> Iterator[str]:
    return _piezo(x, y, "−+")


def _wire(x1: int, y1: int, x2: int, y2: int) -> str:
    return f'<path d="M{x1} {y1} L{x2} {y2}" stroke="{INK}" stroke-width="2"/>'


def _text(
    x: int,
    y: int,
    words: str,
    *,
    size: int = 14,
    anchor: str = "start",
    colour: str = INK,
    bold: bool = False,
) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}" fill="{colour}"{weight}>'
        f"{escape(words)}</text>"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the drawing; exit code 2 when the configuration has faults, which are told."""
    parser = argparse.ArgumentParser(
        prog="python -m hardware.wiring_drawing", description="draw the wiring as SVG"
    )
    parser.add_argument(
        "--config", type=Path, default=DEFAULT_FILE, metavar="FILE", help="a wiring file (TOML)"
    )
    parser.add_argument("--out", type=Path, metavar="FILE", help="where to write (else to standard output)")
    chosen = parser.parse_args(arguments)
    if not chosen.config.exists():
        parser.error(f"--config: found {chosen.config}, expected a file that exists")
    config, faults = load(chosen.config)
    for fault in faults:
        sys.stderr.write(f"{fault}\n")
    text = drawing(config)
    if chosen.out is None:
        sys.stdout.write(text)
    else:
        chosen.out.write_text(text, encoding="utf-8")
    return 2 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
