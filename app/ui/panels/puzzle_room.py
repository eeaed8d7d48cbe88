"""Where puzzles are chosen: the two of the day, the streak, and endless ones by city and level."""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from app.ui import theme
from app.ui.panels.base import keep_count, want
from app.ui.panels.box import Box
from app.ui.panels.puzzle_base import BACK_PX, BUTTON_PX, HEAD_PX, Hands, PuzzlePart
from app.ui.panels.setup.city_shelf import CityShelf
from app.ui.presenters.puzzles.views import RoomView
from app.ui.widgets.button import MarshalButton
from app.ui.widgets.day_card import DayCard
from app.ui.widgets.label import Words
from app.ui.words import word

LABEL_PX = 26


class RoomPage(PuzzlePart):
    """Shows a `RoomView`."""

    def __init__(self, hands: Hands) -> None:
        super().__init__(hands)
        self.back = self.button(hands.back, icon="west")
        self._title = Words(text=word("puzzles.title"), shout=True, base_px=40)
        self._streak = Words(bold=True, base_px=18, ink=theme.ACCENT, halign="right")
        self._day = Words(text=word("puzzles.day"), bold=True, base_px=18)
        self._endless = Words(text=word("puzzles.endless"), bold=True, base_px=18)
        self._note = Words(base_px=15, ink=theme.QUIET, halign="right")
        self.days: list[DayCard] = []
        self.shelf = CityShelf()
        self.levels: list[MarshalButton] = []
        self._values: tuple[str, ...] = ()
        for child in (self._title, self._streak, self._day, self._endless, self._note, self.shelf):
            self.add_widget(child)
        self.shelf.bind(on_choose=lambda _, key: hands.do(hands.presenter.choose_city, key))
        self.go_on = MarshalButton(kind="second", base_px=17)
        self.go_on.bind(on_release=lambda *_: hands.do(hands.presenter.go_on))

    def show(self, view: RoomView) -> None:
        """Cards, cities, levels, and the endless puzzle that was begun."""
        self._streak.text, self._note.text = view.streak, view.note
        keep_count(self, self.days, len(view.days), self._day_card)
        for card, day in zip(self.days, view.days, strict=True):
            card.key, card.board, card.name, card.note = day.key, day.board, day.name, day.note
            card.level, card.stars, card.call, card.main = day.level, day.stars, day.call, day.main
        self.shelf.show(view.cities)
        self._values = tuple(level.value for level in view.levels)
        keep_count(self, self.levels, len(view.levels), self._level_button)
        for button, level in zip(self.levels, view.levels, strict=True):
            button.text = level.text
        self.go_on.text = view.go_on
        want(self, self.go_on, bool(view.go_on))
        self.redraw()

    def _day_card(self, _number: int) -> DayCard:
        card = DayCard()
        card.bind(on_release=lambda card: self.hands.do(self.hands.presenter.play_day, card.key))
        return card

    def _level_button(self, number: int) -> MarshalButton:
        button = MarshalButton(base_px=20)
        button.bind(
            on_release=lambda *_: self.hands.do(self.hands.presenter.play_level, self._values[number])
        )
        return button

    def draw(self, group: Any) -> None:
        """The day's cards left (or on top), the endless ones beside (or below)."""
        del group
        box, gap = self.box().inner(self.px(theme.MARGIN_PX)), self.gap
        head = box.top(self.px(HEAD_PX), gap)
        head.left(self.px(BACK_PX), self.px(12)).hold(self.back)
        head.left(self.px(150), gap).hold(self._title)
        head.hold(self._streak)
        if self.upright:
            day = box.top(box.height * 0.5, gap)
        else:
            day = box.left(box.width * 0.5, self.px(16))
        day.top(self.px(LABEL_PX)).hold(self._day)
        for card, cell in zip(self.days, day.columns(max(len(self.days), 1), gap), strict=False):
            cell.hold(card)
        self._place_endless(box)

    def _place_endless(self, box: Box) -> None:
        gap = self.gap
        head = box.top(self.px(LABEL_PX))
        head.left(self.px(90), gap).hold(self._endless)
        head.hold(self._note)
        if self.go_on.parent is not None:
            box.bottom(self.px(BUTTON_PX), gap).hold(self.go_on)
        rows = box.bottom(2 * self.px(BUTTON_PX) + gap, gap)
        for button, cell in zip(self.levels, rows.cells(2, 2, gap), strict=False):
            cell.hold(button)
        box.hold(self.shelf)
