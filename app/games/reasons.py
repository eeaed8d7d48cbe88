"""Why input could not be read, in plain words: the field, what was found, what was expected.

In: what msgspec says, and the type that was wanted. Out: text for a sentence's `reason`, or for a command.
"""

from __future__ import annotations

import difflib
import enum
import re
import types
import typing
from typing import Any

import msgspec

NEAR = 0.6
"""How alike (0 to 1) a misspelt field must be to a known one for a hint; difflib's own default."""

KINDS = {
    "str": "text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "object": "an object",
    "array": "a list",
    "null": "nothing",
}
"""JSON's kinds of value in plain words, by the names msgspec gives them."""


def explained(text: str, kind: Any = None) -> str:
    """What msgspec says of bad input, in our words. `kind` is the type that was wanted, for what it knows."""
    path = re.search(r" - at `\$\.?(.*)`$", text)
    where = path.group(1).replace("[...]", "").strip(".") if path else ""  # which of many is not said
    text = text[: path.start()] if path else text
    text = re.sub(r"^Expected (.*), got (.*)$", r"found \2, expected \1", text)
    text = re.sub(r"`([\w |]+)`", _in_plain_words, text)
    text = re.sub(r"^Invalid value (.*)$", r"found \1, which is nothing known here", text)
    if invalid := re.search(r"^Invalid enum value (.*)$", text):
        known = _choices(_type_at(kind, where))
        told = f"expected one of {', '.join(known)}" if known else "which is nothing known here"
        text = f"found {invalid.group(1)}, {told}"
    if unknown := re.search(r"unknown field `?([^`]*)`?$", text):
        text = f"unknown field {unknown.group(1)}{_hint(unknown.group(1), _type_at(kind, where))}"
    if missing := re.search(r"missing required field `?([^`]*)`?$", text):
        where, text = f"{where}.{missing.group(1)}".strip("."), "missing, expected a value"
    return f"{where}: {text}" if where else text


def _in_plain_words(kinds: re.Match[str]) -> str:
    names = kinds.group(1).split(" | ")
    if not all(name in KINDS for name in names):
        return kinds.group(0)
    return " or ".join(KINDS[name] for name in names)


def _hint(found: str, owner: Any) -> str:
    """The field that was meant, or all there are."""
    if not (isinstance(owner, type) and issubclass(owner, msgspec.Struct)):
        return ""
    known = [field.encode_name for field in msgspec.structs.fields(owner)]
    near = difflib.get_close_matches(found, known, 1, NEAR)
    return f"; did you mean {near[0]}?" if near else f"; expected one of {', '.join(known)}"


def _choices(kind: Any) -> list[str]:
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return [str(member.value) for member in kind]
    return (
        [str(choice) for choice in typing.get_args(kind)] if typing.get_origin(kind) is typing.Literal else []
    )


def _type_at(kind: Any, path: str) -> Any:
    """The type at a path like "players[0].style"; None where it depends on the value."""
    kind = _surely(kind)
    for part in re.findall(r"\w+|\[[^\]]*\]", path):
        if part.startswith("["):
            inside = typing.get_args(kind)
            kind = _surely(inside[-1 if typing.get_origin(kind) is dict else 0]) if inside else None
        elif isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            kind = _surely(typing.get_type_hints(kind).get(part))
        else:
            return None
    return kind


def _surely(kind: Any) -> Any:
    """A type without its None; None for a choice of several."""
    if typing.get_origin(kind) not in (typing.Union, types.UnionType):
        return kind
    some = [one for one in typing.get_args(kind) if one is not types.NoneType]
    return some[0] if len(some) == 1 else None
