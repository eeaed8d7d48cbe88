"""One virtual display per test process, and windows on it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.language.tongues import ENGLISH
from tests.ui.layout import EVERYDAY_SIZE
from tests.ui.theatre import Display, Playhouse, Theatre

OpenWindow = Callable[..., Theatre]
OpenTable = Callable[[str], Theatre]


def _size_of(item: pytest.Item) -> tuple[int, int]:
    callspec = getattr(item, "callspec", None)
    size = EVERYDAY_SIZE if callspec is None else callspec.params.get("size", EVERYDAY_SIZE)
    return (size[0], size[1])


def pytest_collection_finish() -> None:
    """Kivy belongs into windows' processes: here it would take over the log, and come before `boot`."""
    if "kivy" in sys.modules:
        raise pytest.UsageError("a test module imports Kivy; let a scene in a process of its own do that")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Windows of the other sizes are slow: there are many, and what fits into 800x480 mostly fits there.

    Each size comes once, its tests in the order they had: another size takes another window.
    """
    for item in items:
        if _size_of(item) != EVERYDAY_SIZE:
            item.add_marker(pytest.mark.slow)
    items.sort(key=_size_of)


@pytest.fixture(scope="session")
def display() -> Iterator[Display]:
    """An Xvfb of our own, on a number that is free."""
    shown = Display()
    yield shown
    shown.close()


@pytest.fixture(scope="session")
def playhouse(display: Display, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Playhouse]:
    """The window that goes from test to test."""
    house = Playhouse(display, tmp_path_factory.mktemp)
    yield house
    house.close()


@pytest.fixture
def open_window(playhouse: Playhouse, tmp_path: Path) -> Iterator[OpenWindow]:
    """`open_window(scene, (width, height), language)` shows a fresh scene in a real window; its files are in
    `tmp_path`.
    """

    def opened(scene: str, size: tuple[int, int] = EVERYDAY_SIZE, language: str = ENGLISH) -> Theatre:
        return playhouse.show(scene, size, tmp_path, language)

    yield opened
    playhouse.clear()


@pytest.fixture
def open_table(playhouse: Playhouse) -> OpenTable:
    """`open_table(scene)` shows a scene of matches for many tests; each leads it into a fresh match."""
    return lambda scene: playhouse.keep(scene, EVERYDAY_SIZE)
