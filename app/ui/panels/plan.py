"""A player's markers: the meeples to choose from, up to three rows in order, and the tile to take.

"Take" claims the lowest free tile that is high enough; minus and plus beside it choose another one. When the
markers of a taken tile are entered afterwards there is only "These are my markers". Beside the way back
stands a tab for everybody else who can still claim: two who have found a way at once need not wait.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from app.games.mutant_meeples.roster import MAX_MEEPLES_MOVED, MAX_MOVES_PER_MEEPLE, colours
from app.ui import drawing, theme
from app.ui.panels.base import MatchPanel, keep_count, want
from app.ui.panels.box import Box
from app.ui.panels.call_out import call_out_sheet
from app.ui.panels.give_up import give_up_sheet
from app.ui.panels.take_bar import TakeBar
from app.ui.presenters.views import PlanPanel, RowView
from app.ui.widgets.base import Drawn
from app.ui.widgets.label import Words
from app.ui.widgets.meeple_chip import CountStepper, MeepleChip
from app.ui.widgets.player_tab import PlayerTab
from app.ui.widgets.sheet import ConfirmSheet
from app.ui.words import word

CHIP_PX = 52
BAR_PX = 52
NAMED_COLUMNS = 4
"""More chips beside each other than that have no room for their names."""
TAB_GAP_PX, LEAST_BACK_PX = 5, 76
BROAD_ROW_PX, BROAD_CHIPS_PX, BROAD_BAR_PX = 72, 156, 236


class PlanRow(Drawn):
    """One row of markers: number, figure, name and how many moves; empty, it waits for a meeple."""

    def __init__(self, number: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._number, self._row = number, RowView("", "", 0)
        self._name = Words(bold=True, base_px=17)
        self.stepper = CountStepper(low=1, high=MAX_MOVES_PER_MEEPLE)
        self.add_widget(self._name)

    def show(self, row: RowView | None) -> None:
        """Show a row, or the place for one."""
        shown = row or RowView("", "", 0)
        if shown != self._row:
            self._row = shown
            self.redraw()
        self._name.text = shown.name
        want(self, self.stepper, row is not None)
        if row is not None:
            self.stepper.value = row.count

    def draw(self, group: Any) -> None:
        """The place, or figure, name and stepper."""
        radius, row = self.px(10), self._row
        drawing.slab(group, self.pos, self.size, radius, theme.PANEL if row.colour else theme.GROUND)
        drawing.frame(group, self.pos, self.size, radius, self.px(1.5), theme.LINE)
        box = Box(self.x, self.y, self.width, self.height)
        spot = box.left(self.px(24))
        ink = theme.ACCENT if row.colour else theme.QUIET
        x, y = spot.x + spot.width / 2 + self.px(2), self.center_y
        drawing.text(group, str(self._number), x, y, self.px(22), ink, theme.SHOUT)
        if not row.colour:
            return
        figure = box.left(self.px(40), self.px(4))
        drawing.meeple(group, row.colour, figure.x + figure.width / 2, self.center_y, self.px(40))
        box.right(self.px(152), self.px(4)).hold(self.stepper)
        box.hold(self._name)


class PlanView(MatchPanel):
    """Shows a `PlanPanel`."""

    def __init__(self, *parts: Any, **kwargs: Any) -> None:
        super().__init__(*parts, **kwargs)
        self._view: PlanPanel | None = None
        self.chips = [MeepleChip(colour=colour) for colour in colours()]
        for chip in self.chips:
            chip.bind(on_release=lambda chip: self.do(self.desk.tap_chip, chip.colour))
            self.add_widget(chip)
        self.rows = [PlanRow(number + 1) for number in range(MAX_MEEPLES_MOVED)]
        for number, row in enumerate(self.rows):
            row.stepper.bind(on_change=lambda _, count, row=number: self.do(self.desk.set_count, row, count))
            self.add_widget(row)
        self.bar = TakeBar()
        self.bar.less.bind(on_release=lambda *_: self._other_tile(-1))
        self.bar.more.bind(on_release=lambda *_: self._other_tile(1))
        self.bar.take.bind(on_release=lambda *_: self._take())
        self.these = self.button(lambda: self.do(self.desk.confirm_plan), kind="main", base_px=20)
        self.back = self.button(self._close, text=word("plan.close"), base_px=17)
        self.call_out = self.button(self._ask_to_call_out, kind="danger", base_px=17)
        self.give_up = self.button(self._ask_to_give_up, text=word("show.give_up"), base_px=17)
        self.tabs: list[PlayerTab] = []
        self._question: ConfirmSheet | None = None

    @property
    def _tile(self) -> int | None:
        """The tile in hand; with the desk, so that it outlasts a look at the settings."""
        return self.desk.tile_in_hand

    @_tile.setter
    def _tile(self, number: int | None) -> None:
        self.desk.tile_in_hand = number

    # -- touching -------------------------------------------------------------------------------------

    def _free_tiles(self) -> list[int]:
        tiles = self._view.tiles if self._view is not None else ()
        return [tile.number for tile in tiles if tile.state in ("free", "offered")]

    def _other_tile(self, step: int) -> None:
        free = self._free_tiles()
        if self._tile in free:
            self._tile = free[min(max(free.index(self._tile) + step, 0), len(free) - 1)]
            self._show_tile()

    def _take(self) -> None:
        view = self._view
        offered = (
            next((tile.number for tile in view.tiles if tile.state == "offered"), None) if view else None
        )
        if self._tile is not None and self._tile != offered:
            self.do(self.desk.tap_tile, self._tile)
        else:
            self.do(self.desk.confirm_plan)

    def _close(self) -> None:
        self.desk.planned = None
        fixing = self._view is not None and self._view.fixing
        self.do(self.desk.fix_back if fixing else self.desk.close_plan)

    def _make_tab(self, number: int) -> PlayerTab:
        tab = PlayerTab()
        tab.bind(on_release=lambda *_: self._change_to(number))
        return tab

    def _change_to(self, number: int) -> None:
        """Somebody else has found a way, too; the markers laid so far are kept."""
        others = self._view.others if self._view is not None else ()
        if number < len(others):
            self.do(self.desk.tap_player, others[number].seat)

    def _ask_to_call_out(self) -> None:
        assert self._view is not None
        seat, name = self._view.seat, self._view.name
        self._ask(call_out_sheet(name, lambda: self.do(self.desk.call_out, seat)))

    def _ask_to_give_up(self) -> None:
        assert self._view is not None
        self._ask(give_up_sheet(self._view.give_up_cost, lambda: self.do(self.desk.give_up)))

    def _ask(self, question: ConfirmSheet) -> None:
        self._question = question
        self.open_sheet(question)

    def gone(self) -> None:
        """Another moment has come: the question is void."""
        if self._question is not None:
            self._question.close()

    # -- showing --------------------------------------------------------------------------------------

    def show(self, view: PlanPanel) -> None:
        """Update chips, rows and tile; another total begins again with the tile offered."""
        before, self._view = self._view, view
        if before is not None and (before.seat, before.can_call_out) != (view.seat, view.can_call_out):
            self.gone()
        for chip, shown in zip(self.chips, view.chips, strict=True):
            chip.disabled, chip.chosen = not shown.enabled, shown.row is not None
        for number, row in enumerate(self.rows):
            row.show(view.rows[number] if number < len(view.rows) else None)
        offered = next((tile.number for tile in view.tiles if tile.state == "offered"), None)
        planned = (view.seat, view.total)
        if self.desk.planned != planned or self._tile not in self._free_tiles():
            self._tile, self.desk.planned = offered, planned
        self._show_tile()
        claiming = bool(view.tiles)
        want(self, self.bar, claiming)
        want(self, self.back, claiming or view.fixing)
        want(self, self.call_out, view.can_call_out)
        want(self, self.these, not claiming)
        want(self, self.give_up, not claiming and not view.fixing)
        others = view.others if not view.can_call_out else ()
        keep_count(self, self.tabs, len(others), self._make_tab)
        for tab, other in zip(self.tabs, others, strict=True):
            tab.sign, tab.colour = other.sign, other.colour
        self.these.text = view.confirm
        self.these.disabled = not view.can_confirm and not view.too_high  # tapped, the game says the same
        self.these.kind = "danger" if view.too_high else "main"
        self.call_out.text = word("plan.call_out", name=view.name)
        self.redraw()

    def _show_tile(self) -> None:
        view = self._view
        if view is None:
            return
        ready = view.can_confirm and self._tile is not None
        self.bar.take.text = word("plan.take", tile=self._tile) if ready else view.confirm
        self.bar.take.disabled = not ready
        free = self._free_tiles()
        place = free.index(self._tile) if self._tile in free else -1
        self.bar.less.disabled = not ready or place <= 0
        self.bar.more.disabled = not ready or place >= len(free) - 1

    # -- placing --------------------------------------------------------------------------------------

    def draw(self, group: Any) -> None:
        """Chips above the rows, or beside them in a broad panel; the way on and the way back at the foot."""
        del group
        box, gap = self.box(), self.gap
        few, many = max(2, -(-len(self.chips) // NAMED_COLUMNS)), -(-len(self.chips) // 2)
        narrow = few * theme.TOUCH_PX + (few - 1) * theme.GAP_PX
        if self.upright:
            chips = box.top(2 * self.px(CHIP_PX) + gap, gap)
            self._place_feet(box.bottom(self.px(theme.TOUCH_PX), gap))
            self._place_bar(box.bottom(self.px(BAR_PX), gap))
        else:
            foot = box.bottom(self.px(BAR_PX), gap)
            self._place_bar(foot.right(self.px(BROAD_BAR_PX), gap))
            self._place_feet(foot)
            box = box.top(min(box.height, self.px(3 * BROAD_ROW_PX) + 2 * gap))
            chips = box.left(self.px(BROAD_CHIPS_PX if few == 2 else narrow), 2 * gap)
        columns, rows = (many, 2) if self.upright else (few, NAMED_COLUMNS)
        named = columns <= (NAMED_COLUMNS if self.upright else 2)
        names = [chip.name for chip in self._view.chips] if self._view is not None else []
        for chip, name, cell in zip(self.chips, names, chips.cells(columns, rows, gap), strict=False):
            chip.name = name if named else ""
            cell.hold(chip)
        for row, cell in zip(self.rows, box.rows(len(self.rows), gap), strict=True):
            cell.hold(row)

    def _place_tabs(self, box: Box) -> None:
        """At the right; where they leave no room for the way back, that way leads to the others, too."""
        side, gap = self.px(theme.TOUCH_PX), self.px(TAB_GAP_PX)
        fit = len(self.tabs) * (side + gap) + side <= box.width + 1
        for tab in reversed(self.tabs):
            tab.opacity, tab.disabled = int(fit), not fit
            if fit:
                box.right(side, gap).hold(tab)

    def _place_bar(self, box: Box) -> None:
        box.middle(box.width, box.height).hold(self.these)
        box.hold(self.bar)

    def _place_feet(self, box: Box) -> None:
        if self.call_out.parent is not None:
            box.right(box.width * 0.55 - self.gap / 2, self.gap).hold(self.call_out)
        self._place_tabs(box)
        self.back.text = word("plan.close") if box.width >= self.px(LEAST_BACK_PX) else ""
        self.back.icon = "" if self.back.text else "west"
        for way_out in (self.back, self.give_up):
            box.hold(way_out)
