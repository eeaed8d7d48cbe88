"""The meeples and their powers, and what one player may do with them.

The roster is data (`roster.json`): colours, names and powers, so that a bigger box is a bigger file. A power
is named on the wire by the colour of the meeple it belongs to, because Carbon's is whose power he borrows.
"""

from __future__ import annotations

import functools
from enum import StrEnum
from importlib import resources
from typing import Literal

import msgspec

MAX_MEEPLES_MOVED = 3  # rulebook, Super Speed
MAX_MOVES_PER_MEEPLE = 10  # rulebook, Super Speed
MAX_MOVES = 24  # rulebook, Super Speed: as many as there are Movement tiles


class Power(StrEnum):
    """What a meeple can do once in a round besides sliding."""

    JUMP = "jump"
    PASS = "pass"
    BEAM = "beam"
    SHORT_STOP = "short-stop"
    SIDESTEP = "sidestep"
    DIAGONAL = "diagonal"
    WRAP = "wrap"
    COPY = "copy"


class Meeple(msgspec.Struct, frozen=True):
    """One figure: its colour is its name in files, `name` and `short` are for people."""

    colour: str
    name: str
    short: str
    power: Power


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rulings marked "switch": table options used alike by engine, solver, verifier and help."""

    target_occupied: Literal["play", "redraw"] = "play"
    plan_entry: Literal["auto", "on-the-board", "on-screen"] = "auto"
    demonstration: Literal["exact", "shorter-ok"] = "exact"
    skewt_outer_corner: Literal["allow", "forbid"] = "allow"
    edge_empty_line: Literal["wrap-once", "no-wrap"] = "wrap-once"
    carbon_removed_powers: Literal["allow", "forbid"] = "allow"
    timer_s: int = 60


ROSTER_FILE = resources.files(__package__).joinpath("roster.json")
"""Who is in the box; read on first use."""


@functools.cache
def roster() -> tuple[Meeple, ...]:
    """All meeples in the box, in the order of the roster file."""
    return msgspec.json.decode(ROSTER_FILE.read_bytes(), type=tuple[Meeple, ...])


@functools.cache
def meeple(colour: str) -> Meeple:
    """The meeple of that colour. Raises KeyError when the box has none."""
    for figure in roster():
        if figure.colour == colour:
            return figure
    raise KeyError(colour)


@functools.cache
def colours() -> tuple[str, ...]:
    """All colours in the order of the roster file."""
    return tuple(figure.colour for figure in roster())


class Kit(msgspec.Struct, frozen=True):
    """What one player plays with: the own super team, markers removed for good, and the table's rules."""

    super_team: frozenset[str] = frozenset()
    removed: frozenset[str] = frozenset()
    rules: Rules = Rules()

    def usable(self) -> tuple[str, ...]:
        """Colours this player may move (MM-28, MM-118)."""
        return tuple(c for c in colours() if c not in self.super_team and c not in self.removed)

    def powers(self, colour: str) -> dict[str, Power]:
        """Powers open to the meeple: {colour of the power's owner: power} (MM-103, MM-107)."""
        own = meeple(colour).power
        if own is not Power.COPY:
            return {colour: own}
        barred = set(self.super_team)
        if self.rules.carbon_removed_powers == "forbid":
            barred |= self.removed
        return {m.colour: m.power for m in roster() if m.power is not Power.COPY and m.colour not in barred}
