"""The eight meeples are told apart by emblem alone: without colour, and by eyes that lack a kind of cone.

Measured on the figures as they are drawn, on the street of the map, in the sizes of the smallest panel.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

import cv2
import numpy as np
import pytest

from app.ui import theme
from app.ui.fonts import ASSETS
from app.ui.gallery.eyes import EYES, LUMINANCE, MACHADO_2009, grey, linear, on_screen
from app.ui.meeple_art import ORDER

ON_THE_MAP_PX, IN_A_CHIP_PX = 24, 48
BLIND = [name for name in EYES if name != "all cones"]
CLEAR_RATIO = 1.5
"""Contrast from which a part of the emblem counts as seen against the body around it."""
LEAST_DIFFERENCE = 0.09
"""Share of the middles; the closest two, gray and brown on the map, differ in 0.099 of it."""
LEAST_BLIND_RATIO = 2.5
"""Brown, and red without red cones, are at 2.7 to 2.8 on the street; WCAG speaks of eyes with all cones."""


def figure(colour: str, size_px: int, eyes: str) -> Any:
    """(size, size) light of one figure on the street, as these eyes see it."""
    strip = cv2.imread(str(ASSETS / "meeples" / f"{size_px}.png"), cv2.IMREAD_UNCHANGED)
    left = ORDER.index(colour) * size_px
    part = strip[:, left : left + size_px] / 255.0
    rgb, alpha = part[..., 2::-1], part[..., 3:]
    street = np.array(theme.rgba(theme.CELL_DARK)[:3])
    return linear(EYES[eyes](rgb * alpha + street * (1 - alpha))) @ np.array(LUMINANCE)


def emblem(colour: str, size_px: int, eyes: str) -> Any:
    """Where in its middle something other than its body is seen: (n, n) of -1 darker, 0, 1 lighter."""
    light = figure(colour, size_px, eyes)
    middle = light[int(0.45 * size_px) : int(0.8 * size_px), int(0.3 * size_px) : int(0.7 * size_px)]
    body = _body(light, size_px)
    ratio = (middle + 0.05) / (body + 0.05)
    return np.where(ratio > CLEAR_RATIO, 1, np.where(ratio < 1 / CLEAR_RATIO, -1, 0))


def _body(light: Any, size_px: int) -> float:
    """The figure's own colour: of its head."""
    head = light[int(0.14 * size_px) : int(0.26 * size_px), int(0.44 * size_px) : int(0.56 * size_px)]
    return float(np.median(head))


def difference(first: str, second: str, size_px: int, eyes: str) -> float:
    """Share of the figures' middles in which their emblems differ."""
    return float((emblem(first, size_px, eyes) != emblem(second, size_px, eyes)).mean())


@pytest.mark.parametrize("eyes", BLIND)
@pytest.mark.parametrize("size_px", [ON_THE_MAP_PX, IN_A_CHIP_PX])
def test_any_two_meeples_differ_by_their_emblems(size_px: int, eyes: str) -> None:
    least = min((difference(a, b, size_px, eyes), a, b) for a, b in combinations(ORDER, 2))
    assert least[0] >= LEAST_DIFFERENCE, least


@pytest.mark.parametrize("eyes", BLIND)
@pytest.mark.parametrize("colour", ORDER)
def test_every_emblem_is_seen_on_its_body(colour: str, eyes: str) -> None:
    assert (emblem(colour, ON_THE_MAP_PX, eyes) != 0).mean() >= 0.1


@pytest.mark.parametrize("colour", ORDER)
@pytest.mark.parametrize("eyes", EYES)
def test_every_figure_stands_out_from_the_street(colour: str, eyes: str) -> None:
    """By its body or its outline (WCAG 2.2, criterion 1.4.11)."""
    light = figure(colour, IN_A_CHIP_PX, eyes)
    street = light[0, 0]
    ratios = (np.maximum(light, street) + 0.05) / (np.minimum(light, street) + 0.05)
    least = theme.SEEN_RATIO if eyes == "all cones" else LEAST_BLIND_RATIO
    assert (ratios >= least).mean() >= 0.15


def test_white_stays_white_and_grey_stays_grey() -> None:
    """All the published matrices keep what has no colour."""
    for name in MACHADO_2009:
        for shade in (0.0, 0.5, 1.0):
            seen = EYES[name](np.full((1, 3), shade))
            assert np.allclose(seen, shade, atol=0.005), name


def test_screen_values_and_light_are_each_others_way_back() -> None:
    shades = np.linspace(0, 1, 52).reshape(-1, 1).repeat(3, axis=1)
    assert np.allclose(on_screen(linear(shades)), shades)
    red = grey(np.array([[1.0, 0.0, 0.0]]))
    assert np.allclose(red, red[..., ::-1])
