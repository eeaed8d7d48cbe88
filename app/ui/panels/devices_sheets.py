"""Over the hardware screen: what is to be mended, one action each; and the tests that ask people.

Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from kivy.properties import ObjectProperty

from app.ui import drawing, icons, theme
from app.ui.panels.base import Do, want
from app.ui.panels.box import Box
from app.ui.panels.laid import Laid
from app.ui.panels.page import HEAD_PX, PageSheet
from app.ui.panels.pages import Pages
from app.ui.presenters.devices import DevicesPresenter
from app.ui.presenters.devices_views import MessageView, TrialView
from app.ui.widgets.base import Drawn
from app.ui.widgets.button import MarshalButton
from app.ui.widgets.label import Words
from app.ui.widgets.sheet import Sheet
from app.ui.words import word

MESSAGE_PX, UPRIGHT_MESSAGE_PX = 84, 104
"""Height of one message; in a window on end its texts take more lines."""


class MessageRow(Drawn):
    """What is wrong, and below it what to do."""

    view = ObjectProperty(MessageView("", "", False))
    redraw_on = ("view",)

    def __init__(self, **kwargs: Any) -> None:
        self._sentence = Words(bold=True, base_px=17)
        self._action = Words(base_px=17, ink=theme.ACCENT)
        super().__init__(**kwargs)
        self.add_widget(self._sentence)
        self.add_widget(self._action)

    def draw(self, group: Any) -> None:
        """Panel, a sign, two texts."""
        view: MessageView = self.view
        drawing.slab(group, self.pos, self.size, self.px(12), theme.ALARM_DEEP if view.ill else theme.PANEL)
        edge = theme.ALARM if view.ill else theme.LINE
        drawing.frame(group, self.pos, self.size, self.px(12), self.px(1.5), edge)
        box = Box(self.x, self.y, self.width, self.height).inner(self.px(6))
        sign = box.left(self.px(30), self.px(6))
        icon, colour = ("cross", theme.ALARM) if view.ill else ("minus", theme.QUIET)
        icons.draw(group, icon, sign.x + sign.width / 2, sign.y + sign.height / 2, self.px(18), colour)
        self._sentence.text, self._action.text = view.sentence, view.action
        self._sentence.ink = theme.ALARM_PALE if view.ill else theme.TEXT
        self._action.opacity = 1 if view.action else 0
        if view.action:
            box.bottom(box.height * 0.44).hold(self._action)
        box.hold(self._sentence)


class MessagePages(Pages):
    """A page of messages at a time."""

    @property
    def rows(self) -> int:
        """As many as fit above the arrows, which are reckoned with always."""
        gap = self.px(theme.GAP_PX)
        each = self.px(UPRIGHT_MESSAGE_PX if self.height > self.width else MESSAGE_PX)
        return max(1, int((self.height - self.px(theme.TOUCH_PX)) // (each + gap)))

    def make(self, number: int) -> MessageRow:
        """An empty row."""
        del number
        return MessageRow()

    def fill(self, widget: Any, item: Any) -> None:
        """Show a message."""
        widget.view = item


class MessagesSheet(PageSheet):
    """Everything that is wrong or missing, live: what is mended disappears."""

    def __init__(self, presenter: DevicesPresenter, do: Do, **kwargs: Any) -> None:
        super().__init__(do, **kwargs)
        self._presenter = presenter
        self.pages = MessagePages()
        self._well = Words(text=word("devices.all_well"), halign="center", base_px=22)
        self.add_widget(self.pages)
        self.remove_widget(self.hint)
        self.refresh()

    def refresh(self) -> None:
        """Show what stands now."""
        view = self._presenter.view()
        messages = view.messages
        self.title.text = word("devices.missing" if messages and not view.ill else "devices.messages_title")
        want(self, self._well, not messages)
        if messages != self.pages.items:
            self.pages.show(messages)
        self.redraw()

    def draw(self, group: Any) -> None:
        """Title, rows."""
        super().draw(group)
        box = self.inside()
        self.put_head(box.top(self.px(HEAD_PX), self.gap))
        box.middle(self.px(420), self.px(60)).hold(self._well)
        box.hold(self.pages)


class TrialSheet(Sheet, Laid):
    """One question with "yes", "no" and "once more"; at the end what came out."""

    panel_width_px = 560.0
    panel_height_px = 340.0

    view = ObjectProperty(None)
    redraw_on = ("view",)

    def __init__(self, presenter: DevicesPresenter, do: Do, **kwargs: Any) -> None:
        self._title = Words(shout=True, base_px=34)
        self._count = Words(base_px=18, ink=theme.QUIET, halign="right")
        self._question = Words(bold=True, base_px=24, halign="center")
        self._detail = Words(base_px=18, ink=theme.QUIET, halign="center")
        super().__init__(**kwargs)
        for child in (self._title, self._count, self._question, self._detail):
            self.add_widget(child)
        self.stop = self.button(lambda: do(presenter.end_trial), icon="cross")
        self.yes = self.button(
            lambda: do(presenter.answer, True), text=word("trial.yes"), kind="main", base_px=24
        )
        self.no = self.button(lambda: do(presenter.answer, False), text=word("trial.no"), base_px=22)
        self.again = self.button(lambda: do(presenter.again), text=word("trial.again"), base_px=18)
        self.finish = MarshalButton(text=word("setup.done"), kind="main", base_px=24)
        self.finish.bind(on_release=lambda *_: do(presenter.end_trial))

    def show(self, view: TrialView) -> None:
        """Show this question, or the outcome."""
        for child in (self.yes, self.no, self.again, self.stop):
            want(self, child, not view.done)
        want(self, self.finish, view.done)
        self._title.text, self._count.text = view.title, view.count
        self._question.text, self._detail.text = view.question, view.detail
        self._question.ink = theme.ALARM_PALE if view.ill else theme.TEXT
        self.view = view

    def draw(self, group: Any) -> None:
        """Head, question, answers."""
        super().draw(group)
        box = Box(*self.panel()).inner(self.px(18))
        head = box.top(self.px(48), self.gap)
        if self.stop.parent is not None:
            head.right(self.px(theme.TOUCH_PX), self.gap).hold(self.stop)
        head.right(self.px(90), self.gap).hold(self._count)
        head.hold(self._title)
        foot = box.bottom(self.px(64), self.gap)
        if self.finish.parent is not None:
            foot.hold(self.finish)
        else:
            cells = foot.columns(3, self.gap)
            for child, cell in zip((self.again, self.no, self.yes), cells, strict=True):
                cell.hold(child)
        share = 0.35 if self.view is not None and self.view.ill else 0.6
        box.top(box.height * share, self.gap).hold(self._question)
        box.hold(self._detail)
