"""Commands as people run them: a process, its input, its exit code and what it says."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from app.cli import main

ROOT = Path(__file__).resolve().parents[2]


def run(*arguments: str, said: str | bytes = "", cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """`python -m app ARGUMENTS` with this on stdin."""
    given = said if isinstance(said, bytes) else said.encode()
    done = subprocess.run(
        [sys.executable, "-m", "app", *arguments],
        cwd=cwd,
        input=given,
        capture_output=True,
        timeout=200,
        check=False,
    )
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def mistaken(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a refused command, run in this process, says on standard error; its exit code is 2."""
    try:
        code: object = main(list(arguments))
    except SystemExit as ended:
        code = ended.code
    said = capsys.readouterr()
    assert code == 2
    assert said.out == ""
    return said.err


def lines(text: str) -> list[dict[str, Any]]:
    """JSON Lines as objects."""
    return [json.loads(line) for line in text.splitlines()]


def is_one_sentence(text: str) -> bool:
    """One line, no trace."""
    return len(text.strip().splitlines()) == 1 and "Traceback" not in text and "Error" not in text
