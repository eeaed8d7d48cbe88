"""Errors of the vision package: one root, one class per thing a player can act on.

In: nothing. Out: exceptions whose text is one plain sentence, fit for the log and for `app/errors.py` to map.
"""


class VisionError(Exception):
    """Root of everything this package raises on purpose."""


class PhotoUnreadable(VisionError):
    """The file is missing, empty, damaged, no picture or far too large."""


class BoardNotFound(VisionError):
    """No board could be placed in the picture with certainty; `reason` is one plain sentence."""

    def __init__(self, reason: str) -> None:
        """`reason`: what was missing, in words a player understands."""
        super().__init__(reason)
        self.reason = reason
