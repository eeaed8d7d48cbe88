"""The room of a game: a big door to a match, smaller ones to what else can be done with it.

A match that waits to be gone on with comes first; the door to a new one is the second choice then.
In: a `RoomPresenter`, what to do when a door is chosen, how to go on, and the way back. Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.uix.screenmanager import Screen

from app.ui.kv import load_beside
from app.ui.presenters.room import RoomPresenter
from app.ui.widgets import button, label
from app.ui.widgets.cards import ResumeCard
from app.ui.widgets.door_card import DoorCard
from app.ui.words import word

WIDGETS = (button.MarshalButton, label.Words)
"""What room.kv uses; imported here so that Kivy's factory knows them."""

RESUME_SHARE = 0.4
"""Height of a match that waits, as a share of the door to a new one."""


class RoomScreen(Screen):
    """Shows a `RoomView`; `on_door` gets the name of the screen behind the door."""

    def __init__(
        self,
        presenter: RoomPresenter,
        on_door: Callable[[str], None],
        on_resume: Callable[[], None],
        on_back: Callable[[], None],
        **kwargs: Any,
    ) -> None:
        load_beside(__file__)
        super().__init__(name="room", **kwargs)
        self._presenter = presenter
        self._cards: dict[str, DoorCard] = {}
        self.ids.back.bind(on_release=lambda *_: on_back())
        for door in presenter.view().doors:
            card = self._cards[door.screen] = DoorCard(screen=door.screen, main=door.main)
            card.bind(on_release=lambda card: on_door(card.screen))
            (self.ids.main if door.main else self.ids.doors).add_widget(card)
        self._resume = ResumeCard(title=word("home.resume"), size_hint_y=RESUME_SHARE)
        self._resume.bind(on_release=lambda *_: on_resume())
        self.refresh()

    def on_pre_enter(self, *_: Any) -> None:
        """A puzzle may have been solved since, and a match left."""
        self.refresh()

    def refresh(self) -> None:
        """Show what stands now."""
        view = self._presenter.view()
        self.ids.title.text = view.title
        self._resume.sentence = view.resume or ""
        self._resume_first(view.resume is not None)
        for door in view.doors:
            card = self._cards[door.screen]
            card.title, card.line = door.title, door.line
            card.second = door.main and view.resume is not None

    def _resume_first(self, waits: bool) -> None:
        """Have the waiting match above the door to a new one, or no such card."""
        main = self.ids.main
        if not waits:
            main.remove_widget(self._resume)
        elif self._resume.parent is None:
            main.add_widget(self._resume, index=len(main.children))
