"""The breadth-first search the solver is compared with: exact where nobody has a power, by the judge's word.

The search runs here as plain Python, which needs no compiling; one test compiles it.
"""

from __future__ import annotations

import io
import json
import random

import pytest

from app.cli import build_parser
from app.commands.bench import run
from app.commands.bench.rounds import Round
from app.commands.bench.slide_search import GAVE_UP, NO_PLAN, Memory, fewest_slides, search
from app.games.mutant_meeples.board import Board, BoardFile
from app.games.mutant_meeples.kernel import compiling
from app.games.mutant_meeples.roster import Kit, colours
from app.games.mutant_meeples.solver import solve
from tests.games import judge
from tests.games.random_boards import cells_of, random_case, random_file

SERPENTINE = BoardFile(
    name="serpentine",
    columns=3,
    rows=23,
    missing=tuple(
        column + row
        for number, row in enumerate("ABCDEFGHIJKLMNOPQRSTUVW")
        if number % 2
        for column in ("AB" if number % 4 == 1 else "BC")
    ),
)
"""One way only: east along a street, south at its end, west, south, and so on."""
CORNERS = ("CA", "CC", "AC", "AE", "CE", "CG", "AG", "AI", "CI", "CK", "AK")
"""Where the slides from AA end, the first to the eleventh."""


def only(*who: str) -> Kit:
    return Kit(frozenset(colours()) - set(who))


def serpentine(target: str, kit: Kit | None = None, **positions: str) -> Round:
    return Round(Board(SERPENTINE), positions, target, kit or Kit())


def arrivals(
    file: BoardFile, positions: dict[str, str], room: int
) -> tuple[dict[judge.Square, int], int | None]:
    """What the judge knows: {cell: fewest moves to it}, and how far it looked (None: to the end)."""
    town, moves = judge.Town(file, Kit()), 0
    earliest: dict[judge.Square, int] = {}
    seen: set[judge.State] = set()
    layer = {judge.State(tuple((colour, judge.square(cell)) for colour, cell in sorted(positions.items())))}
    while layer and len(seen) < room:
        moves += 1
        layer = {after for state in layer for after in judge.next_states(town, state)} - seen
        seen |= layer
        for state in layer:
            earliest.setdefault(dict(state.places)[str(state.mover)], moves)
    return earliest, moves if layer else None


@pytest.mark.parametrize("seed", range(20))
def test_it_agrees_with_the_judge_where_nobody_has_a_power(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Four meeples in a small city, and every cell of it as the target."""
    monkeypatch.setattr(judge.Town, "power_ends", lambda *_: iter(()))
    rng = random.Random(seed)
    file = random_file(rng, 5, 5)
    cells = cells_of(file)
    positions = dict(zip(rng.sample(colours(), 4), rng.sample(cells, 4), strict=True))
    earliest, looked = arrivals(file, positions, 10_000)
    memory = Memory(100_000)
    for target in cells:
        fewest, _ = fewest_slides(Round(Board(file), positions, target, Kit()), memory, search)
        expected = earliest.get(judge.square(target))
        assert fewest != GAVE_UP
        assert expected == (fewest if fewest != NO_PLAN and fewest <= (looked or fewest) else None)


@pytest.mark.parametrize("seed", range(10))
def test_it_agrees_with_the_solver_about_carbon_with_nobodys_power(seed: int) -> None:
    """With everybody else on the super team he has no power to borrow; they stand in his way all the same."""
    case = random_case(random.Random(seed), most_meeples=5)
    free = next(name for name in cells_of(case.file) if name not in case.positions.values())
    crime = Round(case.board, {"black": free, **case.positions}, case.target, only("black"))
    fewest, _ = fewest_slides(crime, Memory(20_000), search)
    solution = solve(*crime)
    assert (fewest if fewest != NO_PLAN else None) == solution.fewest_moves


def test_a_series_may_have_ten_moves_and_no_more() -> None:
    answers = [fewest_slides(serpentine(corner, green="AA"), Memory(100), search)[0] for corner in CORNERS]
    assert answers == [*range(1, 11), NO_PLAN]


def test_every_meeple_has_ten_moves_of_its_own() -> None:
    """Gray stops on the tenth corner, and green, after ten moves, one cell before it."""
    assert fewest_slides(serpentine("CJ", green="AA", gray="BK"), Memory(10_000), search)[0] == 11


def test_a_meeple_on_the_target_must_leave_and_come_back() -> None:
    assert fewest_slides(serpentine("AA", green="AA"), Memory(100), search)[0] == 2


def test_three_meeples_may_move_and_not_a_fourth() -> None:
    """In a street each of them stops the next one a cell earlier, and only the last cell is the target."""
    street = Board(BoardFile(name="street", columns=9, rows=2, missing=tuple(c + "B" for c in "ABCDEFGHI")))
    stops = {"green": "DA", "gray": "CA", "blue": "BA", "brown": "AA"}
    assert fewest_slides(Round(street, stops, "HA", Kit()), Memory(5000), search)[0] == 2
    assert fewest_slides(Round(street, stops, "GA", Kit()), Memory(5000), search)[0] == 3
    assert fewest_slides(Round(street, stops, "FA", Kit()), Memory(5000), search)[0] == NO_PLAN


def test_a_meeple_on_the_team_stands_in_the_way_and_does_not_move() -> None:
    assert (
        fewest_slides(serpentine("CA", only("gray"), green="CA", gray="AA"), Memory(100), search)[0]
        == NO_PLAN
    )
    assert fewest_slides(serpentine("BA", only("gray"), green="CA", gray="AA"), Memory(100), search)[0] == 1


def test_it_gives_up_when_its_memory_is_full_and_finds_it_empty_again() -> None:
    memory = Memory(4)
    assert fewest_slides(serpentine("CK", green="AA"), memory, search) == (GAVE_UP, 5)
    assert not memory.table.any()
    assert fewest_slides(serpentine("CC", green="AA"), memory, search)[0] == 2


def test_without_numba_it_is_left_out_and_said_why(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compiling, "missing", "ImportError: no numba here")
    out = io.StringIO()
    assert run(build_parser().parse_args(["bench", "--only", "slides"]), io.StringIO(), out) == 0
    assert json.loads(out.getvalue().splitlines()[0])["rows"] == []
    assert "no numba here" in capsys.readouterr().err


@pytest.mark.slow
def test_the_bench_shows_both_on_the_same_rounds() -> None:
    out = io.StringIO()
    assert (
        run(build_parser().parse_args(["bench", "--only", "slides", "--rounds", "4"]), io.StringIO(), out)
        == 0
    )
    rows = json.loads(out.getvalue().splitlines()[0])["rows"]
    assert [row["runs"] for row in rows] == [4] * 4
    for slides, solver in zip(rows[::2], rows[1::2], strict=True):
        answered, _, of, *_ = slides["details"]["answered"].split()
        assert 0 <= int(answered) <= int(of) == 4
        assert 0 <= slides["details"]["as_short_as_with_powers"] <= int(answered)
        assert solver["name"].startswith("the solver on the same rounds")
