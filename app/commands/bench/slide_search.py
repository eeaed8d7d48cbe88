"""An ordinary breadth-first search for a robot-sliding game, kept to this game's series and caps.

Meeples only slide. A state is whose series are over and where they ended, and who is moving and where; all
states of one move are looked at, then all of two, until somebody has arrived. There are no bounds and no
shortcuts: this is what the solver is compared with. `search` is ordinary Python that `compiling.entry` can
compile. Import late: this loads numba.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from app.commands.bench.rounds import Round
from app.games.mutant_meeples.kernel.city import WALK, encode
from app.games.mutant_meeples.kernel.compiling import loop
from app.games.mutant_meeples.roster import MAX_MEEPLES_MOVED, MAX_MOVES, MAX_MOVES_PER_MEEPLE

CELL_BITS = 10  # the biggest board has 900 cells
FIELD_BITS = CELL_BITS + 4  # and a meeple's number from 1; 0: nobody
CELL_MASK, FIELD_MASK = (1 << CELL_BITS) - 1, (1 << FIELD_BITS) - 1
FIELDS = MAX_MEEPLES_MOVED
"""A state is a number of three fields: who moves now, and, sorted, the two whose series are over."""
SPREAD = 1_999_993
"""A prime that scatters states over the table; with 21 bits the product stays below 2**63."""
NO_PLAN, GAVE_UP = -1, -2


class Memory:
    """What a search writes on, for up to that many states; used again by the next one."""

    def __init__(self, most_states: int) -> None:
        self.table = np.zeros(1 << (2 * most_states).bit_length(), np.int64)
        """The states seen, scattered; 0 where there is none."""
        self.places = np.zeros(most_states + 1, np.int64)
        """Where in the table each state stands that is in the queue."""
        self.queue = np.zeros(most_states + 1, np.int64)
        self.made = np.zeros(most_states + 1, np.uint8)
        """Moves of the series under way, by state in the queue."""


def fewest_slides(crime: Round, memory: Memory, run: Callable[..., tuple[int, int]]) -> tuple[int, int]:
    """(fewest moves by slides alone, or NO_PLAN, or GAVE_UP when the memory is full; states seen).

    `run` is `search`, or its compiled twin.
    """
    board = crime.board
    usable = [colour for colour in crime.kit.usable() if colour in crime.positions]
    occupied = np.zeros(board.cell_count, np.bool_)
    occupied[[board.cell(name) for name in crime.positions.values()]] = True
    starts = np.array([board.cell(crime.positions[colour]) for colour in usable], np.int64)
    walk = encode(board, crime.kit.rules).table[WALK].reshape(4, board.cell_count)
    answer, seen = run(
        walk,
        occupied,
        starts,
        board.cell(crime.target),
        memory.table,
        memory.places,
        memory.queue,
        memory.made,
    )
    memory.table[memory.places[1:seen]] = 0
    return int(answer), int(seen)


@loop
def add(table: NDArray[np.int64], state: int) -> int:
    """Put a state (not 0) into the table of those seen; its place there, or -1 when it was in already."""
    mask = table.size - 1
    place = ((state * SPREAD) >> 20) & mask
    while table[place] != 0:
        if table[place] == state:
            return -1
        place = (place + 1) & mask
    table[place] = state
    return place


@loop
def switch(state: int) -> int:
    """The state when the mover's series is over and the next mover is not named yet."""
    mover, other = state & FIELD_MASK, state >> FIELD_BITS
    low, high = min(mover, other), max(mover, other)
    return (low << FIELD_BITS | high) << FIELD_BITS if low else high << FIELD_BITS


@loop
def stand(starts: NDArray[np.int64], state: int, at: NDArray[np.int64], over: NDArray[np.bool_]) -> None:
    """Fill where everybody is in a state, and whose series are over."""
    at[:] = starts
    over[:] = False
    for field in range(FIELDS):
        who = (state >> (field * FIELD_BITS) & FIELD_MASK) >> CELL_BITS
        if who:
            at[who - 1] = state >> (field * FIELD_BITS) & CELL_MASK
            over[who - 1] = field > 0


@loop
def search(
    walk: NDArray[np.int32],
    occupied: NDArray[np.bool_],
    starts: NDArray[np.int64],
    goal: int,
    table: NDArray[np.int64],
    places: NDArray[np.int64],
    queue: NDArray[np.int64],
    made: NDArray[np.uint8],
) -> tuple[int, int]:
    """The search itself, on arrays of `Memory`."""
    at, over = starts.copy(), np.zeros(starts.size, np.bool_)
    for cell in starts:
        occupied[cell] = False
    head, tail = 0, 1
    for total in range(1, MAX_MOVES + 1):
        layer_end = tail
        while head < layer_end:
            state = int(queue[head])
            moving = (state & FIELD_MASK) >> CELL_BITS
            stand(starts, state, at, over)
            for who in range(starts.size):
                occupied[at[who]] = True
            for who in range(starts.size):
                goes_on = who + 1 == moving
                if over[who] or (goes_on and made[head] == MAX_MOVES_PER_MEEPLE):
                    continue
                if not goes_on and moving and state >> (2 * FIELD_BITS):
                    continue
                settled = state & ~FIELD_MASK if goes_on or not moving else switch(state)
                for way in range(4):
                    end = at[who]
                    following = int(walk[way, end])
                    while following >= 0 and not occupied[following]:
                        end = following
                        following = int(walk[way, end])
                    if end == at[who]:
                        continue
                    if end == goal:
                        return total, tail
                    after = settled | (who + 1) << CELL_BITS | end
                    place = add(table, after)
                    if place >= 0:
                        places[tail], queue[tail] = place, after
                        made[tail] = made[head] + 1 if goes_on else 1
                        tail += 1
                        if tail == queue.size:
                            return GAVE_UP, tail
            for who in range(starts.size):
                occupied[at[who]] = False
            head += 1
        if tail == layer_end:
            break
    return NO_PLAN, tail
