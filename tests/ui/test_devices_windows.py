"""The hardware screen in a window with real touches: lit buttons, tried lamps, faults with what to do."""

from __future__ import annotations

import pytest

from app.ui.words import word
from tests.ui.conftest import OpenWindow
from tests.ui.layout import faults_of, sized
from tests.ui.theatre import Theatre

pytestmark = pytest.mark.ui


def judge(window: Theatre, name: str, size: tuple[int, int]) -> None:
    """Keep a picture and look for faults of the layout; a sheet hides what lies below it."""
    window.shoot(f"devices-{name}-{size[0]}x{size[1]}")
    assert faults_of(window.sheet() or window.widgets(), size) == []


def counts(window: Theatre) -> list[str]:
    """The presses on the caps, in reading order."""
    caps = [w["text"] for w in window.of_kind("Words") if "ButtonCap" in w["within"]]
    return [text for text in caps if text.isdigit()]


@sized()
def test_six_pads_and_three_pods_fit_page_by_page(open_window: OpenWindow, size: tuple[int, int]) -> None:
    window = open_window("devices", size)
    judge(window, "full", size)
    seen = {w["text"] for w in window.of_kind("DeviceCard")}
    while not {"Pod red", "Pod blue", "Pod old"} <= seen:
        window.touch("east")
        window.settle()
        judge(window, f"full-{len(seen)}", size)
        seen |= {w["text"] for w in window.of_kind("DeviceCard")}
    assert {"Anna", "Ben", "Cleo", "Dan", "Eva", "Maximilian", word("devices.table")} <= seen


@sized()
def test_without_any_device_it_says_what_to_plug_in(open_window: OpenWindow, size: tuple[int, int]) -> None:
    window = open_window("devices none", size)
    judge(window, "none", size)
    assert window.shows(word("devices.hint_none"))
    touchable = {w["text"] for w in window.widgets() if w["touch"]}
    assert word("devices.lights") not in touchable
    assert word("devices.camera") not in touchable
    window.tap(word("devices.missing"))
    judge(window, "none-messages", size)
    assert window.shows("No button pod is plugged in")
    window.tap(word("setup.done"), "west")
    assert window.ask("heard") == ["back"]


@sized()
def test_a_button_lights_up_while_it_is_down_and_is_counted(
    open_window: OpenWindow, size: tuple[int, int]
) -> None:
    window = open_window("devices claims", size)
    assert counts(window)[0] == "0"
    window.ask("call", name="down 17")
    window.until(lambda: counts(window)[0] == "1", "the press to be counted")
    judge(window, "down", size)
    window.ask("call", name="up 17")
    window.see(word("devices.now"))
    assert counts(window)[:2] == ["1", "0"]
    judge(window, "up", size)


@sized()
def test_lamps_are_tried_one_by_one_and_the_dark_one_is_named(
    open_window: OpenWindow, size: tuple[int, int]
) -> None:
    window = open_window("devices claims", size)
    window.tap(word("devices.lights"))
    pins = [5, 6, 13, 12, 16, 26]
    for number, pin in enumerate(pins):
        assert window.ask("call", name="shines") == [pin]
        if number == 0:
            judge(window, "light", size)
        window.tap(word("trial.no") if number == 1 else word("trial.yes"))
    assert window.shows(word("trial.buzzer"))
    assert "beep" in window.ask("heard")
    window.tap(word("trial.again"), word("trial.no"))
    assert window.ask("heard").count("beep") == 2
    judge(window, "light-done", size)
    assert any("Pin 6, Ben's light" in text for text in window.texts())
    window.tap(word("setup.done"))
    assert not window.sheet()
    assert window.ask("heard")[-1] == {"shine": None}
    window.until(lambda: window.ask("call", name="shines") == [], "lamps and buzzer to be off")


@sized()
def test_what_is_wrong_stands_with_one_action_each(open_window: OpenWindow, size: tuple[int, int]) -> None:
    window = open_window("devices claims", size)
    window.ask("call", name="fail camera")
    window.see(word("devices.mend", n=4))
    judge(window, "faults", size)
    window.tap(word("devices.mend", n=4))
    judge(window, "messages", size)
    assert window.shows("Write bounce_ms there")
    assert window.shows("Choose another pin there")
    close = "Close the other program that uses the camera"
    if not window.shows(close):
        window.tap("east")
    assert window.shows(close)


def test_a_pod_that_is_unplugged_is_said_at_once_and_named(open_window: OpenWindow) -> None:
    window = open_window("devices")
    assert window.shows(word("devices.mend", n=1))  # the pod of nobody
    window.ask("call", name="unplug red")
    window.see(word("devices.mend", n=2))
    window.tap(word("devices.mend", n=2))
    assert window.shows("Pod red is gone: unplugged")
    assert window.shows("Plug the pod in again")


def test_the_buttons_below_lead_to_camera_assignment_and_sound(open_window: OpenWindow) -> None:
    window = open_window("devices")
    window.tap(word("devices.camera"), word("devices.assign"), word("devices.sound"))
    assert window.ask("heard") == ["camera", "assign", "sound"]
    judge(window, "sound", (800, 480))
    window.tap(word("trial.again"), word("trial.yes"))
    assert window.ask("heard")[-1] == "sound"
    assert window.shows(word("trial.well_sound"))


def test_nothing_is_drawn_while_nothing_happens_and_nothing_asked_while_nobody_looks(
    open_window: OpenWindow,
) -> None:
    window = open_window("devices")
    before = window.ask("call", name="asked")
    assert window.ask("draws_in", ticks=60) == 0
    asked = window.ask("call", name="asked")
    assert asked > before
    window.ask("call", name="go elsewhere")
    window.settle()
    asked = window.ask("call", name="asked")
    assert window.ask("draws_in", ticks=60) == 0
    assert window.ask("call", name="asked") == asked


def test_leaving_in_the_middle_of_a_test_gives_the_lamps_back(open_window: OpenWindow) -> None:
    window = open_window("devices claims")
    window.tap(word("devices.lights"))
    assert window.ask("call", name="shines") == [5]
    window.ask("call", name="go elsewhere")
    window.settle()
    assert window.ask("call", name="shines") == []
