"""Past matches read from real files: kept summaries, damage that hides nothing else, names taken out."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from app.games.mutant_meeples.state import DrawCrime, PlayerSetup, Setup, Tournament
from app.games.mutant_meeples.statistics import MatchFacts, optima
from app.store import history
from app.store.errors import JournalFailed, JournalUnreadable
from app.store.history import SUMMARY
from app.store.journal import Journal
from app.table.history import (
    GAME,
    VERSION,
    Summary,
    forget_player,
    kept_best,
    kept_summary,
    load,
    optimum_text,
    outcomes,
    past,
    record_of,
)
from tests.table.conftest import WALL, Desk
from tests.table.played import library


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    """Three whole matches, the third erased again for one that is not finished."""
    made = library(tmp_path / "j.db")
    history.erase(made, 3)
    begin_match(made)
    yield made
    made.close()


def begin_match(journal: Journal, *names: str) -> int:
    """A match with one crime drawn, and nothing else."""
    rng = random.Random(3)
    seats = tuple(PlayerSetup(name) for name in names or ("Anna", "Zoe"))
    state = GAME.new(Setup(seats), rng)
    match_id = journal.begin(GAME.name, msgspec.json.encode(state), WALL)
    draw = GAME.chance(state, DrawCrime(), rng)
    journal.append(match_id, msgspec.json.encode(draw), {}, WALL, played_ms=5)
    return match_id


def names_in(journal: Journal) -> list[list[str] | None]:
    return [None if one.facts is None else [s.name for s in one.facts.seats] for one in past(journal)]


def spoil(journal: Journal, statement: str) -> None:
    with journal.transaction() as db:
        db.execute(statement)


def test_all_matches_are_told_newest_first(journal: Journal) -> None:
    found = past(journal)
    assert [one.listed.match_id for one in found] == [3, 2, 1]
    assert [one.listed.ended is None for one in found] == [True, False, False]
    facts = [one.facts for one in found]
    assert all(one is not None for one in facts)
    assert [one.winner is None for one in facts if one is not None] == [True, False, False]


def test_what_was_told_once_is_kept_and_not_told_again(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = past(journal)
    assert set(journal.records(SUMMARY)) == {"1", "2", "3"}
    monkeypatch.setattr("app.table.history.record_of", None)  # whoever plays a match again fails
    assert past(journal) == first


def test_a_list_that_takes_long_tells_how_far_it_is(journal: Journal) -> None:
    told: list[tuple[int, int]] = []
    past(journal, lambda done, total: told.append((done, total)))
    assert told == [(0, 3), (1, 3), (2, 3)]


@pytest.mark.parametrize(
    "reason", ["older version", "match went on", "spoilt", "no text of ours", "of other actions"]
)
def test_a_summary_that_says_nothing_any_more_is_made_anew(journal: Journal, reason: str) -> None:
    (right,) = [one.summary for one in past(journal) if one.listed.match_id == 1]
    assert right is not None
    wrong = replace(right, facts=MatchFacts((), (), "Nowhere", (), None, 0))
    text = {
        "older version": encoded(replace(wrong, version=VERSION - 1)),
        "match went on": encoded(replace(wrong, entries=wrong.entries - 1)),
        "spoilt": encoded(wrong)[:-30],
        "no text of ours": f'{{"version":{VERSION},"entries":{right.entries},"facts":7}}',
        "of other actions": encoded(replace(wrong, mark="of others")),
    }[reason]
    journal.put_record(SUMMARY, "1", text)
    assert past(journal)[-1].summary == right
    assert kept_summary(journal.records(SUMMARY)["1"], history.listed(journal, GAME.name)[-1]) == right


def encoded(summary: Summary) -> str:
    return msgspec.json.encode(summary).decode()


def test_a_match_that_goes_on_is_told_anew(desk: Desk) -> None:
    desk.begin()
    assert past(desk.journal)[0].facts is not None
    before = journal_text(desk)
    assert desk.session.undo()
    (one,) = past(desk.journal)
    assert one.facts is not None
    assert one.facts.rounds == ()
    assert journal_text(desk) != before


def journal_text(desk: Desk) -> str:
    return desk.journal.records(SUMMARY)["1"]


@pytest.mark.parametrize("listed_before", [False, True])
@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE matches SET state = 'torn' WHERE id = 2",
        "UPDATE matches SET state = replace(state, '\"version\":1', '\"version\":2') WHERE id = 2",
        "UPDATE matches SET state = CAST(x'ff00' AS TEXT) WHERE id = 2",
        'UPDATE entries SET action = \'{"type":"of the future"}\' WHERE match = 2 AND seq = 9',
        "UPDATE entries SET action = '{\"type\":' WHERE match = 2 AND seq = 9",
        "UPDATE entries SET action = CAST(x'c328' AS TEXT) WHERE match = 2 AND seq = 9",
        "DELETE FROM entries WHERE match = 2 AND seq BETWEEN 2 AND 20",
    ],
)
def test_a_match_that_cannot_be_read_is_listed_as_such_and_stays(
    journal: Journal, damage: str, listed_before: bool
) -> None:
    if listed_before:
        past(journal)
    before = history.listed(journal, GAME.name)[1]
    spoil(journal, damage)
    found = past(journal)
    assert [one.facts is None for one in found] == [False, True, False]
    assert found[1].listed.began == before.began
    assert set(journal.records(SUMMARY)) == {"1", "3"}
    stored = load(journal, 2)
    if stored is not None:
        with pytest.raises(JournalUnreadable):
            record_of(stored)
    assert history.count(journal, GAME.name) == 3


def test_spoilt_timers_make_no_match_unreadable(journal: Journal) -> None:
    before = past(journal)
    spoil(journal, "UPDATE entries SET left_ms = 'torn' WHERE match = 2 AND seq = 5")
    assert past(journal) == before


def test_a_game_of_a_tournament_says_which(journal: Journal) -> None:
    seats = (PlayerSetup("Anna"), PlayerSetup("Ben"), PlayerSetup("Cleo"))
    for tournament in (Tournament(), Tournament((1, 0, 1), (("green",), (), ("red",)))):
        state = GAME.new(Setup(seats, tournament=tournament), random.Random(1))
        journal.begin(GAME.name, msgspec.json.encode(state), WALL)
    games = [None if one.summary is None else one.summary.game for one in past(journal)]
    assert games == [3, 1, None, None, None]


def test_other_games_are_not_listed(journal: Journal) -> None:
    journal.begin("another-game", b"{}", WALL)
    assert [one.listed.match_id for one in past(journal)] == [3, 2, 1]


def test_optima_survive_being_kept(journal: Journal) -> None:
    stored = load(journal, 1)
    assert stored is not None
    best = optima(record_of(stored).rounds[:3])
    assert any(best.values())
    listed = history.listed(journal, GAME.name)[-1]
    text = optimum_text(best, listed.entries)
    assert kept_best(text, listed) == best
    assert kept_best(optimum_text(best, 7), listed) is None, "the match has gone on"
    assert kept_best(text[:-5], listed) is None
    assert kept_best(None, listed) is None


def test_the_adviser_is_told_who_won_with_how_many_markers_oldest_first(tmp_path: Path) -> None:
    made = library(tmp_path / "lib.db")
    begin_match(made)  # not finished: no outcome
    facts = [
        one.facts for one in reversed(past(made)) if one.facts is not None and one.facts.winner is not None
    ]
    found = outcomes(made)
    assert [len(outcome.players) for outcome in found] == [2, 3, 4]
    assert [outcome.winner for outcome in found[:2]] == [f.seats[f.winner or 0].name for f in facts[:2]]
    assert found[2].players[3][0] == "Anna (club)", "a machine is not the person of that name"
    assert {removed for outcome in found for _, removed in outcome.players} == {0}
    made.close()


def test_for_the_adviser_no_match_is_read_but_those_that_were_read_already(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert outcomes(journal) == []
    past(journal)
    journal.drop_record(SUMMARY, "1")
    monkeypatch.setattr(journal, "match", None)  # whoever reads a match fails
    assert [len(outcome.players) for outcome in outcomes(journal)] == [3]


def test_markers_played_without_are_counted_seat_by_seat(journal: Journal) -> None:
    seats = (PlayerSetup("Anna", handicap=2), PlayerSetup("Ben", removed=("gray",)), PlayerSetup("Cleo"))
    journal.begin(GAME.name, msgspec.json.encode(GAME.new(Setup(seats), random.Random(1))), WALL)
    facts = past(journal)[0].facts
    assert facts is not None
    assert facts.removed == (2, 1, 0)


# -- names -------------------------------------------------------------------------------------------------


def test_an_erased_name_is_gone_everywhere_and_the_matches_stay(journal: Journal, tmp_path: Path) -> None:
    begin_match(journal, "Anna", "Player", "Player 2")
    before = past(journal)
    with_anna = sum("Anna" in names for names in names_in(journal) if names is not None)
    assert forget_player(journal, "Anna") == with_anna == 2
    assert names_in(journal)[0] == ["Player 3", "Player", "Player 2"]
    assert names_in(journal)[1] == ["Player", "Zoe"]
    after = past(journal)
    for old, new in zip(before, after, strict=True):
        assert old.facts is not None
        assert new.facts is not None
        assert new.facts.rounds == old.facts.rounds
        stored = load(journal, new.listed.match_id)
        assert stored is not None
        GAME.check(record_of(stored).state)
    assert not [path.name for path in tmp_path.iterdir() if b'"Anna"' in path.read_bytes()]


def test_a_name_is_taken_out_of_a_match_of_a_newer_version_too(journal: Journal) -> None:
    seats = b'"players":[{"name":"Zoe"},{"name":"Al"}]'
    newer = b'{"version":9,"setup":{%b},%b,"more":[]}' % (seats, seats)
    journal.begin(GAME.name, newer, WALL)
    assert forget_player(journal, "Zoe") == 2
    raw = history.raw_match(journal, 4)
    assert raw is not None
    assert raw.state.count('"Player"') == 2
    assert "Zoe" not in raw.state
    assert raw.state.count('"Al"') == 2


@pytest.mark.parametrize(
    "state", [b"[]", b"{}", b'{"setup":3,"players":{"name":1}}', b'{"players":[{"name":5}, "x"]}']
)
def test_a_state_without_players_is_left_alone(journal: Journal, state: bytes) -> None:
    match_id = journal.begin(GAME.name, state, WALL)
    assert forget_player(journal, "Nobody") == 0
    raw = history.raw_match(journal, match_id)
    assert raw is not None
    assert raw.state.encode() == state


def test_a_name_nobody_has_changes_nothing(journal: Journal) -> None:
    past(journal)
    kept = journal.records(SUMMARY)
    assert forget_player(journal, "ANNA") == 0
    assert journal.records(SUMMARY) == kept


def test_a_journal_that_fails_changes_no_name(journal: Journal) -> None:
    spoil(
        journal,
        "CREATE TRIGGER full BEFORE UPDATE ON matches WHEN NEW.id = 3 BEGIN SELECT RAISE(ABORT, 'full'); END",
    )
    play_names = names_in(journal)
    with pytest.raises(JournalFailed):
        forget_player(journal, "Anna")
    assert names_in(journal) == play_names
