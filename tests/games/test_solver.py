"""The solver against the slow judge, with its shortcuts on and off, and under time pressure."""

from __future__ import annotations

import itertools
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest

from app.games.contract import Refused
from app.games.mutant_meeples.answers import Solution
from app.games.mutant_meeples.attempt import start
from app.games.mutant_meeples.board import LETTERS, SHIPPED_BOARDS, Board, BoardFile, shipped_board
from app.games.mutant_meeples.kernel import arrays
from app.games.mutant_meeples.kernel.city import KINDS
from app.games.mutant_meeples.roster import MAX_MOVES_PER_MEEPLE, Kit, Power, Rules, colours
from app.games.mutant_meeples.solver import Cancel, solve
from app.games.mutant_meeples.verifier import replay
from tests.games.judge import State, Town, fewest_moves, next_states, square
from tests.games.random_boards import Case, random_case

LONG = {  # seven moves of three meeples; takes many seconds without the search's shortcuts
    "green": "LD",
    "gray": "MA",
    "blue": "RB",
    "brown": "JP",
    "red": "OI",
    "white": "RH",
    "yellow": "RC",
    "black": "IJ",
}


def answer(case: Case, prunes: int | None = None) -> Solution:
    return solve(case.board, case.positions, case.target, case.kit, count_all=True, prunes=prunes)


def open_board(columns: int = 6, rows: int = 6, **more: object) -> Board:
    return Board(BoardFile(name="open", columns=columns, rows=rows, **more))  # type: ignore[arg-type]


def known_up_to(solution: Solution, most: int) -> tuple[int | None, int | None]:
    """The answer in the judge's words when it only looks `most` moves deep."""
    if solution.fewest_moves is None or solution.fewest_moves > most:
        return None, 0
    return solution.fewest_moves, solution.solutions


@pytest.mark.parametrize("seed", range(40))
def test_agrees_with_the_judge_on_random_small_boards(seed: int) -> None:
    """Ten boards a seed: fewest moves and the number of shortest move sequences, up to four moves."""
    rng = random.Random(seed)
    for _ in range(10):
        case = random_case(rng)
        solution = answer(case)
        assert solution.proven
        expected = fewest_moves(case.file, case.positions, case.target, case.kit, most=4)
        assert known_up_to(solution, 4) == expected, case


@pytest.mark.parametrize("seed", range(10))
def test_agrees_with_the_judge_to_the_end_on_tiny_boards(seed: int) -> None:
    """Twenty boards of up to 3x3 with up to two meeples, searched through: impossible means impossible."""
    rng = random.Random(1000 + seed)
    for _ in range(20):
        case = random_case(rng, high=3, most_meeples=2)
        solution = answer(case)
        expected = fewest_moves(case.file, case.positions, case.target, case.kit)
        assert (solution.fewest_moves, solution.solutions) == expected, case
        assert solution.nothing_up_to == (24 if expected[0] is None else expected[0] - 1)


@pytest.mark.parametrize("name", SHIPPED_BOARDS)
@pytest.mark.parametrize("seed", range(4))
def test_agrees_with_the_judge_on_full_boards(name: str, seed: int) -> None:
    """All eight meeples on the shipped cities; the judge looks two moves deep."""
    rng = random.Random(2000 + seed)
    board = shipped_board(name)
    cells = [board.name_of(cell) for cell in range(board.cell_count) if board.exists[cell]]
    for _ in range(5):
        *places, target = rng.sample(cells, 9)
        positions = dict(zip(colours(), places, strict=True))
        kit = Kit(frozenset(rng.sample(colours(), rng.randint(0, 5))))
        solution = solve(board, positions, target, kit, count_all=True, deadline_s=1)
        assert solution.fewest_moves or solution.nothing_up_to >= 2
        assert known_up_to(solution, 2) == fewest_moves(board.file, positions, target, kit, most=2)


@pytest.mark.parametrize("prunes", range(arrays.PRUNE_ALL))
def test_shortcuts_change_nothing_but_the_time(prunes: int) -> None:
    rng = random.Random(3000)
    for _ in range(60):
        case = random_case(rng)
        with_all, without = answer(case), answer(case, prunes)
        assert (with_all.fewest_moves, with_all.solutions) == (without.fewest_moves, without.solutions), case


@pytest.mark.parametrize("seed", range(10))
def test_every_solution_replays_and_counts_its_moves(seed: int) -> None:
    rng = random.Random(4000 + seed)
    for _ in range(20):
        case = random_case(rng, high=9, most_meeples=8)
        solution = solve(case.board, case.positions, case.target, case.kit, deadline_s=1)
        assert len(solution.moves) == (solution.fewest_moves or 0)
        if solution.moves:
            assert replay(case.board, case.positions, case.kit, solution.moves, case.target).legal


def test_the_same_question_gets_the_same_answer() -> None:
    rng = random.Random(5)
    for case in (random_case(rng, high=9, most_meeples=8) for _ in range(20)):
        first = solve(case.board, case.positions, case.target, case.kit)
        again = solve(case.board, dict(reversed(case.positions.items())), case.target, case.kit)
        assert (first.fewest_moves, first.moves) == (again.fewest_moves, again.moves)


@pytest.mark.parametrize("side", [2, 30])
def test_the_smallest_and_the_largest_board(side: int) -> None:
    far = LETTERS[side - 1] * 2
    solution = solve(open_board(side, side), {"gray": "AA"}, far, Kit())
    assert [move.to for move in solution.moves] in (["A" + far[1], far], [far[0] + "A", far])


def test_a_target_no_slide_can_stop_on_is_proven_impossible() -> None:
    solution = solve(open_board(), {"gray": "AA"}, "CC", Kit())
    assert (solution.fewest_moves, solution.proven, solution.moves) == (None, True, ())
    assert solution.nothing_up_to == 24


def test_without_a_usable_meeple_it_is_impossible() -> None:
    kit = Kit(super_team=frozenset({"red"}), removed=frozenset({"blue"}))
    solution = solve(open_board(), {"red": "AA", "blue": "BB"}, "FA", kit)
    assert (solution.fewest_moves, solution.proven) == (None, True)


@pytest.mark.rule("MM-23")
def test_a_meeple_on_the_target_must_go_away_and_come_back() -> None:
    """MM-23: standing there is not arriving."""
    solution = solve(open_board(), {"gray": "AA"}, "AA", Kit())
    assert solution.fewest_moves == 2
    assert solution.moves[-1].to == "AA"


def staircase(side: int) -> Board:
    """A corridor from AA, one slide to each cell: east, south, east, south, with no other way."""
    letters = LETTERS[:side]
    buildings: dict[str, tuple[str, ...]] = {letter * 2: ("south", "west") for letter in letters}
    for left, right in itertools.pairwise(letters):
        buildings[right + left] = ("north", "east")
    return open_board(side, side, buildings=buildings)


@pytest.mark.rule("MM-58")
@pytest.mark.parametrize("moves", range(1, 14))
def test_no_meeple_makes_more_than_ten_moves(moves: int) -> None:
    """MM-58, in a corridor that takes one move a cell."""
    down, odd = divmod(moves, 2)
    solution = solve(staircase(8), {"blue": "AA"}, LETTERS[down + odd] + LETTERS[down], Kit())
    assert solution.proven
    assert solution.fewest_moves == (moves if moves <= MAX_MOVES_PER_MEEPLE else None)


def corridor(column: int, row: int, ways: str) -> dict[str, tuple[str, ...]]:
    """Walls around a path of single steps, given as N, E, S, W; the last letter only opens its far end."""
    offsets = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
    words = {"N": "north", "E": "east", "S": "south", "W": "west"}
    buildings: dict[str, tuple[str, ...]] = {}
    came = ""
    for way in ways:
        buildings[LETTERS[column] + LETTERS[row]] = tuple(words[w] for w in "NESW" if w not in (came, way))
        column, row = column + offsets[way][0], row + offsets[way][1]
        came = "NESW"[("NESW".index(way) + 2) % 4]
    return buildings


@pytest.mark.rule("MM-59")
@pytest.mark.parametrize(
    ("ways_of_last", "start_of_last", "expected"), [("WNW", "Ia", 24), ("NWNW", "Ib", None)]
)
def test_all_series_together_make_no_more_than_24_moves(
    ways_of_last: str, start_of_last: str, expected: int | None
) -> None:
    """MM-59. Brown takes ten moves to FF; blue's tenth move then stops on GF; yellow's last one below it.

    Each is in a corridor that takes one move a cell, so there is no shorter way; yellow needs four or five.
    """
    column, row = LETTERS.index(start_of_last[0]), LETTERS.index(start_of_last[1])
    buildings = {
        **corridor(0, 0, "ESESESESES" + "E"),
        **corridor(11, 0, "SESESESES" + "W"),
        **corridor(column, row, ways_of_last + "N"),
    }
    positions = {"brown": "AA", "blue": "LA", "yellow": start_of_last}
    solution = solve(open_board(30, 30, buildings=buildings), positions, "GG", Kit())
    assert (solution.fewest_moves, solution.proven) == (expected, True)


def test_kernel_numbers_agree_with_the_rules() -> None:
    assert arrays.CAP == MAX_MOVES_PER_MEEPLE
    names = ("JUMP", "PASS", "BEAM", "SHORT_STOP", "SIDESTEP", "DIAGONAL", "WRAP")
    assert [KINDS[getattr(arrays, name)].name for name in names] == list(names)
    assert set(KINDS) | {Power.COPY} == set(Power)


def test_the_solver_loads_numba_only_when_asked() -> None:
    code = "import sys, app.games.mutant_meeples.solver as s; assert 'numba' not in sys.modules, 'early'"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_past_deadline_is_not_called_impossible() -> None:
    solution = solve(shipped_board("meeptropolis"), LONG, "FO", Kit(frozenset({"green"})), deadline_s=0)
    assert (solution.fewest_moves, solution.proven, solution.moves) == (None, False, ())
    assert solution.nothing_up_to < 7


def test_a_deadline_ends_a_long_search() -> None:
    """Without shortcuts this search takes far longer than the second allowed for slow machines here."""
    board, kit = shipped_board("meeptropolis"), Kit(frozenset({"green"}))
    solution = solve(board, LONG, "FO", kit, deadline_s=0.2, prunes=0, count_all=True)
    assert (solution.fewest_moves, solution.proven) == (None, False)
    assert solution.elapsed_us < 1_500_000


def test_a_search_cancelled_before_it_began_knows_nothing() -> None:
    cancel = Cancel()
    cancel()
    solution = solve(open_board(), {"gray": "AA", "blue": "CC"}, "FF", Kit(), cancel=cancel, count_all=True)
    assert (solution.fewest_moves, solution.proven, solution.solutions) == (None, False, None)
    assert solution.nothing_up_to == 0


def test_cancel_ends_a_search_from_another_thread() -> None:
    board, kit, cancel = shipped_board("meeptropolis"), Kit(frozenset({"green"})), Cancel()
    with ThreadPoolExecutor(1) as pool:
        answered = pool.submit(solve, board, LONG, "FO", kit, cancel=cancel, prunes=0, count_all=True)
        cancel()
        solution = answered.result(timeout=30)
    assert (solution.fewest_moves, solution.proven) == (None, False)


def test_searches_in_several_threads_do_not_mix() -> None:
    rng = random.Random(6)
    cases = [random_case(rng) for _ in range(40)]
    alone = [known_up_to(answer(case), 24) for case in cases]
    with ThreadPoolExecutor(4) as pool:
        together = [known_up_to(solution, 24) for solution in pool.map(answer, cases)]
    assert together == alone


def test_fewer_meeples_are_preferred_to_fewer_powers_to_more() -> None:
    """Green reaches DA with a jump or, in as many moves, by sliding against blue: no power is spent."""
    board = open_board(6, 6)
    solution = solve(board, {"green": "AA", "blue": "EA"}, "DA", Kit())
    assert solution.fewest_moves == 1
    assert [move.power for move in solution.moves] == [None]


@pytest.mark.rule("MM-96", "MM-100", "MM-107")
@pytest.mark.parametrize(
    ("field", "strict", "board", "positions", "target"),
    [
        ("edge_empty_line", "no-wrap", open_board(), {"yellow": "CA"}, "AA"),
        (
            "skewt_outer_corner",
            "forbid",
            open_board(buildings={"CC": ("north",), "CB": ("east",)}),
            {"white": "CC"},
            "DB",
        ),
        ("carbon_removed_powers", "forbid", open_board(), {"black": "AA"}, "DA"),
    ],
)
def test_every_switch_changes_an_answer(
    field: str, strict: str, board: Board, positions: dict[str, str], target: str
) -> None:
    """The wrap along an empty line ends where the plain slide does, so it changes the count alone."""
    removed = frozenset({"green"})
    loose = solve(board, positions, target, Kit(removed=removed), count_all=True)
    rules = msgspec.convert({field: strict}, Rules)
    tight = solve(board, positions, target, Kit(removed=removed, rules=rules), count_all=True)
    assert known_up_to(loose, 24) != known_up_to(tight, 24)


@pytest.mark.parametrize(
    ("positions", "target", "kit", "key"),
    [
        ({"red": "AA"}, "ZZ", Kit(), "position.no_target_cell"),
        ({"red": "ZZ"}, "AA", Kit(), "position.no_cell"),
        ({"red": "BB", "blue": "BB"}, "AA", Kit(), "position.cell_taken"),
        ({"pink": "BB"}, "AA", Kit(), "position.unknown_meeple"),
        ({"red": "BB"}, "AA", Kit(frozenset({"pink"})), "position.unknown_meeple"),
        ({"red": "BB"}, "AA", Kit(removed=frozenset({"pink"})), "position.unknown_meeple"),
    ],
)
def test_unusable_positions_are_refused(positions: dict[str, str], target: str, kit: Kit, key: str) -> None:
    with pytest.raises(Refused) as refused:
        solve(open_board(), positions, target, kit)
    assert refused.value.message.key == key


MOVES_FROM_THE_GRATES = {"meeptropolis": (71, 4426), "meepville": (74, 4865)}
"""Legal first moves, and legal sequences of two moves, with everyone on the grates in roster order."""


@pytest.mark.parametrize("name", SHIPPED_BOARDS)
def test_number_of_moves_from_the_grates(name: str) -> None:
    """Frozen counts, so that no change to board or powers goes unnoticed; the judge counts the same."""
    board = shipped_board(name)
    names = [board.name_of(cell) for cell in board.grates]
    positions = dict(zip(colours(), names, strict=True))
    attempt = start(board, Kit(), positions)
    first = [(colour, move) for colour in colours() for move, _ in attempt.options(colour)]
    second = 0
    for colour, move in first:
        after = attempt.play(colour, move.power, move.direction or move.to)
        second += sum(len(after.options(other)) for other in colours())
    assert (len(first), second) == MOVES_FROM_THE_GRATES[name]
    town = Town(board.file, Kit())
    judged = list(next_states(town, State(tuple((c, square(n)) for c, n in positions.items()))))
    assert len(judged) == len(first)
    assert sum(1 for state in judged for _ in next_states(town, state)) == second
