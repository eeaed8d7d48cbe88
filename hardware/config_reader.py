"""Typed reading of one TOML table that collects faults and never raises.

In: a decoded table and its dotted place in the file. Out: values of the wanted type or their default, with
each fault (field, found, expected, near-match hint) appended to the shared list. `true` is not a number
here, though Python counts bool as int.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import TypeVar

from hardware.errors import ConfigFault

LONGEST_SHOWN = 60  # characters of a found value that fit one line of a notice
MOST_LISTED = 10  # names that a notice lists; of more it says the first and the last

Choice = TypeVar("Choice", bound=StrEnum)


def shown(value: object) -> str:
    """A found value in a few words, for people; safe for huge numbers and deep nests."""
    if isinstance(value, Mapping):
        return "a table"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, bool):
        return "true" if value else "false"
    try:
        text = f'"{value}"' if isinstance(value, str) else str(value)
    except ValueError:  # Python refuses to print integers beyond 4300 digits
        return "a huge number"
    text = "".join(c if c.isprintable() else "?" for c in text)
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 1] + "…"


def _nearest(found: str, names: Iterable[str]) -> str:
    near = difflib.get_close_matches(found, names, n=1)
    return near[0] if near else ""


class Table:
    """One table of the file: `values`, its dotted `name`, and the list the faults go to."""

    def __init__(self, name: str, values: Mapping[str, object], faults: list[ConfigFault]) -> None:
        self.values = values
        self._name = name
        self._faults = faults

    def place(self, key: str) -> str:
        """The dotted place of `key` in the file."""
        return f"{self._name}.{key}" if self._name else key

    def fault(self, key: str, found: object, expected: str, hint: str = "") -> None:
        """Note one fault at `key`."""
        self._faults.append(ConfigFault(self.place(key), shown(found), expected, hint))

    def misnamed(self, key: str, found: str, names: Iterable[str], expected: str) -> None:
        """Note that the text at `key` is none of `names`, with the nearest one as a hint."""
        self.fault(key, found, expected, _nearest(found, names))

    def allow(self, *keys: str) -> None:
        """Report every key that is not among `keys`, with the nearest one as a hint."""
        for key in self.values:
            if key not in keys:
                listed = ", ".join(keys) if len(keys) <= MOST_LISTED else f"{keys[0]} … {keys[-1]}"
                place = self.place(shown(key).strip('"'))
                self._faults.append(
                    ConfigFault(place, "an unknown name", f"one of {listed}", _nearest(key, keys))
                )

    def table(self, key: str) -> Table:
        """The table under `key`; an empty one when it is missing or no table."""
        value = self.values.get(key, {})
        if isinstance(value, dict):
            return Table(self.place(key), value, self._faults)
        self.fault(key, value, f"a table [{key}]")
        return Table(self.place(key), {}, self._faults)

    def rows(self, key: str) -> list[Table] | None:
        """The tables listed under `key`; None when missing or no list. Other entries are left out."""
        if key not in self.values:
            return None
        value = self.values[key]
        if not isinstance(value, list):
            self.fault(key, value, "a list of tables")
            return None
        rows = []
        for index, entry in enumerate(value):
            if isinstance(entry, dict):
                rows.append(Table(f"{self.place(key)}[{index}]", entry, self._faults))
            else:
                self.fault(f"{key}[{index}]", entry, "a table such as { player = 1, claim = 17 }")
        return rows

    def integer(self, key: str, low: int, high: int, *, required: bool = False) -> int | None:
        """The whole number under `key` within `low`..`high`, else None; a fault unless merely left out."""
        expected = f"a whole number from {low} to {high}"
        if key not in self.values:
            if required:
                self._faults.append(ConfigFault(self.place(key), "nothing", expected))
            return None
        value = self.values[key]
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        self.fault(key, value, expected)
        return None

    def integers(self, key: str, low: int, high: int) -> dict[int, str]:
        """The whole numbers listed under `key`, each with its place in the file; others are left out."""
        value = self.values.get(key, [])
        if not isinstance(value, list):
            self.fault(key, value, f"a list of whole numbers from {low} to {high}")
            return {}
        entries = Table(self._name, {f"{key}[{i}]": entry for i, entry in enumerate(value)}, self._faults)
        found = {place: entries.integer(place, low, high) for place in entries.values}
        return {number: self.place(place) for place, number in found.items() if number is not None}

    def text(self, key: str, default: str) -> str:
        """The text under `key`, without a line break or NUL (it may become a path)."""
        value = self.values.get(key, default)
        if isinstance(value, str) and all(c not in value for c in "\0\n\r"):
            return value
        self.fault(key, value, "a text in quotes, on one line")
        return default

    def choice(self, key: str, kind: type[Choice], default: Choice) -> Choice:
        """The member of `kind` written under `key`."""
        value = self.values.get(key, default.value)
        names = [member.value for member in kind]
        if isinstance(value, str) and value in names:
            return kind(value)
        near = _nearest(value, names) if isinstance(value, str) else ""
        self.fault(key, value, "one of " + ", ".join(f'"{name}"' for name in names), near)
        return default
