"""Whether a state from outside can be a state of this game, field by field.

For states that were loaded and not played: a file from another front end may be of the right shape and still
name a cell that is not in the city, or a seat nobody sits on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from app.games.contract import refuse
from app.games.mutant_meeples.board import LETTERS, Board
from app.games.mutant_meeples.box import box
from app.games.mutant_meeples.claims import check_plan, markers_on_the_board
from app.games.mutant_meeples.roster import colours
from app.games.mutant_meeples.showing import attempt_of
from app.games.mutant_meeples.state import (
    VERSION,
    Clock,
    Phase,
    Round,
    State,
    plan_total,
)

AGREED_IN_A_ROW = range(3)


def check_state(state: State, board: Board) -> None:
    """Raise `Refused` naming the first field that cannot be."""
    if state.version != VERSION:
        raise refuse("setup.version", found=state.version, expected=VERSION)
    if len(state.players) != len(state.setup.players):
        raise _wrong("players", len(state.players), f"{len(state.setup.players)} as in the set-up")
    for number in range(len(state.players)):
        _check_seat(state, number)
    for number, tile in enumerate(state.setup.building_tiles):
        if tile.cell is None:
            raise _wrong(f"setup.building_tiles[{number}].cell", "none", "the cell it lies on")
    _check_cells("starts", state.starts, board)
    _check_stack(state.stack, board)
    _check_seats("drawer", [state.drawer], state)
    if state.winner is not None:
        _check_seats("winner", [state.winner], state)
    if state.agreed_in_a_row not in AGREED_IN_A_ROW or state.rounds_played < 0:
        raise _wrong("agreed_in_a_row", state.agreed_in_a_row, "0, 1 or 2, and rounds played from 0")
    if (state.phase is Phase.FINISHED) != (state.winner is not None):
        raise _wrong("winner", str(state.winner), "a seat exactly when the match is finished")
    if state.round is None:
        if state.phase not in (Phase.DRAW, Phase.SCATTER):
            raise _wrong("round", "none", f"a round in phase {state.phase.value}")
        return
    _check_round(state.round, state, board)


def _check_seat(state: State, number: int) -> None:
    """Markers: those given up for good are as many as the set-up says, and only the winner's team is full."""
    seat, setup, place = state.players[number], state.setup, f"players[{number}]"
    _check_colours(f"{place}.team", seat.team)
    _check_colours(f"{place}.removed", seat.removed)
    if seat.name != setup.players[number].name:
        raise _wrong(f"{place}.name", seat.name, f"{setup.players[number].name} as in the set-up")
    given_up, drawn = setup.given_up(number), setup.players[number].handicap
    if not set(given_up) <= set(seat.removed) or len(seat.removed) != len(given_up) + drawn:
        expected = f"{len(given_up) + drawn} markers" + (f" with {', '.join(given_up)}" if given_up else "")
        raise _wrong(f"{place}.removed", ", ".join(seat.removed), expected)
    if len(seat.team) > box().team_size or set(seat.team) & set(seat.removed):
        expected = f"up to {box().team_size}, none of them removed"
        raise _wrong(f"{place}.team", ", ".join(seat.team), expected)
    if (len(seat.team) == box().team_size) != (state.winner == number):
        expected = f"{box().team_size} heroes on the winner's team and fewer on any other"
        raise _wrong(f"{place}.team", len(seat.team), expected)


def _check_round(crime: Round, state: State, board: Board) -> None:
    _check_cells("round.starts", crime.starts, board)
    if not board.has(crime.target) or "".join(crime.letters) != crime.target:
        raise _wrong("round.target", crime.target, "the cell of the two letters, in this city")
    if set(crime.letters) & set(state.stack):
        raise _wrong("stack", ", ".join(state.stack), f"none of the turned tiles {', '.join(crime.letters)}")
    if len(crime.teams) != len(state.players):
        raise _wrong("round.teams", len(crime.teams), f"one for each of {len(state.players)} players")
    for number, team in enumerate(crime.teams):
        _check_colours(f"round.teams[{number}]", team)
    if len(crime.drafts) != len(state.players):
        raise _wrong("round.drafts", len(crime.drafts), f"one for each of {len(state.players)} players")
    for field, seats in (
        ("round.drawer", [crime.drawer]),
        ("round.holdings", [held.player for held in crime.holdings]),
        ("round.lanes", [lane.player for lane in crime.lanes]),
        ("round.out", crime.out),
        ("round.agreed", crime.agreed),
        ("round.failed", crime.failed),
        ("round.ruling", [crime.ruling.player] if crime.ruling else []),
    ):
        _check_seats(field, seats, state)
    _check_claims(crime, state)
    _check_showing(crime, state)


def _check_claims(crime: Round, state: State) -> None:
    """Tiles, markers and lanes: as the claims of a round can leave them."""
    holders = [held.player for held in crime.holdings]
    tiles = [held.tile for held in crime.holdings]
    if len(set(tiles)) != len(tiles) or not set(tiles) <= set(box().tiles):
        raise _wrong(
            "round.holdings", ", ".join(map(str, tiles)), f"different tiles from 1 to {box().movement_tiles}"
        )
    claimed = [*holders, *(lane.player for lane in crime.lanes), *crime.out]
    if len(set(claimed)) != len(claimed):
        raise _wrong(
            "round.holdings", ", ".join(map(str, claimed)), "one tile or lane for each player not out"
        )
    if crime.lanes and state.phase is not Phase.THINK:
        raise _wrong("round.lanes", len(crime.lanes), f"none in phase {state.phase.value}")
    for number, lane in enumerate(crime.lanes):
        if lane.wish is not None and (number == 0 or lane.wish not in box().tiles):
            raise _wrong(f"round.lanes[{number}].wish", lane.wish, "a tile, and an earlier press to wait for")
    if crime.clock is Clock.RUNNING and not holders:
        raise _wrong("round.clock", crime.clock.value, "a tile that started it")
    if state.phase is Phase.THINK:
        for player, draft in enumerate(crime.drafts):
            check_plan(state, player, draft)
    on_board = markers_on_the_board(state.setup)
    for held in crime.holdings:
        total = plan_total(held.plan)
        if total > held.tile or not (held.plan or on_board):
            raise _wrong(
                "round.holdings", total, f"markers of 1 to {held.tile} moves behind tile {held.tile}"
            )


def _check_showing(crime: Round, state: State) -> None:
    """The demonstration: its moves are legal ones of a player who holds a tile."""
    if state.phase not in (Phase.SHOW, Phase.FAILED):
        return
    held = None if crime.showing is None else state.holding(crime.showing)
    if held is None or (state.phase is Phase.SHOW and held.player in crime.failed):
        raise _wrong("round.showing", str(crime.showing), "a player who holds a tile that has not failed")
    if crime.clock is not Clock.OVER or len(crime.moves) > held.tile:
        raise _wrong("round.moves", len(crime.moves), f"at most {held.tile}, after the end of the claims")
    if state.phase is Phase.SHOW:
        check_plan(state, held.player, held.plan)
        attempt_of(state)
    elif crime.penalty_due and not state.players[held.player].team:
        raise _wrong("round.penalty_due", "true", "a super team to give back from")


def _check_stack(stack: tuple[str, ...], board: Board) -> None:
    if len(set(stack)) != len(stack) or not set(stack) <= set(LETTERS[: board.columns]):
        raise _wrong("stack", ", ".join(stack), "different letters of this city")


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
