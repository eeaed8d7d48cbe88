"""The workshop: the cities there are, and what can be done with one; changing it lies behind.

In: a `WorkshopPresenter`, the places for files, a `Worker` that somebody polls, and the way back. A city
being changed or looked at, and files going out or coming in, open over the shelf. Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.uix.screenmanager import Screen

from app.table.boards import Places
from app.table.worker import Worker
from app.ui import theme
from app.ui.kv import load_beside
from app.ui.panels.bring_in import BringInSheet
from app.ui.panels.page import PageSheet
from app.ui.panels.workshop_editor import EditorSheet
from app.ui.panels.workshop_pages import CityGrid
from app.ui.panels.workshop_sheets import CityNamePad, LookSheet, ShareSheet
from app.ui.presenters.workshop import BringInPresenter, SharePresenter, WorkshopPresenter
from app.ui.widgets import button, label
from app.ui.widgets.button import MarshalButton
from app.ui.widgets.sheet import ConfirmSheet, OneSheet
from app.ui.words import word

WIDGETS = (button.MarshalButton, label.Words, CityGrid)
"""What workshop.kv uses; imported here so that Kivy's factory knows them."""


class WorkshopScreen(Screen):
    """Shows a `WorkshopView` and hands every tap to the presenter."""

    def __init__(
        self,
        presenter: WorkshopPresenter,
        places: Places,
        worker: Worker,
        on_back: Callable[[], None],
        **kwargs: Any,
    ) -> None:
        load_beside(__file__)
        super().__init__(name="workshop", **kwargs)
        self._presenter, self._places, self._worker = presenter, places, worker
        ids = self.ids
        self._pages = OneSheet(ids.floor)
        ids.back.bind(on_release=lambda *_: on_back())
        ids.bring_in.bind(on_release=lambda *_: self._bring_in())
        ids.cities.bind(on_choose=lambda _, key: self._do(presenter.choose, key))
        ids.change.bind(on_release=lambda *_: self._change())
        self._look = self._tool("workshop.look", lambda: self._open(LookSheet(presenter, self._do)))
        self._share = self._tool("workshop.share", self._open_share)
        self._copy = self._tool("workshop.copy_too", lambda: self._do(presenter.copy))
        self._rename = self._tool("workshop.rename", self._ask_name)
        self._delete = self._tool("workshop.delete", self._ask_delete, kind="danger")
        self.refresh()

    def _tool(self, key: str, action: Callable[[], None], kind: str = "quiet") -> MarshalButton:
        made = MarshalButton(text=word(key), kind=kind, base_px=18)
        made.bind(on_release=lambda *_: action())
        return made

    def on_pre_enter(self, *_: Any) -> None:
        """Look what is kept."""
        self._presenter.enter()
        self.refresh()

    def _do(self, change: Callable[..., Any], *arguments: Any) -> None:
        change(*arguments)
        self.refresh()

    def refresh(self) -> None:
        """Show the shelf as it stands, and every page over it."""
        view, ids = self._presenter.view(), self.ids
        ids.cities.show(view.cities)
        ids.name.text = view.name
        ids.line.text = view.line.text
        ids.line.ink = theme.ALARM_PALE if view.line.alarm else theme.QUIET
        ids.change.text = view.change
        tools = [self._look, self._share]
        if view.own:
            tools += [self._copy, self._rename, self._delete]
        if list(reversed(ids.tools.children)) != tools:
            ids.tools.clear_widgets()
            for tool in tools:
                ids.tools.add_widget(tool)
        for page in ids.floor.children:
            if isinstance(page, PageSheet):
                page.refresh()

    # -- the pages over it ----------------------------------------------------------------------------

    def _open(self, page: Any) -> None:
        self._pages.open(page)

    def _change(self) -> None:
        """Change the city, or a copy of one of the box. A second finger makes no second copy."""
        if self._pages.up:
            return
        presenter = self._presenter
        if not presenter.view().own and not presenter.copy():
            self.refresh()
            return
        self._open(EditorSheet(presenter.edit(), self._do))
        self.refresh()

    def _open_share(self) -> None:
        share = SharePresenter(self._presenter.file, self._places, self._worker, self.refresh)
        self._open(ShareSheet(share, self._do))

    def _bring_in(self) -> None:
        bring = BringInPresenter(self._places, self._worker, self._presenter.bring_in, self.refresh)
        self._open(BringInSheet(word("workshop.bring_in"), bring, self._do))

    def _ask_name(self) -> None:
        def take(name: str) -> str | None:
            fault = self._presenter.rename(name)
            self.refresh()
            return fault

        self._open(CityNamePad(take))

    def _ask_delete(self) -> None:
        name = self._presenter.file.name
        self._open(
            ConfirmSheet(
                word("workshop.delete_yes"),
                word("workshop.delete_no"),
                lambda: self._do(self._presenter.delete),
                danger=True,
                title=word("workshop.delete_title", name=name),
                sentence=word("workshop.delete_sentence"),
            )
        )
