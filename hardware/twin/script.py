"""Scripts of faults: JSON Lines, read into steps, every line checked.

    {"at_s": 12.5, "do": "press", "device": "gpio:17", "ms": 200}

In: the text, the pins that buttons are wired to, the pods of the wiring file. Out: steps by time. Raises
`ScriptInvalid`, whose text names the line, what was found and what was expected (with the nearest name).
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from math import isfinite

from hardware.config_reader import Table, shown
from hardware.errors import ConfigFault, HardwareError
from hardware.pods.config import PodsConfig

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
    r"gpio:(0|[1-9]\d?)|pod:[A-Za-z0-9_-]{1,16}(:([1-9]|1[0-6]))?|camera|disk|sound", re.ASCII
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


@dataclass(frozen=True, slots=True)
class _Table:
    """What there is to do something to."""

    pins: Collection[int]
    kinds: Collection[Kind]
    pods: PodsConfig


def pod_of(device: str) -> str:
    """The id of a pod, by its name or that of a button on it."""
    return device.removeprefix("pod:").partition(":")[0]


def read_script(
    text: str,
    pins: Collection[int],
    kinds: Collection[Kind] = tuple(Kind),
    pods: PodsConfig | None = None,
) -> list[Step]:
    """The steps by time, those of one moment as written. Empty lines and lines that begin with # are nothing.

    `pins`: those that buttons are wired to; `kinds`: what there is to do something to; `pods`: what the
    wiring file says of them. Raises `ScriptInvalid` for the first line that cannot be followed.
    """
    if len(text.encode()) > MOST_BYTES:
        raise ScriptInvalid(f"found more than {MOST_BYTES} bytes, expected a script of fewer")
    about = _Table(pins, kinds, pods or PodsConfig())
    lines = enumerate(text.split("\n"), start=1)  # JSON text may hold what else ends a line for Python
    steps = [
        _step(number, line, about)
        for number, line in lines
        if line.strip() and not line.lstrip().startswith("#")
    ]
    return sorted(steps, key=lambda step: step.at_ns)


def _step(number: int, line: str, about: _Table) -> Step:
    try:
        values = json.loads(line, object_pairs_hook=_once)
    except _Twice as error:
        raise ScriptInvalid(f'line {number}: found "{error}" twice, expected it once') from error
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
    _check_device(table, do, device, about)
    ms = table.integer("ms", 1, LONGEST_MS)
    if faults:
        raise ScriptInvalid(str(faults[0]))
    return Step(round(at_s * 1_000_000_000), do, device, ms, number)


class _Twice(Exception):
    """A key that stands twice in one object."""


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise _Twice(shown(key).strip('"'))
        found[key] = value
    return found


def _from_to(value: float, most: int) -> bool:
    return 0 <= value <= most and isfinite(value)


def _found(values: dict[str, object], key: str) -> object:
    return values.get(key, "nothing")


def _check_device(table: Table, do: Do, device: str, about: _Table) -> None:
    if not _NAMES.fullmatch(device):
        table.fault("device", _found(dict(table.values), "device"), _DEVICE_EXPECTED)
        return
    kind = kind_of(device)
    if kind is Kind.PIN and int(device.partition(":")[2]) not in about.pins:
        listed = ", ".join(str(pin) for pin in sorted(about.pins))
        table.fault("device", device, f"a pin that a button is wired to ({listed})")
    elif kind not in about.kinds:
        table.fault("device", device, "one of " + ", ".join(about.kinds))
    elif kind is Kind.POD_BUTTON and int(device.rpartition(":")[2]) > about.pods.size(pod_of(device))[0]:
        most = about.pods.size(pod_of(device))[0]
        table.fault("device", device, f"a button from 1 to {most}, which is what pod {pod_of(device)} has")
    elif kind not in FITS[do]:
        table.fault("device", device, f"what {do} can be done to: " + ", ".join(sorted(FITS[do])))
