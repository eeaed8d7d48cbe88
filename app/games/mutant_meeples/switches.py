"""The rule switches: what the rulebook leaves open and a table may settle for itself, as data.

`SWITCHES` lists each with its default and values (taken from `Rules`), the ruling and the section of the
rulebook it stems from, and the messages that explain it and its settings. A message that another setting
would have turned around goes through `decided`, so that the sentence can say which switch it was.
"""

from __future__ import annotations

import typing
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from app.games.contract import Message
from app.games.mutant_meeples.roster import Rules

TIMER_RANGE_S = range(30, 181)  # ruling MM-40; seconds


@dataclass(frozen=True, slots=True)
class Switch:
    """One table option. `section` is the part of the rulebook that leaves the question open."""

    name: str
    ruling: str
    section: str

    @property
    def default(self) -> str | int:
        """The setting of a table that has chosen nothing."""
        return setting(Rules(), self.name)

    @property
    def values(self) -> Sequence[str | int]:
        """Every setting there is, in the order to offer them: words, or whole seconds."""
        return typing.get_args(_HINTS[self.name]) or TIMER_RANGE_S

    @property
    def why(self) -> Message:
        """One sentence about what the switch settles."""
        return Message(f"switch.{self.name}")


_HINTS = typing.get_type_hints(Rules)

SWITCHES = (
    Switch("target_occupied", "MM-23", "Gameplay"),
    Switch("plan_entry", "MM-25", "Gameplay"),
    Switch("demonstration", "MM-47", "Gameplay"),
    Switch("skewt_outer_corner", "MM-96", "Skewt (white)"),
    Switch("edge_empty_line", "MM-100", "MC Edge (yellow)"),
    Switch("carbon_removed_powers", "MM-107", "Carbon (black)"),
    Switch("timer_s", "MM-40", "Gameplay"),
)

OF_A_MOVE = ("skewt_outer_corner", "edge_empty_line", "carbon_removed_powers")
"""Switches that decide whether a single move is legal."""
OF_A_VERDICT = ("demonstration", "skewt_outer_corner", "carbon_removed_powers")
"""Switches that decide whether a demonstration is correct. A run along an empty line ends where the plain
slide does, so that switch changes no demonstration, only the number of ways to show it."""


def setting(rules: Rules, name: str) -> str | int:
    """How the switch is set at this table."""
    value: str | int = getattr(rules, name)
    return value


def worded(name: str, value: str | int) -> Message:
    """What the setting of the switch means at the table; a number is put into the sentence."""
    if isinstance(value, int):
        return Message(f"switch.{name}_is", {"setting": value})
    return Message(f"switch.{name}_is_{value}")


def turned(rules: Rules, names: Sequence[str]) -> Iterator[tuple[str, Rules]]:
    """(name, the same table with that one switch set otherwise) for every other setting of each switch."""
    for switch in SWITCHES:
        if switch.name in names:
            for value in switch.values:
                if value != setting(rules, switch.name):
                    yield switch.name, replace(rules, **{switch.name: value})


def decided(message: Message, rules: Rules, name: str) -> Message:
    """The message with the switch that decided it, and how it is set, among its parameters."""
    return Message(message.key, {**message.params, "switch": name, "setting": setting(rules, name)})
