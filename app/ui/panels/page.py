"""A page over a screen: a panel nearly as big as the window, a title, "Done", the hint. Main thread only."""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from app.ui import theme
from app.ui.panels.base import Do
from app.ui.panels.box import Box
from app.ui.panels.laid import Laid
from app.ui.presenters.hint import Hint
from app.ui.widgets.button import MarshalButton
from app.ui.widgets.label import Words
from app.ui.widgets.sheet import Sheet
from app.ui.words import word

HEAD_PX = 52
DONE_PX = 132


class PageSheet(Sheet, Laid):
    """A page; subclasses fill it.

    A touch goes out through `do`, after which the screen lets every open page `refresh`.
    """

    panel_width_px = 784.0
    panel_height_px = 464.0

    def __init__(self, do: Do, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.do = do
        self.title = Words(shout=True, base_px=34)
        self.hint = Words(base_px=15, ink=theme.QUIET)
        self.done = MarshalButton(text=word("setup.done"), kind="main")
        self.done.bind(on_release=lambda *_: self.close())
        for child in (self.title, self.hint, self.done):
            self.add_widget(child)

    def refresh(self) -> None:
        """Show what the presenter says now."""
        raise NotImplementedError

    def show_hint(self, hint: Hint) -> None:
        """Say what to do, or why the last tap changed nothing."""
        self.hint.text = hint.text
        self.hint.ink = theme.ALARM_PALE if hint.alarm else theme.QUIET

    def panel(self) -> tuple[float, float, float, float]:
        """Upright windows are filled, too."""
        if self.upright:
            margin = self.px(8)
            return self.x + margin, self.y + margin, self.width - 2 * margin, self.height - 2 * margin
        return super().panel()

    def put_head(self, head: Box) -> None:
        """Place the title and "Done" in a strip."""
        head.right(self.px(DONE_PX), self.gap).hold(self.done)
        head.hold(self.title)

    def inside(self) -> Box:
        """The panel without its edge."""
        return Box(*self.panel()).inner(self.px(14))
