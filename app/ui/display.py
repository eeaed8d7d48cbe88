"""Whether a window can open here, asked before Kivy is loaded, so that the answer is a sentence and no trace.

SDL, left alone, falls back to a window that nobody sees, so the driver is chosen here. `turn` turns what an
open window shows. No Kivy is imported.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

DRI = Path("/dev/dri")


def x_answers(name: str) -> bool:
    """Whether the X server of that name takes a connection; True where the X library is not there to ask."""
    try:
        library = ctypes.CDLL("libX11.so.6")
    except OSError:
        return True
    library.XOpenDisplay.restype = ctypes.c_void_p
    library.XOpenDisplay.argtypes = [ctypes.c_char_p]
    library.XCloseDisplay.argtypes = [ctypes.c_void_p]
    handle = library.XOpenDisplay(name.encode())
    if not handle:
        return False
    library.XCloseDisplay(handle)
    return True


def driver(
    environ: Mapping[str, str], dri: Path = DRI, answers: Callable[[str], bool] = x_answers
) -> tuple[str | None, str]:
    """SDL's video driver for this machine, or None; and what was found, in words.

    An X display (Wayland desktops offer one, too) comes first, then a bare graphics device.
    """
    name = environ.get("DISPLAY", "")
    if name and answers(name):
        return "x11", f"DISPLAY={name}"
    if name:
        return None, f"DISPLAY={name} does not answer"
    if dri.exists():
        return "kmsdrm", f"{dri}, without a desktop"
    return None, f"DISPLAY is not set and there is no {dri}"


def turn(window: Any, degrees: int) -> None:
    """Turn all that a Kivy window shows counter-clockwise by 0, 90, 180 or 270 degrees. Main thread.

    Touch and mouse follow, under X11 and on a bare device alike: SDL tells where they are on the panel, and
    Kivy turns each event back by `Window.rotation` before a widget sees it. Keys know no direction. Half a
    turn changes no size, and Kivy sets up its matrices only for a new size, so they are set up here.
    """
    if window.rotation != degrees:
        window.rotation = degrees
        window.update_viewport()
