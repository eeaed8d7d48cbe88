"""`GalleryScreen`: sections of samples under each other, as wide as the window; a finger scrolls them.

In: `samples.sections()`. Out: nothing; `shoot_all` gives the whole length as one picture. Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.effects.scroll import ScrollEffect
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.screenmanager import Screen
from kivy.uix.scrollview import ScrollView

from app.ui import theme
from app.ui.gallery.samples import Sample, sections
from app.ui.look import LOOK
from app.ui.widgets.base import place
from app.ui.widgets.label import Words

CAPTION_PX, BELOW_CAPTION_PX, TITLE_PX = 20, 4, 52
GAP_PX = 2 * theme.GAP_PX


class _Shown:
    """A sample with its caption and where it stands."""

    def __init__(self, sample: Sample, parent: Any) -> None:
        self.sample = sample
        self.widget = sample.make()
        self.caption = Words(text=sample.caption, base_px=theme.LEAST_PX, ink=theme.QUIET, one_line=True)
        for child in (self.widget, self.caption):
            child.size_hint = (None, None)
            parent.add_widget(child)

    def width(self, room: float) -> float:
        """Window pixels, of `room`."""
        return min(LOOK.px(self.sample.width_px), room) if self.sample.width_px else room

    @property
    def height(self) -> float:
        """With the caption."""
        caption = CAPTION_PX + BELOW_CAPTION_PX if self.sample.caption else 0
        return LOOK.px(self.sample.height_px + caption)

    def stand(self, x: float, top: float, width: float) -> None:
        """Upper left corner."""
        caption = LOOK.px(CAPTION_PX) if self.sample.caption else 0.0
        place(self.caption, x, top - caption, width, caption)
        place(self.widget, x, top - self.height, width, LOOK.px(self.sample.height_px))


class GalleryFloor(FloatLayout):
    """All sections; `lay_out` places them in the width there is and takes the height they need."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(size_hint_y=None, **kwargs)
        self._sections: list[tuple[Words, list[_Shown]]] = []
        for section in sections():
            title = Words(text=section.title, shout=True, base_px=theme.TITLE_PX, size_hint=(None, None))
            self.add_widget(title)
            self._sections.append((title, [_Shown(sample, self) for sample in section.samples]))
        self._again = Clock.create_trigger(self._lay_out, -1)
        self.bind(width=self._again)
        LOOK.fbind("unit", self._again)
        self._again()

    def do_layout(self, *_: Any) -> None:
        """Nothing moves but by `_lay_out`."""

    def _lay_out(self, *_: Any) -> None:
        rows = [(title, self._rows(samples)) for title, samples in self._sections]
        gap = LOOK.px(GAP_PX)
        self.height = gap + sum(
            LOOK.px(TITLE_PX) + sum(max(s.height for s in row) + gap for row in found) for _, found in rows
        )
        margin, top = LOOK.px(theme.MARGIN_PX), self.height
        for title, found in rows:
            place(title, margin, top - LOOK.px(TITLE_PX), self.width - 2 * margin, LOOK.px(TITLE_PX))
            top -= LOOK.px(TITLE_PX)
            for row in found:
                x = margin
                for shown in row:
                    width = shown.width(self.width - 2 * margin)
                    shown.stand(x, top, width)
                    x += width + gap
                top -= max(shown.height for shown in row) + gap

    def _rows(self, samples: list[_Shown]) -> list[list[_Shown]]:
        """As many side by side as there is room for."""
        room = self.width - 2 * LOOK.px(theme.MARGIN_PX)
        rows: list[list[_Shown]] = []
        left = 0.0
        for shown in samples:
            if not rows or left < shown.width(room):
                rows.append([])
                left = room
            rows[-1].append(shown)
            left -= shown.width(room) + LOOK.px(GAP_PX)
        return rows


class GalleryScreen(Screen):
    """The floor in a scrolling view."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(name="gallery", **kwargs)
        self.view = ScrollView(do_scroll_x=False, effect_cls=ScrollEffect, bar_width=LOOK.px(6))
        self.view.bar_color = theme.rgba(theme.ACCENT)
        self.floor = GalleryFloor()
        self.view.add_widget(self.floor)
        self.add_widget(self.view)

    def look_at(self, from_top_px: float) -> None:
        """Let the view begin so many window pixels below the gallery's top, or as far down as it goes."""
        hidden = max(self.floor.height - self.view.height, 1.0)
        self.view.scroll_y = 1.0 - min(from_top_px / hidden, 1.0)
