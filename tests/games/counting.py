"""Every piece of the box, counted: where the markers, tiles, letters and meeples of a match are now."""

from __future__ import annotations

from app.games.mutant_meeples.board import LETTERS
from app.games.mutant_meeples.box import box
from app.games.mutant_meeples.roster import colours
from app.games.mutant_meeples.state import Action, DrawCrime, Phase, State


def markers_on_board(state: State, seat: int) -> list[str]:
    """The colours on this player board: laid before the claim, or behind a tile that is still to be shown."""
    crime = state.round
    if crime is None or state.phase not in (Phase.THINK, Phase.SHOW, Phase.FAILED):
        return []
    held = state.holding(seat)
    if held is not None:
        return [] if seat in crime.failed else [row.meeple for row in held.plan]
    return [row.meeple for row in crime.drafts[seat]] if state.phase is Phase.THINK else []


def check_all_pieces(state: State) -> None:
    """Nothing lost, nothing twice."""
    for seat, player in enumerate(state.players):
        laid = markers_on_board(state, seat)
        ready = [colour for colour in state.kit(seat).usable() if colour not in laid]
        assert sorted([*ready, *laid, *player.team, *player.removed]) == sorted(colours())
    for cells in (state.starts, state.cells()):
        assert sorted(cells) == sorted(colours())
        assert len(set(cells.values())) == len(colours())
        assert all(state.board.has(cell) for cell in cells.values())
    held = [holding.tile for holding in state.round.holdings] if state.round else []
    free = [tile for tile in box().tiles if tile not in held]
    assert sorted([*held, *free]) == list(box().tiles)
    turned = state.round.letters if state.round else ()
    letters = [*turned, *state.stack]
    assert len(set(letters)) == len(letters)
    assert set(letters) <= set(LETTERS[: state.board.columns])
    places = [tile.cell for tile in state.setup.building_tiles]
    assert len(set(places)) == len(places) <= box().building_tiles
    assert not {state.board.name_of(cell) for cell in (*state.board.grates, *state.board.beams)} & set(places)


def check_step(before: State, action: Action, after: State) -> None:
    """What one action may do to the pieces that only go one way."""
    assert after.setup == before.setup
    assert [seat.removed for seat in after.players] == [seat.removed for seat in before.players]
    if not isinstance(action, DrawCrime):
        assert after.stack == before.stack
