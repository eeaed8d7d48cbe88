"""The child process of the window tests: opens one real window and answers questions about it.

Kivy opens one window per process, so each test plays here, in a process of its own. Commands come as JSON
lines on stdin, answers go as JSON lines to stdout. Touches do not come this way: they are real X events.

    python -m tests.ui.play WIDTH HEIGHT STATE_DIR SCENE
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from app.ui import boot

TICK_S = 1 / 30
"""How often the child looks for a command: as often as it may draw, so that counted ticks are frames."""


class Answerer:
    """Runs commands on Kivy's main thread."""

    def __init__(self, window: Any, scene: Any) -> None:
        from kivy.clock import Clock

        self._window, self._scene = window, scene
        self._commands: queue.Queue[dict[str, Any]] = queue.Queue()
        self._draws = 0
        self._watch: list[int] | None = None
        window.bind(on_draw=self._count)
        threading.Thread(target=self._read, daemon=True).start()
        Clock.schedule_interval(self._answer, TICK_S)

    def _read(self) -> None:
        for line in sys.stdin:
            self._commands.put(json.loads(line))
        self._commands.put({"do": "quit"})

    def _count(self, *_: Any) -> None:
        self._draws += 1

    def _answer(self, _elapsed_s: float) -> None:
        if self._watch is not None:
            self._watch[0] -= 1
            if self._watch[0] == 0:
                say(self._draws - self._watch[1])
                self._watch = None
            return
        try:
            command = self._commands.get_nowait()
        except queue.Empty:
            return
        self._run(command)

    def _run(self, command: dict[str, Any]) -> None:
        match command["do"]:
            case "report":
                say(report(self._window))
            case "heard":
                say(self._scene.heard)
            case "deaf":
                say(any(getattr(w, "deaf", False) for child in self._window.children for w in child.walk()))
            case "draws_in":
                self._watch = [command["ticks"], self._draws]
            case "shoot":
                self._window.dispatch("on_draw")  # into the back buffer, which is what is read next
                say(self._window.screenshot(name=command["path"]))
            case "call":
                say(self._scene.call(*(command[key] for key in ("name", "at") if key in command)))
            case "quit":
                from kivy.app import App

                App.get_running_app().stop()


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
            entry |= {"fits": widget.fits and _whole(widget), "font_px": widget.font_size, "cut": widget.cut}
        found.append(entry)
    for child in widget.children:
        _collect(child, found, [*within, type(widget).__name__])


def _whole(words: Any) -> bool:
    """Whether Kivy has drawn every word: it leaves lines out that are higher than their box."""
    drawn = "".join(word.text for line in words._label._cached_lines for word in line.words)
    return words.one_line or not words.text or "".join(drawn.split()) == "".join(words.text.split())


def _there(widget: Any) -> bool:
    return type(widget).__name__ != "NoticeBar" or bool(widget.sentence)


def _text(widget: Any) -> str:
    for name in ("text", "name", "title", "icon", "sentence"):
        value = getattr(widget, name, "")
        if value:
            return str(value)
    return ""


def main() -> None:
    """Open the window of the scene named on the command line and answer until told to quit."""
    width, height, state_dir, scene_name = sys.argv[1:]
    boot.prepare(Path(state_dir), boot.WindowWish(int(width), int(height)), os.environ)
    from app.ui.stage import MarshalApp
    from tests.ui.scenes import SCENES

    def build() -> Any:
        from kivy.core.window import Window

        scene = SCENES[scene_name]()
        stage: Any = scene.stage
        stage.answerer = Answerer(Window, scene)  # kept: Kivy's clock holds its callbacks weakly
        say("ready")
        return stage

    closed: Callable[[], None] = lambda: None  # noqa: E731 - nothing to give back here
    MarshalApp(build, closed).run()


if __name__ == "__main__":
    main()
