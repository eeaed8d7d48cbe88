"""The journal says at any moment whether a match is over, also when a verdict is put right afterwards."""

from __future__ import annotations

import random
from pathlib import Path

from app.games.mutant_meeples.state import CorrectVerdict, PlayerSetup, Setup
from app.store import history
from app.table.autoplay import Autoplay, HandClock
from app.table.wiring import set_up
from hardware.pins import PinBackend
from tests.table.conftest import WALL


def test_a_match_that_runs_again_after_a_correction_is_offered_again(tmp_path: Path) -> None:
    clock = HandClock()
    table = set_up(
        state_dir=tmp_path,
        clock_ns=clock,
        wall=lambda: WALL,
        rng=random.Random(3),
        backend=PinBackend.SIMULATED,
    )
    Autoplay(table, clock).play(
        Setup((PlayerSetup("Anna", bot="expert"), PlayerSetup("Ben", bot="beginner")))
    )
    assert table.journal.latest_open() is None
    stored = table.journal.match(history.listed(table.journal, "mutant-meeples")[0].match_id)
    assert stored is not None
    table.session.resume(stored)
    winner = table.session.state.winner
    table.session.go_on()
    assert table.session.act(CorrectVerdict(winner, legal=False))
    assert table.journal.latest_open() is not None
    assert table.session.undo()
    assert table.journal.latest_open() is None
    assert table.session.redo()
    assert table.journal.latest_open() is not None
    table.close()
