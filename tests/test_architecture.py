"""The house rules of the code: which way imports point, what may not be called, how big things may grow.

Read off the source (AST), so that a line that no test runs is seen as well; the two claims that matter most,
games without hardware libraries and no network, are also tried in a process of their own.
"""

from __future__ import annotations

import ast
import functools
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("app", "hardware", "vision")
LONGEST_FILE = 500
LONGEST_FUNCTION = 60

DEVICES = ("kivy", "cv2", "gpiozero", "lgpio", "RPi", "serial", "picamera2", "libcamera")
NETWORK = (
    "socket",
    "socketserver",
    "ssl",
    "http",
    "urllib",
    "requests",
    "ftplib",
    "smtplib",
    "xmlrpc",
    "asyncio",
)
DEPENDENCIES = (*DEVICES, "numpy", "numba", "msgspec", "pytest", "hypothesis", "simplejpeg", "setuptools")

RULES: list[tuple[str, tuple[str, ...], tuple[str, ...]]] = [
    ("app.games", (*DEVICES, "hardware", "vision", "app.ui", "app.table", "app.store", "app.commands"), ()),
    ("app.table", ("kivy", "app.ui", "app.commands", "cv2", "gpiozero", "serial", "picamera2"), ()),
    ("app.store", ("kivy", "app.ui", "app.table", "app.commands", "hardware", "vision"), ()),
    ("app.language", (*DEVICES, "hardware", "vision", "app.ui", "app.table", "app.store"), ()),
    ("hardware", ("app", "vision", "kivy"), ()),
    ("vision", ("app", "hardware", "kivy"), ("app.games.mutant_meeples.board",)),
    ("app.commands", ("cv2", "gpiozero", "serial", "picamera2"), ()),
]
"""(package, what it may not import, the exceptions)."""

SCREENS = ("app.ui", "app.commands.play", "app.commands.bench.window", "app.commands.bench.screen_child")
"""Who may know Kivy: the screens, the command that opens them, and the bench's process with a window."""


@dataclass(frozen=True)
class Source:
    """One product file, parsed."""

    path: Path
    module: str
    tree: ast.Module

    def __str__(self) -> str:
        return str(self.path.relative_to(ROOT))


@functools.cache
def sources() -> tuple[Source, ...]:
    found = []
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            module = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            found.append(Source(path, module, ast.parse(path.read_text("utf-8"))))
    return tuple(found)


def imported(node: ast.AST, module: str) -> Iterator[tuple[int, str]]:
    """(line, full name) of everything imported at or below `node`, names of `from` imports included."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.Import):
            yield from ((inner.lineno, alias.name) for alias in inner.names)
        elif isinstance(inner, ast.ImportFrom):
            base = inner.module or ""
            if inner.level:
                above = module.split(".")[: -inner.level]
                base = ".".join([*above, base] if base else above)
            yield inner.lineno, base
            yield from ((inner.lineno, f"{base}.{alias.name}") for alias in inner.names)


def within(name: str, packages: tuple[str, ...]) -> bool:
    return any(name == package or name.startswith(package + ".") for package in packages)


def calls(source: Source) -> Iterator[tuple[int, str]]:
    """(line, dotted name) of every call."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Call):
            yield node.lineno, ast.unparse(node.func)


def test_there_is_something_to_look_at() -> None:
    modules = {source.module for source in sources()}
    assert {"app.games.mutant_meeples.match", "hardware.buttons", "vision.rectify", "app.ui.theme"} <= modules
    example = ast.parse("from . import b\nfrom x.y import z\nimport q.r")
    names = {name for _, name in imported(example, "p.a")}
    assert names == {"p", "p.b", "x.y", "x.y.z", "q.r"}


@pytest.mark.parametrize(("package", "forbidden", "allowed"), RULES, ids=[rule[0] for rule in RULES])
def test_imports_point_one_way(package: str, forbidden: tuple[str, ...], allowed: tuple[str, ...]) -> None:
    wrong = []
    for source in sources():
        if not within(source.module, (package,)):
            continue
        for line, name in imported(source.tree, source.module):
            inside = name.rsplit(".", 1)[0] if within(name, allowed) else name
            if within(name, forbidden) and not within(name, allowed) and not _leads_to(name, allowed):
                wrong.append(f"{source}:{line} imports {inside}")
    assert not wrong


def _leads_to(name: str, allowed: tuple[str, ...]) -> bool:
    """`from app.games.mutant_meeples import board` names the package on its way to the module."""
    return any(target.startswith(name + ".") for target in allowed)


def test_only_the_screens_import_kivy() -> None:
    wrong = [
        f"{source}:{line}"
        for source in sources()
        if not within(source.module, (*SCREENS,))
        for line, name in imported(source.tree, source.module)
        if within(name, ("kivy",))
    ]
    assert not wrong


def test_presenters_know_no_kivy() -> None:
    wrong = [
        f"{source}:{line} imports {name}"
        for source in sources()
        if within(source.module, ("app.ui.presenters", "app.ui.words"))
        for line, name in imported(source.tree, source.module)
        if within(name, ("kivy",))
    ]
    assert not wrong


def test_no_module_shadows_a_dependency() -> None:
    assert not [str(source) for source in sources() if source.path.stem in DEPENDENCIES]
    assert not [
        str(source)
        for source in sources()
        if source.path.stem in sys.stdlib_module_names - {"__main__"} and source.path.parent == ROOT
    ]


def test_nothing_opens_an_opencv_window() -> None:
    windows = {"imshow", "namedWindow", "waitKey", "destroyAllWindows"}
    wrong = [
        f"{source}:{line}"
        for source in sources()
        for line, name in calls(source)
        if name.rsplit(".", 1)[-1] in windows
    ]
    assert not wrong


def test_opencv_here_was_built_without_windows() -> None:
    import cv2

    lines = [line.split() for line in cv2.getBuildInformation().splitlines() if "GUI:" in line]
    assert lines == [["GUI:", "NONE"]]


def test_time_of_day_is_asked_in_one_place_only() -> None:
    """Durations run on the monotonic clock, which no time server can move."""
    wall = {
        "time.time",
        "time.time_ns",
        "datetime.now",
        "datetime.datetime.now",
        "datetime.utcnow",
        "datetime.datetime.utcnow",
        "date.today",
        "datetime.date.today",
        "time.localtime",
        "time.gmtime",
        "time.strftime",
    }
    places = [f"{source.module}" for source in sources() for _, name in calls(source) if name in wall]
    assert places == ["app.table.wiring"]


def test_no_code_sleeps_on_the_way_of_a_game() -> None:
    wrong = [
        f"{source}:{line}"
        for source in sources()
        if within(source.module, ("app.games", "app.table", "app.store", "app.ui", "vision"))
        for line, name in calls(source)
        if name in ("time.sleep", "sleep")
    ]
    assert not wrong


def test_nothing_speaks_to_a_network() -> None:
    wrong = [
        f"{source}:{line} imports {name}"
        for source in sources()
        for line, name in imported(source.tree, source.module)
        if within(name, NETWORK)
    ]
    assert not wrong


def test_files_and_functions_stay_small() -> None:
    wrong = []
    for source in sources():
        length = len(source.path.read_text("utf-8").splitlines())
        if length > LONGEST_FILE:
            wrong.append(f"{source}: {length} lines")
        for node in ast.walk(source.tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                if lines > LONGEST_FUNCTION:
                    wrong.append(f"{source}:{node.lineno} {node.name}: {lines} lines")
    assert not wrong


def test_every_module_says_what_it_is_for() -> None:
    silent = [str(source) for source in sources() if source.tree.body and not ast.get_docstring(source.tree)]
    assert not silent


def test_broad_excepts_log_what_they_caught() -> None:
    wrong = []
    for source in sources():
        for node in ast.walk(source.tree):
            if not isinstance(node, ast.ExceptHandler):
                continue
            caught = "" if node.type is None else ast.unparse(node.type)
            if caught not in ("", "Exception", "BaseException"):
                continue
            inside = [inner for part in node.body for inner in ast.walk(part)]
            raises = any(isinstance(inner, ast.Raise) for inner in inside)
            logs = any(
                (isinstance(inner, ast.Attribute) and inner.attr == "exception")
                or (isinstance(inner, ast.keyword) and inner.arg == "exc_info")
                for inner in inside
            )
            if not raises and not logs:
                wrong.append(f"{source}:{node.lineno}")
    assert not wrong


def test_no_product_code_asks_whether_it_is_being_tested() -> None:
    marks = ("PYTEST_CURRENT_TEST", "pytest", "unittest", "is_testing")
    wrong = [
        f"{source}: {mark}"
        for source in sources()
        for mark in marks
        if mark in source.path.read_text("utf-8")
    ]
    assert not wrong


BLOCKED_IMPORT = """
import importlib, importlib.abc, pathlib, sys
blocked, modules = sys.argv[1].split(","), sys.argv[2].split(",")
class Blocker(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in blocked or any(name == b or name.startswith(b + ".") for b in blocked):
            raise ImportError("blocked: " + name)
sys.meta_path.insert(0, Blocker())
for module in modules:
    importlib.import_module(module)
present = [b for b in blocked if b in sys.modules]
assert not present, present
try:
    importlib.import_module(blocked[0])
except ImportError as error:
    assert "blocked" in str(error)
else:
    raise SystemExit("the blocker blocks nothing")
print(len(modules))
"""


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *command], cwd=ROOT, capture_output=True, text=True, timeout=200, check=False
    )


def test_games_load_where_no_hardware_library_is_installed() -> None:
    """numba too: without it the solver runs uncompiled."""
    modules = [source.module for source in sources() if within(source.module, ("app.games",))]
    assert "app.games.mutant_meeples.solver" in modules
    blocked = (*DEVICES, "numba", "hardware", "vision", "app.ui", "app.table", "app.store", "app.commands")
    done = run("-c", BLOCKED_IMPORT, ",".join(blocked), ",".join(modules))
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == str(len(modules))


def test_nothing_heavy_loads_with_the_command_line() -> None:
    blocked = (*DEVICES, "numba")
    modules = ["app.cli", *(f"app.commands.{path.stem}" for path in (ROOT / "app/commands").glob("*.py"))]
    done = run("-c", BLOCKED_IMPORT, ",".join(blocked), ",".join(modules))
    assert done.returncode == 0, done.stderr


GUARDED = """
import socket, sys
real = socket.socket
class Guarded(real):
    def __init__(self, family=-1, *args, **kwargs):
        if family in (-1, socket.AF_INET, socket.AF_INET6):
            raise AssertionError("somebody opens a network socket")
        super().__init__(family, *args, **kwargs)
socket.socket = Guarded
try:
    socket.create_connection(("127.0.0.1", 9), 0.1)
except AssertionError:
    pass
else:
    raise SystemExit("the guard guards nothing")
from app.cli import main
raise SystemExit(main(["simulate", "--games", "1", "--seed", "3", "--players", "2"]))
"""


def test_a_whole_simulated_game_opens_no_network_socket() -> None:
    done = run("-c", GUARDED)
    assert done.returncode == 0, done.stderr
    assert '"unfinished":0' in done.stdout
