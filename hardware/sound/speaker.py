"""The loudspeaker as the game sees it: asking for a sound never waits, and never fails.

In: cues and a volume. Out: sound, if there is any to be had, and a `SoundStatus` for the diagnostics. The
device lives in a process of its own (`worker`), for a sound driver may hang while it opens or take its
process with it. That process is killed when it misses a deadline and started again at a later cue, after
pauses that double. A cue that could only be heard late is left out: late, a tick would lie.

`play`, `prepare`, `again` and `status` may be called from any thread and return at once; a thread of the
speaker's own does the waiting.
"""

from __future__ import annotations

import functools
import logging
import multiprocessing
import queue
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from hardware.sound.base import Output
from hardware.sound.config import SoundConfig
from hardware.sound.cues import Cue
from hardware.sound.sdl import SdlOutput
from hardware.sound.worker import Answer, Ill, Play, Well, serve

log = logging.getLogger(__name__)

START_TIMEOUT_S = 15.0
"""Interpreter, library and driver start on a slow card."""
ANSWER_TIMEOUT_S = 1.0
"""A working driver takes samples within a millisecond."""
LATE_S = 0.3
"""A cue older than this says what is no longer true."""
LOOK_S = 5.0
"""How often it is looked whether the loudspeaker is still there."""
FIRST_PAUSE_S, LONGEST_PAUSE_S = 10.0, 300.0
"""Between two tries to open a loudspeaker that is not to be had."""
CLOSE_WAIT_S = 0.5
_NS_PER_S = 1_000_000_000


class SoundState(StrEnum):
    """How the loudspeaker stands."""

    WAITING = "waiting"
    """Nothing was asked for yet, or it is being opened."""
    PLAYING = "playing"
    SILENT = "silent"
    """There is none; `SoundStatus.fault` says why."""


@dataclass(frozen=True, slots=True)
class SoundStatus:
    """For the diagnostics.

    `late`: cues left out; `starts`: processes started; `delay_ms`: from the last ask until the driver had it.
    """

    state: SoundState = SoundState.WAITING
    name: str = ""
    fault: str = ""
    played: int = 0
    late: int = 0
    starts: int = 0
    delay_ms: float | None = None


@dataclass(frozen=True, slots=True)
class _Asked:
    play: Play
    at_ns: int


_CLOSE, _AGAIN = "close", "again"


class _Worker:
    """The process and the pipe to it."""

    def __init__(self, make_output: Callable[[], Output], folder: Path) -> None:
        context = multiprocessing.get_context("spawn")  # a fork would copy the screen's graphics state
        self._pipe, theirs = context.Pipe()
        self.process = context.Process(
            target=serve, args=(theirs, make_output, folder), name="sound", daemon=True
        )
        self.process.start()
        theirs.close()

    def answer(self, within_s: float, order: Play | None = None) -> Answer:
        """Give an order, if any, and wait for its answer."""
        try:
            if order is not None:
                self._pipe.send(order)
            if not self._pipe.poll(within_s):
                return Ill("the sound driver does not answer")
            answer: Answer = self._pipe.recv()
        except (EOFError, OSError):
            return Ill("the sound driver has crashed")
        return answer

    def end(self) -> None:
        """At once: nothing is lost, and a driver that hangs would never end by itself."""
        self.process.kill()
        self._pipe.close()
        self.process.join(CLOSE_WAIT_S)


class Speaker:
    """See the module's docstring.

    `make_output` opens the device and goes to another process (picklable); `folder` holds the WAV files.
    """

    def __init__(
        self,
        make_output: Callable[[], Output],
        folder: Path,
        *,
        clock_ns: Callable[[], int] = time.monotonic_ns,
        start_timeout_s: float = START_TIMEOUT_S,
        answer_timeout_s: float = ANSWER_TIMEOUT_S,
        look_s: float = LOOK_S,
    ) -> None:
        self._make_output, self._folder, self._clock_ns = make_output, folder, clock_ns
        self._start_timeout_s, self._answer_timeout_s, self._look_s = (
            start_timeout_s,
            answer_timeout_s,
            look_s,
        )
        self._orders: queue.SimpleQueue[_Asked | str] = queue.SimpleQueue()
        self._status = SoundStatus()
        self._settled = threading.Event()
        self._worker: _Worker | None = None
        self._pause_s, self._again_ns = FIRST_PAUSE_S, 0
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="speaker", daemon=True)
        self._thread.start()

    # -- any thread -----------------------------------------------------------------------------------

    def play(self, cues: Sequence[Cue], volume: int) -> None:
        """Play these one after the other, on top of what still sounds; `volume` is 0..100."""
        self._orders.put(_Asked(Play(tuple(cues), volume), self._clock_ns()))

    def prepare(self) -> None:
        """Open the loudspeaker now, so that the first cue is not late."""
        self.play((), 0)

    def again(self) -> None:
        """Somebody plugged something in: look at once, whatever pause was due."""
        self._settled.clear()
        self._orders.put(_AGAIN)

    def status(self) -> SoundStatus:
        """How it stands."""
        return self._status

    def wait(self, within_s: float) -> SoundStatus:
        """As `status`, once it is known whether there is a loudspeaker; for commands, never for a screen."""
        self.prepare()
        self._settled.wait(within_s)
        return self._status

    def close(self) -> None:
        """End the process; may be called twice."""
        if not self._closing.is_set():
            self._closing.set()
            self._orders.put(_CLOSE)
            worker = self._worker
            if worker is not None:  # so that the thread does not wait out a deadline
                worker.process.kill()
        self._thread.join(CLOSE_WAIT_S)

    # -- the speaker's thread -------------------------------------------------------------------------

    def _run(self) -> None:
        while True:
            order = self._next()
            if order is _CLOSE:
                break
            if order is _AGAIN:
                self._pause_s, self._again_ns = FIRST_PAUSE_S, 0
                order = _Asked(Play((), 0), self._clock_ns())
            assert isinstance(order, _Asked)
            self._obey(order)
        if self._worker is not None:
            self._worker.end()
            self._worker = None

    def _next(self) -> _Asked | str:
        try:
            return self._orders.get(timeout=None if self._worker is None else self._look_s)
        except queue.Empty:
            return _Asked(Play((), 0), self._clock_ns())

    def _obey(self, asked: _Asked) -> None:
        if self._worker is None and not self._open():
            return
        assert self._worker is not None
        play = asked.play
        if play.cues and self._age_s(asked) > LATE_S:
            self._status = replace(self._status, late=self._status.late + len(play.cues))
            return
        self._heed(self._worker.answer(self._answer_timeout_s, play))
        if play.cues and self._worker is not None:
            delay_ms = self._age_s(asked) * 1000
            self._status = replace(
                self._status, played=self._status.played + len(play.cues), delay_ms=delay_ms
            )

    def _age_s(self, asked: _Asked) -> float:
        return (self._clock_ns() - asked.at_ns) / _NS_PER_S

    def _open(self) -> bool:
        """Start the process, unless one of late has failed or the end has come; whether one is there."""
        if self._closing.is_set() or self._clock_ns() < self._again_ns:
            return False
        self._status = replace(self._status, starts=self._status.starts + 1)
        try:
            self._worker = _Worker(self._make_output, self._folder)
        except OSError as error:
            self._heed(Ill(f"no process for the sound: {error}"))
            return False
        if self._closing.is_set():  # meanwhile: `close` found no process to end
            self._worker.end()
        self._heed(self._worker.answer(self._start_timeout_s))
        return self._worker is not None

    def _heed(self, answer: Answer) -> None:
        """Note how it stands; after a failure the process goes, and a pause begins."""
        if isinstance(answer, Well):
            self._pause_s = FIRST_PAUSE_S
            self._status = replace(self._status, state=SoundState.PLAYING, name=answer.name, fault="")
        else:
            if self._worker is not None:
                self._worker.end()
                self._worker = None
            if answer.reason != self._status.fault and not self._closing.is_set():
                log.warning("no sound: %s", answer.reason)
            self._status = replace(self._status, state=SoundState.SILENT, fault=answer.reason)
            self._again_ns = self._clock_ns() + round(self._pause_s * _NS_PER_S)
            self._pause_s = min(2 * self._pause_s, LONGEST_PAUSE_S)
        self._settled.set()


def open_speaker(config: SoundConfig, folder: Path) -> Speaker | None:
    """The loudspeaker of this machine, being opened; None where the configuration wants none."""
    if not config.enabled:
        return None
    speaker = Speaker(functools.partial(SdlOutput, config.device), folder)
    speaker.prepare()
    return speaker
