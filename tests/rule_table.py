"""The table of rules: each rule of `tests/rules.toml`, its section of the rulebook, the tests that check it.

`python -m tests.rule_table` writes docs/rules.md; with `--tests` it prints {rule: tests} as JSON instead.
Tests are found as pytest finds them, so a rule named by a single parameter counts as well.
"""

from __future__ import annotations

import contextlib
import io
import json
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent
RULES_FILE = TESTS / "rules.toml"
TABLE_FILE = TESTS.parent / "docs" / "rules.md"

OUR_WORK = ("A", "R")
"""Classes of rules that need a test: software decides them, alone or once it was told what happened."""

HEAD = """\
# The rules and their tests

Made by `python -m tests.rule_table` from `tests/rules.toml` and the `rule` marks of the tests; do not edit.
Statements are in our own words, under the section of the rulebook they come from.

- *class*: **A**, software decides it alone; **R**, as soon as somebody or the camera has told what happened;
  **H**, people judge it; **X**, it depends on printed data that the text does not hold.
- *from*: **text**, the rulebook says so; **follows**, from the text and the parts in the box; **decided**,
  the text is silent or unclear and the Marshal plays it like this; **example**, one of our worked examples.
"""

COLUMNS = ("| rule | class | from | what | tests |", "|---|---|---|---|---|")


@dataclass(frozen=True, slots=True)
class Rule:
    """One checkable statement."""

    section: str
    kind: str
    origin: str
    says: str


Tests = Mapping[str, Sequence[str]]
"""{rule: tests that check it}, tests as "folder/file.py::function"."""


def read_rules() -> tuple[dict[str, Rule], frozenset[str]]:
    """{id: rule} in the order of the file, and the ids whose tests are still to come."""
    data = tomllib.loads(RULES_FILE.read_text("utf-8"))
    pending = frozenset(data.pop("pending"))
    rules = {
        number: Rule(section, entry["class"], entry["from"], entry["says"])
        for section, entries in data.items()
        for number, entry in entries.items()
    }
    return rules, pending


class _Marks:
    """A pytest plugin that notes which test carries which rules."""

    def __init__(self) -> None:
        self.found: dict[str, set[str]] = {}

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        for item in session.items:
            name = item.nodeid.split("[")[0].removeprefix("tests/")
            for mark in item.iter_markers("rule"):
                for number in mark.args:
                    self.found.setdefault(number, set()).add(name)


def marked_tests() -> dict[str, list[str]]:
    """{rule: tests}, as pytest collects them in this process. Raises `RuntimeError` when it cannot."""
    files = sorted(file for file in TESTS.rglob("test_*.py") if "mark.rule(" in file.read_text("utf-8"))
    marks, said = _Marks(), io.StringIO()
    options = ["--collect-only", "-qq", "-p", "no:randomly", "-p", "no:cacheprovider"]
    with contextlib.redirect_stdout(said):
        code = pytest.main([*options, *map(str, files)], plugins=[marks])
    if code != pytest.ExitCode.OK:
        raise RuntimeError(f"the tests could not be collected:\n{said.getvalue()}")
    return {number: sorted(names) for number, names in sorted(marks.found.items())}


def faults(rules: Mapping[str, Rule], pending: frozenset[str], tests: Tests) -> Iterator[str]:
    """What is wrong: rules nobody knows, rules without a test, and pending ones that have theirs."""
    for number in sorted({*tests, *pending} - set(rules)):
        yield f"{number} is no rule of {RULES_FILE.name}"
    for number, rule in rules.items():
        tested = bool(tests.get(number))
        if tested and number in pending:
            yield f"{number} has a test and is still listed as pending"
        if rule.kind in OUR_WORK and not tested and number not in pending:
            yield f"{number} has no test: {rule.says}"


def render(rules: Mapping[str, Rule], pending: frozenset[str], tests: Tests) -> str:
    """The whole of docs/rules.md."""
    tested = sum(bool(tests.get(number)) for number in rules)
    lines = [HEAD, f"{len(rules)} rules; {tested} have tests, {len(pending)} are still to get theirs."]
    section = ""
    for number, rule in rules.items():
        if rule.section != section:
            section = rule.section
            lines += ["", f"## {section}", "", *COLUMNS]
        checked = "<br>".join(f"`{name}`" for name in tests.get(number, ()))
        checked = checked or ("to come" if number in pending else "not for software")
        lines.append(f"| {number} | {rule.kind} | {rule.origin} | {rule.says} | {checked} |")
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str]) -> None:
    """Write docs/rules.md, or print what was found."""
    tests = marked_tests()
    if list(arguments) == ["--tests"]:
        print(json.dumps(tests))
        return
    TABLE_FILE.write_text(render(*read_rules(), tests), "utf-8")
    print(f"wrote {TABLE_FILE.name}")
    for fault in faults(*read_rules(), tests):
        print(fault)


if __name__ == "__main__":
    main(sys.argv[1:])
