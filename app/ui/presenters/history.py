"""Past matches without a window: which page is shown, what every touch does, and the view to draw.

In: a `HistoryReader`, the folder for exports and the wall clock. The screen says how many rows fit
(`rows_fit`). Out: a frozen `HistoryView`. Main thread only.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum, auto
from pathlib import Path

from app.errors import as_sentence
from app.games.contract import Refused
from app.games.mutant_meeples.position_text import Position, position_text
from app.games.mutant_meeples.statistics import PlayerFigures, RoundRecord
from app.store.errors import JournalFailed
from app.store.history import Listed
from app.table.history_files import file_name
from app.table.history_reader import HistoryReader
from app.ui.city_picture import CityMove
from app.ui.presenters import history_pages as pages
from app.ui.presenters import steps
from app.ui.presenters.history_views import HistoryView, ListPage, MatchPage, Page, PlayersPage, RoundPage
from app.ui.words import word


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

    def __init__(self, reader: HistoryReader, exports: Path, wall: Callable[[], datetime.datetime]) -> None:
        self._reader, self._exports, self._wall = reader, exports, wall
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
        """Somebody has said whose moves to watch; else the view chooses."""
        self._step = 0
        self._playing = False
        self._player = 0
        self._notice, self._alarm = "", False

    def listen(self, changed: Callable[[], None]) -> None:
        """Call this whenever more is known."""
        self._reader.changed = changed

    # -- coming and going -----------------------------------------------------------------------------

    def enter(self) -> None:
        """The screen is shown: look at everything anew."""
        self._place, self._first = Place.LIST, 0
        self.dismiss()
        self._reader.look()

    def leave(self) -> None:
        """The screen is left."""
        self._playing = False
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
        first = self._first = min(self._first, max(0, total - 1) // self.rows_fit * self.rows_fit)
        shown = reader.matches[first : first + self.rows_fit]
        return ListPage(
            rows=tuple(
                pages.match_row(one, reader.known(one.match_id), reader.facts(one.match_id)) for one in shown
            ),
            turning=pages.turning(first, len(shown), total, reader.progress),
            sentence="" if total else word("history.unusable" if reader.unusable else "history.none"),
            can_export=bool(total) and reader.progress is None,
        )

    def _match_page(self) -> MatchPage:
        listed = self._listed
        facts = None if listed is None else self._reader.facts(listed.match_id)
        if listed is None or facts is None:
            title = "" if listed is None else pages.date_of(listed.began)
            return MatchPage(title, "", (), pages.turning(0, 0, 0, None), word("history.unreadable"), False)
        total = len(facts.rounds)
        first = self._first_round = min(
            self._first_round, max(0, total - 1) // self.rounds_fit * self.rounds_fit
        )
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
        if record is None:  # its actions are still being read
            page = self._match_page()
            return replace(page, turning=replace(page.turning, text=word("history.opening")))
        self._choose_for_them(record)
        reader = self._reader
        reader.ask_best(record)
        return pages.round_page(
            record, self._seat, self._step, reader.best, reader.best_failed, self._playing
        )

    def _players_page(self) -> PlayersPage:
        players, progress = self._reader.players, self._reader.progress
        self._reader.ask_players()
        if not players:
            sentence = word("figures.none")
            if players is None:
                sentence = word("history.opening")
                if progress is not None:
                    sentence = word("history.working", done=progress[0], total=progress[1])
            return PlayersPage("", "", False, False, (), (), sentence, False)
        self._player = min(self._player, len(players) - 1)
        player = players[self._player]
        kind = word("figures.person")
        if player.bot is not None:
            kind = word("figures.bot", level=player.bot)
        return PlayersPage(
            name=player.name,
            kind=kind,
            can_back=self._player > 0,
            can_forward=self._player < len(players) - 1,
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
            self._first = max(0, self._first + pages_on * self.rows_fit)
        elif self._place is Place.MATCH:
            self._first_round = max(0, self._first_round + pages_on * self.rounds_fit)
        else:
            self._player = max(0, self._player + pages_on)

    def open_match(self, match_id: int) -> None:
        """Show the rounds of a match that has been read; one that cannot be read can only be erased."""
        if self._reader.known(match_id):
            self._match_id, self._first_round, self._place = match_id, 0, Place.MATCH
            self._reader.open(match_id)

    def open_players(self) -> None:
        """Show everybody's figures."""
        self._place, self._player = Place.PLAYERS, 0

    # -- one round ------------------------------------------------------------------------------------

    def open_round(self, index: int) -> None:
        """Show a round of the open match, as soon as its actions have been read."""
        self._round, self._place = index, Place.ROUND
        self._seat, self._chosen, self._step, self._playing = None, False, 0, False

    def _choose_for_them(self, record: RoundRecord) -> None:
        """Until somebody chooses: whoever solved it, else who showed anything, else the best."""
        if not self._chosen:
            shown = [seat for seat, moves in record.shown.items() if moves]
            solver = record.facts.solver
            self._seat = solver if solver in shown else next(iter(shown), None)

    def watch(self, seat: int | None) -> None:
        """Watch a player's moves, or the best (None), from the start."""
        self._seat, self._chosen, self._step, self._playing = seat, True, 0, False

    def _watched(self) -> tuple[CityMove, ...]:
        record = self._record
        if record is None:
            return ()
        moves = pages.moves_of(record, self._seat, self._reader.best)
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
        best = self._reader.best
        seat = self._seat if self._seat is not None else best.seat if best is not None else None
        seat, crime = seat or 0, record.crime
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
        return players[self._player] if players else None

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

    def write_csv(self) -> None:
        """Write the table into the folder for exports, and say where."""
        path = self._exports / file_name(self._wall(), "csv")
        self._reader.write_csv(path, lambda error: self._written(path, error))

    def write_json(self) -> None:
        """Write the copy, likewise."""
        path = self._exports / file_name(self._wall(), "json")
        self._reader.write_json(path, lambda error: self._written(path, error))

    def _written(self, path: Path, error: Exception | None) -> None:
        if error is None:
            self._say(word("files.written", path=path))
        else:
            reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
            self._say(word("files.not_written", reason=reason), alarm=True)
        self._reader.changed()
