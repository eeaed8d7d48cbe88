"""What is wrong with a layout, in words: the one judge for every screen in every size.

In: the widgets of `Theatre.widgets()` and the size of the window. LOOK: no text cut off or below 13 px, touch
targets of 48 px at 800 x 480 and scaled with the window, nothing overlaps.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from app.ui import theme

EVERYDAY_SIZE = (800, 480)
"""The smallest panel, where things are cut first; the others are looked at by the slow suite."""
SIZES = (EVERYDAY_SIZE, (1280, 720), (720, 1280))
"""Windows in pixels: the smallest panel, a larger one, and one on end."""


def sized(*sizes: tuple[int, int]) -> pytest.MarkDecorator:
    """A test once in every of these sizes; all, when none is named."""
    return pytest.mark.parametrize("size", sizes or SIZES, ids=lambda size: f"{size[0]}x{size[1]}")


def overlap(first: list[float], second: list[float]) -> bool:
    """Whether two boxes share more than an edge."""
    (x1, y1, w1, h1), (x2, y2, w2, h2) = first, second
    return x1 + w1 > x2 + 1 and x2 + w2 > x1 + 1 and y1 + h1 > y2 + 1 and y2 + h2 > y1 + 1


def faults_of(widgets: list[dict[str, Any]], size: tuple[int, int]) -> list[str]:
    """Everything wrong with a layout, in words. Rows of a list scroll, so their places do not count."""
    unit = theme.metrics_for(*size).unit
    texts = [w for w in widgets if w["kind"] == "Words" and w["text"]]
    faults = [f"{w['text']!r} is cut off in {w['box']}" for w in texts if not w["fits"] or w["cut"]]
    least = round(theme.LEAST_PX * unit)
    faults += [f"{w['text']!r} is set at {w['font_px']} px" for w in texts if w["font_px"] < least]
    targets = [w for w in widgets if w["touch"]]
    buttons = [w for w in targets if w["kind"] != "MovementTile"]
    for target in targets:
        x, y, width, height = target["box"]
        if target in buttons and min(width, height) < theme.TOUCH_PX * unit - 1:
            faults.append(f"{target['text']!r} is too small to hit: {width:.0f} x {height:.0f}")
        if x < 0 or y < 0 or x + width > size[0] + 1 or y + height > size[1] + 1:
            faults.append(f"{target['text']!r} reaches out of the window: {target['box']}")
    standing = [w for w in texts if "StepList" not in w["within"]]
    for kind in (targets, standing):
        for first, second in combinations(kind, 2):
            if overlap(first["box"], second["box"]):
                faults.append(f"{first['text']!r} and {second['text']!r} overlap")
    return faults
