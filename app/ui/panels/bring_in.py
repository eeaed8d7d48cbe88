"""Files that may be brought in: cities in the workshop, copies of past matches. Main thread only."""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from kivy.properties import StringProperty

from app.ui import drawing, theme
from app.ui.panels.base import Do, want
from app.ui.panels.box import Box
from app.ui.panels.page import HEAD_PX, PageSheet
from app.ui.panels.pages import Pages
from app.ui.presenters.bring_in import Bringing, FoundView
from app.ui.widgets.base import Drawn
from app.ui.widgets.button import MarshalButton
from app.ui.widgets.label import Words
from app.ui.words import word

ROW_PX = 58
"""Least height of a file's row: a button with a margin."""


class FoundRow(Drawn):
    """A file with what it holds or what is wrong with it; `take` is there when it can be brought in."""

    name = StringProperty("")
    redraw_on = ("name",)

    def __init__(self, **kwargs: Any) -> None:
        self._name = Words(bold=True, base_px=theme.LABEL_PX, one_line=True)
        self._line = Words(base_px=15)
        self.take = MarshalButton(text=word("workshop.take"), kind="second", base_px=17)
        super().__init__(**kwargs)
        self.add_widget(self._name)
        self.add_widget(self._line)

    def show(self, found: FoundView) -> None:
        """Show this file."""
        self.name, self._name.text, self._line.text = found.name, found.name, found.line.text
        self._line.ink = theme.ALARM_PALE if found.line.alarm else theme.QUIET
        want(self, self.take, found.ready)
        self.redraw()

    def draw(self, group: Any) -> None:
        """Panel, name, line, and the button."""
        drawing.slab(group, self.pos, self.size, self.px(12), theme.PANEL)
        box = Box(self.x, self.y, self.width, self.height).inner(self.px(4))
        if self.take.parent is not None:
            box.right(self.px(130), self.px(theme.GAP_PX)).hold(self.take)
        box.x, box.width = box.x + self.px(6), box.width - self.px(6)
        box.top(self.px(22)).hold(self._name)
        box.hold(self._line)


class FoundList(Pages):
    """The event `on_take(number)` is a tap on "bring in", with the number of the file."""

    __events__ = ("on_take",)

    @property
    def rows(self) -> int:
        """As many as fit beside the arrows, and one at least."""
        gap = self.px(theme.GAP_PX)
        return max(int((self.height - self.px(theme.TOUCH_PX)) // (self.px(ROW_PX) + gap)), 1)

    def on_take(self, number: int) -> None:
        """Event: bring this one in."""

    def make(self, number: int) -> FoundRow:
        """A row."""
        row = FoundRow()
        row.take.bind(on_release=lambda *_: self.dispatch("on_take", int(self.first) + number))
        return row

    def fill(self, widget: Any, item: FoundView) -> None:
        """Name, line and button."""
        widget.show(item)


class BringInSheet(PageSheet):
    """The files, and one sentence about them; shows a `BringInView`."""

    def __init__(self, title: str, bring: Bringing, do: Do, **kwargs: Any) -> None:
        super().__init__(do, **kwargs)
        self._bring = bring
        self.title.text = title
        self.found = FoundList()
        self.found.bind(on_take=lambda _, number: do(bring.bring, number))
        self.add_widget(self.found)
        self.refresh()

    def close(self) -> None:
        """Wait no longer: what is not in by now stays out."""
        self._bring.leave()
        super().close()

    def refresh(self) -> None:
        """Show the files."""
        view = self._bring.view()
        self.found.show(view.found)
        self.show_hint(view.hint)

    def draw(self, group: Any) -> None:
        """Title and "Done", the sentence, the files."""
        super().draw(group)
        box, gap = self.inside(), self.gap
        self.put_head(box.top(self.px(HEAD_PX), gap))
        box.top(self.px(44), gap).hold(self.hint)
        box.hold(self.found)
