"""The home screen: the shelf of games over the night city, the match to go on with, and the devices.

Where no match waits, somebody's very first start is offered the tutorial in that place.

In: a `HomePresenter`, a `Navigator`, and what to do when a game is chosen. Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.uix.screenmanager import Screen

from app.ui import night_city
from app.ui.kv import load_beside
from app.ui.navigator import Navigator
from app.ui.presenters.home import GameCard, HomePresenter
from app.ui.widgets import button, cards, label
from app.ui.widgets.notices import NoticeBar, StatusDot
from app.ui.widgets.sheet import ConfirmSheet, OneSheet
from app.ui.words import word

WIDGETS = (
    night_city.NightCity,
    button.MarshalButton,
    cards.ShelfCard,
    cards.ResumeCard,
    label.Words,
    NoticeBar,
)
"""What home.kv uses; imported here so that Kivy's factory knows them."""
NOTICE_S = 4.0
"""How long a notice stays: long enough to read a sentence twice."""


class HomeScreen(Screen):
    """Shows a `HomeView`; `refresh` asks for a new one."""

    def __init__(
        self,
        presenter: HomePresenter,
        navigator: Navigator,
        on_choose: Callable[[str], None],
        on_settings: Callable[[], None] | None = None,
        on_devices: Callable[[], None] | None = None,
        on_learn: Callable[[], None] = lambda: None,
        on_rules: Callable[[], None] = lambda: None,
        **kwargs: Any,
    ) -> None:
        load_beside(__file__)
        super().__init__(name="home", **kwargs)
        self._presenter = presenter
        self._navigator = navigator
        self._on_choose = on_choose
        self._offers = False
        self._sheets = OneSheet(self.ids.floor)
        self._notice_ends = Clock.create_trigger(lambda _: self._say(""), NOTICE_S)
        self.ids.notice.bind(on_release=lambda *_: self._say(""))
        self.ids.quit.bind(on_release=lambda *_: self._ask_to_quit())
        if on_settings is not None:
            self.ids.settings.bind(on_release=lambda *_: on_settings())
        if on_devices is not None:
            self.ids.devices_door.bind(on_release=lambda *_: on_devices())
        self.ids.resume.bind(on_release=lambda *_: on_learn() if self._offers else navigator.on_resume())
        self.ids.learn.bind(on_release=lambda *_: on_learn())
        self.ids.rules.bind(on_release=lambda *_: on_rules())
        self.refresh()

    def on_pre_enter(self, *_: Any) -> None:
        """A match may have been played since."""
        self._say("")
        self.refresh()

    def refresh(self) -> None:
        """Show what stands now."""
        view = self._presenter.view()
        self.ids.title.text, self.ids.subtitle.text = view.title, view.subtitle
        resume = self.ids.resume
        self._offers = bool(view.offer)
        resume.title = word("tutorial.offer" if self._offers else "home.resume")
        resume.sentence = view.resume or view.offer
        resume.disabled = not resume.sentence
        resume.opacity = 0 if resume.disabled else 1
        for card in view.cards:
            self._show_card(card)
        self.ids.devices.clear_widgets()
        for device in view.devices:
            self.ids.devices.add_widget(StatusDot(level=device.level, sentence=device.sentence))

    def _show_card(self, card: GameCard) -> None:
        shelf = self.ids.featured if card.playable else self.ids.coming
        shown = next((child for child in shelf.children if child.game == card.game), None)
        if shown is None:
            shown = cards.ShelfCard(game=card.game)
            shown.bind(on_release=lambda shown: self._choose(shown))
            shelf.add_widget(shown)
        shown.title, shown.line, shown.call = card.title, card.line, card.call
        shown.playable = card.playable

    def _choose(self, card: cards.ShelfCard) -> None:
        if card.playable:
            self._on_choose(card.game)
        else:
            self._say(word("home.coming_notice", game=card.title))

    def _say(self, text: str) -> None:
        self._notice_ends.cancel()
        self.ids.notice.sentence = text
        if text:
            self._notice_ends()

    def _ask_to_quit(self) -> None:
        self._sheets.open(
            ConfirmSheet(
                word("home.quit_yes"),
                word("home.quit_no"),
                self._navigator.on_quit,
                title=word("home.quit_title"),
                sentence=word("home.quit_sentence"),
            )
        )
