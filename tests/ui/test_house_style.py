"""Screens are built from our widgets and the theme: no button, colour or size of type of their own.

Read off the sources, Python and kv, so that what no test opens is seen as well.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.ui import theme

UI = Path(theme.__file__).parent
BUILT = ("screens", "panels", "gallery")
"""What is put together from widgets; these draw no control themselves."""
RAW = {
    "Button",
    "Label",
    "TextInput",
    "ToggleButton",
    "CheckBox",
    "Switch",
    "Slider",
    "Spinner",
    "Popup",
    "ButtonBehavior",
}
"""Kivy's own controls, and what makes a control of anything: for widgets only."""
COLOUR = re.compile(r"#[0-9A-Fa-f]{6}(?:[0-9A-Fa-f]{2})?")
MEASURED = {(name, what) for name in ("label.py", "sand_timer.py") for what in ("font_name", "font_size")}
"""Where a size is worked out from the room there is: what shrinks, and the largest number that fits."""
SIZES = ("base_px", "least_px")


def python(*folders: str) -> Iterator[tuple[Path, ast.Module]]:
    for folder in folders:
        for path in sorted((UI / folder).rglob("*.py")):
            yield path, ast.parse(path.read_text("utf-8"))


def raw_controls(tree: ast.Module) -> list[int]:
    """Lines that import a control of Kivy's."""
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("kivy.uix")
        for alias in node.names
        if alias.name in RAW
    ]


def colours(tree: ast.Module) -> list[int]:
    """Lines that hold a colour: "#RRGGBB", or numbers in a Color."""
    texts = [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and COLOUR.fullmatch(node.value)
    ]
    shares = [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", "") == "Color"
        and not all(part == 1 for part in _numbers(node.args))
    ]
    return texts + shares


def _numbers(nodes: list[ast.expr]) -> list[float]:
    return [
        node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, int | float)
    ]


def sizes(tree: ast.Module) -> list[tuple[int, str]]:
    """(line, what) of every size of type that is no step of the theme's scale, and of every raw font."""
    known = _constants(tree)
    found: list[tuple[int, str]] = []
    for name, value in _set(tree):
        if name in ("font_size", "font_name"):
            found.append((value.lineno, name))
        elif name in SIZES:
            found += [
                (value.lineno, ast.unparse(part)) for part in _choices(value) if not _is_step(part, known)
            ]
    return found


def _set(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """(name, value) of keyword arguments and of attributes that are set."""
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg:
            yield node.arg, node.value
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                yield from _unpacked(target, node.value)


def _unpacked(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    if isinstance(target, ast.Attribute):
        yield target.attr, value
    elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        for one, other in zip(target.elts, value.elts, strict=True):
            yield from _unpacked(one, other)


def _choices(value: ast.expr) -> list[ast.expr]:
    return [*_choices(value.body), *_choices(value.orelse)] if isinstance(value, ast.IfExp) else [value]


def _constants(tree: ast.Module) -> dict[str, ast.expr]:
    found: dict[str, ast.expr] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    found[target.id] = node.value
                elif isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                    names = [part.id for part in target.elts if isinstance(part, ast.Name)]
                    if len(names) == len(node.value.elts):
                        found |= dict(zip(names, node.value.elts, strict=True))
    return found


def _is_step(value: ast.expr, known: dict[str, ast.expr]) -> bool:
    """Whether it is a step, a name of the theme, or handed through from where it is one."""
    if isinstance(value, ast.Constant):
        return value.value in theme.SIZES_PX
    if isinstance(value, ast.Attribute):
        return not (isinstance(value.value, ast.Name) and value.value.id == "theme") or (
            getattr(theme, value.attr, None) in theme.SIZES_PX
        )
    if isinstance(value, ast.Name):
        return value.id not in known or _is_step(known[value.id], known)
    return False


def kv_faults(text: str) -> list[str]:
    """Lines of a kv file that bring a colour, a size or a control of their own."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        name, _, value = (part.strip() for part in line.partition(":"))
        raw_size = (
            name in SIZES and not (value.isdigit() and int(value) in theme.SIZES_PX) and "theme." not in value
        )
        raw_colour = COLOUR.search(line.removeprefix("#:")) or (
            name in ("rgb", "rgba", "color") and "theme" not in value
        )
        if name in RAW or name.startswith("font_") or raw_size or raw_colour:
            found.append(f"{number}: {line.strip()}")
    return found


@pytest.mark.parametrize("folder", BUILT)
def test_nothing_is_built_from_kivys_own_controls(folder: str) -> None:
    assert [f"{path}:{line}" for path, tree in python(folder) for line in raw_controls(tree)] == []


@pytest.mark.parametrize("folder", [*BUILT, "widgets"])
def test_every_colour_comes_from_the_theme(folder: str) -> None:
    assert [f"{path}:{line}" for path, tree in python(folder) for line in colours(tree)] == []


@pytest.mark.parametrize("folder", [*BUILT, "widgets"])
def test_every_size_of_type_is_a_step_of_the_theme(folder: str) -> None:
    found = [(path, line, what) for path, tree in python(folder) for line, what in sizes(tree)]
    wrong = [f"{path}:{line} {what}" for path, line, what in found if (path.name, what) not in MEASURED]
    assert wrong == []


def test_kv_files_bring_nothing_of_their_own() -> None:
    files = sorted(UI.rglob("*.kv"))
    assert len(files) >= 10
    assert [f"{path.name} {fault}" for path in files for fault in kv_faults(path.read_text("utf-8"))] == []


def test_the_scale_names_its_ends() -> None:
    assert tuple(sorted(theme.SIZES_PX)) == theme.SIZES_PX
    assert (theme.SIZES_PX[0], theme.SIZES_PX[-1]) == (theme.LEAST_PX, theme.NUMBER_PX)
    assert {theme.TITLE_PX, theme.SENTENCE_PX, theme.LABEL_PX} <= set(theme.SIZES_PX)


def test_what_breaks_a_rule_is_found() -> None:
    tree = ast.parse(
        "from kivy.uix.button import Button\n"
        "BIG = 33\n"
        "a = Words(base_px=19)\n"
        "a.base_px, a.text = BIG, 'x'\n"
        "a.base_px = 20 if wide else 21\n"
        "a.font_size = 12\n"
        "ink = '#A6AFD3'\n"
        "Color(0.2, 0.3, 0.4)\n"
        "fine = Words(base_px=theme.LABEL_PX), Words(base_px=20), Words(base_px=size)\n"
    )
    assert raw_controls(tree) == [1]
    assert {line for line, _ in sizes(tree)} == {3, 4, 5, 6}
    assert sorted(colours(tree)) == [7, 8]
    kv = 'Button:\n    ink: "#A6AFD3"\n    base_px: 19\n    base_px: 20\n    rgba: 1, 0, 0, 1\n'
    kv += "    font_size: 3"
    assert [int(fault.partition(":")[0]) for fault in kv_faults(kv)] == [1, 2, 3, 5, 6]
