"""`gallery`: the design system on one screen: colours, type, spacing, motion, every widget in every state.

Opens a window to scroll in; with `--shot FILE` it writes the whole length as a PNG instead and ends.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path
from typing import IO, Any

from app.commands.play import EXIT_NO_DISPLAY, parse_size
from app.errors import BadInput
from app.language.tongues import ENGLISH, LANGUAGES, speak
from app.ui.boot import prepare
from app.ui.display import driver


def add_parser(subparsers: Any) -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "gallery", help="the design system on one screen (opens a window)", description=__doc__
    )
    parser.add_argument("--shot", default=None, type=Path, metavar="FILE", help="write a PNG of it and end")
    parser.add_argument(
        "--language", default=ENGLISH, choices=tuple(LANGUAGES), help="of the widgets' texts (en)"
    )


def run(args: argparse.Namespace, stdin: IO[str], stdout: IO[str]) -> int:
    """Show or write the gallery; the exit code. Raises `BadInput`."""
    del stdin
    wish = parse_size(args.size, args.fullscreen)
    shot: Path | None = args.shot
    if shot is not None and (shot.suffix.lower() != ".png" or not shot.resolve().parent.is_dir()):
        raise BadInput(f"shot: found {shot}, expected a name that ends in .png, in a folder that exists")
    video, found = driver(os.environ)
    if video is None:
        print(f"no display: {found}. Start a desktop, or a virtual one (xvfb-run).", file=sys.stderr)
        return EXIT_NO_DISPLAY
    os.environ.setdefault("SDL_VIDEODRIVER", video)
    os.environ["KIVY_WINDOW"] = "sdl2"
    speak(args.language)
    with tempfile.TemporaryDirectory(prefix="meeple-gallery-") as folder:
        prepare(Path(folder), wish, os.environ)
        from app.ui.gallery.show import shoot, show

        if shot is None:
            show()
        else:
            width, height = shoot(shot)
            print(f"{shot}: {width} x {height} pixels", file=stdout)
    return 0
