"""The history in real windows: every page fits at three sizes, and fingers go through it and back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from app.store.journal import Journal
from app.ui.words import word
from tests.ui.conftest import OpenWindow
from tests.ui.history_evenings import SIX, evenings
from tests.ui.layout import faults_of, sized
from tests.ui.theatre import Theatre, in_reading_order

pytestmark = pytest.mark.ui


@pytest.fixture
def journal_file(tmp_path: Path) -> Path:
    """The newest match, which is not finished, belongs to a tournament."""
    path = tmp_path / "journal.db"
    evenings(path)
    journal = Journal(path)
    with journal.transaction() as db:
        db.execute(
            "UPDATE matches SET state = json_set(state, '$.setup.tournament', json('{}'))"
            " WHERE id = (SELECT MAX(id) FROM matches)"
        )
    journal.close()
    return path


def opened(open_window: OpenWindow, size: tuple[int, int] = (800, 480)) -> Theatre:
    """The list, with every match read."""
    window = open_window("history", size)
    window.until(lambda: any(w["text"].startswith("1 to ") for w in window.widgets()), "the list")
    window.settle()
    return window


def notices(window: Theatre) -> list[dict[str, Any]]:
    """The history's own notice, while there is one."""
    return [w for w in window.widgets() if w["kind"] == "NoticeBar" and w["touch"]]


def sheet_parts(window: Theatre) -> list[dict[str, Any]]:
    sheets = ("BringInSheet", "ConfirmSheet", "HistoryMenu", "ShareSheet")
    return [w for w in window.widgets() if set(sheets) & set(w["within"])]


def touch_on_sheet(window: Theatre, text: str) -> None:
    (found,) = [w for w in sheet_parts(window) if w["touch"] and w["text"] == text]
    window.touch_widget(found)


def put_torn_copies(folder: Path) -> None:
    """So many that there is a second page of them."""
    folder.mkdir()
    for day in range(1, 29):
        (folder / f"mutant-meeples-2030-05-{day:02d}-201500.json").write_text(
            '{"format":"meeple-marshal history"'
        )


def open_six(window: Theatre) -> None:
    """The match of six players with long names, and a round of it in which all claimed."""
    window.touch(", ".join(SIX))
    window.see_kind("MatchView")


def open_round(window: Theatre, number: int = 0) -> None:
    window.touch_kind("RoundCard", number)
    window.see_kind("RoundView")
    window.until(lambda: not window.shows(word("past.best_looking")), "the best")
    window.settle()


def without_names(widgets: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Names on cards may end in an ellipsis: people choose them."""
    cards = {"MatchCard", "RoundCard", "ChoiceCell"}
    return [{**w, "cut": w.get("cut") and not cards & set(w["within"])} for w in widgets]


@sized()
def test_every_page_fits_its_window(
    open_window: OpenWindow, journal_file: Path, size: tuple[int, int]
) -> None:
    """LOOK: no text cut off or below 13 px, touch targets of 48 px at 800 x 480, nothing overlaps."""
    put_torn_copies(journal_file.parent / "imports")
    window = opened(open_window, size)
    faults: dict[str, list[str]] = {}

    def judge(page: str, sheet: bool = False) -> None:
        window.settle()
        window.shoot(f"history-{page}-{size[0]}x{size[1]}")
        widgets = sheet_parts(window) if sheet else without_names(window.widgets())
        assert widgets
        faults[page] = faults_of(widgets, size)

    judge("list")
    assert any("game 1 of a tournament" in w["text"] for w in window.widgets())
    window.touch("more")
    judge("menu", sheet=True)
    touch_on_sheet(window, word("files.erase_all"))
    judge("erase-all", sheet=True)
    touch_on_sheet(window, word("files.erase_no"))
    window.settle()
    window.touch("more")
    window.see_kind("HistoryMenu")
    touch_on_sheet(window, word("files.bring_in"))
    window.see(word("files.choose"))
    window.touch(word("workshop.take"), number=0)
    window.until(lambda: not window.shows(word("files.choose")), "what is wrong with it")
    judge("bring-in", sheet=True)
    touch_on_sheet(window, word("setup.done"))
    window.settle()
    window.touch(word("history.players"))
    window.see(word("figures.matches", n=2))
    judge("players")
    window.touch(word("figures.erase"))
    judge("erase-name", sheet=True)
    touch_on_sheet(window, word("files.erase_no"))
    window.settle()
    window.tap("west")
    open_six(window)
    judge("match")
    open_round(window, 1)
    judge("round")
    window.touch(word("past.share"))
    judge("share", sheet=True)
    assert {page: found for page, found in faults.items() if found} == {}


def arrows(window: Theatre) -> list[dict[str, Any]]:
    """What points west, from the top: the page's way back at its head, one step back at its foot."""
    return in_reading_order([w for w in window.widgets() if w["touch"] and w["text"] == "west"])


def step_back(window: Theatre, times: int = 1) -> None:
    """By the arrow that is the other one's mirror image."""
    for _ in range(times):
        window.touch_widget(arrows(window)[-1])
        window.settle()


def test_a_finger_goes_from_the_list_to_a_round_plays_it_and_comes_back(
    open_window: OpenWindow, journal_file: Path
) -> None:
    window = opened(open_window)
    open_six(window)
    open_round(window)
    starts = window.ask("call", name="cells")
    window.touch("play")
    window.until(lambda: window.ask("call", name="cells") != starts, "a move")
    window.until(lambda: window.shows("play"), "the end of the moves")
    window.settle()
    ends = window.ask("call", name="cells")
    steps = [w for w in window.widgets() if w["kind"] == "StepRow"]
    step_back(window)
    assert window.ask("call", name="cells") != ends
    window.tap("east")
    assert window.ask("call", name="cells") == ends
    step_back(window, len(steps))
    assert window.ask("call", name="cells") == starts
    window.tap(word("past.best"), "east")
    assert window.ask("call", name="cells") != starts
    for _ in range(2):
        window.touch_widget(arrows(window)[0])
        window.settle()
    assert "ListView" in window.kinds()
    assert window.ask("heard") == []
    window.touch("west")
    window.until(lambda: window.ask("heard") == ["back"], "the way out")


def test_a_step_touched_while_a_meeple_runs_loses_no_move(
    open_window: OpenWindow, journal_file: Path
) -> None:
    """Two quick touches: the first move is at its end when the second begins."""
    window = opened(open_window)
    open_six(window)
    open_round(window)
    window.touch("play")
    window.until(lambda: window.shows("play") and not window.shows("pause"), "the end of the moves")
    window.settle()
    ends = window.ask("call", name="cells")
    steps = [w for w in window.widgets() if w["kind"] == "StepRow"]
    step_back(window, len(steps))
    window.pace(1)  # so that a meeple is on its way when the next touch comes
    for _ in steps:
        window.touch("east")
    window.settle()
    assert window.ask("call", name="cells") == ends


def test_any_unfinished_match_can_be_gone_on_with(open_window: OpenWindow, journal_file: Path) -> None:
    """From the list, and from its own page; not only the newest."""
    window = opened(open_window)
    window.touch(word("history.go_on"), number=0)
    window.until(lambda: len(window.ask("heard")) == 1, "the newest")
    window.touch(word("history.go_on"), number=1)
    window.until(lambda: len(window.ask("heard")) == 2, "an older one")
    window.touch("Ben, Cleo", number=0)
    window.see_kind("MatchView")
    window.touch(word("history.go_on"))
    window.until(lambda: len(window.ask("heard")) == 3, "the way on")
    numbers = [heard["resume"] for heard in window.ask("heard")]
    assert len(set(numbers)) == 2


def test_older_matches_are_a_page_away(open_window: OpenWindow, journal_file: Path) -> None:
    window = opened(open_window)
    window.touch(word("history.older"))
    window.see("6 to 10 of 16")
    window.touch(word("history.newer"))
    window.see("1 to 5 of 16")


def test_a_match_is_erased_only_after_a_question(open_window: OpenWindow, journal_file: Path) -> None:
    window = opened(open_window)
    for answer, left in ((word("files.erase_no"), 16), (word("files.erase_yes"), 15)):
        if "ListView" in window.kinds():
            open_six(window)
        window.touch(word("history.erase"))
        window.see_kind("ConfirmSheet")
        if left == 15:
            window.hold(answer)
        else:
            touch_on_sheet(window, answer)
        window.settle()
        if left == 15:
            window.see("1 to 5 of 15")
    assert not window.shows(", ".join(SIX))


def test_a_name_is_taken_out_by_touch(open_window: OpenWindow, journal_file: Path) -> None:
    window = opened(open_window)
    window.touch(word("history.players"))
    window.see("Ben")
    window.touch(word("figures.erase"))
    window.see_kind("ConfirmSheet")
    window.hold(word("files.erase_yes"))
    window.see("Player, Cleo")


def test_everything_is_erased_by_touch_and_the_page_says_what_comes(
    open_window: OpenWindow, journal_file: Path
) -> None:
    window = opened(open_window)
    window.touch("more")
    window.see_kind("HistoryMenu")
    touch_on_sheet(window, word("files.erase_all"))
    window.see_kind("ConfirmSheet")
    window.hold(word("files.erase_yes"))
    window.see(word("history.none"))
    window.shoot("history-empty-800x480")
    assert faults_of(window.widgets(), (800, 480)) == []


def choose_in_menu(window: Theatre, text: str) -> None:
    window.touch("more")
    window.see_kind("HistoryMenu")
    touch_on_sheet(window, text)


def test_a_copy_written_by_touch_is_brought_in_by_touch(open_window: OpenWindow, journal_file: Path) -> None:
    """After everything was erased, too: the menu opens where there is no match."""
    window = opened(open_window)
    choose_in_menu(window, word("files.json"))
    window.until(lambda: notices(window), "where it is")
    window.settle()
    window.shoot("history-written-800x480")
    (copy,) = (journal_file.parent / "exports").iterdir()
    (notice,) = notices(window)
    assert str(copy) in notice["text"]
    assert "1 match cannot be read and stayed behind" in notice["text"], "the torn one"
    window.touch_widget(notice)
    window.until(lambda: not notices(window), "it to go")
    choose_in_menu(window, word("files.erase_all"))
    window.see_kind("ConfirmSheet")
    window.hold(word("files.erase_yes"))
    window.see(word("history.none"))
    window.settle()
    choose_in_menu(window, word("files.bring_in"))
    window.see(copy.name)
    window.settle()
    window.shoot("history-bring-in-choose-800x480")
    window.touch(word("workshop.take"))
    window.see(word("files.came", n=15))
    window.settle()
    window.shoot("history-bring-in-came-800x480")
    touch_on_sheet(window, word("setup.done"))
    window.see("1 to 5 of 15")


def test_a_resting_history_draws_nothing(open_window: OpenWindow, journal_file: Path) -> None:
    """LOOK: nothing moves when nothing happens; also not on the pages that are worked out beside it."""
    window = opened(open_window)
    window.touch(word("history.players"))
    window.see(word("figures.matches", n=2))
    assert window.ask("draws_in", ticks=30) == 0
