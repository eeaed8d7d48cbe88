"""Everything can be read: each ink on each ground that is really used, found in the open window."""

from __future__ import annotations

from typing import Any

import pytest

from app.language.tongues import ENGLISH
from tests.ui.conftest import OpenWindow
from tests.ui.theatre import Playhouse, Theatre
from tests.ui.tour import STOPS, tour

pytestmark = pytest.mark.ui


def too_weak(pairs: list[dict[str, Any]]) -> set[str]:
    """Pairs below what WCAG 2.2 asks for (1.4.3: 4.5, large type 3; 1.4.11: signs 3), with examples."""
    return {
        f"{pair['ink']} on {pair['ground']} is {pair['ratio']:.1f}, not {pair['least']}: "
        f"{pair['what']!r} in {pair['on']}"
        for pair in pairs
        if pair["ratio"] < pair["least"] and not pair["out_of_reach"]
    }


def all_pairs(window: Theatre) -> list[dict[str, Any]]:
    """Of the whole gallery, page by page."""
    found: list[dict[str, Any]] = []
    height = window.ask("call", name="height")
    for top in range(0, int(height), window.size[1] - 80):
        window.ask("call", name=f"look {top}")
        window.settle()
        found += window.ask("ink")
    return found


def test_every_widget_in_every_state_can_be_read(open_window: OpenWindow) -> None:
    pairs = all_pairs(open_window("gallery"))
    assert len({(pair["ink"], pair["ground"]) for pair in pairs}) > 30
    assert too_weak(pairs) == set()


def test_a_weak_ink_is_found(open_window: OpenWindow) -> None:
    """What is out of reach is the one thing allowed to be faint, and it is measured as such."""
    faint = [pair for pair in all_pairs(open_window("gallery")) if pair["ratio"] < pair["least"]]
    assert faint
    assert all(pair["out_of_reach"] for pair in faint)


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_every_screen_can_be_read(playhouse: Playhouse, tmp_path_factory: pytest.TempPathFactory) -> None:
    window = playhouse.window((800, 480))
    faults: dict[str, str] = {}
    for stop, _ in tour(window, STOPS, ENGLISH, tmp_path_factory.mktemp):
        for fault in too_weak(window.ask("ink")):
            faults.setdefault(fault, f"{stop.scene}: {stop.name}")
    window.clear()
    assert not faults, "\n".join(f"{where}: {fault}" for fault, where in faults.items())
