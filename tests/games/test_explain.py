"""Moves in words: a sentence holds the whole move, a path can be drawn, a refusal names its place."""

from __future__ import annotations

import itertools
import json
import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.games.contract import Refused
from app.games.mutant_meeples.answers import AllSolutions, Arrival, Solution
from app.games.mutant_meeples.attempt import Attempt, start
from app.games.mutant_meeples.board import SHIPPED_BOARDS, Board, BoardFile, shipped_board
from app.games.mutant_meeples.explain import Told, by_series, plans, tell
from app.games.mutant_meeples.moves import Move, ways, why_not
from app.games.mutant_meeples.roster import Kit, Power, meeple, roster
from app.games.mutant_meeples.solver import solve
from app.games.mutant_meeples.verifier import replay
from app.language import sentence
from app.language.story import story
from tests.games.random_boards import random_case
from tests.games.random_plans import names, random_plan

CASES = Path(__file__).parent.parent / "cases"
SEEDS = st.integers(0, 2**32)
OWN_POWERS = {
    Power.JUMP: "jumps",
    Power.PASS: "goes",
    Power.BEAM: "beams",
    Power.SHORT_STOP: "one square short of",
    Power.SIDESTEP: "steps",
    Power.DIAGONAL: "slips",
    Power.WRAP: "out of the city",
}
"""Words by which a listener knows that a power was used, and which."""


def six(**more: object) -> Board:
    return Board(BoardFile("six", 6, 6, **more))  # type: ignore[arg-type]


def told_of(before: Attempt, after: Attempt) -> list[Told]:
    return tell(before.board, before.kit.rules, names(before), after.moves)


def sentences(told: list[Told]) -> list[str]:
    return [story(colour, (t.clause for t in part)) for colour, part in by_series(told).items()]


def read_back(told: list[str], starts: dict[str, str]) -> list[Move]:
    """The moves a listener would make who hears nothing but the sentences."""
    by_name = {figure.short: figure.colour for figure in roster()}
    moves, at = [], dict(starts)
    for spoken in told:
        name, _, rest = spoken.partition(" ")
        colour = by_name[name]
        for clause in rest.split("; then "):
            move = heard(clause, colour, at[colour], by_name)
            moves.append(move)
            at[colour] = move.to
    return moves


def heard(clause: str, colour: str, source: str, by_name: dict[str, str]) -> Move:
    lent = re.match(r"borrows (\w+)'s power: ", clause)
    used = [power for power, words in OWN_POWERS.items() if words in clause]
    assert len(used) <= 1, clause
    owner = by_name[lent.group(1)] if lent else colour if used else None
    assert (owner is not None) == bool(used), clause
    if owner:
        assert meeple(owner).power is used[0], clause
    way = re.search(r"(?:jumps|goes|steps|slips|slides|runs) ([a-z-]+)", clause)
    ends = re.findall(r"(?:to|stops at) ([A-Za-z]{2})\b", clause)
    return Move(colour, owner, way.group(1) if way else None, source, ends[-1])


@settings(deadline=None)
@given(SEEDS)
def test_who_hears_only_the_sentences_makes_the_same_moves(seed: int) -> None:
    before, after = random_plan(seed)
    moves = read_back(sentences(told_of(before, after)), names(before))
    assert tuple(moves) == after.moves
    if moves:
        assert replay(before.board, names(before), before.kit, moves, moves[-1].to).legal


@pytest.mark.parametrize("city", SHIPPED_BOARDS)
def test_the_solvers_answers_to_solved_rounds_can_be_told_and_read_back(city: str) -> None:
    board = shipped_board(city)
    for case in json.loads((CASES / f"solved-rounds-{city}.json").read_text())["cases"]:
        kit = Kit(frozenset(case.get("super_team", ())), frozenset(case.get("removed", ())))
        solution = solve(board, case["positions"], case["target"], kit)
        told = tell(board, kit.rules, case["positions"], solution.moves)
        moves = read_back(sentences(told), case["positions"])
        assert tuple(moves) == solution.moves
        assert replay(board, case["positions"], kit, moves, case["target"]).legal == bool(moves)


@settings(deadline=None)
@given(SEEDS)
def test_there_is_one_sentence_a_series_that_begins_with_its_meeple(seed: int) -> None:
    before, after = random_plan(seed)
    told = sentences(told_of(before, after))
    assert [spoken.split()[0] for spoken in told] == [meeple(colour).short for colour in after.movers]
    assert [spoken.count("; then ") + 1 for spoken in told] == [count for _, count in after.counts()]


@settings(deadline=None)
@given(SEEDS)
def test_every_slide_says_what_stopped_it(seed: int) -> None:
    """The thing named is the thing there: the blocker by its name, the building and the edge as such."""
    before, after = random_plan(seed)
    for told in told_of(before, after):
        words = [sentence(part) for part in told.clause]
        if told.stop is None:
            assert told.power in (Power.JUMP, Power.BEAM, Power.SIDESTEP, Power.DIAGONAL)
        else:
            named = {"building": "the building", "edge": "the city edge"}.get(told.stop.kind.value)
            assert words[-1].endswith(named or meeple(told.stop.colour or "").short)


@settings(deadline=None)
@given(SEEDS)
def test_the_path_of_a_slide_goes_square_by_square(seed: int) -> None:
    """Only a wrap leaves the line once, from edge to edge; a jump and a beam have nothing between."""
    before, after = random_plan(seed)
    for told in told_of(before, after):
        assert (told.cells[0], told.cells[-1]) == (told.move.source, told.move.to)
        places = [before.board.place(before.board.cell(name)) for name in told.cells]
        far = [
            abs(column - to_column) + abs(row - to_row) != 1
            for (column, row), (to_column, to_row) in itertools.pairwise(places)
        ]
        if told.power in (Power.JUMP, Power.BEAM, Power.DIAGONAL):
            assert len(places) == 2
        elif told.power is Power.WRAP:
            assert sum(far) <= 1
        else:
            assert not any(far)


@settings(deadline=None)
@given(SEEDS)
def test_every_refused_move_names_a_cell_and_whoever_stands_in_the_way(seed: int) -> None:
    """What stopped it and where, for every power and way, and for every cell a finger may name."""
    rng = random.Random(seed)
    case = random_case(rng)
    attempt = start(case.board, case.kit, case.positions)
    colour = rng.choice(list(case.positions))
    others, cell = attempt.others(colour), attempt.positions[colour]
    refused = [
        why_not(case.board, others, cell, to)
        for to in range(case.board.cell_count)
        if case.board.exists[to] and to != cell
    ]
    free = start(case.board, Kit(rules=case.kit.rules), case.positions)
    choices: list[tuple[str | None, Power | None]] = [(None, None), *free.kit.powers(colour).items()]
    for owner, power in choices:
        for way in ways(case.board, power):
            try:
                free.play(colour, owner, way if isinstance(way, str) else case.board.name_of(way))
            except Refused as error:
                refused.append(error.message)
    for message in refused:
        spoken = sentence(message)
        cells = [name for name in re.findall(r"\b[A-Z]{2}\b", spoken) if case.board.has(name)]
        assert cells, spoken
        if message.params.get("blocker"):
            assert meeple(str(message.params["blocker"])).short in spoken


@pytest.mark.parametrize(
    ("buildings", "positions", "moves", "expected"),
    [
        (
            {},
            {"gray": "AA"},
            [("gray", None, "east"), ("gray", None, "south")],
            "Ozzy slides east and stops at FA against the city edge; "
            "then slides south and stops at FF against the city edge",
        ),
        (
            {"CA": ("east",)},
            {"gray": "AA", "red": "FA"},
            [("gray", "gray", "east")],
            "Ozzy goes east through the building at CA and stops at EA against Sidestep",
        ),
        (
            {},
            {"black": "AD", "red": "DA"},
            [("black", "green", "north"), ("black", None, "east")],
            "Carbon borrows Forrest's power: jumps north to AA; "
            "then slides east and stops at CA against Sidestep",
        ),
        (
            {"DC": ("east",)},
            {"brown": "AC"},
            [("brown", "brown", "east")],
            "Shortstop slides east and stops at CC one square short of the building",
        ),
        (
            {},
            {"black": "AC", "red": "EC"},
            [("black", "brown", "east")],
            "Carbon borrows Shortstop's power: slides east and stops at CC one square short of Sidestep",
        ),
        (
            {"DC": ("east",)},
            {"yellow": "BC"},
            [("yellow", "yellow", "west")],
            "Edge runs west out of the city at AC, comes in again at FC and stops at EC against the building",
        ),
        ({}, {"red": "CC"}, [("red", "red", "east")], "Sidestep steps east to DC"),
        ({}, {"white": "CC"}, [("white", "white", "north-east")], "Skewt slips north-east to DB"),
        ({}, {"blue": "AF"}, [("blue", "blue", "EE")], "Beamer beams to EE"),
    ],
)
def test_a_series_in_words(
    buildings: dict[str, tuple[str, ...]],
    positions: dict[str, str],
    moves: list[tuple[str, str | None, str]],
    expected: str,
) -> None:
    attempt = after = start(six(buildings=buildings, beams=("EE",)), Kit(), positions)
    for colour, power, way in moves:
        after = after.play(colour, power, way)
    assert sentences(told_of(attempt, after)) == [expected]


MOVE = Move("gray", None, "east", "AA", "FA")
OTHER = Move("red", None, "east", "CA", "FA")


def test_the_plans_of_every_answer_are_listed_nicest_first() -> None:
    assert plans(Solution(None, True, (), None, 24, 0)) == ()
    assert plans(Solution(1, True, (MOVE,), None, 0, 0)) == ((MOVE,),)
    arrivals = (Arrival("gray", 1, ((MOVE,),)), Arrival("red", 1, ((OTHER,),)))
    assert plans(AllSolutions(1, True, 2, arrivals, 0, 0)) == ((MOVE,), (OTHER,))
    assert plans(AllSolutions(None, False, None, (), 3, 0)) == ()
