"""What comes under a finger is deaf until it was seen, however long its first frame takes."""

from __future__ import annotations

from collections.abc import Callable

from app.ui.widgets.settling import SETTLE_S, Settling


class Frames:
    """Kivy's clock, frame by frame."""

    def __init__(self) -> None:
        self.now_s = 100.0
        self._waiting: list[Callable[[float], None]] = []

    def get_time(self) -> float:
        return self.now_s

    def create_trigger(self, callback: Callable[[float], None]) -> Callable[[], None]:
        return lambda: self._waiting.append(callback)

    def frame(self, elapsed_s: float) -> None:
        """The next frame begins, so long after the last."""
        self.now_s += elapsed_s
        waiting, self._waiting = self._waiting, []
        for callback in waiting:
            callback(elapsed_s)


def test_it_hears_until_something_new_comes() -> None:
    assert not Settling(Frames()).deaf


def test_it_is_deaf_until_it_was_seen_for_a_moment() -> None:
    """Counted from when it was drawn: a slow first frame takes nothing of it away."""
    frames = Frames()
    settling = Settling(frames)
    settling.begin()
    assert settling.deaf
    frames.frame(5.0)
    assert settling.deaf
    frames.frame(SETTLE_S * 0.9)
    assert settling.deaf
    frames.frame(SETTLE_S * 0.2)
    assert not settling.deaf


def test_every_change_begins_anew() -> None:
    frames = Frames()
    settling = Settling(frames)
    settling.begin()
    frames.frame(0.1)
    frames.frame(SETTLE_S * 0.9)
    settling.begin()
    frames.frame(0.1)
    frames.frame(SETTLE_S * 0.9)
    assert settling.deaf
