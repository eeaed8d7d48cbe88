"""The help on a screen of its own.

In: the pages and the way back. Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kivy.uix.screenmanager import Screen

from app.ui.kv import load_beside
from app.ui.panels.help_book import HelpBook
from app.ui.presenters.help import HelpPage, HelpReader


class HelpScreen(Screen):
    """Leaving and coming back begins with the contents."""

    def __init__(self, pages: Sequence[HelpPage], on_back: Callable[[], None], **kwargs: Any) -> None:
        load_beside(__file__)
        super().__init__(name="help", **kwargs)
        self.book = HelpBook(HelpReader(pages), on_back, self.ids.floor)
        self.ids.floor.add_widget(self.book)

    def on_pre_enter(self, *_: Any) -> None:
        """From the beginning."""
        self.book.restart()
