"""`Words`: text that fits its box. It starts at its own size and shrinks, never below the least readable one.

With `one_line` a text too long even then ends in an ellipsis (for names, which people choose). `fits` is
False when even the least size does not fit: a fault of the layout, which the tests look for.
Sizes are in base pixels; the colour is "#RRGGBB". Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.core.text import Label as CoreLabel
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.label import Label

from app.ui import theme
from app.ui.look import LOOK

SHORTEN_MARGIN_PX = 2
"""Window pixels that Kivy leaves free (`LabelBase.shorten`): a line with less room ends in an ellipsis."""


def text_height(text: str, width: float, base_px: float, bold: bool = False) -> float:
    """Window pixels that a text in the reading font needs, broken into lines of `width` window pixels."""
    size_px = round(base_px * LOOK.unit)
    label = CoreLabel(
        text=text, text_size=(width, None), font_name=theme.READING, font_size=size_px, bold=bold
    )
    return float(label.render()[1])


def text_width(text: str, base_px: float, bold: bool = False) -> float:
    """Window pixels that a text in the reading font needs on one line."""
    label = CoreLabel(font_name=theme.READING, font_size=round(base_px * LOOK.unit), bold=bold)
    return float(label.get_extents(text)[0])


class Words(Label):
    """A label in one of our two fonts that shrinks to fit."""

    base_px = NumericProperty(theme.SENTENCE_PX)
    least_px = NumericProperty(theme.LEAST_PX)
    ink = StringProperty(theme.TEXT)
    shout = BooleanProperty(False)
    fits = BooleanProperty(True)
    one_line = BooleanProperty(False)
    cut = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        self._refit = Clock.create_trigger(self._fit, -1)
        kwargs.setdefault("halign", "left")
        kwargs.setdefault("valign", "middle")
        super().__init__(**kwargs)
        for name in ("text", "size", "base_px", "bold", "shout", "ink", "one_line"):
            self.fbind(name, self._refit)
        LOOK.fbind("unit", self._refit)
        LOOK.fbind("letters", self._refit)
        self._fit()

    def _fit(self, *_: Any) -> None:
        self.font_name = theme.SHOUT if self.shout else theme.READING
        self.color = self.disabled_color = theme.rgba(self.ink)
        # With a height Kivy leaves out last lines that would have fitted; without one the text stands in the
        # middle of the box, so only other alignments need it (and Kivy's ellipsis does).
        self.text_size = (self.width, None if self.valign == "middle" and not self.one_line else self.height)
        width, height = self.width, self.height
        largest, least = round(self.base_px * LOOK.letters * LOOK.unit), round(self.least_px * LOOK.unit)
        for size_px in range(max(largest, least), least - 1, -1):
            if self._fits_at(size_px, width, height):
                break
        else:
            size_px = least
        self.fits = not self.text or self._fits_at(size_px, width, height)
        self.cut = self.one_line and not self.fits
        self.shorten, self.shorten_from = self.one_line, "right"
        self.fits = self.fits or self.cut
        self.font_size = size_px

    def _fits_at(self, size_px: int, width: float, height: float) -> bool:
        style = {"font_name": self.font_name, "font_size": size_px, "bold": self.bold}
        longest = CoreLabel(**style)
        if any(longest.get_extents(word)[0] > width for word in self.text.split()):
            return False
        if self.one_line:
            return bool(longest.get_extents(self.text)[0] <= width - SHORTEN_MARGIN_PX)
        whole = CoreLabel(text=self.text, text_size=(width, None), **style)
        return bool(whole.render()[1] <= height)
