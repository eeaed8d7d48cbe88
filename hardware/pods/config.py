"""The [pods] section of the wiring file: which button of which pod belongs to whom.

In: the section as a `Table`. Out: a `PodsConfig` that is always usable; faults go to the table's list.
Without a section, pod "1" belongs to player 1 and so on, with button 1 to claim, 2 for up, 3 for down and
lamp 1.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from hardware.buttons_config import MOST_PLAYERS
from hardware.config_reader import Table
from hardware.events import CLAIM, DOWN, PAUSE, TABLE, UP
from hardware.pods.protocol import MOST_BUTTONS, MOST_LAMPS

_ID = re.compile(r"[A-Za-z0-9_-]{1,16}", re.ASCII)
_BUTTONS = (CLAIM, UP, DOWN)
_PORTS_EXPECTED = "a list of names from /dev/serial/by-id or by-path"


@dataclass(frozen=True, slots=True)
class PodRow:
    """What one pod is to one player (or to the table, player 0): (button, number on the pod) pairs, and the
    number of the lamp or None."""

    pod: str
    player: int
    buttons: tuple[tuple[str, int], ...]
    lamp: int | None


def _default_row(pod: str, player: int) -> PodRow:
    return PodRow(pod, player, tuple(zip(_BUTTONS, (1, 2, 3), strict=True)), lamp=1)


DEFAULT_ROWS = tuple(_default_row(str(n), n) for n in range(1, MOST_PLAYERS + 1))


@dataclass(frozen=True, slots=True)
class PodsConfig:
    """`use` False: no serial port is opened. `ports`: only these names; empty for every port. `named` tells
    whether the file names its pods, so that a missing one is a fault and not just absent."""

    use: bool = True
    ports: tuple[str, ...] = ()
    rows: tuple[PodRow, ...] = field(default=DEFAULT_ROWS)
    named: bool = False

    def knows(self, pod: str) -> bool:
        """Whether the configuration has a line for this pod."""
        return any(row.pod == pod for row in self.rows)

    def owner(self, pod: str, number: int) -> tuple[int, str] | None:
        """The (player, button) of button `number` of `pod`; None when it belongs to nobody."""
        for row in self.rows:
            for button, at in row.buttons:
                if row.pod == pod and at == number:
                    return TABLE if button == PAUSE else row.player, button
        return None

    def size(self, pod: str) -> tuple[int, int]:
        """How many buttons and lamps a pod has to have for its lines; no fewer than a default one."""
        rows = [row for row in (*self.rows, _default_row(pod, 1)) if row.pod == pod]
        buttons = max(number for row in rows for _, number in row.buttons)
        return buttons, max(row.lamp or 0 for row in rows)

    def lamps(self, pod: str) -> dict[int, int]:
        """Lamp number -> player, for the lamps of `pod`."""
        return {row.lamp: row.player for row in self.rows if row.pod == pod and row.lamp is not None}


def read(table: Table) -> PodsConfig:
    """The section [pods]; a line that cannot be understood is reported and left out."""
    table.allow("use", "ports", "pods")
    use = table.values.get("use", True)
    if not isinstance(use, bool):
        table.fault("use", use, "true or false")
        use = True
    rows = table.rows("pods")
    if rows is None:
        return PodsConfig(use, _ports(table))
    seen: dict[tuple[str, str], str] = {}
    found = (_row(row, seen) for row in rows)
    return PodsConfig(use, _ports(table), tuple(row for row in found if row is not None), named=True)


def _ports(table: Table) -> tuple[str, ...]:
    value = table.values.get("ports", [])
    if not isinstance(value, list):
        table.fault("ports", value, _PORTS_EXPECTED)
        return ()
    names = []
    for index, name in enumerate(value):
        if isinstance(name, str) and name and "/" not in name:
            names.append(name)
        else:
            table.fault(f"ports[{index}]", name, 'a name without "/", as listed in /dev/serial/by-id')
    return tuple(names)


def _row(row: Table, seen: dict[tuple[str, str], str]) -> PodRow | None:
    """One line of `pods`; `seen` holds the place of every (pod, "button 1") given away so far. Without a
    lamp named, the lamp has the number of the claim button; `lamp = 0` is none."""
    row.allow("pod", "player", *_BUTTONS, PAUSE, "lamp")
    pod = row.text("pod", "")
    clean = bool(_ID.fullmatch(pod))
    if not clean:
        row.fault("pod", pod, "the id of a pod: 1 to 16 letters, digits, - or _")
    table_only = PAUSE in row.values and not any(key in row.values for key in ("player", "lamp", *_BUTTONS))
    player = TABLE if table_only else row.integer("player", 1, MOST_PLAYERS, required=True)
    if player is None:
        return None
    if not any(key in row.values for key in (*_BUTTONS, PAUSE)):
        wanted = [(button, number) for button, number in _default_row(pod, player).buttons]
    else:
        read_numbers = ((button, row.integer(button, 1, MOST_BUTTONS)) for button in (*_BUTTONS, PAUSE))
        wanted = [(button, number) for button, number in read_numbers if number is not None]
    lamp = row.integer("lamp", 0, MOST_LAMPS) if "lamp" in row.values else dict(wanted).get(CLAIM)
    if lamp and not _free(row, pod, "lamp", "lamp", lamp, seen):
        lamp = None
    buttons = tuple(pair for pair in wanted if _free(row, pod, pair[0], "button", pair[1], seen))
    return PodRow(pod, player, buttons, lamp or None) if clean else None


def _free(row: Table, pod: str, key: str, part: str, number: int, seen: dict[tuple[str, str], str]) -> bool:
    place = seen.setdefault((pod, f"{part} {number}"), row.place(key))
    if place == row.place(key):
        return True
    row.fault(key, number, f"a {part} of pod {pod} not yet at {place}")
    return False
