"""The bench: what it measures, on which rounds, and the form of its report. No figure is judged."""

from __future__ import annotations

import io
import itertools
import json
import random
import subprocess
import sys
from collections import Counter
from typing import Any

import pytest

from app.cli import build_parser
from app.commands.bench import PARTS, run
from app.commands.bench.child import peak_mb
from app.commands.bench.measuring import NEWS_S, Order, Row, timed_ms
from app.commands.bench.rounds import different_kits, rounds
from app.games.mutant_meeples.board import SHIPPED_BOARDS, shipped_board
from app.games.mutant_meeples.roster import colours
from tests.commands.speak import ROOT, is_one_sentence, mistaken

PHOTO = ROOT / "tests" / "photos" / "photo_000.jpg"


def bench(*arguments: str) -> tuple[dict[str, Any], list[str]]:
    """The report and the lines of the table."""
    out = io.StringIO()
    assert run(build_parser().parse_args(["bench", *arguments]), io.StringIO(), out) == 0
    report, *table = out.getvalue().splitlines()
    return json.loads(report), table


def check_rows(rows: list[dict[str, Any]], unit: str, table: list[str]) -> None:
    for row in rows:
        assert row["runs"] >= 1
        assert 0 < row[f"median_{unit}"] <= row[f"p99_{unit}"] <= row[f"worst_{unit}"]
        assert any(line.startswith(row["name"]) for line in table)


def test_a_row_sums_up_its_figures() -> None:
    assert Row("hundred", range(1, 101), details={"odd": 50}).as_json() == {
        "name": "hundred",
        "runs": 100,
        "median_ms": 50.5,
        "p99_ms": 99,
        "worst_ms": 100,
        "sum_ms": 5050,
        "details": {"odd": 50},
    }


def test_of_few_figures_the_99th_percentile_is_the_worst() -> None:
    assert Row("few", [3.0, 1.0, 2.0]).p99() == 3.0


def test_memory_is_not_added_up() -> None:
    assert set(Row("memory", [1.0], "mb").as_json()) == {
        "name",
        "runs",
        "median_mb",
        "p99_mb",
        "worst_mb",
        "details",
    }


def test_the_stopwatch_hands_on_what_came_of_the_work() -> None:
    took_ms, found = timed_ms(sorted, [2, 1], reverse=True)
    assert found == [2, 1]
    assert took_ms > 0


def test_news_come_every_few_seconds_and_not_with_every_round() -> None:
    told: list[str] = []
    clock_s = itertools.count(step=NEWS_S / 4)
    order = Order(9, 1, None, note=told.append, clock_s=lambda: next(clock_s))
    assert list(order.watched(range(9), "counting")) == list(range(9))
    assert 1 < len(told) < 9
    assert all(line.startswith("bench: counting, ") for line in told)


@pytest.mark.parametrize("city", SHIPPED_BOARDS)
def test_rounds_stand_half_on_the_grates_and_anywhere_else(city: str) -> None:
    board = shipped_board(city)
    crimes = list(rounds(city, 60, 1))
    grates = {board.name_of(cell) for cell in board.grates}
    for number, crime in enumerate(crimes):
        assert tuple(crime.positions) == colours()
        assert len(set(crime.positions.values())) == len(colours())
        assert all(board.has(cell) for cell in (*crime.positions.values(), crime.target))
        assert (set(crime.positions.values()) == grates) == (number % 2 == 0)
    assert len({crime.target for crime in crimes}) > 30


def test_teams_of_the_rounds_have_none_to_five_meeples() -> None:
    sizes = Counter(len(crime.kit.super_team) for crime in rounds("meepville", 200, 1))
    assert sorted(sizes) == [0, 1, 2, 3, 4, 5]


def test_a_seed_gives_the_same_rounds_and_another_seed_others() -> None:
    assert list(rounds("meepville", 5, 7)) == list(rounds("meepville", 9, 7))[:5]
    assert list(rounds("meepville", 5, 7)) != list(rounds("meepville", 5, 8))


def test_six_players_have_six_teams() -> None:
    kits = different_kits(6, random.Random(1))
    assert len(kits) == len({kit.super_team for kit in kits}) == 6


def test_the_solver_is_measured_on_both_cities_and_its_answers_are_counted() -> None:
    report, table = bench("--only", "solver", "--rounds", "3", "--seed", "5")
    assert (report["rounds"], report["seed"]) == (3, 5)
    check_rows(report["rows"], "ms", table)
    assert [row["name"] for row in report["rows"]] == [
        "solver: Meeptropolis",
        "solver: Meeptropolis, whole call",
        "solver: Meepville",
        "solver: Meepville, whole call",
    ]
    for own, call in zip(report["rows"][::2], report["rows"][1::2], strict=True):
        assert own["runs"] == call["runs"] == 3
        assert own["sum_ms"] <= call["sum_ms"]
        told = own["details"]
        assert told["solved"] + told["impossible"] == 3
        assert sum(told["fewest_moves"].values()) == told["solved"]


def test_six_players_get_the_same_answers_in_one_call_and_in_six() -> None:
    report, table = bench("--only", "everyone", "--rounds", "2")
    check_rows(report["rows"], "ms", table)
    at_once = report["rows"][::2]
    assert [row["details"]["rounds_in_which_both_agree"] for row in at_once] == [2, 2]
    for one, six in zip(at_once, report["rows"][1::2], strict=True):
        assert one["details"]["six_calls_take_times"] == pytest.approx(
            six["sum_ms"] / one["sum_ms"], abs=0.01
        )


def test_all_plans_are_counted() -> None:
    report, table = bench("--only", "ways", "--rounds", "2")
    check_rows(report["rows"], "ms", table)
    assert all(row["details"]["most_plans_of_a_round"] >= 1 for row in report["rows"])


def test_the_delay_after_a_deadline_is_that_of_the_slowest_answer() -> None:
    report, table = bench("--only", "deadline", "--rounds", "2")
    check_rows(report["rows"], "ms", table)
    assert [row["name"] for row in report["rows"]] == [
        "deadline 10 ms, open city, 1 to answer",
        "deadline 100 ms, open city, 1 to answer",
        "deadline 10 ms, open city, 6 to answer",
        "deadline 100 ms, open city, 6 to answer",
    ]
    for row, deadline_ms in zip(report["rows"], (10, 100, 10, 100), strict=True):
        assert 0 <= row["details"]["ended_by_the_deadline"] <= 2
        late_ms = max(0, row["worst_ms"] - deadline_ms)
        assert row["details"]["worst_delay_ms"] == pytest.approx(late_ms, abs=0.01)


def test_a_claim_and_a_photograph_are_measured_when_asked_for() -> None:
    report, table = bench("--only", "claims", "photo", "--photo", str(PHOTO), "--rounds", "2")
    check_rows(report["rows"], "ms", table)
    assert [row["name"] for row in report["rows"]] == [
        "vision: read one photo",
        "claim: press to journalled effect",
    ]
    assert report["memory_mb"] > 1


@pytest.mark.slow
def test_processes_are_started_for_the_first_answer_and_for_memory() -> None:
    report, table = bench("--only", "start", "memory", "--rounds", "1")
    check_rows(report["rows"], "ms", table)
    check_rows(report["memory"], "mb", table)
    _, whole, *steps = report["rows"]
    assert whole["name"] == "start: python -m app solve, one line"
    assert [row["name"].split(": ")[1] for row in steps] == [
        "import the solver",
        "load its compiled code",
        "first answer",
    ]
    bare, *solved = report["memory"]
    assert bare["name"] == "memory: bare interpreter"
    assert all(row["median_mb"] > bare["median_mb"] for row in solved)


def test_the_table_alone_has_no_json() -> None:
    out = io.StringIO()
    run(
        build_parser().parse_args(["bench", "--only", "claims", "--rounds", "1", "--text"]),
        io.StringIO(),
        out,
    )
    assert "claim: press to journalled effect" in out.getvalue()
    assert "{" not in out.getvalue()


def test_what_is_being_measured_is_said_on_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    bench("--only", "claims", "--rounds", "1")
    assert capsys.readouterr().err == f"bench: {PARTS['claims']}\n"


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["--rounds", "0"], ["rounds", "0", "1 or more"]),
        (["--only", "speed"], ["--only", "speed", "solver"]),
        (["--only", "photo"], ["photo", "missing"]),
        (["--photo", "nowhere.jpg", "--rounds", "1"], ["photo", "nowhere.jpg"]),
    ],
)
def test_a_mistake_is_one_sentence_before_anything_is_measured(
    arguments: list[str], named: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    *progress, sentence = mistaken(capsys, "bench", *arguments).splitlines()
    assert is_one_sentence(sentence)
    assert progress in ([], [f"bench: {PARTS['photo']}"])
    for word in named:
        assert word in sentence


def test_peak_memory_is_read_from_what_the_kernel_says() -> None:
    assert peak_mb("Name:\tpython\nVmPeak:\t  4096 kB\nVmHWM:\t    2048 kB\nVmRSS:\t 1024 kB\n") == 2.0


def test_a_process_is_not_charged_with_the_memory_of_the_one_that_started_it() -> None:
    big = bytearray(256 * 2**20)
    code = "from app.commands.bench.child import peak_mb; print(peak_mb())"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert float(done.stdout) < len(big) / 2**20


def test_the_bench_weighs_nothing_on_other_commands() -> None:
    """Its parts are loaded when they are measured, not when the command line is read."""
    code = (
        "import sys; from app.cli import build_parser; build_parser()\n"
        "print([name for name in sys.modules if name == 'numba' or name.startswith('app.commands.bench.')])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.slow
def test_presses_are_claims_and_none_is_lost_or_changes_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    report, table = bench("--only", "presses", "--presses", "24")
    check_rows(report["rows"], "ms", table)
    assert len(report["rows"]) == 4
    for row in report["rows"]:
        assert row["runs"] == 24
        assert (row["details"]["lost"], row["details"]["reordered"]) == (0, 0)
