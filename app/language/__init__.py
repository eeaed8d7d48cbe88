"""Messages into sentences: English in TOML files, looked up by key; other languages by gettext (`tongues`).

In: a `Message` (key and parameters). Out: a sentence for people, in the language that is spoken now.
Templates are `str.format` texts with two helps: `{count:move|moves}` picks the word for the number
(`{count:|move|moves}` without the number), and `{obstacle}` describes what stopped a slide.
Colours in parameters become the meeples' short names, and sides the words of the table. A message with a rule
switch among its parameters ends with what that switch says at this table.
"""

from __future__ import annotations

import functools
import logging
import string
import tomllib
from collections.abc import Mapping, Sequence
from importlib import resources
from typing import Any

from app.games.contract import Message
from app.games.mutant_meeples.roster import colours, meeple
from app.games.mutant_meeples.switches import worded
from app.language.tongues import ENGLISH, form, spoken, translated

log = logging.getLogger(__name__)

LONGEST_ECHO = 200
"""Characters of a value from outside that a sentence repeats at most."""

ECHOES = frozenset({"found", "cell", "name"})
"""Parameters that repeat what came from outside; nothing at all is shown as two quotes."""

COLOUR_PARAMS = frozenset({"meeple", "blocker", "power", "colour", "expected_meeple"})
"""Parameters that name a meeple by its colour; the sentence uses its short name."""
COLOUR_LISTS = frozenset({"meeples", "planned", "found"})
"""Parameters that may list meeples by their colours."""

TOLD_BY: Mapping[str, str] = {"side": "side", "reason": "reason", "what": "thing", "wanted": "thing"}
"""Parameters whose values have texts of their own, and the section of these; others stay as they are."""


class _Formatter(string.Formatter):
    """`{n:move|moves}` gives "1 move" or "3 moves", `{n:|is|are}` the word; lists are joined with commas."""

    def __init__(self, language: str) -> None:
        self._language = language

    def format_field(self, value: Any, format_spec: str) -> str:
        if "|" in format_spec:
            *alone, one, many = format_spec.split("|")
            chosen = many if not isinstance(value, int) or form(value, self._language) else one
            return chosen if alone else f"{value} {chosen}"
        if isinstance(value, Sequence) and not isinstance(value, str):
            return ", ".join(str(item) for item in value)
        return str(super().format_field(value, format_spec))


def filled(template: str, params: Mapping[str, Any], language: str | None = None) -> str:
    """The text of a template with its parameters. Raises KeyError for a missing one."""
    return _Formatter(language or spoken()).vformat(template, (), params)


@functools.cache
def english() -> Mapping[str, str]:
    """The flat table {key: template}, as it was written."""
    return flat_table(__package__, ENGLISH)


@functools.cache
def table(language: str = ENGLISH) -> Mapping[str, str]:
    """The flat table {key: template} of a language."""
    return translated(english(), "say", language)


def flat_table(package: str, folder_name: str) -> Mapping[str, str]:
    """{section.key: text} of all TOML files in that folder of a package.

    Raises ValueError when a section stands in two files: nobody could tell where to look.
    """
    flat: dict[str, str] = {}
    seen: set[str] = set()
    folder = resources.files(package).joinpath(folder_name)
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        sections = tomllib.loads(file.read_text("utf-8"))
        if twice := seen & set(sections):
            raise ValueError(f"{file.name}: {', '.join(sorted(twice))} stands in another file, too")
        seen |= set(sections)
        for section, entries in sections.items():
            flat |= {f"{section}.{key}": text for key, text in entries.items()}
    return flat


def word(key: str, language: str | None = None) -> str:
    """A sentence without parameters."""
    return sentence(Message(key), language)


def sentence(message: Message, language: str | None = None) -> str:
    """The sentence for a message; an unknown key is shown as it is and logged, never raised."""
    language = language or spoken()
    templates = table(language)
    template = templates.get(message.key)
    if template is None:
        log.error("no sentence for %s", message.key)
        return f"{message.key} {dict(message.params)}"
    params = _filling(message.params, templates, language)
    try:
        text = filled(template, params, language)
    except KeyError as missing:
        log.error("sentence %s lacks parameter %s", message.key, missing)
        return template
    if "switch" in params:
        rule = sentence(worded(params["switch"], params["setting"]), language)
        text = templates["switch.decided"].format(sentence=text, rule=rule[:1].lower() + rule[1:])
    return text[:1].upper() + text[1:]


def _filling(params: Mapping[str, Any], templates: Mapping[str, str], language: str) -> dict[str, Any]:
    filling = {name: _named(name, value) for name, value in params.items()}
    for name, section in TOLD_BY.items():
        if name in params:
            value = str(params[name])
            filling[name] = templates.get(f"{section}.{value.replace(' ', '_')}", filling[name])
    if params.get("by"):
        obstacle = templates.get(f"obstacle.{params['by']}", "")
        filling["obstacle"] = filled(obstacle, filling, language)
    return filling


def _named(name: str, value: Any) -> Any:
    if name in COLOUR_LISTS and isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(str(_named("meeple", item)) for item in value)
    if value == "" and name in ECHOES:
        return '""'
    if isinstance(value, str) and len(value) > LONGEST_ECHO:
        value = value[:LONGEST_ECHO] + "..."
    if name in COLOUR_PARAMS and value in colours():
        return meeple(value).short
    return value
