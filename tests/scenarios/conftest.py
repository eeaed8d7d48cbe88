"""Tables are closed after each test, so that the next one finds its simulated pins free."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.scenarios.table import Evening, ThisOpening

MakeEvening = Callable[..., Evening]


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[MakeEvening]:
    """`evening("HA", "AH", teams=...)` opens a table where these scenes come up, in this order."""
    made: list[Evening] = []

    def make(
        *scenes: str,
        teams: tuple[tuple[str, ...], ...] = (),
        config: str | None = None,
        folder: Path | None = None,
    ) -> Evening:
        made.append(Evening(folder or tmp_path / "state", ThisOpening(*scenes, teams=teams), config=config))
        return made[-1]

    yield make
    for one in made:
        one.close()
