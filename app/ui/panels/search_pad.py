"""`SearchPad`: the letter pad as a search: what is found stands above the keys, renewed with every letter.

`find(text)` gives the titles and what each is called by; `on_found(key)` is called after the pad has closed.
Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from app.ui import drawing, theme
from app.ui.panels.base import keep_count
from app.ui.panels.box import Box
from app.ui.widgets.button import MarshalButton
from app.ui.widgets.letter_pad import LetterPad
from app.ui.words import word

Hit = tuple[str, str]
"""(what it is called by, its title)."""

BROAD_COLUMNS, UPRIGHT_COLUMNS = 10, 6
BROAD_HITS, UPRIGHT_HITS = 6, 5
HIT_PX = 48
UPRIGHT_PX = 660
"""Height of the pad in an upright window."""


class SearchPad(LetterPad):
    """The pad; it closes when something is chosen."""

    def __init__(
        self, find: Callable[[str], Sequence[Hit]], on_found: Callable[[str], None], **kwargs: Any
    ) -> None:
        self._find, self._on_found = find, on_found
        self._keys_of: list[str] = []
        self.hits: list[MarshalButton] = []
        super().__init__(lambda _: None, **kwargs)
        self.done.text, self.done.kind = word("help.search_close"), "quiet"
        self._title.text = ""
        for sign in "-'":
            self.remove_widget(self.keys.pop(sign))
        self.remove_widget(self.signs)
        self.bind(name=lambda *_: self._look())

    def _all_keys(self) -> list[MarshalButton]:
        return list(self.keys.values())

    def _look(self) -> None:
        """Show what is found now, as far as there is room."""
        found = self._find(self.name)[: BROAD_HITS if self.width > self.height else UPRIGHT_HITS]
        self._keys_of = [key for key, _ in found]
        keep_count(self, self.hits, len(found), self._make)
        for button, (_, title) in zip(self.hits, found, strict=True):
            button.text = title
        self.redraw()

    def _make(self, number: int) -> MarshalButton:
        button = MarshalButton(kind="second", base_px=18)
        button.bind(on_release=lambda *_: self.while_open(lambda: self._choose(number)))
        return button

    def _choose(self, number: int) -> None:
        if number < len(self._keys_of):
            key = self._keys_of[number]
            self.close()
            self._on_found(key)

    def panel(self) -> tuple[float, float, float, float]:
        """Upright windows give what is found a place of its own."""
        x, y, width, height = super().panel()
        if self.height > self.width:
            height = min(self.height - self.px(24), self.px(UPRIGHT_PX))
            y = self.center_y - height / 2
        return x, y, width, height

    def draw(self, group: Any) -> None:
        """The field and the way out, what is found, the keys."""
        super(LetterPad, self).draw(group)
        box, gap = Box(*self.panel()).inner(self.px(14)), self.px(theme.GAP_PX)
        upright = self.height > self.width
        top = box.top(self.px(52), gap)
        top.right(self.px(120), gap).hold(self.done)
        drawing.slab(group, top.pos, top.size, self.px(10), theme.PANEL)
        drawing.frame(group, top.pos, top.size, self.px(10), self.px(3), self.colour)
        self._name.text = self.name
        top.inner(gap).hold(self._name)
        Box(0, 0, 1, 1).hold(self._title)
        columns = UPRIGHT_COLUMNS if upright else BROAD_COLUMNS
        count = len(self._all_keys()) + 1
        rows = -(-count // columns)
        keys = box.bottom(rows * self.px(theme.TOUCH_PX) + (rows - 1) * gap, gap)
        self._place_search_keys(keys, columns, rows, gap)
        self._say_what_there_is()
        if self._hint.text:
            box.hold(self._hint)
        else:
            Box(0, 0, 1, 1).hold(self._hint)
        across = 1 if upright else 2
        high = self.px(HIT_PX)
        for number, button in enumerate(self.hits):
            row, column = divmod(number, across)
            wide = (box.width - (across - 1) * gap) / across
            y = box.y + box.height - (row + 1) * high - row * gap
            Box(box.x + column * (wide + gap), y, wide, high).hold(button)

    def _say_what_there_is(self) -> None:
        """What to type, or that nothing is found; results speak for themselves."""
        nothing = bool(self.name) and not self.hits
        told = "help.nothing" if nothing else "" if self.name else "help.search_hint"
        self._hint.text = self.hint or (word(told) if told else "")
        self._hint.base_px, self._hint.ink = 18, theme.ACCENT if nothing else theme.QUIET

    def _place_search_keys(self, box: Box, columns: int, rows: int, gap: float) -> None:
        """Letters, the space, and the rubber over all that is left of the last row."""
        cells = box.cells(columns, rows, gap)
        keys = self._all_keys()
        for key, cell in zip(keys, cells, strict=False):
            cell.hold(key)
        first, last = cells[len(keys)], cells[-1]
        Box(first.x, first.y, last.x + last.width - first.x, first.height).hold(self.erase)
