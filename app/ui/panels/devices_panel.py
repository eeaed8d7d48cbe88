"""The hardware screen's own panel: head, cards, how camera and sound stand, and four ways on.

Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from app.ui import theme
from app.ui.panels.base import want
from app.ui.panels.devices_cards import DeviceCards
from app.ui.panels.laid import Laid
from app.ui.presenters.devices_views import DevicesView
from app.ui.widgets.button import MarshalButton
from app.ui.widgets.label import Words
from app.ui.widgets.notices import StatusDot
from app.ui.words import word

HEAD_PX, FOOT_PX, LINE_PX = 52, 52, 26


@dataclass(frozen=True, slots=True)
class Ways:
    """Where the buttons lead; a way that is None is not offered."""

    back: Callable[[], None]
    messages: Callable[[], None]
    lights: Callable[[], None]
    sound: Callable[[], None]
    camera: Callable[[], None] | None
    assign: Callable[[], None] | None


class DevicesPanel(Laid):
    """Shows a `DevicesView`."""

    def __init__(self, ways: Ways, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.back = self.button(ways.back, icon="west")
        self.title = Words(text=word("devices.title"), shout=True, base_px=40)
        self.hint = Words(base_px=17, ink=theme.QUIET)
        self.cards = DeviceCards()
        self.none = Words(base_px=22, halign="center", ink=theme.QUIET)
        self.dots = (StatusDot(), StatusDot())
        self.messages = MarshalButton(base_px=18)
        self.messages.bind(on_release=lambda *_: ways.messages())
        for child in (self.title, self.cards, *self.dots):
            self.add_widget(child)
        self.lights = self.button(ways.lights, text=word("devices.lights"), base_px=18)
        self.sound = self.button(ways.sound, text=word("devices.sound"), base_px=18)
        self.ways = [self.lights, self.sound]
        self.assign: MarshalButton | None = None
        if ways.camera is not None:
            self.ways.append(self.button(ways.camera, text=word("devices.camera"), base_px=18))
        if ways.assign is not None:
            self.assign = self.button(ways.assign, text=word("devices.assign"), base_px=18)
            self.ways.append(self.assign)

    def show(self, view: DevicesView) -> None:
        """Change what differs."""
        for dot, status in zip(self.dots, (view.camera, view.sound), strict=True):
            dot.level, dot.sentence = status.level, status.sentence
        self.lights.disabled, self.sound.disabled = not view.can_light, not view.can_sound
        if self.assign is not None:
            self.assign.disabled = not view.can_assign
        want(self, self.messages, bool(view.call))
        self.messages.text, self.messages.kind = view.call, "main" if view.ill else "quiet"
        self.hint.text = self.none.text = view.hint
        want(self, self.hint, bool(view.cards))
        want(self, self.none, not view.cards)
        if view.cards != self.cards.items:
            self.cards.show(view.cards)
        self.redraw()

    def draw(self, group: Any) -> None:
        """From the top and the foot; the cards get the rest."""
        del group
        box = self.box()
        head = box.top(self.px(HEAD_PX), self.gap)
        head.left(self.px(56), self.px(12)).hold(self.back)
        if self.messages.parent is not None:
            head.right(self.px(180), self.gap).hold(self.messages)
        if self.upright:
            head.hold(self.title)
            box.top(self.px(LINE_PX), self.gap).hold(self.hint)
        else:
            head.left(self.px(130), self.gap).hold(self.title)
            head.hold(self.hint)
        self._draw_foot(box)
        strip = box.bottom(self.px(LINE_PX), self.px(6))
        for dot, cell in zip(self.dots, strip.columns(2, self.gap), strict=True):
            cell.hold(dot)
        box.hold(self.cards)
        box.middle(self.px(560), self.px(80)).hold(self.none)

    def _draw_foot(self, box: Any) -> None:
        columns = 2 if self.upright else len(self.ways)
        rows = -(-len(self.ways) // columns)
        height = self.px(FOOT_PX) * rows + self.gap * (rows - 1)
        foot = box.bottom(height, self.gap)
        for way, cell in zip(self.ways, foot.cells(columns, rows, self.gap), strict=False):
            cell.hold(way)
