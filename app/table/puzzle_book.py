"""What the table keeps about puzzles: results of the days, the streak they make, and attempts not finished.

Everything stands in records of the kind "puzzle" beside the matches. A result belongs to a date and a city,
and only ever gets better. The streak is worked out from the dates, never counted up, so that a clock that
jumps can spoil nothing. A journal that fails stops nobody: the book goes on in memory and `take_notice` says
so. Main thread only.
"""

from __future__ import annotations

import datetime
import logging
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Annotated

import msgspec

from app.games.contract import Message, say
from app.games.mutant_meeples.puzzles import Puzzle, check, of_text, to_text
from app.games.mutant_meeples.roster import MAX_MOVES
from app.store.errors import JournalFailed
from app.store.journal import Journal

log = logging.getLogger(__name__)

KIND = "puzzle"
DAY, OPEN = "day", "open"
"""First words of the keys: a result of a day, and what was begun."""
ENDLESS = "endless"
"""The place of the one endless attempt; those of the day have their city's."""


class Result(msgspec.Struct, frozen=True):
    """The best that was done with a puzzle of the day: stars from 1 to 3, moves needed."""

    stars: Annotated[int, msgspec.Meta(ge=1, le=3)]
    moves: Annotated[int, msgspec.Meta(ge=1, le=MAX_MOVES)]


class Begun(msgspec.Struct, frozen=True):
    """A puzzle somebody is at, as far as it has gone.

    `date` (ISO) of a puzzle of the day, else None; `steps` are (colour, cell) as tapped; `hints` told so far;
    `shown`: the whole way was. `solved`: it led to the scene. Hints count for the puzzle, not for one try.
    """

    puzzle: Puzzle
    date: str | None = None
    steps: tuple[tuple[str, str], ...] = ()
    hints: int = 0
    shown: bool = False
    solved: bool = False


class Streak(msgspec.Struct, frozen=True):
    """Days in a row up to today, and the most there ever were. Today may still be open."""

    days: int
    best: int


class PuzzleBook:
    """The book of one table; `today` is the calendar date there."""

    def __init__(self, journal: Journal, today: Callable[[], datetime.date]) -> None:
        self._journal, self._today = journal, today
        self._notice: Message | None = None
        self._results: dict[tuple[int, str], Result] = {}
        self._begun: dict[str, Begun] = {}
        try:
            self._read(journal.records(KIND))
        except JournalFailed as error:
            self._failed(error)

    @property
    def today(self) -> datetime.date:
        """The calendar date at the table."""
        return self._today()

    # -- results -------------------------------------------------------------------------------------

    def result(self, date: datetime.date, city: str) -> Result | None:
        """The best result of that day's puzzle, or None."""
        return self._results.get((date.toordinal(), city))

    def note(self, date: datetime.date, city: str, result: Result) -> bool:
        """Write down a solved puzzle of the day; False, and nothing written, when its day is over.

        A result that is no better than the one before is forgotten.
        """
        if date != self._today():
            return False
        before = self.result(date, city)
        if before is None or (result.stars, -result.moves) > (before.stars, -before.moves):
            self._results[date.toordinal(), city] = result
            self._put(f"{DAY} {date.isoformat()} {city}", to_text(result))
        return True

    def streak(self) -> Streak:
        """Days in a row on which the puzzle of the day was solved in any city."""
        today = self._today().toordinal()
        solved = {day for day, _ in self._results}
        last = today if today in solved else today - 1
        days = 0
        while last - days in solved:
            days += 1
        return Streak(days, max(days, _longest(solved)))

    # -- attempts -------------------------------------------------------------------------------------

    def begun(self, place: str) -> Begun | None:
        """What was begun there: `ENDLESS`, or a city for its puzzle of today."""
        found = self._begun.get(place)
        if found is not None and place != ENDLESS and found.date != self._today().isoformat():
            return None
        return found

    def keep(self, place: str, begun: Begun) -> None:
        """Remember how far it has gone, in place of what was begun there before."""
        if self._begun.get(place) != begun:
            self._begun[place] = begun
            self._put(f"{OPEN} {place}", to_text(begun))

    # -- the card -------------------------------------------------------------------------------------

    def take_notice(self) -> Message | None:
        """What went wrong with keeping, once."""
        notice, self._notice = self._notice, None
        return notice

    def _put(self, key: str, text: str) -> None:
        try:
            self._journal.put_record(KIND, key, text)
        except JournalFailed as error:
            self._failed(error)

    def _failed(self, error: JournalFailed) -> None:
        log.error("the book of puzzles: %s", error)
        self._notice = say("notice.not_saved", reason=str(error))

    def _read(self, records: Mapping[str, str]) -> None:
        """Take in what can be read; the rest is passed over, and stays on the card."""
        for key, text in records.items():
            what, _, rest = key.partition(" ")
            try:
                if what == DAY:
                    date, _, city = rest.partition(" ")
                    day = datetime.date.fromisoformat(date).toordinal()
                    self._results[day, city] = of_text(text, Result)
                elif what == OPEN:
                    begun = of_text(text, Begun)
                    check(begun.puzzle)
                    self._begun[rest] = begun
            except ValueError as error:
                log.error("record of a puzzle unreadable: %s: %s", key, error)


def _longest(days: set[int]) -> int:
    """The longest run of consecutive numbers."""
    longest = run = 1 if days else 0
    for before, day in pairwise(sorted(days)):
        run = run + 1 if day == before + 1 else 1
        longest = max(longest, run)
    return longest
