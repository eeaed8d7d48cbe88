"""Compiled or not: which loops are chosen, what is kept on disk, and what happens when numba fails."""

from __future__ import annotations

import errno
import json
import logging
import os
import subprocess
import sys
from pathlib import Path

import numba
import pytest

from app.games.mutant_meeples import loops
from app.games.mutant_meeples.kernel import compiling
from app.games.mutant_meeples.loops import Loops

ROOT = Path(__file__).resolve().parent.parent.parent
CASES = ROOT / "tests/cases/solved-rounds-meeptropolis.json"

SOLVE = "import sys; from app.__main__ import main; sys.exit(main(['solve']))"
WITHOUT_NUMBA = f"import sys; sys.modules['numba'] = None; {SOLVE}"


def ask(code: str, lines: list[str], **environ: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        input="\n".join(lines),
        cwd=ROOT,
        env={**os.environ, **environ},
        capture_output=True,
        text=True,
        timeout=500,
        check=False,
    )


def rounds(count: int) -> list[str]:
    document = json.loads(CASES.read_text())
    return [json.dumps({"board": document["board"], **case}) for case in document["cases"][:count]]


def without_time(output: str) -> list[dict[str, object]]:
    answers = [json.loads(line) for line in output.splitlines()]
    return [{key: value for key, value in answer.items() if key != "elapsed_us"} for answer in answers]


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Machine code is kept in a folder of the test's own."""
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    return tmp_path


def kept_files(folder: Path) -> set[str]:
    return {path.name for path in folder.rglob("*") if path.is_file()}


def lay_down(folder: Path, name: str = "entries.search-1.py311.nbi") -> Path:
    path = folder / name
    path.write_bytes(b"not machine code")
    return path


def keeping(folder: Path) -> Path:
    """Where under the test's folder the loops keep their code."""
    path = Path(loops.compiled().search.stats.cache_path)  # type: ignore[attr-defined]
    assert path.is_relative_to(folder)
    path.mkdir(parents=True, exist_ok=True)
    return path


def never(made: Loops) -> None:
    """An attempt that leaves everything as it is."""


def test_the_answers_are_the_same_where_numba_is_missing() -> None:
    fast, slow = ask(SOLVE, rounds(12)), ask(WITHOUT_NUMBA, rounds(12))
    assert (fast.returncode, slow.returncode) == (0, 0)
    assert "uncompiled" not in fast.stderr
    assert without_time(slow.stdout) == without_time(fast.stdout)


def test_a_slow_solver_says_so_once() -> None:
    done = ask(WITHOUT_NUMBA, rounds(2))
    assert done.stderr.count("the solver runs uncompiled and is slow") == 1
    assert "Traceback" not in done.stderr


def test_kept_code_that_nobody_vouches_for_is_thrown_away(kept: Path) -> None:
    unknown = lay_down(keeping(kept))
    loops.choose(never)
    assert not unknown.exists()


@pytest.mark.parametrize("change", ["source", "kept", "unreadable", "folder"])
def test_kept_code_of_other_source_or_changed_since_is_thrown_away(kept: Path, change: str) -> None:
    folder = keeping(kept)
    code, mark = lay_down(folder), folder / loops.MARK
    loops._write_mark(folder)
    loops.choose(never)
    assert code.exists()
    if change == "source":
        mark.write_bytes(mark.read_bytes().replace(b'"source": "', b'"source": "0'))
    elif change == "kept":
        code.write_bytes(b"not machine codE")
    elif change == "unreadable":
        mark.write_bytes(b"\xff\xfe\x80")
    else:
        lay_down(folder, "entries.weigh-1.py311.1.nbc")
    loops.choose(never)
    assert not code.exists()


def test_kept_code_that_cannot_be_thrown_away_is_not_used(kept: Path) -> None:
    (keeping(kept) / "entries.search-1.py311.nbi").mkdir()
    chosen = loops.choose(never)
    assert chosen.slow == ""
    assert not chosen.search.stats.cache_path  # type: ignore[attr-defined]


def test_code_that_cannot_be_loaded_is_made_again(kept: Path, caplog: pytest.LogCaptureFixture) -> None:
    tried = []

    def attempt(made: Loops) -> None:
        tried.append(made)
        if len(tried) == 1:
            lay_down(keeping(kept))
            raise EOFError("Ran out of input")

    chosen = loops.choose(attempt)
    assert chosen is tried[1]
    assert chosen.slow == ""
    assert kept_files(kept) == {loops.MARK}
    assert "failed" in caplog.text


def test_code_that_only_cannot_be_written_is_used_all_the_same(
    kept: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Each entry fails once, when it is to be saved; by then it has been compiled."""
    tried = []

    def attempt(made: Loops) -> None:
        tried.append(made)
        if len(tried) < 5:
            raise OSError(errno.ENOSPC, "No space left on device")

    chosen = loops.choose(attempt)
    assert all(made is chosen for made in tried)
    assert chosen.slow == ""
    assert "NUMBA_CACHE_DIR" in caplog.text


def test_when_compiling_fails_the_plain_loops_are_chosen(
    kept: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def attempt(made: Loops) -> None:
        raise SystemError("no code for this processor")

    with caplog.at_level(logging.WARNING):
        chosen = loops.choose(attempt)
    assert chosen[:4] == loops.plain("")[:4]
    assert chosen.slow == "SystemError: no code for this processor"
    assert "uncompiled" in caplog.text


def test_without_numba_nothing_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "missing", "ModuleNotFoundError: No module named 'numba'")

    def attempt(made: Loops) -> None:
        raise AssertionError("tried")

    assert loops.choose(attempt).slow == "ModuleNotFoundError: No module named 'numba'"


def test_a_numba_that_is_switched_off_is_a_slow_solver() -> None:
    done = ask(SOLVE, rounds(2), NUMBA_DISABLE_JIT="1")
    assert done.returncode == 0
    assert "NUMBA_DISABLE_JIT is set" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_broken_machine_code_on_disk_does_not_matter(tmp_path: Path) -> None:
    """Compiled into an empty folder and asked again; then with a part of every kept file set to zero."""
    first = ask(SOLVE, rounds(3), NUMBA_CACHE_DIR=str(tmp_path))
    assert first.returncode == 0
    assert first.stderr == "compiling the solver for this machine: a minute or more, once\n"
    again = ask(SOLVE, rounds(3), NUMBA_CACHE_DIR=str(tmp_path))
    assert (again.returncode, again.stderr) == (0, "")
    files = list(tmp_path.rglob("entries.*.nbc"))
    assert files
    for path in files:
        code = path.read_bytes()
        half = len(code) // 2
        path.write_bytes(code[:half] + bytes(1000) + code[half + 1000 :])
    damaged = ask(SOLVE, rounds(3), NUMBA_CACHE_DIR=str(tmp_path))
    assert damaged.returncode == 0
    assert without_time(damaged.stdout) == without_time(first.stdout)
    assert "uncompiled" not in damaged.stderr
