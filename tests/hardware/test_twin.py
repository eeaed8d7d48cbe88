"""The twin by itself: contacts, card, loudspeaker, and what follows at its own time."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.buttons import ButtonPanel
from hardware.buttons_config import ButtonsConfig
from hardware.camera.simulated import SimulatedSource
from hardware.errors import CameraBusy, CameraUnavailable
from hardware.events import ButtonPressed, ButtonReleased, ButtonStuck, HardwareEvent
from hardware.pins import PinBackend, open_pin_factory
from hardware.sound.base import SoundUnavailable
from hardware.twin.disk import on_disk
from hardware.twin.script import Do, Step
from hardware.twin.sound import TwinOutput
from hardware.twin.twin import DEFAULTS_MS, Twin
from tests.hardware.conftest import MS, HandClock

SECOND = 1000 * MS


class Bench:
    """A twin with a panel on a made-up clock."""

    def __init__(self, folder: Path, clock: HandClock) -> None:
        self.clock = clock
        self.rested_ns = 0
        self.twin = Twin(folder, clock, rest_ns=self.rest)
        self.pins = open_pin_factory(PinBackend.SIMULATED)
        self.heard: list[HardwareEvent] = []
        config = ButtonsConfig()
        self.panel = ButtonPanel(config, self.pins.factory, self.heard.append, clock, tell=self.heard.append)
        self.twin.wire(self.pins, config)

    def rest(self, ns: int) -> None:
        self.rested_ns += ns

    def pass_s(self, seconds: float) -> None:
        """Time passes, and what is due on the way happens at its moment."""
        end_ns = self.clock.now_ns + round(seconds * SECOND)
        while (due_ns := self.twin.due_ns()) is not None and due_ns <= end_ns:
            self.clock.now_ns = due_ns
            self.twin.poll(due_ns)
        self.clock.now_ns = end_ns
        self.panel.poll(end_ns)

    def presses(self) -> list[int]:
        return [event.player for event in self.heard if isinstance(event, ButtonPressed)]

    def close(self) -> None:
        self.twin.close()
        self.panel.close()
        self.pins.close()


@pytest.fixture
def bench(tmp_path: Path, clock: HandClock) -> Iterator[Bench]:
    bench = Bench(tmp_path, clock)
    yield bench
    bench.close()


def test_a_press_is_let_go_after_its_time(bench: Bench) -> None:
    began_ns = bench.clock.now_ns
    bench.twin.press("gpio:17", 200)
    bench.pass_s(1)
    assert bench.heard == [
        ButtonPressed(1, "claim", began_ns, "gpio:17"),
        ButtonReleased(1, "claim", began_ns + 200 * MS, "gpio:17"),
    ]


@pytest.mark.parametrize("do", [Do.BOUNCE, Do.CHATTER, Do.PRESS])
@pytest.mark.parametrize("ms", [None, 20])
def test_bounce_and_chatter_are_one_press_as_a_clean_one_is(bench: Bench, do: Do, ms: int | None) -> None:
    bench.twin.do(do, "gpio:27", ms)
    bench.pass_s(1)
    assert bench.presses() == [2]


def test_a_spike_is_no_press(bench: Bench) -> None:
    bench.twin.do(Do.SPIKE, "gpio:17")
    bench.pass_s(1)
    assert bench.heard == []


def test_a_button_that_sticks_is_noticed_and_can_be_let_go(bench: Bench) -> None:
    bench.twin.do(Do.STICK, "gpio:17")
    for _ in range(21):
        bench.pass_s(1)
    assert ButtonStuck(1, "claim", "gpio:17") in bench.heard
    bench.twin.do(Do.RELEASE, "gpio:17")
    bench.pass_s(1)
    assert [status.stuck for status in bench.panel.status() if status.device == "gpio:17"] == [False]


def test_a_script_happens_at_its_times_and_is_counted(bench: Bench) -> None:
    began_ns = bench.clock.now_ns
    steps = [Step(SECOND, Do.PRESS, "gpio:17"), Step(3 * SECOND, Do.PRESS, "gpio:22", 50)]
    bench.twin.start(steps, own_thread=False)
    bench.pass_s(2)
    assert bench.twin.done == 1
    bench.pass_s(2)
    assert bench.twin.done == 2
    times = [event.at_ns - began_ns for event in bench.heard if isinstance(event, ButtonPressed)]
    assert times == [SECOND, 3 * SECOND]


def test_after_closing_nothing_follows(bench: Bench) -> None:
    bench.twin.press("gpio:17", 200)
    bench.twin.close()
    assert bench.twin.due_ns() is None


def test_a_full_card_gives_the_error_of_sqlite_and_loses_nothing_that_stands_on_it(bench: Bench) -> None:
    plain = sqlite3.connect(":memory:", isolation_level=None)
    db = on_disk(bench.twin.disk)(plain)
    db.execute("CREATE TABLE things (n INTEGER)")
    db.execute("INSERT INTO things VALUES (?)", (1,))
    bench.twin.full_disk(ms=500)
    with pytest.raises(sqlite3.OperationalError, match="disk is full"):
        db.execute("INSERT INTO things VALUES (2)")
    assert db.execute("SELECT n FROM things").fetchall() == [(1,)]
    bench.pass_s(0.5)
    db.execute("UPDATE things SET n = 3")
    assert db.total_changes == 2
    plain.close()


def test_on_a_slow_card_each_write_takes_its_time_until_it_is_mended(bench: Bench) -> None:
    plain = sqlite3.connect(":memory:", isolation_level=None)
    db = on_disk(bench.twin.disk)(plain)
    db.execute("CREATE TABLE things (n INTEGER)")
    bench.twin.do(Do.SLOW_DISK, "disk")
    for n in range(3):
        db.execute("INSERT INTO things VALUES (?)", (n,))
    assert bench.rested_ns == 3 * DEFAULTS_MS[Do.SLOW_DISK] * MS
    bench.twin.mend("disk")
    db.execute("INSERT INTO things VALUES (3)")
    assert bench.rested_ns == 3 * DEFAULTS_MS[Do.SLOW_DISK] * MS
    plain.close()


def test_a_loudspeaker_whose_plug_is_out_cannot_be_opened_and_one_that_is_open_is_lost(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    output = TwinOutput(bench.twin.pulled_sound)
    assert (output.name, output.lost) == ("dummy: the default loudspeaker", False)
    bench.twin.do(Do.MUTE, "sound", 100)
    assert output.lost
    with pytest.raises(SoundUnavailable, match="not plugged in"):
        TwinOutput(bench.twin.pulled_sound)
    bench.pass_s(0.1)
    assert not output.lost


def test_the_camera_can_be_dark_exchanged_busy_pulled_out_and_mended(bench: Bench) -> None:
    import numpy as np

    def draw(_scene: object, _number: int) -> np.ndarray:
        return np.full((4, 4, 3), (100, 50, 200), np.uint8)

    def seen() -> list[int]:
        pixel: list[int] = SimulatedSource(draw, bench.twin.scene_path).capture().image[0, 0].tolist()
        return pixel

    bench.twin.dark(ms=100)
    assert seen() == [2, 1, 4]
    bench.pass_s(0.1)
    bench.twin.exchange()
    assert seen() == [200, 50, 100]
    bench.twin.busy(ms=60_000)
    with pytest.raises(CameraBusy):
        seen()
    bench.twin.unplug("camera")
    with pytest.raises(CameraUnavailable):
        seen()
    bench.twin.mend("camera")
    assert seen() == [100, 50, 200]


def test_pods_are_plugged_in_below_the_made_up_folder_for_devices(bench: Bench) -> None:
    bench.twin.plug("pod:a")
    link = bench.twin.pod("pod:a:3").link
    assert link.is_relative_to(bench.twin.dev)
    assert link.exists()
    bench.twin.unplug("pod:a", 300)
    assert not link.is_symlink()
    bench.pass_s(0.3)
    assert link.exists()
