"""Simulated pins and a hand-moved clock for the hardware tests."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import pytest

from hardware.pins import open_simulated

MS = 1_000_000


class HandClock:
    """A clock in nanoseconds that moves only when told."""

    def __init__(self) -> None:
        self.now_ns = 1_000 * MS

    def __call__(self) -> int:
        return self.now_ns

    def forward_ms(self, milliseconds: float) -> None:
        self.now_ns += round(milliseconds * MS)


def drive(pins: Any, clock: HandClock, pin: int, edges: list[tuple[float, bool]]) -> None:
    """Put the contact of a pulled-up pin through (ms to wait before, closed) steps."""
    for wait_ms, closed in edges:
        clock.forward_ms(wait_ms)
        (pins.pin(pin).drive_low if closed else pins.pin(pin).drive_high)()


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture(autouse=True)
def _spawn_without_pytest(monkeypatch: pytest.MonkeyPatch) -> None:
    """A spawned process imports the main module again; importing pytest would be half of its start here."""
    main = sys.modules["__main__"]
    monkeypatch.setattr(main, "__spec__", None, raising=False)
    monkeypatch.delattr(main, "__file__", raising=False)


@pytest.fixture
def pins() -> Iterator[Any]:
    factory = open_simulated()
    yield factory
    factory.reset()
