"""`DoorCard`: a way out of a game's room, with a drawing, a title and a line. A button. Main thread only.

The main door is the one filled card: the game's own drawing on top, and a call to play; where something else
comes first, it is the `second` choice and filled no more.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior

from app.ui import door_art, drawing, icons, shelf_art, theme
from app.ui.panels.box import Box
from app.ui.widgets.base import Drawn
from app.ui.widgets.label import Words

TITLE_PX, LINE_PX = 30, 24
"""Heights of a title in full size and of one line below it: on a low card the title may take what is over."""


class DoorCard(ButtonBehavior, Drawn):
    """One door; `screen` is what lies behind it, `game` whose drawing the main door shows."""

    screen = StringProperty("help")
    game = StringProperty("mutant-meeples")
    title = StringProperty("")
    line = StringProperty("")
    main = BooleanProperty(False)
    second = BooleanProperty(False)
    redraw_on = ("screen", "title", "line", "main", "second", "state")

    def __init__(self, **kwargs: Any) -> None:
        self._title = Words(shout=True, base_px=28)
        self._line = Words(base_px=theme.LABEL_PX, ink=theme.QUIET)
        super().__init__(**kwargs)
        self.add_widget(self._title)
        self.add_widget(self._line)

    def draw(self, group: Any) -> None:
        """Panel, drawing, title and line."""
        radius, lit = self.px(14), self.state == "down"
        drawing.slab(group, self.pos, self.size, radius, theme.PANEL_RAISED if lit else theme.PANEL)
        edge = theme.ACCENT if (self.main and not self.second) or lit else theme.LINE
        drawing.frame(group, self.pos, self.size, radius, self.px(2.5 if self.main else 1.5), edge)
        self._title.text, self._line.text = self.title, self.line
        box = Box(self.x, self.y, self.width, self.height).inner(self.px(10))
        if self.main:
            self._draw_main(group, box)
        else:
            self._draw_side(group, box)

    def _draw_main(self, group: Any, box: Box) -> None:
        strip = box.bottom(self.px(64), self.px(6))
        fill = theme.ACCENT_PRESSED if self.state == "down" else theme.ACCENT
        ink, base_px = theme.INK, 40
        if self.second:
            fill, ink, base_px = theme.PANEL_RAISED, theme.TEXT, 28
        drawing.slab(group, strip.pos, strip.size, self.px(14), fill)
        self._title.ink, self._title.base_px, self._title.halign = ink, base_px, "center"
        icons.draw(group, "play", strip.x + self.px(36), strip.y + strip.height / 2, self.px(26), ink)
        strip.hold(self._title)
        box.bottom(self.px(48), self.px(6)).hold(self._line)
        frame = shelf_art.Frame(box.x, box.y, box.width, box.height, self.px(9))
        shelf_art.draw(group, self.game, frame)

    def _draw_side(self, group: Any, box: Box) -> None:
        art = box.left(min(box.height, box.width * 0.3), self.px(10))
        door_art.draw(group, self.screen, shelf_art.Frame(art.x, art.y, art.width, art.height, 0))
        half, tall = box.height / 2 - self.px(8), min(self.px(TITLE_PX), box.height - self.px(LINE_PX))
        box.top(max(half, tall)).hold(self._title)
        self._title.valign, self._line.valign = "bottom", "top"
        box.hold(self._line)
