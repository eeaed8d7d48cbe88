"""The camera's side of `CameraProcess`: a fresh interpreter that owns the device and answers requests.

In: a pipe with `Request`s (number 0 ends the work) and a function that opens a source. Out: `Ready` once,
then for each request one `Answer` or `Failed`. Whatever goes wrong here is a message or an end of the
process, never a hang of the app. Imports nothing optional, so a start costs numpy and the source's own
library only.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection

from hardware.camera.base import Frame, FrameSource, Hold
from hardware.errors import CameraUnavailable

log = logging.getLogger(__name__)

STOP = 0  # the request number that ends the work; also the number of a failure to open


@dataclass(frozen=True, slots=True)
class Request:
    """A picture is wanted, with the controls locked or not; or (`number` STOP) the end."""

    number: int
    lock: bool = False


@dataclass(frozen=True, slots=True)
class Ready:
    """The source is open; `text` describes it."""

    text: str


@dataclass(frozen=True, slots=True, eq=False)
class Answer:
    """The picture for request `number`; `held`: what the camera keeps as it is, None while not locked."""

    number: int
    frame: Frame
    held: tuple[Hold, ...] | None = None


@dataclass(frozen=True, slots=True)
class Failed:
    """No picture for request `number` (STOP: the source did not open)."""

    number: int
    reason: str
    retry: bool


@dataclass(frozen=True, slots=True)
class Gone:
    """The process has ended or its pipe has broken; made by the parent's reader."""


Message = Ready | Answer | Failed | Gone


def serve(channel: Connection, make_source: Callable[[], FrameSource]) -> None:
    """Body of the camera process: open, answer until STOP or until the parent is gone, close."""
    # Ctrl-C in a terminal reaches the whole group; the parent decides when the camera ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, name="parent watch", daemon=True).start()
    source: FrameSource | None = None
    try:
        source = make_source()
        channel.send(Ready(source.describe()))
        held: tuple[Hold, ...] | None = None
        while (request := channel.recv()).number != STOP:
            answer = _answer(source, request, held)
            held = answer.held if isinstance(answer, Answer) else None
            channel.send(answer)
    except CameraUnavailable as error:
        channel.send(Failed(STOP, error.reason, error.retry))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass  # the parent is gone or has given up on us: nobody is left to tell
    except Exception as error:  # top of the process
        log.exception("the camera process failed")
        channel.send(Failed(STOP, _cause(error), True))
    finally:
        if source is not None:
            source.close()


def _answer(source: FrameSource, request: Request, held: tuple[Hold, ...] | None) -> Answer | Failed:
    """`held`: what the answer before said."""
    try:
        if request.lock and not (source.locked and held is not None):
            held = source.lock_controls()
        elif source.locked and not request.lock:
            source.unlock_controls()
        return Answer(request.number, source.capture(), held if request.lock else None)
    except CameraUnavailable as error:
        return Failed(request.number, error.reason, error.retry)
    except Exception as error:  # a library's surprise must become an answer, or the parent waits in vain
        log.exception("a capture failed")
        return Failed(request.number, _cause(error), True)


def _cause(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def _end_with_parent() -> None:
    """If the app is killed while a capture hangs, the camera must not stay taken."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
