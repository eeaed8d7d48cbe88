"""What the pages of the history share: the presenter they touch, buttons that call it, the foot of a list."""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from app.ui import theme
from app.ui.panels.box import Box
from app.ui.panels.laid import Laid
from app.ui.presenters.history import HistoryPresenter
from app.ui.widgets.label import Words

HEAD_PX = 52


class Hands(Protocol):
    """What a page may do: the screen's side of a touch."""

    presenter: HistoryPresenter

    def do(self, change: Callable[..., None], *arguments: Any) -> None:
        """Call a method of the presenter, then show what changed."""

    def go_back(self) -> None:
        """One page back, or out."""

    def resume(self, match_id: int) -> None:
        """Go on with a match."""

    def open_sheet(self, sheet: Any) -> None:
        """Show a sheet over the screen."""

    def step(self, way: int) -> None:
        """One move on the map on, or back."""

    def play(self) -> None:
        """Let the moves go on by themselves, or stop them."""


class HistoryPanel(Laid):
    """One page; `show(view)` takes a view of its kind, `draw` places the children."""

    def __init__(self, hands: Hands, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.hands = hands
        self.back = self.button(hands.go_back, icon="west")
        self.title = Words(shout=True, base_px=34)
        self.add_widget(self.title)

    def show(self, view: Any) -> None:
        """Show this view; called only when it differs from the last."""
        raise NotImplementedError

    def head(self, box: Box) -> Box:
        """Cut the head off: the way back is placed, the rest is returned for the title and more."""
        head = box.top(self.px(HEAD_PX), self.gap)
        head.left(self.px(56), self.gap).hold(self.back)
        return head


class Foot:
    """Two buttons that turn pages, and what stands between them; `place` puts them into a strip."""

    def __init__(self, panel: HistoryPanel, newer: str, older: str) -> None:
        turn = panel.hands.presenter.turn
        self.newer = panel.button(lambda: panel.hands.do(turn, -1), icon="west", text=newer, base_px=17)
        self.older = panel.button(lambda: panel.hands.do(turn, 1), icon="east", text=older, base_px=17)
        self.text = Words(base_px=theme.LABEL_PX, ink=theme.QUIET, halign="center")
        panel.add_widget(self.text)
        self._panel = panel

    def show(self, text: str, can_back: bool, can_forward: bool) -> None:
        """Say where we are; buttons that lead nowhere are off."""
        self.text.text = text
        self.newer.disabled, self.older.disabled = not can_back, not can_forward
        for button in (self.newer, self.older):
            button.opacity = 1 if can_back or can_forward else 0

    def place(self, strip: Box) -> None:
        """Put the three side by side."""
        gap, width = self._panel.gap, self._panel.px(124)
        strip.left(width, gap).hold(self.newer)
        strip.right(width, gap).hold(self.older)
        strip.hold(self.text)
