"""Putting right by hand: what was wrong, whose claim is which tile, and where the meeples stand."""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from app.ui import theme
from app.ui.panels.base import MatchPanel, keep_count
from app.ui.panels.plan_strip import PlanStrip
from app.ui.panels.player_row import PlayerRow
from app.ui.panels.tile_grid import TileGrid
from app.ui.presenters.views import FixBoardPanel, FixChoice, FixClaimPanel, FixListPanel
from app.ui.widgets.button import MarshalButton
from app.ui.widgets.label import Words
from app.ui.widgets.meeple_chip import MeepleChip
from app.ui.words import word

CHOICE_PX, REASON_PX = 60, 52
FOOT_PX = 52
STRIP_PX = 48
LOW_PX = 77
"""Most height of the players in a broad panel."""
CHIP_PX, COLUMNS = 64, 4
SENTENCE_PX = 56
ONE_COLUMN = 3
"""So many choices stand below each other; more take two columns."""


class FixListView(MatchPanel):
    """Shows a `FixListPanel`."""

    def __init__(self, *parts: Any, **kwargs: Any) -> None:
        super().__init__(*parts, **kwargs)
        self._choices: tuple[FixChoice, ...] = ()
        self.buttons: list[MarshalButton] = []
        self._reasons: list[Words] = []
        self.back = self.button(lambda: self.do(self.desk.fix_back), text=word("match.back"))

    def show(self, view: FixListPanel) -> None:
        """One button for each choice; one that cannot be taken says why."""
        self._choices = view.choices
        keep_count(self, self.buttons, len(view.choices), self._make)
        keep_count(
            self,
            self._reasons,
            len(view.choices),
            lambda _: Words(base_px=15, ink=theme.QUIET),
        )
        for button, reason, choice in zip(self.buttons, self._reasons, view.choices, strict=True):
            button.text, button.disabled, reason.text = choice.text, bool(choice.reason), choice.reason
        self.redraw()

    def _make(self, number: int) -> MarshalButton:
        made = MarshalButton(kind="second")
        made.bind(on_release=lambda *_: self._choose(number))
        return made

    def _choose(self, number: int) -> None:
        choice = self._choices[number]
        self.do(self.desk.fix_choose, choice.wrong, choice.seat)

    def draw(self, group: Any) -> None:
        """Choices from the top, each with its reason below it (in a broad panel beside it); the way back."""
        del group
        box, gap = self.box(), self.gap
        box.bottom(self.px(FOOT_PX), gap).hold(self.back)
        columns = 1 if len(self.buttons) <= ONE_COLUMN else 2
        rows = max(-(-len(self.buttons) // columns), 1)
        below = self.upright and any(choice.reason for choice in self._choices)
        high = self.px(CHOICE_PX + (REASON_PX if below else 0))
        cells = box.top(min(box.height, rows * (high + gap) - gap)).cells(columns, rows, gap)
        for button, reason, cell in zip(self.buttons, self._reasons, cells, strict=False):
            if below:
                cell.top(min(self.px(CHOICE_PX), cell.height), self.px(4)).hold(button)
            elif reason.text:
                cell.left(cell.width / 2, gap).hold(button)
            else:
                cell.hold(button)
            cell.hold(reason)


class FixClaimView(MatchPanel):
    """Shows a `FixClaimPanel`."""

    def __init__(self, *parts: Any, **kwargs: Any) -> None:
        super().__init__(*parts, **kwargs)
        self.players = PlayerRow(lambda seat: self.do(self.desk.fix_seat, seat))
        self.strip = PlanStrip()
        self.tiles = TileGrid(lambda number: self.do(self.desk.fix_tile, number))
        for child in (self.players, self.strip, self.tiles):
            self.add_widget(child)
        self.markers = self.button(
            lambda: self.do(self.desk.fix_markers), text=word("fix.markers"), base_px=17
        )
        self.back = self.button(lambda: self.do(self.desk.fix_back), text=word("match.back"))
        self.none = self.button(
            lambda: self.do(self.desk.fix_tile, None), text=word("fix.no_tile"), kind="second"
        )

    def show(self, view: FixClaimPanel) -> None:
        """Update cards, markers and tiles; nothing but a name can be tapped before there is one."""
        if len(view.players) != len(self.players.cards):
            self.redraw()
        self.players.show(view.players)
        self.strip.show(view.rows, "")
        self.tiles.show(view.tiles)
        self.markers.disabled, self.none.disabled = not view.chosen, not view.can_clear

    def draw(self, group: Any) -> None:
        """Who, the markers, the tiles, and the ways out."""
        del group
        box, gap = self.box(), self.gap
        back, none = box.bottom(self.px(FOOT_PX), gap).columns(2, gap)
        back.hold(self.back)
        none.hold(self.none)
        high = self.players.height_in(box.width)
        box.top(high if self.upright else min(high, self.px(LOW_PX)), gap).hold(self.players)
        row = box.top(self.px(STRIP_PX), gap)
        row.right(self.px(88), 0).hold(self.markers)
        row.hold(self.strip)
        box.hold(self.tiles)


class FixBoardView(MatchPanel):
    """Shows a `FixBoardPanel`."""

    def __init__(self, *parts: Any, **kwargs: Any) -> None:
        super().__init__(*parts, **kwargs)
        self._sentence = Words(base_px=17)
        self.add_widget(self._sentence)
        self.chips: list[MeepleChip] = []
        self.back = self.button(lambda: self.do(self.desk.fix_back), text=word("match.back"))
        self.confirm = self.button(lambda: self.do(self.desk.fix_confirm), kind="main")

    def show(self, view: FixBoardPanel) -> None:
        """Update the chips; the meeple in hand, or the one that arrived, is lit."""
        self._sentence.text = view.sentence
        keep_count(self, self.chips, len(view.chips), self._make)
        for chip, shown in zip(self.chips, view.chips, strict=True):
            chip.colour, chip.name, chip.disabled = shown.colour, shown.name, not shown.enabled
            chip.chosen = shown.colour == view.chosen
        self.confirm.text, self.confirm.disabled = view.confirm, not view.can_confirm
        self.redraw()

    def _make(self, _number: int) -> MeepleChip:
        chip = MeepleChip()
        chip.bind(on_release=lambda chip: self.do(self.desk.fix_meeple, chip.colour))
        return chip

    def draw(self, group: Any) -> None:
        """The sentence, the chips, the two buttons."""
        del group
        box, gap = self.box(), self.gap
        back, confirm = box.bottom(self.px(FOOT_PX), gap).columns(2, gap)
        back.hold(self.back)
        confirm.hold(self.confirm)
        box.top(self.px(SENTENCE_PX), gap).hold(self._sentence)
        rows = max(-(-len(self.chips) // COLUMNS), 1)
        chips = box.top(min(box.height, rows * (self.px(CHIP_PX) + gap) - gap))
        for chip, cell in zip(self.chips, chips.cells(COLUMNS, rows, gap), strict=False):
            cell.hold(chip)
