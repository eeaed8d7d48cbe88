"""The referee over JSON Lines: every request, every error, and that an error leaves the game as it was."""

from __future__ import annotations

import copy
import io
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from app.cli import main
from app.commands.referee import run as run_referee
from tests.commands.speak import is_one_sentence, lines, run

NEW = {"new": {"players": [{"name": "Ann"}, {"name": "Ben"}], "board": "meepville"}, "seed": 7}
GAME = "mutant-meeples"


class Args:
    game = GAME


def speak(*requests: Any) -> tuple[list[dict[str, Any]], int]:
    """The answers and the exit code; a text is sent as it is."""
    said = "".join((r if isinstance(r, str) else json.dumps(r)) + "\n" for r in requests)
    out = io.StringIO()
    code = run_referee(Args, io.StringIO(said), out)  # type: ignore[arg-type]
    return lines(out.getvalue()), code


def test_a_round_in_a_process_of_its_own() -> None:
    plan = {"type": "plan", "player": 0, "rows": [{"meeple": "black", "count": 1}]}
    requests = [
        NEW,
        {"act": {"type": "draw"}},
        {"act": plan},
        {"act": {"type": "claim", "player": 0, "tile": 3}},
        {"act": {"type": "time-up"}},
        {"act": {"type": "give-up"}},
        {"act": {"type": "proceed"}},
    ]
    done = run("referee", "--game", GAME, said="\n".join(json.dumps(request) for request in requests))
    answers = lines(done.stdout)
    assert (done.returncode, done.stderr) == (0, "")
    assert [answer["ok"] for answer in answers] == [True] * 7
    assert [answer["state"]["phase"] for answer in answers] == [
        "draw", "think", "think", "think", "show", "failed", "result",
    ]  # fmt: skip
    assert answers[3]["events"][0]["text"] == "Ann takes 3!"
    assert answers[3]["prompt"]["text"] == "Ann has 3. Who else claims?"
    assert set(answers[0]) == {"ok", "state", "prompt", "events", "result"}


def test_one_seed_gives_one_game_and_the_outcome_of_a_draw_is_told() -> None:
    (first, drawn), _ = speak(NEW, {"act": {"type": "draw"}})
    (again, drawn_again), _ = speak(NEW, {"act": {"type": "draw"}})
    assert (first, drawn) == (again, drawn_again)
    (other, _), _ = speak({**NEW, "seed": 8}, {"act": {"type": "draw"}})
    assert other["state"] != first["state"]
    assert drawn["action"]["letters"] == drawn["state"]["round"]["letters"]
    (_, replayed), _ = speak(NEW, {"act": drawn["action"]})
    assert replayed["state"] == drawn["state"]


def test_what_a_player_may_do_is_told_with_its_values() -> None:
    (begun,), _ = speak(NEW)
    drawer = begun["state"]["drawer"]
    (_, mine, other), code = speak(NEW, {"legal": drawer}, {"legal": 1 - drawer})
    assert [offer["action"] for offer in mine["actions"]] == ["draw"]
    assert other["actions"] == []
    assert code == 0


def test_undo_takes_back_any_number_of_actions() -> None:
    draw, agree = {"act": {"type": "draw"}}, {"act": {"type": "agree", "player": 0}}
    answers, code = speak(NEW, draw, agree, {"undo": 1}, {"undo": 1}, draw, agree, {"undo": 2})
    assert answers[3]["state"] == answers[1]["state"]
    assert answers[4]["state"] == answers[0]["state"]
    assert answers[7]["state"] == answers[0]["state"]
    assert code == 0


def test_a_saved_state_is_loaded_and_played_on() -> None:
    draw = {"act": {"type": "draw"}}
    (_, saved), _ = speak(NEW, draw)
    agree = {"act": {"type": "agree", "player": 1}}
    (loaded, after), code = speak({"load": saved["state"]}, agree)
    (*_, expected), _ = speak(NEW, draw, agree)
    assert loaded["state"] == saved["state"]
    assert after["state"] == expected["state"]
    assert code == 0


def test_a_view_hides_the_tiles_and_the_markers_of_others() -> None:
    plan = {"act": {"type": "plan", "player": 0, "rows": [{"meeple": "black", "count": 2}]}}
    answers, _ = speak(NEW, {"act": {"type": "draw"}}, plan, {"view": 0}, {"view": 1}, {"view": None})
    full, own, other, bystander = answers[2:]
    assert own["state"]["round"]["drafts"] == full["state"]["round"]["drafts"]
    assert other["state"]["round"]["drafts"] == bystander["state"]["round"]["drafts"] == [[], []]
    assert own["state"]["stack"] == len(full["state"]["stack"]) == 16


def test_a_view_beside_another_request_gives_that_answer_redacted() -> None:
    answers, code = speak(
        {**NEW, "view": 1}, {"act": {"type": "draw"}, "view": 1}, {"view": 1}, {"legal": 0, "view": None}
    )
    assert [answer["ok"] for answer in answers] == [True] * 4
    assert answers[0]["state"]["stack"] == 18
    assert answers[1]["state"]["stack"] == 16
    assert answers[1]["events"]
    assert "action" not in answers[1]
    assert answers[2]["state"] == answers[1]["state"]
    assert "actions" in answers[3]
    assert code == 0


def test_a_move_against_the_rules_is_answered_with_its_reason_and_is_no_bad_input() -> None:
    (begun, refused, after), code = speak(NEW, {"act": {"type": "time-up"}}, {"view": None})
    assert refused == {
        "ok": False,
        "error": "No crime is being thought about now",
        "key": "phase.not_thinking",
    }
    assert after["prompt"] == begun["prompt"]
    assert code == 0


DEEP = "[" * 100_000
BAD = [
    "no json",
    "[1]",
    "7",
    "{}",
    '{"act": {"type": "draw"}, "undo": 1}',
    '{"dance": 1}',
    '{"legal": 0, "tempo": 3}',
    '{"act": {"type": "dance"}}',
    '{"act": {"type": "claim", "player": "Ann", "tile": 3}}',
    '{"act": {"type": "claim", "player": 0}}',
    '{"act": {"type": "claim", "player": 0, "tile": 3, "colour": "red"}}',
    '{"act": null}',
    '{"legal": 2}',
    '{"legal": -1}',
    '{"legal": true}',
    '{"legal": 1.0}',
    '{"view": 9}',
    '{"view": "Ann"}',
    '{"act": {"type": "draw"}, "view": 9}',
    '{"undo": 0}',
    '{"undo": 5}',
    '{"undo": "all"}',
    '{"undo": ' + "9" * 5000 + "}",
    '{"legal": 0, "seed": "x"}',
    '{"new": {"players": []}}',
    '{"new": {"players": [{"name": "A"}], "bord": "meepville"}}',
    '{"new": {"players": [{"name": "A", "handicap": 3}]}}',
    '{"new": {"players": [{"name": "A"}], "board": "atlantis"}}',
    '{"new": {"players": [{"name": "A"}], "rules": {"timer_s": 5}}}',
    '{"load": {}}',
    '{"load": null}',
    '{"act": ' + DEEP,
]


@pytest.mark.parametrize("bad", BAD, ids=[line[:60] for line in BAD])
def test_a_bad_line_is_answered_in_its_place_and_changes_nothing(bad: str) -> None:
    draw = {"act": {"type": "draw"}}
    answers, code = speak(NEW, draw, bad, {"undo": 1}, draw)
    assert [answer["ok"] for answer in answers] == [True, True, False, True, True]
    assert set(answers[2]) == {"ok", "error"}
    assert is_one_sentence(answers[2]["error"])
    assert answers[3]["state"] == answers[0]["state"]
    assert answers[4]["state"]["round"]["letters"]
    assert code == 2


def test_before_a_game_there_is_nothing_to_ask() -> None:
    answers, code = speak({"legal": 0}, {"view": None}, {"act": {"type": "draw"}}, {"undo": 1}, "", "  ")
    assert [answer["ok"] for answer in answers] == [False] * 4
    assert all("new" in answer["error"] for answer in answers)
    assert code == 2


def test_a_bad_line_makes_the_exit_code_of_the_process_2() -> None:
    done = run("referee", "--game", GAME, said="nonsense\n" + json.dumps(NEW) + "\n")
    assert done.returncode == 2
    assert [answer["ok"] for answer in lines(done.stdout)] == [False, True]
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("name", "word"),
    [("\\ud800", "surrogate"), ("A\\nB", "name"), ("\\u0000", "name"), ("\\u202e", "name")],
)
def test_a_name_that_cannot_be_written_is_refused(name: str, word: str) -> None:
    answers, code = speak(f'{{"new": {{"players": [{{"name": "{name}"}}]}}}}', {"view": 0})
    assert [answer["ok"] for answer in answers] == [False, False]
    assert word in answers[0]["error"]
    assert code == 2


def saved_states() -> list[dict[str, Any]]:
    """States of every phase, as another front end may have saved them."""
    plan = {"act": {"type": "plan", "player": 0, "rows": [{"meeple": "black", "count": 1}]}}
    answers, _ = speak(
        NEW,
        {"act": {"type": "draw"}},
        plan,
        {"act": {"type": "plan", "player": 1, "rows": [{"meeple": "red", "count": 2}]}},
        {"act": {"type": "buzz", "player": 1}},
        {"act": {"type": "lapse", "player": 1}},
        {"act": {"type": "claim", "player": 0, "tile": 3}},
        {"act": {"type": "time-up"}},
        {"act": {"type": "give-up"}},
        {"act": {"type": "proceed"}},
    )
    return [answer["state"] for answer in answers]


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Paths to everything inside plain data."""
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inner:
        yield (*path, key)
        yield from places(value, (*path, key))


def mangled(state: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """The state with one thing put out of place."""
    state = copy.deepcopy(state)
    paths = list(places(state))
    path, other = rng.choice(paths), rng.choice(paths)
    holder: Any = state
    for key in path[:-1]:
        holder = holder[key]
    value: Any = state
    for key in other:
        value = value[key]
    holder[path[-1]] = rng.choice(
        [
            copy.deepcopy(value),
            None,
            0,
            -1,
            99,
            "",
            "AA",
            "red",
            [],
            {},
            [0],
            "think",
            "show",
            "finished",
            True,
        ]
    )
    return state


@pytest.mark.parametrize("seed", range(4))
def test_a_mangled_state_is_refused_or_can_be_asked_everything(seed: int) -> None:
    """Whatever another program has saved: an answer to each line, never a crash."""
    rng, states = random.Random(seed), saved_states()
    loaded = 0
    for _ in range(120):
        state = mangled(rng.choice(states), rng)
        seats = range(len(state["players"])) if isinstance(state["players"], list) else range(1)
        questions = [{"legal": seat} for seat in seats] + [{"view": seat} for seat in seats]
        acts = ["draw", "time-up", "take-back", "done", "give-up", "proceed"]
        tries = [{"act": {"type": act}} for act in acts]
        answers, _ = speak({"load": state}, *questions, *tries)
        assert len(answers) == 1 + len(questions) + len(tries)
        if answers[0]["ok"]:
            loaded += 1
            assert all(answer["ok"] for answer in answers[1 : 1 + len(questions)])
    assert loaded > 1


def test_a_game_that_cannot_be_played_yet_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["referee", "--game", "meeple-detective"]) == 2
    assert "meeple-detective" in capsys.readouterr().err
