"""Compiled or not: which loops are chosen, what is kept on disk, and what happens when numba fails."""

from __future__ import annotations

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


def lay_down(made: Loops, name: str) -> Path:
    path = Path(made.search.stats.cache_path) / name  # type: ignore[attr-defined]
    path.write_bytes(b"not machine code")
    return path


def test_the_answers_are_the_same_where_numba_is_missing() -> None:
    fast, slow = ask(SOLVE, rounds(12)), ask(WITHOUT_NUMBA, rounds(12))
    assert (fast.returncode, fast.stderr) == (0, "")
    assert slow.returncode == 0
    assert without_time(slow.stdout) == without_time(fast.stdout)


def test_a_slow_solver_says_so_once() -> None:
    done = ask(WITHOUT_NUMBA, rounds(2))
    assert done.stderr.count("the solver runs uncompiled and is slow") == 1
    assert "Traceback" not in done.stderr


def test_kept_code_of_other_source_is_thrown_away(kept: Path) -> None:
    made = loops.compiled()
    stale = lay_down(made, "entries.search-1.py311.nbi")
    assert loops.compiled().slow == ""
    assert stale.exists()
    (stale.parent / loops.MARK).write_text("another source")
    loops.compiled()
    assert kept_files(kept) == {loops.MARK}


def test_code_that_cannot_be_read_is_thrown_away_and_made_again(
    kept: Path, caplog: pytest.LogCaptureFixture
) -> None:
    tried = []

    def attempt(made: Loops) -> None:
        tried.append(made)
        if len(tried) == 1:
            lay_down(made, "entries.search-1.py311.1.nbc")
            raise EOFError("Ran out of input")

    chosen = loops.choose(attempt)
    assert chosen is tried[1]
    assert chosen.slow == ""
    assert kept_files(kept) == {loops.MARK}
    assert "thrown away" in caplog.text


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


@pytest.mark.slow
def test_broken_machine_code_on_disk_does_not_matter(tmp_path: Path) -> None:
    """Compiled into an empty folder, every kept file cut short, and asked again."""
    first = ask(SOLVE, rounds(3), NUMBA_CACHE_DIR=str(tmp_path))
    assert first.returncode == 0
    assert first.stderr == "compiling the solver for this machine: about a minute, once\n"
    files = list(tmp_path.rglob("entries.*.nb[ic]"))
    assert files
    for path in files:
        path.write_bytes(path.read_bytes()[:40])
    again = ask(SOLVE, rounds(3), NUMBA_CACHE_DIR=str(tmp_path))
    assert again.returncode == 0
    assert without_time(again.stdout) == without_time(first.stdout)
    assert "uncompiled" not in again.stderr
