"""What went wrong, for people: one sentence and one thing to do, for every error a player can act on.

Rooms have error classes of their own (`hardware.errors`, `vision.errors`, `app.store.errors`); this is the
one place that turns them into words. The trace goes to the log, never onto the screen.
"""

from __future__ import annotations

import logging

from app.games.contract import Message, Refused, say
from app.games.mutant_meeples.board import BoardInvalid
from app.language import sentence
from app.store.errors import JournalFailed, JournalUnreadable

log = logging.getLogger(__name__)


class BadInput(Exception):
    """Input of a command that cannot be used: one sentence naming the field and what was expected."""


def as_message(error: Exception) -> Message:
    """The message for an error of any room; what an unknown one is stands in the log alone."""
    from hardware.errors import (
        CameraBusy,
        CameraForbidden,
        CameraUnavailable,
        CaptureTimedOut,
        PinBusy,
        PinsUnavailable,
    )
    from vision.errors import BoardNotFound, PhotoUnreadable

    if isinstance(error, Refused):
        return error.message
    if isinstance(error, BoardInvalid):
        return error.faults[0]
    keys: list[tuple[type[Exception], str]] = [
        (JournalUnreadable, "notice.match_unreadable"),
        (JournalFailed, "notice.not_saved"),
        (CaptureTimedOut, "error.camera_slow"),
        (CameraForbidden, "error.camera_forbidden"),
        (CameraBusy, "error.camera_busy"),
        (CameraUnavailable, "error.camera_gone"),
        (PinBusy, "error.pin_busy"),
        (PinsUnavailable, "error.pins_gone"),
        (BoardNotFound, "error.board_not_found"),
        (PhotoUnreadable, "error.photo"),
    ]
    for kind, key in keys:
        if isinstance(error, kind):
            return say(key, reason=str(error))
    log.error("a fault without a sentence of its own", exc_info=error)
    return say("error.unknown")


def as_sentence(error: Exception) -> str:
    """The sentence for an error of any room."""
    if isinstance(error, BadInput):
        return str(error)
    if isinstance(error, BoardInvalid):
        return "; ".join(sentence(fault) for fault in error.faults)
    return sentence(as_message(error))
