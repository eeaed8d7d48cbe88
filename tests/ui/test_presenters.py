"""What home and set-up show and how taps change it, without a window."""

from __future__ import annotations

import pytest

from app.ui.presenters.home import SHELF, DeviceStatus, HomePresenter
from app.ui.presenters.setup import NAME_LENGTH, NameTaken, SetupPresenter


def test_the_shelf_holds_five_games_and_one_can_be_played() -> None:
    """The others say that they are coming."""
    view = HomePresenter(lambda: None, list).view()
    assert [card.game for card in view.cards] == list(SHELF)
    assert [card.game for card in view.cards if card.playable] == ["mutant-meeples"]
    assert {card.call for card in view.cards if not card.playable} == {"Coming"}


def test_home_asks_anew_each_time() -> None:
    """A match was kept, a pod was lost: the next view says so."""
    kept: list[str | None] = [None]
    lost: list[DeviceStatus] = []
    presenter = HomePresenter(lambda: kept[0], lambda: lost)
    assert presenter.view().resume is None
    kept[0] = "Round 7"
    lost.append(DeviceStatus("alarm", "Pod 3 is gone."))
    view = presenter.view()
    assert (view.resume, view.devices) == ("Round 7", (DeviceStatus("alarm", "Pod 3 is gone."),))


def _setup() -> SetupPresenter:
    return SetupPresenter()


@pytest.mark.rule("MM-18")
def test_an_untouched_set_up_can_be_played() -> None:
    """Two seats, the classic city, the box's sand timer, exact demonstrations."""
    assert _setup().setup() == {
        "players": [
            {"name": "Player 1", "handicap": 0, "style": "touch"},
            {"name": "Player 2", "handicap": 0, "style": "touch"},
        ],
        "board": "meeptropolis",
        "timer_s": 60,
        "demonstration": "exact",
    }


def test_a_table_seats_one_to_six() -> None:
    """The seventh does not sit down, the last does not get up."""
    setup = _setup()
    for _ in range(8):
        setup.add_player()
    assert len(setup.view().seats) == 6
    assert not setup.view().may_add
    for _ in range(8):
        setup.remove_player(0)
    assert len(setup.view().seats) == 1
    assert not setup.view().seats[0].removable


def test_seat_names_are_never_given_twice() -> None:
    """Whoever leaves makes room for the name."""
    setup = _setup()
    setup.add_player()
    setup.remove_player(0)
    setup.add_player()
    names = [seat.name for seat in setup.view().seats]
    assert names == ["Player 2", "Player 3", "Player 1"]


def test_names_are_tidied_and_cut() -> None:
    """Spaces around and between, and no more letters than a card shows."""
    setup = _setup()
    setup.rename(0, "  mary   ann  ")
    assert setup.name_of(0) == "mary ann"
    setup.rename(0, "Bartholomew the Great")
    assert len(setup.name_of(0)) <= NAME_LENGTH
    setup.rename(0, "   ")
    assert setup.name_of(0) == "Player 1"


def test_a_name_is_taken_whatever_its_capitals() -> None:
    """Read aloud they are the same."""
    setup = _setup()
    setup.rename(0, "Zoe")
    with pytest.raises(NameTaken):
        setup.rename(1, "ZOE")
    assert setup.name_of(1) == "Player 2"
    setup.rename(0, "zoe")
    assert setup.name_of(0) == "zoe"


def test_handicap_and_style_go_round() -> None:
    """0, 1, 2, 0; touch, buzz, touch; and only for that seat."""
    setup = _setup()
    seen = []
    for _ in range(4):
        seen.append((setup.setup()["players"][1]["handicap"], setup.setup()["players"][1]["style"]))
        setup.next_handicap(1)
        setup.next_style(1)
    assert seen == [(0, "touch"), (1, "buzz"), (2, "touch"), (0, "buzz")]
    assert setup.setup()["players"][0] == {"name": "Player 1", "handicap": 0, "style": "touch"}


@pytest.mark.rule("MM-40")
def test_the_timer_stays_within_30_and_180_in_steps_of_15() -> None:
    """Both ways of setting it."""
    setup = _setup()
    values = []
    for steps in (1, 20, -1, -20):
        setup.change_timer(steps)
        values.append(setup.view().timer_s)
    assert values == [75, 180, 165, 30]
    for asked, got in ((97, 90), (98, 105), (5, 30), (999, 180)):
        setup.set_timer(asked)
        assert setup.view().timer_s == got


@pytest.mark.rule("MM-117")
def test_city_and_strictness_show_their_consequence() -> None:
    """A choice comes with its advice."""
    setup = _setup()
    before = setup.view()
    setup.choose_board("meepville")
    setup.toggle_shorter()
    after = setup.view()
    assert (after.board, after.shorter_ok) == ("meepville", True)
    assert after.advice != before.advice
    assert after.shorter_hint != before.shorter_hint
    with pytest.raises(ValueError, match="atlantis"):
        setup.choose_board("atlantis")
