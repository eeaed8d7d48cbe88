"""A whole match screen in a window: real session, journal, desk and worker, on a clock that moves when told.

`call(moment)` leads a fresh match into a moment by the game's own actions and shows it; every touch that
reaches the desk is noted in `heard`.
"""

from __future__ import annotations

import datetime
import random
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from kivy.core.window import Window
from msgspec.structs import replace

from app import language
from app.games.contract import say
from app.games.mutant_meeples.board import BoardFile
from app.games.mutant_meeples.match import MutantMeeples
from app.games.mutant_meeples.moves import Move
from app.games.mutant_meeples.roster import Rules
from app.games.mutant_meeples.showing import attempt_of
from app.games.mutant_meeples.state import (
    Action,
    Agree,
    Buzz,
    Claim,
    Done,
    DrawCrime,
    GiveBack,
    GiveUp,
    Phase,
    PlayerSetup,
    Round,
    Row,
    SetPlan,
    Setup,
    ShowCells,
    ShowMove,
    State,
    TimeUp,
)
from app.table.autoplay import SECOND, HandClock
from app.table.camera_desk import CameraDesk, Seen
from app.table.opponents import Opponents
from app.table.session import Pressed, Session
from app.table.watching import Watching
from app.ui.desk import Desk
from app.ui.presenters.views import StepView
from app.ui.screens.match import MatchScreen
from hardware.events import PAUSE
from tests.ui.fingers import Fingers
from tests.ui.scene import POLL_S, Scene

WALL = datetime.datetime(2030, 1, 1, 12, tzinfo=datetime.UTC)
NAMES = ("Anna", "Ben", "Cleo", "Dan", "Emil", "Frida")
SEAT_NAMES = tuple(f"Player {number}" for number in range(1, 7))
LONG_NAMES = ("Maximilian", "Wilhelmina", "Guadalupe", "Konstantin", "Montgomery", "Winnifred")
ROUTE = ("gray", "gray", "gray", "green", "green")
"""Whose moves lead to the scene of the crime."""
TOUCHES = (
    "undo", "redo", "pause", "go_on", "dismiss_notice", "draw", "tap_player", "tap_tile", "lane_step",
    "lane_take", "agree", "call_out", "tile_back", "tap_chip", "set_count", "confirm_plan", "close_plan",
    "tap_cell", "take_back", "done", "give_up", "give_back", "proceed", "photo", "toggle_watch", "choose",
    "confirm_cells", "drop_reading", "skip_the_wait", "play_again", "show_best", "show_best_of",
    "best_step", "close_best", "fix", "fix_choose", "fix_seat", "fix_markers", "fix_tile", "fix_meeple",
    "fix_confirm", "fix_back",
)  # fmt: skip


class HeardDesk(Desk):
    """The real desk, which also writes down what it was asked."""

    def __init__(self, heard: list[Any], *parts: Any) -> None:
        super().__init__(*parts)
        self._inside = 0
        for name in TOUCHES:
            setattr(self, name, self._noting(heard, name, getattr(self, name)))

    def _noting(self, heard: list[Any], name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*arguments: Any) -> Any:
            if not self._inside:  # what the desk asks of itself is its own business
                heard.append([name, *arguments])
            self._inside += 1
            try:
                return method(*arguments)
            finally:
                self._inside -= 1

        return noted

    def poll(self) -> None:
        """As the desk does; what a verdict that has come makes it do, nobody has touched."""
        self._inside += 1
        try:
            super().poll()
        finally:
            self._inside -= 1


class SilentCamera:
    """A camera that never has a picture: what is there to be seen of a camera that is busy."""

    def request(self) -> None:
        """Asked for a picture."""

    def poll(self) -> None:
        """None yet."""

    def cancel(self) -> None:
        """No longer wanted."""


class MatchScene(Scene):
    """The stage with one match screen."""

    names: tuple[str, ...] = NAMES
    heroes: tuple[str, ...] = ("white", "yellow", "red", "blue", "brown")
    """A team that lacks one."""
    board: str | BoardFile = "meeptropolis"

    def __init__(self, folder: Path, *around: AbstractContextManager[Any]) -> None:
        super().__init__(folder, *around)
        self.clock = HandClock()
        self._runs = False
        """Whether the clock goes on with the frames."""
        self.chance = random.Random(5)
        self.session: Session[State] = Session(
            MutantMeeples(), self.open_journal(None), clock_ns=self.clock, wall=lambda: WALL, rng=self.chance
        )
        worker = self.open_worker()
        self.camera = CameraDesk(SilentCamera(), worker)
        self.bots = Opponents(self.session, worker, self.clock)
        self.desk = HeardDesk(self.heard, self.session, worker, self.camera, self.bots, self.make_watching())
        self.screen = MatchScreen(
            self.desk,
            self._pump,
            on_leave=self._left,
            on_next_game=lambda: self.heard.append(["next game"]),
        )
        self.stage.add_screen(self.screen)
        self.moments: dict[str, Callable[[], None]] = {
            name.removeprefix("_to_").replace("_", " "): getattr(self, name)
            for name in dir(self)
            if name.startswith("_to_")
        }
        self.call("draw")
        self.every_tick(self._tick)

    def make_watching(self) -> Watching | None:
        """A camera that follows the table, where there is one."""
        return None

    def _left(self) -> None:
        """As the house does: from now on there is no match at the table."""
        self.session.leave()
        self.heard.append(["left"])

    def _tick(self) -> None:
        if self._runs:
            self.clock.advance_to(self.clock() + round(POLL_S * SECOND))
        self.desk.poll()
        self._pump()

    def _pump(self) -> None:
        self.session.pump()
        if self.session.state is not None:
            self.screen.refresh()

    def call(self, name: str, at: tuple[float, float] = (0, 0)) -> Any:
        """Lead a fresh match into a moment, or tell (or change) a fact about the present one."""
        facts: dict[str, Callable[[], Any]] = {
            "moments": lambda: sorted(self.moments),
            "phase": lambda: str(self.state.phase),
            "moving": lambda: self.screen.ids.city.moving,
            "meeples": lambda: dict(self.screen.ids.city.picture.meeples),
            "replay": self._replay,
            "reduce motion": lambda: setattr(self.screen, "reduced_motion", True),
            "notice": lambda: self.screen.ids.notice.sentence,
            "places to fill": lambda: sorted(
                set(self.state.starts) - set(self.screen.ids.city.picture.meeples)
            ),
            "notice ends": lambda: self.screen._notice_ends is not None,
            "every step": self._show_every_step,
            "open plan, then touch": lambda: self._open_plan_and_touch(at),
            "crime ends": self._agree_all,
            "a second passes": self._let_a_second_pass,
            "tiles held": lambda: {str(h.tile): h.player for h in self._crime().holdings},
            "drafts": lambda: [[[row.meeple, row.count] for row in plan] for plan in self._crime().drafts],
            "hardware pause": self._press_pause,
            "time runs": lambda: setattr(self, "_runs", True),
            "time stands": lambda: setattr(self, "_runs", False),
            "seat names": lambda: setattr(self, "names", SEAT_NAMES),
            "short names": lambda: setattr(self, "names", NAMES),
            "take buttons": lambda: [row.take.kind for row in self.screen.ids.panel.children[0].lane_rows],
            "long names": lambda: setattr(self, "names", LONG_NAMES),
        }
        if name in facts:
            return facts[name]()
        if name.startswith("row "):
            row = self.screen.ids.panel.children[0].steps.rows[int(name[4:]) - 1]
            return row.to_window(*row.center)
        if name.startswith("middle of "):
            return self.screen.ids.city.grid.middle_of(name[-2:])
        self.screen.on_pre_enter()
        self.moments[name]()
        self.desk.dismiss_notice()
        self.desk.poll()
        self.heard.clear()
        self._pump()
        return None

    def _replay(self) -> dict[str, Any] | None:
        """How the plan shown is gone through; None: none is shown."""
        hand = self.desk._hand
        return None if hand.best_seat is None else {"step": hand.replay.step, "playing": hand.replay.playing}

    def _show_every_step(self) -> int:
        """All sentences there are for steps, in the list of the panel."""
        filled = {"meeple": "Shortstop", "power": "Shortstop", "side": "north-east", "cell": "WW"}
        filled["obstacle"] = "the building north-east of WW"
        texts = [words for key, words in language.table().items() if key.startswith("step.")]
        told = [f"{text.format(**filled)}." for text in texts]
        rows = [StepView("brown", number, text, text) for number, text in enumerate(told, start=1)]
        self.screen.ids.panel.children[0].steps.show(rows)
        return len(rows)

    def _open_plan_and_touch(self, at: tuple[float, float]) -> None:
        """The panel changes and a finger comes down in the same frame."""
        self.desk.tap_player(1)
        self.screen.refresh()
        self.heard.clear()
        Fingers(Window, list).move([("down", 1, at), ("up", 1, "")])

    def busy(self) -> bool:
        """Whether the best is asked for and not all of it known."""
        finder = self.desk._best
        return finder._asked is not None and (finder.best is None or finder.best.hard is None)

    def _agree_all(self) -> None:
        self._act(*(Agree(seat) for seat in range(len(self.state.players))))
        self._pump()

    def _crime(self) -> Round:
        assert self.state.round is not None
        return self.state.round

    def _press_pause(self) -> None:
        self.session.post(Pressed(0, PAUSE, self.clock()))
        self._pump()

    def _let_a_second_pass(self) -> None:
        self.clock.advance_to(self.clock() + SECOND)
        self._pump()

    # -- how to get there -----------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The match."""
        assert self.session.state is not None
        return self.session.state

    def _begin(self, players: int = 4, buzz: bool = False) -> None:
        """A fresh match with some heroes on the teams already."""
        self.session.leave()
        self.chance.seed(5)
        seats = tuple(PlayerSetup(name, style="buzz" if buzz else "touch") for name in self.names[:players])
        self.session.start(Setup(seats, self.board, Rules(demonstration="shorter-ok")))
        self.desk.reset()  # as the house does: nothing of the last match is kept, nor what was best in it
        teams: tuple[tuple[str, ...], ...] = (
            ("white", "yellow"),
            ("red",),
            ("blue", "brown"),
            (),
            ("black",),
        )
        teams = (*teams, (), ()) if players > 1 else ((),)
        seated = tuple(
            replace(player, team=team) for player, team in zip(self.state.players, teams, strict=False)
        )
        self.session.state = replace(self.state, players=seated)

    def _act(self, *actions: Action) -> None:
        for action in actions:
            assert self.session.act(action), action

    def _route(self) -> list[Move]:
        """Legal slides of the meeples of `ROUTE`, tried out on a game beside the table."""
        game, state = MutantMeeples(), self.state
        counts = [Row("gray", 3), Row("green", 2)]
        for action in (DrawCrime(("A", "C"), ()), SetPlan(0, tuple(counts)), Claim(0, 24)):
            state, _ = game.apply(state, action)
        if state.phase is Phase.THINK:  # somebody else may claim
            state, _ = game.apply(state, TimeUp())
        moves: list[Move] = []
        for colour in ROUTE:
            used = {move.to for move in moves} | set(self.state.starts.values())
            move = next(
                m for m, _ in attempt_of(state).options(colour) if m.power is None and m.to not in used
            )
            state, _ = game.apply(state, ShowMove(colour, move.to))
            moves.append(move)
        return moves

    def _open(self, players: int = 4, buzz: bool = False) -> list[Move]:
        """A crime that `ROUTE` solves."""
        self._begin(players, buzz)
        moves = self._route()
        cell = moves[-1].to
        self._act(DrawCrime((cell[0], cell[1]), ()))
        return moves

    def _claimed(self, players: int = 4, buzz: bool = False) -> list[Move]:
        moves = self._open(players, buzz)
        plan = (Row("gray", 3), Row("green", 2))
        self._act(SetPlan(0, plan), Claim(0, 5))
        return moves

    def _showing(self) -> list[Move]:
        moves = self._claimed()
        self._act(TimeUp())
        return moves

    def _photograph(self, cells: dict[str, str | None], doubtful: tuple[str, ...] | None) -> None:
        """What was read before the demonstration and, unless `doubtful` is None, after it."""
        self.desk.view()
        self.camera.seen = Seen(dict(self.state.starts), True, (), say("camera.certain"))
        self.desk.poll()
        if doubtful is not None:
            self.camera.seen = Seen(cells, False, doubtful, say("camera.doubtful", meeples=doubtful))
            self.desk.poll()

    # -- the moments ----------------------------------------------------------------------------------

    def _to_draw(self) -> None:
        self._begin()

    def _to_draw_handicaps(self) -> None:
        self._begin(6)
        less = tuple(replace(player, removed=("brown", "red")) for player in self.state.players)
        self.session.state = replace(self.state, players=less)

    def _to_draw_later(self) -> None:
        self._begin()
        self.session.state = replace(self.state, rounds_played=1)

    def _to_plan_handicap(self) -> None:
        self._to_draw_handicaps()
        self._act(DrawCrime(("K", "D"), ()))
        self.desk.view()
        self.desk.tap_player(1)

    def _to_think_mixed(self) -> None:
        self._open(buzz=True)
        first, *others = self.state.setup.players
        setup = replace(self.state.setup, players=(replace(first, style="touch"), *others))
        self.session.state = replace(self.state, setup=setup)

    def _to_draw_six(self) -> None:
        self._begin(6)

    def _to_think(self) -> None:
        self._open()

    def _to_think_two(self) -> None:
        self._open(2)

    def _to_think_six_open(self) -> None:
        self._open(6)

    def _to_think_six(self) -> None:
        self._claimed(6)

    def _to_think_claimed(self) -> None:
        self._sand_runs()

    def _to_think_last_seconds(self) -> None:
        self._sand_runs(gone_s=54)

    def _sand_runs(self, buzz: bool = False, gone_s: int = 18) -> None:
        self._claimed(buzz=buzz)
        self.clock.advance_to(self.clock() + gone_s * SECOND)
        self.session.pump()

    def _to_lane(self) -> None:
        self._sand_runs(buzz=True)
        self._act(Buzz(2))

    def _to_lane_late(self) -> None:
        self._sand_runs(buzz=True, gone_s=59)
        self._act(Buzz(2))
        self.clock.advance_to(self.clock() + 2 * SECOND)
        self.session.pump()

    def _to_lanes_two(self) -> None:
        self._sand_runs(buzz=True)
        self._act(Buzz(2), Buzz(1))

    def _to_lanes_six(self) -> None:
        self._open(6, buzz=True)
        self._act(*(Buzz(seat) for seat in range(6)))

    def _to_plan_empty(self) -> None:
        self._open()
        self.desk.view()
        self.desk.tap_player(1)

    def _to_plan_full(self) -> None:
        self._to_think_claimed()
        self._act(SetPlan(1, (Row("brown", 3), Row("black", 2), Row("green", 10))))
        self.desk.view()
        self.desk.tap_player(1)

    def _to_think_claimed_mixed(self) -> None:
        """Anna's markers lie on the screen, Ben's (if there are any) on his player board."""
        self._to_think_mixed()
        self._act(SetPlan(0, (Row("gray", 3), Row("green", 2))), Claim(0, 5), Buzz(1), Claim(1, 6))

    def _to_plan_laid(self) -> None:
        self._open(buzz=True)
        self._act(SetPlan(1, (Row("brown", 1), Row("black", 1))))
        self.desk.view()
        self.desk.tap_player(1)

    def _to_plan_six(self) -> None:
        self._claimed(6)
        self._act(SetPlan(3, (Row("green", 4),)))
        self.desk.view()
        self.desk.tap_player(1)

    def _to_plan_call_out(self) -> None:
        self._open(buzz=True)
        self.desk.view()
        self.desk.tap_player(1)

    def _to_plan_enter(self) -> None:
        self._open(buzz=True)
        self._act(Buzz(1), Claim(1, 6), TimeUp())
        self.desk.view()
        self.desk.tap_chip("gray")
        self.desk.tap_chip("green")

    def _to_plan_too_high(self) -> None:
        self._open(buzz=True)
        self._act(Buzz(3), Claim(3, 6), TimeUp())
        self.desk.view()
        self.desk.tap_chip("gray")
        self.desk.set_count(0, 7)

    def _to_show_first_of_two(self) -> None:
        self._claimed()
        self._act(SetPlan(3, (Row("green", 6),)), Claim(3, 6), TimeUp())

    def _to_show_none(self) -> None:
        self._showing()

    def _to_show_some(self) -> None:
        moves = self._showing()
        self._act(*(ShowMove(move.meeple, move.to) for move in moves[:4]))
        self.desk.view()
        self.desk.tap_cell(moves[3].to)

    def _to_show_exactly(self) -> None:
        """At a table where every marker has to be shown."""
        self._to_show_some()
        self.session.state = replace(self.state, setup=replace(self.state.setup, rules=Rules()))

    def _to_show_all(self) -> None:
        moves = self._showing()
        self._act(*(ShowMove(move.meeple, move.to) for move in moves))

    def _to_confirm(self) -> None:
        moves = self._showing()
        cells: dict[str, str | None] = dict(self.state.starts) | {move.meeple: move.to for move in moves}
        cells["black"] = None
        self._photograph(cells, ("black", "red", "blue"))

    def _to_confirm_ready(self) -> None:
        self._showing()
        self._photograph(dict(self.state.starts), ("red",))

    def _to_show_astray(self) -> None:
        self._showing()
        self.desk.view()
        starts = self.state.starts
        elsewhere = dict(zip(starts, [*list(starts.values())[1:], next(iter(starts.values()))], strict=True))
        self.camera.seen = Seen(elsewhere, True, (), say("camera.certain"))

    def _to_show_photo_after(self) -> None:
        self._showing()
        self._photograph(dict(self.state.starts), None)

    def _to_failed(self) -> None:
        self._begin()
        self.session.state = replace(
            self.state, players=tuple(replace(player, team=()) for player in self.state.players)
        )
        self._act(DrawCrime(("K", "D"), ()), SetPlan(0, (Row("gray", 3),)), Claim(0, 5), TimeUp())
        move = attempt_of(self.state).options("gray")[0][0]
        self._act(ShowMove("gray", move.to), Done())

    def _to_failed_unmoved(self) -> None:
        self._open()
        self._act(SetPlan(3, (Row("gray", 3),)), Claim(3, 5), TimeUp(), GiveUp())

    def _to_failed_penalty(self) -> None:
        self._begin()
        players = (replace(self.state.players[0], team=self.heroes), *self.state.players[1:])
        self.session.state = replace(self.state, players=players)
        self._act(DrawCrime(("K", "D"), ()), SetPlan(0, (Row("gray", 3),)), Claim(0, 5), TimeUp())
        move = attempt_of(self.state).options("gray")[0][0]
        self._act(ShowMove("gray", move.to), Done())

    def _to_failed_by_camera(self) -> None:
        self._showing()
        self._act(ShowCells({**self.state.starts, "gray": "JK", "blue": "BB"}))

    def _to_failed_by_camera_paid(self) -> None:
        self._to_failed_by_camera()
        self._act(GiveBack(self.state.players[0].team[0]))

    def _to_result(self) -> None:
        self._to_show_all()
        self._act(Done())

    def _to_result_agreed(self) -> None:
        self._open(2)
        self._act(Agree(0), Agree(1))

    def _to_winner(self) -> None:
        moves = self._showing()
        players = (replace(self.state.players[0], team=self.heroes), *self.state.players[1:])
        self.session.state = replace(self.state, players=players)
        self._act(*(ShowMove(move.meeple, move.to) for move in moves), Done())
        assert self.state.phase is Phase.FINISHED

    def _to_scatter(self) -> None:
        self._begin()
        self.session.state = replace(self.state, phase=Phase.SCATTER)

    def _to_think_undone(self) -> None:
        self._to_think_two()
        self._act(Agree(0))
        self.session.undo()

    def _to_paused(self) -> None:
        self._to_think_claimed()
        self.session.pause()


MATCH_SCENES = {"match": MatchScene}
