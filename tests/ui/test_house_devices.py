"""The whole app: the devices as they stand, and whose button is which, by real touches and keys."""

from __future__ import annotations

import pytest

from app.ui.words import word
from tests.ui.conftest import OpenWindow
from tests.ui.layout import faults_of, sized

pytestmark = pytest.mark.ui


@sized()
def test_devices_are_looked_at_and_buttons_given_to_players(
    open_window: OpenWindow, size: tuple[int, int]
) -> None:
    window = open_window("house", size)
    window.shoot(f"house-home-{size[0]}x{size[1]}")
    window.touch(word("devices.title"))
    window.see_kind("DevicesScreen")
    window.settle()
    window.press("1")
    window.settle()
    window.shoot(f"house-devices-{size[0]}x{size[1]}")
    window.touch(word("devices.assign"))
    window.see_kind("AssignScreen")
    window.settle()
    for key in "213456":  # the second button is the first player's
        if any(w["touch"] and w["text"] == word("assign.done") for w in window.widgets()):
            break
        window.press(key)
        window.settle()
    window.shoot(f"house-assign-{size[0]}x{size[1]}")
    assert faults_of(window.widgets(), size) == []
    window.touch(word("assign.done"))
    window.see_kind("DevicesScreen")
    window.touch("west")
    window.see_kind("HomeScreen")
