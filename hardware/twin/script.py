"""Scripts of faults: JSON Lines, read into steps, every line checked.

    {"at_s": 12.5, "do": "press", "device": "gpio:17", "ms": 200}

In: the text and the pins that buttons are wired to. Out: steps by time. Raises `ScriptInvalid`, whose text
names the line, what was found and what was expected (with the nearest name).
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from math import isfinite

from hardware.config_reader import Table
from hardware.errors import ConfigFault, HardwareError

MOST_BYTES = 256 * 1024
LATEST_S = 24 * 3600
LONGEST_MS = 3_600_000


class ScriptInvalid(HardwareError):
    """A script that cannot be followed; the text is one sentence."""


class Do(StrEnum):
    """What a script can do."""

    PRESS = "press"
    RELEASE = "release"
    BOUNCE = "bounce"
    CHATTER = "chatter"
    SPIKE = "spike"
    STICK = "stick"
    UNPLUG = "unplug"
    PLUG = "plug"
    SILENCE = "silence"
    GARBAGE = "garbage"
    RESET = "reset"
    FREEZE = "freeze"
    BUSY = "busy"
    DARK = "dark"
    EXCHANGE = "exchange"
    SLOW_DISK = "slow-disk"
    FULL_DISK = "full-disk"
    MUTE = "mute"
    MEND = "mend"


class Kind(StrEnum):
    """Kinds of devices."""

    PIN = "gpio"
    POD = "pod"
    POD_BUTTON = "pod button"
    CAMERA = "camera"
    DISK = "disk"
    SOUND = "sound"


_BUTTONS = frozenset({Kind.PIN, Kind.POD_BUTTON})
_PARTS = frozenset({Kind.POD, Kind.CAMERA, Kind.SOUND})
FITS: dict[Do, frozenset[Kind]] = {
    **dict.fromkeys((Do.PRESS, Do.RELEASE, Do.BOUNCE, Do.CHATTER, Do.STICK), _BUTTONS),
    Do.SPIKE: frozenset({Kind.PIN}),
    **dict.fromkeys((Do.UNPLUG, Do.PLUG), _PARTS),
    **dict.fromkeys((Do.SILENCE, Do.GARBAGE, Do.RESET), frozenset({Kind.POD})),
    **dict.fromkeys((Do.FREEZE, Do.BUSY, Do.DARK, Do.EXCHANGE), frozenset({Kind.CAMERA})),
    **dict.fromkeys((Do.SLOW_DISK, Do.FULL_DISK), frozenset({Kind.DISK})),
    Do.MUTE: frozenset({Kind.SOUND}),
    Do.MEND: _PARTS | {Kind.DISK},
}
"""What can be done to which kind of device."""
_NAMES = re.compile(
    r"gpio:\d{1,2}|pod:[A-Za-z0-9_-]{1,16}(:([1-9]|1[0-6]))?|camera|disk|sound", re.ASCII
)  # a pod has 16 buttons at most
_DEVICE_EXPECTED = '"gpio:17", "pod:1:1", "pod:1", "camera", "disk" or "sound"'


@dataclass(frozen=True, slots=True)
class Step:
    """One line: at `at_ns` from the start of the script, `do` that to `device`, for or with `ms`."""

    at_ns: int
    do: Do
    device: str
    ms: int | None = None
    line: int = 0


def kind_of(device: str) -> Kind:
    """The kind of a device, by its name."""
    head, *parts = device.split(":")
    return Kind.POD_BUTTON if head == Kind.POD and len(parts) == 2 else Kind(head)


def read_script(text: str, pins: Collection[int], kinds: Collection[Kind] = tuple(Kind)) -> list[Step]:
    """The steps by time, those of one moment as written. Empty lines and lines that begin with # are nothing.

    `pins`: those that buttons are wired to; `kinds`: what there is to do something to. Raises
    `ScriptInvalid` for the first line that cannot be followed.
    """
    if len(text.encode()) > MOST_BYTES:
        raise ScriptInvalid(f"found more than {MOST_BYTES} bytes, expected a script of fewer")
    lines = enumerate(text.splitlines(), start=1)
    steps = [
        _step(number, line, pins, kinds)
        for number, line in lines
        if line.strip() and not line.lstrip().startswith("#")
    ]
    return sorted(steps, key=lambda step: step.at_ns)


def _step(number: int, line: str, pins: Collection[int], kinds: Collection[Kind]) -> Step:
    try:
        values = json.loads(line)
    except (ValueError, RecursionError) as error:
        said = "too deep" if isinstance(error, RecursionError) else str(error)
        raise ScriptInvalid(
            f"line {number}: found no JSON ({said}), expected an object on one line"
        ) from error
    if not isinstance(values, dict):
        raise ScriptInvalid(f'line {number}: found no object, expected {{"at_s": …, "do": …, "device": …}}')
    faults: list[ConfigFault] = []
    table = Table(f"line {number}", values, faults)
    table.allow("at_s", "do", "device", "ms")
    at_s = values.get("at_s")
    if not isinstance(at_s, int | float) or isinstance(at_s, bool) or not _from_to(at_s, LATEST_S):
        table.fault("at_s", _found(values, "at_s"), f"seconds from 0 to {LATEST_S}")
        at_s = 0.0
    if "do" not in values:
        table.fault("do", "nothing", "what to do, such as " + f'"{Do.PRESS}"')
    do = table.choice("do", Do, Do.PRESS)
    device = table.text("device", "")
    _check_device(table, do, device, pins, kinds)
    ms = table.integer("ms", 1, LONGEST_MS)
    if faults:
        raise ScriptInvalid(str(faults[0]))
    return Step(round(at_s * 1_000_000_000), do, device, ms, number)


def _from_to(value: float, most: int) -> bool:
    return 0 <= value <= most and isfinite(value)


def _found(values: dict[str, object], key: str) -> object:
    return values.get(key, "nothing")


def _check_device(table: Table, do: Do, device: str, pins: Collection[int], kinds: Collection[Kind]) -> None:
    if not _NAMES.fullmatch(device):
        table.fault("device", _found(dict(table.values), "device"), _DEVICE_EXPECTED)
        return
    kind = kind_of(device)
    if kind is Kind.PIN and int(device.partition(":")[2]) not in pins:
        listed = ", ".join(str(pin) for pin in sorted(pins))
        table.fault("device", device, f"a pin that a button is wired to ({listed})")
    elif kind not in kinds:
        table.fault("device", device, "one of " + ", ".join(kinds))
    elif kind not in FITS[do]:
        table.fault("device", device, f"what {do} can be done to: " + ", ".join(sorted(FITS[do])))
