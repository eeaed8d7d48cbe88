"""Colours can be read and told apart, and the scale follows the window."""

from __future__ import annotations

from itertools import combinations

import pytest

from app.ui import theme

TEXT_ON_GROUND = [
    (theme.TEXT, theme.GROUND),
    (theme.TEXT, theme.PANEL),
    (theme.TEXT, theme.PANEL_RAISED),
    (theme.QUIET, theme.GROUND),
    (theme.QUIET, theme.GROUND_DEEP),
    (theme.QUIET, theme.PANEL),
    (theme.QUIET, theme.PANEL_RAISED),
    (theme.QUIET, theme.ALARM_DEEP),
    (theme.ACCENT, theme.PANEL),
    (theme.ACCENT, theme.ACCENT_DEEP),
    (theme.TEXT, theme.ACCENT_DEEP),
    (theme.INK, theme.ACCENT),
    (theme.INK, theme.ACCENT_PRESSED),
    (theme.INK, theme.PAPER),
    (theme.INK, theme.PAPER_EDGE),
    (theme.SUCCESS_PALE, theme.SUCCESS_DEEP),
    (theme.TEXT, theme.SUCCESS_DEEP),
    (theme.ALARM_PALE, theme.ALARM_DEEP),
    (theme.TEXT, theme.ALARM_DEEP),
    (theme.ALARM_PALE, theme.GROUND),
    *((theme.INK, colour) for colour in theme.PLAYERS),
]

PROTAN = ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052))
DEUTAN = ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969))
"""Linear RGB as seen without red or green cones (Machado, Oliveira, Fernandes 2009, severity 1.0)."""
LEAST_DIFFERENCE = 30.0
"""CIE76 distance in Lab: 2.3 is just noticeable side by side; bars across a table need several times that."""


@pytest.mark.parametrize(("ink", "ground"), TEXT_ON_GROUND)
def test_text_can_be_read(ink: str, ground: str) -> None:
    """WCAG 2.2, criterion 1.4.3."""
    assert theme.contrast(ink, ground) >= theme.READABLE_RATIO


def test_contrast_of_black_and_white_is_21() -> None:
    """The formula's own end points."""
    assert theme.contrast("#000000", "#FFFFFF") == pytest.approx(21.0)
    assert theme.contrast("#777777", "#777777") == pytest.approx(1.0)


def _lab(colour: str, seen: tuple[tuple[float, ...], ...] | None) -> tuple[float, float, float]:
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in theme.rgba(colour)[:3]]
    if seen is not None:
        linear = [min(max(sum(w * c for w, c in zip(row, linear, strict=True)), 0), 1) for row in seen]
    r, g, b = linear
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089
    fx, fy, fz = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


@pytest.mark.parametrize("seen", [None, PROTAN, DEUTAN], ids=["all cones", "no red cones", "no green cones"])
def test_seats_are_told_apart(seen: tuple[tuple[float, ...], ...] | None) -> None:
    """Six bars across a table; each also carries its initial."""
    for first, second in combinations(theme.PLAYERS, 2):
        distance = (
            sum((a - b) ** 2 for a, b in zip(_lab(first, seen), _lab(second, seen), strict=True)) ** 0.5
        )
        assert distance >= LEAST_DIFFERENCE, (first, second, distance)


@pytest.mark.parametrize(
    ("size", "unit", "portrait"),
    [((800, 480), 1.0, False), ((1280, 720), 1.5, False), ((720, 1280), 1.5, True), ((480, 800), 1.0, True)],
)
def test_the_scale_follows_the_window(size: tuple[int, int], unit: float, portrait: bool) -> None:
    """The whole design fits, whichever way round the window stands."""
    assert theme.metrics_for(*size) == theme.Metrics(unit, portrait)


@pytest.mark.parametrize(
    ("name", "letter"), [("Cleo", "C"), ("Player 2", "2"), ("zoë", "Z"), ("  ", "?"), ("", "?")]
)
def test_an_initial_tells_seats_apart(name: str, letter: str) -> None:
    """Two unnamed seats would both be P."""
    assert theme.initial(name) == letter
