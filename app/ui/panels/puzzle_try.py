"""Somebody is at a puzzle: moves so far, stars still to be had, the last hint, and the buttons."""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from app.ui.panels.base import want
from app.ui.panels.puzzle_base import BUTTON_PX, Hands, PuzzlePart
from app.ui.panels.puzzle_note import NoteCard
from app.ui.panels.puzzle_stars import Stars
from app.ui.panels.step_list import StepList
from app.ui.presenters.puzzles.play import Play
from app.ui.presenters.puzzles.views import TryPanel
from app.ui.widgets.label import Words
from app.ui.words import word

COUNT_PX = 44
STARS_PX = 112
LEAST_LIST_PX = 44
"""The list of moves keeps at least one row, however long the note is."""


class TryPart(PuzzlePart):
    """Shows a `TryPanel`."""

    def __init__(self, hands: Hands) -> None:
        super().__init__(hands)
        self._count = Words(shout=True, base_px=34)
        self.stars = Stars()
        self.note = NoteCard()
        self.made = StepList(follow=True)
        self.way = StepList()
        for child in (self._count, self.stars, self.note):
            self.add_widget(child)
        self.take_back = self.button(
            lambda: hands.play(Play.take_back), text=word("puzzles.take_back"), base_px=16
        )
        self.restart = self.button(lambda: hands.play(Play.restart), text=word("puzzles.restart"), base_px=16)
        self.rules = self.button(hands.rules, text=word("match.rules"), base_px=16)
        self.hint = self.button(hands.ask_for_hint, kind="second", base_px=17)
        self.shown = self.button(hands.ask_to_show, text=word("puzzles.show"), base_px=17)

    def show(self, view: TryPanel) -> None:
        """Update everything."""
        self._count.text, self.stars.most = view.count, view.stars
        self.note.text, self.note.alarm = view.note, view.alarm
        self.made.show(view.made)
        self.way.show(view.way)
        want(self, self.way, bool(view.way))
        want(self, self.made, not view.way)
        self.take_back.disabled = self.restart.disabled = not view.can_take_back
        self.hint.text, self.hint.disabled = view.hint, not view.can_hint
        self.redraw()

    def draw(self, group: Any) -> None:
        """Count and stars, note and moves, buttons in two rows (or in one)."""
        del group
        box, gap = self.box(), self.gap
        top = box.top(self.px(COUNT_PX), gap)
        top.right(self.px(STARS_PX), gap).hold(self.stars)
        top.hold(self._count)
        wanted, others = (self.hint, self.shown), (self.take_back, self.restart, self.rules)
        for line in ((*others, *wanted),) if self.upright else (wanted, others):
            cells = box.bottom(self.px(BUTTON_PX), gap).columns(len(line), gap)
            for button, cell in zip(line, cells, strict=True):
                cell.hold(button)
        height = min(self.note.height_for(box.width), box.height - gap - self.px(LEAST_LIST_PX))
        if height > 0:
            box.top(height, gap).hold(self.note)
        else:
            self.note.size = (1, 1)
        box.hold(self.made)
        box.hold(self.way)
