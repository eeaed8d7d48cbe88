"""What stands over a match: the menu, the question before leaving, and the pause that covers everything."""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.ui import theme
from app.ui.panels.box import Box
from app.ui.widgets.button import MarshalButton
from app.ui.widgets.label import Words
from app.ui.widgets.sheet import ConfirmSheet, Sheet
from app.ui.words import word


def leave_sheet(on_leave: Callable[[], None]) -> ConfirmSheet:
    """Ask before leaving the table."""
    return ConfirmSheet(
        word("match.leave"),
        word("match.back"),
        on_leave,
        title=word("match.leave_title"),
        sentence=word("match.leave_sentence"),
    )


def end_sheet(on_end: Callable[[], None], tournament: bool) -> ConfirmSheet:
    """Ask before a match is given up for good; a `tournament` with games won waits all the same."""
    return ConfirmSheet(
        word("match.end"),
        word("match.back"),
        on_end,
        danger=True,
        title=word("match.end_title"),
        sentence=word("match.end_game_sentence" if tournament else "match.end_sentence"),
    )


class MenuSheet(Sheet):
    """Back and forth, pause, sound, lock, settings, put right, leave, end; a tap beside it is "back", too."""

    panel_width_px = 440.0
    panel_height_px = 440.0
    closes_beside = True

    def __init__(
        self,
        on_undo: Callable[[], None],
        on_redo: Callable[[], None],
        on_fix: Callable[[], None],
        on_pause: Callable[[], None],
        on_leave: Callable[[], None],
        on_end: Callable[[], None],
        can_undo: bool,
        can_redo: bool,
        on_sound: Callable[[], None],
        on_settings: Callable[[], None],
        on_lock: Callable[[], None],
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self._title = Words(text=word("match.menu"), shout=True, base_px=34, halign="center")
        self.undo = MarshalButton(text=word("match.undo"), icon="undo", disabled=not can_undo)
        self.redo = MarshalButton(text=word("match.redo"), icon="redo", disabled=not can_redo)
        self.fix = MarshalButton(text=word("fix.menu"), icon="tick")
        self.pause = MarshalButton(text=word("match.pause"), icon="pause")
        self.sound = MarshalButton(text=word("sound.title"))
        self.settings = MarshalButton(text=word("settings.title"))
        self.lock = MarshalButton(text=word("lock.lock"))
        self.leave = MarshalButton(text=word("match.leave"), icon="west")
        self.end = MarshalButton(text=word("match.end"), kind="danger")
        self.back = MarshalButton(text=word("match.back"), kind="second")
        self.buttons = (
            *(self.undo, self.redo, self.pause, self.sound, self.lock, self.settings),
            *(self.fix, self.leave, self.end, self.back),
        )
        self.add_widget(self._title)
        ways = (on_fix, on_leave, on_end, None)
        actions = (on_undo, on_redo, on_pause, on_sound, on_lock, on_settings, *ways)
        for button, action in zip(self.buttons, actions, strict=True):
            self.add_widget(button)
            button.bind(on_release=lambda *_, action=action: self.while_open(lambda: self._choose(action)))

    def _choose(self, action: Callable[[], None] | None) -> None:
        self.close()
        if action is not None:
            action()

    def draw(self, group: Any) -> None:
        """The title, three rows of two buttons, then putting right, leaving or ending, and back."""
        super().draw(group)
        box = Box(*self.panel()).inner(self.px(16))
        gap = self.px(theme.GAP_PX)
        box.top(self.px(40), gap).hold(self._title)
        *pairs, fix, out, back = box.rows(6, gap)
        twos = [cell for pair in pairs for cell in pair.columns(2, gap)]
        cells = (*twos, fix, *out.columns(2, gap), back)
        for button, cell in zip(self.buttons, cells, strict=True):
            cell.hold(button)


class PauseSheet(Sheet):
    """The match stands still: one big way on, and the way out."""

    panel_width_px = 460.0
    panel_height_px = 380.0

    def __init__(
        self,
        on_go_on: Callable[[], None],
        on_undo: Callable[[], None],
        on_redo: Callable[[], None],
        on_fix: Callable[[], None],
        on_leave: Callable[[], None],
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self._title = Words(text=word("match.paused"), shout=True, base_px=theme.NUMBER_PX, halign="center")
        self._sentence = Words(
            text=word("match.paused_sentence"), base_px=18, halign="center", ink=theme.QUIET
        )
        self.go_on = MarshalButton(text=word("match.go_on"), kind="main", base_px=28)
        self.undo = MarshalButton(text=word("match.undo"), icon="undo")
        self.redo = MarshalButton(text=word("match.redo"), icon="redo")
        self.fix = MarshalButton(text=word("fix.menu"))
        self.leave = MarshalButton(text=word("match.leave"))
        self._quiet = (self.undo, self.redo, self.fix, self.leave)
        for child in (self._title, self._sentence, self.go_on, *self._quiet):
            self.add_widget(child)
        self.go_on.bind(on_release=lambda *_: self.while_open(on_go_on))
        self.undo.bind(on_release=lambda *_: self.while_open(on_undo))
        self.redo.bind(on_release=lambda *_: self.while_open(on_redo))
        self.fix.bind(on_release=lambda *_: self.while_open(on_fix))
        self.leave.bind(on_release=lambda *_: self.while_open(on_leave))

    def allow(self, undo: bool, redo: bool) -> None:
        """What can be taken back or done again now."""
        self.undo.disabled, self.redo.disabled = not undo, not redo

    def draw(self, group: Any) -> None:
        """Title, sentence, the big way on, and four quiet buttons in two rows."""
        super().draw(group)
        box = Box(*self.panel()).inner(self.px(20))
        gap = self.px(theme.GAP_PX)
        quiet = box.bottom(2 * self.px(52) + gap, gap).cells(2, 2, gap)
        for button, cell in zip(self._quiet, quiet, strict=True):
            cell.hold(button)
        box.bottom(self.px(84), gap).hold(self.go_on)
        box.top(box.height - self.px(30)).hold(self._title)
        box.hold(self._sentence)
