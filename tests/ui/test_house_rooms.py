"""The whole app: every door of the room opens its screen on a real journal, and every way leads back."""

from __future__ import annotations

import pytest

from app.ui.presenters.room import CAMERA_DOOR, DOORS
from app.ui.words import word
from tests.ui.conftest import OpenWindow
from tests.ui.theatre import Theatre

pytestmark = pytest.mark.ui


def go(window: Theatre, text: str, kind: str) -> None:
    """Touch what says `text`, and wait for a widget of that kind."""
    window.touch(text)
    window.see_kind(kind)


def test_every_door_opens_and_leads_back(open_window: OpenWindow) -> None:
    """One evening behind all doors: what one room leaves open must not stand in the way of the next."""
    window = open_window("house")
    for door in [door for door in DOORS if door != CAMERA_DOOR]:
        go(window, word("game.mutant-meeples"), "RoomScreen")
        window.touch(word(f"room.{door}"))
        window.see_kind("RoomScreen", there=False)
        window.shoot(f"house-{door}-800x480")
        go(window, "west", "RoomScreen")
        go(window, "west", "HomeScreen")
