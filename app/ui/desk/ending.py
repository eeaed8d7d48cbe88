"""Touches after a round: what each player could have done, and the replay of a best plan."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from app.games.mutant_meeples.answers import Moves
from app.games.mutant_meeples.state import Phase, Tournament
from app.ui.city_picture import CityMove
from app.ui.desk.base import DeskBase
from app.ui.presenters import steps
from app.ui.presenters.replay import Replay


class Ending(DeskBase):
    """Stepping through what could have been done."""

    def new_moves(self) -> tuple[CityMove, ...]:
        """Moves that appeared since the last call, to be animated; empty after a step back."""
        moves = self._moves_on_map()
        fresh = moves[self._moves_seen :]
        self._moves_seen = len(moves)
        return fresh

    def _moves_on_map(self) -> tuple[CityMove, ...]:
        state, hand = self.state, self._hand
        if state.round is None or hand.placed is not None:
            return ()
        made = state.round.moves
        if hand.best_seat is not None:
            made = self._plan_of(hand.best_seat)[: hand.replay.step]
        return steps.steps_of(state.board, state.setup.rules, state.round.starts, made)[1]

    def _plan_of(self, seat: int) -> Moves:
        """The best plan of that seat, as far as it is known."""
        best = self._best.best
        return () if best is None else best.answers[seat].moves

    def play_again(self) -> None:
        """The same players begin another match, or another tournament, with the same set-up."""
        if self.state.phase is not Phase.FINISHED:
            return
        setup = self.state.setup
        if setup.tournament is not None:
            setup = replace(setup, tournament=Tournament())
        self._session.start(setup)
        self.reset()

    def show_best(self) -> None:
        """Tell the best there was; whose it is comes first."""
        best = self._best.best
        if best is not None and best.seat is not None:
            self.show_best_of(best.seat)

    def show_best_of(self, seat: int) -> None:
        """Tell this player's best plan, as far as it is known."""
        hand = self._hand
        hand.best_seat, hand.replay, self._moves_seen = seat, Replay(pace=hand.replay.pace), 0

    def best_step(self, step: int) -> None:
        """One move on or back in the replay."""
        self.best_to(self._hand.replay.step + step)

    def best_to(self, step: int) -> None:
        """So many moves of the plan are made; a jump is shown at once, one move on is played."""
        was = self._hand.replay.step
        self._replay(lambda replay, of: replay.at(step, of))
        if step > was + 1:
            self._moves_seen = len(self._moves_on_map())

    def best_play(self) -> None:
        """Let the replay go on by itself, or stand still."""
        self._replay(Replay.played)
        if self._hand.replay.playing:
            if self._hand.replay.step == 0:
                self._moves_seen = 0
            self._replay(Replay.ticked)  # a tap on "play" is answered at once

    def best_tick(self) -> None:
        """The next step is due, unless time stands still."""
        if not self._session.paused:
            self._replay(Replay.ticked)

    def best_pace(self) -> None:
        """Play it at the next speed."""
        self._replay(lambda replay, _: replay.faster())

    def _replay(self, change: Callable[[Replay, int], Replay]) -> None:
        hand = self._hand
        if hand.best_seat is not None:
            hand.replay = change(hand.replay, len(self._plan_of(hand.best_seat)))

    def close_best(self) -> None:
        """Back to the verdict."""
        self._hand.best_seat = None
        self._moves_seen = len(self._moves_on_map())
