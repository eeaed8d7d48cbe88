"""Rows of the history: a match with its way to go on, a round, and a cell that says what can be watched.

All are buttons; bind `on_release`. Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior

from app.ui import drawing, icons, theme
from app.ui.panels.box import Box
from app.ui.presenters.history_views import ChoiceView, MatchRowView, RoundRowView
from app.ui.widgets.base import Drawn
from app.ui.widgets.button import MarshalButton
from app.ui.widgets.label import Words
from app.ui.words import word

ENDS = {
    "won": theme.SUCCESS,
    "open": theme.ACCENT,
    "ended": theme.QUIET,
    "unreadable": theme.ALARM_PALE,
    "reading": theme.QUIET,
}
"""Ink of a match's end, by its kind; the word says the same."""
END_PX = 132
GO_ON_PX = 110
TALL_PX = 64
"""A card with this much room lets its texts go on in a second line."""


class _Card(ButtonBehavior, Drawn):
    """A panel that is lit while it is pressed; an arrow at its end says that it leads somewhere."""

    redraw_on = ("state",)

    def card(self, group: Any, arrow: bool = True) -> Box:
        """Draw the panel; what is left for the texts."""
        lit = self.state == "down"
        drawing.slab(group, self.pos, self.size, self.px(12), theme.PANEL_RAISED if lit else theme.PANEL)
        drawing.frame(group, self.pos, self.size, self.px(12), self.px(1.5), theme.LINE)
        box = Box(self.x, self.y, self.width, self.height).inner(self.px(6))
        box.left(self.px(6))
        if arrow:
            end = box.right(self.px(22), self.px(6))
            icons.draw(group, "east", end.x + end.width / 2, self.center_y, self.px(16), theme.QUIET)
        return box


class MatchCard(_Card):
    """Who played, when and where, and how it ended."""

    text = StringProperty("")
    """The names: what the card is called."""

    def __init__(self, **kwargs: Any) -> None:
        self._names = Words(bold=True, base_px=18)
        self._line = Words(base_px=15, ink=theme.QUIET)
        self._end = Words(bold=True, base_px=17, halign="right", one_line=True)
        super().__init__(**kwargs)
        for child in (self._names, self._line, self._end):
            self.add_widget(child)

    def show(self, view: MatchRowView) -> None:
        """Show this match."""
        self.text = self._names.text = view.names
        self._line.text, self._end.text, self._end.ink = view.line, view.end, ENDS[view.kind]
        self.redraw()

    def draw(self, group: Any) -> None:
        """Two lines on the left, the end on the right."""
        box = self.card(group)
        box.right(self.px(END_PX), self.px(8)).hold(self._end)
        _two_lines(box, self._names, self._line, self.px(TALL_PX))


class MatchLine(Drawn):
    """A match card, and beside it the way to go on where it is not finished."""

    def __init__(self, **kwargs: Any) -> None:
        self.card = MatchCard()
        self.go_on = MarshalButton(text=word("history.go_on"), kind="second", base_px=18)
        self.match_id = 0
        self._can_resume = False
        super().__init__(**kwargs)
        self.add_widget(self.card)

    def show(self, view: MatchRowView) -> None:
        """Show this match."""
        self.match_id, self._can_resume = view.match_id, view.can_resume
        self.card.show(view)
        if view.can_resume and self.go_on.parent is None:
            self.add_widget(self.go_on)
        elif not view.can_resume and self.go_on.parent is not None:
            self.remove_widget(self.go_on)
        self.redraw()

    def draw(self, group: Any) -> None:
        """Side by side."""
        del group
        box = Box(self.x, self.y, self.width, self.height)
        if self._can_resume:
            box.right(self.px(GO_ON_PX), self.px(theme.GAP_PX)).hold(self.go_on)
        box.hold(self.card)


class RoundCard(_Card):
    """A round: its number and cell, how it ended, and the claims."""

    text = StringProperty("")
    """How it ended: what the card is called."""

    def __init__(self, **kwargs: Any) -> None:
        self.index = 0
        self._colour = ""
        self._number = Words(shout=True, halign="center", base_px=24, ink=theme.ACCENT)
        self._cell = Words(shout=True, halign="center", base_px=24, ink=theme.INK)
        self._text = Words(bold=True, base_px=18)
        self._claims = Words(base_px=15, ink=theme.QUIET)
        super().__init__(**kwargs)
        for child in (self._number, self._cell, self._text, self._claims):
            self.add_widget(child)

    def show(self, view: RoundRowView) -> None:
        """Show this round."""
        self.index, self._colour, self.text = view.index, view.colour, view.text
        self._number.text, self._cell.text = view.number, view.cell
        self._text.text, self._claims.text = view.text, view.claims
        self.redraw()

    def draw(self, group: Any) -> None:
        """Number, cell on paper, two lines; a bar in the colour of who solved it."""
        box = self.card(group)
        box.left(self.px(40), self.px(6)).hold(self._number)
        cell = box.left(self.px(52), self.px(12)).middle(self.px(52), self.px(36))
        drawing.slab(group, cell.pos, cell.size, self.px(6), theme.PAPER)
        cell.hold(self._cell)
        if self._colour:
            bar = box.left(self.px(5), self.px(8))
            drawing.slab(group, bar.pos, bar.size, self.px(2), self._colour)
        _two_lines(box, self._text, self._claims, self.px(TALL_PX))


def _two_lines(box: Box, upper: Words, lower: Words, tall: float) -> None:
    """One text above the other; low cards have a line for each, tall ones let both go on."""
    upper.one_line = lower.one_line = box.height < tall
    if lower.text:
        box.bottom(box.height * 0.48).hold(lower)
    box.hold(upper)


class ChoiceCell(ButtonBehavior, Drawn):
    """Whose moves to watch; without moves it only says what was claimed."""

    text = StringProperty("")
    """The name: what the cell is called."""
    chosen = BooleanProperty(False)
    redraw_on = ("chosen", "state")

    def __init__(self, **kwargs: Any) -> None:
        self.seat: int | None = None
        self._mark = self._colour = ""
        self._name = Words(bold=True, base_px=16, one_line=True)
        self._line = Words(base_px=15, ink=theme.QUIET, one_line=True)
        super().__init__(**kwargs)
        self.add_widget(self._name)
        self.add_widget(self._line)

    def show(self, view: ChoiceView) -> None:
        """Show this choice."""
        self.seat, self._mark, self._colour = view.seat, view.mark, view.colour
        self.text = self._name.text = view.name
        self._line.text, self.chosen, self.disabled = view.line, view.chosen, not view.can_show
        self.redraw()

    def draw(self, group: Any) -> None:
        """Panel with a bar in the player's colour, two lines, the verdict's sign."""
        radius, lit = self.px(10), self.state == "down"
        fill = theme.ACCENT_DEEP if self.chosen else theme.PANEL_RAISED if lit else theme.PANEL
        if self.disabled:
            fill = theme.GROUND
        drawing.slab(group, self.pos, self.size, radius, fill)
        edge = theme.ACCENT if self.chosen else theme.LINE
        drawing.frame(group, self.pos, self.size, radius, self.px(3 if self.chosen else 1.5), edge)
        box = Box(self.x, self.y, self.width, self.height).inner(self.px(5))
        bar = box.left(self.px(5), self.px(6))
        drawing.slab(group, bar.pos, bar.size, self.px(2), self._colour)
        box.bottom(box.height * 0.46).hold(self._line)
        if self._mark:
            sign = box.right(self.px(16), self.px(2))
            colour = theme.SUCCESS if self._mark == "tick" else theme.ALARM
            icons.draw(
                group, self._mark, sign.x + sign.width / 2, sign.y + sign.height / 2, self.px(13), colour
            )
        box.hold(self._name)
