"""What the camera sees, for the panels: its line in a demonstration, and the guide to the meeples' places."""

from __future__ import annotations

from collections.abc import Mapping

from app.games.mutant_meeples.roster import meeple
from app.games.mutant_meeples.state import State
from app.language import sentence
from app.table.sighting import Sees, Sighting, status
from app.ui.presenters.views import GuideView, PlaceView, WatchView
from app.ui.words import word

SEES_PIECES = (Sees.STEADY, Sees.UNSURE)


def level(sighting: Sighting) -> str:
    """Of the dot beside the sentence."""
    if sighting.sees is Sees.NO_BOARD:
        return "alarm"
    return "good" if sighting.sees in SEES_PIECES else "missing"


def line(sighting: Sighting, state: State) -> WatchView:
    """The camera's line in a demonstration."""
    return WatchView(sentence(status(sighting, state.cells())), level(sighting))


def guide(sighting: Sighting, starts: Mapping[str, str]) -> GuideView:
    """Who stands where it should, as far as it was surely seen; those to be moved come first."""
    seen = {colour: sighting.cells.get(colour) for colour in starts}
    order = sorted(starts, key=lambda colour: (seen[colour] == starts[colour], seen[colour] is None))
    places = tuple(_place(colour, seen[colour], starts[colour]) for colour in order)
    left = sum(not place.right for place in places)
    if not left:
        return GuideView(word("guide.all_right"), "good", places, True)
    if sighting.sees in SEES_PIECES:
        return GuideView(word("guide.left", n=left), "missing", places, False)
    return GuideView(sentence(status(sighting, {})), level(sighting), places, False)


def _place(colour: str, seen: str | None, cell: str) -> PlaceView:
    name = meeple(colour).short
    if seen == cell:
        return PlaceView(colour, name, word("guide.right", cell=cell), True)
    if seen is None:
        return PlaceView(colour, name, word("guide.put", cell=cell), False)
    return PlaceView(colour, name, word("guide.move", seen=seen, cell=cell), False)
