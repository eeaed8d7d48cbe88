"""The wiring of this machine as frozen dataclasses, read from a TOML file.

In: a path (see `default.toml` for every line with its meaning). Out: a `HardwareConfig` that is always usable
and the list of all faults found. A broken, unreadable or half-written file never raises: whatever cannot be
understood is reported and its default stands in. A missing file means the defaults and is no fault.
Pins are BCM numbers, times milliseconds.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from hardware.config_reader import Table
from hardware.errors import ConfigFault

LOWEST_PIN, HIGHEST_PIN = 0, 27  # BCM lines brought out on the 40-pin header
LONGEST_BOUNCE_MS = 1000  # a second; more is a slip of the pen and would swallow real presses
MOST_PLAYERS = 12  # twice the biggest box, as a bound against slips
LARGEST_FILE_BYTES = 256 * 1024  # a config is 2 kB; more is some other file
FIXED_PULL_UP_PINS = frozenset({2, 3})  # these two have a resistor to 3.3 V soldered on every Pi

DEFAULT_FILE = Path(__file__).with_name("default.toml")


class Pull(StrEnum):
    """Which way the internal resistor pulls an open contact."""

    UP = "up"
    DOWN = "down"


class CameraKind(StrEnum):
    """Where pictures come from."""

    AUTO = "auto"
    PI = "picamera2"
    V4L2 = "v4l2"
    FOLDER = "folder"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class PlayerButtons:
    """The buttons of one player: the player's number (1, 2, ...) and the BCM pin of the claim button."""

    player: int
    claim: int


_DEFAULT_CLAIM_PINS = (17, 27, 22, 23, 24, 25)
DEFAULT_PLAYERS = tuple(PlayerButtons(n, pin) for n, pin in enumerate(_DEFAULT_CLAIM_PINS, start=1))
DEFAULT_KEYS: Mapping[int, str] = {n: str(n) for n in range(1, 7)}


@dataclass(frozen=True, slots=True)
class ButtonsConfig:
    """How the buttons are wired; `bounce_ms` is the chatter window in milliseconds."""

    pull: Pull = Pull.UP
    bounce_ms: int = 30
    players: tuple[PlayerButtons, ...] = DEFAULT_PLAYERS


@dataclass(frozen=True, slots=True)
class CameraConfig:
    """Which camera to use; `folder` is absolute or None, `device` a by-id name, a node, or "" for any."""

    source: CameraKind = CameraKind.AUTO
    folder: Path | None = None
    device: str = ""


@dataclass(frozen=True, slots=True)
class KeysConfig:
    """Keys of a laptop that press claim buttons: player number -> key name."""

    players: Mapping[int, str] = field(default_factory=lambda: dict(DEFAULT_KEYS))


@dataclass(frozen=True, slots=True)
class HardwareConfig:
    """Everything about the wiring of one machine."""

    buttons: ButtonsConfig = field(default_factory=ButtonsConfig)
    camera: CameraConfig = field(default_factory=CameraConfig)
    keys: KeysConfig = field(default_factory=KeysConfig)


def load(path: Path) -> tuple[HardwareConfig, list[ConfigFault]]:
    """Read `path`; never raises for what the file holds. A missing file gives the defaults and no fault."""
    faults: list[ConfigFault] = []
    try:
        if not path.exists():
            return HardwareConfig(), faults
        data = _read(path)
    except ConfigFault as fault:
        return HardwareConfig(), [fault]
    except (OSError, ValueError, RecursionError) as error:
        # ValueError covers bad TOML, bad UTF-8 and impossible paths; RecursionError is a tower of brackets.
        return HardwareConfig(), [ConfigFault("file", _first_line(error), "a readable TOML file")]
    root = Table("", data, faults)
    root.allow("buttons", "camera", "keys")
    config = HardwareConfig(
        buttons=_buttons(root.table("buttons")),
        camera=_camera(root.table("camera"), path.parent),
        keys=_keys(root.table("keys")),
    )
    return config, faults


def _read(path: Path) -> dict[str, object]:
    if not path.is_file():
        raise ConfigFault("file", "no ordinary file", "a TOML file")
    with path.open("rb") as stream:
        raw = stream.read(LARGEST_FILE_BYTES + 1)
    if len(raw) > LARGEST_FILE_BYTES:
        raise ConfigFault("file", "a very large file", f"at most {LARGEST_FILE_BYTES} bytes")
    return tomllib.loads(raw.decode("utf-8"))


def _first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]


def _buttons(table: Table) -> ButtonsConfig:
    table.allow("pull", "bounce_ms", "players")
    default = ButtonsConfig()
    pull = table.choice("pull", Pull, default.pull)
    bounce_ms = table.integer("bounce_ms", 0, LONGEST_BOUNCE_MS)
    return ButtonsConfig(
        pull=pull,
        bounce_ms=default.bounce_ms if bounce_ms is None else bounce_ms,
        players=_players(table, pull),
    )


def _players(table: Table, pull: Pull) -> tuple[PlayerButtons, ...]:
    """The players in file order; a faulty line is left out, so the others' buttons still work."""
    rows = table.rows("players")
    if rows is None:
        return DEFAULT_PLAYERS
    seen_players: dict[int, str] = {}
    seen_pins: dict[int, str] = {}
    players: list[PlayerButtons] = []
    for row in rows:
        row.allow("player", "claim")
        player = row.integer("player", 1, MOST_PLAYERS, required=True)
        claim = row.integer("claim", LOWEST_PIN, HIGHEST_PIN, required=True)
        clean = player is not None and claim is not None
        if player is not None and player in seen_players:
            row.fault("player", player, f"a player not yet at {seen_players[player]}")
            clean = False
        if claim is not None and claim in seen_pins:
            row.fault("claim", claim, f"a pin not yet at {seen_pins[claim]}")
            clean = False
        if claim in FIXED_PULL_UP_PINS and pull is Pull.DOWN:
            row.fault("claim", claim, 'another pin with pull = "down": 2 and 3 are wired to 3.3 V')
            clean = False
        if clean and player is not None and claim is not None:
            seen_players[player], seen_pins[claim] = row.place("player"), row.place("claim")
            players.append(PlayerButtons(player, claim))
    return tuple(players)


def _camera(table: Table, base: Path) -> CameraConfig:
    table.allow("source", "folder", "device")
    source = table.choice("source", CameraKind, CameraKind.AUTO)
    folder = table.text("folder", "")
    if source is CameraKind.FOLDER and not folder:
        table.fault("folder", folder, 'the folder of photos, because source = "folder"')
    return CameraConfig(
        source=source,
        folder=_absolute(base, folder, table) if folder else None,
        device=table.text("device", ""),
    )


def _absolute(base: Path, folder: str, table: Table) -> Path | None:
    try:
        return (base / Path(folder).expanduser()).absolute()
    except (RuntimeError, OSError, ValueError):  # "~nobody/..." has no home
        table.fault("folder", folder, "the path of a folder")
        return None


def _keys(table: Table) -> KeysConfig:
    names = {f"player_{n}": n for n in range(1, MOST_PLAYERS + 1)}
    table.allow(*names)
    keys = dict(DEFAULT_KEYS)
    written: dict[str, str] = {}
    for name, player in names.items():
        if name not in table.values:
            continue
        key = table.text(name, "").lower()
        if not key:
            table.fault(name, key, 'the name of a key, such as "1"')
        elif key in written:
            table.fault(name, key, f"a key not yet at {table.place(written[key])}")
        else:
            written[key] = name
            keys[player] = key
    # A default key gives way when the file hands that key to somebody else.
    taken = {key: names[name] for key, name in written.items()}
    return KeysConfig({player: key for player, key in keys.items() if taken.get(key, player) == player})
