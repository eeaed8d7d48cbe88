"""Simulated games: the same seed gives the same bytes, and every line adds up."""

from __future__ import annotations

import functools
import io
import itertools
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from app.cli import build_parser
from app.commands.simulate import make_setup, run
from app.commands.variants import with_variants
from app.errors import BadInput
from app.games.mutant_meeples.box import BOX_FILE
from app.games.mutant_meeples.match import MutantMeeples
from app.games.mutant_meeples.preparing import check_setup
from app.games.mutant_meeples.state import Setup
from app.store.errors import JournalFailed
from app.store.journal import Journal
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
    levels = ((), ("--bots", "beginner"), ("--bots", "expert"), ("--bots", "beginner,expert"))
    assert len({simulate("--seed", "4", *level)[0] for level in levels}) == len(levels)


def test_the_levels_go_round_the_table() -> None:
    seats = make_setup(1, 5, ["expert", "beginner"]).players
    assert [seat.bot for seat in seats] == ["expert", "beginner", "expert", "beginner", "expert"]


def test_experts_beat_the_beginners_beside_them() -> None:
    text, code = simulate("--games", "3", "--players", "4", "--seed", "3", "--bots", "beginner, expert")
    assert code == 0
    scores = [report["scores"] for report in lines(text)[:-1]]
    assert sum(sum(score[1::2]) for score in scores) > 2 * sum(sum(score[::2]) for score in scores)


def test_the_old_name_of_the_option_still_works() -> None:
    assert simulate("--seed", "4", "--level", "club") == simulate("--seed", "4")


def test_variants_are_drawn_by_the_seed_and_tournaments_go_on_to_their_end() -> None:
    arguments = ("--games", "9", "--players", "3", "--seed", "8", "--variants", "--level", "beginner")
    text, code = simulate(*arguments)
    assert code == 0
    reports = lines(text)[:-1]
    assert run_process("simulate", *arguments).stdout == text
    assert len({len(report["scores"]) for report in reports}) > 1
    variants = [report["variants"] for report in reports]
    assert any(any(drawn["removed"]) for drawn in variants)
    assert any(any(drawn["seeds"]) for drawn in variants)
    assert any(drawn["construction"] and drawn["destruction"] for drawn in variants)
    standings = [drawn["tournament"] for drawn in variants if drawn["tournament"]]
    assert any(max(standing) == 3 for standing in standings)
    for before, after in itertools.pairwise(standings):
        assert sum(after) == (1 if max(before) == 3 else sum(before) + 1)


def test_set_ups_drawn_by_lot_can_all_be_played_and_hold_every_variant() -> None:
    seen: Counter[str] = Counter()
    for seed in range(300):
        rng = random.Random(seed)
        setup = with_variants(make_setup(seed, 6, ["club"]), rng)
        state = MutantMeeples().new(setup, rng)
        MutantMeeples().check(state)
        seen[f"{len(setup.players)} players"] += 1
        seen["tournament"] += setup.tournament is not None
        seen.update(f"{len(tile.sides)} sides" for tile in setup.building_tiles)
        seen.update("by hand" if tile.cell else "by lot" for tile in setup.building_tiles)
        for player in setup.players:
            seen[f"{player.handicap} drawn, {len(player.removed)} chosen"] += 1
            seen["seed"] += player.seed is not None
    assert not {f"{n} players" for n in range(1, 7)} - set(seen)
    assert not {f"{a} drawn, {b} chosen" for a in range(3) for b in range(3 - a)} - set(seen)
    assert min(seen[kind] for kind in ("tournament", "seed", "by hand", "by lot")) > 20
    assert min(seen[f"{n} sides"] for n in range(3)) > 20


def test_seven_play_where_the_box_says_so(tmp_path: Path) -> None:
    """The seventh has no key and no pin: the claim button on the screen does."""
    bigger = tmp_path / "box.json"
    bigger.write_bytes(BOX_FILE.read_bytes().replace(b'"marker_sets": 6', b'"marker_sets": 7'))
    text, code = simulate("--players", "7", "--box", str(bigger), "--seed", "2", "--level", "beginner")
    assert code == 0
    check_report(lines(text)[0], 7)


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        (("--players", "7"), "players: found 7, expected 1 to 6"),
        (("--players", "0"), "players: found 0, expected 1 to 6"),
        (("--games", "0"), "games: found 0"),
        (
            ("--bots", "club,master"),
            "level: found 'master', expected beginner, family, club, expert",
        ),
        (("--box", "no-such-box.json"), "box: no-such-box.json cannot be read"),
        (("--box", "README.md"), "Box: "),
    ],
)
def test_what_cannot_be_simulated_is_said_in_one_sentence(arguments: tuple[str, ...], found: str) -> None:
    with pytest.raises(BadInput, match=found):
        simulate(*arguments)


def test_the_set_ups_take_turns_through_cities_and_styles() -> None:
    setups = [make_setup(number, 3, ["club"]) for number in range(6)]
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


def test_the_journal_is_closed_when_a_game_breaks_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """As when somebody presses Ctrl+C."""
    opened: list[Journal] = []

    def breaks_off(_setup: Setup, _rng: random.Random, journal: Journal, _folder: Path) -> None:
        opened.append(journal)
        raise KeyboardInterrupt

    monkeypatch.setattr("app.commands.simulate._play", breaks_off)
    with pytest.raises(KeyboardInterrupt):
        run(build_parser().parse_args(["simulate"]), io.StringIO(), io.StringIO())
    with pytest.raises(JournalFailed, match="closed"):
        opened[0].records("setting")
