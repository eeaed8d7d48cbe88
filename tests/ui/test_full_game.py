"""Two players play a whole match in a real window, by real touches and real keys, to a winner.

Player 1 presses the key that stands for the claim button, player 2 lays markers by touch. In one round player
1 claims what cannot be shown and pays for it, in another the process is killed in the middle of a claim and
the match resumed. What to play is worked out from the state by the solver; only fingers act.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from app.games.mutant_meeples.bots import plan_of
from app.games.mutant_meeples.claims import lowest_free_tile
from app.games.mutant_meeples.moves import Move
from app.games.mutant_meeples.roster import meeple
from app.games.mutant_meeples.solver import solve
from app.games.mutant_meeples.state import Phase, Plan, Round, State, plan_total
from app.ui.words import word
from tests.ui.conftest import OpenWindow
from tests.ui.theatre import Theatre, in_reading_order

pytestmark = [pytest.mark.ui, pytest.mark.slow, pytest.mark.timeout(900)]

BUZZER, TOUCHER = 0, 1
FAILING_ROUND, KILLED_ROUND = 2, 3
MOST_ROUNDS = 20


class TwoPlayers:
    """The hands of both players."""

    def __init__(self, open_window: OpenWindow) -> None:
        self._open_window = open_window
        self.window: Theatre = open_window("house")
        self.shot: set[str] = set()

    def look(self, name: str) -> None:
        """Keep the first picture of each moment."""
        if name not in self.shot:
            self.window.settle()
            self.window.shoot(f"game-{name}-800x480")
            self.shot.add(name)

    @property
    def state(self) -> State:
        data = self.window.ask("call", name="state")
        return msgspec.convert(data, State)

    @property
    def crime(self) -> Round:
        crime = self.state.round
        assert crime is not None
        return crime

    def touch(self, key: str, **params: Any) -> None:
        """Touch what says these words, once it is there."""
        text = word(key, **params)
        self.window.until(
            lambda: any(w["touch"] and w["text"] == text for w in self.window.widgets()), repr(text)
        )
        self.window.touch(text)
        self.window.settle()

    def touch_cell(self, cell: str) -> None:
        self.window.touch_at(*self.window.ask("call", name=f"cell {cell}"))
        self.window.settle()

    def begin(self) -> None:
        self.look("home")
        self.touch("game.mutant-meeples")
        self.look("room")
        self.touch("room.setup")
        self.touch("setup.seat", number=BUZZER + 1)
        self.touch("seat.buzz")
        self.look("player")
        self.touch("setup.done")
        self.look("setup")
        self.touch("setup.start")
        self.look("draw")

    def press_key_and_take(self, tile: int) -> None:
        """Player 1's button, then the number."""
        self.window.press("1")
        self.window.until(lambda: self.crime.lanes, "the lane of player 1")
        self.look("buzz")
        self.window.touch_tile(tile)
        self.window.until(
            lambda: any(h.player == BUZZER for h in self.crime.holdings), "the tile of player 1"
        )

    def lay_markers(self, plan: Plan) -> None:
        """Tap the meeples and step their counts up, on the open player board."""
        for row in plan:
            self.window.tap(meeple(row.meeple).short)
        for number, row in enumerate(plan):
            for _ in range(row.count - 1):
                steppers = [w for w in self.window.widgets("CountStepper") if w["text"] == "plus"]
                self.window.touch_widget(in_reading_order(steppers)[number])
                self.window.settle()

    def claim_by_touch(self, plan: Plan) -> None:
        """Player 2 opens the own card, lays markers and takes the tile that is offered."""
        self.window.touch(self.state.players[TOUCHER].name)
        self.window.settle()
        self.lay_markers(plan)
        self.look("markers")
        tile = lowest_free_tile(self.crime, plan_total(plan))
        self.touch("plan.take", tile=tile)

    def show(self, plan: Plan, moves: tuple[Move, ...]) -> None:
        """Enter the markers as they lie if they are not on the screen yet, then tap every move."""
        crime = self.crime
        assert crime.showing is not None
        held = self.state.holding(crime.showing)
        assert held is not None
        if not held.plan:
            self.lay_markers(plan)
            self.touch("plan.these")
        in_hand = None
        for number, move in enumerate(moves, start=1):
            if move.meeple != in_hand:
                self.touch_cell(self.state.cells()[move.meeple])
                in_hand = move.meeple
            self.touch_cell(move.to)
            assert len(self.crime.moves) == number
        self.look("show")
        self.touch("show.done")

    def give_up(self) -> None:
        """Player 1 cannot show it, pays if there is anything to pay, and player 2 is next."""
        crime = self.crime
        held = self.state.holding(BUZZER)
        assert held is not None
        assert crime.showing == BUZZER
        self.lay_markers(plan_of(WRONG))
        self.touch("plan.these")
        self.touch("show.give_up")
        sure = [w for w in self.window.widgets("ConfirmSheet") if w["touch"]]
        self.window.hold(next(w["text"] for w in sure if w["text"] != word("match.back")))
        self.window.settle()
        self.look("failed")
        if self.crime.penalty_due:
            self.window.touch(meeple(self.state.players[BUZZER].team[0]).short)
            self.window.settle()
        for key in ("failed.proceed", "failed.proceed_none"):
            if any(w["touch"] and w["text"] == word(key) for w in self.window.widgets()):
                self.touch(key)
                return
        raise AssertionError("no way on after a failed claim")

    def agree(self) -> None:
        """Both say that there is no way."""
        self.touch("match.no_way")
        for seat in range(2):
            named = [w for w in self.window.widgets("NoWaySheet") if w["touch"]]
            name = self.state.players[seat].name
            self.window.touch(next(w["text"] for w in named if name in w["text"]))
            self.window.settle()

    def power_cut(self) -> None:
        """Kill the process and start it again; the home screen offers to go on."""
        before = self.state
        self.window.kill()
        self.window = self._open_window("house")
        self.look("kept")
        self.touch("home.resume")
        assert self.state == before
        self.look("paused")
        self.touch("match.go_on")


WRONG = (Move("green", None, "north", "AA", "AA"),)
"""Only its markers are used: one move of Forrest's, which will not be shown."""


def play_round(hands: TwoPlayers) -> None:
    """Think, claim, show: both claim their best, and whoever holds the lower tile shows it."""
    state, crime = hands.state, hands.crime
    hands.look("think")
    found = solve(state.board, state.starts, crime.target, state.kit(BUZZER), most_moves=7)
    if not found.moves:
        hands.agree()
        return
    failing = crime.number == FAILING_ROUND and "green" in state.kit(BUZZER).usable()
    hands.press_key_and_take(1 if failing else len(found.moves))
    if crime.number == KILLED_ROUND:
        hands.power_cut()
    other = solve(state.board, state.starts, crime.target, state.kit(TOUCHER), most_moves=7)
    assert other.moves
    hands.claim_by_touch(plan_of(other.moves))
    hands.window.until(lambda: hands.state.phase is Phase.SHOW, "the demonstration")
    if failing:
        hands.give_up()
    moves = found.moves if hands.crime.showing == BUZZER else other.moves
    hands.show(plan_of(moves), moves)


def test_two_players_play_to_a_winner_by_touches_and_keys(open_window: OpenWindow) -> None:
    hands = TwoPlayers(open_window)
    hands.begin()
    while hands.state.phase is not Phase.FINISHED:
        assert hands.state.rounds_played < MOST_ROUNDS
        phase = hands.state.phase
        if phase in (Phase.DRAW, Phase.SCATTER):
            hands.touch("match.turn_tiles" if phase is Phase.DRAW else "match.scatter")
        elif phase is Phase.RESULT:
            hands.look("verdict")
            hands.touch("result.next")
        else:
            play_round(hands)
    state = hands.state
    assert state.winner is not None
    assert len(state.players[state.winner].team) == 6
    assert hands.window.ask("call", name="kept") is None, "a finished match is not offered again"
    hands.look("winner")
