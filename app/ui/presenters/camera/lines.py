"""The things that are checked in each step, as lines to be read. Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from app.games.mutant_meeples.roster import meeple
from app.ui.presenters.camera.views import Line, Mark, Points
from app.ui.words import word

if TYPE_CHECKING:
    from app.ui.presenters.camera.sight import Sight
    from vision.light_meter import Fault, Light
    from vision.reader import Reading

CARDS = 4
FULL_BLUR_MM = 0.75
"""A lens in focus is this sharp: the bar is full then, and half full at the limit of 1.5 mm."""


def _mark(good: bool) -> Mark:
    return Mark.GOOD if good else Mark.BAD


def area(corners: Points) -> float:
    """Share of the picture that lies within these corners, given in turn."""
    pairs = zip(corners, corners[1:] + corners[:1], strict=True)
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs)) / 2


def aim_lines(sight: Sight) -> tuple[Line, ...]:
    """Whether a board is there, which one, which way round, and how many cards are seen."""
    cards = len(sight.cards)
    seen = word("camera.cards", n=cards) if cards else word("camera.no_cards")
    card_line = Line(seen, Mark.GOOD if cards == CARDS else Mark.OPEN)
    placed = sight.placed
    if placed is None:
        return (Line(word("camera.no_board"), Mark.BAD), card_line)
    return (
        Line(placed.city, Mark.GOOD),
        Line(word(f"camera.north_{placed.north.value}"), Mark.GOOD),
        card_line,
    )


def light_lines(light: Light) -> tuple[Line, ...]:
    """What the light meter says."""
    from vision.light_meter import LIMITS, Fault

    wrong = light.faults()

    def line(name: str, faults: Collection[Fault], share: float | None = None, enough: float = 0.5) -> Line:
        found = next((fault for fault in wrong if fault in faults), None)
        said = word("camera.fine") if found is None else word(f"camera.is_{found.value}")
        return Line(word("camera.meter", name=name, said=said), _mark(found is None), share, enough)

    sharp = None if light.blur_mm is None else min(1.0, FULL_BLUR_MM / light.blur_mm)
    casts = (Fault.YELLOW, Fault.BLUE, Fault.RED, Fault.GREEN)
    dark = LIMITS.dark_grey / 255
    return (
        line(word("camera.brightness"), (Fault.DARK, Fault.BRIGHT), light.brightness / 255, dark),
        line(word("camera.sharpness"), (Fault.BLURRED,), sharp, FULL_BLUR_MM / LIMITS.blur_mm),
        line(word("camera.reflections"), (Fault.GLARE,)),
        line(word("camera.evenness"), (Fault.UNEVEN,), light.evenness, LIMITS.uneven),
        line(word("camera.colour"), casts),
    )


def on_the_board(reading: Reading) -> dict[str, str]:
    """Colour -> cell of the meeples that surely stand there."""
    from vision.config import DEFAULT

    return {
        colour: cell
        for colour, cell in reading.meeples.items()
        if cell is not None and reading.confidence[colour] >= DEFAULT.sure_confidence
    }


def empty_lines(reading: Reading) -> tuple[Line, ...]:
    """What still stands on a board that should be empty."""
    there = on_the_board(reading)
    if not there:
        return (Line(word("camera.nothing_there"), Mark.GOOD),)
    return tuple(
        Line(word("camera.still_there", name=meeple(colour).short, cell=cell), Mark.BAD, colour=colour)
        for colour, cell in there.items()
    )


def meeple_marks(
    reading: Reading, standing: Mapping[str, str], before: Mapping[str, Mark]
) -> dict[str, Mark]:
    """How each colour stands. Once surely seen it stays good until it is surely seen elsewhere."""
    there = on_the_board(reading)
    marks: dict[str, Mark] = {}
    for colour, cell in standing.items():
        if there.get(colour) == cell:
            marks[colour] = Mark.GOOD
        elif colour in there:
            marks[colour] = Mark.BAD
        else:
            marks[colour] = Mark.GOOD if before.get(colour) is Mark.GOOD else Mark.OPEN
    return marks


def meeple_lines(
    reading: Reading, standing: Mapping[str, str], marks: Mapping[str, Mark]
) -> tuple[Line, ...]:
    """Every meeple: where it is to stand, or where it stands instead."""
    lines = []
    for colour, cell in standing.items():
        name, seen = meeple(colour).short, reading.meeples.get(colour)
        if marks[colour] is Mark.BAD:
            text = word("camera.astray", name=name, cell=seen)
        elif marks[colour] is Mark.OPEN and seen == cell:
            text = word("camera.unsure", name=name, cell=cell)
        else:
            text = word("camera.stands", name=name, cell=cell)
        lines.append(Line(text, marks[colour], colour=colour))
    return tuple(lines)
