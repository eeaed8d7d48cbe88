"""Reads the past beside the screen: the list at once, what happened in each match and all figures bit by bit.

In: the journal and a worker. Out: what is known so far, and a call of `changed` whenever that is more. All
methods belong to the main thread; only erasing takes long there, for it writes the whole file anew.
"""

from __future__ import annotations

import functools
import logging
import time
from collections.abc import Callable, Mapping, Sequence
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
    Summary,
    forget_player,
    keep_summaries,
    kept_best,
    kept_summary,
    load,
    optimum_text,
    record_of,
    summary_of,
)
from app.table.history_bring import Bringing
from app.table.history_files import json_match, json_text, load_raw
from app.table.history_table import csv_text
from app.table.worker import Asking

log = logging.getLogger(__name__)

LIST, CHECK, FIGURES, MATCH, BEST, COPY, FILE = (
    f"history {what}" for what in ("list", "check", "figures", "match", "best", "copy", "file")
)
"""What the worker is asked about; a newer question of a kind makes the older one void. Each file is two."""

Then = Callable[[Exception | None, Sequence[Listed]], None]
"""then(what was in the way, or None; the matches that could not be read and are not in the file)."""


class HistoryReader:
    """What is known of the past; `look` begins, `stop` ends the reading."""

    def __init__(
        self, journal: Journal, worker: Asking, clock_ns: Callable[[], int] = time.monotonic_ns
    ) -> None:
        self._journal, self._worker, self._clock_ns = journal, worker, clock_ns
        self.changed: Callable[[], None] = lambda: None
        self.bringing = Bringing(journal, worker)
        """Copies from elsewhere; `look` shows what came in."""
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
        self._known: dict[int, Summary | None] = {}
        self._unchecked: list[Listed] = []
        """Known from a kept summary that nobody has compared with the match yet."""
        self._best: dict[int, Optima] = {}
        self._reading: Errand[Any, Any, Any] | None = None
        self._checking: Errand[Any, Any, Any] | None = None
        self._copying: dict[Path, Errand[Any, Any, Any]] = {}
        self._opened: int | None = None

    # -- the list -------------------------------------------------------------------------------------

    def look(self) -> None:
        """Read the list anew, then what is not known yet, and last whether what was kept still holds."""
        self.stop()
        self._known, self._unchecked, self._best = {}, [], {}
        self.players, self._players_asked = None, False
        try:
            self.matches = history.listed(self._journal, GAME.name)
            texts = self._journal.records(SUMMARY)
            self.unusable = False
        except JournalFailed as error:
            log.error("past matches: %s", error)
            self.matches, texts, self.unusable = [], {}, True
        fetch = functools.partial(self._fetch_unknown, texts)
        self._read(LIST, self.matches, fetch, _told, self._take, self._all_read)

    def stop(self) -> None:
        """Nothing more is wanted for now; a file that is being written is written."""
        for errand in (self._reading, self._checking):
            if errand is not None:
                errand.stop()
        self._reading = self._checking = None
        for topic in (MATCH, BEST):
            self._worker.forget(topic)
        self.opening, self._best_of = False, None

    @property
    def checking(self) -> bool:
        """Whether kept summaries are still being compared with their matches."""
        return self._checking is not None

    def known(self, match_id: int) -> bool:
        """Whether the match has been read, or found unreadable."""
        return match_id in self._known

    def summary(self, match_id: int) -> Summary | None:
        """What is known of it; None: nothing yet, or it cannot be read by this version."""
        return self._known.get(match_id)

    def facts(self, match_id: int) -> MatchFacts | None:
        """What happened in it; None: as above."""
        summary = self.summary(match_id)
        return None if summary is None else summary.facts

    @property
    def progress(self) -> tuple[int, int] | None:
        """(done, of how many) of what is being read, worked out or copied; None: all is done."""
        errand = self._reading or next(iter(self._copying.values()), None)
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

    def _fetch_unknown(self, texts: Mapping[str, str], listed: Listed) -> _Load | None:
        kept = kept_summary(texts.get(str(listed.match_id)), listed)
        if kept is None:
            return self._fetch(listed)
        self._known[listed.match_id] = kept
        self._unchecked.append(listed)
        return None

    def _fetch(self, listed: Listed) -> _Load | None:
        """A match with what is known of it; one whose text is spoilt is unreadable at once."""
        stored = load(self._journal, listed.match_id)
        if stored is None:
            self._remember({listed.match_id: None})
            return None
        return stored, listed.entries, self.summary(listed.match_id)

    def _take(self, results: Sequence[tuple[Listed, Summary | None]]) -> None:
        self._remember({listed.match_id: summary for listed, summary in results})

    def _remember(self, told: Mapping[int, Summary | None]) -> None:
        """Take over what was told, and keep what is new; where that cannot be, it is told again next time."""
        fresh = {n: one for n, one in told.items() if not self.known(n) or self._known[n] is not one}
        self._known |= fresh
        try:
            keep_summaries(self._journal, fresh)
        except JournalFailed as error:
            log.error("summaries not kept: %s", error)

    def _all_read(self) -> None:
        for listed in self.matches:  # what a fault of ours left out is as good as unreadable
            self._known.setdefault(listed.match_id, None)
        things, self._unchecked = self._unchecked, []
        self._checking = Errand(
            self._worker,
            CHECK,
            things,
            fetch=self._fetch_again,
            work=_told,
            take=self._take_checked,
            finish=self._all_checked,
            clock_ns=self._clock_ns,
        )

    def _fetch_again(self, listed: Listed) -> _Load | None:
        found = self._fetch(listed)
        if found is None:
            self.changed()
        return found

    def _take_checked(self, results: Sequence[tuple[Listed, Summary | None]]) -> None:
        news = any(self.summary(listed.match_id) is not summary for listed, summary in results)
        self._take(results)
        if news:
            self.changed()

    def _all_checked(self) -> None:
        self._checking = None

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
            self._remember({self._opened: None})
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
        texts = {one.match_id: optimum_text(best, one.entries) for one, best in results}
        try:
            history.keep_records(self._journal, OPTIMUM, texts)
        except JournalFailed as error:
            log.error("optima not kept: %s", error)

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

    def write_csv(self, path: Path, then: Then) -> None:
        """Write the table to a file; see `Then`."""
        found: dict[int, Past] = {}

        def take(results: Sequence[tuple[Listed, Summary | None]]) -> None:
            self._take(results)
            found.update(
                {one.match_id: Past(one, summary) for one, summary in results if summary is not None}
            )

        self._copy(
            self.matches, self._fetch, _told, take, lambda: csv_text(found.values()), found, path, then
        )

    def write_json(self, path: Path, then: Then) -> None:
        """Write the copy to a file, likewise."""
        pieces: dict[int, bytes] = {}

        def take(results: Sequence[tuple[Listed, bytes | None]]) -> None:
            pieces.update({one.match_id: piece for one, piece in results if piece is not None})

        def text() -> str:
            return json_text(pieces.values())

        self._copy(self.matches[::-1], self._fetch_raw, json_match, take, text, pieces, path, then)

    def _copy(
        self,
        things: list[Listed],
        fetch: Callable[[Listed], Any],
        work: Callable[[Any], Any],
        take: Callable[[list[tuple[Listed, Any]]], None],
        text: Callable[[], str],
        written: Mapping[int, Any],
        path: Path,
        then: Then,
    ) -> None:
        """Collect what goes into a file, and have the worker write it."""

        def write() -> None:
            self._copying.pop(path, None)
            left = [listed for listed in things if listed.match_id not in written]
            self._worker.ask(
                f"{FILE} {path.name}",
                lambda: write_whole(path, text()),
                lambda _: then(None, left),
                lambda error: then(error, left),
            )

        self._copying[path] = self._errand(f"{COPY} {path.name}", things, fetch, work, take, write)

    def _fetch_raw(self, listed: Listed) -> RawMatch | None:
        return load_raw(self._journal, listed.match_id)


_Load = tuple[StoredMatch, int, Summary | None]


def _told(found: _Load) -> Summary | None:
    return summary_of(*found)


def _best_in(stored: StoredMatch) -> Optima:
    return optima(record_of(stored).rounds)
