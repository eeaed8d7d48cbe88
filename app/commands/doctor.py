"""`doctor`: what this machine has and lacks, one line a part. Absent is not an error.

Opens no pin, no port and no camera, so it may run beside the app. Exit code 1 when a part that is there needs
a hand, or one that the wiring file asks for by name is not there; then the line says what to do.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import importlib.metadata
import json
import os
import platform
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from app.errors import BadInput
from app.language import sentence
from app.table.camera_places import KIND, PLACE
from app.table.devices import mend_settings
from app.table.sounding import FOLDER
from app.table.wiring import JOURNAL_FILE, default_config_path, default_state_dir, wall_clock
from app.ui.display import DRI, driver, x_answers
from hardware.config import HardwareConfig
from hardware.config import load as load_config
from hardware.errors import ConfigFault
from hardware.probe import Probe, State, installed, probe_all
from hardware.probe_wanted import wanted_camera, wanted_pins, wanted_pods, wanted_sound, wires_written
from hardware.sound.config import SoundConfig
from hardware.sound.speaker import SoundState, open_speaker

LIBRARIES = ("msgspec", "numpy", "numba", "cv2", "kivy", "gpiozero", "serial")
"""Modules we import, by name."""
_SAID = {"serial": "pyserial"}
"""Where the name of the import is the name of another line."""
SOUND_WITHIN_S = 20.0
"""A loudspeaker that is named gets so long to open: a little more than the app gives it."""
OLDEST_CREDIBLE_YEAR = 2025
"""A clock before the year of the first release has not been set: a Pi has no battery for it."""


def add_parser(subparsers: Any) -> None:
    """Register the command."""
    parser = subparsers.add_parser("doctor", help="check this machine", description=__doc__)
    parser.add_argument("--json", action="store_true", help="as JSON")


def probe_python() -> Probe:
    """Python's version."""
    fits = (3, 11) <= sys.version_info[:2] <= (3, 13)
    if fits:
        return Probe("python", State.OK, platform.python_version())
    detail = f"{platform.python_version()}: 3.11 to 3.13 is wanted"
    return Probe("python", State.FAULT, detail, "use Raspberry Pi OS 12 or 13, and run ./setup.sh")


def import_alone(name: str) -> None:
    """Import in a process of its own, with a home that is thrown away: Kivy writes one when imported.

    Raises ImportError with the last line of what the import said.
    """
    with tempfile.TemporaryDirectory() as home:
        quiet = {"KIVY_HOME": home, "KIVY_NO_ARGS": "1", "KIVY_NO_FILELOG": "1", "KIVY_NO_CONSOLELOG": "1"}
        command = [sys.executable, "-c", f"import {name}"]
        done = subprocess.run(
            command, env={**os.environ, **quiet}, capture_output=True, text=True, check=False
        )
    if done.returncode != 0:
        raise ImportError((done.stderr.strip().splitlines() or ["it cannot be imported"])[-1])


def load(name: str) -> None:
    """Import a library here, or Kivy in a process of its own. Raises ImportError."""
    if name == "kivy":
        import_alone(name)
    else:
        importlib.import_module(name)


def probe_libraries(load_module: Callable[[str], Any] = load) -> list[Probe]:
    """Each library we need: imported, with its version."""
    found = []
    for name in LIBRARIES:
        try:
            load_module(name)
        except ImportError as error:
            found.append(Probe(_SAID.get(name, name), State.FAULT, str(error), "run ./setup.sh"))
        else:
            found.append(Probe(_SAID.get(name, name), State.OK, _version(name)))
    return found


def _version(module: str) -> str:
    for package in importlib.metadata.packages_distributions().get(module, [module]):
        try:
            return importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            continue
    return "there"


def probe_display(
    environ: Mapping[str, str], dri: Path = DRI, answers: Callable[[str], bool] = x_answers
) -> Probe:
    """Where a window could open."""
    video, found = driver(environ, dri, answers)
    if video is None:
        return Probe("display", State.ABSENT, f"{found}: commands work, the screen does not")
    return Probe("display", State.OK, found)


def probe_touch(devices: Path = Path("/proc/bus/input/devices")) -> Probe:
    """Touch panels the kernel knows."""
    try:
        names = [
            line.split('"')[1] for line in devices.read_text().splitlines() if line.startswith("N: Name=")
        ]
    except (OSError, IndexError):
        return Probe("touch", State.ABSENT, "no input devices: a mouse will do")
    panels = [name for name in names if "touch" in name.lower() or "ft5" in name.lower()]
    if panels:
        return Probe("touch", State.OK, ", ".join(panels))
    return Probe("touch", State.ABSENT, "no touch panel: a mouse will do")


def probe_storage(state_dir: Path) -> Probe:
    """Whether games can be kept: a real write, flushed and read back."""
    try:
        state_dir.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=state_dir) as folder:
            db = sqlite3.connect(Path(folder) / "probe.db")
            db.execute("CREATE TABLE t (x)")
            db.commit()
            db.close()
    except (OSError, sqlite3.Error) as error:
        action = "free some space, or give this user the folder"
        return Probe("storage", State.FAULT, f"{state_dir}: {error}", action)
    return Probe("storage", State.OK, str(state_dir))


def probe_places(state_dir: Path) -> Probe:
    """Whether a camera was set up here. Reads the journal beside a running app, and leaves no file there."""
    journal = state_dir / JOURNAL_FILE
    if not journal.exists():
        return Probe("places", State.ABSENT, "no camera was set up")
    running = journal.with_name(f"{JOURNAL_FILE}-wal").exists()
    way = "mode=ro" if running else "immutable=1"
    try:
        with contextlib.closing(sqlite3.connect(f"{journal.absolute().as_uri()}?{way}", uri=True)) as db:
            rows = db.execute(
                "SELECT key FROM records WHERE kind = ? AND key LIKE ?", (KIND, f"{PLACE} %")
            ).fetchall()
    except sqlite3.Error as error:
        return Probe("places", State.ABSENT, f"not known: {error}")
    if not rows:
        return Probe("places", State.ABSENT, "no camera was set up")
    named = sorted(key.removeprefix(f"{PLACE} ") for (key,) in rows)
    return Probe("places", State.OK, f"set up: {', '.join(named)}")


def probe_clock() -> Probe:
    """Whether the time of day is set; games do not need it."""
    now = wall_clock()
    if now.year < OLDEST_CREDIBLE_YEAR:
        return Probe("clock", State.ABSENT, "the time of day is not set; games do not need it")
    return Probe("clock", State.OK, now.isoformat(timespec="minutes"))


def probe_config(path: Path, faults: Sequence[ConfigFault]) -> list[Probe]:
    """The hardware configuration: one line, or one for each of its faults."""
    if not faults and not path.exists():
        return [Probe("config", State.ABSENT, "no file: the built-in wiring is used")]
    if not faults:
        return [Probe("config", State.OK, str(path))]
    numbered = [("config", faults[0]), *((f"config {n}", fault) for n, fault in enumerate(faults[1:], 2))]
    return [
        Probe(name, State.FAULT, f"{path}: {fault}", sentence(mend_settings(fault)))
        for name, fault in numbered
    ]


def listen(config: SoundConfig) -> str:
    """Why the loudspeaker does not play; "" when it does."""
    speaker = open_speaker(config, FOLDER)
    if speaker is None:
        return ""
    with contextlib.closing(speaker):
        status = speaker.wait(SOUND_WITHIN_S)
    if status.state is SoundState.PLAYING:
        return ""
    return status.fault or "the loudspeaker does not answer"


def probe_hardware(
    path: Path,
    config: HardwareConfig,
    found: Sequence[Probe],
    dev_root: Path = Path("/dev"),
    has_module: Callable[[str], bool] = installed,
    listen: Callable[[SoundConfig], str] = listen,
) -> list[Probe]:
    """The parts as `found`, and beside them what the file asks for."""
    probes: list[Probe] = []
    for probe in found:
        match probe.name:
            case "pins":
                probes.append(wanted_pins(probe, wires_written(path)))
            case "camera":
                probes.append(wanted_camera(config.camera, probe, dev_root, has_module))
            case "sound":
                probes.append(wanted_pods(config.pods, dev_root))
                probes.append(wanted_sound(config.sound, probe, listen))
            case _:
                probes.append(probe)
    return probes


def all_probes(state_dir: Path, path: Path) -> list[Probe]:
    """Every fact, in a fixed order."""
    config, faults = load_config(path)
    return [
        probe_python(),
        *probe_libraries(),
        probe_display(os.environ),
        probe_touch(),
        *probe_hardware(path, config, probe_all()),
        *probe_config(path, faults),
        probe_storage(state_dir),
        probe_places(state_dir),
        probe_clock(),
    ]


def run(args: argparse.Namespace, stdin: IO[str], stdout: IO[str]) -> int:
    """Print the facts."""
    state_dir = Path(args.state) if args.state else default_state_dir()
    config = Path(args.config) if args.config else default_config_path(state_dir)
    if args.config and not config.exists():
        raise BadInput(f"config: found {config}, expected a file that exists")
    probes = all_probes(state_dir, config)
    if args.json:
        rows = [
            {"name": p.name, "state": p.state.value, "detail": p.detail, "action": p.action} for p in probes
        ]
        print(json.dumps(rows, indent=1), file=stdout)
    else:
        for probe in probes:
            action = f"; do this: {probe.action}" if probe.action else ""
            print(f"{probe.name:<10} {probe.state.value:<7} {probe.detail}{action}", file=stdout)
    return 1 if any(probe.state is State.FAULT for probe in probes) else 0
