"""What the solver's loops work on: the numbers they agree on, one question's arrays, and scratch memory.

Cells are indices into the board, a state is `2 * cell + (power spent)`, and `u` numbers the usable meeples in
the order of the roster. Nothing here is compiled and nothing loads numba.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

# Powers, as numbered by encode.KINDS.
JUMP, PASS, BEAM, SHORT_STOP, SIDESTEP, DIAGONAL, WRAP = range(7)
CAP = 10  # roster.MAX_MOVES_PER_MEEPLE; test_solver checks that they agree
FAR = 99  # a bound of "not within any number of moves"
CODE_BASE = 1024  # a move's code is CODE_BASE * slot + way; slot 0 is a plain slide, boards have < 1024 beams

# Bits of Puzzle.prunes: each shortcut can be switched off, and then the answers must stay the same.
PRUNE_BOUND, PRUNE_ANCHOR, PRUNE_TOUCH = 1, 2, 4
PRUNE_ALL = PRUNE_BOUND | PRUNE_ANCHOR | PRUNE_TOUCH

# Places in `answer`. RANK is 10 * meeples + powers of the plan held, the smaller the nicer; 0: no plan.
RANK, COUNT, CUT, FIRST, FIRST_END, SECOND, SECOND_END, LAST = range(8)
ANSWER_SIZE = 8
PER_MEEPLE = 10

NOTHING, SOLVED, STOPPED = range(3)

# How long a pass goes on once it has a plan.
ANY_PLAN, PLAIN_PLAN, ALL_PLANS = range(3)

Stops = tuple[NDArray[np.uint8], NDArray[np.uint8]]
"""Two one-element arrays, cancel and deadline: the pass ends soon after either becomes non-zero."""


class Puzzle(NamedTuple):
    """One question, and what can be said about it whatever the number of moves."""

    cells: NDArray[np.int16]
    """(u,): where each usable meeple stands."""
    kinds: NDArray[np.int8]
    """(u, slots): powers open to each, padded with -1."""
    goal: int
    bound: NDArray[np.uint8]
    """(u, states): least number of moves from a state to the goal, blockers or not."""
    touch: NDArray[np.uint8]
    """(u, cells): least length of a series that is stopped by a meeple on that cell and ends on the goal."""
    through: NDArray[np.uint8]
    """(u, cells): least length of a series that runs over or lands on that cell and ends on the goal."""
    lowest: NDArray[np.int64]
    """(u,): least number of moves to the goal from the start."""
    alone: NDArray[np.uint8]
    """(u, cells): moves to each cell while everyone else stands still, FAR if out of reach."""
    prunes: int


class Series(NamedTuple):
    """The states one meeple reaches in its series, in breadth-first order; arrays are by state or place."""

    queue: NDArray[np.int32]
    place: NDArray[np.int32]
    stamp: NDArray[np.int64]
    depth: NDArray[np.int64]
    routes: NDArray[np.int64]
    parent: NDArray[np.int32]
    code: NDArray[np.int32]
    head: NDArray[np.int64]
    """[0] the current stamp, [1] 1 when the limit cut something off."""


class Work(NamedTuple):
    """Scratch memory of one search."""

    occupied: NDArray[np.bool_]
    first: Series
    second: Series
    last: Series
    no_bound: NDArray[np.uint8]


def new_series(cells: int) -> Series:
    """Scratch memory for one series on a board of that many cells."""
    states = 2 * cells + 2
    whole, long = np.int32, np.int64
    return Series(
        np.zeros(states, whole),
        np.zeros(states, whole),
        np.zeros(states, long),
        np.zeros(states, long),
        np.zeros(states, long),
        np.zeros(states, whole),
        np.zeros(states, whole),
        np.zeros(2, long),
    )


def new_work(cells: int) -> Work:
    """Scratch memory for one search; not to be shared between threads."""
    occupied = np.zeros(cells, np.bool_)
    no_bound = np.zeros(2 * cells, np.uint8)
    return Work(occupied, new_series(cells), new_series(cells), new_series(cells), no_bound)
