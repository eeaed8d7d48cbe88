"""A storage card that is slow or full, between the journal and SQLite.

In: a connection. Out: one that does the same, but waits before every write, or refuses it with SQLite's own
error. So what a real card does reaches the journal the way it would.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Any, cast

_WRITES = ("INSERT", "UPDATE")
_FULL = "database or disk is full"
"""What SQLite says with SQLITE_FULL."""


class Disk:
    """What is wrong with the card. `rest_ns` lets time pass: it waits, or moves a made-up clock."""

    def __init__(self, rest_ns: Callable[[int], None]) -> None:
        self._rest_ns = rest_ns
        self.write_ns = 0
        """How long each write takes on top."""
        self.full = False
        self.writes = 0
        """How many there were."""

    def write(self) -> None:
        """Before something is written. Raises sqlite3.OperationalError on a full card."""
        self.writes += 1
        if self.write_ns:
            self._rest_ns(self.write_ns)
        if self.full:
            raise sqlite3.OperationalError(_FULL)


class DiskConnection:
    """Stands for a `sqlite3.Connection` on that card."""

    def __init__(self, connection: sqlite3.Connection, disk: Disk) -> None:
        self._connection, self._disk = connection, disk

    def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
        """As `Connection.execute`."""
        if statement.lstrip().upper().startswith(_WRITES):
            self._disk.write()
        return self._connection.execute(statement, *values)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)


def on_disk(disk: Disk) -> Callable[[sqlite3.Connection], sqlite3.Connection]:
    """Puts a connection on that card."""
    return lambda connection: cast(sqlite3.Connection, DiskConnection(connection, disk))
