"""One virtual display per test process, and windows on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.ui.theatre import Display, Theatre

OpenWindow = Callable[..., Theatre]

EVERYDAY_SIZE = (800, 480)
"""The smallest panel, where things are cut first; the others are looked at by the slow suite."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Windows of the larger sizes are slow: there are many, and what fits into 800x480 mostly fits there."""
    for item in items:
        size = (
            item.callspec.params.get("size")
            if isinstance(item, pytest.Function) and hasattr(item, "callspec")
            else None
        )
        if size is not None and tuple(size) != EVERYDAY_SIZE:
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def display() -> Iterator[Display]:
    """An Xvfb of our own, on a number that is free."""
    shown = Display()
    yield shown
    shown.close()


@pytest.fixture
def open_window(display: Display, tmp_path: Path) -> Iterator[OpenWindow]:
    """`open_window(scene, (width, height))` opens a real window; it is closed after the test."""
    with ExitStack() as stack:

        def opened(scene: str, size: tuple[int, int] = (800, 480)) -> Theatre:
            return stack.enter_context(Theatre(display, size, tmp_path, scene))

        yield opened
