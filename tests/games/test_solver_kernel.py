"""The solver's loops one by one: single moves, lower bounds, and the same answers compiled or not."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

import numpy as np
import pytest

from app.games.mutant_meeples import asking, loops, solver
from app.games.mutant_meeples.attempt import start
from app.games.mutant_meeples.board import (
    DIAGONALS,
    LETTERS,
    SHIPPED_BOARDS,
    Board,
    BoardFile,
    Direction,
    shipped_board,
)
from app.games.mutant_meeples.kernel import arrays, city, compiling, contacts, moves, series, tails
from app.games.mutant_meeples.kernel.arrays import Puzzle, Work
from app.games.mutant_meeples.kernel.city import City
from app.games.mutant_meeples.roster import Kit, Power, Rules, colours
from app.games.mutant_meeples.solver import all_solutions, solve
from tests.games.random_boards import Case, random_case


class Bench:
    """A question laid out for the loops, which run uncompiled here."""

    def __init__(self, case: Case) -> None:
        self.case, self.board = case, case.board
        asked = asking.Asked(
            self.board, case.positions, case.target, (case.kit,), loops.plain("in a test"), time.monotonic_ns
        )
        self.hands = asked._hands
        self.city: City = asked._search.question.city
        self.puzzle: Puzzle = asked._search.puzzle
        self.work: Work = asked._search.work
        series.set_up(self.city, self.puzzle, self.work, 1)

    def moves(self, mover: int) -> Iterator[tuple[str | None, str | None, str]]:
        """(whose power, way, end) of every single move from the start, as in `Move`."""
        hand, cell = self.hands[mover], int(self.puzzle.cells[mover])
        moves.flip(self.city, self.work.occupied, cell)
        size = moves.moves_from(
            self.city,
            self.work.occupied,
            self.work.nobody,
            self.puzzle.kinds[mover],
            cell,
            0,
            self.work.moves,
        )
        moves.flip(self.city, self.work.occupied, cell)
        for end, code in self.work.moves[:, :size].T.tolist():
            slot, way = divmod(code, arrays.CODE_BASE)
            owner = hand.owners[slot - 1] if slot else None
            power = hand.powers[slot - 1] if slot else None
            word: str | None = Direction(way).word if power is not Power.BEAM and way < 4 else None
            if power is Power.DIAGONAL:
                word = list(DIAGONALS)[way]
            yield owner, word, self.board.name_of(end)

    def least(self, mover: int, one: int, other: int) -> int:
        """What the bounds allow with blockers on two cells."""
        work = self.work
        via, into, out = (table[mover].astype(int) for table in (work.via, work.into, work.out))
        crossed = min(into[one] + out[other], into[other] + out[one]) + 1
        return int(min(work.least[0, mover], via[one], via[other], crossed))

    def needed(self, mover: int, away: tuple[int, int], cells: tuple[int, int]) -> int:
        """Moves of the mover to the goal after two others have gone to those cells; FAR: never."""
        words, start_cell = self.work.occupied, int(self.puzzle.cells[mover])
        before = words.copy()
        for other, cell in zip(away, cells, strict=True):
            moves.flip(self.city, words, int(self.puzzle.cells[other]))
            moves.flip(self.city, words, cell)
        moves.flip(self.city, words, start_cell)
        needed, _ = series.spread(
            self.city, self.work, words, self.work.nobody, self.puzzle.kinds[mover], start_cell,
            self.puzzle.goal, arrays.CAP, arrays.CAP, self.work.never, 1,
        )  # fmt: skip
        words[:] = before
        return needed


@pytest.mark.parametrize("seed", range(20))
def test_the_loops_know_the_same_single_moves_as_the_checked_ones(seed: int) -> None:
    rng = random.Random(10_000 + seed)
    for _ in range(10):
        case = random_case(rng, high=9, most_meeples=8)
        attempt = start(case.board, case.kit, case.positions)
        table = Bench(case)
        for mover, hand in enumerate(table.hands):
            checked = [(m.power, m.direction, m.to) for m, _ in attempt.options(hand.colour)]
            assert sorted(table.moves(mover), key=str) == sorted(checked, key=str), case


@pytest.mark.parametrize("seed", range(20))
def test_no_bound_is_more_than_the_moves_it_bounds(seed: int) -> None:
    """Every pair of others on random cells: what a last series really takes, against what the bounds say."""
    rng = random.Random(20_000 + seed)
    compared = 0
    while compared < 30:
        table = Bench(random_case(rng, high=7, most_meeples=8))
        movers = len(table.hands)
        if movers < 3:
            continue
        tails.note_tails(table.city, table.puzzle, table.work, arrays.CAP)
        mover, *others = rng.sample(range(movers), 3)
        contacts.note_bounds(table.city, table.puzzle, table.work, mover, arrays.CAP)
        stays = {int(cell) for cell in table.puzzle.stay} | {table.puzzle.goal}
        stays |= {int(table.puzzle.cells[n]) for n in range(movers) if n not in others}
        free = [c for c in range(table.city.cells) if table.board.exists[c] and c not in stays]
        if len(free) < 2:
            continue
        for _ in range(10):
            one, other = rng.sample(free, 2)
            needed = table.needed(mover, (others[0], others[1]), (one, other))
            assert table.least(mover, one, other) <= needed, (table.case, mover, others, one, other)
            compared += needed < arrays.FAR


@pytest.mark.parametrize("name", SHIPPED_BOARDS)
@pytest.mark.parametrize("corner", ["allow", "forbid"])
def test_jumps_steps_and_diagonals_can_be_read_backwards(name: str, corner: str) -> None:
    """`tails` looks up where such a move came from in the table of where it goes to."""
    board = shipped_board(name)
    rules = Rules(skewt_outer_corner="forbid" if corner == "forbid" else "allow")
    table = city.encode(board, rules).table
    for row in (city.WALK, city.JUMP_END, city.DIAGONAL_END):
        ends = table[row].reshape(4, board.cell_count)
        for way in range(4):
            for cell in np.nonzero(ends[way] >= 0)[0]:
                assert ends[(way + 2) % 4][ends[way][cell]] == cell


@pytest.mark.parametrize("seed", range(6))
def test_answers_are_the_same_without_compiled_loops(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(30_000 + seed)
    cases = [random_case(rng, high=7, most_meeples=6) for _ in range(8)]
    compiled = [answers(case) for case in cases]
    monkeypatch.setattr(solver, "_loops", lambda: loops.plain("in a test"))
    assert [answers(case) for case in cases] == compiled


def answers(case: Case) -> tuple[object, ...]:
    """Everything the solver says but the time it took."""
    one = solve(case.board, case.positions, case.target, case.kit, count_all=True)
    every = all_solutions(case.board, case.positions, case.target, case.kit)
    return one.fewest_moves, one.moves, one.solutions, one.nothing_up_to, every.arrivals


def test_compiled_loops_are_used_where_numba_is() -> None:
    assert solver.warm() == ""
    assert not compiling.missing


@pytest.mark.parametrize("word", [1, 2, 3, 0b1010_0000, 1 << 29, (1 << 30) - 1])
def test_bits_are_numbered_from_the_lowest(word: int) -> None:
    text = format(word, "b")
    assert compiling.lowest(word) == len(text) - 1 - text.rindex("1")
    assert compiling.highest(word) == len(text) - 1


@pytest.mark.parametrize("seed", range(5))
def test_a_search_ended_early_says_only_what_is_true(seed: int) -> None:
    """ "At most" is never too low, "nothing up to" never too high, whenever the time is over."""
    rng = random.Random(40_000 + seed)
    board = shipped_board(rng.choice(SHIPPED_BOARDS))
    cells = [board.name_of(cell) for cell in range(board.cell_count) if board.exists[cell]]
    for _ in range(6):
        *places, target = rng.sample(cells, 9)
        positions = dict(zip(colours(), places, strict=True))
        kit = Kit(frozenset(rng.sample(colours(), rng.randint(2, 5))))
        true = solve(board, positions, target, kit)
        assert true.proven
        for deadline_s in (0.0, 0.0005, 0.001, 0.002, 0.004):
            early = solve(board, positions, target, kit, deadline_s=deadline_s, prunes=0)
            fewest = true.fewest_moves or 25
            assert early.nothing_up_to < fewest
            assert early.fewest_moves is None or early.fewest_moves >= fewest
            assert len(early.moves) == (early.fewest_moves or 0)
            assert not early.proven or early.fewest_moves == true.fewest_moves


def test_a_deadline_holds_on_the_widest_open_board() -> None:
    """Everybody in the box on 30 x 30 cells with few buildings; seconds of work without the shortcuts."""
    rng = random.Random(50_001)
    names = [column + row for row in LETTERS[:30] for column in LETTERS[:30]]
    buildings = dict.fromkeys(rng.sample(names, 40), ("north",))
    board = Board(BoardFile(name="plain", columns=30, rows=30, buildings=buildings))
    positions = dict(zip(colours(), rng.sample(names, len(colours())), strict=True))
    target, kit = rng.choice(names), Kit(frozenset({"green", "white", "red"}))
    for deadline_s in (0.0, 0.1):
        solution = solve(board, positions, target, kit, deadline_s=deadline_s, prunes=0)
        assert not solution.proven
        assert solution.elapsed_us < 1_500_000  # the allowance for a busy machine; `bench` measures it
    assert solve(board, positions, target, kit).proven
