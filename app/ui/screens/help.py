"""The help: a few pages to turn, each with signs and short sentences.

In: the pages and the way back. Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kivy.uix.screenmanager import Screen

from app.ui import drawing, theme
from app.ui.kv import load_beside
from app.ui.panels.box import Box
from app.ui.presenters.help import HelpEntry, HelpPage
from app.ui.widgets import button, label
from app.ui.widgets.base import Drawn
from app.ui.widgets.label import Words
from app.ui.words import word

WIDGETS = (button.MarshalButton, label.Words)
"""What help.kv uses; imported here so that Kivy's factory knows them."""


class HelpRow(Drawn):
    """One entry: the sign in front, the name above the text where there is one."""

    def __init__(self, entry: HelpEntry, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._entry = entry
        self._name = Words(text=entry.name, bold=True, base_px=18, valign="bottom")
        self._text = Words(text=entry.text, base_px=theme.SENTENCE_PX, ink=theme.TEXT)
        if entry.name:
            self._text.base_px, self._text.ink, self._text.valign = 17, theme.QUIET, "top"
            self.add_widget(self._name)
        self.add_widget(self._text)

    def draw(self, group: Any) -> None:
        """Sign, name, text."""
        box = Box(self.x, self.y, self.width, self.height)
        sign = self._entry.sign
        if sign:
            side = min(self.px(56), box.height)
            at = box.left(side, self.px(12))
            middle = (at.x + side / 2, at.y + at.height / 2)
            if sign in theme.MEEPLES:
                drawing.meeple(group, sign, *middle, side)
            else:
                drawing.disc(group, *middle, self.px(22), theme.ACCENT)
                drawing.text(group, sign, *middle, self.px(24), theme.INK, theme.READING, bold=True)
        if self._entry.name:
            box.top(min(self.px(26), box.height * 0.34)).hold(self._name)
        box.hold(self._text)


class HelpScreen(Screen):
    """Shows one page at a time; leaving and coming back begins with the first."""

    def __init__(self, pages: Sequence[HelpPage], on_back: Callable[[], None], **kwargs: Any) -> None:
        load_beside(__file__)
        super().__init__(name="help", **kwargs)
        self._pages, self._page, self._on_back = pages, 0, on_back
        self.ids.back.bind(on_release=lambda *_: on_back())
        self.ids.before.bind(on_release=lambda *_: self._turn(-1))
        self.ids.next.bind(on_release=lambda *_: self._go_on())
        self._show()

    def on_pre_enter(self, *_: Any) -> None:
        """From the beginning."""
        self._page = 0
        self._show()

    @property
    def _is_last(self) -> bool:
        return self._page == len(self._pages) - 1

    def _go_on(self) -> None:
        """To the next page; from the last one back."""
        if self._is_last:
            self._on_back()
        else:
            self._turn(1)

    def _turn(self, by: int) -> None:
        self._page = min(max(self._page + by, 0), len(self._pages) - 1)
        self._show()

    def _show(self) -> None:
        page = self._pages[self._page]
        self.ids.title.text = page.title
        self.ids.turn.text = word("help.turn", n=self._page + 1, count=len(self._pages))
        self.ids.before.disabled = self._page == 0
        self.ids.next.text = word("help.done" if self._is_last else "help.next")
        rows = self.ids.entries
        rows.clear_widgets()
        for entry in page.entries:
            rows.add_widget(HelpRow(entry))
