"""A taken tile, asked about by a tap on its holder: the table may give it back, or call its holder out.

`on_slip` and `on_call_out` are called after the sheet has closed; without the second the markers are known to
lie there, and nobody is called out. Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.ui import theme
from app.ui.panels.box import Box
from app.ui.widgets.button import MarshalButton
from app.ui.widgets.hold import HoldButton
from app.ui.widgets.label import Words
from app.ui.widgets.sheet import Sheet
from app.ui.words import word

ROW_PX = 60


class ClaimSheet(Sheet):
    """Who has which tile, and what the table can do about it."""

    closes_beside = True

    def __init__(
        self,
        name: str,
        tile: int,
        on_slip: Callable[[], None],
        on_call_out: Callable[[], None] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.panel_height_px = 260.0 if on_call_out is None else 260.0 + ROW_PX + theme.GAP_PX
        self._title = Words(
            text=word("hurry.slip_title", name=name, tile=tile), shout=True, base_px=34, halign="center"
        )
        self._sentence = Words(text=word("hurry.slip_sentence"), halign="center", ink=theme.QUIET)
        self.back = MarshalButton(text=word("match.back"))
        self.slip = MarshalButton(text=word("hurry.slip_yes", tile=tile), kind="second", icon="undo")
        self.call_out = HoldButton(text=word("hurry.no_markers", name=name), kind="danger")
        for child in (self._title, self._sentence, self.back, self.slip):
            self.add_widget(child)
        self.back.bind(on_release=lambda *_: self.close())
        self._answers(self.slip, on_slip)
        if on_call_out is not None:
            self.add_widget(self.call_out)
            self._answers(self.call_out, on_call_out, "on_held")

    def _answers(self, button: MarshalButton, action: Callable[[], None], event: str = "on_release") -> None:
        def answered() -> None:
            self.close()
            action()

        button.bind(**{event: lambda *_: self.while_open(answered)})

    def draw(self, group: Any) -> None:
        """Texts above, the answers below."""
        super().draw(group)
        box, gap, row = Box(*self.panel()).inner(self.px(20)), self.px(theme.GAP_PX), self.px(ROW_PX)
        if self.call_out.parent is not None:
            box.bottom(row, gap).hold(self.call_out)
        left, right = box.bottom(row, gap).columns(2, gap)
        left.hold(self.back)
        right.hold(self.slip)
        box.top(self.px(46), gap).hold(self._title)
        box.hold(self._sentence)
