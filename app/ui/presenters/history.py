"""Past matches without a window: which page is shown, what every touch does, and the view to draw.

In: a `HistoryReader`, the folder for exports, the wall clock, and the places where copies lie that may come
in (None: beside the folder for exports, on no drive). The screen says how many rows fit (`rows_fit`). Out: a
frozen `HistoryView`. Main thread only.
"""

from __future__ import annotations

import datetime
import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from pathlib import Path

from app.errors import as_sentence
from app.games.contract import Refused
from app.games.mutant_meeples.position_text import Position, position_text
from app.games.mutant_meeples.statistics import PlayerFigures, RoundRecord
from app.store.errors import JournalFailed
from app.store.history import Listed
from app.table.boards import Places
from app.table.history_files import file_name
from app.table.history_reader import HistoryReader
from app.ui.city_picture import CityMove
from app.ui.presenters import history_pages as pages
from app.ui.presenters import steps
from app.ui.presenters.history_bring import HistoryBringIn
from app.ui.presenters.history_views import HistoryView, ListPage, MatchPage, Page, PlayersPage, RoundPage
from app.ui.words import word

MOST_NAMED = 3
"""Of so many matches that stay behind the date is said."""


class Place(Enum):
    """Which page is shown."""

    LIST = auto()
    MATCH = auto()
    ROUND = auto()
    PLAYERS = auto()


@dataclass(frozen=True, slots=True)
class Shared:
    """A position to be shared: the line, and what it is."""

    text: str
    sentence: str


class HistoryPresenter:
    """Answers touches and gives the view."""

    def __init__(
        self,
        reader: HistoryReader,
        exports: Path,
        wall: Callable[[], datetime.datetime],
        places: Places | None = None,
    ) -> None:
        self._reader, self._exports, self._wall = reader, exports, wall
        self._places = places or Places(exports.parent)
        self.rows_fit = 5
        """How many matches fit on a page of the list."""
        self.rounds_fit = 5
        self._place = Place.LIST
        self._first = 0
        self._match_id: int | None = None
        self._first_round = 0
        self._round = 0
        self._seat: int | None = None
        self._chosen = False
        """Somebody has said whose moves to watch."""
        self._step = 0
        self._playing = False
        self._player = 0
        self._notice, self._alarm = "", False
        self._shown = False
        self._changed: Callable[[], None] = lambda: None
        reader.changed = self._news

    def listen(self, changed: Callable[[], None]) -> None:
        """Call this whenever there is more to be seen."""
        self._changed = changed

    def _news(self) -> None:
        """More is known: ask for what that makes possible, and show it."""
        self._ask()
        if self._shown:
            self._changed()

    def _ask(self) -> None:
        """Have worked out what the page shows and is not known yet."""
        if self._place is Place.PLAYERS:
            self._reader.ask_players()
        elif self._place is Place.ROUND:
            record = self._record
            if record is not None and record.over:
                self._reader.ask_best(record)
            elif record is None and not self._reader.opening:
                self._place = Place.MATCH  # which says that it cannot be read

    # -- coming and going -----------------------------------------------------------------------------

    def enter(self) -> None:
        """The screen is shown: look at everything anew."""
        self._place, self._first, self._shown = Place.LIST, 0, True
        self._reader.look()

    def leave(self) -> None:
        """The screen is left; what is said from now on is shown when somebody comes back."""
        self._playing = self._shown = False
        self.dismiss()
        self._reader.stop()

    def back(self) -> bool:
        """One page back; False when this is the first one."""
        self._playing = False
        if self._place is Place.LIST:
            return False
        self._place = Place.MATCH if self._place is Place.ROUND else Place.LIST
        return True

    def dismiss(self) -> None:
        """The notice has been read."""
        self._notice, self._alarm = "", False

    def _say(self, sentence: str, alarm: bool = False) -> None:
        self._notice, self._alarm = sentence, alarm

    # -- the view -------------------------------------------------------------------------------------

    def view(self) -> HistoryView:
        """What is to be seen now."""
        return HistoryView(self._page(), self._notice, self._alarm)

    def _page(self) -> Page:
        match self._place:
            case Place.LIST:
                return self._list_page()
            case Place.MATCH:
                return self._match_page()
            case Place.ROUND:
                return self._round_page()
            case Place.PLAYERS:
                return self._players_page()

    def _list_page(self) -> ListPage:
        reader, total = self._reader, len(self._reader.matches)
        first = _page_at(self._first, total, self.rows_fit)
        shown = reader.matches[first : first + self.rows_fit]
        return ListPage(
            rows=tuple(
                pages.match_row(one, reader.known(one.match_id), reader.summary(one.match_id))
                for one in shown
            ),
            turning=pages.turning(first, len(shown), total, reader.progress),
            sentence="" if total else word("history.unusable" if reader.unusable else "history.none"),
            can_export=bool(total) and reader.progress is None,
            can_bring_in=reader.progress is None and not reader.unusable,
        )

    def _match_page(self) -> MatchPage:
        listed = self._listed
        facts = None if listed is None else self._reader.facts(listed.match_id)
        if listed is None or facts is None:
            title = "" if listed is None else pages.date_of(listed.began)
            return MatchPage(title, "", (), pages.turning(0, 0, 0, None), word("history.unreadable"), False)
        total = len(facts.rounds)
        first = _page_at(self._first_round, total, self.rounds_fit)
        shown = range(first, min(first + self.rounds_fit, total))
        return MatchPage(
            title=pages.match_title(listed, facts),
            line=f"{pages.names_of(facts)}. {pages.date_of(listed.began)}, {facts.city}",
            rows=tuple(pages.round_row(facts, index) for index in shown),
            turning=pages.turning(first, len(shown), total, None),
            sentence="" if total else word("history.no_rounds"),
            can_resume=facts.standing(closed=listed.ended is not None) == "open",
        )

    def _round_page(self) -> RoundPage | MatchPage:
        record = self._record
        if record is None:  # its actions are being read
            page = self._match_page()
            return replace(page, turning=replace(page.turning, text=word("history.opening")))
        reader = self._reader
        return pages.round_page(
            record, self._watching(record), self._step, reader.best, reader.best_failed, self._playing
        )

    def _players_page(self) -> PlayersPage:
        players, progress = self._reader.players, self._reader.progress
        if not players:
            sentence = word("figures.none")
            if players is None:
                sentence = word("history.opening")
                if progress is not None:
                    sentence = word("history.working", done=progress[0], total=progress[1])
            return PlayersPage("", "", False, False, (), (), sentence, False)
        at = min(self._player, len(players) - 1)
        player = players[at]
        kind = word("figures.person")
        if player.bot is not None:
            kind = word("figures.bot", level=player.bot)
        return PlayersPage(
            name=player.name,
            kind=kind,
            can_back=at > 0,
            can_forward=at < len(players) - 1,
            figures=pages.figures_of(player),
            charts=pages.charts_of(player),
            sentence="",
            can_erase=player.bot is None,
        )

    @property
    def _listed(self) -> Listed | None:
        return next((one for one in self._reader.matches if one.match_id == self._match_id), None)

    @property
    def _record(self) -> RoundRecord | None:
        match = self._reader.record
        return None if match is None or self._round >= len(match.rounds) else match.rounds[self._round]

    # -- turning pages --------------------------------------------------------------------------------

    def turn(self, pages_on: int) -> None:
        """Turn the list, the rounds or the players on (1) or back (-1)."""
        if self._place is Place.LIST:
            total, fit = len(self._reader.matches), self.rows_fit
            self._first = _page_at(_page_at(self._first, total, fit) + pages_on * fit, total, fit)
        elif self._place is Place.MATCH:
            facts = None if self._match_id is None else self._reader.facts(self._match_id)
            total, fit = 0 if facts is None else len(facts.rounds), self.rounds_fit
            self._first_round = _page_at(_page_at(self._first_round, total, fit) + pages_on * fit, total, fit)
        else:
            total = len(self._reader.players or ())
            self._player = _page_at(self._player + pages_on, total, 1)

    def open_match(self, match_id: int) -> None:
        """Show the rounds of a match that has been read; one that cannot be read can only be erased."""
        if self._reader.known(match_id):
            self._match_id, self._first_round, self._place = match_id, 0, Place.MATCH
            self._reader.open(match_id)

    def open_players(self) -> None:
        """Show everybody's figures."""
        self._place, self._player = Place.PLAYERS, 0
        self._ask()

    # -- one round ------------------------------------------------------------------------------------

    def open_round(self, index: int) -> None:
        """Show a round of the open match, as soon as its actions have been read."""
        self._round, self._place = index, Place.ROUND
        self._seat, self._chosen, self._step, self._playing = None, False, 0, False
        self._ask()

    def _watching(self, record: RoundRecord) -> int | None:
        """Whose moves are watched; until somebody chooses: who solved it, else who showed anything."""
        if self._chosen:
            return self._seat
        shown = [seat for seat, moves in record.shown.items() if moves]
        solver = record.facts.solver
        return solver if solver in shown else next(iter(shown), None)

    def watch(self, seat: int | None) -> None:
        """Watch a player's moves, or the best (None), from the start."""
        self._seat, self._chosen, self._step, self._playing = seat, True, 0, False

    def _watched(self) -> tuple[CityMove, ...]:
        record = self._record
        if record is None:
            return ()
        moves = pages.moves_of(record, self._watching(record), self._reader.best)
        state = record.state
        return steps.steps_of(state.board, state.setup.rules, record.crime.starts, moves)[1]

    def next_move(self) -> CityMove | None:
        """The move that comes next, to be played on the map; None at the end."""
        moves = self._watched()
        return moves[self._step] if self._step < len(moves) else None

    def step(self, way: int) -> None:
        """One move on (1) or back (-1)."""
        self._step = min(max(self._step + way, 0), len(self._watched()))

    def play(self, playing: bool) -> None:
        """Play by itself, from the start when it has been seen to the end; or stand still."""
        if playing and self.next_move() is None:
            self._step = 0
        self._playing = playing and bool(self._watched())

    @property
    def playing(self) -> bool:
        """Whether the moves go on by themselves."""
        return self._playing

    def shared(self) -> Shared | None:
        """The position of this round as a line, with what the watched player could use; None: too large."""
        record = self._record
        if record is None:
            return None
        best, crime = self._reader.best if record.over else None, record.crime
        seat = self._watching(record)
        if seat is None:
            seat = best.seat if best is not None and best.seat is not None else 0
        position = Position(
            record.state.board, dict(crime.starts), crime.target, record.state.round_kit(seat)
        )
        try:
            text = position_text(position)
        except Refused as refused:
            self._say(as_sentence(refused), alarm=True)
            return None
        return Shared(text, word("past.share_sentence", name=record.state.players[seat].name))

    # -- going on, erasing, writing -------------------------------------------------------------------

    @property
    def match_id(self) -> int | None:
        """The open match."""
        return self._match_id

    @property
    def total(self) -> int:
        """How many matches there are."""
        return len(self._reader.matches)

    def player(self) -> PlayerFigures | None:
        """The player whose figures are shown."""
        players = self._reader.players
        return players[min(self._player, len(players) - 1)] if players else None

    def erase_match(self) -> None:
        """Erase the open match for good."""
        if self._match_id is not None:
            match_id = self._match_id
            self._erase(lambda: self._reader.erase(match_id))

    def erase_all(self) -> None:
        """Erase every match for good."""
        self._erase(self._reader.erase_all)

    def erase_name(self) -> None:
        """Take the shown player's name out of every match."""
        player = self.player()
        if player is not None:
            self._erase(lambda: self._reader.forget(player.name))

    def _erase(self, erase: Callable[[], None]) -> None:
        try:
            erase()
        except JournalFailed as error:
            self._say(word("files.not_erased", reason=str(error)), alarm=True)
            return
        self._place, self._match_id = Place.LIST, None

    def bring_in(self) -> HistoryBringIn:
        """Copies from elsewhere, to be brought in; what came in is shown at once."""
        return HistoryBringIn(self._places, self._reader.bringing, self._reader.look, self._news)

    def write_csv(self) -> None:
        """Write the table into the folder for exports, and say where."""
        path = self._exports / file_name(self._wall(), "csv")
        self._reader.write_csv(path, functools.partial(self._written, path))

    def write_json(self) -> None:
        """Write the copy, likewise."""
        path = self._exports / file_name(self._wall(), "json")
        self._reader.write_json(path, functools.partial(self._written, path))

    def _written(self, path: Path, error: Exception | None, left: Sequence[Listed]) -> None:
        if error is None:
            key = "files.written_but" if left else "files.written"
            dates = [pages.date_of(one.began) for one in left[:MOST_NAMED]]
            if len(left) > MOST_NAMED:
                dates.append("...")
            self._say(word(key, path=path, n=len(left), dates="; ".join(dates)))
        else:
            reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
            self._say(word("files.not_written", reason=reason), alarm=True)
        self._news()


def _page_at(first: int, total: int, fit: int) -> int:
    """Where the page with number `first` (from 0) begins among `total` things; the nearest one there is."""
    return max(0, min(first, total - 1)) // fit * fit
