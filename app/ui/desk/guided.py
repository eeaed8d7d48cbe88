"""The desk of the first game: as any other, and for a while meeples may be tried out on the map.

What is tried is no move of the match: `begin_trial` lets meeples run from where they stand, `end_trial` puts
them back. No notices: one bubble says what there is to say.
"""

from __future__ import annotations

from dataclasses import replace

from app.games.contract import Refused
from app.games.mutant_meeples.attempt import Attempt, start
from app.games.mutant_meeples.state import Plan
from app.ui.city_picture import CityMove, CityPicture
from app.ui.desk.desk import Desk
from app.ui.presenters import steps
from app.ui.presenters.views import MatchView


class GuidedDesk(Desk):
    """See the module's docstring."""

    _trial: Attempt | None = None
    _held: str | None = None
    """The meeple in hand while something is tried."""
    _seen = 0

    @property
    def planning(self) -> tuple[int | None, Plan]:
        """Whose markers are open (None: nobody's), and what lies there."""
        return self._hand.plan_seat, self._hand.plan

    @property
    def holds(self) -> str | None:
        """The colour of the meeple in hand, tried out or shown."""
        return self._held if self._trial is not None else self._hand.selected

    @property
    def tried(self) -> dict[str, str]:
        """{colour: cell} of what is tried; empty while nothing is."""
        trial = self._trial
        return {} if trial is None else {c: trial.board.name_of(at) for c, at in trial.positions.items()}

    def begin_trial(self) -> None:
        """Let the learner move meeples about."""
        state = self.state
        self._trial, self._held, self._seen = start(state.board, state.kit(0), state.starts), None, 0

    def end_trial(self) -> None:
        """Everybody stands where they stood."""
        self._trial = self._held = None

    def reset(self) -> None:
        """As for any match."""
        self.end_trial()
        super().reset()

    def tap_cell(self, cell: str, touched: str | None = None) -> None:
        """While something is tried: take a meeple in hand, or let it run."""
        if self._trial is None:
            super().tap_cell(cell, touched)
            return
        standing = next((colour for colour, at in self.tried.items() if at == cell), None)
        if standing is not None:
            self._held = standing
        elif self._held is not None:
            try:
                self._trial = self._trial.play_to(self._held, cell)
            except Refused:
                return  # it stays in hand: nothing was lost by trying

    def view(self) -> MatchView:
        """As ever, with what is tried on the map."""
        view = replace(super().view(), notice="", alarm=False, notice_on_top=False)
        return view if self._trial is None else replace(view, picture=self._tried_picture(self._trial))

    def _tried_picture(self, trial: Attempt) -> CityPicture:
        state = self.state
        reachable = {} if self._held is None else steps.reach(trial, self._held)
        return CityPicture(
            state.board,
            self.tried,
            state.starts,
            None if state.round is None else state.round.target,
            selected=self._held,
            reachable=reachable,
            path=steps.lines(self._tried_moves(trial)),
        )

    def _tried_moves(self, trial: Attempt) -> tuple[CityMove, ...]:
        state = self.state
        return steps.steps_of(state.board, state.setup.rules, state.starts, trial.moves)[1]

    def new_moves(self) -> tuple[CityMove, ...]:
        """As ever, or what was tried since."""
        if self._trial is None:
            return super().new_moves()
        moves = self._tried_moves(self._trial)
        fresh, self._seen = moves[self._seen :], len(moves)
        return fresh
