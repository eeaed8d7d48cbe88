"""From a press in the queue to its effect, journalled on this machine's storage."""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from app.commands.bench.measuring import Order, Row, timed_ms
from app.games.mutant_meeples.match import MutantMeeples
from app.games.mutant_meeples.state import Buzz, DrawCrime, PlayerSetup, Setup
from app.store.journal import Journal
from app.table.session import Session
from app.table.wiring import wall_clock

CLAIMS = 50


def measure(order: Order) -> Iterator[Row]:
    """One row: a press at a table of two, each in a match of its own."""
    times_ms = []
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal(Path(folder) / "journal.db")
        session: Session[Any] = Session(
            MutantMeeples(),
            journal,
            clock_ns=time.monotonic_ns,
            wall=wall_clock,
            rng=random.Random(order.seed),
        )
        setup = Setup((PlayerSetup("A", style="buzz"), PlayerSetup("B", style="buzz")))
        for _ in range(order.at_most(CLAIMS)):
            session.start(setup)
            session.act(DrawCrime())
            session.want(Buzz(0))
            times_ms.append(timed_ms(session.pump)[0])
            session.abandon()
        journal.close()
    yield Row("claim: press to journalled effect", times_ms)
