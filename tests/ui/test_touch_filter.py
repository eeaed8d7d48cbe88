"""One finger counts once, whatever the number of devices that report it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from app.ui.touch_filter import Down, TouchFilter, install


@pytest.mark.parametrize(
    ("second", "echo"),
    [
        (Down("b", 10.049, 108.0, 92.0), True),
        (Down("a", 10.010, 100.0, 100.0), False),  # the same device: a second finger
        (Down("b", 10.051, 100.0, 100.0), False),  # later than any double report
        (Down("b", 10.010, 111.0, 100.0), False),  # another place, across
        (Down("b", 10.010, 100.0, 111.0), False),  # another place, up
    ],
)
def test_only_the_same_touch_from_another_device_is_an_echo(second: Down, echo: bool) -> None:
    """50 ms and 10 px from a different device."""
    touches = TouchFilter()
    assert not touches.is_echo(Down("a", 10.0, 100.0, 100.0))
    assert touches.is_echo(second) is echo


class _Loop:
    """What `install` needs of Kivy's event loop."""

    def __init__(self) -> None:
        self.modules: list[Any] = []

    def add_postproc_module(self, module: Any) -> None:
        """As EventLoop does."""
        self.modules.append(module)


def test_an_echo_is_dropped_from_down_to_up_and_the_next_touch_counts() -> None:
    """A move or an up without its down would confuse every widget."""
    loop, now = _Loop(), [5.0]
    install(SimpleNamespace(width=800, height=480), loop, TouchFilter(), lambda: now[0])
    first = SimpleNamespace(uid=1, device="hid", sx=0.5, sy=0.5)
    twin = SimpleNamespace(uid=2, device="mtdev", sx=0.505, sy=0.505)
    process = loop.modules[0].process
    kinds = [("begin", first), ("begin", twin), ("update", twin), ("end", first), ("end", twin)]
    assert process(kinds) == [("begin", first), ("end", first)]
    now[0] = 6.0
    later = SimpleNamespace(uid=3, device="mtdev", sx=0.5, sy=0.5)
    assert process([("begin", later), ("end", later)]) == [("begin", later), ("end", later)]
