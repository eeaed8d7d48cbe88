"""The child process of the window tests: opens one real window, puts scenes on it and answers questions.

Kivy opens one window per process, so a window plays here, in a process of its own. Commands come as JSON
lines on stdin, answers go as JSON lines to stdout. Touches do not come this way: they are real X events.

    python -m tests.ui.play WIDTH HEIGHT STATE_DIR
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from app.games.mutant_meeples.solver import warm
from app.language.tongues import speak
from app.ui import boot

TICK_S = 1 / boot.MAX_FPS
"""How often the child looks for a command: as often as it may draw, so that counted ticks are frames."""
REST_TICKS = 6
"""So many frames without a drawn one are rest: all that is polled has been polled since the last touch."""


class Pace:
    """Kivy's clock by frames: each is a thirtieth of a second, however long it took; `times` as many come.

    So a glide or a delay takes as many frames on a busy machine as on a free one, and less of our time.
    """

    def __init__(self, clock: Any) -> None:
        self.times = 1.0
        self._clock, self._next_s = clock, 0.0
        clock.idle = self._idle

    def _idle(self) -> float:
        """Wait for the next frame and tell when it is, as Kivy's own does."""
        now_s = time.monotonic()
        time.sleep(max(0.0, self._next_s - now_s))
        self._next_s = max(now_s, self._next_s) + TICK_S / self.times
        self._clock._dt = TICK_S
        self._clock._last_tick += TICK_S
        return float(self._clock._last_tick)


class Answerer:
    """Runs commands on Kivy's main thread. `floor` is where the scenes stand."""

    def __init__(self, window: Any, floor: Any) -> None:
        from kivy.clock import Clock

        from tests.ui.fingers import Fingers

        self._window, self._floor, self._scene = window, floor, None
        self._pace = Pace(Clock)
        self._commands: queue.Queue[dict[str, Any]] = queue.Queue()
        self._draws = 0
        self._quiet_ticks = 0
        self._watch: list[int] | None = None
        self._lifted = 0
        self._rest_after: int | None = None
        self._gestures: list[Any] = []
        self._fingers = Fingers(window, lambda: report(window)["widgets"])
        window.bind(on_draw=self._count, on_mouse_up=self._lift)
        threading.Thread(target=self._read, daemon=True).start()
        Clock.schedule_interval(self._answer, TICK_S)

    def _read(self) -> None:
        for line in sys.stdin:
            self._commands.put(json.loads(line))
        self._commands.put({"do": "quit"})

    def _count(self, *_: Any) -> None:
        self._draws += 1
        self._quiet_ticks = 0

    def _lift(self, *_: Any) -> None:
        self._lifted += 1
        self._quiet_ticks = 0

    def _answer(self, _elapsed_s: float) -> None:
        self._quiet_ticks += 1
        if self._watch is not None:
            self._watch[0] -= 1
            if self._watch[0] == 0:
                say(self._draws - self._watch[1])
                self._watch = None
        elif self._gestures:
            self._fingers.move(self._gestures.pop(0))
            if not self._gestures:
                say(None)
        elif self._rest_after is not None:
            quiet = self._quiet_ticks > REST_TICKS and self._lifted >= self._rest_after
            if quiet and not self._deaf() and not (self._scene and self._scene.busy()):
                self._rest_after = None
                say(None)
        else:
            with contextlib.suppress(queue.Empty):
                self._run(self._commands.get_nowait())

    def _run(self, command: dict[str, Any]) -> None:
        match command["do"]:
            case "play":
                self._play(command["scene"], Path(command["folder"]), command["language"])
                say(None)
            case "clear":
                self._clear()
                say(None)
            case "pace":
                self._pace.times = command["times"]
                say(None)
            case "report":
                say(report(self._window))
            case "ink":
                from tests.ui.ink import pairs

                say(pairs(self._window))
            case "heard":
                say(self._scene.heard)
            case "deaf":
                say(self._deaf())
            case "rest":
                self._rest_after, self._quiet_ticks = command["lifts"], 0
            case "draws_in":
                self._watch = [command["ticks"], self._draws]
            case "shoot":
                self._window.dispatch("on_draw")  # into the back buffer, which is what is read next
                say(shoot(self._window, command["path"]))
            case "call":
                say(self._scene.call(*(command[key] for key in ("name", "at") if key in command)))
            case "fingers":
                self._gestures = list(command["frames"])
            case "quit":
                from kivy.app import App

                App.get_running_app().stop()

    def _deaf(self) -> bool:
        """Whether a new panel does not take touches yet."""
        return any(getattr(widget, "deaf", False) for widget in self._floor.walk())

    def _play(self, name: str, folder: Path, language: str) -> None:
        """Put up a scene in place of the last one."""
        from tests.ui.ink import note_signs
        from tests.ui.scenes import SCENES

        note_signs()
        self._clear()
        speak(language)
        self._scene = SCENES[name](folder)
        self._floor.add_widget(self._scene.stage)

    def _clear(self) -> None:
        from app.language.tongues import ENGLISH, speak
        from app.ui.display import turn
        from app.ui.look import LOOK

        if self._scene is not None:
            self._floor.clear_widgets()
            self._scene.close()
            self._scene = None
        LOOK.reduced_motion, LOOK.letters = False, 1.0
        turn(self._window, 0)
        speak(ENGLISH)


def shoot(window: Any, path: str) -> str:
    """Keep a picture of the panel as it is, also where the window is turned."""
    from kivy.graphics.opengl import GL_RGB, GL_UNSIGNED_BYTE, glReadPixels

    width, height = window.system_size
    data = glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE)
    window._win.save_bytes_in_png(path, data, width, height)
    return path


def say(answer: Any) -> None:
    """One answer to the parent."""
    print(json.dumps(answer), flush=True)


def report(window: Any) -> dict[str, Any]:
    """Every visible widget of ours: kind, texts, rectangle (window pixels, y up), and what it lets you do."""
    widgets: list[dict[str, Any]] = []
    for child in window.children:
        _collect(child, widgets, [])
    return {
        "size": list(window.size),
        "origin": [window.left, window.top],
        "keyboard": window.allow_vkeyboard,
        "widgets": widgets,
    }


def _collect(widget: Any, found: list[dict[str, Any]], within: list[str]) -> None:
    from kivy.uix.behaviors import ButtonBehavior

    from app.ui.widgets.label import Words

    if widget.opacity == 0:
        return
    if widget.__class__.__module__.startswith("app."):
        entry = {
            "kind": type(widget).__name__,
            "box": [widget.x, widget.y, widget.width, widget.height],
            "touch": isinstance(widget, ButtonBehavior) and not widget.disabled and _there(widget),
            "text": _text(widget),
            "within": within,
        }
        if isinstance(widget, Words):
            whole = _whole(widget)
            entry |= {"fits": widget.fits and (whole or widget.one_line), "font_px": widget.font_size}
            entry["cut"] = widget.cut or (widget.one_line and not whole)
        found.append(entry)
    for child in widget.children:
        _collect(child, found, [*within, type(widget).__name__])


def _whole(words: Any) -> bool:
    """Whether Kivy has drawn every word: it leaves out lines that are too high for the box, or shortens."""
    drawn = "".join(word.text for line in words._label._cached_lines for word in line.words)
    return not words.text or "".join(drawn.split()) == "".join(words.text.split())


def _there(widget: Any) -> bool:
    return type(widget).__name__ != "NoticeBar" or bool(widget.sentence)


def _text(widget: Any) -> str:
    for name in ("text", "name", "title", "icon", "sentence"):
        value = getattr(widget, name, "")
        if value:
            return str(value)
    return ""


def main() -> None:
    """Open a window and answer until told to quit."""
    width, height, state_dir = sys.argv[1:]
    boot.prepare(Path(state_dir), boot.WindowWish(int(width), int(height)), os.environ)
    from app.ui.stage import MarshalApp

    warm()  # no test waits for a solver that is still being compiled

    def build() -> Any:
        from kivy.core.window import Window
        from kivy.uix.floatlayout import FloatLayout

        floor: Any = FloatLayout()
        floor.answerer = Answerer(Window, floor)  # kept: Kivy's clock holds its callbacks weakly
        say("ready")
        return floor

    closed: Callable[[], None] = lambda: None  # noqa: E731 - nothing to give back here
    MarshalApp(build, closed).run()


if __name__ == "__main__":
    main()
