"""What the wiring file asks for by name and this machine has not: a fault, where mere absence is none.

In: parts of the configuration, the facts of `probe`, and the root of /dev. Out: `Probe`s. No pin, port or
camera is opened, because a running app may own them; only a loudspeaker that is named is tried (`listen`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from hardware.camera.folder import FolderSource
from hardware.camera.v4l2_nodes import NodeFacts, resolve, video_nodes
from hardware.config import CameraConfig, CameraKind, read_file
from hardware.errors import CameraUnavailable, ConfigFault
from hardware.pods.config import PodsConfig
from hardware.pods.ports import find_ports
from hardware.probe import Probe, State
from hardware.sound.config import SoundConfig

USABLE = NodeFacts("", "", captures=True)
"""What a node is taken for: whether it really takes pictures cannot be told without opening it."""


def wires_written(path: Path) -> bool:
    """Whether the file itself wires a button to a pin; False where it cannot be read."""
    try:
        data = read_file(path)
    except (ConfigFault, OSError, ValueError, RecursionError):
        return False
    buttons = data.get("buttons")
    if not isinstance(buttons, dict):
        return False
    return bool(buttons.get("players")) or isinstance(buttons.get("pause"), int)


def wanted_pins(pins: Probe, written: bool) -> Probe:
    """The pins; having none is a fault where buttons are `written` into the file."""
    if pins.state is not State.ABSENT or not written:
        return pins
    detail = "the settings wire buttons to pins, and this machine has none: keys stand for them"
    return replace(
        pins, state=State.FAULT, detail=detail, action="use a Raspberry Pi, or take them out of [buttons]"
    )


def wanted_pods(config: PodsConfig, dev_root: Path) -> Probe:
    """The pods that the file names. Which one is where only the app can tell: it has them open."""
    if not config.use:
        return Probe("pods", State.ABSENT, "switched off in the settings")
    there = [port.name for port in find_ports(dev_root)]
    missing = [name for name in config.ports if name not in there]
    if missing:
        detail = f"not plugged in: {', '.join(missing)}"
        return Probe("pods", State.FAULT, detail, "plug the pod in, or take its port out of [pods]")
    named = sorted({row.pod for row in config.rows}) if config.named else []
    usable = [name for name in there if not config.ports or name in config.ports]
    if len(usable) < len(named):
        detail = f"the settings name {', '.join(named)}; serial ports there: {', '.join(usable) or 'none'}"
        return Probe("pods", State.FAULT, detail, "plug the pod in, or take it out of [pods]")
    if not usable:
        return Probe("pods", State.ABSENT, "none plugged in")
    wanted = f"; which of them is {' or '.join(named)} shows on the screen Devices" if named else ""
    return Probe("pods", State.OK, f"{', '.join(usable)}{wanted}")


def wanted_camera(
    config: CameraConfig, camera: Probe, dev_root: Path, has_module: Callable[[str], bool]
) -> Probe:
    """The camera: `camera` as found, or a fault where the one of the file is not there."""
    match config.source:
        case CameraKind.OFF:
            return Probe("camera", State.ABSENT, "switched off in the settings")
        case CameraKind.SIMULATED:
            return Probe("camera", State.ABSENT, "simulated: there is one only with --twin")
        case CameraKind.PI:
            return _wanted_pi(camera, dev_root, has_module)
        case CameraKind.V4L2:
            return _wanted_node(config, dev_root) or camera
        case CameraKind.FOLDER:
            return _wanted_photos(config) or Probe("camera", State.OK, f"photos from {config.folder}")
        case CameraKind.AUTO:
            named = _wanted_node(config, dev_root) if config.device else None
            return named or _wanted_photos(config) or camera


def _wanted_node(config: CameraConfig, dev_root: Path) -> Probe | None:
    try:
        resolve(config.device, dev_root, lambda _node: USABLE)
    except CameraUnavailable as error:
        return Probe("camera", State.FAULT, error.reason, "plug it in, or put [camera] device right")
    return None


def _wanted_photos(config: CameraConfig) -> Probe | None:
    """A fault when a folder is named from which no photo can be read; the first that can be is enough."""
    if config.folder is None:
        return None
    reason = ""
    try:
        source = FolderSource(config.folder)
        for _ in range(len(source)):
            try:
                source.capture()
            except CameraUnavailable as error:
                reason = reason or error.reason
            else:
                return None
    except CameraUnavailable as error:
        reason = error.reason
    return Probe("camera", State.FAULT, reason, "put photos there, or name another folder in [camera]")


def _wanted_pi(camera: Probe, dev_root: Path, has_module: Callable[[str], bool]) -> Probe:
    if not has_module("picamera2"):
        detail = "the settings ask for the Pi camera, and picamera2 is not installed"
        return Probe("camera", State.FAULT, detail, "sudo apt install python3-picamera2, then ./setup.sh")
    if not video_nodes(dev_root):
        detail = "the settings ask for the Pi camera, and none is connected"
        return Probe("camera", State.FAULT, detail, "switch off, check both ends of the ribbon, switch on")
    return camera


def wanted_sound(config: SoundConfig, sound: Probe, listen: Callable[[SoundConfig], str]) -> Probe:
    """The loudspeaker; one that the file names is tried: `listen` tells why it does not play, or ""."""
    if not config.enabled:
        return Probe("sound", State.ABSENT, "switched off in the settings")
    if not config.device:
        return sound
    reason = listen(config)
    if reason:
        return Probe("sound", State.FAULT, reason, "plug it in, or put [sound] device right")
    return Probe("sound", State.OK, f"{config.device} plays")
