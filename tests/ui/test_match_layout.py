"""The match screen in real windows: every moment and every sheet fits at three sizes."""

from __future__ import annotations

from itertools import combinations

import pytest

from app.ui import theme
from tests.ui.conftest import OpenWindow
from tests.ui.layout import SIZES, faults_of, overlap, sized

pytestmark = pytest.mark.ui
VIEWS = {
    "draw": "DrawView",
    "scatter": "DrawView",
    "think": "ThinkView",
    "lane": "ThinkView",
    "lanes": "ThinkView",
    "paused": "ThinkView",
    "plan": "PlanView",
    "show": "ShowView",
    "confirm": "ConfirmView",
    "failed": "FailedView",
    "result": "ResultView",
    "winner": "WinnerView",
}
"""Which panel a moment shows, by its first word."""
SHEETS = [
    ("think two", "more"),
    ("think undone", "more"),
    ("think six open", "No way there"),
    ("think two", "No way there"),
    ("think", "Powers & rules"),
    ("show all", "I can't show it"),
    ("plan enter", "I can't show it"),
    ("plan call out", "Call Ben out"),
]
TILE_PITCH_PX = (38, 48)
"""Least distance between the middles of Movement tiles: eight must stand in a row of 314 pixels, a touch
means the nearest, and it counts where the finger is lifted."""


@sized()
def test_every_moment_fits_its_window(open_window: OpenWindow, size: tuple[int, int]) -> None:
    """LOOK: no text cut off or below 13 px, targets of 48 px at 800 x 480, nothing overlaps."""
    window = open_window("match", size)
    faults: dict[str, list[str]] = {}
    for moment in window.ask("call", name="moments"):
        widgets = window.at(moment).widgets()
        window.shoot(f"match-{moment.replace(' ', '-')}-{size[0]}x{size[1]}")
        kinds = {w["kind"] for w in widgets}
        if "PauseSheet" in kinds:
            widgets = [w for w in widgets if "PauseSheet" in w["within"]]
        faults[moment] = faults_of(widgets, size)
        assert VIEWS[moment.split()[0]] in kinds, moment
    assert {moment: found for moment, found in faults.items() if found} == {}


@sized(SIZES[0], SIZES[2])
def test_long_names_fit_as_well(open_window: OpenWindow, size: tuple[int, int]) -> None:
    """Ten letters: on a card or in a lane a name may end in an ellipsis, a sentence may not."""
    window = open_window("match", size)
    window.ask("call", name="long names")
    faults: dict[str, list[str]] = {}
    for moment in ("think six", "lane", "lanes six", "plan full", "show all", "failed", "result", "winner"):
        widgets = window.at(moment).widgets()
        window.shoot(f"match-long-names-{moment.replace(' ', '-')}-{size[0]}x{size[1]}")
        for w in widgets:
            w["cut"] = w.get("cut") and not {"PlayerCard", "LaneRow"} & set(w["within"])
        faults[moment] = faults_of(widgets, size)
    assert {moment: found for moment, found in faults.items() if found} == {}


@sized()
def test_every_sheet_fits_its_window(open_window: OpenWindow, size: tuple[int, int]) -> None:
    """A sheet covers the screen, so only what lies on it is judged."""
    window = open_window("match", size)
    for moment, opener in SHEETS:
        window.at(moment).touch(opener)
        window.until(lambda: window.sheet(), opener)
        window.settle()
        window.shoot(f"match-sheet-{moment}-{opener}-{size[0]}x{size[1]}".replace(" ", "-"))
        assert faults_of(window.sheet(), size) == [], opener


@sized()
def test_tiles_stand_far_enough_apart_to_be_meant(open_window: OpenWindow, size: tuple[int, int]) -> None:
    """Tiles are the one target narrower than 48 pixels."""
    window = open_window("match", size).at("lane")
    unit = theme.metrics_for(*size).unit
    tiles = [w["box"] for w in window.of_kind("MovementTile")]
    xs, ys = sorted({box[0] for box in tiles}), sorted({box[1] for box in tiles})
    assert (len(xs), len(ys)) == (8, 3)
    assert xs[1] - xs[0] >= TILE_PITCH_PX[0] * unit
    assert ys[1] - ys[0] >= TILE_PITCH_PX[1] * unit - 1


@sized()
def test_no_sentence_of_a_step_is_cut(open_window: OpenWindow, size: tuple[int, int]) -> None:
    """Every one there is, with the longest name in it."""
    window = open_window("match", size).at("show none")
    count = window.ask("call", name="every step")
    window.settle()
    window.shoot(f"match-every-step-{size[0]}x{size[1]}")
    texts = [w for w in window.widgets("StepRow") if w["kind"] == "Words"]
    assert len(texts) == 3 * count
    assert [w["text"] for w in texts if not w["fits"] or w["cut"]] == []
    rows = [w["box"] for w in window.of_kind("StepRow")]
    assert not any(overlap(a, b) for a, b in combinations(rows, 2))
