"""The smaller pages of the workshop: a city large, a city going out, a new name.

Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.table.boards import NAME_LENGTH
from app.ui import theme
from app.ui.city import CityMap
from app.ui.city_picture import CityPicture
from app.ui.panels.base import Do, keep_count, want
from app.ui.panels.box import Box
from app.ui.panels.page import HEAD_PX, PageSheet
from app.ui.presenters.workshop import SharePresenter, WorkshopPresenter
from app.ui.widgets.button import MarshalButton
from app.ui.widgets.label import Words
from app.ui.widgets.letter_pad import LetterPad
from app.ui.widgets.qr import QrCode
from app.ui.words import word

LINE_PX = 66


class LookSheet(PageSheet):
    """Shows a `LookView`."""

    panel_width_px = 792.0
    panel_height_px = 472.0

    def __init__(self, workshop: WorkshopPresenter, do: Do, **kwargs: Any) -> None:
        super().__init__(do, **kwargs)
        self._workshop = workshop
        self.city = CityMap()
        self.add_widget(self.city)
        self.confirm = MarshalButton(text=word("workshop.confirm"), kind="second", base_px=17)
        self.confirm.bind(on_release=lambda *_: do(workshop.confirm))
        self.refresh()

    def refresh(self) -> None:
        """Show the chosen city."""
        view = self._workshop.look()
        self.title.text = view.name
        self.city.show(CityPicture(view.board))
        self.show_hint(view.line)
        want(self, self.confirm, view.confirms)
        self.redraw()

    def draw(self, group: Any) -> None:
        """The city fills the height (or the width)."""
        super().draw(group)
        box, gap = Box(*self.panel()).inner(self.px(10)), self.gap
        (box.top(box.width, gap) if self.upright else box.left(box.height, gap)).hold(self.city)
        self.put_head(box.top(self.px(HEAD_PX), gap))
        box.top(self.px(96), gap).hold(self.hint)
        if self.confirm.parent is not None:
            box.top(self.px(theme.TOUCH_PX)).hold(self.confirm)


class ShareSheet(PageSheet):
    """Shows a `ShareView`: the code beside what was written where."""

    def __init__(self, share: SharePresenter, do: Do, **kwargs: Any) -> None:
        super().__init__(do, **kwargs)
        self._share = share
        self.code = QrCode()
        self.lines: list[Words] = []
        self.code.bind(too_long=lambda *_: self.refresh())
        self.refresh()

    def close(self) -> None:
        """Wait no longer."""
        self._share.leave()
        super().close()

    def refresh(self) -> None:
        """Show how far it has come."""
        view = self._share.view()
        self.title.text, self.code.text = view.title, view.code
        want(self, self.code, bool(view.code))
        keep_count(self, self.lines, len(view.lines), lambda _: Words(base_px=theme.LABEL_PX))
        for line, said in zip(self.lines, view.lines, strict=True):
            line.text = said.text
            line.ink = theme.ALARM_PALE if said.alarm else theme.TEXT
        if self.code.too_long:
            self.lines[0].text = word("workshop.code_too_long")
        self.redraw()

    def draw(self, group: Any) -> None:
        """Title and "Done" above; the code, and the lines beside or below it."""
        super().draw(group)
        box, gap = self.inside(), self.gap
        self.put_head(box.top(self.px(HEAD_PX), gap))
        if self.code.parent is not None:
            code = box.top(box.width, gap) if self.upright else box.left(box.height, self.px(16))
            code.hold(self.code)
        for line in self.lines:
            box.top(self.px(LINE_PX), gap).hold(line)


class CityNamePad(LetterPad):
    """The letters for a city's name, which may be longer than a player's."""

    longest = NAME_LENGTH

    def __init__(self, take: Callable[[str], str | None], **kwargs: Any) -> None:
        super().__init__(take, **kwargs)
        self._title.text = word("workshop.name_title")
