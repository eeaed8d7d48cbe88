"""Keeps one match in the journal, whatever the journal does: an action that could not be written is written
first next time, in order, so that what stands on the card is always a true beginning of the match; that it is
over is written last of all.

A journal that fails never stops the game: it goes on in memory, `notice` says so, and saving is tried again
with everything that happens and once a second, until the card takes it. Main thread only.
"""

from __future__ import annotations

import contextlib
import datetime
import logging
from collections.abc import Callable, Iterator

from app.games.contract import Message, say
from app.store.errors import JournalFailed
from app.store.journal import Clocks, Journal
from app.table.timers import MS

log = logging.getLogger(__name__)

KEEP_CLOCKS_NS = 1000 * MS
"""How often the time left is written down while a timer runs, and what could not be saved is tried again."""


class Keeper:
    """The journal's end of a session."""

    def __init__(self, journal: Journal, wall: Callable[[], datetime.datetime]) -> None:
        self.notice: Message | None = None
        self._journal, self._wall = journal, wall
        self._first: tuple[str, bytes] | None = None
        self._match_id: int | None = None
        self._unsaved: list[tuple[bytes | None, Clocks, int | None]] = []
        self._kept_ns = 0
        self._failing = ""
        """Why nothing can be saved now; said in the log once."""
        self._over: bool | None = None
        """Whether the match is over; None: nobody has said."""
        self._ended: bool | None = None
        """Whether the card says so; None: not known yet."""

    def begin(self, game: str, first: bytes) -> None:
        """A new match with its first state (JSON)."""
        self.forget()
        self._first = (game, first)
        self._save()

    def adopt(self, match_id: int, unread: int) -> None:
        """Go on with a stored match, without its last `unread` entries: they are undone, not deleted."""
        self.forget()
        self._match_id = match_id
        self._unsaved = [(None, {}, None)] * unread
        self._save()

    def forget(self) -> None:
        """The match is no longer at this table; what is not saved by now is lost."""
        self._try_again()
        self._first, self._match_id, self._unsaved, self._over, self._ended = None, None, [], None, None

    def record(self, action: bytes | None, left_ms: Clocks, played_ms: int | None) -> None:
        """Put an action (None: an undo) on the card, after everything that could not be written before."""
        self._unsaved.append((action, left_ms, played_ms))
        self._save()

    def keep_clocks(self, left_ms: Clocks, played_ms: int, now_ns: int, at_once: bool = False) -> None:
        """Note what the timers have left and the play time: at once, or once a second while a timer runs."""
        if not at_once and now_ns - self._kept_ns < KEEP_CLOCKS_NS:
            return
        self._kept_ns = now_ns
        self._try_again()
        if self._match_id is None or self._unsaved or not (at_once or left_ms):
            return
        with self._saving():
            self._journal.keep_clocks(self._match_id, left_ms, played_ms)

    def keep_end(self, over: bool) -> None:
        """The match is over (or given up) and not offered again; or it runs, again or still."""
        if over != self._over:
            self._over = over
            self._save()

    def _save(self) -> None:
        with self._saving():
            self._write()

    def _try_again(self) -> None:
        """Write what could not be written; that it could not has been said."""
        with contextlib.suppress(JournalFailed):
            self._write()

    def _write(self) -> None:
        """Write everything that is not on the card yet, in order. Raises `JournalFailed` on the way."""
        if self._match_id is None and self._first is not None:
            self._match_id = self._journal.begin(*self._first, self._wall())
            self._ended = False
        if self._match_id is None:
            return
        while self._unsaved:
            action, left_ms, played_ms = self._unsaved[0]
            self._journal.append(self._match_id, action, left_ms, self._wall(), played_ms)
            del self._unsaved[0]
        if self._over is not None and self._over != self._ended:
            if self._over:
                self._journal.end(self._match_id, self._wall())
            else:
                self._journal.reopen(self._match_id)
            self._ended = self._over

    @contextlib.contextmanager
    def _saving(self) -> Iterator[None]:
        try:
            yield
            self._failing = ""
        except JournalFailed as error:
            if self._failing != str(error):
                log.error("not saved: %s", error)
            self._failing = str(error)
            self.notice = say("notice.not_saved", reason=str(error))
