"""Ctrl-C while a command is in compiled code."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from app.commands.interrupt import interruptible

ROOT = Path(__file__).resolve().parent.parent.parent

WAITING = """
import signal, sys, threading
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs are started without it
from app.commands.interrupt import interruptible
never = threading.Event()
def work():
    print("working", flush=True)
    never.wait()
interruptible(work)
"""


def test_the_result_and_the_error_of_the_work_come_back() -> None:
    assert interruptible(lambda: 3) == 3
    with pytest.raises(ZeroDivisionError):
        interruptible(lambda: 1 // 0)


def test_ctrl_c_is_heard_while_the_work_goes_on() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", WAITING], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "working\n"
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=60)
        finally:
            process.kill()
    assert "KeyboardInterrupt" in errors


def test_solve_still_answers_line_by_line() -> None:
    line = json.dumps({"board": "meepville", "positions": {"gray": "CC"}, "target": "RA"})
    with subprocess.Popen(
        [sys.executable, "-m", "app", "solve"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(2):
            process.stdin.write(line + "\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["fewest_moves"] == 2
        process.stdin.close()
        assert process.wait(timeout=60) == 0
