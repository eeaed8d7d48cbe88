"""Whose button is which: asked by pressing, kept, and followed by lamps."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.store.journal import Journal
from app.table.assigning import KEY, KIND, Asked, Assigned, Assigning, Assignment, keep, load
from hardware.events import CLAIM, DOWN, PAUSE, UP
from hardware.lights import Light

TABLE = (Asked("Ann"), Asked("Robo", bot=True), Asked("Ben"), Asked("Cat"))
ANN, ROBO, BEN, CAT = range(4)


def said(round_: Assigning) -> tuple[str, str | None]:
    assert round_.said is not None
    player = round_.said.params.get("player")
    return round_.said.key, None if player is None else str(player)


def test_the_players_are_asked_in_seat_order_and_the_machine_is_not() -> None:
    asking, asked = Assigning(TABLE), []
    while asking.seat is not None:
        asked.append(asking.seat)
        asking.press(f"gpio:{20 + asking.seat}", CLAIM, 6 - asking.seat)
    assert asked == [ANN, BEN, CAT]
    assert asking.assignment() == Assignment(
        4, (Assigned("gpio:20", 6, ANN), Assigned("gpio:22", 4, BEN), Assigned("gpio:23", 3, CAT))
    )


def test_there_is_no_outcome_before_everybody_was_asked() -> None:
    asking = Assigning(TABLE)
    asking.press("gpio:17", CLAIM, 1)
    assert asking.assignment() is None


def test_a_button_pressed_twice_is_told_whose_it_is_and_asks_the_same_player_again() -> None:
    asking = Assigning(TABLE)
    asking.press("gpio:17", CLAIM, 1)
    assert said(asking) == ("assign.taken_down", "Ann")
    asking.press("gpio:17", CLAIM, 1)
    assert said(asking) == ("assign.taken", "Ann")
    assert asking.seat == BEN


@pytest.mark.parametrize(("button", "key"), [(UP, "not_claim"), (DOWN, "not_claim"), (PAUSE, "pause")])
def test_only_a_claim_button_answers(button: str, key: str) -> None:
    asking = Assigning(TABLE)
    asking.press("gpio:5", button, 1)
    assert said(asking) == (f"assign.{key}", None)
    assert asking.seat == ANN


def test_who_has_no_button_is_skipped_and_plays_on_the_screen() -> None:
    asking = Assigning(TABLE)
    asking.skip()
    assert asking.seat == BEN
    asking.press("gpio:17", CLAIM, 1)
    asking.skip()
    assert [asking.has_button(seat) for seat in range(4)] == [False, None, True, False]
    made = asking.assignment()
    assert made is not None
    assert made.seat_of("gpio:17", 1) == BEN


def test_going_back_asks_the_player_before_once_more_and_frees_the_button() -> None:
    asking = Assigning(TABLE)
    assert not asking.can_go_back
    asking.press("gpio:17", CLAIM, 1)
    asking.back()
    assert (asking.seat, asking.said) == (ANN, None)
    asking.press("gpio:27", CLAIM, 2)
    asking.press("gpio:17", CLAIM, 1)
    assert asking.seat == CAT


def test_starting_over_asks_everybody_once_more() -> None:
    asking = Assigning(TABLE)
    for number in (1, 2, 3):
        asking.press(f"gpio:{number}", CLAIM, number)
    asking.start_over()
    assert (asking.seat, asking.assignment()) == (ANN, None)


def test_after_the_last_player_presses_tell_whose_button_it_is() -> None:
    asking = Assigning(TABLE)
    for number in (1, 2, 3):
        asking.press(f"gpio:{number}", CLAIM, number)
    asking.press("gpio:2", CLAIM, 2)
    assert said(asking) == ("assign.taken", "Ben")
    asking.press("gpio:9", CLAIM, 9)
    assert said(asking) == ("assign.spare", None)


def test_up_and_down_go_with_the_claim_button_of_their_place() -> None:
    made = Assignment(3, (Assigned("gpio:17", 4, ANN), Assigned("pod:a:1", 4, BEN)))
    assert made.seat_of("gpio:5", 4) == ANN
    assert made.seat_of("pod:a:2", 4) == BEN
    assert made.seat_of("pod:b:2", 3) is None, "nobody has pressed anything on that pod"


def test_at_first_every_number_is_its_seat_and_so_it_stays_beyond_those_who_were_asked() -> None:
    assert [Assignment().seat_of("gpio:1", number) for number in (1, 2, 6)] == [0, 1, 5]
    made = Assignment(2, (Assigned("gpio:17", 1, 1),))
    assert [made.seat_of("gpio:17", number) for number in (1, 2, 3)] == [1, None, 2]


def test_lamps_follow_their_buttons() -> None:
    lights = {0: Light.CLAIMED, 1: Light.OUT, 2: Light.HURRY, 3: Light.MAY_CLAIM}
    assert Assignment().by_number(lights, "gpio") == {seat + 1: light for seat, light in lights.items()}
    made = Assignment(3, (Assigned("gpio:17", 3, 0), Assigned("pod:a:1", 1, 1)))
    assert made.by_number(lights, "gpio") == {3: Light.CLAIMED, 4: Light.MAY_CLAIM}
    assert made.by_number(lights, "pod") == {1: Light.OUT, 4: Light.MAY_CLAIM}


def test_it_survives_a_restart(tmp_path: Path) -> None:
    made = Assignment(2, (Assigned("gpio:17", 2, 0), Assigned("pod:a:1", 1, 1)))
    journal = Journal(tmp_path / "journal.db")
    assert load(journal) == Assignment()
    keep(journal, made)
    journal.close()
    journal = Journal(tmp_path / "journal.db")
    assert load(journal) == made
    journal.close()


@pytest.mark.parametrize("text", ["", "{", '{"seats": "many"}', '{"groups": [{"device": 1}]}'])
def test_what_cannot_be_read_leaves_the_wiring_as_it_is(text: str, caplog: pytest.LogCaptureFixture) -> None:
    journal = Journal(None)
    journal.put_record(KIND, KEY, text)
    assert load(journal) == Assignment()
    assert "cannot be read" in caplog.text
    journal.close()
