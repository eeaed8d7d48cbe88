"""The touchscreen app: what `python -m app` opens without a command.

Finds out whether a window can open at all before anything else, so that a missing display is one sentence and
an exit code of its own, and not a trace.
"""

from __future__ import annotations

import argparse
import logging
import os
import re
import sys
import tempfile
from pathlib import Path

from app.commands.faults import read_faults
from app.errors import BadInput
from app.table.wiring import Table, default_config_path, default_state_dir, set_up
from app.ui.boot import WindowWish, prepare
from app.ui.display import driver
from hardware.config import load
from hardware.twin.script import Step

EXIT_NO_DISPLAY = 69
"""No place for a window (EX_UNAVAILABLE): starting again does not help, and the service does not."""
SMALLEST_PX, LARGEST_PX = 320, 8192

log = logging.getLogger(__name__)


def parse_size(text: str | None, fullscreen: bool) -> WindowWish:
    """The window asked for. Raises `BadInput`."""
    if text is None:
        return WindowWish(fullscreen=fullscreen)
    match = re.fullmatch(r"(\d{1,5})x(\d{1,5})", text)
    width, height = (int(part) for part in match.groups()) if match else (0, 0)
    if not all(SMALLEST_PX <= side <= LARGEST_PX for side in (width, height)):
        raise BadInput(f"size: found {text}, expected WIDTHxHEIGHT such as 800x480")
    return WindowWish(width, height, fullscreen)


def run(args: argparse.Namespace) -> int:
    """Open the app and stay until it is closed; the exit code."""
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s", stream=sys.stderr)
    wish = parse_size(args.size, args.fullscreen)
    for name in ("config", "photos"):
        path = getattr(args, name)
        if path is not None and not Path(path).exists():
            raise BadInput(f"{name}: found {path}, expected something that exists")
    script = script_of(args)
    video, found = driver(os.environ)
    if video is None:
        log.error("no display: %s. Start a desktop, or use a command.", found)
        return EXIT_NO_DISPLAY
    # SDL would else fall back to a window that nobody sees.
    os.environ.setdefault("SDL_VIDEODRIVER", video)
    os.environ["KIVY_WINDOW"] = "sdl2"
    state_dir = _state_dir(args)
    try:
        prepare(state_dir, wish, os.environ)
    except OSError as error:
        log.warning("%s cannot be written (%s): window settings go to a temporary folder", state_dir, error)
        prepare(Path(tempfile.mkdtemp(prefix="meeple-marshal-")), wish, os.environ)
    config_path = Path(args.config) if args.config else None
    if args.twin is not None:
        return _open_on_twin(state_dir, config_path, script, args.rotate)
    photos = Path(args.photos) if args.photos else None
    table = set_up(state_dir=state_dir, config_path=config_path, photos=photos, live=True)
    return _open(table, args.rotate)


def script_of(args: argparse.Namespace) -> list[Step]:
    """The faults asked for. Raises `BadInput`."""
    if args.twin is None:
        return []
    if args.photos is not None:
        raise BadInput("photos: found with --twin, expected one of both: the twin draws its own pictures")
    if args.twin is True:
        return []
    config, _ = load(Path(args.config) if args.config else default_config_path(_state_dir(args)))
    return read_faults("twin", Path(args.twin), config.buttons, pods=config.pods)


def _state_dir(args: argparse.Namespace) -> Path:
    return Path(args.state) if args.state else default_state_dir()


def _open_on_twin(state_dir: Path, config_path: Path | None, script: list[Step], turned: int | None) -> int:
    """The app on simulated devices; games are kept as always."""
    from app.table.twin import open_twin

    with tempfile.TemporaryDirectory(prefix="meeple-twin-") as folder:
        opened = open_twin(Path(folder), state_dir=state_dir, config_path=config_path, script=script)
        try:
            return _open(opened.table, turned)
        finally:
            opened.close()


def _open(table: Table, turned: int | None) -> int:
    from kivy.core.window import Window

    if Window is None:
        table.close()
        log.error("no window could be opened on this display. Try python -m app doctor.")
        return EXIT_NO_DISPLAY
    from app.ui.house import House

    House(table, turned).run()
    return 0
