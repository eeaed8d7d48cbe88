"""A frame source in a process of its own that can be killed and started again.

In: a picklable function that opens a source (`functools.partial(FolderSource, folder)`), time limits in
seconds. Out: frames, by `capture()` (waits) or `request()` + `poll()` (return at once, for the screen's
loop); meanwhile `status()` says how it stands. An attempt past its deadline costs the process its life; two
more attempts follow, each after a longer pause, then CameraUnavailable.

Threads: all methods belong to one thread. A reader thread per process takes pictures off the pipe, so a
process that dies half-way through sending cannot hold up the caller. Spawned, not forked: a fork would copy
the screen's graphics state. The main module must therefore be guarded by `if __name__ == "__main__"`.
"""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import queue
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection

from hardware.camera.base import NO_SETTINGS, Frame, FrameSource, Hold, Settings
from hardware.camera.status import CameraState, CameraStatus
from hardware.camera.worker import STOP, Answer, Failed, Gone, Message, Ready, Request, serve
from hardware.errors import CameraUnavailable, CaptureTimedOut

log = logging.getLogger(__name__)

CAPTURE_TIMEOUT_S = 2.5  # a working camera answers well within a second; libcamera itself gives up after more
START_TIMEOUT_S = 10.0  # interpreter, library and camera start on a slow card
RETRY_PAUSE_S = 0.5  # a driver needs a moment to let go of a killed owner; the pause doubles each time
ATTEMPTS = 3
CLOSE_WAIT_S = 0.5  # for an orderly end before the kill
_NS_PER_S = 1_000_000_000


class CameraProcess:
    """One camera behind a process. Nothing is started before the first request."""

    def __init__(
        self,
        make_source: Callable[[], FrameSource],
        timeout_s: float = CAPTURE_TIMEOUT_S,
        *,
        start_timeout_s: float = START_TIMEOUT_S,
        retry_pause_s: float = RETRY_PAUSE_S,
        attempts: int = ATTEMPTS,
        kind: str = "",
        clock_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        """`kind`: what the configuration asks for, told until the source itself has told."""
        self._make_source = make_source
        self._timeout_ns = round(timeout_s * _NS_PER_S)
        self._start_timeout_ns = round(start_timeout_s * _NS_PER_S)
        self._pause_ns = round(retry_pause_s * _NS_PER_S)
        self._attempts = attempts
        self._clock_ns = clock_ns
        self._worker: _Worker | None = None
        self._ended: list[_Worker] = []
        self._wake = threading.Event()
        self._kind, self._text = kind, "camera, not started yet"
        self._number = STOP
        self._busy = False
        self._attempt = 0
        self._asked_ns = 0
        self._deadline_ns = 0
        self._resume_ns: int | None = None
        self._starts = 0
        self._lock = False
        self._held: tuple[Hold, ...] | None = None
        self._settings: Settings = NO_SETTINGS
        self._captures = 0
        self._last_frame_ns: int | None = None
        self._fault, self._failed = "", False

    @property
    def busy(self) -> bool:
        """True from `request` until `poll` returned the frame or raised."""
        return self._busy

    @property
    def starts(self) -> int:
        """How often a camera process was started, for the diagnostics screen."""
        return self._starts

    @property
    def process_id(self) -> int | None:
        """Process id of the running camera process, None when there is none."""
        worker = self._worker
        return None if worker is None or worker.gone else worker.process.pid

    @property
    def held(self) -> tuple[Hold, ...]:
        """What the camera leaves as it was when its controls were locked, as far as it has told."""
        return self._held or ()

    @property
    def settings(self) -> Settings:
        """The values held when the last picture was taken with locked controls, to be kept for `like`."""
        return self._settings

    def lock_controls(self, like: Settings = NO_SETTINGS) -> None:
        """From the next picture on: exposure, white balance and focus stay as they are, as far as they can.

        `like`: `settings` of an earlier time, to be held instead, unless some are held already. A process
        that has to be started again holds what the one before held.
        """
        self._lock = True
        if like and not self._held:
            self._settings = dict(like)

    def unlock_controls(self) -> None:
        """From the next picture on everything is left to the camera."""
        self._lock, self._settings = False, NO_SETTINGS

    def status(self) -> CameraStatus:
        """How it stands, for the diagnostics; never waits."""
        return CameraStatus(
            kind=self._kind,
            name=self._text,
            state=self._state(),
            captures=self._captures,
            last_frame_ns=self._last_frame_ns,
            restarts=max(0, self._starts - 1),
            fault=self._fault,
            held=self.held,
            settings=self._settings if self.held else NO_SETTINGS,
        )

    def _state(self) -> CameraState:
        if self._busy and self._attempt:
            return CameraState.RETRYING
        if self._busy:
            ready = self._worker is not None and self._worker.ready
            return CameraState.TAKING if ready else CameraState.STARTING
        if self._failed:
            return CameraState.FAILED
        ready = self._worker is not None and not self._worker.gone
        return CameraState.READY if ready else CameraState.IDLE

    def request(self) -> bool:
        """Ask for one picture; returns at once. False when one is already on its way."""
        if self._busy:
            return False
        self._busy = True
        self._attempt = 0
        self._asked_ns = self._clock_ns()
        self._resume_ns = self._asked_ns
        return True

    def poll(self) -> Frame | None:
        """The picture, or None while there is nothing yet; never waits.

        Raises CameraUnavailable (CaptureTimedOut when every attempt ran out of time); then nothing is
        pending.
        """
        self._wake.clear()
        self._reap()
        if not self._busy:
            return None
        now_ns = self._clock_ns()
        if self._resume_ns is not None:
            if now_ns >= self._resume_ns:
                self._begin_attempt(now_ns)
            return None
        frame = self._take_messages(now_ns)
        if frame is None and self._busy and self._resume_ns is None and now_ns >= self._deadline_ns:
            self._end_worker()
            waited_s = (now_ns - self._asked_ns) / _NS_PER_S
            reason = f"no picture in time, {self._attempt + 1} attempts"
            self._attempt_failed(now_ns, CaptureTimedOut(reason, waited_s))
        return frame

    def capture(self, within_s: float | None = None) -> Frame:
        """One picture, waiting for it. Raises CameraUnavailable.

        Waits no longer than `within_s` in all; without it each attempt has its own deadline. A request that
        is already on its way is waited for.
        """
        self.request()
        limit_ns = None if within_s is None else self._clock_ns() + round(within_s * _NS_PER_S)
        while True:
            frame = self.poll()
            if frame is not None:
                return frame
            now_ns = self._clock_ns()
            if limit_ns is not None and now_ns >= limit_ns:
                self.restart()
                waited_s = (now_ns - self._asked_ns) / _NS_PER_S
                self._fault, self._failed = f"no picture within {within_s:g} s", True
                raise CaptureTimedOut(self._fault, waited_s)
            next_ns = self._deadline_ns if self._resume_ns is None else self._resume_ns
            if limit_ns is not None:
                next_ns = min(next_ns, limit_ns)
            self._wake.wait(max(0, next_ns - now_ns) / _NS_PER_S)

    def cancel(self) -> None:
        """Forget the pending request; its picture, if it still comes, is dropped."""
        self._busy = False
        self._resume_ns = None

    def restart(self) -> None:
        """Kill the process and forget the pending request; the next request starts afresh (a folder anew)."""
        self.cancel()
        self._failed = False
        self._end_worker()

    def close(self) -> None:
        """End the process, in good order if it answers, and wait up to half a second; may be called twice."""
        self.cancel()
        worker = self._worker
        if worker is not None:
            worker.ask(Request(STOP))
            worker.process.join(CLOSE_WAIT_S)
            self._end_worker()
        for ended in self._ended:
            ended.process.join(CLOSE_WAIT_S)
            ended.reader.join(CLOSE_WAIT_S)
        self._reap()

    def describe(self) -> str:
        """Which camera this is, as far as the process has told."""
        return self._text

    def _begin_attempt(self, now_ns: int) -> None:
        self._resume_ns = None
        self._number += 1
        if self._worker is not None and (self._worker.gone or not self._worker.process.is_alive()):
            self._end_worker()  # it died while nobody was asking
        if self._worker is None:
            try:
                self._worker = _Worker(self._make_source, self._wake.set)
            except OSError as error:
                self._attempt_failed(now_ns, CameraUnavailable(f"no process for the camera: {error}"))
                return
            self._starts += 1
        # Locking and freeing take a second or two, as starting does.
        unhurried = not self._worker.ready or self._lock != (self._held is not None)
        self._deadline_ns = now_ns + (self._start_timeout_ns if unhurried else self._timeout_ns)
        self._worker.ask(Request(self._number, self._lock, self._settings))

    def _take_messages(self, now_ns: int) -> Frame | None:
        worker = self._worker
        while worker is not None and worker is self._worker:
            message = worker.next_message()
            match message:
                case None:
                    return None
                case Ready(kind, text):
                    worker.ready = True
                    self._kind, self._text = kind, text
                    self._deadline_ns = now_ns + (self._start_timeout_ns if self._lock else self._timeout_ns)
                case Answer(number, frame) if number == self._number:
                    self._take(message)
                    return frame
                case Failed(number, error) if number in (STOP, self._number):
                    # A source that refuses for good (no photo left) is healthy; any other gets a new process.
                    if error.retry or number == STOP:
                        self._end_worker()
                    self._attempt_failed(now_ns, error)
                    return None
                case Gone():
                    self._end_worker()
                    self._attempt_failed(now_ns, CameraUnavailable("the camera process ended"))
                case _:  # the late answer to a request that was given up
                    pass
        return None

    def _take(self, answer: Answer) -> None:
        """The request is answered; a fault on the way stays named until a picture comes at once."""
        self._busy = self._failed = False
        self._fault = self._fault if self._attempt else ""
        self._captures += 1
        self._last_frame_ns = answer.frame.at_ns
        self._held = answer.held
        if self._lock:
            self._settings = answer.settings

    def _attempt_failed(self, now_ns: int, error: CameraUnavailable) -> None:
        self._attempt += 1
        self._fault = error.reason
        log.warning("camera attempt %d of %d: %s", self._attempt, self._attempts, error.reason)
        if error.retry and self._attempt < self._attempts:
            self._resume_ns = now_ns + self._pause_ns * 2 ** (self._attempt - 1)
            return
        self._busy, self._failed = False, True
        raise error

    def _end_worker(self) -> None:
        worker, self._worker = self._worker, None
        self._held = None
        if worker is not None:
            worker.process.kill()
            self._ended.append(worker)

    def _reap(self) -> None:
        # A killed process may hang in its driver for a while; it is collected whenever it has let go.
        self._ended = [worker for worker in self._ended if worker.process.is_alive()]


class _Worker:
    """One running camera process with the reader of its pipe. Raises OSError when it cannot be started."""

    def __init__(self, make_source: Callable[[], FrameSource], wake: Callable[[], None]) -> None:
        context = multiprocessing.get_context("spawn")
        self._channel, theirs = context.Pipe()
        self._inbox: queue.SimpleQueue[Message] = queue.SimpleQueue()
        self._wake = wake
        self.ready = False
        self.gone = False
        """It has ended, or its pipe has; set by the reader."""
        self.process = context.Process(
            target=serve, args=(theirs, make_source), name="meeple camera", daemon=True
        )
        try:
            self.process.start()
        except BaseException:
            self._channel.close()
            raise
        finally:
            theirs.close()
        self.reader = threading.Thread(
            target=self._read, args=(self._channel,), name="camera reader", daemon=True
        )
        self.reader.start()

    def ask(self, request: Request) -> None:
        with contextlib.suppress(OSError):  # it has died; the reader says so
            self._channel.send(request)

    def next_message(self) -> Message | None:
        try:
            return self._inbox.get_nowait()
        except queue.Empty:
            return None

    def _read(self, channel: Connection) -> None:
        try:
            while True:
                self._inbox.put(channel.recv())
                self._wake()
        except (EOFError, OSError):
            pass
        except Exception:  # top of the thread: half a message of a dying process does not unpickle
            log.exception("the camera process sent something unreadable")
        finally:
            channel.close()
            self.gone = True
            self._inbox.put(Gone())
            self._wake()
            self.process.join(CLOSE_WAIT_S)  # so that nothing is left of it although nobody asks
