"""What every test is held to, whichever Python runs it."""

from __future__ import annotations

import os
import sqlite3
import sys
import warnings
from collections.abc import Iterator
from typing import Any

import pytest

from tests.table.bot_evening import BotEvening


class WatchedConnection(sqlite3.Connection):
    """Complains when it is dropped without being closed, as sqlite3 itself does from Python 3.13 on."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.opened_by = os.environ.get("PYTEST_CURRENT_TEST", "?")
        self.left_open = True

    def close(self) -> None:
        super().close()
        self.left_open = False

    def __del__(self) -> None:
        if getattr(self, "left_open", False):
            warnings.warn(
                f"unclosed database of {self.opened_by}", ResourceWarning, source=self, stacklevel=1
            )


def pytest_configure() -> None:
    """Before 3.13 sqlite3 says nothing of a connection left open."""
    if sys.version_info >= (3, 13):
        return
    connect = sqlite3.connect

    def watched(*args: Any, **kwargs: Any) -> sqlite3.Connection:
        return connect(*args, **({"factory": WatchedConnection} | kwargs))

    sqlite3.connect = watched  # type: ignore[assignment]


@pytest.fixture(autouse=True)
def evenings_end() -> Iterator[None]:
    """Whatever evening a test began is over when it is."""
    yield
    BotEvening.close_all()
