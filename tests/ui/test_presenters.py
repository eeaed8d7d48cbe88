"""What the home screen shows, without a window."""

from __future__ import annotations

from app.ui.presenters.home import SHELF, DeviceStatus, HomePresenter


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
