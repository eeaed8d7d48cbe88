"""JSON Lines in, JSON Lines out: one answer a line, written at once, so that a pipe can be used by hand.

A bad line is answered in its place by {"error": sentence} and the rest goes on. Instead of lines a whole case
file may come, `{"board": ..., "cases": [...]}` over any number of lines: its cases inherit what stands beside
them and are answered one line each.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Iterator
from typing import IO, Any, TypeVar

import msgspec

from app.errors import BadInput, as_sentence
from app.games.contract import Refused
from app.games.mutant_meeples.board import (
    Board,
    BoardInvalid,
    read_board_file,
    repeated_names,
    shipped_board,
)
from app.games.mutant_meeples.roster import Kit, Rules
from app.games.reasons import explained

EXIT_FINE, EXIT_DISAGREES, EXIT_BAD_INPUT = 0, 1, 2
BYTE_ORDER_MARK = "\ufeff"
"""What some editors put before the first line of a file."""

MOST_SHOWN = 40
"""Characters of a wrong value that are told."""

Request = TypeVar("Request", bound=msgspec.Struct)
Answer = dict[str, Any]


def answer_lines(stdin: Iterable[str], stdout: IO[str], answer: Callable[[Answer], Answer]) -> int:
    """Answer every question of the input. Returns the exit code: 2 when a line was bad, 1 when an answer
    does not agree with what its question expected, else 0."""
    code = EXIT_FINE
    for question in _questions(stdin):
        try:
            given = answer(question) if isinstance(question, dict) else _not_an_object(question)
        except (BadInput, BoardInvalid, Refused) as error:
            given, code = {"error": as_sentence(error)}, EXIT_BAD_INPUT
        if given.get("agrees") is False and code == EXIT_FINE:
            code = EXIT_DISAGREES
        stdout.write(msgspec.json.encode(given).decode() + "\n")
        stdout.flush()
    return code


def _not_an_object(found: object) -> Answer:
    if isinstance(found, BadInput):
        raise found
    raise BadInput(f"line: found {shown(found)}, expected a JSON object")


def shown(found: object) -> str:
    """The beginning of a wrong value, as JSON."""
    return msgspec.json.encode(found).decode()[:MOST_SHOWN]


def _questions(stdin: Iterable[str]) -> Iterator[object]:
    """Every question; a line that is no JSON is a `BadInput` in its place."""
    lines = iter(stdin)
    first = next((line for line in lines if line.strip()), "")
    if _opens_case_file(first):
        rest = list(lines)
        whole = parse(first + "".join(rest))
        if not isinstance(whole, BadInput):
            yield from _cases(whole)
            return
        lines = iter(rest)
    for line in itertools.chain([first], lines):
        if line.strip():
            yield from _cases(parse(line))


def _opens_case_file(line: str) -> bool:
    """Whether a line is the start of an object that goes on in the next lines."""
    return isinstance(parse(line), BadInput) and (line.strip() == "{" or '"cases"' in line)


def parse(text: str) -> object:
    """The JSON value of a line, or what is wrong with it: no JSON, or one name twice in an object."""
    try:
        text = text.removeprefix(BYTE_ORDER_MARK)
        document, repeated = msgspec.json.decode(text), repeated_names(text)
    except (msgspec.DecodeError, RecursionError) as error:
        return BadInput(f"line: {explained(str(error))}; expected one JSON object a line")
    return BadInput(f"line: found {repeated[0]} twice, expected each name once") if repeated else document


def _cases(document: object) -> Iterator[object]:
    if not isinstance(document, dict) or "cases" not in document:
        yield document
        return
    shared = {field: value for field, value in document.items() if field != "cases"}
    cases = document["cases"]
    if not isinstance(cases, list):
        yield BadInput(f"cases: found {shown(cases)}, expected a list of objects")
        return
    for case in cases:
        yield {**shared, **case} if isinstance(case, dict) else case


def read(question: Answer, kind: type[Request]) -> Request:
    """The question as a struct. Raises `BadInput` naming the field, what was found and what was expected."""
    try:
        return msgspec.convert(question, kind)
    except msgspec.ValidationError as error:
        raise BadInput(explained(_with_name(str(error), question), kind)) from error


def _with_name(text: str, question: Answer) -> str:
    """msgspec's words with the name of the value of the wrong type, where it only says `[...]`."""
    path = re.search(r"\$\.(\w+)\[\.\.\.\]", text)
    values = question[path.group(1)] if path else {}
    name = next((name for name, value in values.items() if not isinstance(value, str)), "...")
    return text.replace("[...]", f".{name}")


def board_of(given: str | dict[str, Any]) -> Board:
    """The board a question names or brings along. Raises `BoardInvalid`."""
    return shipped_board(given) if isinstance(given, str) else Board(read_board_file(given))


def kit_of(super_team: Iterable[str], removed: Iterable[str], switches: Rules) -> Kit:
    """The player's kit."""
    return Kit(frozenset(super_team), frozenset(removed), switches)
