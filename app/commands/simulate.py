"""`simulate`: whole games without a screen, with bots at simulated hardware.

Writes one JSON line a game and a last one with the totals. No clock time is in it: the same seed gives the
same bytes. With `--variants` every table draws its own: 1 to K players, markers given up and seeds, building
tiles, rule switches, and tournaments, whose games follow one another until somebody has won one.
"""

from __future__ import annotations

import argparse
import contextlib
import datetime
import random
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, Any

import msgspec

from app.commands.faults import read_faults
from app.commands.shelf import add_game
from app.commands.variants import describe, with_variants
from app.errors import BadInput
from app.games.contract import Refused
from app.games.mutant_meeples.board import SHIPPED_BOARDS
from app.games.mutant_meeples.bots import LEVELS
from app.games.mutant_meeples.box import box, using_box
from app.games.mutant_meeples.state import PlayerSetup, Setup, State
from app.games.mutant_meeples.tournament import goes_on, next_game
from app.games.shelf import playable
from app.language import sentence
from app.store.journal import Journal
from app.table.autoplay import Autoplay, HandClock, MatchReport
from app.table.twin_clock import TwinClock
from app.table.wiring import Table, set_up
from hardware.buttons_config import ButtonsConfig
from hardware.pins import PinBackend
from hardware.probe import installed
from hardware.twin.disk import on_disk
from hardware.twin.script import Kind, Step
from hardware.twin.twin import Twin

EPOCH = datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC)
"""Wall time of simulated tables, so that nothing depends on the day."""


def add_parser(subparsers: Any) -> None:
    """Register the command."""
    parser = subparsers.add_parser("simulate", help="play whole games with bots", description=__doc__)
    add_game(parser, default="mutant-meeples")
    parser.add_argument("--games", type=int, default=1, metavar="N", help="how many games (default 1)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="random seed (default 1)")
    parser.add_argument("--players", type=int, default=3, metavar="K", help="how many bots (default 3)")
    parser.add_argument(
        "--bots",
        "--level",
        default="club",
        metavar="LEVEL[,LEVEL...]",
        help=f"how good the bots are, seat by seat and then over again: {', '.join(LEVELS)}",
    )
    parser.add_argument(
        "--variants", action="store_true", help="1 to K bots with variants drawn at random for each table"
    )
    parser.add_argument(
        "--faults", type=Path, metavar="SCRIPT", help="presses and faults in each game (docs/twin.md)"
    )
    parser.add_argument("--box", type=Path, metavar="FILE", help="the limits of another box (a box.json)")


def run(args: argparse.Namespace, stdin: IO[str], stdout: IO[str]) -> int:
    """Play the games; exit code 1 when one did not finish."""
    if args.games < 1:
        raise BadInput(f"games: found {args.games}, expected 1 or more")
    playable(args.game)
    if not installed("gpiozero"):
        raise BadInput("simulate: gpiozero is not installed, and bots press simulated pins; run ./setup.sh")
    with contextlib.ExitStack() as stack:
        if args.box is not None:
            try:
                stack.enter_context(using_box(args.box))
            except OSError as error:
                raise BadInput(f"box: {args.box} cannot be read ({error.strerror})") from error
            except Refused as refused:
                raise BadInput(sentence(refused.message)) from refused
        if not 1 <= args.players <= box().marker_sets:
            raise BadInput(f"players: found {args.players}, expected 1 to {box().marker_sets}")
        script = None
        if args.faults is not None:
            script = read_faults("faults", args.faults, ButtonsConfig(), (Kind.PIN, Kind.DISK))
        return _run(args, _levels(args.bots), script, stdout)


def _levels(named: str) -> list[str]:
    levels = [level.strip() for level in named.split(",")]
    for level in levels:
        if level not in LEVELS:
            raise BadInput(f"level: found {level!r}, expected {', '.join(LEVELS)}")
    return levels


def _run(
    args: argparse.Namespace, levels: Sequence[str], script: Sequence[Step] | None, stdout: IO[str]
) -> int:
    totals: Counter[str] = Counter()
    following: Setup | None = None
    with (
        tempfile.TemporaryDirectory() as folder,
        contextlib.closing(Journal(Path(folder) / "journal.db")) as journal,
    ):
        for number in range(1, args.games + 1):
            # A string seeds the generator through a hash of its text, the same on every machine and version.
            rng = random.Random(f"{args.seed}/{number}")
            setup = following or make_setup(number, args.players, levels)
            if args.variants and following is None:
                setup = with_variants(setup, rng)
            if script is None:
                report, ended = _play(setup, rng, journal, Path(folder))
                done = None
            else:
                report, ended, done = _play_on_twin(setup, rng, script)
            following = next_game(ended, rng) if goes_on(ended) else None
            totals.update(games=1, rounds=report.rounds, unfinished=int(report.winner is None))
            line = {"game": number, **msgspec.to_builtins(report)}
            if done is not None:
                line["faults"] = done
            if args.variants:
                line["variants"] = describe(ended)
            stdout.write(msgspec.json.encode(line).decode() + "\n")
            stdout.flush()
    summary = {"games": totals["games"], "rounds": totals["rounds"], "unfinished": totals["unfinished"]}
    stdout.write(msgspec.json.encode(summary).decode() + "\n")
    return 1 if totals["unfinished"] else 0


def make_setup(number: int, players: int, levels: Sequence[str]) -> Setup:
    """The set-up of the n-th simulated game: both cities and both styles of claiming take turns.

    The levels go round the table, so there may be fewer or more of them than seats.
    """
    seats = tuple(
        PlayerSetup(
            f"Bot {seat + 1}",
            style="buzz" if (number + seat) % 3 == 0 else "touch",
            bot=levels[seat % len(levels)],
        )
        for seat in range(players)
    )
    return Setup(players=seats, board=SHIPPED_BOARDS[number % len(SHIPPED_BOARDS)])


def _play(
    setup: Setup,
    rng: random.Random,
    journal: Journal,
    folder: Path,
    clock: HandClock | None = None,
    wire: Callable[[Table], None] = lambda table: None,
) -> tuple[MatchReport, State]:
    """One game; `wire` is told of the table before it begins."""
    clock = clock or HandClock()
    table = set_up(
        state_dir=folder,
        config_path=folder / "none.toml",
        clock_ns=clock,
        wall=lambda: EPOCH,
        rng=rng,
        backend=PinBackend.SIMULATED,
        journal=journal,
    )
    wire(table)
    try:
        bots = Autoplay(table, clock)
        report = bots.play(setup)
        assert bots.ended is not None
        return report, bots.ended
    finally:
        table.hang_up()


def _play_on_twin(setup: Setup, rng: random.Random, script: Sequence[Step]) -> tuple[MatchReport, State, int]:
    """One game with faults, which begin anew in each, and how many of them there were."""
    clock = TwinClock()
    with (
        tempfile.TemporaryDirectory() as folder,
        contextlib.closing(Journal(Path(folder) / "journal.db")) as journal,
    ):
        twin = Twin(Path(folder), clock, rest_ns=clock.rest)
        journal.put_between(on_disk(twin.disk))
        clock.twin = twin

        def wire(table: Table) -> None:
            assert table.gear.pins is not None
            twin.wire(table.gear.pins, table.config.buttons)
            twin.start(script, own_thread=False)

        report, ended = _play(setup, rng, journal, Path(folder), clock, wire)
        return report, ended, twin.done
