"""What opens over the history: the menu, questions before erasing, a position to share."""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.ui import theme
from app.ui.panels.box import Box
from app.ui.panels.bring_in import BringInSheet
from app.ui.panels.choices import ChoiceSheet
from app.ui.panels.history_base import Hands
from app.ui.widgets.button import MarshalButton
from app.ui.widgets.label import Words
from app.ui.widgets.qr import QrCode
from app.ui.widgets.sheet import ConfirmSheet, Sheet
from app.ui.words import word

LONGEST_LINE = 160
"""Letters of a line that somebody would still copy by hand."""
PART = 20
"""It is shown in parts of so many; the gaps do not count when it is read."""


def erase_match_sheet(hands: Hands) -> ConfirmSheet:
    """Ask before the open match is erased."""
    return _question(
        word("files.erase_title"),
        word("files.erase_sentence"),
        lambda: hands.do(hands.presenter.erase_match),
    )


def erase_all_sheet(hands: Hands) -> ConfirmSheet:
    """Ask before everything is erased."""
    return _question(
        word("files.all_title"),
        word("files.all_sentence", n=hands.presenter.total),
        lambda: hands.do(hands.presenter.erase_all),
    )


def erase_name_sheet(hands: Hands) -> ConfirmSheet:
    """Ask before a name is taken out of every match."""
    player = hands.presenter.player()
    return _question(
        word("files.name_title", name="" if player is None else player.name),
        word("files.name_sentence"),
        lambda: hands.do(hands.presenter.erase_name),
    )


def _question(title: str, sentence: str, on_yes: Callable[[], None]) -> ConfirmSheet:
    yes, no = word("files.erase_yes"), word("files.erase_no")
    return ConfirmSheet(yes, no, on_yes, danger=True, title=title, sentence=sentence)


class HistoryMenu(ChoiceSheet):
    """Write the matches to a file, bring some in, erase all, or back."""

    def __init__(self, hands: Hands, can_export: bool, **kwargs: Any) -> None:
        super().__init__(word("files.title"), **kwargs)
        presenter = hands.presenter
        self.offer(lambda: hands.do(presenter.write_csv), text=word("files.csv"), disabled=not can_export)
        self.offer(lambda: hands.do(presenter.write_json), text=word("files.json"), disabled=not can_export)
        self.offer(
            lambda: hands.open_sheet(BringInSheet(word("files.bring_in"), presenter.bring_in(), hands.do)),
            text=word("files.bring_in"),
        )
        self.offer(
            lambda: hands.open_sheet(erase_all_sheet(hands)),
            text=word("files.erase_all"),
            kind="danger",
            disabled=not can_export,
        )
        self.offer(lambda: None, text=word("files.back"), kind="second")


class ShareSheet(Sheet):
    """A position as a QR code and, where it is short enough, as a line to copy."""

    panel_width_px = 640.0
    panel_height_px = 400.0
    closes_beside = True

    def __init__(self, text: str, sentence: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._title = Words(text=word("past.share_title"), shout=True, base_px=34)
        self._sentence = Words(text=sentence, base_px=17, ink=theme.QUIET)
        parts = "\n".join(text[at : at + PART] for at in range(0, len(text), PART))
        line = parts if len(text) <= LONGEST_LINE else word("past.share_long")
        self._line = Words(text=line, base_px=18, bold=True)
        self.code = QrCode(text=text)
        self.code.bind(too_long=self._too_long)
        self.close_button = MarshalButton(text=word("past.close"), kind="main")
        self.close_button.bind(on_release=lambda *_: self.close())
        for child in (self._title, self._sentence, self._line, self.code, self.close_button):
            self.add_widget(child)

    def _too_long(self, _code: Any, too_long: bool) -> None:
        if too_long:
            self._line.text = word("past.share_too_long")

    def panel(self) -> tuple[float, float, float, float]:
        """Upright windows put the code above the words."""
        if self.height > self.width:
            width, height = self.width - self.px(24), min(self.height - self.px(24), self.px(640))
            return self.center_x - width / 2, self.center_y - height / 2, width, height
        return super().panel()

    def draw(self, group: Any) -> None:
        """Code on one side, words and the way back on the other."""
        super().draw(group)
        box, gap = Box(*self.panel()).inner(self.px(16)), self.px(12)
        if box.height > box.width:
            box.top(min(box.width, box.height * 0.58), gap).hold(self.code)
        else:
            box.left(min(box.height, box.width * 0.58), gap).hold(self.code)
        box.bottom(self.px(60), gap).hold(self.close_button)
        box.top(self.px(40), 0).hold(self._title)
        box.top(self.px(52), gap).hold(self._sentence)
        box.hold(self._line)
