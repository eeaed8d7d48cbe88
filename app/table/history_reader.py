"""Reads the past beside the screen: the list at once, what happened in each match and all figures bit by bit.

In: the journal and a worker. Out: what is known so far, and a call of `changed` whenever that is more. All
methods belong to the main thread; only erasing takes long there, for it writes the whole file anew.
"""

from __future__ import annotations

import functools
import logging
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from app.games.mutant_meeples.statistics import (
    MatchFacts,
    MatchRecord,
    Optima,
    PlayerFigures,
    RoundRecord,
    figures,
    optima,
)
from app.store import history
from app.store.errors import JournalFailed, JournalUnreadable
from app.store.files import write_whole
from app.store.history import OPTIMUM, SUMMARY, Listed, RawMatch
from app.store.journal import Journal, StoredMatch
from app.table.best import Best, best_of_round
from app.table.errand import Errand
from app.table.history import (
    GAME,
    Past,
    facts_of,
    forget_player,
    kept_best,
    kept_facts,
    load,
    optimum_text,
    record_of,
    summary_text,
)
from app.table.history_files import csv_text, json_match, json_text
from app.table.worker import Asking

log = logging.getLogger(__name__)

LIST, FIGURES, MATCH, BEST, COPY, FILE = (
    f"history {what}" for what in ("list", "figures", "match", "best", "copy", "file")
)
"""What the worker is asked about; a newer question of a kind makes the older one void. Each file is one."""


class HistoryReader:
    """What is known of the past; `look` begins, `stop` ends the reading."""

    def __init__(
        self, journal: Journal, worker: Asking, clock_ns: Callable[[], int] = time.monotonic_ns
    ) -> None:
        self._journal, self._worker, self._clock_ns = journal, worker, clock_ns
        self.changed: Callable[[], None] = lambda: None
        self.matches: list[Listed] = []
        """Newest first."""
        self.unusable = False
        """The journal could not be read at all."""
        self.record: MatchRecord | None = None
        """The opened match; None while it is being read (`opening`), or when it cannot be."""
        self.opening = False
        self.best: Best | None = None
        self.best_failed = False
        self._best_of: RoundRecord | None = None
        self.players: list[PlayerFigures] | None = None
        """Everybody's figures; None while they are being worked out."""
        self._players_asked = False
        self._facts: dict[int, MatchFacts | None] = {}
        self._best: dict[int, Optima] = {}
        self._reading: Errand[Any, Any, Any] | None = None
        self._copying: Errand[Any, Any, Any] | None = None
        self._opened: int | None = None

    # -- the list -------------------------------------------------------------------------------------

    def look(self) -> None:
        """Read the list anew, and then every match that is not known yet."""
        self.stop()
        self._facts, self._best, self.players, self._players_asked = {}, {}, None, False
        try:
            self.matches = history.listed(self._journal, GAME.name)
            texts = self._journal.records(SUMMARY)
            self.unusable = False
        except JournalFailed as error:
            log.error("past matches: %s", error)
            self.matches, texts, self.unusable = [], {}, True
        fetch = functools.partial(self._fetch_facts, texts)
        self._read(LIST, self.matches, fetch, facts_of, self._take_facts, self._all_read)

    def stop(self) -> None:
        """Nothing more is wanted for now; a file that is being written is written."""
        if self._reading is not None:
            self._reading.stop()
            self._reading = None
        for topic in (MATCH, BEST):
            self._worker.forget(topic)
        self.opening, self._best_of = False, None

    def known(self, match_id: int) -> bool:
        """Whether the match has been read, or found unreadable."""
        return match_id in self._facts

    def facts(self, match_id: int) -> MatchFacts | None:
        """What happened in it; None: not known yet, or it cannot be read by this version."""
        return self._facts.get(match_id)

    @property
    def progress(self) -> tuple[int, int] | None:
        """(done, of how many) of what is being read, worked out or copied; None: all is done."""
        errand = self._reading or self._copying
        return None if errand is None else (errand.done, errand.total)

    def _read(
        self,
        topic: str,
        things: list[Listed],
        fetch: Callable[[Listed], Any],
        work: Callable[[Any], Any],
        take: Callable[[list[tuple[Listed, Any]]], None],
        finish: Callable[[], None],
    ) -> None:
        def finished() -> None:
            self._reading = None
            finish()
            self.changed()

        self._reading = self._errand(topic, things, fetch, work, take, finished)

    def _errand(
        self,
        topic: str,
        things: list[Listed],
        fetch: Callable[[Listed], Any],
        work: Callable[[Any], Any],
        take: Callable[[list[tuple[Listed, Any]]], None],
        finish: Callable[[], None],
    ) -> Errand[Any, Any, Any]:
        def taken(results: list[tuple[Listed, Any]]) -> None:
            take(results)
            self.changed()

        return Errand(
            self._worker,
            topic,
            things,
            fetch=fetch,
            work=work,
            take=taken,
            finish=finish,
            clock_ns=self._clock_ns,
        )

    def _fetch_facts(self, texts: Mapping[str, str], listed: Listed) -> StoredMatch | None:
        facts = kept_facts(texts.get(str(listed.match_id)), listed)
        stored = load(self._journal, listed.match_id) if facts is None else None
        if stored is None:
            self._facts[listed.match_id] = facts
        return stored

    def _take_facts(self, results: list[tuple[Listed, MatchFacts | None]]) -> None:
        self._facts |= {listed.match_id: facts for listed, facts in results}
        texts = {
            listed.match_id: summary_text(facts, listed.entries)
            for listed, facts in results
            if facts is not None
        }
        self._keep(SUMMARY, texts)

    def _all_read(self) -> None:
        for listed in self.matches:  # what a fault of ours left out is as good as unreadable
            self._facts.setdefault(listed.match_id, None)

    def _keep(self, kind: str, texts: dict[int, str]) -> None:
        """Keep what was worked out; where that cannot be, it is worked out again next time."""
        if not texts:
            return
        try:
            history.keep_records(self._journal, kind, texts)
        except JournalFailed as error:
            log.error("%s not kept: %s", kind, error)

    # -- one match ------------------------------------------------------------------------------------

    def open(self, match_id: int) -> None:
        """Read one match to show it; `record` follows."""
        self.record, self._opened = None, match_id
        stored = load(self._journal, match_id)
        if stored is None:
            self._no_record(JournalUnreadable(match_id, "it is gone, or its text is spoilt"))
            return
        self.opening = True
        self._worker.ask(MATCH, lambda: record_of(stored), self._got_record, self._no_record)

    def _got_record(self, record: MatchRecord) -> None:
        self.record, self.opening = record, False
        self.changed()

    def _no_record(self, error: Exception) -> None:
        log.error("match %s not shown: %s", self._opened, error)
        self.opening = False
        if self._opened is not None:
            self._facts[self._opened] = None
        self.changed()

    def stored(self, match_id: int) -> StoredMatch | None:
        """The match to go on with; None when it is gone or spoilt."""
        return load(self._journal, match_id)

    def ask_best(self, record: RoundRecord) -> None:
        """Look for the best there was in a round, once; `best` follows, or `best_failed`."""
        if record is self._best_of:
            return
        self.best, self.best_failed, self._best_of = None, False, record
        self._worker.ask(BEST, lambda: best_of_round(record.state), self._got_best, self._no_best)

    def _got_best(self, best: Best) -> None:
        self.best = best
        self.changed()

    def _no_best(self, error: Exception) -> None:
        log.error("the best solution could not be worked out", exc_info=error)
        self.best_failed = True
        self.changed()

    # -- figures --------------------------------------------------------------------------------------

    def ask_players(self) -> None:
        """Work out everybody's figures, once and after the list has been read; `players` follows."""
        if self._players_asked or self._reading is not None:
            return
        self._players_asked = True
        try:
            texts = self._journal.records(OPTIMUM)
        except JournalFailed as error:
            log.error("optima: %s", error)
            texts = {}
        readable = [listed for listed in reversed(self.matches) if self.facts(listed.match_id) is not None]
        fetch = functools.partial(self._fetch_best, texts)
        self._read(FIGURES, readable, fetch, _best_in, self._take_best, self._count)

    def _fetch_best(self, texts: Mapping[str, str], listed: Listed) -> StoredMatch | None:
        best = kept_best(texts.get(str(listed.match_id)), listed)
        if best is not None:
            self._best[listed.match_id] = best
            return None
        return load(self._journal, listed.match_id)

    def _take_best(self, results: list[tuple[Listed, Optima]]) -> None:
        self._best |= {listed.match_id: best for listed, best in results}
        self._keep(OPTIMUM, {one.match_id: optimum_text(best, one.entries) for one, best in results})

    def _count(self) -> None:
        matches = []
        for listed in reversed(self.matches):
            facts = self.facts(listed.match_id)
            if facts is not None:
                matches.append((facts, self._best.get(listed.match_id, {})))
        self._worker.ask(FIGURES, lambda: figures(matches), self._got_players, self._no_players)

    def _got_players(self, players: list[PlayerFigures]) -> None:
        self.players = players
        self.changed()

    def _no_players(self, error: Exception) -> None:
        log.error("figures could not be worked out", exc_info=error)
        self.players = []
        self.changed()

    # -- erasing; raises `JournalFailed` ----------------------------------------------------------------

    def erase(self, match_id: int) -> None:
        """Erase one match for good."""
        history.erase(self._journal, match_id)
        self.look()

    def erase_all(self) -> None:
        """Erase every match for good, also those that cannot be read."""
        history.erase_all(self._journal, GAME.name)
        self.look()

    def forget(self, name: str) -> None:
        """Take a player's name out of every match."""
        forget_player(self._journal, name)
        self.look()

    # -- files ----------------------------------------------------------------------------------------

    def write_csv(self, path: Path, then: Callable[[Exception | None], None]) -> None:
        """Write the table to a file; `then(None)`, or with what was in the way."""
        table = [Past(listed, self.facts(listed.match_id)) for listed in self.matches]
        self._write(path, lambda: csv_text(table), then)

    def write_json(self, path: Path, then: Callable[[Exception | None], None]) -> None:
        """Write the copy to a file, likewise; matches that cannot be read stay behind."""
        pieces: list[bytes] = []

        def take(results: list[tuple[Listed, bytes | None]]) -> None:
            pieces.extend(piece for _, piece in results if piece is not None)

        def write() -> None:
            self._copying = None
            self._write(path, lambda: json_text(pieces), then)

        self._copying = self._errand(COPY, self.matches[::-1], self._fetch_raw, json_match, take, write)

    def _write(self, path: Path, text: Callable[[], str], then: Callable[[Exception | None], None]) -> None:
        self._worker.ask(f"{FILE} {path.name}", lambda: write_whole(path, text()), lambda _: then(None), then)

    def _fetch_raw(self, listed: Listed) -> RawMatch | None:
        try:
            return history.raw_match(self._journal, listed.match_id)
        except JournalFailed as error:
            log.error("match %d: %s", listed.match_id, error)
            return None


def _best_in(stored: StoredMatch) -> Optima:
    return optima(record_of(stored).rounds)
