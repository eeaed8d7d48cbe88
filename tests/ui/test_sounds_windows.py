"""The sheet of the sounds and the light at the edge, in real windows."""

from __future__ import annotations

import wave
from pathlib import Path

import cv2
import numpy as np
import pytest

from app.table.sounding import FOLDER
from app.ui.words import word
from hardware.sound.cues import Cue, file_of
from tests.ui.conftest import OpenWindow
from tests.ui.layout import faults_of, sized
from tests.ui.theatre import Theatre

pytestmark = pytest.mark.ui


@pytest.fixture
def sheet(open_window: OpenWindow) -> Theatre:
    """The sheet, on a table without a loudspeaker."""
    window = open_window("sound")
    window.ask("call", name="open")
    window.settle()
    return window


def test_a_step_of_loudness_is_chosen_by_a_touch(sheet: Theatre):
    assert sheet.ask("call", name="choice") == ["middle", False]
    for text, volume in (("Low", "low"), ("High", "high"), ("Off", "off")):
        sheet.tap(text)
        assert sheet.ask("call", name="choice") == [volume, False]


def test_the_lights_are_a_switch(sheet: Theatre):
    sheet.tap(word("sound.lights"))
    assert sheet.ask("call", name="choice") == ["middle", True]
    sheet.tap(word("sound.lights"))
    assert sheet.ask("call", name="choice") == ["middle", False]


def test_without_a_loudspeaker_the_sheet_says_so_and_trying_out_lights_the_edge(sheet: Theatre):
    assert sheet.shows(word("sound.no_loudspeaker"))
    sheet.pace(1)
    sheet.touch(word("sound.try"))
    sheet.until(lambda: sheet.ask("call", name="lit"), "the light")
    sheet.until(lambda: not sheet.ask("call", name="lit"), "the dark")
    sheet.tap("Off")
    assert not sheet.shows(word("sound.no_loudspeaker")), "nobody wants to hear anything"


def test_back_and_a_tap_beside_it_put_the_sheet_away(sheet: Theatre):
    sheet.tap(word("sound.back"))
    assert sheet.sheet() == []
    sheet.ask("call", name="open")
    sheet.settle()
    sheet.touch_at(10, 10)
    sheet.settle()
    assert sheet.sheet() == []
    assert sheet.ask("heard") == []


def test_the_light_at_the_edge_is_in_nobodys_way(open_window: OpenWindow):
    window = open_window("sound")
    window.ask("call", name="flash")
    window.touch("Below")
    window.until(lambda: window.ask("heard"), "the touch")
    assert window.ask("heard") == ["below"]


def test_a_light_too_soon_after_another_waits_for_its_turn(open_window: OpenWindow):
    """At most three flashes a second; of those that wait, the last one counts."""
    window = open_window("sound")
    window.pace(1)
    window.ask("call", name="flash twice")
    for sight in (True, False, True, False):
        window.until(lambda sight=sight: window.ask("call", name="lit") is sight, f"lit: {sight}")
    window.settle()
    assert window.ask("call", name="lit") is False


def test_a_dark_edge_draws_nothing(open_window: OpenWindow):
    window = open_window("sound")
    window.ask("call", name="flash")
    window.until(lambda: not window.ask("call", name="lit"), "the dark")
    window.settle()
    assert window.ask("draws_in", ticks=30) == 0


def test_a_real_loudspeaker_gets_what_was_touched(open_window: OpenWindow, tmp_path: Path):
    """From the finger through session, process and SDL into the card, sample by sample."""
    window = open_window("sound loud")
    window.until(lambda: window.ask("call", name="status")[0] == "playing", "the loudspeaker")
    window.ask("call", name="open")
    window.settle()
    assert not window.shows(word("sound.no_loudspeaker"))
    window.tap("High")
    window.until(lambda: window.ask("call", name="status") == ["playing", 1], "the sound")
    with wave.open(str(file_of(FOLDER, Cue.CLAIM))) as file:
        meant = file.readframes(file.getnframes())
    inner = np.trim_zeros(np.frombuffer(meant, "<i2")).tobytes()
    window.until(lambda: inner in (tmp_path / "card.raw").read_bytes(), "the samples")


@sized()
def test_the_sheet_fits(open_window: OpenWindow, size: tuple[int, int]):
    window = open_window("sound", size)
    window.ask("call", name="open")
    window.settle()
    assert faults_of(window.sheet(), size) == []
    window.shoot(f"sound_sheet_{size[0]}x{size[1]}")


@sized()
def test_the_light_is_a_gentle_edge(open_window: OpenWindow, size: tuple[int, int]):
    """Lit at the rim, dark inside: far less than the quarter of the sight that may flash at all."""
    window = open_window("sound", size)
    window.pace(0.2)  # so that the picture is taken while it is lit
    dark = cv2.imread(str(window.shoot(f"sound_dark_{size[0]}x{size[1]}"))).astype(int)
    window.ask("call", name="flash")
    lit = cv2.imread(str(window.shoot(f"sound_flash_{size[0]}x{size[1]}"))).astype(int)
    changed = np.abs(lit - dark).max(axis=2) > 8
    assert changed[[0, -1], :].mean() > 0.95
    assert changed[:, [0, -1]].mean() > 0.95
    assert changed.mean() < 0.15
