"""The journal says at any moment whether a match is over, also when a verdict is put right afterwards."""

from __future__ import annotations

import datetime
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.games.mutant_meeples.state import CorrectVerdict, PlayerSetup, Setup
from app.store import history
from app.store.errors import JournalFailed
from app.store.journal import Clocks, Journal
from app.table.autoplay import Autoplay, HandClock
from app.table.keeper import KEEP_CLOCKS_NS, Keeper
from app.table.wiring import set_up
from hardware.pins import PinBackend
from tests.store.newest import newest_open
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
    assert newest_open(table.journal) is None
    stored = table.journal.match(history.listed(table.journal, "mutant-meeples")[0].match_id)
    assert stored is not None
    table.session.resume(stored)
    winner = table.session.state.winner
    table.session.go_on()
    assert table.session.act(CorrectVerdict(winner, legal=False))
    assert newest_open(table.journal) is not None
    assert table.session.undo()
    assert newest_open(table.journal) is None
    assert table.session.redo()
    assert newest_open(table.journal) is not None
    table.close()


# -- a card that is full for a moment ----------------------------------------------------------------------


class FullCard(Journal):
    """A journal in memory whose card takes no action while it is full."""

    def __init__(self) -> None:
        super().__init__(None)
        self.full = False
        self.tried = 0

    def append(
        self,
        match_id: int,
        action: bytes | None,
        left_ms: Clocks,
        now: datetime.datetime,
        played_ms: int | None = None,
    ) -> None:
        self.tried += 1
        if self.full:
            raise JournalFailed("the card is full")
        super().append(match_id, action, left_ms, now, played_ms)

    def on_card(self) -> tuple[list[bytes], bool]:
        """The actions of match 1, and whether it has ended."""
        stored = self.match(1)
        assert stored is not None
        (listed,) = history.listed(self, "game")
        return [entry.action for entry in stored.entries], listed.ended is not None


@pytest.fixture
def card() -> Iterator[FullCard]:
    made = FullCard()
    yield made
    made.close()


@pytest.fixture
def keeper(card: FullCard) -> Keeper:
    """One match with one action on the card, and the last one refused by it."""
    made = Keeper(card, lambda: WALL)
    made.begin("game", b"{}")
    made.record(b"1", {}, 1)
    card.full = True
    made.record(b"2", {}, 2)
    return made


def test_a_match_does_not_end_on_the_card_before_its_last_action_stands_there(
    card: FullCard, keeper: Keeper
) -> None:
    keeper.keep_end(True)
    assert card.on_card() == ([b"1"], False)
    card.full = False
    keeper.keep_end(True)
    keeper.forget()
    assert card.on_card() == ([b"1", b"2"], True)


def test_what_the_card_refused_is_tried_again_once_a_second_without_another_notice(
    card: FullCard, keeper: Keeper
) -> None:
    keeper.keep_end(True)
    keeper.notice = None
    tried = card.tried
    for now_ns in range(KEEP_CLOCKS_NS, 3 * KEEP_CLOCKS_NS, KEEP_CLOCKS_NS // 10):
        keeper.keep_clocks({}, 3, now_ns)
    assert card.tried == tried + 2
    assert keeper.notice is None
    card.full = False
    keeper.keep_clocks({}, 3, 3 * KEEP_CLOCKS_NS)
    assert card.on_card() == ([b"1", b"2"], True)


def test_leaving_the_table_tries_once_more_to_save_what_is_missing(card: FullCard, keeper: Keeper) -> None:
    card.full = False
    keeper.begin("game", b"{}")
    stored = card.match(1)
    assert stored is not None
    assert [entry.action for entry in stored.entries] == [b"1", b"2"]


def test_a_match_that_is_given_up_while_the_card_is_full_is_offered_again(
    card: FullCard, keeper: Keeper
) -> None:
    keeper.keep_end(True)
    keeper.forget()
    assert card.on_card() == ([b"1"], False)
