"""The wiring of this machine as frozen dataclasses, read from a TOML file.

In: a path (see `default.toml` for every line with its meaning). Out: a `HardwareConfig` that is always usable
and the list of all faults found. A broken, unreadable or half-written file never raises: whatever cannot be
understood is reported and its default stands in. A missing file means the defaults and is no fault.
The sections of the parts are read beside their parts, as [buttons] is in `buttons_config`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from hardware.buttons_config import MOST_PLAYERS, ButtonsConfig, PinBook
from hardware.buttons_config import read as read_buttons
from hardware.config_reader import Table
from hardware.errors import ConfigFault
from hardware.events import CLAIM, DOWN, PAUSE, TABLE, UP
from hardware.header import HIGHEST_PIN, LOWEST_PIN, DisplayKind
from hardware.key_names import KEY_NAMES
from hardware.pods.config import PodsConfig
from hardware.pods.config import read as read_pods
from hardware.sound.config import SoundConfig
from hardware.sound.config import read as read_sound

LARGEST_FILE_BYTES = 256 * 1024  # a config is 2 kB; more is some other file
DEFAULT_FILE = Path(__file__).with_name("default.toml")


class CameraKind(StrEnum):
    """Where pictures come from."""

    AUTO = "auto"
    PI = "picamera2"
    V4L2 = "v4l2"
    FOLDER = "folder"
    SIMULATED = "simulated"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class DisplayConfig:
    """How the screen is joined, and further `pins` that are used by something else."""

    kind: DisplayKind = DisplayKind.DSI
    pins: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class CameraConfig:
    """Which camera to use; `folder` is absolute or None, `device` a by-id name, a node, or "" for any."""

    source: CameraKind = CameraKind.AUTO
    folder: Path | None = None
    device: str = ""


DEFAULT_KEYS: Mapping[tuple[int, str], str] = {(player, CLAIM): str(player) for player in range(1, 7)} | {
    (TABLE, PAUSE): "0"
}


@dataclass(frozen=True, slots=True)
class KeysConfig:
    """Keys of a laptop that press buttons: (player number, button) -> key name."""

    buttons: Mapping[tuple[int, str], str] = field(default_factory=lambda: dict(DEFAULT_KEYS))

    @property
    def players(self) -> dict[int, str]:
        """Player number -> the key of the claim button."""
        return {player: key for (player, button), key in self.buttons.items() if button == CLAIM}


@dataclass(frozen=True, slots=True)
class HardwareConfig:
    """Everything about the wiring of one machine."""

    buttons: ButtonsConfig = field(default_factory=ButtonsConfig)
    display: DisplayConfig = field(default_factory=DisplayConfig)
    camera: CameraConfig = field(default_factory=CameraConfig)
    pods: PodsConfig = field(default_factory=PodsConfig)
    sound: SoundConfig = field(default_factory=SoundConfig)
    keys: KeysConfig = field(default_factory=KeysConfig)


def load(path: Path) -> tuple[HardwareConfig, list[ConfigFault]]:
    """Read `path`; never raises for what the file holds. A missing file gives the defaults and no fault."""
    faults: list[ConfigFault] = []
    try:
        if not path.exists():
            return HardwareConfig(), faults
        data = read_file(path)
    except ConfigFault as fault:
        return HardwareConfig(), [fault]
    except (OSError, ValueError, RecursionError) as error:
        # ValueError covers bad TOML, bad UTF-8 and impossible paths; RecursionError is a tower of brackets.
        return HardwareConfig(), [ConfigFault("file", _first_line(error), "a readable TOML file")]
    root = Table("", data, faults)
    root.allow("buttons", "display", "pods", "sound", "camera", "keys")
    display, book = _display(root.table("display"))
    config = HardwareConfig(
        buttons=read_buttons(root.table("buttons"), book),
        display=display,
        camera=_camera(root.table("camera"), path.parent),
        pods=read_pods(root.table("pods")),
        sound=read_sound(root.table("sound")),
        keys=_keys(root.table("keys")),
    )
    return config, faults


def read_file(path: Path) -> dict[str, object]:
    """What stands in a TOML file. Raises ConfigFault, OSError, ValueError, or RecursionError."""
    if not path.is_file():
        raise ConfigFault("file", "no ordinary file", "a TOML file")
    with path.open("rb") as stream:
        raw = stream.read(LARGEST_FILE_BYTES + 1)
    if len(raw) > LARGEST_FILE_BYTES:
        raise ConfigFault("file", "a very large file", f"at most {LARGEST_FILE_BYTES} bytes")
    return tomllib.loads(raw.decode("utf-8-sig"))


def _first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]


def _display(table: Table) -> tuple[DisplayConfig, PinBook]:
    """The section [display], and the book in which the other parts' pins are noted."""
    table.allow("kind", "pins")
    kind = table.choice("kind", DisplayKind, DisplayKind.DSI)
    places = table.integers("pins", LOWEST_PIN, HIGHEST_PIN)
    return DisplayConfig(kind, tuple(places)), PinBook(kind, places)


def _camera(table: Table, base: Path) -> CameraConfig:
    table.allow("source", "folder", "device")
    source = table.choice("source", CameraKind, CameraKind.AUTO)
    folder = table.text("folder", "")
    if source is CameraKind.FOLDER and not folder and isinstance(table.values.get("folder", ""), str):
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
    """Keys by button; a default key gives way when the file hands that key to another button."""
    owners: dict[str, tuple[int, str]] = {}
    for player in range(1, MOST_PLAYERS + 1):
        for button, ending in ((CLAIM, ""), (UP, "_up"), (DOWN, "_down")):
            owners[f"player_{player}{ending}"] = (player, button)
    owners["pause"] = (TABLE, PAUSE)
    table.allow(*owners)
    written: dict[str, str] = {}
    keys = dict(DEFAULT_KEYS)
    for name, owner in owners.items():
        if name not in table.values:
            continue
        key = table.text(name, "").lower()
        if not isinstance(table.values[name], str):
            continue  # said already
        if not key:
            table.fault(name, key, 'the name of a key, such as "1"')
        elif key not in KEY_NAMES:
            table.misnamed(name, key, KEY_NAMES, 'the name of a key, such as "1", "q" or "spacebar"')
        elif key in written:
            table.fault(name, key, f"a key not yet at {table.place(written[key])}")
        else:
            written[key] = name
            keys[owner] = key
    taken = {key: owners[name] for key, name in written.items()}
    return KeysConfig({owner: key for owner, key in keys.items() if taken.get(key, owner) == owner})
