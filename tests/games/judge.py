"""The slow, obvious judge of the solver: breadth-first over whole states, written from the rules alone.

It shares nothing with the product but the board file: cells are (column, row) pairs, buildings a set of
(cell, side) pairs, and a state holds everything that matters - where everyone stands, who has moved, who is
moving, whether that one's power is spent and how many moves it has made. For small boards and short answers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from app.games.mutant_meeples.board import BoardFile
from app.games.mutant_meeples.roster import Kit

Square = tuple[int, int]
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcd"
NORTH, EAST, SOUTH, WEST = (0, -1), (1, 0), (0, 1), (-1, 0)
SIDES = {"north": NORTH, "east": EAST, "south": SOUTH, "west": WEST}
POWER_OF = {
    "green": "jump",
    "gray": "pass",
    "blue": "beam",
    "brown": "short",
    "red": "step",
    "white": "diagonal",
    "yellow": "wrap",
}


def square(name: str) -> Square:
    return LETTERS.index(name[0]), LETTERS.index(name[1])


def plus(cell: Square, side: Square, times: int = 1) -> Square:
    return cell[0] + times * side[0], cell[1] + times * side[1]


def back(side: Square) -> Square:
    return -side[0], -side[1]


class Town:
    """The city as sets."""

    def __init__(self, file: BoardFile, kit: Kit) -> None:
        every = {(column, row) for column in range(file.columns) for row in range(file.rows)}
        self.squares = every - {square(name) for name in file.missing}
        self.beams = {square(name) for name in file.beams}
        self.kit = kit
        self.buildings: set[tuple[Square, Square]] = set()
        for name, sides in file.buildings.items():
            for word in sides:
                cell, side = square(name), SIDES[word]
                self.buildings |= {(cell, side), (plus(cell, side), back(side))}

    def slide(self, taken: set[Square], cell: Square, side: Square) -> list[Square]:
        """All cells of the slide, the one it starts on first."""
        run = [cell]
        while (run[-1], side) not in self.buildings:
            ahead = plus(run[-1], side)
            if ahead not in self.squares or ahead in taken:
                break
            run.append(ahead)
        return run

    def line_start(self, cell: Square, side: Square) -> Square:
        """The first existing cell of the line through `cell`, coming in from the side opposite to `side`."""
        line = [spot for spot in self.squares if (spot[0] == cell[0] if side[0] == 0 else spot[1] == cell[1])]
        return min(line, key=lambda spot: spot[0] * side[0] + spot[1] * side[1])

    def corner_open(self, cell: Square, upright: Square, level: Square) -> bool:
        """Skewt: two ways round the corner, each over one side cell and two edges; one must be free."""
        around = []
        for one, two in ((upright, level), (level, upright)):
            beside = plus(cell, one)
            if beside in self.squares:
                around.append(((cell, one) in self.buildings) + ((beside, two) in self.buildings))
            else:
                around.append(2 if (cell, one) not in self.buildings else 3)
        if self.kit.rules.skewt_outer_corner == "forbid":
            edges = [(cell, upright), (cell, level)]
            edges += [
                (plus(cell, one), two)
                for one, two in ((upright, level), (level, upright))
                if plus(cell, one) in self.squares
            ]
            if sum(edge in self.buildings for edge in edges) >= 2:
                return False
        return 0 in around

    def power_ends(self, power: str, taken: set[Square], cell: Square) -> Iterator[Square]:
        """Where one move with this power can end; the same cell may come more than once."""
        if power == "beam":
            yield from (spot for spot in self.beams if spot != cell and spot not in taken)
            return
        if power == "diagonal":
            for upright in (NORTH, SOUTH):
                for level in (EAST, WEST):
                    end = plus(plus(cell, upright), level)
                    if end in self.squares and end not in taken and self.corner_open(cell, upright, level):
                        yield end
            return
        for side in SIDES.values():
            end = self.straight(power, taken, cell, side)
            if end is not None and end != cell:
                yield end

    def straight(self, power: str, taken: set[Square], cell: Square, side: Square) -> Square | None:
        if power == "jump":
            end = plus(cell, side, 3)
            return end if end in self.squares and end not in taken else None
        run = self.slide(taken, cell, side)
        stop, ahead = run[-1], plus(run[-1], side)
        if power == "step":
            return run[1] if len(run) > 1 else None
        if power == "short":
            return run[-2] if len(run) > 1 else None
        if power == "pass":
            if (stop, side) not in self.buildings or ahead not in self.squares or ahead in taken:
                return None
            return self.slide(taken, ahead, side)[-1]
        assert power == "wrap"
        if (stop, side) in self.buildings or ahead in self.squares:
            return None
        entry = self.line_start(stop, side)
        if entry in taken or (entry, back(side)) in self.buildings:
            return None
        end = self.slide(taken, entry, side)[-1]
        at_edge = (end, side) not in self.buildings and plus(end, side) not in self.squares
        return None if at_edge and self.kit.rules.edge_empty_line == "no-wrap" else end


@dataclass(frozen=True)
class State:
    """Everything that matters in the middle of a plan."""

    places: tuple[tuple[str, Square], ...]
    done: frozenset[str] = frozenset()
    mover: str | None = None
    spent: bool = False
    made: int = 0


def powers_of(colour: str, kit: Kit) -> list[str]:
    if colour != "black":
        return [POWER_OF[colour]]
    barred = set(kit.super_team)
    if kit.rules.carbon_removed_powers == "forbid":
        barred |= kit.removed
    return [power for owner, power in POWER_OF.items() if owner not in barred]


def next_states(town: Town, state: State) -> Iterator[State]:
    """Every state one move on; as many times as there are different moves to it."""
    for colour, cell in state.places:
        if colour in town.kit.super_team or colour in town.kit.removed or colour in state.done:
            continue
        same = colour == state.mover
        moved = len(state.done) + (state.mover is not None)
        if (same and state.made == 10) or (not same and moved == 3):
            continue
        spent = same and state.spent
        taken = {spot for other, spot in state.places if other != colour}
        ends = [(run[-1], spent) for side in SIDES.values() if len(run := town.slide(taken, cell, side)) > 1]
        if not spent:
            for power in powers_of(colour, town.kit):
                ends += [(end, True) for end in town.power_ends(power, taken, cell)]
        done = state.done if same or state.mover is None else state.done | {state.mover}
        made = state.made + 1 if same else 1
        for end, now_spent in ends:
            places = tuple((other, end if other == colour else spot) for other, spot in state.places)
            yield State(places, done, colour, now_spent, made)


def fewest_moves(
    file: BoardFile, positions: Mapping[str, str], target: str, kit: Kit, most: int = 24
) -> tuple[int | None, int]:
    """(fewest moves, number of different move sequences of that length); (None, 0) beyond `most` moves."""
    town, goal = Town(file, kit), square(target)
    layer = {State(tuple((colour, square(name)) for colour, name in sorted(positions.items()))): 1}
    for moves in range(1, most + 1):
        following: dict[State, int] = {}
        for state, ways in layer.items():
            for after in next_states(town, state):
                following[after] = following.get(after, 0) + ways
        arrived = [n for s, n in following.items() if dict(s.places)[str(s.mover)] == goal]
        if arrived:
            return moves, sum(arrived)
        layer = following
        if not layer:
            break
    return None, 0
