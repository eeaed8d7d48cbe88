"""The hardware screen: what is wired to this table, live, so that two people can check it without a manual.

In: a `DevicesPresenter`, the way back, and where the buttons for the camera's set-up and for the assignment
of buttons lead (None: no such button). It looks five times a second while it is shown, and never else;
`refresh` may be called at any time, such as when a button was pressed. Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.uix.screenmanager import Screen

from app.ui.kv import load_beside
from app.ui.panels.devices_panel import DevicesPanel, Ways
from app.ui.panels.devices_sheets import MessagesSheet, TrialSheet
from app.ui.panels.page import PageSheet
from app.ui.presenters.devices import DevicesPresenter
from app.ui.presenters.devices_views import DevicesView, TrialView
from app.ui.widgets.sheet import OneSheet

LOOK_S = 0.2


class DevicesScreen(Screen):
    """Shows a `DevicesView` and hands every touch to the presenter."""

    def __init__(
        self,
        presenter: DevicesPresenter,
        on_back: Callable[[], None],
        on_camera: Callable[[], None] | None = None,
        on_assign: Callable[[], None] | None = None,
        **kwargs: Any,
    ) -> None:
        load_beside(__file__)
        super().__init__(name="devices", **kwargs)
        self._presenter = presenter
        self._view: DevicesView | None = None
        self._sheets = OneSheet(self.ids.floor)
        self._trial: TrialSheet | None = None
        ways = Ways(
            back=on_back,
            messages=self._open_messages,
            lights=lambda: self._do(presenter.try_lights),
            sound=lambda: self._do(presenter.try_sound),
            camera=on_camera,
            assign=on_assign,
        )
        self._panel = DevicesPanel(ways)
        self.ids.room.add_widget(self._panel)
        self._ticker = Clock.create_trigger(lambda _: self.refresh(), LOOK_S, interval=True)

    def on_pre_enter(self, *_: Any) -> None:
        """Look from now on."""
        self._presenter.enter()
        self.refresh()
        self._ticker()

    def on_leave(self, *_: Any) -> None:
        """Nobody looks: nothing is asked, and a test is over."""
        self._ticker.cancel()
        self._sheets.close()
        self._trial = None
        self._presenter.leave()

    def refresh(self) -> None:
        """Show the moment; only what has changed is drawn anew."""
        view = self._presenter.view()
        if view == self._view:
            return
        before, self._view = self._view, view
        self._panel.show(view)
        for sheet in self.ids.floor.children:
            if isinstance(sheet, PageSheet):
                sheet.refresh()
        if before is None or before.trial != view.trial:
            self._show_trial(view.trial)

    def _show_trial(self, trial: TrialView | None) -> None:
        if trial is None:
            if self._trial is not None:
                self._trial.close()
            self._trial = None
            return
        if self._trial is None or self._trial.parent is None:
            self._trial = TrialSheet(self._presenter, self._do)
            self._sheets.open(self._trial)
        self._trial.show(trial)

    def _open_messages(self) -> None:
        self._sheets.open(MessagesSheet(self._presenter, self._do))

    def _do(self, change: Callable[..., Any], *arguments: Any) -> None:
        change(*arguments)
        self.refresh()
