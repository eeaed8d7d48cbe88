"""A tournament outlives its evenings: whenever its last game is over, the next one is there to be begun."""

from __future__ import annotations

import random
from pathlib import Path

from app.games.mutant_meeples.state import PlayerSetup, Setup, Tournament
from app.store.history import listed
from app.table.autoplay import Autoplay, HandClock
from app.table.replay import describe
from app.table.tournaments import RECENT
from app.table.wiring import Table, set_up
from hardware.pins import PinBackend
from tests.table.conftest import WALL

SEATS = (PlayerSetup("Anna", bot="expert"), PlayerSetup("Ben", bot="beginner"))


def table_at(folder: Path, clock: HandClock) -> Table:
    return set_up(
        state_dir=folder,
        clock_ns=clock,
        wall=lambda: WALL,
        rng=random.Random(3),
        backend=PinBackend.SIMULATED,
    )


def test_the_next_game_waits_after_a_restart_with_the_same_markers_drawn(tmp_path: Path) -> None:
    clock = HandClock()
    table = table_at(tmp_path, clock)
    report = Autoplay(table, clock).play(Setup(SEATS, tournament=Tournament()))
    first = table.next_in_tournament()
    table.close()
    table = table_at(tmp_path, clock)
    second = table.next_in_tournament()
    assert second is not None
    assert second == first
    assert sum(second.wins(seat) for seat in range(2)) == 1
    winner = next(seat for seat, player in enumerate(SEATS) if player.name == report.winner)
    assert len(second.given_up(winner)) == 1
    assert second.given_up(1 - winner) == ()
    table.close()


def test_a_tournament_waits_through_other_matches_until_somebody_has_won_it(tmp_path: Path) -> None:
    clock = HandClock()
    table = table_at(tmp_path, clock)
    player = Autoplay(table, clock)
    following: Setup | None = Setup(SEATS, tournament=Tournament())
    games = 0
    while following is not None:
        games += 1
        player.play(following)
        following = table.next_in_tournament()
    assert 3 <= games <= 5
    player.play(Setup(SEATS, tournament=Tournament()))
    waiting = table.next_in_tournament()
    assert waiting is not None
    for _ in range(2):
        table.session.start(Setup(SEATS))
        table.session.abandon()
        table.session.leave()
    assert table.next_in_tournament() == waiting
    for _ in range(RECENT):
        table.session.start(Setup(SEATS))
        table.session.leave()
    assert table.next_in_tournament() is None
    table.close()


def test_a_game_ended_before_anybody_won_is_played_again(tmp_path: Path) -> None:
    clock = HandClock()
    table = table_at(tmp_path, clock)
    Autoplay(table, clock).play(Setup(SEATS, tournament=Tournament()))
    second = table.next_in_tournament()
    assert second is not None
    table.session.start(second)
    table.session.leave()
    assert table.next_in_tournament() is None  # it is open, and offered as such
    stored = table.kept().match
    assert stored is not None
    table.session.resume(stored)
    table.session.abandon()
    table.session.leave()
    assert table.next_in_tournament() == second
    table.close()


def test_a_first_game_ended_before_anybody_won_leaves_nothing_to_wait_for(tmp_path: Path) -> None:
    table = table_at(tmp_path, HandClock())
    table.session.start(Setup(SEATS, tournament=Tournament()))
    table.session.abandon()
    table.session.leave()
    assert table.next_in_tournament() is None
    table.close()


def test_the_tournament_at_the_table_goes_on_whatever_was_played_since(tmp_path: Path) -> None:
    """Its winner's screen offers the next game, so there must be one."""
    clock = HandClock()
    table = table_at(tmp_path, clock)
    Autoplay(table, clock).play(Setup(SEATS, tournament=Tournament()))
    waiting = table.next_in_tournament()
    ended = table.journal.match(listed(table.journal, table.session.game.name, limit=1)[0].match_id)
    assert waiting is not None
    assert ended is not None
    table.session.start(Setup(SEATS))
    assert table.next_in_tournament() is None
    table.session.resume(ended)
    assert table.next_in_tournament() == waiting
    table.close()


def test_a_kept_practice_is_told_without_teams(tmp_path: Path) -> None:
    table = table_at(tmp_path, HandClock())
    table.session.start(Setup((PlayerSetup("Anna"),)))
    assert describe(table.session.state).key == "table.kept_practice"
    table.close()
