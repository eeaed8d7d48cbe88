"""The window's root: all screens, one at a time, and the notice over them. `open_window` makes Kivy ours.

In: screens, handed over by the composition root after `boot.prepare`. Nothing here knows a game. Main thread
only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from kivy.app import App
from kivy.base import EventLoop
from kivy.graphics import Color, Rectangle
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.screenmanager import NoTransition, ScreenManager

from app.ui import theme, touch_filter
from app.ui.fonts import register_fonts
from app.ui.look import LOOK
from app.ui.widgets.notices import NoticeBar


def open_window() -> Any:
    """The Kivy window with our ground, fonts, scale and touch filter; once, before any widget is made."""
    from kivy.core.window import Window

    register_fonts()
    Window.clearcolor = theme.rgba(theme.GROUND)
    LOOK.follow(Window)
    touch_filter.install(Window, EventLoop, touch_filter.TouchFilter(), time.monotonic)
    return Window


class Stage(FloatLayout):
    """Holds the screens by name and the one notice."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.screens = ScreenManager(transition=NoTransition())
        self.before = ""
        """The screen from which the one that is shown was entered."""
        self.notice = NoticeBar(size_hint=(None, None))
        self._notice: Callable[[], str] = lambda: ""
        self.notice.bind(on_release=lambda *_: self.notify(""))
        self.add_widget(self.screens)
        self.add_widget(self.notice)
        self.bind(size=self._place_notice, pos=self._place_notice)
        self.screens.bind(current=self._place_notice)
        LOOK.bind(unit=self._place_notice)

    def furnish(self, fill: Callable[[], None]) -> None:
        """Let `fill` add all screens, in place of those there were; the same one is shown again.

        So everything that was made in another language is made anew; what must outlast that is with the
        presenters, the desk and the session, never with a widget.
        """
        shown, before = self.screens.current, self.before
        self.remove_widget(self.screens)
        self.screens = ScreenManager(transition=NoTransition())
        self.add_widget(self.screens, index=len(self.children))
        fill()
        if shown:
            self.screens.current, self.before = shown, before
        self.notice.sentence = self._notice()

    def add_screen(self, screen: Any) -> None:
        """Add a screen; the first one is shown. It gets a ground: nothing shines through a change."""
        _lay_ground(screen)
        self.screens.add_widget(screen)

    def go(self, name: str) -> None:
        """Show the screen of that name."""
        self.before, self.screens.current = self.screens.current, name

    def notify(self, sentence: str | Callable[[], str], alarm: bool = False) -> None:
        """Say one sentence over every screen until it is tapped away; an empty one takes it away.

        What makes the sentence, instead of the sentence, is asked again when another language is spoken.
        """
        self._notice = sentence if callable(sentence) else lambda: sentence
        self.notice.kind = "alarm" if alarm else "plain"
        self.notice.sentence = self._notice()

    def _place_notice(self, *_: Any) -> None:
        margin, height = LOOK.px(theme.MARGIN_PX), LOOK.px(56)
        if getattr(self.screens.current_screen, "notice_on_top", False):
            left = LOOK.px(76)  # over the title, beside the way back
            self.notice.size = (self.width - left - margin, height)
            self.notice.pos = (self.x + left, self.top - LOOK.px(8) - height)
            return
        self.notice.size = (min(self.width - 2 * margin, LOOK.px(560)), height)
        self.notice.pos = (self.center_x - self.notice.width / 2, self.y + margin)


def _lay_ground(screen: Any) -> None:
    with screen.canvas.before:
        Color(*theme.rgba(theme.GROUND))
        ground = Rectangle(pos=screen.pos, size=screen.size)

    def follow(*_: Any) -> None:
        ground.pos, ground.size = screen.pos, screen.size

    screen.bind(pos=follow, size=follow)


class MarshalApp(App):
    """The Kivy app. `build_stage` is called once the window is open; `on_closed` when it is gone."""

    title = "Meeple Marshal"

    def __init__(
        self, build_stage: Callable[[], Stage], on_closed: Callable[[], None], **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self._build_stage = build_stage
        self._on_closed = on_closed

    def build(self) -> Stage:
        """Open the window and fill it."""
        open_window()
        return self._build_stage()

    def on_stop(self) -> None:
        """Tell the owner that the window is gone."""
        self._on_closed()
