"""Whose button is which on the screen: words without pixels, then real windows with presses and touches."""

from __future__ import annotations

import pytest

from app.table.assigning import Asked, Assigned, Assignment
from app.table.switchboard import Switchboard
from app.ui.presenters.assign import AssignPresenter
from app.ui.words import word
from hardware.events import CLAIM, UP, ButtonPressed, DeviceBack, DeviceLost
from tests.table.conftest import Desk, desk
from tests.ui.conftest import OpenWindow
from tests.ui.layout import faults_of, sized
from tests.ui.theatre import Theatre

table = desk
PLAYERS = [Asked("Anna"), Asked("Bot 2", bot=True), Asked("Ben")]


@pytest.fixture
def board(table: Desk) -> Switchboard:
    return Switchboard(table.session, table.journal)


@pytest.fixture
def presenter(board: Switchboard) -> AssignPresenter:
    made = AssignPresenter(lambda: PLAYERS, board)
    made.enter()
    return made


def press(board: Switchboard, number: int, button: str = CLAIM) -> None:
    board.hear(ButtonPressed(number, button, 1, f"gpio:{number}"))
    board.poll()


def lines(presenter: AssignPresenter) -> list[str]:
    return [row.line for row in presenter.view().rows]


def test_the_first_player_is_asked_in_the_own_colour(presenter: AssignPresenter) -> None:
    view = presenter.view()
    assert view.sentence == "Anna, press your button"
    assert view.colour == view.rows[0].colour
    assert lines(presenter) == [word(f"assign.{key}") for key in ("now", "machine", "later")]
    assert (view.can_skip, view.can_go_back, view.can_end) == (True, False, False)


def test_a_press_is_answered_and_the_next_player_asked(
    presenter: AssignPresenter, board: Switchboard
) -> None:
    changes: list[str] = []
    presenter.on_change = lambda: changes.append(presenter.view().sentence)
    press(board, 5)
    assert changes == ["Ben, press your button"]
    assert presenter.view().said == "This is Anna's button now."
    press(board, 5)
    assert presenter.view().said == "That is Anna's button already: press another one."
    press(board, 6, UP)
    assert presenter.view().said == "Press the claim button, not up or down."
    assert lines(presenter) == [word(f"assign.{key}") for key in ("has", "machine", "now")]


def test_done_puts_the_answers_into_force(presenter: AssignPresenter, board: Switchboard) -> None:
    press(board, 5)
    presenter.skip()
    view = presenter.view()
    assert view.sentence == word("assign.all")
    assert (view.can_skip, view.can_end) == (False, True)
    assert lines(presenter) == [word(f"assign.{key}") for key in ("has", "machine", "screen")]
    assert board.assignment == Assignment()
    presenter.done()
    assert board.assignment == Assignment(3, (Assigned("gpio:5", 5, 0),))


def test_a_button_pulled_out_after_it_was_pressed_is_not_ready_until_it_is_back(
    presenter: AssignPresenter, board: Switchboard
) -> None:
    changes: list[str] = []
    presenter.on_change = lambda: changes.append(presenter.view().sentence)
    board.hear(ButtonPressed(1, CLAIM, 1, "pod:1:1"))
    board.hear(DeviceLost("pod:1", "unplugged"))
    board.poll()
    assert changes[-1] == "Ben, press your button", "who has not answered comes first"
    view = presenter.view()
    assert [row.line for row in view.rows] == ["unplugged", word("assign.machine"), word("assign.now")]
    assert [row.has_button for row in view.rows] == [False, False, False]
    press(board, 6)
    view = presenter.view()
    assert (view.sentence, view.can_end) == ("Anna, plug your button in again", False)
    board.hear(DeviceBack("pod:1"))
    board.poll()
    view = presenter.view()
    assert changes[-1] == view.sentence == word("assign.all")
    assert view.can_end
    assert view.rows[0].has_button


def test_who_cannot_plug_the_button_in_again_takes_another_or_none(
    presenter: AssignPresenter, board: Switchboard
) -> None:
    for number in (5, 6):
        press(board, number)
    board.hear(DeviceLost("gpio:5", "unplugged"))
    board.poll()
    assert presenter.view().said == word("unplugged.or")
    press(board, 7)
    assert presenter.view().can_end
    presenter.back()
    assert presenter.view().sentence == "Anna, press your button"
    presenter.skip()
    presenter.done()
    assert board.assignment == Assignment(3, (Assigned("gpio:6", 6, 2),))


def test_leaving_changes_nothing_and_presses_are_claims_again(
    table: Desk, presenter: AssignPresenter, board: Switchboard
) -> None:
    table.begin("buzz")
    press(board, 5)
    presenter.leave()
    press(board, 2)
    table.session.pump()
    assert board.assignment == Assignment()
    assert table.state.round is not None
    assert [lane.player for lane in table.state.round.lanes] == [1]


def test_entering_again_begins_with_the_first_player_and_who_sits_there_now(board: Switchboard) -> None:
    seated = [Asked("Anna"), Asked("Ben")]
    presenter = AssignPresenter(lambda: seated, board)
    presenter.enter()
    press(board, 5)
    presenter.leave()
    seated[0] = Asked("Zoe")
    presenter.enter()
    view = presenter.view()
    assert (view.sentence, view.said, view.can_go_back) == ("Zoe, press your button", "", False)


def test_one_back_and_start_over(presenter: AssignPresenter, board: Switchboard) -> None:
    press(board, 5)
    press(board, 6)
    presenter.back()
    assert presenter.view().sentence == "Ben, press your button"
    presenter.start_over()
    assert presenter.view().sentence == "Anna, press your button"


def look(window: Theatre, name: str, size: tuple[int, int]) -> None:
    window.settle()
    window.shoot(f"assign-{name}-{size[0]}x{size[1]}")
    assert faults_of(window.widgets(), size) == []


@pytest.mark.ui
@sized()
def test_a_table_assigns_its_buttons(open_window: OpenWindow, size: tuple[int, int]) -> None:
    window = open_window("assign", size)
    look(window, "begin", size)
    window.ask("call", name="press 4 claim")
    window.see("Ben, press your button")
    window.ask("call", name="press 4 claim")
    window.see("That is Anna's button already: press another one.")
    look(window, "twice", size)
    window.touch(word("assign.back"))
    window.see("Anna, press your button")
    window.ask("call", name="press 2 claim")
    window.see("Ben, press your button")
    window.touch(word("assign.no_button"))
    window.see("Cleo, press your button")
    window.ask("call", name="press 4 claim")
    window.see(word("assign.all"))
    look(window, "end", size)
    window.ask("call", name="lose 4 claim")
    window.see("Cleo, plug your button in again")
    window.settle()
    window.shoot(f"assign-away-{size[0]}x{size[1]}")
    title = word("assign.title")
    assert [fault for fault in faults_of(window.widgets(), size) if title not in fault] == [], "but the title"
    window.ask("call", name="find 4 claim")
    window.see(word("assign.all"))
    window.touch(word("assign.done"))
    window.until(lambda: window.ask("heard") == ["back"], "the way back")
    assert window.ask("call", name="assigned") == [[2, 0], [4, 3]]


@pytest.mark.ui
@sized()
@pytest.mark.parametrize("scene", ["assign full", "assign big"])
def test_a_full_table_fits_and_going_back_changes_nothing(
    open_window: OpenWindow, size: tuple[int, int], scene: str
) -> None:
    window = open_window(scene, size)
    for number in range(1, 4):
        window.ask("call", name=f"press {number} claim")
    window.see("Cleo, press your button")
    look(window, scene.split()[1], size)
    window.touch("west")
    window.until(lambda: window.ask("heard") == ["back"], "the way back")
    assert window.ask("call", name="assigned") == []
