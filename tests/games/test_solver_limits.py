"""What the solver says when there is nothing to find: a cell that stays taken, and a bound on the search."""

from __future__ import annotations

from app.games.mutant_meeples.board import shipped_board
from app.games.mutant_meeples.roster import MAX_MOVES, Kit
from app.games.mutant_meeples.solver import solve

# A late round: white stands on the scene of the crime and is on the player's own team.
LATE = {
    "green": "DL", "gray": "GK", "blue": "DK", "brown": "QR",
    "red": "HF", "white": "GJ", "yellow": "HA", "black": "OF",
}  # fmt: skip
TEAM = frozenset({"white", "blue", "black"})


def test_a_target_taken_by_a_meeple_that_may_not_move_is_impossible_at_once() -> None:
    for board in ("meeptropolis", "meepville"):
        found = solve(shipped_board(board), LATE, "GJ", Kit(TEAM), count_all=True)
        assert (found.fewest_moves, found.proven, found.solutions) == (None, True, 0)
        assert found.nothing_up_to == MAX_MOVES


def test_a_target_taken_by_a_meeple_that_may_move_can_be_solved() -> None:
    found = solve(shipped_board("meeptropolis"), LATE, "GJ", Kit(TEAM - {"white"}))
    assert found.fewest_moves is not None


def test_a_bounded_search_says_how_far_it_looked_and_claims_nothing_more() -> None:
    board = shipped_board("meeptropolis")
    exact = solve(board, LATE, "RK", Kit())
    assert exact.fewest_moves is not None
    below = solve(board, LATE, "RK", Kit(), most_moves=exact.fewest_moves - 1)
    assert (below.fewest_moves, below.proven, below.nothing_up_to) == (None, False, exact.fewest_moves - 1)
    enough = solve(board, LATE, "RK", Kit(), most_moves=exact.fewest_moves)
    assert (enough.fewest_moves, enough.proven) == (exact.fewest_moves, True)
