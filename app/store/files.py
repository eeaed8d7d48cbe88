"""Files written so that a power cut leaves the old one or the new one."""

from __future__ import annotations

import os
from pathlib import Path


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file that is there wholly or not at all; text as UTF-8, a CSV as spreadsheets want it.

    A link is followed; what is no file (a device, a pipe) is written into and stays what it is.
    Raises OSError.
    """
    encoding = "utf-8-sig" if path.suffix == ".csv" else "utf-8"
    data = content if isinstance(content, bytes) else content.encode(encoding)
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    path = Path(os.path.realpath(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    try:
        with part.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def is_of_journal(path: Path, journal: Path) -> bool:
    """Whether a file is the journal's: itself, what SQLite and the lock keep beside it, or one set aside."""
    return any(
        one.parent == own.parent and one.name.startswith((own.name, f"{own.stem}-damaged-"))
        for one in _ways_to(path)
        for own in _ways_to(journal)
    )


def _ways_to(path: Path) -> set[Path]:
    """A file as it is named, in its real folder, and where it really is."""
    return {Path(os.path.realpath(path.parent)) / path.name, Path(os.path.realpath(path))}
