"""Touches after a round: the replay of the best solution."""

from __future__ import annotations

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
        state, best = self.state, self._best.best
        if state.round is None or self._hand.placed is not None:
            return ()
        made = state.round.moves
        if self._hand.best_step is not None and best is not None:
            made = best.moves[: self._hand.best_step]
        return steps.steps_of(state.board, state.setup.rules, state.round.starts, made)[1]

    def show_best(self) -> None:
        """Begin the replay of the best solution."""
        if self._best.best is not None and self._best.best.moves:
            self._hand.best_step, self._moves_seen = 0, 0

    def best_step(self, step: int) -> None:
        """One move on or back in the replay."""
        best = self._best.best
        if self._hand.best_step is not None and best is not None:
            self._hand.best_step = min(max(self._hand.best_step + step, 0), len(best.moves))

    def close_best(self) -> None:
        """Back to the verdict."""
        self._hand.best_step = None
        self._moves_seen = len(self._moves_on_map())
