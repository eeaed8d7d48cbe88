"""The list of past matches, newest first, in pages; and the rounds of one of them. Main thread only."""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from app.ui import theme
from app.ui.panels.base import keep_count
from app.ui.panels.history_base import HEAD_PX, Foot, Hands, HistoryPanel
from app.ui.panels.history_sheets import HistoryMenu, erase_match_sheet
from app.ui.presenters.history_views import ListPage, MatchPage
from app.ui.widgets.history_rows import MatchLine, RoundCard
from app.ui.widgets.label import Words
from app.ui.words import word

ROW_PX, UPRIGHT_ROW_PX = 60, 88
LINE_PX, UPRIGHT_LINE_PX = 24, 44
"""Heights in windows that lie, and in those that stand: there texts go on in a second line."""


def row_px(upright: bool) -> float:
    """Height of a row in base pixels."""
    return UPRIGHT_ROW_PX if upright else ROW_PX


def line_px(upright: bool) -> float:
    """Height of the line about a match in base pixels."""
    return UPRIGHT_LINE_PX if upright else LINE_PX


def rows_in(height_px: float, upright: bool, more_px: float = 0.0) -> int:
    """How many rows fit on a page of that height (base pixels) between head, foot and `more_px` besides."""
    body = height_px - 2 * (HEAD_PX + theme.GAP_PX) - more_px
    return max(1, int((body + theme.GAP_PX) // (row_px(upright) + theme.GAP_PX)))


class ListView(HistoryPanel):
    """Shows a `ListPage`."""

    def __init__(self, hands: Hands, **kwargs: Any) -> None:
        super().__init__(hands, **kwargs)
        self.title.text = word("history.title")
        presenter = hands.presenter
        self.players = self.button(
            lambda: hands.do(presenter.open_players), text=word("history.players"), base_px=18
        )
        self.more = self.button(lambda: hands.open_sheet(HistoryMenu(hands, self._can_export)), icon="more")
        self._can_export = False
        self.foot = Foot(self, word("history.newer"), word("history.older"))
        self.sentence = Words(base_px=theme.SENTENCE_PX, ink=theme.QUIET, halign="center")
        self.add_widget(self.sentence)
        self._lines: list[MatchLine] = []

    def show(self, view: ListPage) -> None:
        """Update rows, foot and buttons."""
        keep_count(self, self._lines, len(view.rows), lambda _: self._new_line())
        for line, row in zip(self._lines, view.rows, strict=True):
            line.show(row)
        self.foot.show(view.turning.text, view.turning.can_back, view.turning.can_forward)
        self.sentence.text = view.sentence
        self._can_export = view.can_export
        self.players.disabled, self.more.disabled = not view.can_export, not view.can_bring_in
        self.redraw()

    def _new_line(self) -> MatchLine:
        hands, line = self.hands, MatchLine()
        line.card.bind(on_release=lambda *_: hands.do(hands.presenter.open_match, line.match_id))
        line.go_on.bind(on_release=lambda *_: hands.resume(line.match_id))
        return line

    def draw(self, group: Any) -> None:
        """Head, rows from the top, foot."""
        del group
        box = self.box()
        head = self.head(box)
        head.right(self.px(56), self.gap).hold(self.more)
        head.right(self.px(124), self.gap).hold(self.players)
        head.hold(self.title)
        self.foot.place(box.bottom(self.px(HEAD_PX), self.gap))
        box.middle(self.px(560), self.px(120)).hold(self.sentence)
        for line in self._lines:
            box.top(self.px(row_px(self.upright)), self.gap).hold(line)


class MatchView(HistoryPanel):
    """Shows a `MatchPage`."""

    def __init__(self, hands: Hands, **kwargs: Any) -> None:
        super().__init__(hands, **kwargs)
        self.erase = self.button(
            lambda: hands.open_sheet(erase_match_sheet(hands)), text=word("history.erase"), base_px=18
        )
        self.go_on = self.button(self._resume, text=word("history.go_on"), kind="main", base_px=22)
        self.foot = Foot(self, word("history.earlier"), word("history.later"))
        self.line = Words(base_px=theme.LABEL_PX, ink=theme.QUIET)
        self.sentence = Words(base_px=theme.SENTENCE_PX, ink=theme.QUIET, halign="center")
        self.add_widget(self.line)
        self.add_widget(self.sentence)
        self._cards: list[RoundCard] = []

    def _resume(self) -> None:
        match_id = self.hands.presenter.match_id
        if match_id is not None:
            self.hands.resume(match_id)

    def show(self, view: MatchPage) -> None:
        """Update rows, foot and buttons."""
        keep_count(self, self._cards, len(view.rows), lambda _: self._new_card())
        for card, row in zip(self._cards, view.rows, strict=True):
            card.show(row)
        self.title.text, self.line.text, self.sentence.text = view.title, view.line, view.sentence
        self.foot.show(view.turning.text, view.turning.can_back, view.turning.can_forward)
        if view.can_resume and self.go_on.parent is None:
            self.add_widget(self.go_on)
        elif not view.can_resume and self.go_on.parent is not None:
            self.remove_widget(self.go_on)
        self.redraw()

    def _new_card(self) -> RoundCard:
        hands, card = self.hands, RoundCard()
        card.bind(on_release=lambda *_: hands.do(hands.presenter.open_round, card.index))
        return card

    def draw(self, group: Any) -> None:
        """Head, one line, rows from the top, foot; the way to go on stands in the head."""
        del group
        box = self.box()
        head = self.head(box)
        head.right(self.px(96), self.gap).hold(self.erase)
        if self.go_on.parent is not None:
            head.right(self.px(120), self.gap).hold(self.go_on)
        head.hold(self.title)
        box.top(self.px(line_px(self.upright)), self.gap).hold(self.line)
        self.foot.place(box.bottom(self.px(HEAD_PX), self.gap))
        box.middle(self.px(560), self.px(120)).hold(self.sentence)
        for card in self._cards:
            box.top(self.px(row_px(self.upright)), self.gap).hold(card)
