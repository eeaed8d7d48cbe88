"""`bench`: how fast this machine is, as JSON (and as a table on request of a person's terminal).

Every figure is measured here and now. Compare ratios inside one run: machines differ, and so do moments.
"""

from __future__ import annotations

import argparse
import functools
import json
import platform
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

from app.games.mutant_meeples.board import SHIPPED_BOARDS, shipped_board
from app.games.mutant_meeples.match import MutantMeeples
from app.games.mutant_meeples.roster import Kit
from app.games.mutant_meeples.state import Buzz, DrawCrime, PlayerSetup, Setup
from app.store.journal import Journal
from app.table.session import Session
from app.table.wiring import wall_clock

POSITIONS_PER_BOARD = 20
CLAIMS = 50
READS = 3


def add_parser(subparsers: Any) -> None:
    """Register the command."""
    parser = subparsers.add_parser("bench", help="measure this machine", description=__doc__)
    parser.add_argument("--photo", type=Path, metavar="PHOTO", help="also time reading this photograph")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--text", action="store_true", help="only the table for people")


def _ms(work: Callable[[], Any]) -> float:
    began = time.perf_counter_ns()
    work()
    return (time.perf_counter_ns() - began) / 1e6


def _row(name: str, times_ms: list[float]) -> dict[str, Any]:
    return {
        "name": name,
        "runs": len(times_ms),
        "median_ms": round(statistics.median(times_ms), 3),
        "worst_ms": round(max(times_ms), 3),
    }


def bench_solver(seed: int) -> list[dict[str, Any]]:
    """Opening positions (eight meeples on random grates, a random crime) of each shipped city."""
    from app.games.mutant_meeples.solver import solve, warm

    rows = [_row("solver: load and warm up", [_ms(warm)])]
    rng = random.Random(seed)
    game = MutantMeeples()
    for name in SHIPPED_BOARDS:
        board, times = shipped_board(name), []
        for _ in range(POSITIONS_PER_BOARD):
            state = game.new(Setup((PlayerSetup("A"),), board=name), rng)
            target = "".join(state.stack[:2])
            times.append(_ms(functools.partial(solve, board, state.starts, target, Kit())))
        rows.append(_row(f"solver: opening on {board.name}", times))
    return rows


def bench_claims(seed: int) -> dict[str, Any]:
    """From a press in the queue to its effect, journalled on this machine's storage."""
    times = []
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal(Path(folder) / "journal.db")
        session: Session[Any] = Session(
            MutantMeeples(), journal, clock_ns=time.monotonic_ns, wall=wall_clock, rng=random.Random(seed)
        )
        setup = Setup((PlayerSetup("A", style="buzz"), PlayerSetup("B", style="buzz")))
        for _ in range(CLAIMS):
            session.start(setup)
            session.act(DrawCrime())
            session.want(Buzz(0))
            times.append(_ms(session.pump))
            session.abandon()
        journal.close()
    return _row("claim: press to journalled effect", times)


def bench_start() -> dict[str, Any]:
    """A fresh interpreter up to the parsed command line."""
    command = [sys.executable, "-m", "app", "--help"]
    root = Path(__file__).resolve().parents[2]
    run = lambda: subprocess.run(command, check=True, capture_output=True, cwd=root)  # noqa: E731
    return _row("start: python -m app --help", [_ms(run) for _ in range(3)])


def bench_reading(photo: Path) -> dict[str, Any]:
    """Reading one photograph."""
    from vision.photo import load
    from vision.reader import read

    image = load(photo)
    return _row("vision: read one photo", [_ms(lambda: read(image)) for _ in range(READS)])


def run(args: argparse.Namespace, stdin: IO[str], stdout: IO[str]) -> int:
    """Measure and print the JSON, then the table."""
    rows = [*bench_solver(args.seed), bench_claims(args.seed), bench_start()]
    if args.photo is not None:
        from app.errors import BadInput
        from vision.errors import PhotoUnreadable

        try:
            rows.append(bench_reading(args.photo))
        except PhotoUnreadable as error:
            raise BadInput(f"photo: {error}") from error
    memory_mb = round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1)
    report = {
        "machine": platform.machine(),
        "python": platform.python_version(),
        "memory_mb": memory_mb,
        "rows": rows,
    }
    if not args.text:
        print(json.dumps(report), file=stdout)
    for row in rows:
        print(
            f"{row['name']:<40} {row['median_ms']:>10.2f} ms  worst {row['worst_ms']:>10.2f} ms", file=stdout
        )
    print(f"{'peak memory':<40} {memory_mb:>10.1f} MB", file=stdout)
    return 0
