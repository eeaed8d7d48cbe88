"""One program at a time on one file: a lock that the system drops by itself when the program ends."""

from __future__ import annotations

import fcntl
from pathlib import Path
from typing import IO


class InUse(Exception):
    """Another program holds the lock."""


class FileLock:
    """Holds `<path>.lock`. Raises `InUse`, or OSError where the lock file cannot be made."""

    def __init__(self, path: Path) -> None:
        self._file: IO[bytes] | None = path.with_name(path.name + ".lock").open("ab")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self._file.close()
            raise InUse(f"{path.name} is in use by another program") from error

    def release(self) -> None:
        """Let others have it; may be called twice."""
        if self._file is not None:
            self._file.close()
            self._file = None
