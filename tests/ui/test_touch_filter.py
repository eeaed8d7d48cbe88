"""One finger counts once, whatever the number of devices that report it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from app.ui.touch_filter import Down, TouchFilter, install


@pytest.mark.parametrize(
    ("second", "echo"),
    [
        (Down("b", 10.049, 108.0, 92.0, 5), True),
        (Down("a", 10.010, 100.0, 100.0, 5), False),  # the same device: a second finger
        (Down("b", 10.051, 100.0, 100.0, 5), False),  # later than any double report
        (Down("b", 10.400, 100.0, 100.0, 2), True),  # a frame that took so long: the next look
        (Down("b", 10.400, 100.0, 100.0, 3), False),  # somebody else's finger, later
        (Down("b", 10.010, 111.0, 100.0, 1), False),  # another place, across
        (Down("b", 10.010, 100.0, 111.0, 1), False),  # another place, up
    ],
)
def test_only_the_same_touch_from_another_device_is_an_echo(second: Down, echo: bool) -> None:
    """50 ms or a look, and 10 px, from a different device."""
    touches = TouchFilter()
    assert not touches.is_echo(Down("a", 10.0, 100.0, 100.0, 1))
    assert touches.is_echo(second) is echo


def test_five_fingers_at_once_by_three_devices_are_five() -> None:
    """mtdev, hidinput and the mouse of the system tell of each, in any order."""
    touches = TouchFilter()
    places = [(100.0 + 60 * number, 200.0) for number in range(5)]
    reports = [
        Down(device, 7.0 + 0.01 * late, x + late, y - late, 1)
        for late, device in enumerate(("mtdev", "hid", "mouse"))
        for x, y in (places if late != 1 else reversed(places))
    ]
    assert sum(not touches.is_echo(report) for report in reports) == 5


class Table:
    """A panel with devices, read look by look."""

    def __init__(self, system_size: tuple[int, int] = (800, 480)) -> None:
        self.now_s = 5.0
        self._modules: list[Any] = []
        # As a window turned by a quarter: its own size is not the panel's.
        window = SimpleNamespace(system_size=system_size, width=system_size[1], height=system_size[0])
        install(window, self, TouchFilter(), lambda: self.now_s)

    def add_postproc_module(self, module: Any) -> None:
        """As EventLoop does."""
        self._modules.append(module)

    def look(self, *events: tuple[str, Any]) -> list[tuple[str, Any]]:
        """What is left of these events."""
        kept: list[tuple[str, Any]] = self._modules[0].process(list(events))
        return kept


def finger(uid: int, device: str, sx: float = 0.5, sy: float = 0.5, is_touch: bool = True) -> Any:
    return SimpleNamespace(uid=uid, device=device, sx=sx, sy=sy, osx=sx, osy=sy, is_touch=is_touch)


def test_an_echo_is_dropped_from_down_to_up_and_the_next_touch_counts() -> None:
    """A move or an up without its down would confuse every widget."""
    table = Table()
    first, twin = finger(1, "hid"), finger(2, "mtdev", 0.505, 0.505)
    kinds = [("begin", first), ("begin", twin), ("update", twin), ("end", first), ("end", twin)]
    assert table.look(*kinds) == [("begin", first), ("end", first)]
    table.now_s = 6.0
    assert table.look() == []
    later = finger(3, "mtdev")
    assert table.look(("begin", later), ("end", later)) == [("begin", later), ("end", later)]


def test_an_echo_that_outlasts_its_touch_stays_dropped() -> None:
    """Held for a minute by one driver, let go at once by the other."""
    table = Table()
    first, twin = finger(1, "mtdev"), finger(2, "mouse")
    table.look(("begin", first), ("begin", twin), ("end", first))
    for _ in range(100):
        table.now_s += 0.6
        assert table.look(("update", twin)) == []
    assert table.look(("end", twin)) == []


def test_a_pointer_that_hovers_there_hides_no_touch() -> None:
    """The system moves its pointer to the finger before the panel's own report comes."""
    table = Table()
    hover, touch = finger(1, "mouse", is_touch=False), finger(2, "mtdev")
    assert table.look(("begin", hover), ("begin", touch)) == [("begin", hover), ("begin", touch)]
    echo = finger(3, "mouse")
    assert table.look(("begin", echo), ("end", echo)) == []


@pytest.mark.parametrize("place", [(-0.01, 0.5), (1.01, 0.5), (0.5, -0.2), (0.5, 1.2)])
def test_a_touch_beside_the_panel_is_none(place: tuple[float, float]) -> None:
    table = Table()
    outside = finger(1, "mtdev", *place)
    assert table.look(("begin", outside), ("update", outside), ("end", outside)) == []


def test_a_finger_that_slides_off_the_panel_is_still_lifted() -> None:
    """Else what it holds would stay pressed for ever."""
    table = Table()
    touch = finger(1, "mtdev")
    table.look(("begin", touch))
    touch.sx = 1.4
    assert table.look(("end", touch)) == [("end", touch)]


def test_distances_are_measured_on_the_panel_however_the_window_is_turned() -> None:
    """12 px along the long side are two fingers; measured across a turned window they would be 7."""
    table = Table()
    touches = [finger(1, "hid"), finger(2, "mtdev", 0.5 + 12 / 800)]
    assert len(table.look(*(("begin", touch) for touch in touches))) == 2


def test_a_swipe_within_one_frame_begins_where_the_finger_came_down() -> None:
    """Kivy has one object a touch, and it is where the finger is at the end of the frame."""
    table = Table()
    touch = finger(1, "mouse", 0.2, 0.5)
    touch.sx = 0.7
    assert table.look(("begin", touch), ("update", touch), ("end", touch)) == [("begin", touch)]
    assert touch.sx == 0.2
    assert table.look() == [("update", touch), ("end", touch)]
    assert touch.sx == 0.7
    assert table.look() == []


def test_a_swipe_that_goes_on_is_told_in_order() -> None:
    table = Table()
    touch = finger(1, "mouse", 0.2, 0.5)
    touch.sx = 0.4
    table.look(("begin", touch), ("update", touch))
    touch.sx = 0.6
    assert [kind for kind, _ in table.look(("update", touch), ("end", touch))] == ["update", "update", "end"]
