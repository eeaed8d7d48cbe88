"""The camera is set up: its picture with what was found in it, one thing to do next, and a way back.

In: a `CameraPresenter` (its worker is polled by somebody) and the way out, which is also taken when all is
kept. Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.uix.screenmanager import Screen

from app.table.camera_places import HERE
from app.ui import theme
from app.ui.kv import load_beside
from app.ui.panels.base import want
from app.ui.panels.places import PlacesSheet
from app.ui.presenters.camera import CameraPresenter
from app.ui.presenters.camera.views import CameraView, Point
from app.ui.widgets import button, check_list, label, live_view
from app.ui.widgets.letter_pad import LetterPad
from app.ui.widgets.sheet import OneSheet
from app.ui.words import word

WIDGETS = (button.MarshalButton, label.Words, check_list.CheckList, live_view.LiveView)
"""What camera.kv uses; imported here so that Kivy's factory knows them."""
TICK_S = 0.1
"""How often the camera is looked at; pictures come at most every other time."""


class PlacePad(LetterPad):
    """The letters for the name of a place."""

    def __init__(self, take: Callable[[str], str | None], **kwargs: Any) -> None:
        super().__init__(take, **kwargs)
        self._title.text = word("camera.place_title")


class CameraScreen(Screen):
    """Shows a `CameraView` and hands every touch to the presenter."""

    def __init__(self, presenter: CameraPresenter, on_back: Callable[[], None], **kwargs: Any) -> None:
        load_beside(__file__)
        super().__init__(name="camera", **kwargs)
        self._presenter, self._on_back = presenter, on_back
        self._view: CameraView | None = None
        ids = self.ids
        self._pages = OneSheet(ids.floor)
        self._second = button.MarshalButton(kind="second", base_px=17)
        self._skip = button.MarshalButton(kind="quiet", base_px=17)
        ids.back.bind(on_release=lambda *_: self._back())
        ids.main.bind(on_release=lambda *_: self._do(presenter.go_on))
        self._skip.bind(on_release=lambda *_: self._do(presenter.skip))
        self._second.bind(on_release=lambda *_: self._press_second())
        ids.live.bind(on_point=lambda _, way, point: self._point(way, point))
        self._ticker = Clock.create_trigger(lambda _: self._tick(), TICK_S, interval=True)
        self.refresh()

    def on_pre_enter(self, *_: Any) -> None:
        """Begin, and look at the camera from now on."""
        self._presenter.enter()
        self._ticker()
        self.refresh()

    def on_leave(self, *_: Any) -> None:
        """Nobody looks."""
        self._ticker.cancel()
        self._pages.close()
        self._presenter.leave()

    def _tick(self) -> None:
        self._presenter.poll()
        self.refresh()
        if self._presenter.saved:
            self._ticker.cancel()
            self._on_back()

    # -- touching -------------------------------------------------------------------------------------

    def _do(self, change: Callable[..., Any], *arguments: Any) -> None:
        change(*arguments)
        self.refresh()

    def _back(self) -> None:
        if self._presenter.back():
            self.refresh()
        else:
            self._on_back()

    def _press_second(self) -> None:
        if self._presenter.view().names_place:
            self._name_place()
        else:
            self._do(self._presenter.second)

    def _name_place(self) -> None:
        known = self._presenter.known_places
        if known:
            self._pages.open(PlacesSheet(known, self._rename, self._write_place))
        else:
            self._write_place()

    def _write_place(self) -> None:
        place = self._presenter.place
        self._pages.open(PlacePad(self._rename, name="" if place == HERE else place))

    def _rename(self, name: str) -> str | None:
        fault = self._presenter.rename(name)
        self.refresh()
        return fault

    def _point(self, way: str, point: Point) -> None:
        presenter = self._presenter
        if way == "down":
            presenter.down(point)
        else:
            presenter.move(point)
        if way == "up":
            presenter.up()
        self.refresh()

    # -- showing --------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the moment; only what has changed is drawn anew."""
        view, ids = self._presenter.view(), self.ids
        ids.live.pointing = view.tapping
        ids.live.show(self._presenter.picture, view.overlay, self._presenter.loupe)
        if view == self._view:
            return
        self._view = view
        ids.title.text, ids.count.text = view.title, view.count
        ids.sentence.text, ids.hint.text = view.sentence, view.hint
        ids.sentence.ink = theme.ALARM_PALE if view.alarm else theme.TEXT
        ids.lines.show(view.lines)
        self._second.text, self._skip.text = view.second, view.skip
        beside = ids.beside.__self__
        want(beside, self._second, bool(view.second))
        want(beside, self._skip, bool(view.skip))
        ids.main.text, ids.main.disabled = view.main, not view.main_on
        ids.main.opacity = 1 if view.main else 0
