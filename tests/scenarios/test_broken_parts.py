"""Something is broken or missing when the evening begins: a notice, and a game all the same."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from app.games.mutant_meeples.state import Claim, Done, DrawCrime, Phase, Row, SetPlan, ShowMove
from app.language import sentence
from app.store.errors import JournalUnreadable
from app.table.replay import replay
from app.table.wiring import set_up
from hardware.pins import PinBackend
from tests.scenarios.conftest import MakeEvening
from tests.scenarios.table import WALL, Evening
from tests.store.newest import newest_open

ANN, BEN = range(2)


def plays(table: Evening) -> None:
    """A round from the draw to a hero, with a press of a key where keys work."""
    table.sit_down("Ann", "Ben", buzzers=("Ann",))
    table.touch(DrawCrime())
    if table.table.gear.keys is not None:
        table.press(ANN)
        assert [lane.player for lane in table.round.lanes] == [ANN]
    table.touch(Claim(ANN, 1))
    table.claims(BEN, 2, ("red", 2))
    table.touch(SetPlan(ANN, (Row("green", 1),)), ShowMove("green", "HA"), Done())
    assert table.teams() == [("green",), ()]


def notices(table: Evening) -> list[str]:
    return [message.key for message in table.table.notices]


def test_without_anything_there_is_nothing_to_say(evening: MakeEvening) -> None:
    table = evening("HA")
    assert notices(table) == []
    plays(table)


@pytest.mark.parametrize(
    "config",
    [
        "[buttons\npull =",
        "\x00\x01\x02",
        '[buttons]\npull = "sideways"\n',
        "[buttons]\nbounce_ms = -5\n",
        '[butons]\npull = "up"\n',
        "[camera]\nsource = 7\n",
        '[keys]\nplayer_1 = ""\n',
    ],
)
def test_a_broken_hardware_file_means_the_built_in_wiring_and_a_notice(
    evening: MakeEvening, config: str
) -> None:
    table = evening("HA", config=config)
    assert set(notices(table)) == {"notice.config"}
    said = sentence(table.table.notices[0])
    assert "expected" in said or "did you mean" in said
    plays(table)


def test_two_players_on_one_pin_cost_one_button_and_not_the_game(evening: MakeEvening) -> None:
    config = "[buttons]\nplayers = [{player=1, claim=17}, {player=2, claim=17}]\n"
    table = evening("HA", config=config)
    assert set(notices(table)) == {"notice.config"}
    plays(table)


def test_a_damaged_journal_is_set_aside_with_a_notice(evening: MakeEvening, tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / "journal.db").write_bytes(b"no database, " * 400)
    table = evening("HA")
    assert notices(table) == ["notice.journal_damaged"]
    assert "journal-damaged-2030-01-01" in sentence(table.table.notices[0])
    assert list((tmp_path / "state").glob("journal-damaged-*.db"))
    plays(table)
    table.power_cut()
    assert table.teams() == [("green",), ()]


def test_a_folder_that_takes_no_files_means_memory_and_a_notice(evening: MakeEvening) -> None:
    """/proc is read-only for everybody, the administrator included."""
    table = evening("HA", folder=Path("/proc/meeple-marshal"))
    assert notices(table) == ["notice.journal_in_memory"]
    plays(table)
    assert table.table.session.undo()
    assert table.state.phase is Phase.SHOW


def test_a_card_that_is_full_for_a_while_leaves_no_gap(
    evening: MakeEvening, caplog: pytest.LogCaptureFixture
) -> None:
    """What could not be written is written first when there is room again; the log says so once."""
    table = evening("HA")
    table.sit_down("Ann", "Ben", "Cat")
    table.touch(DrawCrime())
    database = table.table.journal._db
    pages = database.execute("PRAGMA page_count").fetchone()[0]
    database.execute(f"PRAGMA max_page_count = {pages}")
    for count in range(1, 200):
        table.touch(SetPlan(ANN, (Row("green", 1 + count % 10), Row("red", 2), Row("black", 3))))
    notice = table.table.session.take_notice()
    assert notice is not None
    assert notice.key == "notice.not_saved"
    assert len([record for record in caplog.records if record.msg.startswith("not saved")]) == 1
    database.execute("PRAGMA max_page_count = 100000")
    table.claims(ANN, 9, ("green", 9))
    before = table.state
    table.power_cut()
    assert table.state == before


def test_a_match_that_cannot_be_replayed_is_named_and_kept(evening: MakeEvening) -> None:
    table = evening("HA")
    table.sit_down("Ann", "Ben")
    table.touch(DrawCrime())
    with sqlite3.connect(table.state_dir / "journal.db") as other:
        other.execute("UPDATE matches SET state = replace(state, 'green', 'grene')")
    other.close()
    stored = newest_open(table.table.journal)
    assert stored is not None
    with pytest.raises(JournalUnreadable):
        replay(table.game, stored)
    kept = table.table.kept()
    assert (kept.match, kept.unreadable) == (None, 1)
    assert newest_open(table.table.journal) == stored


def test_an_unreadable_match_does_not_hide_an_older_one_that_can_be_read(evening: MakeEvening) -> None:
    table = evening("HA")
    table.sit_down("Ann", "Ben")
    older = newest_open(table.table.journal)
    table.table.journal.begin("mutant-meeples", b"{}", WALL)
    kept = table.table.kept()
    assert kept.unreadable == 1
    assert kept.match is not None
    assert older is not None
    assert kept.match.match_id == older.match_id


def test_a_second_program_on_one_state_folder_plays_in_memory_and_says_so(evening: MakeEvening) -> None:
    """Two writers would spoil the match for both."""
    table = evening("HA")
    table.sit_down("Ann", "Ben")
    before = newest_open(table.table.journal)
    second = set_up(state_dir=table.state_dir, backend=PinBackend.SIMULATED)
    try:
        assert [notice.key for notice in second.notices] == ["notice.journal_in_use"]
        assert second.kept().match is None
        assert second.journal.path is None
    finally:
        second.close()
    assert newest_open(table.table.journal) == before
    table.touch(DrawCrime())
    table.power_cut()
    assert table.state.phase is Phase.THINK


def test_a_match_begun_on_a_full_card_is_saved_whole_once_there_is_room(evening: MakeEvening) -> None:
    table = evening("HA")
    table.sit_down("Zoe", "Yan")
    database = table.table.journal._db
    pages = database.execute("PRAGMA page_count").fetchone()[0]
    database.execute(f"PRAGMA max_page_count = {pages}")
    for _ in range(60):  # fills what is left of the last page
        table.table.session.abandon()
        table.sit_down("Ann", "Ben", "Cat")
    assert table.table.session.take_notice() is not None
    table.touch(DrawCrime())
    database.execute("PRAGMA max_page_count = 100000")
    table.claims(ANN, 9, ("green", 9))
    before = table.state
    table.power_cut()
    assert table.state == before


def test_a_match_won_in_the_last_moment_before_the_power_went_is_not_offered_for_ever(
    evening: MakeEvening,
) -> None:
    five = ("gray", "blue", "brown", "white", "yellow")
    table = evening("HA", teams=(five,))
    table.sit_down("Ann", "Ben")
    table.touch(DrawCrime())
    table.claims(ANN, 1, ("green", 1))
    table.claims(BEN, 2, ("red", 2))
    table.touch(ShowMove("green", "HA"), Done())
    with sqlite3.connect(table.state_dir / "journal.db") as other:
        other.execute("UPDATE matches SET ended = NULL")  # the last write never came
    other.close()
    table.power_cut()
    assert table.state.phase is Phase.FINISHED
    assert table.table.kept().match is None
