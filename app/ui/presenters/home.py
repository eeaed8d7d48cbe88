"""What the home screen shows: the shelf of five games, the match kept for later, the state of the devices.

In: functions that tell about a kept match, about devices, and whether somebody is here for the first
time, all asked anew for every view. Out: a frozen `HomeView` with finished sentences. No Kivy.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from app.games.mutant_meeples.box import box
from app.ui.words import word

Level = Literal["good", "missing", "alarm"]
SHELF = (
    "mutant-meeples",
    "meeple-hope",
    "meeple-detective",
    "terror-in-meeple-city",
    "mutants-next-level",
)
PLAYABLE = frozenset({"mutant-meeples"})


@dataclass(frozen=True, slots=True)
class GameCard:
    """One game on the shelf."""

    game: str
    title: str
    line: str
    playable: bool
    call: str
    """What the card says to do: play, or that it is coming."""


@dataclass(frozen=True, slots=True)
class DeviceStatus:
    """One device in one plain sentence."""

    level: Level
    sentence: str


@dataclass(frozen=True, slots=True)
class HomeView:
    """Everything on the home screen. `resume` is the sentence of a kept match, None when there is none.

    `offer` invites somebody who is here for the first time to learn the game; empty for everybody else.
    """

    title: str
    subtitle: str
    cards: tuple[GameCard, ...]
    resume: str | None
    devices: tuple[DeviceStatus, ...]
    offer: str = ""


class HomePresenter:
    """Works out `HomeView`."""

    def __init__(
        self,
        kept_match: Callable[[], str | None],
        devices: Callable[[], Sequence[DeviceStatus]],
        first_time: Callable[[], bool] = lambda: False,
    ) -> None:
        self._kept_match = kept_match
        self._devices = devices
        self._first_time = first_time

    def view(self) -> HomeView:
        """The screen as it stands now."""
        resume = self._kept_match()
        return HomeView(
            title=word("home.title"),
            subtitle=word("home.subtitle"),
            cards=tuple(_card(game) for game in SHELF),
            resume=resume,
            devices=tuple(self._devices()),
            offer=word("tutorial.offer_line") if resume is None and self._first_time() else "",
        )


def _card(game: str) -> GameCard:
    playable = game in PLAYABLE
    return GameCard(
        game=game,
        title=word(f"game.{game}"),
        line=word(f"game.{game}_line", n=box().marker_sets),
        playable=playable,
        call=word("home.play" if playable else "home.coming"),
    )
