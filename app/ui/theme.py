"""The look in numbers: colours, sizes, type and the scale of the window. No Kivy here.

Colours are "#RRGGBB"; `rgba` turns one into the 0..1 floats that Kivy takes. Sizes are in base pixels of an
800 x 480 panel; `Metrics.unit` says how many window pixels one base pixel is.
"""

from __future__ import annotations

from dataclasses import dataclass

GROUND = "#12162B"
GROUND_DEEP = "#0C0F20"
PANEL = "#1B2140"
PANEL_RAISED = "#232A50"
LINE = "#2B3364"
CELL_LIGHT = "#272F5B"
CELL_DARK = "#21284F"
GRATE = "#56629F"
BEAM = "#5AA0FF"
BEAM_CORE = "#BFD9FF"
TEXT = "#F4F1E8"
QUIET = "#A6AFD3"
FAINT = "#59639A"
"""Only for things out of reach (a tile too high up the list), never for something to be read."""
ACCENT = "#FFC857"
ACCENT_PRESSED = "#E0A93B"
ACCENT_DEEP = "#3A2C10"
SUCCESS = "#3DBE5B"
SUCCESS_DEEP = "#123A2B"
SUCCESS_PALE = "#C4F5CF"
ALARM = "#EF476F"
ALARM_DEEP = "#3A1320"
ALARM_PALE = "#FFD3DD"
PAPER = "#F3E9CF"
PAPER_EDGE = "#CDBF99"
INK = "#1A1C26"
BUILDING = "#E8D9B5"
BUILDING_LIT = "#C8323F"
SHADOW = "#05070F"
BULLSEYE = "#E4213D"
BULLSEYE_PALE = "#FFFFFF"
QR_LIGHT = "#FFFFFF"
CAMERA_GRID = "#39FF9C"
"""No print and no paint has the grid's colour."""
UNTINTED = "#FFFFFF"
"""What leaves a texture as it is."""

MEEPLES = {
    "green": "#3DBE5B",
    "gray": "#9AA3B2",
    "blue": "#3A86FF",
    "brown": "#9C6B3F",
    "red": "#EF476F",
    "white": "#F7F5EC",
    "yellow": "#FFD23F",
    "black": "#1A1C26",
}
MEEPLE_LINES = MEEPLES | {"black": TEXT, "brown": "#C08A57"}
"""The colours for thin things on the dark ground (rings, paths); black and brown would drown there."""

PLAYERS = ("#D86B3B", "#8FEBFF", "#DCFDB8", "#9D76EA", "#FEF962", "#DF5A85")
"""Seat colours: copper, sky, lime, violet, yellow, pink. Chosen by search for the largest least difference as
seen with all cones, without red and without green ones (39 in Lab); each seat also shows its initial."""

GAMES = {
    "mutant-meeples": ACCENT,
    "meeple-hope": "#FF9E6D",
    "meeple-detective": "#8FD3C8",
    "terror-in-meeple-city": "#FF6FB5",
    "mutants-next-level": "#9BE564",
}

READING = "Atkinson"
"""Atkinson Hyperlegible: all reading."""
SHOUT = "Bangers"
"""Bangers: numbers, titles and shouts."""

SIZES_PX = (13, 15, 16, 17, 18, 20, 22, 24, 28, 34, 40, 60)
"""The steps of type; a text begins at one of these and shrinks only where its box is too small."""
NUMBER_PX = 60
TITLE_PX = 40
SENTENCE_PX = 20
LABEL_PX = 16
LEAST_PX = 13
"""Nothing is set smaller than this on an 800 x 480 panel."""
LARGE_PX = 24
"""From here on a text is large (WCAG: 18 point); bold or shouted, from `LARGE_BOLD_PX` on (14 point)."""
LARGE_BOLD_PX = 18.66

TOUCH_PX = 48
"""Least side of anything to be tapped: 9 mm on the 7-inch panel."""
GAP_PX = 8
MARGIN_PX = 12
RADIUS_PX = 10

BASE_WIDTH_PX = 800
BASE_HEIGHT_PX = 480
READABLE_RATIO = 4.5
"""WCAG 2.2, success criterion 1.4.3: least contrast of text."""
SEEN_RATIO = 3.0
"""The same of large text, and (1.4.11) of shapes that mean something."""

MOVE_S = 0.25
"""How long one move takes on the screen."""


@dataclass(frozen=True, slots=True)
class Metrics:
    """How a window shows the design: `unit` window pixels per base pixel, and which way round it stands."""

    unit: float
    portrait: bool


def metrics_for(width_px: float, height_px: float) -> Metrics:
    """The largest whole-design scale that fits a window of this size."""
    portrait = height_px > width_px
    long_side, short_side = max(width_px, height_px), min(width_px, height_px)
    unit = min(long_side / BASE_WIDTH_PX, short_side / BASE_HEIGHT_PX)
    return Metrics(max(unit, 0.1), portrait)


def rgba(colour: str, alpha: float = 1.0) -> tuple[float, float, float, float]:
    """(red, green, blue, alpha), each 0..1, of "#RRGGBB"."""
    red, green, blue = (int(colour[i : i + 2], 16) / 255.0 for i in (1, 3, 5))
    return red, green, blue, alpha


def contrast(first: str, second: str) -> float:
    """WCAG contrast ratio of two colours, 1 (same) to 21 (black on white)."""
    light, dark = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgba(colour)[:3]]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def ink_on(colour: str) -> str:
    """The text colour that reads best on `colour`: ink or cream."""
    return max((INK, TEXT), key=lambda ink: contrast(ink, colour))


def player_colour(seat: int) -> str:
    """The colour of a seat, counted from 0; further seats start over."""
    return PLAYERS[seat % len(PLAYERS)]


def initial(name: str) -> str:
    """The one letter that stands for a player where there is no room for the name."""
    letters = [c for c in name if c.isalnum()]
    if letters and name[-1].isdigit():  # "Player 2": the digit tells the seats apart, the P would not
        return name[-1]
    return letters[0].upper() if letters else "?"
