"""The camera's side of `CameraProcess`: a fresh interpreter that owns the device and answers requests.

In: a pipe with `Request`s (number 0 ends the work) and a function that opens a source. Out: `Ready` once,
then for each request one `Answer` or `Failed`. Whatever goes wrong here is a message or an end of the
process, never a hang of the app. Imports nothing optional, so a start costs numpy and the source's own
library only.
"""

from __future__ import annotations

import fcntl
import logging
import multiprocessing
import os
import signal
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait

from hardware.camera.base import Frame, FrameSource, Hold, Settings
from hardware.errors import CameraUnavailable

log = logging.getLogger(__name__)

STOP = 0  # the request number that ends the work; also the number of a failure to open


@dataclass(frozen=True, slots=True)
class Request:
    """A picture is wanted, with the controls locked (`like` they were before) or not; or (STOP) the end."""

    number: int
    lock: bool = False
    like: Settings = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Ready:
    """The source is open: what stands for it in the configuration, and what it calls itself."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True, eq=False)
class Answer:
    """The picture for request `number`; `held`: what the camera keeps as it is, None while not locked."""

    number: int
    frame: Frame
    held: tuple[Hold, ...] | None = None
    settings: Settings = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Failed:
    """No picture for request `number` (STOP: the source did not open)."""

    number: int
    error: CameraUnavailable


@dataclass(frozen=True, slots=True)
class Gone:
    """The process has ended or its pipe has broken; made by the parent's reader."""


Message = Ready | Answer | Failed | Gone


def serve(channel: Connection, make_source: Callable[[], FrameSource]) -> None:
    """Body of the camera process: open, answer until STOP or until the parent is gone, close."""
    # Ctrl-C in a terminal reaches the whole group; the parent decides when the camera ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _end_with_parent()
    source: FrameSource | None = None
    try:
        source = make_source()
        channel.send(Ready(source.kind, source.describe()))
        held: tuple[Hold, ...] | None = None
        while (request := channel.recv()).number != STOP:
            answer = _answer(source, request, held)
            held = answer.held if isinstance(answer, Answer) else None
            channel.send(answer)
    except CameraUnavailable as error:
        channel.send(Failed(STOP, error))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass  # the parent is gone or has given up on us: nobody is left to tell
    except Exception as error:  # top of the process
        log.exception("the camera process failed")
        channel.send(Failed(STOP, _named(error)))
    finally:
        if source is not None:
            source.close()


def _answer(source: FrameSource, request: Request, held: tuple[Hold, ...] | None) -> Answer | Failed:
    """`held`: what the answer before said."""
    try:
        if request.lock and not (source.locked and held is not None):
            held = source.lock_controls(request.like)
        elif source.locked and not request.lock:
            source.unlock_controls()
        frame = source.capture()
        return Answer(request.number, frame, held if request.lock else None, dict(source.settings))
    except CameraUnavailable as error:
        return Failed(request.number, error)
    except Exception as error:  # a library's surprise must become an answer, or the parent waits in vain
        log.exception("a capture failed")
        return Failed(request.number, _named(error))


def _named(error: Exception) -> CameraUnavailable:
    return CameraUnavailable(f"{type(error).__name__}: {error}")


def _end_with_parent() -> None:
    """If the app is killed while a capture hangs, the camera must not stay taken.

    The kernel sends SIGIO, which ends a process, when the app's end of this pipe closes. A thread of ours
    would not do: a library may hang with Python's lock held.
    """
    parent = multiprocessing.parent_process()
    if parent is None:
        return
    pipe = parent.sentinel
    fcntl.fcntl(pipe, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(pipe, fcntl.F_SETFL, fcntl.fcntl(pipe, fcntl.F_GETFL) | os.O_ASYNC)
    if wait([pipe], timeout=0):  # it was gone before we looked
        os._exit(1)
