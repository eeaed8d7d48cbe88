"""Touches after a round: what each player could have done, and the replay of a best plan."""

from __future__ import annotations

from msgspec.structs import replace

from app.games.mutant_meeples.answers import Moves
from app.games.mutant_meeples.state import Phase, Tournament
from app.ui.city_picture import CityMove
from app.ui.desk.base import DeskBase
from app.ui.presenters import steps


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
            made = self._plan_of(hand.best_seat)[: hand.best_step]
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
        self._hand.best_seat, self._hand.best_step, self._moves_seen = seat, 0, 0

    def best_step(self, step: int) -> None:
        """One move on or back in the replay."""
        hand = self._hand
        if hand.best_seat is not None:
            hand.best_step = min(max(hand.best_step + step, 0), len(self._plan_of(hand.best_seat)))

    def close_best(self) -> None:
        """Back to the verdict."""
        self._hand.best_seat = None
        self._moves_seen = len(self._moves_on_map())
