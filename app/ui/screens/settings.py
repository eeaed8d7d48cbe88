"""The settings: language, turn, when the screen rests, movement, letters; sound is a page of its own.

In: a `SettingsPresenter`, the sheet of the sounds, and the way back. Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.uix.screenmanager import Screen

from app.ui.kv import load_beside
from app.ui.panels.settings_rows import OptionRow
from app.ui.presenters.settings import ROWS, SWITCHES, SettingsPresenter
from app.ui.widgets import button, label
from app.ui.widgets.sheet import OneSheet, Sheet
from app.ui.widgets.switch import SwitchRow

WIDGETS = (button.MarshalButton, label.Words)
"""What settings.kv uses; imported here so that Kivy's factory knows them."""


class SettingsScreen(Screen):
    """Shows a `SettingsView`; every touch is one change, seen at once."""

    def __init__(
        self,
        presenter: SettingsPresenter,
        sound_sheet: Callable[[], Sheet],
        on_back: Callable[[], None],
        **kwargs: Any,
    ) -> None:
        load_beside(__file__)
        super().__init__(name="settings", **kwargs)
        self._presenter = presenter
        self._sheets = OneSheet(self.ids.floor)
        self._rows = [OptionRow(partial(self._choose, row)) for row in range(len(ROWS))]
        self._switches = [SwitchRow() for _ in SWITCHES]
        for row in self._rows:
            self.ids.rows.add_widget(row)
        for number, switch in enumerate(self._switches):
            switch.bind(on_release=lambda *_, number=number: self._switch(number))
            self.ids.switches.add_widget(switch)
        self.ids.back.bind(on_release=lambda *_: self._while_shown(on_back))
        self.ids.sound.bind(on_release=lambda *_: self._while_shown(lambda: self._sheets.open(sound_sheet())))
        self.refresh()

    def on_pre_enter(self, *_: Any) -> None:
        """No page is left over from the last time."""
        self._sheets.close()
        self.refresh()

    def _while_shown(self, action: Callable[[], None]) -> None:
        """Do it, unless another finger has led away, or to another language, in the meantime."""
        if self.manager is not None and self.manager.current_screen is self and self.get_root_window():
            action()

    def _choose(self, row: int, option: int) -> None:
        self._while_shown(lambda: self._presenter.choose(row, option))
        self.refresh()

    def _switch(self, number: int) -> None:
        self._while_shown(lambda: self._presenter.switch(number))
        self.refresh()

    def refresh(self) -> None:
        """Show what is chosen now."""
        view = self._presenter.view()
        self.ids.title.text, self.ids.sound.text = view.title, view.sound
        for row, shown in zip(self._rows, view.rows, strict=True):
            row.show(shown)
        for switch, told in zip(self._switches, view.switches, strict=True):
            switch.title, switch.sentence, switch.on = told.title, told.sentence, told.on
