"""An open crime: the letters, the sand, pause, the tiles, the players, and two quiet actions.

A player who pressed owes a number: for one such lane the tiles are the way, and a sentence in place of the
quiet actions says so; several lanes take the place of tiles and players, a row each. All but the sand stands
on a `Still`, so that a frame of the running sand costs little.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kivy.clock import Clock

from app.ui import theme
from app.ui.panels.base import MatchPanel, keep_count, want
from app.ui.panels.box import Box
from app.ui.panels.claim_sheet import ClaimSheet
from app.ui.panels.lane_row import LaneRow
from app.ui.panels.no_way_sheet import NoWaySheet
from app.ui.panels.player_row import PlayerRow
from app.ui.panels.rules_sheet import RulesSheet
from app.ui.panels.tile_grid import TileGrid
from app.ui.presenters.views import LaneView, PlayerView, ThinkPanel
from app.ui.widgets.label import Words
from app.ui.widgets.sand_timer import SandTimer
from app.ui.widgets.settling import Settling
from app.ui.widgets.still import Still
from app.ui.widgets.tiles import LocationTile
from app.ui.words import word

LETTERS_PX = 82
BROAD_LETTERS_PX = 76
BROAD_DRAW_PX = 300
"""Width of letters, sand and pause where the quiet actions stand beside them."""
LETTER_PX, PAUSE_PX = 46, 50
LANE_PX = 48
LOW_PX = 77
"""Height of the players in a broad panel."""


class ThinkView(MatchPanel):
    """Shows a `ThinkPanel`."""

    def __init__(self, *parts: Any, **kwargs: Any) -> None:
        super().__init__(*parts, **kwargs)
        self._lanes: tuple[LaneView, ...] = ()
        self._players: tuple[PlayerView, ...] = ()
        self._agreed: tuple[bool, ...] = ()
        self._may_call_out: tuple[bool, ...] = ()
        self._held: tuple[int | None, ...] = ()
        self._settling = Settling(Clock)
        self._question: ClaimSheet | None = None
        self._rules_sheet: RulesSheet | None = None
        self._no_way_sheet: NoWaySheet | None = None
        self.still = Still()
        self.add_widget(self.still)
        self.letters = [LocationTile(caption=word(f"match.{key}")) for key in ("avenue", "street")]
        self.timer = SandTimer()
        self.tiles = TileGrid(lambda number: self.do(self.desk.tap_tile, number))
        self.players = PlayerRow(self._tap_player)
        self.add_widget(self.timer)
        self.tiles.show_lens_on(self.canvas.after)
        for child in (*self.letters, self.players, self.tiles):
            self.still.add_widget(child)
        self.pause = self.button(lambda: self.do(self.desk.pause), icon="pause")
        self.no_way = self.button(self._ask_all, text=word("match.no_way"), base_px=17)
        self.skip = self.button(lambda: self.do(self.desk.skip_the_wait), kind="main", base_px=17)
        self.rules = self.button(self._open_rules, text=word("match.rules"), base_px=17)
        for button in (self.pause, self.no_way, self.skip, self.rules):
            self.remove_widget(button)
            self.still.add_widget(button)
        self._tap_number = Words(text=word("match.tap_number"), bold=True, halign="center", base_px=24)
        self._tap_number.ink = theme.ACCENT
        self.lane_rows: list[LaneRow] = []

    # -- touching -------------------------------------------------------------------------------------

    def on_touch_down(self, touch: Any) -> bool:
        """Nobody's number is taken by a finger that meant what stood there before."""
        if self.deaf and self.collide_point(*touch.pos):
            return True
        return bool(super().on_touch_down(touch))

    @property
    def deaf(self) -> bool:
        """Whether touches are ignored now."""
        return self._settling.deaf

    def _tap_player(self, seat: int) -> None:
        tile = self._held[seat] if seat < len(self._held) else None
        if tile is None:
            self.do(self.desk.tap_player, seat)
            return
        call_out = (lambda: self.do(self.desk.call_out, seat)) if self._may_call_out[seat] else None
        name = self._players[seat].name
        self._question = ClaimSheet(name, tile, lambda: self.do(self.desk.tile_back, seat), call_out)
        self.open_sheet(self._question)

    def _open_rules(self) -> None:
        """They cover tiles and players, so running sand waits; the pause below them asks when to go on."""
        if not self.timer.running:
            self._show_rules("")
        elif not self.timer.paused:
            self.do(self.desk.pause)
            Clock.schedule_once(lambda _: self._show_rules(word("hurry.clock_stands")), 0)  # over the pause

    def _show_rules(self, note: str) -> None:
        self._rules_sheet = RulesSheet(note)
        self.open_sheet(self._rules_sheet)

    def _step(self, lane: int, step: int) -> None:
        if lane < len(self._lanes):
            self.do(self.desk.lane_step, self._lanes[lane].seat, step)

    def _take(self, lane: int) -> None:
        if lane < len(self._lanes):
            self.do(self.desk.lane_take, self._lanes[lane].seat)

    def _ask_all(self) -> None:
        self._no_way_sheet = NoWaySheet(lambda seat: self.do(self.desk.agree, seat))
        self._no_way_sheet.show(self._players, self._agreed)
        self.open_sheet(self._no_way_sheet)

    # -- showing --------------------------------------------------------------------------------------

    def show(self, view: ThinkPanel) -> None:
        """Update what changed; the layout only when lanes open or close."""
        for tile, letter in zip(self.letters, view.letters, strict=True):
            tile.letter = letter
        self.timer.show(view.timer)
        self.tiles.show(view.tiles)
        self._players, self._agreed = view.players, view.agreed
        if self._question is not None and view.held != self._held:
            self._question.close()
        self._may_call_out, self._held = view.may_call_out, view.held
        if self._rules_sheet is not None and view.timer.running and not view.timer.paused:
            self._rules_sheet.close()  # the pause button has let time run
        owing = {lane.seat: lane.left_s for lane in view.lanes}
        self.players.show(
            [
                replace(p, status=word("match.buzz_left", n=owing[p.seat])) if p.seat in owing else p
                for p in view.players
            ]
        )
        self.no_way.disabled = not view.may_agree
        self.skip.text, self.skip.disabled = view.skip, not view.can_skip
        if self._no_way_sheet is not None:
            self._no_way_sheet.show(view.players, view.agreed)
            if not view.may_agree:
                self._no_way_sheet.close()
        self._show_lanes(view.lanes, bool(view.skip))

    def gone(self) -> None:
        """Another panel takes over: open questions are void."""
        if self._question is not None:
            self._question.close()
        for sheet in (self._no_way_sheet, self._rules_sheet):
            if sheet is not None:
                sheet.close()

    def _show_lanes(self, lanes: tuple[LaneView, ...], may_skip: bool) -> None:
        """Rows for the lanes; the quiet actions where nobody owes a number ("no way" cannot be said any more
        where the wait may be skipped).
        """
        if max(len(lanes), len(self._lanes)) > 1 and _seats(lanes) != _seats(self._lanes):
            self._settling.begin()
        relaid = len(lanes) != len(self._lanes) or may_skip != (self.skip.parent is not None)
        self._lanes = lanes
        many = len(lanes) > 1
        keep_count(self.still, self.lane_rows, len(lanes) if many else 0, self._make_lane)
        for row, lane in zip(self.lane_rows, lanes, strict=False):
            row.show(lane)
        want(self.still, self._tap_number, len(lanes) == 1)
        for child in (self.tiles, self.players):
            want(self.still, child, not many)
        want(self.still, self.skip, may_skip)
        want(self.still, self.no_way, not lanes and not may_skip)
        want(self.still, self.rules, not lanes)
        if not many:
            self._want_draw_row(True)
        if relaid:
            self.redraw()

    def _want_draw_row(self, wanted: bool) -> None:
        for child in (*self.letters, self.pause):
            want(self.still, child, wanted)
        want(self, self.timer, wanted)

    def _make_lane(self, number: int) -> LaneRow:
        row = LaneRow()
        row.less.bind(on_step=lambda *_: self._step(number, -1))
        row.more.bind(on_step=lambda *_: self._step(number, 1))
        row.take.bind(on_release=lambda *_: self._take(number))
        return row

    # -- placing --------------------------------------------------------------------------------------

    def draw(self, group: Any) -> None:
        """Beside the city everything is stacked; below it the quiet actions stand beside the sand."""
        del group
        box, gap = self.box(), self.gap
        box.hold(self.still)
        if self.lane_rows:
            self._place_lanes(box)
            return
        if self.upright:
            self._place_draw(box.top(self.px(LETTERS_PX), gap))
            self._place_actions(box.bottom(self.px(theme.TOUCH_PX), gap))
        else:
            row = box.top(self.px(BROAD_LETTERS_PX), gap)
            self._place_draw(row.left(self.px(BROAD_DRAW_PX), gap))
            self._place_actions(row)
        box.bottom(self._players_height(box), gap).hold(self.players)
        box.hold(self.tiles)

    def _players_height(self, box: Box) -> float:
        wanted = self.players.height_in(box.width)
        one_row = self.players.rows_in(box.width) == 1
        return min(wanted, self.px(LOW_PX)) if one_row and not self.upright else wanted

    def _place_draw(self, row: Box) -> None:
        """Letters, sand and pause in one row."""
        gap = self.gap
        for tile in self.letters:
            row.left(self.px(LETTER_PX), gap * 0.75).hold(tile)
        pause = self.px(PAUSE_PX)
        row.right(pause, gap).middle(pause, pause).hold(self.pause)
        row.hold(self.timer)

    def _place_actions(self, row: Box) -> None:
        row.middle(row.width, row.height).hold(self._tap_number)
        left, right = row.columns(2, self.gap)
        for action in (self.no_way, self.skip):
            left.hold(action)
        right.hold(self.rules)

    def _place_lanes(self, box: Box) -> None:
        """Below letters and sand when there is room for that; many lanes need all of it for five seconds."""
        gap, count = self.gap, len(self.lane_rows)
        high = self.px(LANE_PX)
        needed = count * (high + gap) - gap
        head = self.px(LETTERS_PX if self.upright else BROAD_LETTERS_PX)
        roomy = needed + head + gap <= box.height
        self._want_draw_row(roomy)
        if roomy:
            row = box.top(head, gap)
            self._place_draw(row if self.upright else row.left(self.px(BROAD_DRAW_PX)))
        if needed <= box.height:
            for row in self.lane_rows:
                box.top(high, gap).hold(row)
            return
        for row, cell in zip(self.lane_rows, box.cells(2, -(-count // 2), gap), strict=False):
            cell.hold(row)


def _seats(lanes: tuple[LaneView, ...]) -> list[int]:
    return [lane.seat for lane in lanes]
