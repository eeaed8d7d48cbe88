"""Files written so that a power cut leaves the old one or the new one."""

from __future__ import annotations

import os
from pathlib import Path


def write_whole(path: Path, text: str) -> None:
    """Write a file that is there wholly or not at all, a CSV so that spreadsheets see its letters rightly.

    Raises OSError.
    """
    encoding = "utf-8-sig" if path.suffix == ".csv" else "utf-8"
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    try:
        with part.open("w", encoding=encoding, newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
