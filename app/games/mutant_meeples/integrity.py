"""Whether a state from outside can be a state of this game, field by field.

For states that were loaded and not played: a file from another front end may be of the right shape and still
name a cell that is not in the city, or a seat nobody sits on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from app.games.contract import refuse
from app.games.mutant_meeples.board import Board
from app.games.mutant_meeples.roster import colours
from app.games.mutant_meeples.state import TEAM_SIZE, TILES, VERSION, Phase, Round, State


def check_state(state: State, board: Board) -> None:
    """Raise `Refused` naming the first field that cannot be."""
    if state.version != VERSION:
        raise refuse("setup.version", found=state.version, expected=VERSION)
    if len(state.players) != len(state.setup.players):
        raise _wrong("players", len(state.players), f"{len(state.setup.players)} as in the set-up")
    for number, seat in enumerate(state.players):
        _check_colours(f"players[{number}].team", seat.team)
        _check_colours(f"players[{number}].removed", seat.removed)
        if len(seat.team) > TEAM_SIZE or set(seat.team) & set(seat.removed):
            raise _wrong(f"players[{number}].team", ", ".join(seat.team), "up to six, none of them removed")
    _check_cells("starts", state.starts, board)
    _check_seats("drawer", [state.drawer], state)
    if state.winner is not None:
        _check_seats("winner", [state.winner], state)
    if (state.phase is Phase.FINISHED) != (state.winner is not None):
        raise _wrong("winner", str(state.winner), "a seat exactly when the match is finished")
    if state.round is None:
        if state.phase not in (Phase.DRAW, Phase.SCATTER):
            raise _wrong("round", "none", f"a round in phase {state.phase.value}")
        return
    _check_round(state.round, state, board)


def _check_round(crime: Round, state: State, board: Board) -> None:
    _check_cells("round.starts", crime.starts, board)
    if not board.has(crime.target) or "".join(crime.letters) != crime.target:
        raise _wrong("round.target", crime.target, "the cell of the two letters, in this city")
    if len(crime.drafts) != len(state.players):
        raise _wrong("round.drafts", len(crime.drafts), f"one for each of {len(state.players)} players")
    holders = [held.player for held in crime.holdings]
    tiles = [held.tile for held in crime.holdings]
    _check_seats("round.holdings", holders, state)
    _check_seats("round.lanes", [lane.player for lane in crime.lanes], state)
    _check_seats("round.out", crime.out, state)
    _check_seats("round.agreed", crime.agreed, state)
    _check_seats("round.failed", crime.failed, state)
    if len(set(tiles)) != len(tiles) or not set(tiles) <= set(TILES):
        raise _wrong("round.holdings", ", ".join(map(str, tiles)), "different tiles from 1 to 24")
    showing = state.phase in (Phase.SHOW, Phase.FAILED)
    if showing and crime.showing not in holders:
        raise _wrong("round.showing", str(crime.showing), "a player who holds a tile")


def _check_cells(field: str, cells: Mapping[str, str], board: Board) -> None:
    if set(cells) != set(colours()):
        raise _wrong(field, ", ".join(cells), "one cell for each of " + ", ".join(colours()))
    for colour, cell in cells.items():
        if not board.has(cell):
            raise _wrong(f"{field}.{colour}", cell, "a cell of this city")
    if len(set(cells.values())) != len(cells):
        raise _wrong(field, ", ".join(cells.values()), "no two meeples on one cell")


def _check_colours(field: str, found: tuple[str, ...]) -> None:
    if not set(found) <= set(colours()) or len(set(found)) != len(found):
        raise _wrong(field, ", ".join(found), "different colours of " + ", ".join(colours()))


def _check_seats(field: str, seats: Iterable[int], state: State) -> None:
    for seat in seats:
        if not 0 <= seat < len(state.players):
            raise _wrong(field, seat, f"a seat from 0 to {len(state.players) - 1}")


def _wrong(field: str, found: str | int, expected: str) -> Exception:
    return refuse("error.field", field=field, found=found, expected=expected)
