"""The journal for commands without a screen: opened, and given back."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from app.store.errors import JournalFailed
from app.store.journal import Journal
from app.table.wiring import JOURNAL_FILE, default_state_dir


@contextlib.contextmanager
def opened_journal(state: str | None, make: bool) -> Iterator[Journal]:
    """The journal of a state folder (None: this user's); one in memory where none is, and none is to be made.

    Raises `JournalInUse` while the app has it, `JournalFailed` when it cannot be used.
    """
    path = (Path(state) if state else default_state_dir()) / JOURNAL_FILE
    try:
        if make:
            path.parent.mkdir(parents=True, exist_ok=True)
        journal = Journal(path if make or path.exists() else None)
    except OSError as error:
        raise JournalFailed(str(error)) from error
    with contextlib.closing(journal):
        yield journal
