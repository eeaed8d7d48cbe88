"""The gallery in a window: for a person to scroll, or as one picture of its whole length without one.

Import only after `boot.prepare`. Main thread only.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.graphics.opengl import GL_RGB, GL_UNSIGNED_BYTE, glReadPixels

from app.ui.gallery.screen import GalleryScreen
from app.ui.stage import MarshalApp, Stage

log = logging.getLogger(__name__)

SETTLE_FRAMES = 4
"""Until everything is placed and drawn."""


def _stage(screen: GalleryScreen) -> Stage:
    stage = Stage()
    stage.add_screen(screen)
    return stage


def show() -> None:
    """Until the window is closed."""
    MarshalApp(lambda: _stage(GalleryScreen()), lambda: None).run()


def shoot(file: Path) -> tuple[int, int]:
    """Write the whole gallery as one PNG; its size in pixels."""
    taken: list[tuple[int, int]] = []

    def begin() -> Stage:
        screen = GalleryScreen()
        screen.view.bar_width = 0
        _after(SETTLE_FRAMES, lambda: _take(screen, file, taken))
        return _stage(screen)

    MarshalApp(begin, lambda: None).run()
    return taken[0]


def _after(frames: int, action: Any) -> None:
    """Do it so many frames from now."""
    Clock.schedule_once(lambda _: _after(frames - 1, action) if frames else action())


def _take(screen: GalleryScreen, file: Path, taken: list[tuple[int, int]]) -> None:
    """Picture by picture from the top, each a window high, and write them under each other."""
    from kivy.core.window import Window

    width, page = (int(side) for side in Window.size)
    whole = int(screen.floor.height)
    strips: list[bytes] = []  # from the top; the rows of each from its foot, as they come
    step = 0

    def picture() -> None:
        Window.dispatch("on_draw")  # into the back buffer, which is what is read next
        rows = glReadPixels(0, 0, width, page, GL_RGB, GL_UNSIGNED_BYTE)
        left = whole - len(strips) * page
        # The last page is as far down as it goes: its upper part has been taken already.
        strips.append(rows[: min(left, page) * width * 3])
        if left > page:
            turn()
            return
        Window._win.save_bytes_in_png(str(file), b"".join(reversed(strips)), width, whole)
        taken.append((width, whole))
        MarshalApp.get_running_app().stop()

    def turn() -> None:
        nonlocal step
        step = len(strips)
        screen.look_at(step * page)
        _after(SETTLE_FRAMES, picture)

    turn()
