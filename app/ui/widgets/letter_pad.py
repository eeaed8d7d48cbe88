"""`LetterPad`: our own A to Z keys for a player's name, so that no system keyboard is needed.

`take(name)` is called with "Done": it returns a sentence when the name cannot be taken, or None, and then the
pad closes. Capitals come by themselves; one key puts signs onto the last letter. While the pad is open a real
keyboard types, too, with every letter our fonts draw, and Escape closes it. Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

import string
from collections.abc import Callable, Sequence
from typing import Any

from kivy.core.window import Keyboard, Window
from kivy.properties import StringProperty

from app.ui import drawing, theme
from app.ui.presenters.setup import NAME_LENGTH
from app.ui.presenters.spelling import MARKS, Spelled, spelled, with_sign
from app.ui.widgets.base import place
from app.ui.widgets.button import MarshalButton
from app.ui.widgets.label import Words
from app.ui.widgets.sheet import Sheet
from app.ui.words import word

LANDSCAPE_COLUMNS, PORTRAIT_COLUMNS = 10, 6
KEY_NAMES = {code: name for name, code in Keyboard.keycodes.items()}
SHORTCUTS = frozenset({"ctrl", "alt", "meta"})
"""Held with a key, they mean something else than the key."""
SIGNS = "\u00c4 \u00c9"
"""What stands on the key for signs."""


class LetterPad(Sheet):
    """The pad over the whole screen."""

    panel_width_px = 776.0
    panel_height_px = 456.0
    longest = NAME_LENGTH
    """Letters of a name."""
    name = StringProperty("")
    hint = StringProperty("")
    colour = StringProperty(theme.ACCENT)
    redraw_on = ("name", "hint", "colour")

    def __init__(self, take: Callable[[str], str | None], **kwargs: Any) -> None:
        self._take = take
        self._title = Words(text=word("name.title"), shout=True, base_px=34)
        self._name = Words(bold=True, base_px=34, halign="center")
        self._hint = Words(base_px=15, ink=theme.QUIET, halign="center")
        self.keys = {letter: MarshalButton(text=letter, base_px=24) for letter in string.ascii_uppercase}
        self.keys |= {mark: MarshalButton(text=mark, base_px=24) for mark in MARKS}
        self.keys[" "] = MarshalButton(icon="space")
        self.signs = MarshalButton(text=SIGNS, base_px=20)
        self.erase = MarshalButton(icon="erase")
        self.done = MarshalButton(text=word("name.done"), kind="main")
        super().__init__(**kwargs)
        for child in (self._title, self._name, self._hint, *self._all_keys(), self.erase, self.done):
            self.add_widget(child)
        for letter, key in self.keys.items():
            key.bind(on_release=lambda *_, letter=letter: self._type(letter))
        self.signs.bind(on_release=lambda *_: self._take_over(with_sign(self.name)))
        self.erase.bind(on_release=lambda *_: self._rub_out())
        self.done.bind(on_release=lambda *_: self._finish())

    def _all_keys(self) -> list[MarshalButton]:
        return [*self.keys.values(), self.signs]

    def _type(self, letter: str) -> None:
        self._take_over(spelled(self.name, letter, self.longest))

    def _take_over(self, made: Spelled) -> None:
        self.name, self.hint = made

    def _rub_out(self) -> None:
        self.name, self.hint = self.name[:-1], ""

    def _finish(self) -> None:
        self.hint = self._take(self.name) or ""
        if not self.hint:
            self.close()

    def open_over(self, parent: Any) -> None:
        """As any sheet, and listen to a keyboard."""
        super().open_over(parent)
        Window.bind(on_key_down=self._key_down, on_textinput=self._text_typed)

    def close(self) -> None:
        """As any sheet."""
        Window.unbind(on_key_down=self._key_down, on_textinput=self._text_typed)
        super().close()

    def _key_down(self, _window: Any, code: int, _scan: int, _text: str, modifiers: Sequence[str]) -> bool:
        """True for a key of the pad: it means nothing else then. What it types comes by `_text_typed`."""
        if self._unseen or SHORTCUTS & set(modifiers):
            return False
        key = KEY_NAMES.get(code, "")
        if key == "backspace":
            self._rub_out()
        elif key in ("enter", "numpadenter"):
            self._finish()
        elif key == "escape":
            self.close()
        else:
            return len(key) == 1 or key == "spacebar"
        return True

    @property
    def _unseen(self) -> bool:
        """Whether its screen was left."""
        return self.get_root_window() is None

    def _text_typed(self, _window: Any, text: str) -> None:
        """A keyboard has typed, whatever keys that took."""
        if not self._unseen:
            for letter in text:
                self._type(letter)

    def panel(self) -> tuple[float, float, float, float]:
        """Upright windows give the pad more height, for it has more rows there."""
        if self.height > self.width:
            width, height = self.width - self.px(24), min(self.height - self.px(24), self.px(560))
            return self.center_x - width / 2, self.center_y - height / 2, width, height
        return super().panel()

    def draw(self, group: Any) -> None:
        """Title and name above, then the keys, erase and done at the end."""
        super().draw(group)
        x, y, width, height = self.panel()
        pad, gap = self.px(16), self.px(theme.GAP_PX)
        inner, top = width - 2 * pad, y + height - pad
        upright = self.height > self.width
        title_width = inner if upright else inner * 0.38
        title_height = self.px(48)
        place(self._title, x + pad, top - title_height, title_width, title_height)
        if upright:
            top -= title_height + gap
        box_x = x + pad + (0 if upright else title_width)
        box_width = inner - (0 if upright else title_width)
        drawing.slab(group, (box_x, top - self.px(52)), (box_width, self.px(52)), self.px(10), theme.PANEL)
        drawing.frame(
            group, (box_x, top - self.px(52)), (box_width, self.px(52)), self.px(10), self.px(3), self.colour
        )
        self._name.text = self.name
        place(self._name, box_x + gap, top - self.px(52), box_width - 2 * gap, self.px(52))
        top -= self.px(52)
        self._hint.text = self.hint or ("" if self.name else word("name.empty"))
        self._hint.ink = theme.ALARM_PALE if self.hint else theme.QUIET
        place(self._hint, box_x, top - self.px(26), box_width, self.px(24))
        top -= self.px(30)
        self._place_keys(x + pad, y + pad, inner, top - y - pad)

    def _place_keys(self, x: float, y: float, width: float, height: float) -> None:
        columns = PORTRAIT_COLUMNS if self.height > self.width else LANDSCAPE_COLUMNS
        gap = self.px(theme.GAP_PX)
        rows = -(-len(self._all_keys()) // columns) + 1
        key_width = (width - (columns - 1) * gap) / columns
        key_height = (height - (rows - 1) * gap) / rows
        for number, key in enumerate(self._all_keys()):
            row, column = divmod(number, columns)
            left = x + column * (key_width + gap)
            bottom = y + height - (row + 1) * key_height - row * gap
            place(key, left, bottom, key_width, key_height)
        third = (width - 2 * gap) / 3
        place(self.erase, x, y, third, key_height)
        place(self.done, x + third + gap, y, 2 * third + gap, key_height)
