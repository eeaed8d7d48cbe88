"""What the hardware screen says, from rows: lit buttons, coarse times, cards, messages and the tests."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from app.games.contract import say
from app.table.devices import DeviceRow, Owner, Part
from app.ui import theme
from app.ui.presenters.devices import LIT_NS, DevicesPresenter
from app.ui.presenters.devices_trial import Hands
from app.ui.presenters.devices_views import DevicesView, KeyView
from app.ui.words import word
from hardware.probe import State

ANNA = Owner(0, "Anna")
CLAIM = DeviceRow(
    Part.BUTTON,
    "gpio:17",
    say("part.claim", player="Anna"),
    say("wired.pin", pin=17),
    owner=ANNA,
    number=1,
    button="claim",
    level=True,
)
LAMP = DeviceRow(Part.LAMP, "gpio:5", say("part.nobody"), say("wired.pin", pin=5), owner=ANNA, number=1)
BUZZER = DeviceRow(Part.BUZZER, "gpio:20", say("part.buzzer"), say("wired.pin", pin=20))
CAMERA = DeviceRow(Part.CAMERA, "camera", say("part.camera"))
SOUND = DeviceRow(Part.SOUND, "sound", say("part.sound"))


class Table:
    """Rows and a clock to be changed, and ears for what a test does."""

    def __init__(self, *found: DeviceRow) -> None:
        self.found = [*found, CAMERA, SOUND]
        self.now_ns = 0
        self.heard: list[Any] = []
        hands = Hands(
            lambda lamp: self.heard.append(None if lamp is None else lamp.device),
            lambda: self.heard.append("beep"),
            lambda: self.heard.append("play"),
        )
        self.presenter = DevicesPresenter(lambda: tuple(self.found), lambda: self.now_ns, hands)
        self.presenter.enter()

    def change(self, number: int = 0, **what: Any) -> None:
        self.found[number] = replace(self.found[number], **what)

    def view(self) -> DevicesView:
        return self.presenter.view()

    def key(self) -> KeyView:
        return self.view().cards[0].keys[0]


def test_a_tap_between_two_looks_is_seen_all_the_same() -> None:
    table = Table(CLAIM)
    assert not table.key().lit
    table.change(presses=1, since_s=0.0)
    assert (table.key().lit, table.key().count) == (True, "1")
    table.now_ns += LIT_NS - 1
    assert table.key().lit
    table.now_ns += 1
    assert not table.key().lit


def test_a_button_that_is_held_stays_lit() -> None:
    table = Table(CLAIM)
    table.change(pressed=True, presses=1)
    table.now_ns += 10 * LIT_NS
    assert table.key().lit


def test_presses_from_before_the_screen_opened_do_not_light_up() -> None:
    table = Table(replace(CLAIM, presses=5))
    assert (table.key().lit, table.key().count) == (False, "5")
    table.change(presses=6)
    table.presenter.enter()
    assert not table.key().lit


@pytest.mark.parametrize(
    ("since_s", "text"),
    [
        (None, "not yet"),
        (4.9, "now"),
        (5.0, "5 s ago"),
        (9.9, "5 s ago"),
        (59.9, "55 s ago"),
        (60.0, "1 min ago"),
        (3599.0, "59 min ago"),
        (7200.0, "120 min ago"),
    ],
)
def test_times_go_in_coarse_steps_so_that_little_is_drawn(since_s: float | None, text: str) -> None:
    assert Table(replace(CLAIM, since_s=since_s)).key().ago == text


def test_the_raw_level_is_told_of_pins_and_of_pods() -> None:
    table = Table(CLAIM)
    assert table.key().level == "high"
    table.change(level=False)
    assert table.key().level == "low"
    table.change(level=None)
    assert table.key().level == word("devices.unknown")
    pod = DeviceRow(Part.POD, "pod:red", say("part.pod", pod="red"), say("wired.port", port="usb"))
    button = replace(CLAIM, device="pod:red:3", level=True)
    assert Table(pod, button).key().level == "closed"
    assert Table(pod, button).key().place == "button 3"


def test_buttons_that_lie_together_share_a_card() -> None:
    up = replace(CLAIM, device="gpio:6", button="up")
    pause = DeviceRow(Part.BUTTON, "gpio:4", say("part.pause"), say("wired.pin", pin=4), button="pause")
    ben = replace(CLAIM, device="gpio:27", owner=Owner(1, "Ben"), number=2)
    cards = Table(pause, CLAIM, up, LAMP, ben, BUZZER).view().cards
    assert [card.title for card in cards] == ["Anna", "Ben", "Table"]
    assert [[key.role for key in card.keys] for card in cards] == [["claim", "up"], ["claim"], ["pause"]]
    assert [card.colour for card in cards] == [theme.player_colour(0), theme.player_colour(1), ""]
    assert [card.lamp for card in cards] == ["off", "", "off"]


def test_a_pod_with_many_buttons_takes_several_cards() -> None:
    pod = DeviceRow(Part.POD, "pod:red", say("part.pod", pod="red"), say("wired.port", port="usb"))
    buttons = [replace(CLAIM, device=f"pod:red:{n}") for n in range(1, 8)]
    cards = Table(pod, *buttons).view().cards
    assert [len(card.keys) for card in cards] == [3, 3, 1]
    assert len({card.key for card in cards}) == 3


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({}, "Anna"),
        ({"place": None, "state": State.FAULT}, "Away"),
        ({"detail": "1"}, "1 damaged line"),
    ],
)
def test_a_pod_tells_whose_it_is_or_what_is_wrong(changes: dict[str, Any], line: str) -> None:
    pod = DeviceRow(Part.POD, "pod:red", say("part.pod", pod="red"), say("wired.port", port="usb"))
    card = Table(replace(pod, **changes), replace(CLAIM, device="pod:red:1")).view().cards[0]
    assert (card.title, card.line, card.ill) == ("Pod red", line, "state" in changes)


def test_a_lamp_shows_whether_it_shines_or_is_off_for_good() -> None:
    table = Table(LAMP, CLAIM)
    assert table.view().cards[0].lamp == "off"
    table.change(on=True)
    assert table.view().cards[0].lamp == "on"
    table.change(state=State.FAULT)
    assert (table.view().cards[0].lamp, table.view().cards[0].ill) == ("ill", True)


def test_messages_count_only_what_needs_a_hand() -> None:
    table = Table(CLAIM)
    assert (table.view().call, table.view().messages) == ("", ())
    table.change(1, state=State.ABSENT, fault=say("fault.no_camera", reason="none"))
    assert (table.view().call, table.view().ill) == (word("devices.missing"), False)
    table.change(state=State.FAULT, fault=say("fault.stuck_pin", pin=17), action=say("mend.free_pin", pin=17))
    assert (table.view().call, table.view().ill) == ("1 thing to mend", True)
    first, second = table.view().messages
    assert (first.ill, second.ill, second.action) == (True, False, "")


def test_camera_and_sound_stand_in_one_line_each() -> None:
    table = Table()
    assert (table.view().camera.level, table.view().sound.level) == ("good", "good")
    assert table.view().can_sound
    table.change(0, state=State.FAULT, fault=say("fault.camera", reason="gone"))
    table.change(1, state=State.ABSENT)
    assert (table.view().camera.level, table.view().sound.level) == ("alarm", "missing")
    assert not table.view().can_sound
    table.change(0, state=State.OK, fault=None, presses=1, detail="Pi camera")
    table.change(1, state=State.FAULT)
    assert (table.view().camera.sentence, table.view().sound.level) == ("Camera: Pi camera", "alarm")


def test_without_lamps_there_is_no_light_test_and_without_buttons_no_assignment() -> None:
    assert (Table().view().can_light, Table().view().can_assign) == (False, False)
    assert (Table(CLAIM, LAMP).view().can_light, Table(CLAIM).view().can_assign) == (True, True)


def test_the_light_test_goes_round_and_gives_the_lamps_back() -> None:
    table = Table(
        LAMP, replace(LAMP, device="gpio:6", place=say("wired.pin", pin=6), owner=None, number=2), BUZZER
    )
    table.presenter.try_lights()
    trial = table.view().trial
    assert trial is not None
    assert (trial.question, trial.detail, trial.count) == (
        "Is Anna's light on, and no other?",
        "Pin 5",
        "1 of 3",
    )
    table.presenter.answer(True)
    table.presenter.answer(False)
    table.presenter.again()
    assert table.heard == ["gpio:5", "gpio:6", None, "beep", None, "beep"]
    table.presenter.answer(True)
    trial = table.view().trial
    assert trial is not None
    assert (trial.done, trial.ill, trial.question) == (True, True, "1 does not work")
    assert trial.detail.startswith("Pin 6, Player 2's light")
    assert table.heard[-1] is None
    table.presenter.answer(True)
    assert table.view().trial == trial
    table.presenter.end_trial()
    assert table.view().trial is None


def test_leaving_ends_a_test() -> None:
    table = Table(LAMP)
    table.presenter.try_lights()
    table.presenter.leave()
    assert (table.heard, table.view().trial) == (["gpio:5", None], None)


def test_the_sound_test_asks_and_names_what_to_do() -> None:
    table = Table()
    table.presenter.try_sound()
    table.presenter.again()
    assert table.heard == ["play", "play"]
    table.presenter.answer(False)
    trial = table.view().trial
    assert trial is not None
    assert (trial.done, trial.detail) == (True, word("trial.mend_sound"))


def test_without_a_test_answers_mean_nothing() -> None:
    table = Table(LAMP)
    table.presenter.answer(True)
    table.presenter.again()
    table.presenter.end_trial()
    assert table.heard == []
