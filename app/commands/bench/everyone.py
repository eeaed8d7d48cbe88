"""Six players with six different teams before the same crime: one call for all against a call for each."""

from __future__ import annotations

import random
from collections.abc import Iterator

from app.commands.bench.measuring import Order, Row, timed_ms
from app.commands.bench.rounds import Round, different_kits, rounds
from app.games.mutant_meeples.answers import Solution
from app.games.mutant_meeples.board import SHIPPED_BOARDS, shipped_board
from app.games.mutant_meeples.roster import Kit
from app.games.mutant_meeples.solver import solve, solve_for_all, warm
from app.games.mutant_meeples.state import MAX_PLAYERS

SAMPLE = 100
"""Rounds of each city."""


def measure(order: Order) -> Iterator[Row]:
    """Two rows a city. Both ways take turns at being first: the second finds the processor warm."""
    warm()
    for city in SHIPPED_BOARDS:
        name = shipped_board(city).name
        rng = random.Random(f"{city}/{order.seed}/teams")
        one_ms: list[float] = []
        six_ms: list[float] = []
        agreeing = 0
        crimes = rounds(city, order.at_most(SAMPLE), order.seed)
        for number, crime in enumerate(order.watched(crimes, f"six players at {name}")):
            kits = different_kits(MAX_PLAYERS, rng)
            turn = ((one_ms, all_at_once), (six_ms, each))
            answers = []
            for times_ms, ask in turn if number % 2 else turn[::-1]:
                took_ms, found = timed_ms(ask, crime, kits)
                times_ms.append(took_ms)
                answers.append(known(found))
            agreeing += answers[0] == answers[1]
        ratio = round(sum(six_ms) / sum(one_ms), 2)
        details = {"six_calls_take_times": ratio, "rounds_in_which_both_agree": agreeing}
        yield Row(f"everyone: {name}, one call for six", one_ms, details=details)
        yield Row(f"everyone: {name}, six calls", six_ms)


def all_at_once(crime: Round, kits: tuple[Kit, ...]) -> tuple[Solution, ...]:
    """Everybody's answer in one call."""
    return solve_for_all(crime.board, crime.positions, crime.target, kits)


def each(crime: Round, kits: tuple[Kit, ...]) -> tuple[Solution, ...]:
    """Everybody's answer, one call after the other."""
    return tuple(solve(crime.board, crime.positions, crime.target, kit) for kit in kits)


def known(answers: tuple[Solution, ...]) -> list[tuple[int | None, bool]]:
    """What both ways must agree on."""
    return [(answer.fewest_moves, answer.proven) for answer in answers]
