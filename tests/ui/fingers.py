"""Fingers that no mouse can stand for: two at once, or two taps within a moment. In the window's process."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import count
from typing import Any

from kivy.base import EventLoop
from kivy.input.motionevent import MotionEvent

NUMBERS = count()
Step = tuple[str, int, str | tuple[float, float]]
"""("down" or "move", which finger, where), or ("up", which finger, "")."""


class Finger(MotionEvent):  # type: ignore[misc]
    """A touch as a panel's driver reports it: its place in shares of the window."""

    def depack(self, args: tuple[float, float]) -> None:
        """Kivy asks for this."""
        self.is_touch = True
        self.profile = ["pos"]
        self.sx, self.sy = args
        super().depack(args)


class Fingers:
    """They go the way of every touch: to the window, then to the widgets that hold it.

    `widgets` reports what is seen now. A place is (x, y) in window pixels, or the text of what can be
    touched: "text", or "Kind: text" for the one within a widget of that kind.
    """

    def __init__(self, window: Any, widgets: Callable[[], list[dict[str, Any]]]) -> None:
        self._window, self._widgets = window, widgets
        self._down: dict[int, Finger] = {}

    def move(self, steps: Iterable[Step]) -> None:
        """One after the other, all before the next frame."""
        for way, number, where in steps:
            if way == "down":
                x, y = self._place(where)
                args = (x / self._window.width, y / self._window.height)
                self._down[number] = Finger("fingers", next(NUMBERS), args)
                EventLoop.post_dispatch_input("begin", self._down[number])
            elif way == "move":
                x, y = self._place(where)
                self._down[number].move((x / self._window.width, y / self._window.height))
                EventLoop.post_dispatch_input("update", self._down[number])
            else:
                EventLoop.post_dispatch_input("end", self._down.pop(number))

    def _place(self, where: str | tuple[float, float]) -> tuple[float, float]:
        if not isinstance(where, str):
            return where
        kind, colon, text = where.partition(": ")
        kind, text = (kind, text) if colon else ("", where)
        x, y, width, height = next(
            w["box"]
            for w in self._widgets()
            if w["touch"] and w["text"] == text and (not kind or kind in w["within"])
        )
        return x + width / 2, y + height / 2
