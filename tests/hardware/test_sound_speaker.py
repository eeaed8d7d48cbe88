"""The loudspeaker's process: deadlines, crashes and fresh starts with real processes, and no waiting."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import psutil
import pytest

from hardware.sound.base import Output, SoundUnavailable
from hardware.sound.config import SoundConfig
from hardware.sound.cues import Cue, file_of
from hardware.sound.speaker import FIRST_PAUSE_S, SoundState, SoundStatus, Speaker, open_speaker
from hardware.sound.worker import samples_of
from tests.hardware import sound_outputs as outputs
from tests.hardware.conftest import HandClock

SOUNDS = Path(__file__).parents[2] / "app" / "assets" / "sounds"
PATIENCE_S = 60.0
"""Deadline of what comes within a second on a free machine."""
QUICK_S = 0.2
"""Deadline of an answer that never comes."""

Make = Callable[..., Speaker]


@pytest.fixture
def speaker() -> Iterator[Make]:
    """Builds speakers on a clock that stands still, and closes them at the end."""
    built: list[Speaker] = []

    def build(make_output: Callable[[], Output], folder: Path = SOUNDS, **limits: Any) -> Speaker:
        built.append(Speaker(make_output, folder, **({"clock_ns": HandClock(), "look_s": 600.0} | limits)))
        return built[-1]

    yield build
    for one in built:
        one.close()


def until(speaker: Speaker, wanted: Callable[[SoundStatus], bool]) -> SoundStatus:
    """Wait for a status."""
    end = time.monotonic() + PATIENCE_S
    pause = threading.Event()
    while time.monotonic() < end:
        status = speaker.status()
        if wanted(status):
            return status
        pause.wait(0.01)
    raise AssertionError(f"waited in vain; it stands at {speaker.status()}")


def bytes_of(*cues: Cue) -> int:
    return sum(len(samples_of(file_of(SOUNDS, cue))) for cue in cues)


def test_cues_are_played_in_order_and_at_their_volume(speaker: Make, tmp_path: Path):
    one = speaker(partial(outputs.Diary, tmp_path / "diary"))
    one.play([Cue.CLAIM], 40)
    one.play([Cue.CORRECT, Cue.WIN], 100)
    status = until(one, lambda status: status.played == 3)
    assert (tmp_path / "diary").read_text().splitlines() == [
        f"{bytes_of(Cue.CLAIM)} at 40",
        f"{bytes_of(Cue.CORRECT, Cue.WIN)} at 100",
    ]
    assert status == SoundStatus(SoundState.PLAYING, "a diary", played=3, starts=1, delay_ms=0.0)


def test_without_a_loudspeaker_the_reason_stands_in_the_status_and_is_logged_once(
    speaker: Make, caplog: pytest.LogCaptureFixture
):
    clock = HandClock()
    one = speaker(outputs.Missing, clock_ns=clock)
    status = one.wait(PATIENCE_S)
    assert (status.state, status.fault) == (SoundState.SILENT, "no loudspeaker here")
    clock.forward_ms(FIRST_PAUSE_S * 1000)
    one.play([Cue.CLAIM], 50)
    until(one, lambda status: status.starts == 2)
    one.close()
    assert [record.getMessage() for record in caplog.records] == ["no sound: no loudspeaker here"]


def test_a_loudspeaker_that_is_not_there_is_looked_for_again_after_a_while_only(speaker: Make):
    clock = HandClock()
    one = speaker(outputs.Missing, clock_ns=clock)
    one.wait(PATIENCE_S)
    for starts, pause_s in ((2, FIRST_PAUSE_S), (3, 2 * FIRST_PAUSE_S)):
        clock.forward_ms(pause_s * 1000 - 1)
        ask(one, 2)
        assert one.status().starts == starts - 1
        clock.forward_ms(1)
        one.play([Cue.CLAIM], 50)
        until(one, lambda status, n=starts: status.starts == n and one._again_ns > clock())
    one.again()  # somebody plugs one in: no need to wait
    until(one, lambda status: status.starts == 4)


def ask(speaker: Speaker, times: int) -> None:
    """Ask for a cue and wait until all but the last asking has been dealt with."""
    for _ in range(times):
        speaker.play([Cue.CLAIM], 50)
    until(speaker, lambda _: speaker._orders.empty())


def test_a_driver_that_hangs_while_it_opens_is_killed(speaker: Make):
    one = speaker(outputs.Stuck, start_timeout_s=QUICK_S)
    assert one.wait(PATIENCE_S).fault == "the sound driver does not answer"
    assert [child for child in psutil.Process().children() if child.name() == "sound"] == []
    assert one._worker is None


@pytest.mark.parametrize(
    ("fate", "fault"),
    [("hangs", "the sound driver does not answer"), ("dies", "the sound driver has crashed")],
)
def test_a_driver_that_fails_while_it_plays_is_started_again(
    speaker: Make, tmp_path: Path, fate: str, fault: str
):
    clock = HandClock()
    one = speaker(partial(outputs.Fickle, tmp_path / "diary", fate), clock_ns=clock, answer_timeout_s=QUICK_S)
    one.wait(PATIENCE_S)
    one.play([Cue.CLAIM], 50)
    status = until(one, lambda status: status.state is SoundState.SILENT)
    assert (status.fault, status.played) == (fault, 0)
    clock.forward_ms(FIRST_PAUSE_S * 1000)
    one._answer_timeout_s = PATIENCE_S
    one.play([Cue.TICK_1], 50)
    status = until(one, lambda status: status.played == 1)
    assert (status.state, status.fault, status.starts) == (SoundState.PLAYING, "", 2)


def test_a_loudspeaker_pulled_out_is_noticed_between_the_cues(speaker: Make, tmp_path: Path):
    one = speaker(partial(outputs.Fickle, tmp_path / "diary", "goes"), look_s=0.02)
    one.play([Cue.CLAIM], 50)
    status = until(one, lambda status: status.state is SoundState.SILENT)
    assert (status.fault, status.played) == ("the loudspeaker is gone", 1)


def test_a_cue_that_comes_late_is_left_out(speaker: Make, tmp_path: Path):
    """Else five ticks would follow a stall all at once."""
    clock = HandClock()
    one = speaker(partial(outputs.Diary, tmp_path / "diary"), clock_ns=clock)
    one.play([Cue.TICK_5], 50)  # opens the loudspeaker first, and meanwhile:
    clock.forward_ms(400)
    status = until(one, lambda status: status.played + status.late == 1)
    assert (status.played, status.late) == (0, 1)
    one.play([Cue.TICK_4], 50)
    until(one, lambda status: status.played == 1)


def test_a_broken_sound_file_is_named(speaker: Make, tmp_path: Path):
    for cue in Cue:
        file_of(tmp_path, cue).write_bytes(file_of(SOUNDS, cue).read_bytes())
    file_of(tmp_path, Cue.WIN).write_bytes(b"no sound")
    one = speaker(partial(outputs.Diary, tmp_path / "diary"), tmp_path)
    assert one.wait(PATIENCE_S).fault == "win.wav cannot be read: file does not start with RIFF id"
    with pytest.raises(SoundUnavailable, match=r"^gone.wav cannot be read"):
        samples_of(tmp_path / "gone.wav")


def test_closing_ends_the_process_even_while_the_driver_hangs(speaker: Make):
    one = speaker(outputs.Stuck)
    one.prepare()
    until(one, lambda status: status.starts == 1 and one._worker is not None)
    assert one._worker is not None
    process = psutil.Process(one._worker.process.pid)
    one.close()
    one.close()
    one._thread.join(PATIENCE_S)
    assert not process.is_running()
    assert not one._thread.is_alive()


def test_many_failures_leave_neither_files_nor_threads_open(speaker: Make, tmp_path: Path):
    one = speaker(partial(outputs.Missing))
    one.wait(PATIENCE_S)
    me = psutil.Process()
    files, threads = me.num_fds(), me.num_threads()
    for number in range(2, 7):
        one.again()
        until(one, lambda status, n=number: status.starts == n and one._worker is None)
    until(one, lambda _: me.num_fds() <= files and me.num_threads() <= threads)


def test_where_the_configuration_wants_no_sound_nothing_is_opened():
    before = threading.active_count()
    assert open_speaker(SoundConfig(enabled=False), SOUNDS) is None
    assert threading.active_count() == before


def test_asking_waits_for_nothing_while_the_driver_hangs(speaker: Make):
    """A thousand cues are asked for before the process has even missed its deadline."""
    one = speaker(outputs.Stuck, start_timeout_s=PATIENCE_S)
    one.prepare()
    until(one, lambda status: status.starts == 1)
    for _ in range(1000):
        one.play([Cue.CLAIM], 50)
    assert one.status() == SoundStatus(SoundState.WAITING, starts=1)
