"""Simulated games: the same seed gives the same bytes, and every line adds up."""

from __future__ import annotations

import functools
import io
from pathlib import Path
from typing import Any

import pytest

from app.cli import build_parser
from app.commands.simulate import make_setup, run
from app.games.mutant_meeples.match import check_setup
from tests.commands.speak import lines
from tests.commands.speak import run as run_process


@functools.cache
def simulate(*arguments: str) -> tuple[str, int]:
    out = io.StringIO()
    code = run(build_parser().parse_args(["simulate", *arguments]), io.StringIO(), out)
    return out.getvalue(), code


def check_report(report: dict[str, Any], players: int) -> None:
    assert len(report["scores"]) == players
    assert max(report["scores"]) == 6
    assert report["scores"].count(6) == 1
    assert report["winner"] == f"Bot {report['scores'].index(6) + 1}"
    assert report["rounds"] >= 6
    solved = report["ends"]["solved"]
    assert solved >= sum(report["scores"])
    assert solved - sum(report["scores"]) <= report["ends"].get("failed", 0)
    assert report["actions"] > report["rounds"] * 3


def test_two_games_are_told_line_by_line_with_a_total() -> None:
    text, code = simulate("--games", "2", "--seed", "4")
    first, second, total = lines(text)
    assert code == 0
    assert (first["game"], second["game"]) == (1, 2)
    for report in (first, second):
        check_report(report, 3)
    assert total == {"games": 2, "rounds": first["rounds"] + second["rounds"], "unfinished": 0}


def test_one_game_has_a_total_of_numbers_too() -> None:
    text, _ = simulate("--seed", "4")
    assert lines(text)[-1]["unfinished"] == 0
    assert '"unfinished":0' in text


@pytest.mark.parametrize("players", [1, 6])
def test_one_plays_alone_and_six_play_together(players: int) -> None:
    text, code = simulate("--players", str(players), "--seed", "5")
    assert code == 0
    check_report(lines(text)[0], players)


def test_the_same_seed_gives_the_same_bytes_and_another_seed_others(tmp_path: Path) -> None:
    """In processes of their own: nothing may hang on hash seeds, folders or the time of day."""
    first, second = (run_process("simulate", "--games", "5", "--seed", "1") for _ in range(2))
    assert first.returncode == second.returncode == 0
    assert first.stdout == second.stdout
    assert len(lines(first.stdout)) == 6
    assert lines(first.stdout)[0] != lines(simulate("--seed", "4")[0])[0]


def test_a_game_of_a_row_is_the_same_alone() -> None:
    """The first game does not depend on how many follow."""
    assert (
        simulate("--games", "2", "--seed", "8")[0].splitlines()[0]
        == simulate("--seed", "8")[0].splitlines()[0]
    )


def test_levels_play_differently() -> None:
    results = {
        simulate("--seed", "4", *level)[0] for level in ((), ("--level", "beginner"), ("--level", "expert"))
    }
    assert len(results) == 3


def test_the_set_ups_take_turns_through_cities_and_styles() -> None:
    setups = [make_setup(number, 3) for number in range(6)]
    for setup in setups:
        check_setup(setup)
    assert {setup.board for setup in setups} == {"meeptropolis", "meepville"}
    assert {seat.style for setup in setups for seat in setup.players} == {"touch", "buzz"}


@pytest.mark.slow
def test_twenty_games_all_come_to_an_end() -> None:
    text, code = simulate("--games", "20", "--seed", "20", "--players", "4")
    reports = lines(text)
    assert code == 0
    for report in reports[:-1]:
        check_report(report, 4)
    assert reports[-1]["games"] == 20
    assert reports[-1]["unfinished"] == 0
