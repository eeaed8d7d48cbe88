"""The history without a window: what every page says, and what every touch does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

import pytest
from msgspec import structs

from app.games.mutant_meeples.position_text import position_of_text
from app.games.mutant_meeples.statistics import PlayerFigures
from app.store import history
from app.store.journal import Journal
from app.table.history import GAME
from app.table.history_reader import HistoryReader
from app.table.worker import Worker
from app.ui.presenters import history_pages as pages
from app.ui.presenters.history import HistoryPresenter
from app.ui.presenters.history_views import ListPage, MatchPage, PlayersPage, RoundPage
from tests.table.conftest import WALL
from tests.table.played import library
from tests.table.test_history import begin_match
from tests.table.waiting import until

P = TypeVar("P")


@dataclass
class Table:
    """Everything behind the screen."""

    journal: Journal
    worker: Worker
    reader: HistoryReader
    presenter: HistoryPresenter
    exports: Path

    def read(self) -> None:
        until(self.worker, lambda: self.reader.progress is None)

    def page(self, kind: type[P]) -> P:
        page = self.presenter.view().page
        assert isinstance(page, kind)
        return page

    def open_round(self, match_id: int, index: int) -> RoundPage:
        """Open a round and wait for what is worked out."""
        self.presenter.open_match(match_id)
        until(self.worker, lambda: self.reader.record is not None)
        self.presenter.open_round(index)
        self.page(RoundPage)
        until(self.worker, lambda: self.reader.best is not None)
        return self.page(RoundPage)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """Three whole matches and one just begun by Anna and Zoe."""
    journal = library(tmp_path / "j.db")
    begin_match(journal)
    worker = Worker()
    reader = HistoryReader(journal, worker)
    presenter = HistoryPresenter(reader, tmp_path / "exports", lambda: WALL)
    made = Table(journal, worker, reader, presenter, tmp_path / "exports")
    presenter.enter()
    made.read()
    yield made
    worker.close()
    journal.close()


def damage(table: Table, statement: str) -> None:
    """Change what stands in the file, and look at it again as if for the first time."""
    with table.journal.transaction() as db:
        db.execute(statement)
        db.execute("DELETE FROM records")
    table.presenter.enter()
    table.read()


# -- the list ----------------------------------------------------------------------------------------------


def test_every_match_says_who_played_when_where_and_how_it_ended(table: Table) -> None:
    rows = table.page(ListPage).rows
    assert [row.match_id for row in rows] == [4, 3, 2, 1]
    assert (rows[0].names, rows[0].kind, rows[0].end) == ("Anna, Zoe", "open", "not finished")
    assert rows[0].line == "1 January 2030, 12:00, Meeptropolis, 1 round"
    assert (rows[3].names, rows[3].kind) == ("Ben, Cleo", "won")
    assert rows[3].end in ("Ben won", "Cleo won")
    assert [row.can_resume for row in rows] == [True, False, False, False]


def test_a_game_of_a_tournament_says_which(table: Table) -> None:
    (listed, *_) = table.reader.matches
    summary = table.reader.summary(listed.match_id)
    assert summary is not None
    row = pages.match_row(listed, True, structs.replace(summary, game=2))
    assert row.line == "1 January 2030, 12:00, game 2 of a tournament"


def test_an_unreadable_match_says_so_and_can_only_be_erased(table: Table) -> None:
    damage(table, "UPDATE matches SET state = 'torn' WHERE id = 2")
    row = table.page(ListPage).rows[2]
    assert (row.kind, row.can_resume) == ("unreadable", False)
    assert "cannot read this match" in row.line
    table.presenter.open_match(2)
    page = table.page(MatchPage)
    assert (page.rows, page.can_resume) == ((), False)
    assert "cannot read this match" in page.sentence
    table.presenter.erase_match()
    assert [row.match_id for row in table.page(ListPage).rows] == [4, 3, 1]


def test_a_match_given_up_has_no_winner_and_is_not_gone_on_with(table: Table) -> None:
    damage(table, "UPDATE matches SET ended = '2030-01-01T13:00:00' WHERE id = 4")
    row = table.page(ListPage).rows[0]
    assert (row.kind, row.end, row.can_resume) == ("ended", "no winner", False)


def test_a_match_that_is_not_read_yet_waits(table: Table) -> None:
    with table.journal.transaction() as db:
        db.execute("DELETE FROM records")
    table.presenter.enter()
    page = table.page(ListPage)
    assert {row.kind for row in page.rows} == {"reading"}
    assert page.turning.text == "Reading 0 of 4"
    assert not page.can_export
    table.presenter.open_match(4)
    assert table.page(ListPage).rows[0].kind == "reading", "it cannot be opened yet"


def test_without_matches_the_page_says_what_will_stand_here(table: Table) -> None:
    table.presenter.erase_all()
    table.read()
    page = table.page(ListPage)
    assert page.rows == ()
    assert "No matches yet" in page.sentence
    assert not page.can_export
    damage(table, "ALTER TABLE entries RENAME TO gone")
    assert "cannot be opened" in table.page(ListPage).sentence


def test_pages_turn_to_their_ends_and_no_further(table: Table) -> None:
    presenter = table.presenter
    presenter.rows_fit = 3
    page = table.page(ListPage)
    assert (page.turning.text, page.turning.can_back, page.turning.can_forward) == (
        "1 to 3 of 4",
        False,
        True,
    )
    presenter.turn(1)
    page = table.page(ListPage)
    assert [row.match_id for row in page.rows] == [1]
    assert (page.turning.text, page.turning.can_back, page.turning.can_forward) == (
        "4 to 4 of 4",
        True,
        False,
    )
    presenter.turn(1)
    assert [row.match_id for row in table.page(ListPage).rows] == [1]
    presenter.turn(-1)
    presenter.turn(-1)
    assert [row.match_id for row in table.page(ListPage).rows] == [4, 3, 2]


def test_a_date_that_is_none_stays_as_it_is() -> None:
    assert pages.date_of("2030-05-04T20:15:00+02:00") == "4 May 2030, 20:15"
    assert pages.date_of("some day") == "some day"


# -- one match and its rounds ------------------------------------------------------------------------------


def test_the_rounds_of_a_match_say_who_solved_them(table: Table) -> None:
    facts = table.reader.facts(1)
    assert facts is not None
    table.presenter.rounds_fit = 100
    table.presenter.open_match(1)
    page = table.page(MatchPage)
    assert page.title in ("Ben won", "Cleo won")
    assert page.line.startswith("Ben, Cleo. 5 May 2030, 20:15")
    assert len(page.rows) == len(facts.rounds)
    for row, crime in zip(page.rows, facts.rounds, strict=True):
        assert (row.number, row.cell) == (str(crime.number), crime.target)
        if crime.solver is not None:
            assert row.text.startswith(facts.seats[crime.solver].name)
            assert row.colour
        for claim in crime.claims:
            assert f"{claim.tile} by {facts.seats[claim.player].name}" in row.claims


def test_a_round_solved_by_the_tables_word_names_no_number_of_moves(table: Table) -> None:
    facts = table.reader.facts(1)
    assert facts is not None
    crime = facts.rounds[solved_index(table, 1)]
    unseen = structs.replace(facts, rounds=(structs.replace(crime, moves=None),))
    assert pages.round_row(unseen, 0).text == f"{facts.seats[crime.solver or 0].name}: solved"


def test_rounds_turn_in_pages_too(table: Table) -> None:
    table.presenter.rounds_fit = 4
    table.presenter.open_match(1)
    table.presenter.turn(1)
    assert [row.number for row in table.page(MatchPage).rows] == ["5", "6", "7", "8"]


def test_back_leads_from_round_to_match_to_list_and_out(table: Table) -> None:
    table.open_round(1, 0)
    assert table.presenter.back()
    table.page(MatchPage)
    assert table.presenter.back()
    table.page(ListPage)
    assert not table.presenter.back()


def test_a_round_touched_before_the_match_is_read_opens_as_soon_as_it_is(table: Table) -> None:
    table.presenter.open_match(1)
    table.presenter.open_round(0)
    assert table.page(MatchPage).turning.text == "One moment ..."
    until(table.worker, lambda: table.reader.record is not None)
    table.page(RoundPage)


def test_a_match_spoilt_while_the_list_is_looked_at_says_so_when_a_round_is_touched(table: Table) -> None:
    with table.journal.transaction() as db:
        db.execute("UPDATE entries SET action = 'torn' WHERE match = 1 AND seq = 5")
    table.presenter.open_match(1)
    table.presenter.open_round(0)
    assert table.page(MatchPage).turning.text == "One moment ..."
    until(table.worker, lambda: not table.reader.opening)
    page = table.page(MatchPage)
    assert page.turning.text == ""
    assert "cannot read this match" in page.sentence
    assert table.presenter.back()
    table.page(ListPage)


def solved_index(table: Table, match_id: int) -> int:
    facts = table.reader.facts(match_id)
    assert facts is not None
    return next(n for n, crime in enumerate(facts.rounds) if crime.moves is not None and crime.moves > 1)


def test_a_round_begins_with_the_moves_that_solved_it_and_goes_step_by_step(table: Table) -> None:
    index = solved_index(table, 3)
    page = table.open_round(3, index)
    facts = table.reader.facts(3)
    assert facts is not None
    crime = facts.rounds[index]
    chosen = [choice.seat for choice in page.choices if choice.chosen]
    assert chosen == [crime.solver]
    assert len(page.steps) == crime.moves
    assert page.step == 0
    starts = dict(page.picture.meeples)
    for step in range(1, len(page.steps) + 1):
        move = table.presenter.next_move()
        assert move is not None
        table.presenter.step(1)
        page = table.page(RoundPage)
        assert page.step == step
        assert page.picture.meeples[move.colour] == move.cells[-1]
        assert len(page.picture.path) == step
    assert table.presenter.next_move() is None
    assert crime.target in page.picture.meeples.values()
    for _ in range(len(page.steps) + 1):
        table.presenter.step(-1)
    assert dict(table.page(RoundPage).picture.meeples) == starts


def test_every_claim_is_told_with_tile_time_and_verdict(table: Table) -> None:
    index = solved_index(table, 3)
    page = table.open_round(3, index)
    facts = table.reader.facts(3)
    assert facts is not None
    crime = facts.rounds[index]
    for claim, choice in zip(crime.claims, page.choices, strict=False):
        assert choice.name == facts.seats[claim.player].name
        assert choice.line.startswith(f"tile {claim.tile}, ")
        legal = {shown.player: shown.legal for shown in crime.shown}
        assert choice.mark == {True: "tick", False: "cross", None: ""}[legal.get(claim.player)]
        assert choice.can_show == (claim.player in legal)


def test_the_best_can_be_watched_in_every_round(table: Table) -> None:
    page = table.open_round(3, solved_index(table, 3))
    best = page.choices[-1]
    assert (best.name, best.seat, best.can_show) == ("The best", None, True)
    table.presenter.watch(None)
    page = table.page(RoundPage)
    assert page.choices[-1].chosen
    assert table.reader.best is not None
    assert len(page.steps) == len(table.reader.best.moves)


@pytest.mark.rule("MM-24")
def test_of_a_round_that_is_still_open_nothing_tells_the_best(table: Table) -> None:
    table.open_round(3, solved_index(table, 3))
    before = table.reader.best
    assert before is not None
    table.presenter.open_match(4)
    until(table.worker, lambda: table.reader.record is not None)
    table.presenter.open_round(0)
    page = table.page(RoundPage)
    assert page.choices == ()
    table.presenter.watch(None)
    assert (table.page(RoundPage).steps, table.presenter.next_move()) == ((), None)
    assert table.reader.best is before, "it was asked for"


def test_playing_starts_over_after_the_end_and_stops_when_something_else_is_chosen(table: Table) -> None:
    table.open_round(3, solved_index(table, 3))
    presenter = table.presenter
    while presenter.next_move() is not None:
        presenter.step(1)
    presenter.play(True)
    assert table.page(RoundPage).playing
    assert table.page(RoundPage).step == 0
    presenter.watch(None)
    assert not table.page(RoundPage).playing


def test_a_round_nobody_showed_anything_in_says_so_and_cannot_be_played(table: Table) -> None:
    table.presenter.open_match(4)
    until(table.worker, lambda: table.reader.record is not None)
    table.presenter.open_round(0)
    page = table.page(RoundPage)
    assert page.steps == ()
    assert page.sentence == "Nobody showed any moves."
    table.presenter.play(True)
    assert not table.page(RoundPage).playing


def test_the_shared_line_is_the_round_as_the_watched_player_had_it(table: Table) -> None:
    index = solved_index(table, 3)
    table.open_round(3, index)
    record = table.reader.record
    assert record is not None
    crime, state = record.rounds[index].crime, record.rounds[index].state
    solver = record.facts.rounds[index].solver
    assert solver is not None
    shared = table.presenter.shared()
    assert shared is not None
    position = position_of_text(shared.text)
    assert (position.positions, position.target) == (crime.starts, crime.target)
    assert position.kit == state.round_kit(solver)
    assert state.players[solver].name in shared.sentence


# -- players -----------------------------------------------------------------------------------------------


def open_players(table: Table) -> PlayersPage:
    table.presenter.open_players()
    table.presenter.view()
    until(table.worker, lambda: table.reader.players is not None)
    return table.page(PlayersPage)


def test_players_are_shown_one_by_one_machines_last(table: Table) -> None:
    page = open_players(table)
    seen = [(page.name, page.kind, page.can_erase)]
    while page.can_forward:
        table.presenter.turn(1)
        page = table.page(PlayersPage)
        seen.append((page.name, page.kind, page.can_erase))
    assert [name for name, *_ in seen] == ["Anna", "Ben", "Cleo", "Dora", "Emil", "Fritz", "Zoe", "Anna"]
    assert seen[0][1:] == ("person", True)
    assert seen[-1][1:] == ("machine, club", False)


def test_looking_at_a_page_starts_no_work_and_turns_no_page(table: Table) -> None:
    table.presenter.open_players()
    until(table.worker, lambda: table.reader.players is not None)
    table.presenter.turn(99)
    assert not table.page(PlayersPage).can_forward
    table.presenter.turn(-1)
    assert table.page(PlayersPage).can_forward
    table.presenter.back()
    table.presenter.rows_fit = 1
    table.presenter.turn(3)
    table.presenter.rows_fit = 5
    assert len(table.page(ListPage).rows) == 4
    table.presenter.rows_fit = 1
    assert [row.match_id for row in table.page(ListPage).rows] == [1]


def test_while_figures_are_worked_out_the_page_says_how_far(table: Table) -> None:
    table.presenter.open_players()
    table.presenter.view()
    assert table.page(PlayersPage).sentence == "Looking for the best moves: 0 of 4"


def test_without_players_the_page_says_so(table: Table) -> None:
    table.presenter.erase_all()
    table.read()
    assert "No players yet" in open_players(table).sentence


def test_an_erased_player_is_called_player_from_then_on(table: Table) -> None:
    assert open_players(table).name == "Anna"
    table.presenter.erase_name()
    table.read()
    assert table.page(ListPage).rows[0].names == "Player, Zoe"


PLAYER = PlayerFigures(
    "Ann", None, 9, 3, 80, 20, 60, {-3: 1, -1: 2, 0: 10, 1: 6, 5: 1, 6: 2, 9: 1}, 45_400.0, (), 5, 4, 1
)


def test_claims_far_from_the_best_share_a_bar() -> None:
    over, trend = pages.charts_of(PLAYER)
    assert [*over.values] == [3, 10, 6, 0, 0, 0, 1, 3]
    assert over.labels == ("less", "0", "1", "2", "3", "4", "5", "6+")
    assert [*over.ticks] == [(0, "0"), (5, "5"), (10, "10")]
    assert over.line.startswith("On average 1.2")
    assert not trend.values
    assert trend.line == "Usually after 0:45"


@pytest.mark.parametrize(
    ("times_s", "ticks"),
    [
        ((10, 20), ["0:00", "0:15", "0:30"]),
        ((10, 45), ["0:00", "0:30", "1:00"]),
        ((61,), ["0:00", "1:00", "2:00"]),
        ((10, 250), ["0:00", "3:00", "6:00"]),
    ],
)
def test_the_time_axis_ends_above_the_longest_time(times_s: tuple[int, ...], ticks: list[str]) -> None:
    values = tuple(float(seconds * 1000) for seconds in times_s)
    trend = pages.charts_of(replace(PLAYER, trend=values))[1]
    assert trend.values == values
    assert [text for _, text in trend.ticks] == ticks
    assert trend.ticks[-1][0] >= max(values)


def test_hundreds_of_matches_are_drawn_in_groups() -> None:
    trend = pages.charts_of(replace(PLAYER, trend=tuple(float(n) for n in range(390))))[1]
    assert len(trend.values) == 39
    assert trend.values[0] == 4.5


# -- faults -----------------------------------------------------------------------------------------------


def test_what_cannot_be_erased_stays_and_is_said(table: Table) -> None:
    with table.journal.transaction() as db:
        db.execute(
            "CREATE TRIGGER stuck BEFORE DELETE ON matches BEGIN SELECT RAISE(ABORT, 'card full'); END"
        )
    table.presenter.open_match(1)
    table.presenter.erase_match()
    view = table.presenter.view()
    assert view.alarm
    assert "card full" in view.notice
    assert history.count(table.journal, GAME.name) == 4
