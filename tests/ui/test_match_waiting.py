"""An open crime beside machines, and beside players who lack meeples, in real windows."""

from __future__ import annotations

import pytest

from tests.ui.conftest import OpenTable, OpenWindow
from tests.ui.layout import faults_of, sized

pytestmark = pytest.mark.ui
MOMENTS = (
    "think skip", "think skip six", "think skipping", "think lacking", "think lacking six", "plan lacking",
)  # fmt: skip


@sized()
def test_every_moment_of_waiting_fits_its_window(open_window: OpenWindow, size: tuple[int, int]) -> None:
    window = open_window("waiting", size)
    faults = {}
    for moment in MOMENTS:
        widgets = window.at(moment).widgets()
        window.shoot(f"waiting-{moment.replace(' ', '-')}-{size[0]}x{size[1]}")
        faults[moment] = faults_of(widgets, size)
    assert {moment: found for moment, found in faults.items() if found} == {}


def test_one_touch_skips_the_wait_for_machines(open_table: OpenTable) -> None:
    table = open_table("waiting").at("think skip")
    assert "No way there" not in table.texts()
    table.tap("Skip the wait")
    table.ask("call", name="machines look")
    table.settle()
    assert table.ask("call", name="phase") == "show"
    assert table.ask("heard") == [["skip_the_wait"]]
