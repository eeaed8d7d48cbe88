"""Every sentence there is: each key that code names exists with the parameters its sentence needs.

Read off the source (AST), so that a refusal no test provokes has its sentence too.
"""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from app.games.contract import Message, say
from app.games.mutant_meeples.board import DIAGONALS, DIRECTION_BY_WORD
from app.games.mutant_meeples.roster import Power
from app.games.mutant_meeples.switches import SWITCHES, worded
from app.games.mutant_meeples.text_code import KINDS
from app.language import sentence, table, word
from app.ui import words
from hardware.pods.session import Trouble
from tests.test_architecture import sources, within
from vision.light_meter import Side

ROOT = Path(__file__).resolve().parent.parent
KEY = re.compile(r"[a-z-]+\.[a-z0-9_-]+")
STOP_PARAMS = {"by", "side", "at", "blocker"}
"""What `**stop.params(board)` brings along (app/games/mutant_meeples/moves.py)."""
MADE_PARAMS = {"by": {"obstacle"}}
"""Placeholders the language makes itself from a parameter."""
DYNAMIC = {
    *(f"obstacle.{kind}" for kind in ("building", "edge", "meeple")),
    *(f"side.{side}" for side in (*DIRECTION_BY_WORD, *DIAGONALS, *Side)),
    *(f"reason.{trouble.value.replace(' ', '_')}" for trouble in Trouble if trouble is not Trouble.RESTARTED),
    *(f"thing.{kind}" for kind in KINDS.values()),
    *(
        f"step.{whose}_{power.value.replace('-', '_')}"
        for whose in ("own", "borrowed")
        for power in Power
        if power is not Power.COPY
    ),
    *(switch.why.key for switch in SWITCHES),
    *(worded(switch.name, value).key for switch in SWITCHES for value in switch.values),
}
"""Keys put together at run time: what stopped a slide on which side, whose power was used, table rules."""


@dataclass
class Use:
    """One place where a message is made: the keys it can have and the parameters it gives."""

    place: str
    keys: set[str]
    params: set[str] = field(default_factory=set)


def constants(node: ast.AST) -> set[str]:
    """Keys among the string constants at or below `node`; pieces of f-strings are no keys."""
    pieces = {piece for inner in ast.walk(node) if isinstance(inner, ast.JoinedStr) for piece in inner.values}
    return {
        inner.value
        for inner in ast.walk(node)
        if isinstance(inner, ast.Constant) and inner not in pieces
        if isinstance(inner.value, str) and KEY.fullmatch(inner.value)
    }


def keys_of(argument: ast.expr, function: ast.AST, module: ast.Module) -> set[str]:
    """What the first argument can be: written there, or assigned or handed to that name nearby."""
    if not isinstance(argument, ast.Name):
        return constants(argument)
    assigned = {
        key
        for node in ast.walk(function)
        if isinstance(node, ast.Assign) and argument.id in ast.unparse(node.targets[0])
        for key in constants(node.value)
    }
    if assigned:
        return assigned
    name = getattr(function, "name", "")
    return {
        key
        for node in ast.walk(module)
        if isinstance(node, ast.Call) and ast.unparse(node.func) == name
        for part in node.args
        for key in constants(part)
    }


def params_of(call: ast.Call) -> set[str]:
    given: set[str] = set()
    for keyword in call.keywords:
        given |= {keyword.arg} if keyword.arg else STOP_PARAMS
    for name, made in MADE_PARAMS.items():
        given |= made if name in given else set()
    return given


def calls_of(names: tuple[str, ...], package: tuple[str, ...]) -> Iterator[Use]:
    for source in sources():
        if not within(source.module, package):
            continue
        functions = [
            node for node in ast.walk(source.tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        ]
        for node in ast.walk(source.tree):
            if not (isinstance(node, ast.Call) and ast.unparse(node.func) in names and node.args):
                continue
            around = [f for f in functions if f.lineno <= node.lineno <= (f.end_lineno or f.lineno)]
            function: ast.AST = around[-1] if around else source.tree
            keys = keys_of(node.args[0], function, source.tree)
            yield Use(f"{source}:{node.lineno}", keys, params_of(node))


def placeholders(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


def test_the_search_finds_keys_in_all_their_forms() -> None:
    module = ast.parse(
        "def f(a):\n    key = 'x.one' if a else 'x.two'\n    return say(key, n=1)\n"
        "def g(key):\n    return say(key)\ng('x.three')\nsay('x.four' if 1 else 'x.five', **stop)\n"
    )
    f, g = (node for node in module.body if isinstance(node, ast.FunctionDef))
    assert keys_of(ast.Name("key"), f, module) == {"x.one", "x.two"}
    assert keys_of(ast.Name("key"), g, module) == {"x.three"}
    last = module.body[-1]
    assert isinstance(last, ast.Expr)
    assert isinstance(last.value, ast.Call)
    assert keys_of(last.value.args[0], module, module) == {"x.four", "x.five"}
    assert params_of(last.value) == {*STOP_PARAMS, "obstacle"}


MESSAGES = list(calls_of(("say", "refuse", "Message"), ("app", "hardware", "vision")))


def test_every_message_has_a_sentence() -> None:
    assert len(MESSAGES) > 100
    missing = [f"{use.place}: {key}" for use in MESSAGES for key in sorted(use.keys) if key not in table()]
    assert not missing


def test_every_sentence_gets_the_parameters_it_needs() -> None:
    missing = [
        f"{use.place}: {key} lacks {', '.join(sorted(needed))}"
        for use in MESSAGES
        for key in sorted(use.keys & set(table()))
        if (needed := placeholders(table()[key]) - use.params)
    ]
    assert not missing


def test_no_sentence_is_left_over() -> None:
    used = set(DYNAMIC)
    for source in sources():
        used |= constants(source.tree)
    assert not sorted(set(table()) - used)


def test_keys_put_together_at_run_time_exist() -> None:
    assert set(table()) >= DYNAMIC


@pytest.mark.parametrize("source_table", [table(), words.table()], ids=["app/language", "app/ui/words"])
def test_sentences_are_in_plain_words(source_table: Mapping[str, str]) -> None:
    """For people at a table: no computer words, no codes at the end, no doubled spaces or stray brackets."""
    unplain = re.compile(r"\binvalid\b|\billegal\b|\berror\b|\bnull\b|\bexception\b|\bcode \d", re.I)
    wrong = [key for key, text in source_table.items() if unplain.search(text)]
    wrong += [key for key, text in source_table.items() if text != text.strip() or "  " in text or not text]
    wrong += [key for key, text in source_table.items() if re.search(r"[(\[][A-Z]?\d+[)\]]$", text)]
    assert not wrong


def test_every_sentence_can_be_spoken() -> None:
    """With plausible values no placeholder is left and nothing is logged as missing (warnings are errors)."""
    for key, template in table().items():
        given: dict[str, str | int] = dict.fromkeys(placeholders(template), "KC")
        given.update({name: 3 for name in ("tile", "moves", "squares", "limit", "found") if name in given})
        if "obstacle" in given:
            given.update(by="meeple", side="east", at="AB", blocker="green")
        spoken = sentence(Message(key, dict(given)))
        assert spoken, key
        assert "{" not in spoken, key
        assert spoken[0] == spoken[0].upper(), key


def test_numbers_choose_their_word_and_colours_their_name() -> None:
    assert sentence(say("prompt.show", player="Ann", moves=1, tile=9)) == "Ann: show your 1 move"
    assert sentence(say("prompt.show", player="Ann", moves=4, tile=4)) == "Ann: show your 4 moves"
    assert "Forrest" in sentence(say("plan.on_team", meeple="green"))
    assert "Forrest, Ozzy" in sentence(say("show.cells_incomplete", meeples=("green", "gray")))
    assert "Ozzy, Forrest" in sentence(say("verdict.plan_order", planned=("green",), found=("gray", "green")))
    assert "Forrest" in sentence(say("move.stuck", by="meeple", side="east", at="AB", blocker="green"))


COUNTS = {
    "days",
    "expected",
    "found",
    "games",
    "high",
    "left",
    "limit",
    "matches",
    "moves",
    "n",
    "of",
    "rounds",
}
COUNTS |= {"s", "seconds", "squares", "stars", "total", "wins"}
PLURAL = re.compile(r"(?<!to )\{(\w+)\} (?!is\b|was\b|has\b)(?:more |own )?[a-z]+s\b")
ONE_STANDS_APART = {
    "best.moves": "best.one",
    "everyone.moves": "everyone.one",
    "past.best_moves": "past.best_one",
    "puzzles.moves": "puzzles.one_move",
    "puzzles.streak": "puzzles.streak_one",
    "puzzles.to_win": "puzzles.one_to_win",
    "result.solved": "result.solved_one",
    "room.streak": "room.streak_begun",
    "show.not_shown": "show.not_shown_one",
    "status.won": "status.won_one",
}
"""Sentences for some, and the one for one of them."""
NEVER_ONE = {
    "best.most": "a way of one move is always proven",
    "hint.at_most_band": "as in best.most",
    "match.game_of": "the wins of a tournament",
    "winner.champion_sentence": "as in match.game_of",
    "winner.goes_on": "as in match.game_of",
    "winner.sentence": "a whole team",
    "puzzles.best": "a puzzle takes two moves or more",
    "puzzles.best_shown": "as in puzzles.best",
    "puzzles.longer": "as in puzzles.best",
    "puzzles.shown_start": "as in puzzles.best",
    "puzzles.streak_now": "said from the second day on",
}
"""Sentences about numbers that are two or more."""


@pytest.mark.parametrize("source_table", [table(), words.table()], ids=["app/language", "app/ui/words"])
def test_one_thing_is_never_told_as_many(source_table: Mapping[str, str]) -> None:
    """No "1 matches": a number that can be one chooses its word, or one has a sentence of its own."""
    wrong = [
        key
        for key, text in source_table.items()
        if key not in NEVER_ONE and ONE_STANDS_APART.get(key) not in source_table
        if any(match[1] in COUNTS for match in PLURAL.finditer(text))
    ]
    assert not wrong


def test_words_of_the_screens_choose_by_number_as_sentences_do() -> None:
    assert [words.word("figures.matches", n=n) for n in (0, 1, 2)] == ["matches", "match", "matches"]
    assert words.word("seat.without", name="Ann", n=1) == "Ann without 1 meeple"


def test_a_name_with_braces_is_only_a_name() -> None:
    assert "{tile}" in sentence(say("claim.buzzed", player="{tile}"))


def test_an_unknown_key_is_shown_not_raised(caplog: pytest.LogCaptureFixture) -> None:
    assert "no.such" in word("no.such")
    assert "no sentence" in caplog.text


# -- the words of the screens --------------------------------------------------------------------------------

SCREEN_WORDS = [use for use in calls_of(("word", "words.word"), ("app.ui",)) if use.keys]


def kv_words() -> Iterator[tuple[str, str]]:
    for path in sorted((ROOT / "app/ui").rglob("*.kv")):
        for key in re.findall(r"""\bword\(\s*["']([^"']+)["']""", path.read_text("utf-8")):
            yield path.name, key


def test_every_word_of_the_screens_is_written_down() -> None:
    assert len(SCREEN_WORDS) > 30
    missing = [f"{use.place}: {key}" for use in SCREEN_WORDS for key in use.keys if key not in words.table()]
    missing += [f"{name}: {key}" for name, key in kv_words() if key not in words.table()]
    assert not missing


def test_words_of_the_screens_get_the_parameters_they_need() -> None:
    missing = [
        f"{use.place}: {key} lacks {', '.join(sorted(needed))}"
        for use in SCREEN_WORDS
        for key in use.keys
        if (needed := placeholders(words.table().get(key, "")) - use.params)
    ]
    assert not missing


def test_no_word_of_the_screens_is_left_over() -> None:
    """Words put together at run time are known by their beginning: word(f"power.{colour}")."""
    used, beginnings = {key for _, key in kv_words()}, set[str]()
    for source in sources():
        if within(source.module, ("app.ui", "app.commands")):
            used |= constants(source.tree)
            beginnings |= set(f_string_beginnings(source.tree))
    left = {key for key in set(words.table()) - used if not key.startswith(tuple(beginnings))}
    assert not sorted(left)


def f_string_beginnings(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.JoinedStr):
            first = node.args[0].values[0]
            if isinstance(first, ast.Constant) and re.match(r"[a-z_]+\.", str(first.value)):
                yield str(first.value)
