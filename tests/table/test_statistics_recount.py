"""Whole matches by bots, counted a second time from what was said at the table, not from the states."""

from __future__ import annotations

import statistics
from collections import Counter, defaultdict
from pathlib import Path

import msgspec

from app.games.mutant_meeples.match import MutantMeeples
from app.games.mutant_meeples.statistics import End, MatchFacts, MatchRecord, figures, optima, tell
from app.store.journal import Journal
from tests.table.played import Heard, heard_in_library, library, play, setup_of

GAME = MutantMeeples()


def record_of(journal: Journal, match_id: int) -> MatchRecord:
    stored = journal.match(match_id)
    assert stored is not None
    steps = [
        (msgspec.json.decode(entry.action, type=GAME.action_type), entry.played_ms)
        for entry in stored.entries
    ]
    return tell(msgspec.json.decode(stored.state, type=GAME.state_type), steps)


class Recount:
    """The same match from its messages and the clock on the wall."""

    def __init__(self, heard: list[Heard]) -> None:
        self.tiles: dict[tuple[int, str], int] = {}
        self.bid_ms: dict[tuple[int, str], int] = {}
        self.solved: dict[int, tuple[str, int, str]] = {}
        self.failed: Counter[str] = Counter()
        self.penalties: Counter[str] = Counter()
        self.ends: dict[int, End] = {}
        self.winner: str | None = None
        self.rounds = 0
        self._drawn_ms = 0
        self._named_ms: dict[str, int] = {}
        for one in heard:
            self._hear(one.message.key, dict(one.message.params), one.at_ms)

    def _hear(self, key: str, said: dict[str, object], at_ms: int) -> None:
        name = str(said.get("player", ""))
        here = (self.rounds, name)
        match key:
            case "draw.scene":
                self.rounds, self._drawn_ms, self._named_ms = self.rounds + 1, at_ms, {}
            case "claim.waits":
                self._named_ms[name] = at_ms
            case "claim.made":
                self.tiles[here] = int(str(said["tile"]))
                self.bid_ms[here] = self._named_ms.get(name, at_ms) - self._drawn_ms
            case "round.solved":
                self.solved[self.rounds] = (name, int(str(said["moves"])), str(said["meeple"]))
                self.ends[self.rounds] = End.SOLVED
            case "round.failed":
                self.failed[name] += 1
            case "penalty.paid":
                self.penalties[name] += 1
            case "round.agreed":
                self.ends[self.rounds] = End.AGREED
            case "round.unsolved":
                self.ends[self.rounds] = End.UNSOLVED
            case "round.nobody_claimed":
                self.ends[self.rounds] = End.NOBODY
            case "match.won":
                self.winner = name


def test_what_is_told_of_a_match_is_what_was_said_in_it(tmp_path: Path) -> None:
    """Matches of two, three, four and five players."""
    journal = library(None)
    _report, of_five = play(journal, tmp_path, 103, setup_of(3, players=5))
    recounts = [Recount(heard) for heard in (*heard_in_library(), of_five)]
    for match_id, recount in enumerate(recounts, start=1):
        compare(record_of(journal, match_id).facts, recount)
    assert sum(recount.failed.total() for recount in recounts) > 0, (
        "nothing went wrong, so nothing was tested"
    )
    journal.close()


def compare(facts: MatchFacts, recount: Recount) -> None:
    names = [seat.name for seat in facts.seats]
    assert len(facts.rounds) == recount.rounds > 5
    claims = {(crime.number, names[c.player]): c for crime in facts.rounds for c in crime.claims}
    assert {where: claim.tile for where, claim in claims.items()} == recount.tiles
    assert {where: claim.after_ms for where, claim in claims.items()} == recount.bid_ms
    assert {crime.number: crime.end for crime in facts.rounds} == recount.ends
    solved = {c.number: (names[c.solver], c.moves, c.joined) for c in facts.rounds if c.solver is not None}
    assert solved == recount.solved
    wrong = Counter(names[one.player] for c in facts.rounds for one in c.shown if not one.legal)
    assert wrong == recount.failed
    assert Counter(names[paid.player] for c in facts.rounds for paid in c.penalties) == recount.penalties
    assert facts.winner is not None
    assert names[facts.winner] == recount.winner


def test_the_figures_of_everybody_add_up_over_matches() -> None:
    journal = library(None)
    recounts = [Recount(heard) for heard in heard_in_library()]
    records = [record_of(journal, match_id) for match_id in (1, 2, 3)]
    best = [optima(record.rounds) for record in records]
    counted = figures([(record.facts, found) for record, found in zip(records, best, strict=True)])
    seats = {seat for record in records for seat in record.facts.seats}
    assert {(one.name, one.bot) for one in counted} == {(seat.name, seat.bot) for seat in seats}
    totals: dict[str, list[int]] = defaultdict(list)
    for recount in recounts:
        for (_, name), taken_ms in recount.bid_ms.items():
            totals[name].append(taken_ms)
    for name, times_ms in totals.items():
        mine = [one for one in counted if one.name == name]
        assert sum(one.bids for one in mine) == len(times_ms)
        assert sum(one.failed for one in mine) == sum(recount.failed[name] for recount in recounts)
        assert sum(one.penalties for one in mine) == sum(recount.penalties[name] for recount in recounts)
        assert sum(one.wins for one in mine) == sum(recount.winner == name for recount in recounts)
        solved = sum(who == name for recount in recounts for who, _, _ in recount.solved.values())
        assert sum(one.solved for one in mine) == solved
        if len(mine) == 1:
            assert mine[0].bid_ms == statistics.median(times_ms)
    # A bot lays its own shortest way, or one marker less, and takes the lowest free tile for it.
    assert all(over >= -1 for one in counted for over in one.over)
    assert sum(sum(one.over.values()) for one in counted) == sum(one.bids for one in counted)
    journal.close()
