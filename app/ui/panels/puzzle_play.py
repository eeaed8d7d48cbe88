"""A puzzle being played: the city, what to do in a sentence, who stays put, and the panel of the moment.

New moves on the map are played where they follow on those before; anything else is shown at once.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from dataclasses import replace
from typing import Any

from app.ui.city import CityMap
from app.ui.city_picture import CityMove, CityPicture
from app.ui.panels.base import want
from app.ui.panels.header import MatchHeader
from app.ui.panels.puzzle_base import BACK_PX, HEAD_PX, Hands, PuzzlePart
from app.ui.panels.puzzle_note import TeamStrip
from app.ui.panels.puzzle_shown import ShownPart
from app.ui.panels.puzzle_solved import SolvedPart
from app.ui.panels.puzzle_try import TryPart
from app.ui.presenters.puzzles.play import Play
from app.ui.presenters.puzzles.views import PlayView, ShownPanel, SolvedPanel, TryPanel
from app.ui.words import word

CITY_PX, UPRIGHT_CITY_PX = 478, 474
EDGE_PX = 8
TEAM_PX = 32

PARTS: dict[type[Any], type[PuzzlePart]] = {
    TryPanel: TryPart,
    SolvedPanel: SolvedPart,
    ShownPanel: ShownPart,
}


class PlayPage(PuzzlePart):
    """Shows a `PlayView`."""

    def __init__(self, hands: Hands) -> None:
        super().__init__(hands)
        self.city = CityMap()
        self.city.bind(on_cell=lambda city, cell: hands.play(Play.tap_cell, cell, city.touched))
        self.back = self.button(hands.back, icon="west")
        self.header = MatchHeader()
        self.team = TeamStrip(text=word("puzzles.team"))
        self._picture: CityPicture | None = None
        self._moves: tuple[CityMove, ...] = ()
        self._part: PuzzlePart | None = None
        for child in (self.city, self.header):
            self.add_widget(child)

    def show(self, view: PlayView) -> None:
        """Update the city, the words and the panel."""
        self.header.sentence, self.header.hint = view.sentence, view.hint
        self.team.team = list(view.team)
        want(self, self.team, bool(view.team))
        self._show_city(view)
        kind = PARTS[type(view.panel)]
        if type(self._part) is not kind:
            if self._part is not None:
                self.remove_widget(self._part)
            self._part = kind(self.hands)
            self.add_widget(self._part)
        assert self._part is not None
        self._part.show(view.panel)
        self.redraw()

    def _show_city(self, view: PlayView) -> None:
        before, self._picture = self._picture, view.picture
        fresh = view.moves[len(self._moves) :] if view.moves[: len(self._moves)] == self._moves else ()
        self._moves = view.moves
        if before is None or not fresh:
            self.city.show(view.picture)
            return
        self.city.show(replace(before, selected=None, reachable={}))
        self.city.animate(fresh, lambda: self._played(view.picture))

    def _played(self, picture: CityPicture) -> None:
        """The moves have arrived: highlights and a meeple in hand may come, unless something newer has."""
        if picture is self._picture:
            self.city.show(picture)

    def draw(self, group: Any) -> None:
        """The city fills the height (or the width); the rest stands beside (or below) it."""
        del group
        box, edge = self.box(), self.px(EDGE_PX)
        if self.upright:
            box.top(self.px(UPRIGHT_CITY_PX)).hold(self.city)
            box.left(edge)
        else:
            box.left(self.px(CITY_PX)).hold(self.city)
            box.top(edge)
        box.right(edge)
        box.bottom(edge)
        head = box.top(self.px(HEAD_PX), self.gap)
        head.left(self.px(BACK_PX), self.px(10)).hold(self.back)
        head.hold(self.header)
        if self.team.parent is not None:
            box.top(self.px(TEAM_PX), self.gap / 2).hold(self.team)
        if self._part is not None:
            box.hold(self._part)
