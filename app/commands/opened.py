"""The journal for commands without a screen: opened, and given back."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from app.games.contract import Refused, refuse
from app.store.journal import Journal
from app.table.wiring import JOURNAL_FILE, default_state_dir


@contextlib.contextmanager
def opened_journal(state: str | None, make: bool) -> Iterator[Journal]:
    """The journal of a state folder (None: this user's); one in memory where none is, and none is to be made.

    Raises `Refused` for a folder nothing can be kept in, `JournalInUse` while the app has the journal,
    `JournalFailed` when it cannot be used.
    """
    folder = Path(state) if state else default_state_dir()
    with contextlib.closing(Journal(_file_in(folder, make))) as journal:
        yield journal


def _file_in(folder: Path, make: bool) -> Path | None:
    path = folder / JOURNAL_FILE
    try:
        if make:
            folder.mkdir(parents=True, exist_ok=True)
        path.stat()
    except FileNotFoundError as error:
        if make and not folder.is_dir():
            raise _no_folder(folder, error) from error
        return path if make else None
    except OSError as error:
        raise _no_folder(folder, error) from error
    return path


def _no_folder(folder: Path, error: OSError) -> Refused:
    reason = "it is no folder" if isinstance(error, FileExistsError) else error.strerror or "?"
    return refuse("history.no_folder", folder=str(folder), reason=reason)
