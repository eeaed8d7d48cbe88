"""From events of the hardware to presses, lamps and news."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from app.games.contract import Message
from app.games.mutant_meeples.state import Claim
from app.language import sentence
from app.store.errors import JournalFailed
from app.table.assigning import Assigned, Assignment
from app.table.switchboard import News, Switchboard
from hardware.events import (
    CLAIM,
    DOWN,
    PAUSE,
    TABLE,
    UP,
    ButtonFreed,
    ButtonPressed,
    ButtonReleased,
    ButtonStuck,
    DeviceBack,
    DeviceLost,
)
from hardware.lights import Light
from tests.table.conftest import Desk

ANN, BEN, CAT = range(3)


@pytest.fixture
def board(desk: Desk) -> Switchboard:
    return Switchboard(desk.session, desk.journal)


def press(desk: Desk, board: Switchboard, number: int, device: str = "", button: str = CLAIM) -> None:
    board.hear(ButtonPressed(number, button, desk.clock(), device or f"gpio:{number}"))
    board.poll()
    desk.session.pump()


def owing(desk: Desk) -> list[int]:
    assert desk.state.round is not None
    return [lane.player for lane in desk.state.round.lanes]


def news(board: Switchboard) -> list[News]:
    board.poll()
    found = []
    while (one := board.take_news()) is not None:
        found.append(one)
    return found


def told(messages: tuple[Message, ...]) -> list[str]:
    return [sentence(message) for message in messages]


def test_a_press_is_the_claim_of_the_player_with_that_number(desk: Desk, board: Switchboard) -> None:
    desk.begin("buzz")
    press(desk, board, 2)
    board.hear(ButtonReleased(2, CLAIM, desk.clock(), "gpio:2"))
    assert owing(desk) == [BEN]
    assert news(board) == []


def test_after_assigning_a_press_is_that_of_whoever_has_the_button(desk: Desk, board: Switchboard) -> None:
    desk.begin("buzz")
    board.assign(Assignment(3, (Assigned("gpio:2", 2, CAT), Assigned("pod:a:1", 2, ANN))))
    press(desk, board, 2)
    press(desk, board, 2, "pod:a:1")
    press(desk, board, 1)
    assert owing(desk) == [CAT, ANN]
    assert Switchboard(desk.session, desk.journal).assignment == board.assignment


def test_an_assignment_that_cannot_be_kept_is_in_force_all_the_same(
    desk: Desk, board: Switchboard, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(*_: str) -> None:
        raise JournalFailed("disk full")

    monkeypatch.setattr(desk.journal, "put_record", full)
    monkeypatch.setattr(desk.journal, "records", full)
    desk.begin("buzz")
    board.assign(Assignment(3, (Assigned("gpio:2", 2, CAT),)))
    press(desk, board, 2)
    assert owing(desk) == [CAT]
    assert Switchboard(desk.session, desk.journal).assignment == Assignment()
    assert "disk full" in caplog.text


def test_the_pause_button_is_the_tables(desk: Desk, board: Switchboard) -> None:
    desk.begin("buzz")
    board.assign(Assignment(3))
    press(desk, board, TABLE, "gpio:4", PAUSE)
    assert desk.session.paused


def test_a_stuck_button_is_named_and_not_listened_to_until_it_is_free(desk: Desk, board: Switchboard) -> None:
    desk.begin("buzz")
    board.hear(ButtonStuck(2, CLAIM, "gpio:2"))
    press(desk, board, 2)
    assert owing(desk) == []
    (stuck,) = news(board)
    assert stuck.alarm
    assert sentence(stuck.message) == (
        "P1's button is pressed all the time: let go of it or look at its wires"
    )
    assert told(board.troubles()) == [sentence(stuck.message)]
    board.hear(ButtonFreed(2, CLAIM, "gpio:2"))
    press(desk, board, 2)
    assert owing(desk) == [BEN]
    (freed,) = news(board)
    assert (sentence(freed.message), freed.alarm) == ("P1's button works again", False)
    assert board.troubles() == ()


@pytest.mark.parametrize(
    ("number", "button", "words"),
    [
        (1, UP, "P0's up button is"),
        (1, DOWN, "P0's down button is"),
        (TABLE, PAUSE, "The pause button is"),
        (9, CLAIM, "A button of player 9 is"),
    ],
)
def test_every_stuck_button_is_named(
    desk: Desk, board: Switchboard, number: int, button: str, words: str
) -> None:
    desk.begin("buzz")
    board.hear(ButtonStuck(number, button, "gpio:5"))
    board.poll()
    assert told(board.troubles())[0].startswith(words)


@pytest.mark.parametrize(
    ("number", "button", "words"),
    [(TABLE, PAUSE, "The pause button works again"), (9, CLAIM, "The button of player 9 works again")],
)
def test_every_freed_button_is_named(
    desk: Desk, board: Switchboard, number: int, button: str, words: str
) -> None:
    board.hear(ButtonStuck(number, button, "gpio:5"))
    board.hear(ButtonFreed(number, button, "gpio:5"))
    assert [sentence(one.message) for one in news(board)][1:] == [words]


def test_stuck_buttons_are_named_after_who_has_them_now(desk: Desk, board: Switchboard) -> None:
    board.hear(ButtonStuck(1, CLAIM, "gpio:1"))
    board.poll()
    assert told(board.troubles())[0].startswith("A button of player 1"), "there is no match"
    desk.begin("buzz")
    board.assign(Assignment(3, (Assigned("gpio:1", 1, CAT),)))
    assert told(board.troubles())[0].startswith("P2's button")


@pytest.mark.parametrize(
    ("device", "lost", "back"),
    [
        (
            "pod:a",
            "Button pod a does not answer (unplugged): plug its cable in again",
            "Button pod a is back",
        ),
        (
            "gpio:17",
            "The button on pin 17 does not answer (unplugged): claim on the screen",
            "The button on pin 17 is back",
        ),
        ("camera", "camera does not answer (unplugged): look at its cable", "camera is back"),
    ],
)
def test_a_lost_part_is_said_once_with_what_to_do_and_its_return_too(
    board: Switchboard, device: str, lost: str, back: str
) -> None:
    board.hear(DeviceLost(device, "unplugged"))
    board.hear(DeviceLost(device, "unplugged"))
    (first,) = news(board)
    assert (sentence(first.message).lower(), first.alarm) == (lost.lower(), True)
    assert len(board.troubles()) == 1
    board.hear(DeviceBack(device))
    board.hear(DeviceBack(device))
    (then,) = news(board)
    assert (sentence(then.message).lower(), then.alarm) == (back.lower(), False)
    assert board.troubles() == ()


def test_a_pod_that_started_anew_is_told_in_one_sentence(board: Switchboard) -> None:
    board.hear(DeviceLost("pod:a", "restarted"))
    board.hear(DeviceBack("pod:a"))
    (only,) = news(board)
    assert only.alarm
    assert sentence(only.message) == "Button pod a has started anew: press once more if you were pressing"
    assert board.troubles() == ()


def test_what_was_stuck_on_a_lost_pod_counts_again_when_it_is_back(desk: Desk, board: Switchboard) -> None:
    desk.begin("buzz")
    board.hear(ButtonStuck(1, CLAIM, "pod:a:1"))
    board.hear(ButtonStuck(2, CLAIM, "pod:b:1"))
    board.hear(DeviceLost("pod:a", "unplugged"))
    board.hear(DeviceBack("pod:a"))
    press(desk, board, 1, "pod:a:1")
    press(desk, board, 2, "pod:b:1")
    assert owing(desk) == [ANN]
    assert [message.params.get("player") for message in board.troubles()] == ["P1"]


def test_while_somebody_listens_presses_are_no_claims(desk: Desk, board: Switchboard) -> None:
    desk.begin("buzz")
    heard: list[str] = []
    board.listen(lambda event: heard.append(event.device))
    press(desk, board, 2)
    assert (heard, owing(desk)) == (["gpio:2"], [])
    board.listen(None)
    press(desk, board, 2)
    assert (heard, owing(desk)) == (["gpio:2"], [BEN])


def test_a_press_for_a_listener_who_has_gone_is_nobodys(desk: Desk, board: Switchboard) -> None:
    desk.begin("buzz")
    board.listen(lambda event: None)
    board.hear(ButtonPressed(2, CLAIM, desk.clock(), "gpio:2"))
    board.listen(None)
    board.poll()
    desk.session.pump()
    assert owing(desk) == []


def test_lamps_follow_the_match_and_are_dark_without_one(desk: Desk, board: Switchboard) -> None:
    assert board.lights("gpio") == {}
    desk.begin("buzz")
    desk.session.act(Claim(ANN, 9))
    board.assign(Assignment(3, (Assigned("gpio:2", 2, ANN), Assigned("gpio:1", 1, BEN))))
    assert board.lights("gpio") == {2: Light.CLAIMED, 1: Light.MAY_CLAIM}
    desk.after(51)
    assert board.lights("gpio") == {2: Light.CLAIMED, 1: Light.HURRY}
    desk.session.pause()
    assert board.lights("gpio") == {2: Light.PAUSED, 1: Light.PAUSED}


def test_presses_from_many_threads_all_arrive(make_desk: Callable[[], Desk]) -> None:
    desk = make_desk()
    board = Switchboard(desk.session, desk.journal)
    desk.begin("buzz", players=6)

    def hammer(number: int) -> None:
        for _ in range(50):
            board.hear(ButtonStuck(number, UP, f"gpio:{number}0"))
            board.hear(ButtonFreed(number, UP, f"gpio:{number}0"))
        board.hear(ButtonPressed(number, CLAIM, desk.clock(), f"gpio:{number}"))

    threads = [threading.Thread(target=hammer, args=(number,)) for number in range(1, 7)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    board.poll()
    desk.session.pump()
    assert sorted(owing(desk)) == list(range(6))
    assert board.troubles() == ()
