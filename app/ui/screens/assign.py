"""Whose button is which: one player after the other is asked to press; the players stand beside that.

In: an `AssignPresenter`, and the way back, which changes nothing unless "Done" was tapped. Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kivy.uix.screenmanager import Screen

from app.ui import drawing, icons, theme
from app.ui.kv import load_beside
from app.ui.panels.base import keep_count
from app.ui.panels.box import Box
from app.ui.presenters.assign import AssignPresenter, AssignRow
from app.ui.widgets import button, label
from app.ui.widgets.base import Drawn, place
from app.ui.widgets.label import Words

ONE_COLUMN = 6
"""Rows below each other on an 800 x 480 panel; more stand in two columns."""
ROW_PX, BADGE_PX, SIGN_PX = 58, 40, 20


class PlayerLine(Drawn):
    """One player: colour, name, and what is known of the button."""

    def __init__(self, **kwargs: Any) -> None:
        self._row: AssignRow | None = None
        self._initial = Words(shout=True, halign="center", base_px=24, ink=theme.INK)
        self._name = Words(bold=True, base_px=theme.SENTENCE_PX, one_line=True)
        self._line = Words(base_px=15)
        super().__init__(**kwargs)
        for child in (self._initial, self._name, self._line):
            self.add_widget(child)

    def show(self, row: AssignRow) -> None:
        """Show this player."""
        if row != self._row:
            self._row = row
            self.redraw()

    def draw(self, group: Any) -> None:
        """The one who is asked is lit; a tick stands by who has a button."""
        row = self._row
        if row is None:
            return
        radius, pad = self.px(12), self.px(6)
        edge = theme.ACCENT if row.asked else theme.LINE
        fill = theme.ACCENT_DEEP if row.asked else theme.PANEL
        drawing.slab(group, self.pos, self.size, radius, fill)
        drawing.frame(group, self.pos, self.size, radius, self.px(3 if row.asked else 2), edge)
        badge = min(self.height - 2 * pad, self.px(BADGE_PX))
        low = self.center_y - badge / 2
        drawing.slab(group, (self.x + pad, low), (badge, badge), self.px(8), row.colour)
        self._initial.text, self._name.text, self._line.text = row.initial, row.name, row.line
        self._line.ink = theme.ACCENT if row.asked else theme.QUIET
        place(self._initial, self.x + pad, low, badge, badge)
        left, end = self.x + badge + 2 * pad, self.right - pad
        side = self.px(SIGN_PX)
        if row.has_button:  # below the end of the name, which needs the whole line
            icons.draw(group, "tick", end - side / 2, self.y + pad + side / 2, side, theme.SUCCESS)
        half = self.height / 2
        place(self._name, left, self.y + half, end - left, half - self.px(4))
        end -= side + pad if row.has_button else 0
        place(self._line, left, self.y + self.px(5), end - left, half - self.px(5))


class PlayerLines(Drawn):
    """All players, in one column or two."""

    def __init__(self, **kwargs: Any) -> None:
        self.lines: list[PlayerLine] = []
        super().__init__(**kwargs)

    def show(self, rows: Sequence[AssignRow]) -> None:
        """Have a line for each player."""
        keep_count(self, self.lines, len(rows), lambda _: PlayerLine())
        for line, row in zip(self.lines, rows, strict=True):
            line.show(row)
        self.redraw()

    def draw(self, group: Any) -> None:
        """Place the lines from the top, as high as they need to be."""
        del group
        columns = 1 if len(self.lines) <= ONE_COLUMN else 2
        count, gap = max(1, -(-len(self.lines) // columns)), self.px(theme.GAP_PX)
        height = min(self.height, count * (self.px(ROW_PX) + gap) - gap)
        box = Box(self.x, self.y, self.width, self.height).top(height)
        for line, cell in zip(self.lines, box.cells(columns, count, gap), strict=False):
            cell.hold(line)


WIDGETS = (button.MarshalButton, label.Words, PlayerLines)
"""What assign.kv uses; imported here so that Kivy's factory knows them."""


class AssignScreen(Screen):
    """Shows an `AssignView` and hands every tap to the presenter."""

    notice_on_top = True
    """Everything to press stands at the foot."""

    def __init__(self, presenter: AssignPresenter, on_back: Callable[[], None], **kwargs: Any) -> None:
        load_beside(__file__)
        super().__init__(name="assign", **kwargs)
        self._presenter, self._on_back = presenter, on_back
        ids = self.ids
        ids.back.bind(on_release=lambda *_: on_back())
        ids.skip.bind(on_release=lambda *_: self._do(presenter.skip))
        ids.one_back.bind(on_release=lambda *_: self._do(presenter.back))
        ids.over.bind(on_release=lambda *_: self._do(presenter.start_over))
        ids.done.bind(on_release=lambda *_: self._end())
        presenter.on_change = self.refresh

    def on_pre_enter(self, *_: Any) -> None:
        """Everybody is asked anew."""
        self._presenter.enter()
        self.refresh()

    def on_pre_leave(self, *_: Any) -> None:
        """Buttons are for claiming again."""
        self._presenter.leave()

    def _do(self, change: Callable[[], None]) -> None:
        change()
        self.refresh()

    def _end(self) -> None:
        self._presenter.done()
        self._on_back()

    def refresh(self) -> None:
        """Show how far it has come."""
        view, ids = self._presenter.view(), self.ids
        ids.sentence.text, ids.sentence.ink = view.sentence, view.colour
        ids.said.text = view.said
        ids.players.show(view.rows)
        ids.skip.disabled, ids.done.disabled = not view.can_skip, not view.can_end
        ids.one_back.disabled = ids.over.disabled = not view.can_go_back
