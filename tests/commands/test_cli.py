"""The command line itself: help, mistakes in one sentence, and pipes that close."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from app.cli import COMMANDS, build_parser, main
from app.games.shelf import GAMES
from tests.commands.speak import ROOT, is_one_sentence, mistaken, run


def test_help_of_the_program_names_every_command() -> None:
    done = run("--help")
    assert done.returncode == 0
    assert all(command in done.stdout for command in COMMANDS)
    assert done.stderr == ""


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    assert command in capsys.readouterr().out


@pytest.mark.parametrize("command", ["simulate", "referee"])
def test_help_names_only_games_that_can_be_played(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([command, "--help"])
    said = " ".join(capsys.readouterr().out.split()).split("--game", 2)[2]
    assert {name for name in GAMES if name in said} == {name for name, made in GAMES.items() if made}


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["dance"], ["dance", "solve"]),
        (["--size", "800x480", "dance"], ["dance"]),
        (["simulate", "--games", "many"], ["--games", "many", "whole number"]),
        (["simulate", "--games", "0"], ["games", "0", "1 or more"]),
        (["simulate", "--games", "-3"], ["games", "-3"]),
        (["simulate", "--players", "7"], ["players", "7", "1 to 6"]),
        (["simulate", "--players", "0"], ["players", "0"]),
        (["simulate", "--seed", "1.5"], ["--seed", "1.5"]),
        (["simulate", "--seed", "9" * 5000], ["--seed"]),
        (["simulate", "--level", "genius"], ["genius", "expert"]),
        (["simulate", "--game", "chess"], ["--game", "chess", "mutant-meeples"]),
        (["simulate", "--game", "meeple-hope"], ["meeple-hope"]),
        (["referee"], ["--game"]),
        (["referee", "--game", "meeple-hope"], ["meeple-hope"]),
        (["simulate", "--nonsense"], ["--nonsense"]),
        (["read"], ["PHOTO"]),
        (["--state", "", "history", "list"], ["--state", "empty name"]),
        (["--state", " ", "boards", "list"], ["--state", "empty name"]),
        (["--config", "", "doctor"], ["--config", "empty name"]),
    ],
)
def test_a_mistake_is_one_sentence_naming_the_field_and_exit_code_2(
    arguments: list[str], named: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    said = mistaken(capsys, *arguments)
    assert is_one_sentence(said)
    assert "invalid" not in said
    for word in named:
        assert word in said


def test_a_mistake_from_a_shell_leaves_no_trace() -> None:
    done = run("simulate", "--players", "nine")
    assert done.returncode == 2
    assert is_one_sentence(done.stderr)


@pytest.mark.parametrize("arguments", [["--help"], ["doctor"], ["solve", "--help"]])
def test_a_reader_that_goes_away_is_no_fault(arguments: list[str]) -> None:
    """As in `... | head -0`: the pipe is closed before a word is written."""
    read_end, write_end = os.pipe()
    os.close(read_end)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "app", *arguments],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=write_end,
            stderr=subprocess.PIPE,
            timeout=120,
            check=False,
        )
    finally:
        os.close(write_end)
    assert done.stderr.decode() == ""
    assert done.returncode == 0


def test_a_reader_that_goes_away_in_the_middle_is_no_fault() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "app", "referee", "--game", "mutant-meeples"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(b'{"new": {"players": [{"name": "A"}]}}\n')
        process.stdin.flush()
        assert b'"ok": true' in process.stdout.readline()
        process.stdout.close()
        process.stdin.write(b'{"legal": 0}\n{"legal": 0}\n')
        process.stdin.close()
        assert process.wait(60) == 0
        assert process.stderr.read() == b""


@pytest.mark.parametrize("command", [["solve"], ["verify"], ["referee", "--game", "mutant-meeples"]])
def test_bytes_that_are_no_text_are_a_bad_line_and_not_a_crash(command: list[str]) -> None:
    done = run(*command, said=b'\xff\xfe{"x"\n')
    assert done.returncode == 2
    assert "error" in done.stdout
    assert done.stderr == ""


@pytest.mark.parametrize("command", [["solve"], ["verify"], ["referee", "--game", "mutant-meeples"]])
def test_a_closed_standard_input_is_an_empty_one(command: list[str]) -> None:
    shell = f"exec {sys.executable} -m app {' '.join(command)} <&-"
    done = subprocess.run(["/bin/sh", "-c", shell], cwd=ROOT, capture_output=True, timeout=120, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_commands_start_without_the_screen() -> None:
    parser = build_parser()
    assert parser.parse_args([]).command is None
    assert parser.parse_args(["doctor", "--json"]).json


def test_output_that_cannot_be_written_is_one_sentence() -> None:
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "app", "simulate", "--games", "1", "--players", "1"]
        done = subprocess.run(command, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "cannot be written" in done.stderr
