"""The tile picker: Construction and Destruction tiles laid by hand on the map, or left to the Location tiles.

The first tap on a square lays what is in hand, further taps turn it; another kind in hand takes its place.
"""

from __future__ import annotations

from typing import get_args

from msgspec.structs import replace

from app.games.mutant_meeples.board import DIRECTION_BY_WORD, Direction
from app.games.mutant_meeples.box import box
from app.games.mutant_meeples.building import BuildingTile, Tiles
from app.games.mutant_meeples.state import printed_board
from app.ui.presenters.setup.draft import Draft
from app.ui.presenters.setup.views import Kind, KindView, TileFace, TilesView
from app.ui.words import word

FRESH: dict[Kind, BuildingTile] = {
    "straight": BuildingTile("construction", ("north",)),
    "corner": BuildingTile("construction", ("north", "east")),
    "destruction": BuildingTile("destruction"),
}
"""Each kind as it comes to hand; "away" lays nothing."""


def turned(tile: BuildingTile) -> BuildingTile:
    """The tile a quarter turn clockwise."""
    sides = tuple(Direction((DIRECTION_BY_WORD[side] + 1) % 4).word for side in tile.sides)
    return replace(tile, sides=sides)


def kind_of(tile: BuildingTile) -> Kind:
    """Its face and shape."""
    kinds: tuple[Kind, ...] = ("destruction", "straight", "corner")
    return kinds[len(tile.sides)]


class TilesPresenter:
    """The building tiles of the draft, and the kind of tile in hand."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._kind: Kind = "straight"

    @property
    def _tiles(self) -> Tiles:
        return self._draft.setup.building_tiles

    def _propose(self, tiles: Tiles) -> bool:
        return self._draft.propose(self, replace(self._draft.setup, building_tiles=tiles))

    def open(self) -> None:
        """The page is opened: old refusals are forgotten."""
        self._draft.forget()

    def choose(self, kind: Kind) -> None:
        """Take this kind into the hand."""
        self._kind = kind
        self._draft.forget()

    def tap_cell(self, cell: str) -> None:
        """Lay, turn, exchange or take away what lies on this square."""
        for index, tile in enumerate(self._tiles):
            if tile.cell == cell:
                self._tap(index)
                return
        if self._kind != "away":
            self._add(replace(FRESH[self._kind], cell=cell))

    def by_lot(self) -> None:
        """One more tile of the kind in hand, for which two Location tiles will name the square."""
        if self._kind != "away":
            self._add(FRESH[self._kind])

    def tap_waiting(self, number: int) -> None:
        """Turn, exchange or take away a tile that waits for its Location tiles, counted from 0."""
        waiting = [index for index, tile in enumerate(self._tiles) if tile.cell is None]
        self._tap(waiting[number])

    def _add(self, tile: BuildingTile) -> None:
        if len(self._tiles) >= box().building_tiles:
            self._draft.refuse(self, word("tiles.no_more", n=box().building_tiles))
        else:
            self._propose((*self._tiles, tile))

    def _tap(self, index: int) -> None:
        tile = self._tiles[index]
        before, after = self._tiles[:index], self._tiles[index + 1 :]
        if self._kind == "away":
            self._propose((*before, *after))
        elif kind_of(tile) != self._kind:
            self._propose((*before, replace(FRESH[self._kind], cell=tile.cell), *after))
        elif not tile.sides:
            self._draft.refuse(self, word("tiles.nothing_to_turn"))
        else:
            for _ in range(len(Direction) - 1):  # a turn that would wall in a grate is passed over
                tile = turned(tile)
                if self._propose((*before, tile, *after)):
                    return

    def view(self) -> TilesView:
        """The page as it stands now. What the tiles do to the game stands beside them (MM-131)."""
        return TilesView(
            title=word("tiles.title", n=len(self._tiles), of=box().building_tiles),
            advice=word("tiles.advice"),
            board=printed_board(self._draft.setup),
            placed={tile.cell: TileFace(tile.sides) for tile in self._tiles if tile.cell is not None},
            kinds=tuple(self._kind_view(kind) for kind in get_args(Kind)),
            waiting=tuple(TileFace(tile.sides) for tile in self._tiles if tile.cell is None),
            hint=self._draft.hint(self, word("tiles.hint_away" if self._kind == "away" else "tiles.hint")),
        )

    def _kind_view(self, kind: Kind) -> KindView:
        face = TileFace(FRESH[kind].sides) if kind in FRESH else None
        return KindView(kind, word(f"tiles.{kind}"), face, kind == self._kind)
