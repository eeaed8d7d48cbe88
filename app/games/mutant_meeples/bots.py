"""Players whom the machine plays: how long they think, what they bid, what they would show, what they pay.

A bot sees what some player would see who overlooks a meeple or two: the plans of the solver for the bot's own
markers, and for those without any one or two of its meeples. So every plan is a legal solution, replayed by
the verifier, and the longer ones are longer for an honest reason. Which of them it finds, how long that takes
and whether it miscounts is drawn from its level with the generator handed in. docs/bots.md tells the model
with what was measured.
"""

from __future__ import annotations

import functools
import itertools
import random

import msgspec
from msgspec.structs import replace

from app.games.mutant_meeples.answers import Moves
from app.games.mutant_meeples.board import Board
from app.games.mutant_meeples.moves import Move
from app.games.mutant_meeples.roster import Kit, Power, meeple
from app.games.mutant_meeples.solver import solve_for_all
from app.games.mutant_meeples.state import Plan, Row, State

STRETCH = (0.5, 2.0)
"""Range of the random factor on a bot's thinking time."""
OVERLOOKED = 2
"""Meeples that a bot overlooks at most: 104 of 120 crimes have longer plans then, with three only 108."""
MOST_KITS = 60
"""Kits the solver takes in one search; those with the fewest meeples overlooked come first."""
SEARCH_S = 20.0
"""Seconds for that search. Compiled it takes a tenth of one at most; uncompiled a hundred times as long."""


class Level(msgspec.Struct, frozen=True):
    """A skill level.

    `base_s`: seconds before the first idea, `per_move_s`: seconds for each move of it. `excess`: the chances
    to see a plan of the fewest moves, of one more, of two more and so on; what they leave of 1 is the chance
    to see nothing. `slip`: chance of a miscount. `depth`: plans of more moves are beyond this bot.
    """

    base_s: float
    per_move_s: float
    excess: tuple[float, ...]
    slip: float
    depth: int


LEVELS = {
    "beginner": Level(12.0, 9.0, excess=(0.40, 0.25, 0.15, 0.08), slip=0.2, depth=6),
    "family": Level(9.0, 7.0, excess=(0.60, 0.20, 0.10), slip=0.12, depth=7),
    "club": Level(6.0, 5.0, excess=(0.78, 0.13, 0.04), slip=0.06, depth=9),
    "expert": Level(3.0, 2.0, excess=(0.94, 0.04), slip=0.02, depth=12),
}
"""From the weakest to the strongest."""

KEPT_IN_PLAY = (
    Power.JUMP,
    Power.DIAGONAL,
    Power.SIDESTEP,
    Power.SHORT_STOP,
    Power.BEAM,
    Power.PASS,
    Power.WRAP,
    Power.COPY,
)
"""Whom a bot would rather have to play with, best first: those who stop in open ground (rulebook, Strategy
Tips) before those who need a wall, and Carbon last, who is worth less the longer a match lasts."""


class Idea(msgspec.Struct, frozen=True):
    """What a bot will do about a crime: after how many seconds, with which markers, showing which moves.

    Without markers: it sees no way, and after that time it would say so.
    """

    after_s: float
    plan: Plan = ()
    moves: Moves = ()


def plan_of(moves: tuple[Move, ...]) -> Plan:
    """The markers for a solution: one row a meeple, in order."""
    order = dict.fromkeys(move.meeple for move in moves)
    return tuple(Row(colour, sum(move.meeple == colour for move in moves)) for colour in order)


def think(state: State, player: int, level: Level, rng: random.Random) -> Idea:
    """The bot's idea for the open crime. Slow (see `SEARCH_S`); any thread may call it.

    The time goes by the moves of the plan; who sees nothing gives up as late as a plan at the edge of its
    depth would take.
    """
    crime = state.round
    assert crime is not None
    stretch, slips = rng.uniform(*STRETCH), rng.random() < level.slip
    # One more choice than there are chances: to see nothing.
    (extra,) = rng.choices(range(len(level.excess) + 1), [*level.excess, 1 - sum(level.excess)])
    moves: Moves = ()
    if extra < len(level.excess):
        starts, kit = tuple(crime.starts.items()), state.round_kit(player)
        found = ways(state.board, starts, crime.target, kit, OVERLOOKED if extra else 0)
        moves = _seen(found, extra, level)
    after_s = round((level.base_s + level.per_move_s * (len(moves) or level.depth)) * stretch, 3)
    plan = plan_of(moves)
    if slips and moves and plan[-1].count > 1:
        plan = (*plan[:-1], Row(plan[-1].meeple, plan[-1].count - 1))
    return Idea(after_s, plan, moves)


def _seen(found: tuple[Moves, ...], extra: int, level: Level) -> Moves:
    """The shortest plan of at least so many moves more than the fewest, within the bot's reach; or none."""
    if not found:
        return ()
    fewest = len(found[0])
    most = min(level.depth, fewest + len(level.excess) - 1)
    return next((moves for moves in found if fewest + extra <= len(moves) <= most), ())


@functools.lru_cache(maxsize=16)
def ways(
    board: Board, starts: tuple[tuple[str, str], ...], target: str, kit: Kit, overlooked: int
) -> tuple[Moves, ...]:
    """Plans of different lengths for this kit, the shortest first.

    The fewest moves there are, and then what is found by somebody who overlooks that many meeples or fewer.
    Remembered, because players with the same markers think about the same; early in a match all of them do.
    """
    usable = kit.usable()
    unseen = (
        frozenset(colours)
        for count in range(min(overlooked, len(usable) - 1) + 1)
        for colours in itertools.combinations(usable, count)
    )
    kits = [replace(kit, removed=kit.removed | gone) for gone in itertools.islice(unseen, MOST_KITS)]
    plans: dict[int, Moves] = {}
    for solution in solve_for_all(board, dict(starts), target, kits, deadline_s=SEARCH_S):
        if solution.moves:
            plans.setdefault(len(solution.moves), solution.moves)
    return tuple(plans[length] for length in sorted(plans))


def give_back(state: State, player: int) -> str:
    """Whom a bot takes off its super team as a penalty: the one it would rather have to play with again."""
    return min(state.players[player].team, key=lambda colour: KEPT_IN_PLAY.index(meeple(colour).power))
