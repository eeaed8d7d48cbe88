"""The states of the larger widgets, for the gallery: (caption, make, width and height in base pixels) each.

Main thread only.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.games.mutant_meeples.board import Board
from app.ui import theme
from app.ui.panels.lane_row import LaneRow
from app.ui.panels.plan_strip import PlanStrip
from app.ui.panels.take_bar import TakeBar
from app.ui.presenters.camera.views import Line, Mark, Overlay
from app.ui.presenters.help import FIVE, pages, powers
from app.ui.presenters.history_views import ChartView, ChoiceView, MatchRowView, RoundRowView
from app.ui.presenters.lessons import lesson
from app.ui.presenters.setup import SeatView
from app.ui.presenters.views import LaneView, RowView
from app.ui.widgets import tiles
from app.ui.widgets.cards import CityCard, ResumeCard, ShelfCard
from app.ui.widgets.chart import Chart
from app.ui.widgets.check_list import CheckList
from app.ui.widgets.chips import PlayerMeeple, TileChip
from app.ui.widgets.day_card import DayCard
from app.ui.widgets.door_card import DoorCard
from app.ui.widgets.example import Example
from app.ui.widgets.help_cards import HelpRow, PictureRow, TopicCard
from app.ui.widgets.history_rows import ChoiceCell, MatchLine, RoundCard
from app.ui.widgets.hold import HoldButton, HoldRing
from app.ui.widgets.letter_pad import LetterPad
from app.ui.widgets.live_view import LiveView
from app.ui.widgets.meeple_chip import CountStepper, MeepleChip
from app.ui.widgets.notices import LEVELS, NoticeBar, StatusDot
from app.ui.widgets.player_card import PlayerCard
from app.ui.widgets.player_tab import PlayerTab
from app.ui.widgets.qr import QrCode
from app.ui.widgets.sand_timer import SandTimer
from app.ui.widgets.seat_row import SeatRow
from app.ui.widgets.sheet import ConfirmSheet
from app.ui.widgets.slot import Slot
from app.ui.widgets.switch import SwitchRow
from app.ui.widgets.verdict import KINDS, StepRow, VerdictBanner
from app.ui.words import word

State = tuple[str, Callable[[], Any], float, float]
ANNA = {"name": "Anna", "colour": theme.PLAYERS[0]}
SENTENCE = "Anna: 5 moves, tile 5"


def _shown(kind: Callable[..., Any], *view: Any) -> Callable[[], Any]:
    """A widget that is given what it shows after it was made."""

    def made() -> Any:
        widget = kind()
        widget.show(*view)
        return widget

    return made


def cards_and_rows(board: Board) -> list[State]:
    """What is chosen from."""
    shelf = {"title": "Mutant Meeples", "line": word("room.setup_line"), "call": word("home.play")}
    door = {"title": word("room.help"), "line": word("room.help_line")}
    switch = {"title": word("variants.shorter"), "sentence": word("variants.shorter_line")}
    seat = SeatView("Anna", "A", theme.PLAYERS[0], "", (), None, True)
    special = SeatView("Ben", "B", theme.PLAYERS[1], "2", ("gray",), "black", False)
    return [
        ("ShelfCard, playable", lambda: ShelfCard(playable=True, **shelf), 260, 220),
        ("ShelfCard, to come", lambda: ShelfCard(game="meeple-hope", **shelf), 180, 220),
        ("CityCard", lambda: CityCard(board=board, title="Meeptropolis"), 150, 170),
        ("CityCard, chosen", lambda: CityCard(board=board, title="Meeptropolis", chosen=True), 150, 170),
        ("ResumeCard", lambda: ResumeCard(title=word("home.resume"), sentence=SENTENCE), 440, 72),
        ("DoorCard, main", lambda: DoorCard(main=True, **door), 300, 260),
        ("DoorCard", lambda: DoorCard(**door), 300, 84),
        ("DoorCard, pressed", lambda: DoorCard(state="down", **door), 300, 84),
        ("HoldButton, danger", lambda: HoldButton(text=word("match.end"), kind="danger"), 240, 60),
        ("HoldButton, held", lambda: HoldButton(text=word("match.end"), kind="danger", share=0.6), 240, 60),
        ("HoldRing, held", lambda: HoldRing(sentence=word("lock.locked"), share=0.6), 300, 72),
        ("PlayerTab", lambda: PlayerTab(sign="A", colour=theme.PLAYERS[0]), 96, 48),
        ("SwitchRow, off", lambda: SwitchRow(**switch), 400, 78),
        ("SwitchRow, on", lambda: SwitchRow(on=True, **switch), 400, 78),
        ("SwitchRow, pressed", lambda: SwitchRow(state="down", **switch), 400, 78),
        ("SeatRow", _shown(SeatRow, seat), 360, 52),
        ("SeatRow, handicap and hero", _shown(SeatRow, special), 360, 52),
        ("DayCard", _day(board, main=True), 180, 260),
        *_of_the_help(),
        ("DayCard, solved", _day(board, stars=2), 180, 260),
        *_of_the_past(),
    ]


def _day(board: Board, **look: Any) -> Callable[[], Any]:
    return lambda: DayCard(
        board=board, name="Meeptropolis", level=word("puzzles.hard"), call=word("home.play"), **look
    )


def _of_the_help() -> list[State]:
    """The ways to its pages, and what stands on them."""
    first, second = pages()[:2]
    topic = {"key": first.key, "title": first.title}
    return [
        ("TopicCard", lambda: TopicCard(**topic), 250, 76),
        ("TopicCard, pressed", lambda: TopicCard(state="down", **topic), 250, 76),
        ("HelpRow, a meeple", lambda: HelpRow(powers()[0]), 380, 76),
        ("HelpRow, pressed", lambda: HelpRow(powers()[0], state="down"), 380, 76),
        ("HelpRow, a sentence", lambda: HelpRow(second.entries[0]), 380, 76),
        ("PictureRow", lambda: PictureRow(FIVE[0], first.entries[0]), 150, 270),
        ("PictureRow, beside", lambda: PictureRow(FIVE[0], first.entries[0]), 400, 110),
        ("Example", _shown(Example, lesson("yellow")), 260, 260),
    ]


def _of_the_past() -> list[State]:
    """Rows of past matches."""
    kinds = ("won", "open", "ended", "unreadable")
    matches = [MatchRowView(1, "Anna, Ben", SENTENCE, kind, kind, kind == "open") for kind in kinds]
    crime = RoundRowView(0, "1", "KC", SENTENCE, "5, 6", theme.PLAYERS[0])
    right = ChoiceView(0, "Anna", "5", theme.PLAYERS[0], "tick", True, True)
    wrong = ChoiceView(1, "Ben", "4", theme.PLAYERS[1], "cross", False, True)
    silent = ChoiceView(2, "Cleo", "3", theme.PLAYERS[2], "", False, False)
    return [
        *((f"MatchLine, {match.kind}", _shown(MatchLine, match), 480, 60) for match in matches),
        ("RoundCard", _shown(RoundCard, crime), 480, 60),
        ("ChoiceCell, chosen", _shown(ChoiceCell, right), 150, 52),
        ("ChoiceCell", _shown(ChoiceCell, wrong), 150, 52),
        ("ChoiceCell, disabled", _shown(ChoiceCell, silent), 150, 52),
    ]


def players_and_tiles() -> list[State]:
    """What is played with."""
    team = ["green", "white", "yellow"]
    held = {"holder_initial": "A", "holder_colour": theme.PLAYERS[0]}
    plan = (RowView("gray", "Ozzy", 3), RowView("green", "Forrest", 2))
    lane = LaneView(0, "Anna", theme.PLAYERS[0], 5, 4)
    states: list[State] = [
        ("PlayerCard", lambda: PlayerCard(**ANNA, team=team, status="5"), 130, 92),
        ("PlayerCard, at turn", lambda: PlayerCard(**ANNA, team=team, status="5", active=True), 130, 92),
        ("PlayerCard, a machine", lambda: PlayerCard(**ANNA, bot=True, team=team, missing=["red"]), 140, 92),
    ]
    for state in tiles.STATES:
        look = held if state == "held" else {}
        states.append((state, _tile(number=5, tile=state, **look), 64, 56))
    states += [
        ("pressed", lambda: tiles.MovementTile(number=5, state="down"), 64, 56),
        ("LocationTile", lambda: tiles.LocationTile(letter="K", caption=word("match.avenue")), 96, 90),
        ("face down", lambda: tiles.LocationTile(caption=word("match.street")), 96, 90),
        ("MeepleChip", lambda: MeepleChip(colour="green", name="Forrest"), 150, 56),
        ("chosen", lambda: MeepleChip(colour="green", name="Forrest", chosen=True), 150, 56),
        ("may not move", lambda: MeepleChip(colour="green", name="Forrest", disabled=True), 150, 56),
        ("narrow", lambda: MeepleChip(colour="black", name="Carbon"), 80, 84),
        *((f"PlayerMeeple, {mark}", _meeple(mark), 150, 84) for mark in ("plays", "out", "hero")),
        ("TileChip", lambda: TileChip(sides=["north"], text=word("tiles.straight")), 84, 84),
        ("chosen", lambda: TileChip(sides=["north", "east"], text=word("tiles.corner"), chosen=True), 84, 84),
        ("blank", lambda: TileChip(blank=True, text=word("tiles.away")), 84, 84),
        ("CountStepper", lambda: CountStepper(value=3), 170, 56),
        ("CountStepper, at its end", lambda: CountStepper(value=10), 170, 56),
        ("PlanStrip: markers", _shown(PlanStrip, plan, ""), 260, 48),
        ("TakeBar: the pad", _shown_bar, 300, 56),
        ("LaneRow", _shown(LaneRow, lane), 330, 56),
        ("SandTimer", lambda: SandTimer(left_ms=42_000, text="42"), 200, 110),
        ("SandTimer, the last seconds", lambda: SandTimer(left_ms=8_000, text="8"), 200, 110),
        ("SandTimer, paused", lambda: SandTimer(left_ms=42_000, text="42", paused=True), 200, 110),
        ("SandTimer, run out", lambda: SandTimer(left_ms=0, text="0"), 200, 110),
    ]
    return states


def _tile(**look: Any) -> Callable[[], Any]:
    return lambda: tiles.MovementTile(**look)


def _meeple(mark: str) -> Callable[[], Any]:
    return lambda: PlayerMeeple(colour="green", name="Forrest", mark=mark)


def _shown_bar() -> TakeBar:
    bar = TakeBar()
    bar.take.text = word("match.take_it")
    return bar


def _slot() -> Slot:
    slot = Slot()
    slot.put(VerdictBanner(title="Slot", kind="plain"))
    return slot


def told() -> list[State]:
    """What is said, asked and measured."""
    bars = ChartView(
        "Claims", SENTENCE, "moves", "claims", (2.0, 5.0, 3.0, 1.0), ("1", "2", "3", "4"), TICKS, True
    )
    line = ChartView("Heroes", SENTENCE, "matches", "heroes", (1.0, 3.0, 2.0, 5.0, 4.0), (), TICKS, False)
    checks = (
        Line("Seen clearly", Mark.GOOD, 0.8, 0.5, "green"),
        Line("Too dark", Mark.BAD, 0.2, 0.5, "gray"),
        Line("Not looked at yet", Mark.OPEN),
    )
    ask = {"title": word("home.quit_title"), "sentence": word("home.quit_sentence")}
    states: list[State] = [(f"VerdictBanner, {kind}", _banner(kind), 360, 110) for kind in KINDS]
    states += [
        (
            "StepRow",
            lambda: StepRow(number=1, colour="gray", did="north to HA", why="the city edge"),
            360,
            44,
        ),
        (
            "StepRow, bad",
            lambda: StepRow(number=2, colour="gray", did="east to JA", why="a wall", bad=True),
            360,
            44,
        ),
        *((f"StatusDot, {level}", _dot(level), 250, 32) for level in LEVELS),
        ("NoticeBar", lambda: NoticeBar(sentence=SENTENCE), 400, 52),
        ("NoticeBar, alarm", lambda: NoticeBar(sentence=SENTENCE, kind="alarm"), 400, 52),
        ("CheckList", _shown(CheckList, checks), 360, 132),
        ("Chart, bars", _shown(Chart, bars), 360, 220),
        ("Chart, line", _shown(Chart, line), 360, 220),
        ("QrCode", lambda: QrCode(text="meeple-marshal"), 132, 132),
        ("LiveView, no picture yet", _shown(LiveView, None, Overlay(), None), 180, 132),
        ("Slot", _slot, 180, 96),
        ("ConfirmSheet", _asking(danger=False, **ask), 0, 300),
        ("ConfirmSheet, danger", _asking(danger=True, **ask), 0, 300),
        ("LetterPad", lambda: LetterPad(lambda _: None, name="Anna", size_hint=(None, None)), 0, 470),
    ]
    return states


TICKS = ((0.0, "0"), (5.0, "5"))


def _banner(kind: str) -> Callable[[], Any]:
    return lambda: VerdictBanner(title=word("result.title_solved"), sentence=SENTENCE, kind=kind)


def _dot(level: str) -> Callable[[], Any]:
    return lambda: StatusDot(level=level, sentence=SENTENCE)


def _asking(danger: bool, **texts: str) -> Callable[[], Any]:
    def nothing() -> None:
        """The gallery asks, and does nothing."""

    return lambda: ConfirmSheet(
        word("home.quit_yes"), word("home.quit_no"), nothing, danger, size_hint=(None, None), **texts
    )
