"""Editing a city: every step can be drawn, a change made twice is none, and every fault is told."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from app.games.contract import Refused, say
from app.games.mutant_meeples.board import (
    SHIPPED_BOARDS,
    Board,
    BoardFile,
    Direction,
    dump_board_file,
    find_faults,
    read_board_file,
    shipped_board,
)
from app.games.mutant_meeples.board_text import board_of_text, board_text
from app.games.mutant_meeples.building import BuildingTile, covered
from app.games.mutant_meeples.drafting import (
    MOST_STEPS,
    Draft,
    Ground,
    begin,
    beyond,
    differs_at,
    faults_of,
    ground_of,
    is_drawn,
    moved_wall,
    tidied,
    toggled_ground,
    toggled_wall,
    touched_ground,
    touched_wall,
)
from tests.games.random_boards import cells_of, random_file

MEEPVILLE = tidied(shipped_board("meepville").file)


@st.composite
def files(draw: st.DrawFn) -> BoardFile:
    """A tidy city of any shape, with grates."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    file = random_file(rng, rng.randint(2, 7), rng.randint(2, 7))
    free = [cell for cell in cells_of(file) if cell not in file.beams]
    return tidied(replace(file, grates=tuple(rng.sample(free, min(rng.randint(0, 8), len(free))))))


@st.composite
def edits(draw: st.DrawFn) -> tuple[str, Direction, Ground | None]:
    """A place in the smallest grid, a side, and what is touched there (None: the line)."""
    cell = draw(st.sampled_from(["AA", "AB", "BA", "BB"]))
    return cell, draw(st.sampled_from(Direction)), draw(st.sampled_from([None, *Ground]))


def touched(file: BoardFile, edit: tuple[str, Direction, Ground | None]) -> BoardFile:
    """The file after a touch; unchanged where it is refused."""
    cell, side, ground = edit
    try:
        return touched_wall(file, cell, side) if ground is None else touched_ground(file, cell, ground)
    except Refused:
        return file


@given(files(), edits())
@settings(max_examples=150, deadline=None)
def test_a_single_change_made_twice_gives_the_same_city(
    file: BoardFile, edit: tuple[str, Direction, Ground | None]
) -> None:
    cell, side, ground = edit
    for change in (toggled_wall, moved_wall):
        if change is moved_wall and beyond(file, cell, side) is None:
            continue
        once = change(file, cell, side)
        assert once != file
        assert change(once, cell, side) == file
    if ground is not None:
        once = toggled_ground(file, cell, ground)
        assert (cell in getattr(once, ground.value)) != (cell in getattr(file, ground.value))
        assert toggled_ground(once, cell, ground) == file


@given(files(), st.lists(edits(), max_size=12))
@settings(max_examples=150, deadline=None)
def test_whatever_is_touched_the_city_can_be_drawn_kept_and_shared(
    file: BoardFile, steps: list[tuple[str, Direction, Ground | None]]
) -> None:
    for step in steps:
        file = touched(file, step)
    board = Board(file)
    assert read_board_file(dump_board_file(file)) == file
    assert read_board_file(msgspec.json.encode(file)) == file
    assert board_of_text(board_text(file)) == file
    assert {board.name_of(cell) for cell in range(board.cell_count) if not board.exists[cell]} == {
        *file.missing
    }
    for cell in cells_of(file):
        for side in Direction:
            other = beyond(file, cell, side)
            there = other is not None and is_drawn(file, other, side.opposite)
            assert board.wall[side][board.cell(cell)] == (is_drawn(file, cell, side) or there)
        grate, beam = board.cell(cell) in board.grates, board.cell(cell) in board.beams
        expected = Ground.GRATE if grate else Ground.BEAM if beam else None
        assert ground_of(file, cell) == expected


@given(files(), st.lists(edits(), max_size=12))
@settings(max_examples=80, deadline=None)
def test_every_step_can_be_taken_back_and_made_again(
    file: BoardFile, steps: list[tuple[str, Direction, Ground | None]]
) -> None:
    draft = begin(file)
    seen = [draft.file]
    for step in steps:
        draft = draft.changed(touched(draft.file, step))
        if draft.file != seen[-1]:
            seen.append(draft.file)
    for expected in reversed(seen[:-1]):
        draft = draft.undone()
        assert draft.file == expected
    assert draft.undone() == draft
    for expected in seen[1:]:
        draft = draft.redone()
        assert draft.file == expected
    assert draft.redone() == draft


def test_a_new_change_forgets_what_was_taken_back() -> None:
    draft = begin(MEEPVILLE)
    draft = draft.changed(toggled_wall(draft.file, "KK", Direction.EAST)).undone()
    draft = draft.changed(toggled_wall(draft.file, "KK", Direction.WEST))
    assert draft.redone() == draft
    assert draft.changed(draft.file) is draft


def test_only_so_many_steps_are_remembered_but_the_beginning_always_is() -> None:
    draft = begin(MEEPVILLE)
    for _ in range(MOST_STEPS + 3):
        draft = draft.changed(toggled_wall(draft.file, "KK", Direction.EAST))
    assert len(draft.before) == MOST_STEPS
    assert draft.first == MEEPVILLE


@pytest.mark.parametrize("name", SHIPPED_BOARDS)
def test_a_tidied_city_is_the_same_city(name: str) -> None:
    board = shipped_board(name)
    tidy = Board(tidied(board.file))
    assert (tidy.wall, tidy.exists, {*tidy.grates}, {*tidy.beams}) == (
        board.wall,
        board.exists,
        {*board.grates},
        {*board.beams},
    )
    assert tidied(tidy.file) == tidy.file


@pytest.mark.rule("MM-123")
def test_the_side_of_the_line_decides_what_a_destruction_tile_takes_away() -> None:
    """A wall stands between two cells either way; drawn in the other one it survives the tile."""
    here = toggled_wall(MEEPVILLE, "LM", Direction.EAST)
    moved = touched_wall(here, "MM", Direction.WEST)
    assert (is_drawn(moved, "LM", Direction.EAST), is_drawn(moved, "MM", Direction.WEST)) == (False, True)
    assert Board(moved).wall == Board(here).wall
    tile = (BuildingTile("destruction", cell="LM"),)
    for file, stands in ((here, False), (moved, True)):
        board = Board(covered(file, tile))
        assert board.wall[Direction.EAST][board.cell("LM")] is stands


def test_a_finger_on_a_drawn_building_takes_it_away_from_its_own_side_only() -> None:
    both = toggled_wall(toggled_wall(MEEPVILLE, "LM", Direction.EAST), "MM", Direction.WEST)
    one = touched_wall(both, "LM", Direction.EAST)
    assert is_drawn(one, "MM", Direction.WEST)
    assert not is_drawn(one, "LM", Direction.EAST)
    assert touched_wall(one, "MM", Direction.WEST) == MEEPVILLE


def test_a_building_may_stand_on_the_city_edge() -> None:
    file = touched_wall(MEEPVILLE, "FA", Direction.NORTH)
    board = Board(file)
    assert board.wall[Direction.NORTH][board.cell("FA")]
    assert touched_wall(file, "FA", Direction.NORTH) == MEEPVILLE
    with pytest.raises(KeyError):
        moved_wall(file, "FA", Direction.NORTH)


def test_the_last_touch_decides_what_a_cell_is() -> None:
    beam = touched_ground(MEEPVILLE, "CC", Ground.BEAM)
    assert ground_of(beam, "CC") is Ground.BEAM
    assert "CC" not in beam.grates
    hole = touched_ground(beam, "CC", Ground.HOLE)
    assert (ground_of(hole, "CC"), hole.buildings.get("CC")) == (Ground.HOLE, None)
    street = touched_ground(hole, "CC", Ground.HOLE)
    assert ground_of(street, "CC") is None


def test_a_hole_takes_no_building() -> None:
    with pytest.raises(Refused) as refused:
        touched_wall(MEEPVILLE, "AA", Direction.EAST)
    assert refused.value.message == say("board.cell_missing", field="buildings", cell="AA")


def test_the_last_two_cells_cannot_become_holes() -> None:
    file = BoardFile("Two", 2, 2, missing=("AA", "BB"))
    with pytest.raises(Refused) as refused:
        touched_ground(file, "AB", Ground.HOLE)
    assert refused.value.message.key == "board.no_room"


# -- what is wrong -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SHIPPED_BOARDS)
def test_shipped_cities_have_no_fault(name: str) -> None:
    assert faults_of(shipped_board(name).file) == ()


def test_all_faults_of_a_file_are_told() -> None:
    file = replace(MEEPVILLE, beams=("CC", "ZZ"), buildings={"AA": ("north",), "BB": ("up",)})
    assert faults_of(file) == tuple(find_faults(file))
    assert len(faults_of(file)) == 4


def test_seven_grates_are_a_fault_and_the_lost_one_is_the_place_to_go_to() -> None:
    draft = begin(MEEPVILLE).changed(touched_ground(MEEPVILLE, "GG", Ground.GRATE))
    (fault,) = faults_of(draft.file)
    assert fault == say("board.grates", found=7, expected=8)
    assert draft.where(fault) == "GG"
    assert begin(draft.file).where(fault) is None, "another day nobody knows which one it was"
    assert faults_of(touched_ground(draft.file, "GH", Ground.GRATE)) == ()


def test_nine_grates_are_a_fault_and_the_new_one_is_the_place_to_go_to() -> None:
    draft = begin(MEEPVILLE).changed(touched_ground(MEEPVILLE, "KC", Ground.GRATE))
    (fault,) = faults_of(draft.file)
    assert draft.where(fault) == "KC"
    assert begin(draft.file).where(fault) == "CC", "any grate is one too many"


def test_a_fault_with_a_cell_leads_there() -> None:
    draft = Draft(MEEPVILLE, MEEPVILLE)
    assert draft.where(say("board.cell_twice", field="beams", cell="DD")) == "DD"
    assert draft.where(say("board.not_square", columns=4, rows=5)) is None


def test_missing_grates_hide_no_other_fault() -> None:
    """The set-up names one thing at a time; the workshop lists them all."""
    oblong = BoardFile("Oblong", 4, 5)
    assert [fault.key for fault in faults_of(oblong)] == ["board.grates", "board.not_square"]
    small = BoardFile("Small", 3, 3)
    assert [fault.key for fault in faults_of(small)] == ["board.grates", "board.no_scenes"]
    assert [fault.key for fault in faults_of(BoardFile("Tiny", 2, 2))] == ["board.grates"]


def test_a_city_that_cannot_be_drawn_cannot_be_begun() -> None:
    with pytest.raises(Refused):
        begin(replace(MEEPVILLE, beams=("CC",)))


def test_two_drawings_differ_where_something_was_touched() -> None:
    assert differs_at(MEEPVILLE, MEEPVILLE) is None
    assert differs_at(MEEPVILLE, touched_wall(MEEPVILLE, "KK", Direction.EAST)) == "KK"
    assert differs_at(touched_ground(MEEPVILLE, "KC", Ground.HOLE), MEEPVILLE) == "KC"
