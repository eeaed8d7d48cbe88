"""What the solver can say: one player's best, and every equally short way.

Plain data, importable without numpy or numba. Cells are names, meeples are colours, as on the wire.
"""

from __future__ import annotations

import msgspec

from app.games.mutant_meeples.moves import Move

Moves = tuple[Move, ...]
"""A whole plan, move by move, in the order it is shown."""


class Solution(msgspec.Struct, frozen=True):
    """What is known about a position.

    `proven` True: `fewest_moves` is the fewest there can be, or with None no plan of up to 24 moves exists.
    `proven` False: the search was ended early; there is certainly nothing of `nothing_up_to` moves or fewer,
    and `fewest_moves`, if a number, is what was found so far ("at most"). `moves` is one plan of that many
    moves. `elapsed_us` is the time of the search alone: neither of reading names and boards
    before it, nor of replaying the plan after it.
    `solutions` counts all plans that short when asked for and finished; plans that only make the same
    series in another order are one.
    """

    fewest_moves: int | None
    proven: bool
    moves: Moves
    solutions: int | None
    nothing_up_to: int
    elapsed_us: int


class SolverFault(Exception):
    """The solver's answer did not pass the verifier, so it is not shown: a bug, with the case in the text."""


class Arrival(msgspec.Struct, frozen=True):
    """The shortest plans in which one meeple arrives: that one's marker joins the super team.

    `plans` are the nicest first: fewest meeples, then fewest powers; there may be more than are listed.
    """

    meeple: str
    count: int
    plans: tuple[Moves, ...]


class AllSolutions(msgspec.Struct, frozen=True):
    """Every shortest plan, grouped by the meeple that arrives; the group with the nicest plan first.

    `count` is the sum over the groups. Where the time did not suffice to find them all, nothing is grouped
    and `count` is None.
    """

    fewest_moves: int | None
    proven: bool
    count: int | None
    arrivals: tuple[Arrival, ...]
    nothing_up_to: int
    elapsed_us: int
