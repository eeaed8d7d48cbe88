"""What the loops work on: the numbers they agree on, one question's arrays, and scratch memory.

Cells are indices into the board, a state is `2 * cell + (power spent)`, `u` numbers the movers (a meeple with
the powers open to it) and `p` the players asked about. Nothing here is compiled and nothing loads numba.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

# Powers, as numbered by city.KINDS.
JUMP, PASS, BEAM, SHORT_STOP, SIDESTEP, DIAGONAL, WRAP = range(7)
SPENT = 7  # the row behind those of the powers
CAP = 10  # roster.MAX_MOVES_PER_MEEPLE; test_solver checks that they agree
FAR = 99  # "not within any number of moves"; fits twice, and 1, into a byte
CODE_BASE = 1024  # a move's code is CODE_BASE * (slot + 1) + way, or the way of a plain slide

# Bits of Puzzle.prunes: each shortcut can be switched off, and then the answers must stay the same.
PRUNE_CONTACT, PRUNE_TAIL, PRUNE_LEAST = 1, 2, 4
PRUNE_ALL = PRUNE_CONTACT | PRUNE_TAIL | PRUNE_LEAST

STAMP = 16  # a place of `seen` holds STAMP * generation + moves made, and no series has more than CAP moves

# How a search ended.
DONE, STOPPED = range(2)

# A plan's row: who moves first and ends where, who second, who last; -1 for nobody.
FIRST, FIRST_END, SECOND, SECOND_END, LAST = range(5)

FREE, GHOST, SOLID = range(3)

# Rows of scratch memory: who a series is spread for. What stands in a row is good until the next one there.
HELPER, FINAL, RELAXED = range(3)
"""A meeple that is not the last to move; the last one; one among ghosts."""

# Rows of a queue: the state, the place it was reached from, the code of the move.
STATE, PARENT, CODE = range(3)

Stops = tuple[NDArray[np.uint8], NDArray[np.uint8]]
"""Two one-element arrays, cancel and deadline: the search ends soon after either becomes non-zero."""


class Puzzle(NamedTuple):
    """One question."""

    cells: NDArray[np.int32]
    """(u,): where each mover stands."""
    kinds: NDArray[np.int32]
    """(u, slots): powers open to each, padded with -1."""
    masks: NDArray[np.int64]
    """(u,): bit p is set when player p may move it so."""
    stay: NDArray[np.int32]
    """(s,): where the meeples stand that nobody moves."""
    players: int
    goal: int
    prunes: int


class Work(NamedTuple):
    """Scratch memory of one search at a time; see `new_work` for the shapes."""

    occupied: NDArray[np.int32]
    """(lines,): occupancy words of everybody as they stand just now."""
    ghosts: NDArray[np.int32]
    """(lines,): those of the movers, who may have moved away."""
    solid: NDArray[np.int32]
    """(lines,): those of the meeples that nobody moves."""
    nobody: NDArray[np.int32]
    """(lines,): all 0."""
    seen: NDArray[np.int64]
    """(3, states): per kind of series, when a state was last seen and after how many moves."""
    queue: NDArray[np.int32]
    """(3, 3, states + 1): per kind of series, the states in breadth-first order; rows STATE, PARENT, CODE."""
    clock: NDArray[np.int64]
    """(3,): the generation last used in each row of `seen`."""
    moves: NDArray[np.int32]
    """(2, most): where the moves from one state end, and their codes."""
    others: NDArray[np.int32]
    """The same once more."""
    either: NDArray[np.int32]
    """(lines,): occupancy words once more."""
    ends: NDArray[np.int32]
    """(u + 1, cells): cells a mover can end on as everyone stands at the start, nearest first; and in row
    u those of a second series."""
    costs: NDArray[np.uint8]
    """(u + 1, cells): moves to each of `ends`."""
    sizes: NDArray[np.int32]
    """(u,): how many of `ends` there are."""
    tail: NDArray[np.uint8]
    """(u, 2, cells): least moves to the goal without a further contact, power to come and power spent."""
    out: NDArray[np.uint8]
    """(u, cells): least moves to the goal right after a slide that a meeple on that cell stopped."""
    into: NDArray[np.uint8]
    """(u, cells): least moves up to the first stop that only a meeple on that cell makes possible."""
    via: NDArray[np.uint8]
    """(u, cells): least moves to the goal with contacts with that cell alone."""
    least: NDArray[np.uint8]
    """(2, u): least moves to the goal without any contact; and with whatever contacts."""
    never: NDArray[np.uint8]
    """(2, cells): a tail that never fits."""
    who: NDArray[np.uint8]
    """(cells,): FREE, GHOST or SOLID."""
    kind_tail: NDArray[np.uint8]
    """(8, cells): least moves to the goal without a contact, with the power of that kind still to come; in
    row SPENT with none."""
    kind_out: NDArray[np.uint8]
    """(8, cells): least `kind_tail` after a slide that a meeple on that cell stopped."""


class Answer(NamedTuple):
    """What a search leaves behind."""

    best: NDArray[np.int64]
    """(p,): moves of the shortest plan found, or FAR."""
    plans: NDArray[np.int32]
    """(p, 5): that plan; when collecting (n, 5): every plan of the length asked for."""
    steps: NDArray[np.int32]
    """(p, 25, 3): the same move by move: mover, code of the move, end; -1 behind the last."""
    level: NDArray[np.int64]
    """[0]: all plans of up to so many moves are looked at; [1]: plans collected, or -1 for not collecting."""


def new_work(cells: int, lines: int, movers: int, slots: int, beams: int) -> Work:
    """Scratch memory for questions of that size; not to be shared between threads."""
    states = 2 * cells

    def table(*shape: int) -> NDArray[np.uint8]:
        return np.zeros(shape, np.uint8)

    def whole(*shape: int) -> NDArray[np.int32]:
        return np.zeros(shape, np.int32)

    return Work(
        occupied=whole(lines),
        ghosts=whole(lines),
        solid=whole(lines),
        nobody=whole(lines),
        seen=np.zeros((3, states), np.int64),
        queue=whole(3, 3, states + 1),
        clock=np.zeros(3, np.int64),
        moves=whole(2, (slots + 1) * (beams + 4 * (movers + 1))),
        others=whole(2, (slots + 1) * (beams + 4 * (movers + 1))),
        either=whole(lines),
        ends=whole(movers + 1, cells),
        costs=table(movers + 1, cells),
        sizes=whole(movers),
        tail=table(movers, 2, cells),
        out=table(movers, cells),
        into=table(movers, cells),
        via=table(movers, cells),
        least=table(2, movers),
        never=np.full((2, cells), FAR, np.uint8),
        who=table(cells),
        kind_tail=table(SPENT + 1, cells),
        kind_out=table(SPENT + 1, cells),
    )
