"""The command line: which command, its arguments, and its exit code.

Without a command the touchscreen app opens; no other command opens a window. Bad input ends with exit code 2
and one sentence on stderr naming the field and what was expected. Each command is a module of `app.commands`
with `add_parser(subparsers)` and `run(args, stdin, stdout) -> int`, imported only when asked for.
"""

from __future__ import annotations

import argparse
import errno
import importlib
import io
import os
import re
import sys
from typing import IO, TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from collections.abc import Sequence

from app.errors import BadInput, as_sentence
from app.games.contract import Refused

COMMANDS = (
    "solve",
    "verify",
    "read",
    "count",
    "referee",
    "simulate",
    "history",
    "boards",
    "markers",
    "gallery",
    "doctor",
    "bench",
)
EXIT_BAD_INPUT = 2
EXIT_NOT_WRITTEN = 1
CANNOT_WRITE = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})


class _Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one sentence."""

    def error(self, message: str) -> NoReturn:
        self.exit(EXIT_BAD_INPUT, f"{self.prog}: {_plain(message)}. Try {self.prog} --help.\n")


def _named(text: str) -> str:
    """The name of a folder or file; an empty one, such as of an unset variable, is none."""
    if not text.strip():
        raise argparse.ArgumentTypeError("found an empty name, expected one")
    return text


def _plain(message: str) -> str:
    """argparse's complaint in our words, on one line: what was found and what was expected."""
    message = re.sub(r"invalid choice: (.*) \(choose from (.*)\)$", r"found \1, expected one of \2", message)
    message = re.sub(r"invalid int value: (.*)$", r"found \1, expected a whole number", message)
    return " ".join(message.split())


def build_parser() -> argparse.ArgumentParser:
    """The parser for the app and all its commands."""
    parser = _Parser(
        prog="meeple-marshal",
        description="Meeple Marshal: the referee at your table. Without a command the touchscreen app opens.",
    )
    parser.add_argument("--size", default=None, metavar="WxH", help="window size, for example 800x480")
    parser.add_argument("--fullscreen", action="store_true", help="fill the screen")
    parser.add_argument(
        "--rotate",
        type=int,
        choices=(0, 90, 180, 270),
        default=None,
        metavar="DEGREES",
        help="turn the screen counter-clockwise for this start: 0, 90, 180 or 270",
    )
    parser.add_argument(
        "--state", default=None, type=_named, metavar="FOLDER", help="where games and settings are kept"
    )
    parser.add_argument(
        "--config", default=None, type=_named, metavar="FILE", help="hardware configuration (TOML)"
    )
    parser.add_argument(
        "--photos", default=None, type=_named, metavar="FOLDER", help="photos that stand for the camera"
    )
    parser.add_argument(
        "--twin",
        nargs="?",
        const=True,
        default=None,
        type=_named,
        metavar="SCRIPT",
        help="open the app on simulated devices, with the faults of SCRIPT (docs/twin.md)",
    )
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser)
    for name in COMMANDS:
        importlib.import_module(f"app.commands.{name}").add_parser(subparsers)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code."""
    try:
        return _run(argv)
    except (BadInput, Refused) as error:
        _complain(as_sentence(error))
        return EXIT_BAD_INPUT
    except BrokenPipeError:
        # The reader of our output went away (`... | head`): not a fault, and nothing more can be written.
        _drop_output()
        return 0
    except OSError as error:
        if error.errno not in CANNOT_WRITE:
            raise
        _drop_output()
        _complain(f"the answer cannot be written: {error.strerror}")
        return EXIT_NOT_WRITTEN
    except KeyboardInterrupt:
        return 130


def _complain(sentence: str) -> None:
    """Say it on standard error; nowhere when that is closed (and not among the answers)."""
    if sys.stderr is not None:
        print(f"meeple-marshal: {sentence}", file=sys.stderr)  # noqa: T201 - the one sentence


def _run(argv: Sequence[str] | None) -> int:
    try:
        args = build_parser().parse_args(argv)
        if args.command is None:
            from app.commands import play

            return int(play.run(args))
        module = importlib.import_module(f"app.commands.{args.command}")
        return int(module.run(args, _input(), _output()))
    finally:
        # Here and not at the end of the process, where a closed pipe could only be complained about.
        if sys.stdout is not None:
            sys.stdout.flush()


def _drop_output() -> None:
    """Whatever is still buffered goes nowhere: writing it at the end of the process would only fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _output() -> IO[str]:
    """Standard output; nowhere when it is closed. What its encoding lacks is escaped, not a crash."""
    if sys.stdout is None:
        return io.StringIO()
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    return sys.stdout


def _input() -> IO[str]:
    """Standard input; nothing where it is closed. Bytes that are no text make a bad line, not a crash."""
    if sys.stdin is None:
        return io.StringIO()
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    return sys.stdin
