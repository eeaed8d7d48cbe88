"""Every rule has its test: docs/rules.md says which, and nothing in it is out of date."""

from __future__ import annotations

import functools
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.rule_table import TABLE_FILE, Rule, faults, read_rules, render

ROOT = Path(__file__).resolve().parent.parent
SOME = {"MM-01": Rule("Contents", "A", "text", "says"), "MM-17": Rule("Contents", "H", "text", "says")}


@functools.cache
def marked() -> dict[str, list[str]]:
    """{rule: tests}, collected in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.rule_table", "--tests"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, list[str]] = json.loads(done.stdout)
    return found


def test_every_rule_that_software_can_check_has_a_test() -> None:
    assert not list(faults(*read_rules(), marked()))


def test_the_table_in_the_documentation_is_up_to_date() -> None:
    assert TABLE_FILE.read_text("utf-8") == render(*read_rules(), marked()), "run python -m tests.rule_table"


def test_statements_are_short_and_fit_a_cell_of_the_table() -> None:
    rules, _ = read_rules()
    assert not [number for number, rule in rules.items() if len(rule.says) > 130 or "|" in rule.says]
    assert {rule.kind for rule in rules.values()} == {"A", "R", "H", "X"}
    assert {rule.origin for rule in rules.values()} == {"text", "follows", "decided", "example"}


@pytest.mark.parametrize(
    ("pending", "tests", "fault"),
    [
        ((), {}, "MM-01 has no test"),
        ((), {"MM-01": []}, "MM-01 has no test"),
        (("MM-01",), {"MM-01": ["t"]}, "still listed as pending"),
        (("MM-99",), {"MM-01": ["t"]}, "MM-99 is no rule"),
        ((), {"MM-01": ["t"], "MM-98": ["t"]}, "MM-98 is no rule"),
    ],
)
def test_what_is_missing_or_too_much_is_named(
    pending: tuple[str, ...], tests: dict[str, list[str]], fault: str
) -> None:
    found = list(faults(SOME, frozenset(pending), tests))
    assert len(found) == 1
    assert fault in found[0]


def test_a_rule_for_people_needs_no_test_and_a_pending_one_waits() -> None:
    assert not list(faults(SOME, frozenset(), {"MM-01": ["t"]}))
    assert not list(faults(SOME, frozenset({"MM-01"}), {}))
    assert "| MM-17 | H | text | says | not for software |" in render(SOME, frozenset(), {})
    assert "| MM-01 | A | text | says | to come |" in render(SOME, frozenset({"MM-01"}), {})
