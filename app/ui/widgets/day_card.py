"""`DayCard`: the puzzle of the day in one city, with its map drawn small. A button. Main thread only."""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior

from app.ui import drawing, theme
from app.ui.panels.box import Box
from app.ui.panels.puzzle_stars import Stars
from app.ui.widgets.base import Drawn
from app.ui.widgets.label import Words
from app.ui.widgets.small_map import SmallMap

CALL_PX, STARS_PX, NAME_PX, LINE_PX = 48, 38, 26, 20


class DayCard(ButtonBehavior, Drawn):
    """`main` is the one to play next; `call` says what a tap does."""

    key = StringProperty("")
    board = ObjectProperty(None)
    name = StringProperty("")
    note = StringProperty("")
    level = StringProperty("")
    stars = NumericProperty(0)
    call = StringProperty("")
    main = BooleanProperty(False)
    redraw_on = ("board", "name", "note", "level", "stars", "call", "main", "state")

    def __init__(self, **kwargs: Any) -> None:
        self._name = Words(bold=True, halign="center", base_px=20)
        self._level = Words(halign="center", base_px=theme.LABEL_PX, ink=theme.ACCENT)
        self._note = Words(halign="center", base_px=15, ink=theme.QUIET)
        self._call = Words(bold=True, halign="center", base_px=22)
        self._stars = Stars(ground=theme.PANEL)
        self._map = SmallMap()
        super().__init__(**kwargs)
        for child in (self._name, self._level, self._note, self._call, self._stars):
            self.add_widget(child)

    def draw(self, group: Any) -> None:
        """Map, name, level, stars and the call, from the top."""
        down, radius = self.state == "down", self.px(14)
        ground = theme.PANEL_RAISED if down else theme.PANEL
        drawing.slab(group, self.pos, self.size, radius, ground)
        edge = theme.ACCENT if self.main or down else theme.LINE
        drawing.frame(group, self.pos, self.size, radius, self.px(2.5 if self.main else 1.5), edge)
        self._name.text, self._level.text, self._note.text = self.name, self.level, self.note
        self._call.text, self._stars.won, self._stars.ground = self.call, self.stars, ground
        box = Box(self.x, self.y, self.width, self.height).inner(self.px(8))
        self._draw_call(group, box.bottom(self.px(CALL_PX), self.px(6)))
        box.bottom(self.px(STARS_PX), self.px(6)).hold(self._stars)
        if self.note:
            box.bottom(self.px(LINE_PX)).hold(self._note)
        box.bottom(self.px(LINE_PX)).hold(self._level)
        box.bottom(self.px(NAME_PX), self.px(4)).hold(self._name)
        self._map.draw(group, self.board, box)

    def _draw_call(self, group: Any, box: Box) -> None:
        pressed = self.state == "down"
        fill = theme.ACCENT_PRESSED if pressed else theme.ACCENT
        if self.main:
            drawing.slab(group, box.pos, box.size, self.px(12), fill)
        else:
            drawing.frame(group, box.pos, box.size, self.px(12), self.px(2), theme.ACCENT)
        self._call.ink = theme.INK if self.main else theme.TEXT
        box.inner(self.px(3)).hold(self._call)
