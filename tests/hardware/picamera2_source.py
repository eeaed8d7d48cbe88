"""picamera2's own source, read and never imported: without libcamera it cannot be.

setup.sh puts the pinned version (requirements-picamera2.lock) beside the virtual environment's packages; on a
Pi the one that is installed counts as well.
"""

from __future__ import annotations

import ast
import functools
import importlib.util
import inspect
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

PINNED = Path(sys.prefix) / "share" / "picamera2-source" / "picamera2"
HERE = Path(__file__).parent
ADAPTER = HERE.parents[1] / "hardware" / "camera" / "pi.py"
FAKE = HERE / "picamera2_fake.py"


def folders() -> list[Any]:
    """Where its source lies: the pinned one, and the installed one where there is one."""
    found = importlib.util.find_spec("picamera2")
    installed = [Path(place) for place in (found.submodule_search_locations or [])] if found else []
    return [pytest.param(PINNED, id="pinned"), *(pytest.param(place, id="installed") for place in installed)]


def require(folder: Path) -> None:
    """Skip the test where the source is missing; in the build it must not be."""
    if (folder / "picamera2.py").exists():
        return
    reason = "the source of picamera2 is missing: ./setup.sh test fetches it"
    if os.environ.get("CI", "").lower() in ("1", "true"):
        pytest.fail(reason)
    pytest.skip(reason)


@functools.cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def methods(path: Path, class_name: str) -> dict[str, ast.FunctionDef]:
    """The methods of a class; of overloads the last one, which is the real one."""
    for node in parsed(path).body:
        if isinstance(node, ast.ClassDef) and node.name == class_name:
            return {one.name: one for one in node.body if isinstance(one, ast.FunctionDef)}
    raise AssertionError(f"{path.name} has no class {class_name}")


def has_decorator(function: ast.FunctionDef, name: str) -> bool:
    return any(isinstance(one, ast.Name) and one.id == name for one in function.decorator_list)


def signature(function: ast.FunctionDef) -> inspect.Signature:
    """What may be handed to the method, without `self`; a default is its source text."""
    arguments = function.args
    plain = arguments.posonlyargs + arguments.args
    defaults = [None] * (len(plain) - len(arguments.defaults)) + list(arguments.defaults)
    kind = inspect.Parameter
    parameters = [
        _parameter(one, kind.POSITIONAL_OR_KEYWORD, default)
        for one, default in zip(plain, defaults, strict=True)
    ]
    if not has_decorator(function, "staticmethod"):
        parameters = parameters[1:]
    if arguments.vararg:
        parameters.append(_parameter(arguments.vararg, kind.VAR_POSITIONAL, None))
    parameters += [
        _parameter(one, kind.KEYWORD_ONLY, default)
        for one, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    ]
    if arguments.kwarg:
        parameters.append(_parameter(arguments.kwarg, kind.VAR_KEYWORD, None))
    return inspect.Signature(parameters)


def _parameter(argument: ast.arg, kind: Any, default: ast.expr | None) -> inspect.Parameter:
    text = inspect.Parameter.empty if default is None else ast.unparse(default)
    return inspect.Parameter(argument.arg, kind, default=text)


def binds(call: ast.Call, function: ast.FunctionDef) -> str:
    """What is wrong with the arguments of a call, "" when they fit."""
    given = [ast.unparse(one) for one in call.args]
    named = {one.arg: ast.unparse(one.value) for one in call.keywords if one.arg}
    try:
        signature(function).bind(*given, **named)
    except TypeError as error:
        return f"{ast.unparse(call.func)}: {error}"
    return ""


def uses(tree: ast.Module, names: tuple[str, ...]) -> Iterator[tuple[str, ast.Call | None]]:
    """Attributes taken of these variables (or of `self._<name>`), with the call where they are called."""
    calls = {id(node.func): node for node in ast.walk(tree) if isinstance(node, ast.Call)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and ast.unparse(node.value).removeprefix("self._") in names:
            yield node.attr, calls.get(id(node))


def texts(folder: Path) -> frozenset[str]:
    """Every string, and every name taken of something, in all files of the package."""
    found: set[str] = set()
    for path in folder.rglob("*.py"):
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
            elif isinstance(node, ast.Attribute):
                found.add(node.attr)
    return frozenset(found)


def assigned(function: ast.FunctionDef | ast.ClassDef | ast.Module, name: str) -> Any:
    """The literal that is assigned to `name` somewhere in there."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and any(ast.unparse(target) == name for target in node.targets):
            return ast.literal_eval(node.value)
    raise AssertionError(f"nothing is assigned to {name}")
