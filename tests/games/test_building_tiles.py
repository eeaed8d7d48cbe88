"""Construction and Destruction tiles: where they may lie, what they change, and that everybody sees it."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from app.games.contract import Message, Refused
from app.games.mutant_meeples.board import DIRECTION_BY_WORD, Board, BoardFile, shipped_board
from app.games.mutant_meeples.bots import LEVELS, think
from app.games.mutant_meeples.building import BuildingTile, covered
from app.games.mutant_meeples.roster import Kit
from app.games.mutant_meeples.solver import solve
from app.games.mutant_meeples.state import (
    Claim,
    Done,
    DrawCrime,
    Phase,
    PlayerSetup,
    Setup,
    ShowMove,
    State,
    board_of,
    printed_board,
)
from app.games.mutant_meeples.verifier import judge_steps
from app.language import sentence
from tests.games.table_of import GAME, R1_BOARD, R1_STARTS, do, markers, refusal

GONE = BuildingTile("destruction")
SIDES = ("north", "east", "south", "west")


def built(cell: str | None, *sides: str) -> BuildingTile:
    return BuildingTile("construction", sides, cell)


def gone(cell: str) -> BuildingTile:
    return BuildingTile("destruction", (), cell)


def setup(*tiles: BuildingTile, board: str | BoardFile = "meeptropolis") -> Setup:
    return Setup((PlayerSetup("Ann"), PlayerSetup("Ben")), board=board, building_tiles=tiles)


def fault(*tiles: BuildingTile, board: str | BoardFile = "meeptropolis") -> Message | None:
    try:
        GAME.new(setup(*tiles, board=board), random.Random(1))
    except Refused as refused:
        return refused.message
    return None


def walls(board: Board, cell: str) -> set[str]:
    return {side for side, way in DIRECTION_BY_WORD.items() if board.wall[way][board.cell(cell)]}


@pytest.mark.rule("MM-120", "MM-123")
def test_mm123_destruction_removes_what_is_drawn_in_its_cell() -> None:
    assert walls(shipped_board("meeptropolis"), "JB") == {"north", "east"}
    board = board_of(setup(gone("JB")))
    assert walls(board, "JB") == set()
    assert "west" not in walls(board, "KB")


@pytest.mark.rule("MM-123")
def test_mm123_a_wall_drawn_in_the_next_cell_stays() -> None:
    board = board_of(setup(gone("KB")))
    assert "west" in walls(board, "KB")
    assert board.wall == shipped_board("meeptropolis").wall


@pytest.mark.rule("MM-120", "MM-123")
def test_mm123_a_construction_tile_covers_what_is_drawn_in_its_cell() -> None:
    board = board_of(setup(built("JB", "south")))
    assert walls(board, "JB") == {"south"}
    assert "north" in walls(board, "JC")


@pytest.mark.rule("MM-120", "MM-124")
@pytest.mark.parametrize(
    "sides", [(s,) for s in SIDES] + [(a, SIDES[(n + 1) % 4]) for n, a in enumerate(SIDES)]
)
def test_mm124_straight_and_corner_in_every_rotation(sides: tuple[str, ...]) -> None:
    for listed in (sides, sides[::-1]):
        assert walls(board_of(setup(built("ED", *listed))), "ED") == set(sides)
        assert fault(built("ED", *listed)) is None


@pytest.mark.rule("MM-120", "MM-123")
@pytest.mark.parametrize(
    ("tile", "key"),
    [
        (built("ED"), "tile.construction"),
        (built("ED", "north", "south"), "tile.construction"),
        (built("ED", "north", "north"), "tile.construction"),
        (built("ED", "north", "east", "south"), "tile.construction"),
        (built("ED", "up"), "tile.side_unknown"),
        (BuildingTile("destruction", ("north",), "ED"), "tile.destruction"),
        (gone("CC"), "tile.on_grate"),
        (built("CC", "north"), "tile.on_grate"),
        (gone("DD"), "tile.on_beam"),
        (gone("AA"), "tile.no_cell"),
        (gone("AS"), "tile.no_cell"),
        (gone(""), "tile.no_cell"),
        (gone("ED"), None),
        (gone("MM"), None),
    ],
)
def test_mm123_a_tile_that_cannot_be_used_is_named(tile: BuildingTile, key: str | None) -> None:
    found = fault(gone("BA"), tile)
    assert (found.key if found else None) == key
    if found:
        assert found.params["number"] == 2
        assert "tile 2" in sentence(found)


@pytest.mark.rule("MM-122")
def test_mm122_no_two_tiles_lie_on_one_cell() -> None:
    found = fault(gone("BA"), gone("ED"), built("BA", "north"))
    assert found == Message("tile.on_tile", {"number": 3, "cell": "BA"})


@pytest.mark.rule("MM-10")
def test_mm10_there_is_no_thirteenth_tile() -> None:
    assert fault(*[GONE] * 12) is None
    assert fault(*[GONE] * 13) == Message("tile.too_many", {"found": 13, "limit": 12})


def test_a_grate_may_not_be_walled_in() -> None:
    """Whoever begins there could never slide."""
    around = (built("BC", "east"), built("CB", "south"), built("DC", "west"), built("CD", "north"))
    found = fault(*around, gone("RQ"), board="meepville")
    assert found == Message("tile.closes_grate", {"number": 4, "cell": "CC"})
    assert fault(*around[:3], board="meepville") is None


@pytest.mark.rule("MM-121", "MM-122")
def test_mm121_tiles_without_a_cell_are_placed_by_two_different_letters() -> None:
    board, cells = shipped_board("meeptropolis"), set()
    taken = {board.name_of(cell) for cell in (*board.grates, *board.beams)}
    for seed in range(300):
        state = GAME.new(setup(*[GONE] * 5, gone("BA")), random.Random(seed))
        placed = [tile.cell for tile in state.setup.building_tiles]
        assert len(set(placed)) == 6
        assert placed[5] == "BA"
        for cell in placed[:5]:
            assert cell is not None
            assert board.has(cell)
            assert cell[0] != cell[1]
            assert cell not in taken
            cells.add(cell)
        assert sorted(state.stack) == list("ABCDEFGHIJKLMNOPQR")  # A20: all 18 again
        GAME.check(state)
    assert len(cells) > 295  # 306 scenes less BA


@pytest.mark.rule("MM-122")
def test_mm122_drawn_tiles_never_use_up_a_letter_before_all_are_shuffled_again() -> None:
    """The first nine tiles that need no second draw use each letter once."""
    for seed in range(20):
        state = GAME.new(setup(*[GONE] * 8, board=_open_city(18)), random.Random(seed))
        letters = "".join(tile.cell or "" for tile in state.setup.building_tiles)
        assert len(set(letters)) == 16


def _open_city(side: int) -> BoardFile:
    letters = "ABCDEFGHIJKLMNOPQR"[:side]
    return BoardFile("open", side, side, grates=tuple(letter * 2 for letter in letters[:8]))


def test_a_tile_for_which_no_cell_is_left_is_refused_before_the_game() -> None:
    names = [a + b for a in "ABCDEFGH" for b in "ABCDEFGH"]
    grates = (*(n for n in names if n[0] == n[1]),)
    some = [name for name in names if name not in grates][:14]
    city = BoardFile(
        "full",
        8,
        8,
        missing=tuple(n for n in names if n not in grates and n not in some),
        grates=grates,
        beams=tuple(some[2:]),
    )
    assert fault(GONE, GONE, board=city) is None
    assert fault(GONE, GONE, GONE, board=city) == Message("tile.no_room", {"number": 3})


def test_the_draw_is_written_down_so_that_a_replay_needs_no_generator() -> None:
    state = GAME.new(setup(*[built(None, "north")] * 12), random.Random(5))
    again = msgspec.json.decode(msgspec.json.encode(state), type=State)
    assert again == state
    assert again.board == state.board
    assert (
        again.board.wall
        == Board(covered(shipped_board("meeptropolis").file, again.setup.building_tiles)).wall
    )


def test_a_loaded_state_without_places_for_its_tiles_is_refused() -> None:
    state = GAME.new(setup(GONE), random.Random(5))
    with pytest.raises(Refused) as refused:
        GAME.check(replace(state, setup=setup(GONE)))
    assert refused.value.message.params["field"] == "setup.building_tiles[0].cell"


def test_a_board_is_built_once_for_all_looks_at_it() -> None:
    one, other = (setup(gone("JB"), board=R1_BOARD) for _ in range(2))
    assert board_of(one) is board_of(other)
    assert printed_board(one) is not board_of(one)


@pytest.mark.parametrize("end", ["HA", "EA"])
def test_engine_solver_verifier_and_bots_see_the_changed_board(end: str) -> None:
    """Green slides from AA to HA; with a building west of FA he stops on EA."""
    chosen = setup(*[built("FA", "west")] * (end == "EA"), board=R1_BOARD)
    board, other = board_of(chosen), {"HA": "EA", "EA": "HA"}[end]
    only_green = Kit(removed=frozenset(R1_STARTS) - {"green"})
    for target, first in ((end, True), (other, False)):
        way = [("green", target)]
        assert judge_steps(board, R1_STARTS, only_green, target, way, [("green", 1)], 1).legal is first
        assert (solve(board, R1_STARTS, target, only_green).fewest_moves == 1) is first
        state = replace(GAME.new(chosen, random.Random(1)), starts=R1_STARTS, drawer=0)
        state = do(state, DrawCrime((target[0], "A"), ("B", "C")))
        idea = think(state, 0, replace(LEVELS["expert"], slip=0.0), random.Random(1))
        assert (idea is not None and [(m.meeple, m.to) for m in idea.moves] == way) is first
        state = do(state, markers(0, ("green", 1)), markers(1, ("green", 1)), Claim(0, 1), Claim(1, 2))
        if first:
            assert do(state, ShowMove("green", target), Done()).phase is Phase.RESULT
        else:
            assert refusal(state, ShowMove("green", target)) is not None


FACES = st.one_of(
    st.just(()),
    st.sampled_from(SIDES).map(lambda side: (side,)),
    st.integers(0, 3).map(lambda n: (SIDES[n], SIDES[(n + 1) % 4])),
)


@pytest.mark.rule("MM-123")
@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    faces=st.lists(FACES, max_size=12),
    seed=st.integers(0, 2**32),
    city=st.sampled_from(["meeptropolis", "meepville"]),
)
def test_any_twelve_tiles_change_their_cells_and_nothing_else(
    faces: list[tuple[str, ...]], seed: int, city: str
) -> None:
    tiles = [BuildingTile("construction" if sides else "destruction", sides) for sides in faces]
    state = GAME.new(setup(*tiles, board=city), random.Random(seed))
    laid = {tile.cell: tile.sides for tile in state.setup.building_tiles}
    before, after = shipped_board(city).file.buildings, state.board.file.buildings
    assert {c: s for c, s in after.items() if c not in laid} == {
        c: s for c, s in before.items() if c not in laid
    }
    assert {cell: after.get(str(cell), ()) for cell in laid} == laid
    assert state.board.grates == shipped_board(city).grates
    assert state.board.beams == shipped_board(city).beams
    assert fault(*state.setup.building_tiles, board=city) is None
