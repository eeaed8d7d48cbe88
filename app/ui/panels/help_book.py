"""The rules as a book: contents, pages, search; on a screen of its own or over a match.

`HelpBook` shows what a `HelpReader` says and calls `on_out` when the way back leads out of it. `HelpSheet` is
the same over whatever is played: time goes on under it. Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.ui import help_art, theme
from app.ui.panels.base import keep_count, want
from app.ui.panels.box import Box
from app.ui.panels.laid import Laid
from app.ui.panels.search_pad import SearchPad
from app.ui.presenters.help import FIVE, POWER, HelpPage, HelpReader, pages
from app.ui.presenters.lessons import lesson
from app.ui.widgets.example import Example
from app.ui.widgets.help_cards import HelpRow, PictureRow, TopicCard
from app.ui.widgets.label import Words
from app.ui.widgets.sheet import OneSheet, Sheet
from app.ui.words import word

HEAD_PX, FOOT_PX = 52, 52
CARD_PX = 96
"""Most height of a card of the contents."""


class HelpBook(Laid):
    """See the module's docstring."""

    def __init__(self, reader: HelpReader, on_out: Callable[[], None], floor: Any, **kwargs: Any) -> None:
        """`floor`: over which the search is opened."""
        super().__init__(**kwargs)
        self._reader, self._on_out = reader, on_out
        self._sheets = OneSheet(floor)
        self._cards: list[TopicCard] = []
        self._rows: list[Any] = []
        self._shown: HelpPage | None = None
        self.back = self.button(self._back, icon="west")
        self.title = Words(shout=True, base_px=34)
        self.search = self.button(self._open_search, text=word("help.search"), kind="second", base_px=18)
        self.before = self.button(lambda: self._turn(-1), text=word("help.before"), base_px=18)
        self.turned = Words(halign="center", ink=theme.QUIET)
        self.next = self.button(self._go_on, kind="main")
        self.example = Example()
        self.add_widget(self.title)
        self.add_widget(self.turned)
        self.refresh()

    def restart(self) -> None:
        """From the contents."""
        self._sheets.close()
        self._reader.restart()
        self.refresh()

    # -- touching -------------------------------------------------------------------------------------

    def _back(self) -> None:
        if self._reader.back():
            self.refresh()
        else:
            self._on_out()

    def _turn(self, by: int) -> None:
        self._reader.turn(by)
        self.refresh()

    def _go_on(self) -> None:
        """To the next page; from the last one to the contents."""
        view = self._reader.view()
        if view.n == view.count:
            self._reader.restart()
            self.refresh()
        else:
            self._turn(1)

    def _read(self, key: str) -> None:
        self._reader.open(key)
        self.refresh()

    def _open_search(self) -> None:
        def found(text: str) -> list[tuple[str, str]]:
            return [(page.key, page.title) for page in self._reader.find(text)]

        self._sheets.open(SearchPad(found, self._read))

    # -- showing --------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show what the reader says now."""
        view = self._reader.view()
        page = self._shown = view.page
        self.title.text = word("help.contents") if page is None else page.title
        keep_count(self, self._cards, len(view.contents) if page is None else 0, self._make_card)
        for card, listed in zip(self._cards, view.contents, strict=False):
            card.key, card.title = listed.key, listed.title
        for row in self._rows:
            self.remove_widget(row)
        self._rows = (
            [] if page is None else [self._make_row(page, entry) for entry in range(len(page.entries))]
        )
        for row in self._rows:
            self.add_widget(row)
        want(self, self.example, page is not None and bool(page.lesson))
        if page is not None and page.lesson:
            self.example.show(lesson(page.lesson))
        for part in (self.before, self.turned, self.next):
            want(self, part, page is not None)
        self.turned.text = word("help.turn", n=view.n, count=view.count)
        self.before.disabled = view.n <= 1
        self.next.text = word("help.done" if view.n == view.count else "help.next")
        self.redraw()

    def _make_card(self, _number: int) -> TopicCard:
        card = TopicCard()
        card.bind(on_release=lambda card: self._read(card.key))
        return card

    def _make_row(self, page: HelpPage, number: int) -> Any:
        entry = page.entries[number]
        if page.key == "round":
            return PictureRow(FIVE[number], entry)
        row = HelpRow(entry)
        row.bind(on_release=lambda row: self._read(f"{POWER}{row.colour}"))
        return row

    # -- placing --------------------------------------------------------------------------------------

    def draw(self, group: Any) -> None:
        """The head; the contents, or the page and the ways to turn it."""
        box, gap = self.box().inner(self.px(12)), self.gap
        head = box.top(self.px(HEAD_PX), gap)
        head.left(self.px(56), gap).hold(self.back)
        head.right(self.px(112), gap).hold(self.search)
        head.hold(self.title)
        if self._shown is None:
            self._place_cards(box)
            return
        foot = box.bottom(self.px(FOOT_PX), gap)
        foot.left(foot.width * 0.36, gap).hold(self.before)
        foot.right(foot.width * 0.56, gap).hold(self.next)
        foot.hold(self.turned)
        self._place_page(group, self._shown, box)

    def _place_cards(self, box: Box) -> None:
        columns = 2 if self.upright else 3
        rows = -(-len(self._cards) // columns)
        most = rows * self.px(CARD_PX) + (rows - 1) * self.gap
        box = box.top(min(box.height, most))
        for card, cell in zip(self._cards, box.cells(columns, rows, self.gap), strict=False):
            cell.hold(card)

    def _place_page(self, group: Any, page: HelpPage, box: Box) -> None:
        gap = self.gap
        if page.lesson:
            side = min(box.width, box.height) if not self.upright else min(box.width, box.height * 0.56)
            strip = box.top(side, gap * 2) if self.upright else box.left(side, gap * 2)
            strip.middle(side, side).hold(self.example)
        elif page.key not in ("round", "powers", "tips", "makers") and help_art.has(page.key):
            if self.upright:
                picture = box.top(box.height * 0.4, gap * 2)
            else:
                picture = box.left(min(box.height, box.width * 0.4), gap * 2)
            help_art.draw(group, page.key, picture)
        columns = self._columns(page)
        rows = -(-len(self._rows) // columns)
        for row, cell in zip(self._rows, box.cells(columns, rows, gap), strict=False):
            cell.hold(row)

    def _columns(self, page: HelpPage) -> int:
        """The five pictures side by side, the meeples in pairs, sentences one below the other."""
        if self.upright:
            return 1
        return {"round": len(self._rows), "powers": 2}.get(page.key, 1)


class HelpSheet(Sheet):
    """The book over a running match or puzzle: it covers all of it, and its way out is the way back."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.book: HelpBook | None = None

    def open_over(self, parent: Any) -> None:
        """As any sheet."""
        self.book = HelpBook(HelpReader(pages(running=True)), self.close, parent, size_hint=(None, None))
        self.add_widget(self.book)
        super().open_over(parent)

    def panel(self) -> tuple[float, float, float, float]:
        """All of it."""
        return self.x, self.y, self.width, self.height

    def draw(self, group: Any) -> None:
        """The ground, and the book on it."""
        super().draw(group)
        if self.book is not None:
            self.book.pos, self.book.size = self.pos, self.size
