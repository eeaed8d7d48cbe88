"""The slow, obvious judge of the solver: breadth-first over whole states, written from the rules alone.

It shares nothing with the product but the board file and what a player plays with: cells are (column, row)
pairs, buildings a set of (cell, side) pairs, and a state holds everything that matters - where everyone
stands, who has moved, who is moving, whether that one's power is spent and how many moves it has made. Every
shortest plan is written out move by move; plans that only make the same series in another order are one.
For small boards and short answers.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from app.games.mutant_meeples.board import BoardFile
from app.games.mutant_meeples.roster import Kit, roster

Square = tuple[int, int]
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcd"
NORTH, EAST, SOUTH, WEST = (0, -1), (1, 0), (0, 1), (-1, 0)
SIDES = {"north": NORTH, "east": EAST, "south": SOUTH, "west": WEST}
CORNERS = {
    "north-east": (NORTH, EAST),
    "south-east": (SOUTH, EAST),
    "south-west": (SOUTH, WEST),
    "north-west": (NORTH, WEST),
}
POWER_OF = {
    "green": "jump",
    "gray": "pass",
    "blue": "beam",
    "brown": "short-stop",
    "red": "sidestep",
    "white": "diagonal",
    "yellow": "wrap",
    "black": "copy",
}
"""By the rule book; figures of a bigger box have the power their roster gives them."""


class AnyMove(Protocol):
    """A move of ours or of the solver: whose, with whose power if any, which way, from where to where."""

    @property
    def meeple(self) -> str: ...
    @property
    def power(self) -> str | None: ...
    @property
    def direction(self) -> str | None: ...
    @property
    def source(self) -> str: ...
    @property
    def to(self) -> str: ...


class Step(NamedTuple):
    """One move; a beam has no direction."""

    meeple: str
    power: str | None
    direction: str | None
    source: str
    to: str


Plan = tuple[Step, ...]
"""A whole plan; of the series before the last, the one of the first colour in the alphabet stands first."""


def square(name: str) -> Square:
    return LETTERS.index(name[0]), LETTERS.index(name[1])


def name_of(cell: Square) -> str:
    return LETTERS[cell[0]] + LETTERS[cell[1]]


def plus(cell: Square, side: Square, times: int = 1) -> Square:
    return cell[0] + times * side[0], cell[1] + times * side[1]


def back(side: Square) -> Square:
    return -side[0], -side[1]


class Town:
    """The city as sets, and what one player may do in it."""

    def __init__(self, file: BoardFile, kit: Kit) -> None:
        every = {(column, row) for column in range(file.columns) for row in range(file.rows)}
        self.squares = every - {square(name) for name in file.missing}
        self.beams = {square(name) for name in file.beams}
        self.kit = kit
        self.box = {figure.colour: POWER_OF.get(figure.colour, figure.power.value) for figure in roster()}
        self.buildings: set[tuple[Square, Square]] = set()
        for name, sides in file.buildings.items():
            for word in sides:
                cell, side = square(name), SIDES[word]
                self.buildings |= {(cell, side), (plus(cell, side), back(side))}
        self.powers = {colour: self.powers_of(colour) for colour in self.box}

    def powers_of(self, colour: str) -> dict[str, str]:
        """{whose power: which}; Carbon's are those of everybody who is not on the team."""
        if self.box[colour] != "copy":
            return {colour: self.box[colour]}
        barred = set(self.kit.super_team)
        if self.kit.rules.carbon_removed_powers == "forbid":
            barred |= self.kit.removed
        return {owner: power for owner, power in self.box.items() if power != "copy" and owner not in barred}

    def slide(self, taken: set[Square], cell: Square, side: Square) -> list[Square]:
        """All cells of the slide, the one it starts on first."""
        run = [cell]
        while (run[-1], side) not in self.buildings:
            ahead = plus(run[-1], side)
            if ahead not in self.squares or ahead in taken:
                break
            run.append(ahead)
        return run

    @functools.cache  # noqa: B019 - a town lives as long as one question
    def line_start(self, cell: Square, side: Square) -> Square:
        """The first existing cell of the line through `cell`, coming in from the side opposite to `side`."""
        line = [spot for spot in self.squares if (spot[0] == cell[0] if side[0] == 0 else spot[1] == cell[1])]
        return min(line, key=lambda spot: spot[0] * side[0] + spot[1] * side[1])

    def corner_open(self, cell: Square, upright: Square, level: Square) -> bool:
        """Skewt: two ways round the corner, each over one side cell and two edges; one must be free."""
        around = []
        standing = 0
        for one, two in ((upright, level), (level, upright)):
            beside = plus(cell, one)
            edges = ((cell, one) in self.buildings) + (
                beside in self.squares and (beside, two) in self.buildings
            )
            standing += edges
            around.append(beside in self.squares and not edges)
        if self.kit.rules.skewt_outer_corner == "forbid" and standing >= 2:
            return False
        return any(around)

    def power_ends(self, power: str, taken: set[Square], cell: Square) -> Iterator[tuple[str | None, Square]]:
        """(which way, where to) of each move with this power."""
        if power == "beam":
            yield from ((None, spot) for spot in self.beams if spot != cell and spot not in taken)
            return
        if power == "diagonal":
            for word, (upright, level) in CORNERS.items():
                end = plus(plus(cell, upright), level)
                if end in self.squares and end not in taken and self.corner_open(cell, upright, level):
                    yield word, end
            return
        for word, side in SIDES.items():
            landed = self.straight(power, taken, cell, side)
            if landed is not None and landed != cell:
                yield word, landed

    def straight(self, power: str, taken: set[Square], cell: Square, side: Square) -> Square | None:
        if power == "jump":
            end = plus(cell, side, 3)
            return end if end in self.squares and end not in taken else None
        run = self.slide(taken, cell, side)
        stop, ahead = run[-1], plus(run[-1], side)
        if power == "sidestep":
            return run[1] if len(run) > 1 else None
        if power == "short-stop":
            return run[-2] if len(run) > 1 else None
        if power == "pass":
            if (stop, side) not in self.buildings or ahead not in self.squares or ahead in taken:
                return None
            return self.slide(taken, ahead, side)[-1]
        assert power == "wrap"
        if (stop, side) in self.buildings or any(
            plus(stop, side, far) in self.squares for far in range(1, 31)
        ):
            return None  # a hole is no edge: the line goes on behind it
        entry = self.line_start(stop, side)
        if entry in taken or (entry, back(side)) in self.buildings:
            return None
        end = self.slide(taken, entry, side)[-1]
        at_edge = (end, side) not in self.buildings and plus(end, side) not in self.squares
        return None if at_edge and self.kit.rules.edge_empty_line == "no-wrap" else end


class State(NamedTuple):
    """Everything that matters in the middle of a plan."""

    places: tuple[tuple[str, Square], ...]
    done: frozenset[str] = frozenset()
    mover: str | None = None
    spent: bool = False
    made: int = 0


def may_move(town: Town, state: State, colour: str) -> bool:
    """Whether this meeple may make the next move of the plan."""
    if colour in town.kit.super_team or colour in town.kit.removed or colour in state.done:
        return False
    if colour == state.mover:
        return state.made < 10
    return len(state.done) + (state.mover is not None) < 3


def next_steps(town: Town, state: State) -> Iterator[tuple[Step, State]]:
    """Every move that may follow, and the state after it."""
    for colour, cell in state.places:
        if not may_move(town, state, colour):
            continue
        same = colour == state.mover
        spent = same and state.spent
        taken = {spot for other, spot in state.places if other != colour}
        ends: list[tuple[str | None, str | None, Square]] = []
        for word, side in SIDES.items():
            run = town.slide(taken, cell, side)
            if len(run) > 1:
                ends.append((None, word, run[-1]))
        if not spent:
            for owner, power in town.powers[colour].items():
                ends += [(owner, way, end) for way, end in town.power_ends(power, taken, cell)]
        done = state.done if same or state.mover is None else state.done | {state.mover}
        made = state.made + 1 if same else 1
        for who, way, end in ends:
            places = tuple((other, end if other == colour else spot) for other, spot in state.places)
            step = Step(colour, who, way, name_of(cell), name_of(end))
            yield step, State(places, done, colour, spent or who is not None, made)


def next_states(town: Town, state: State) -> Iterator[State]:
    """Every state one move on; as many times as there are different moves to it."""
    return (after for _, after in next_steps(town, state))


def told(moves: Iterable[AnyMove]) -> Plan:
    """The plan without the order of the series before the last, so that equal solutions are equal."""
    series: dict[str, list[Step]] = {}
    for move in moves:
        step = Step(move.meeple, move.power, move.direction, move.source, move.to)
        series.setdefault(move.meeple, []).append(step)
    *first, last = series.values()
    first.sort(key=lambda one: one[0].meeple)
    return tuple(step for one in (*first, last) for step in one)


@dataclass(frozen=True)
class Judged:
    """What the judge knows: the fewest moves, or None if there is no plan of up to `looked` moves.

    `plans` are all the shortest ones, each by the meeple that arrives.
    """

    fewest: int | None
    looked: int
    plans: Mapping[str, frozenset[Plan]] = field(default_factory=dict)

    @property
    def count(self) -> int:
        return sum(len(plans) for plans in self.plans.values())


Ways = dict[State, list[tuple[State, Step]]]
"""The states after some number of moves, each with every state and move it comes from."""


class Look:
    """Every plan of up to `looked` moves from a position, whatever the target.

    Looks until the target named is reached, if one is; otherwise `most` moves deep, or as far as looking on
    from no more than `room` states brings.
    """

    def __init__(
        self,
        file: BoardFile,
        positions: Mapping[str, str],
        kit: Kit,
        most: int = 24,
        room: int | None = None,
        until: str | None = None,
    ) -> None:
        self.town = Town(file, kit)
        start = State(tuple((colour, square(name)) for colour, name in sorted(positions.items())))
        self.layers: list[Ways] = [{start: []}]
        self.arrivals: dict[str, tuple[int, list[State]]] = {}
        """{cell: (fewest moves, states in which a meeple has just come to rest there)}"""
        looked_from = 0
        self.looked = most
        for moves in range(1, most + 1):
            looked_from += len(self.layers[-1])
            if until in self.arrivals or (room is not None and looked_from > room):
                self.looked = moves - 1
                break
            self._look_on(moves)

    def _look_on(self, moves: int) -> None:
        following: Ways = {}
        for state in self.layers[-1]:
            for step, after in next_steps(self.town, state):
                following.setdefault(after, []).append((state, step))
        for state, ways in following.items():
            soonest, states = self.arrivals.setdefault(ways[0][1].to, (moves, []))
            if soonest == moves:
                states.append(state)
        self.layers.append(following)

    def judged(self, target: str) -> Judged:
        """The answer for one target: every way to it, written out move by move."""
        if target not in self.arrivals:
            return Judged(None, self.looked)
        fewest, arrived = self.arrivals[target]
        plans: dict[str, set[Plan]] = {}
        tails: list[tuple[State, tuple[Step, ...]]] = [(state, ()) for state in arrived]
        for layer in self.layers[fewest:0:-1]:
            tails = [(before, (step, *tail)) for state, tail in tails for before, step in layer[state]]
        for _, moves in tails:
            plans.setdefault(moves[-1].meeple, set()).add(told(moves))
        return Judged(fewest, fewest, {colour: frozenset(of_one) for colour, of_one in plans.items()})


def fewest_moves(
    file: BoardFile, positions: Mapping[str, str], target: str, kit: Kit, most: int = 24
) -> tuple[int | None, int]:
    """(fewest moves, number of different plans of that length); (None, 0) beyond `most` moves."""
    judged = Look(file, positions, kit, most, until=target).judged(target)
    return judged.fewest, judged.count
