"""The gallery shows every widget there is, in its states, and rests."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from app.ui import theme
from app.ui.widgets import __file__ as widgets_package
from tests.ui.conftest import OpenWindow
from tests.ui.layout import sized

pytestmark = pytest.mark.ui
NOT_SHOWN = {
    "Drawn": "the base of all",
    "EdgeFlash": "a light over everything, for a moment",
    "Sheet": "ConfirmSheet is one",
    "Pointing": "has no look of its own",
    "Holding": "the part of the two that are held",
    "Curtain": "darkness over everything while the screen rests",
    "LockCover": "its ring is shown",
    "Still": "keeps the picture of what stands on it",
}
"""What the gallery leaves out, and why."""


def widgets() -> set[str]:
    """The public widget classes of `app.ui.widgets`: those that derive from another class."""
    found = set()
    for path in Path(widgets_package).parent.glob("*.py"):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and node.bases and not node.name.startswith("_"):
                found.add(node.name)
    return found


def test_every_widget_is_shown(open_window: OpenWindow) -> None:
    shown = {w["kind"] for w in open_window("gallery").widgets()}
    assert widgets() - shown == set(NOT_SHOWN)


@sized()
def test_no_caption_is_cut_and_pictures_are_kept(open_window: OpenWindow, size: tuple[int, int]) -> None:
    window = open_window("gallery", size)
    texts = [w for w in window.widgets() if w["kind"] == "Words" and w["text"]]
    assert [w["text"] for w in texts if w["cut"] or not w["fits"]] == []
    assert min(w["font_px"] for w in texts) >= round(theme.LEAST_PX * theme.metrics_for(*size).unit)
    height = window.ask("call", name="height")
    for number, top in enumerate(range(0, int(height), size[1])):
        window.ask("call", name=f"look {top}")
        window.settle()
        window.shoot(f"gallery-{number}-{size[0]}x{size[1]}")


def test_a_resting_gallery_draws_nothing(open_window: OpenWindow) -> None:
    window = open_window("gallery")
    window.settle()
    assert window.ask("draws_in", ticks=30) == 0
