"""The match screen without its pixels: what each touch means, and the view to draw. No Kivy.

Holds the session, what fingers have done meanwhile (`Hand`), the camera and the search for the best solution.
Touches become actions of the game through the session's queue; nothing here changes the match by itself. Main
thread only; `poll` is called about ten times a second and says whether anything may look different.
"""

from __future__ import annotations

from app.games.contract import Message
from app.games.mutant_meeples.claims import can_still_claim, markers_on_the_board
from app.games.mutant_meeples.roster import meeple
from app.games.mutant_meeples.showing import needs_markers
from app.games.mutant_meeples.state import (
    Phase,
    Round,
    State,
)
from app.language import sentence
from app.table.best import BestFinder
from app.table.camera_desk import CameraDesk, Step
from app.table.session import Session
from app.ui.city_picture import CityMove
from app.ui.presenters import match, steps
from app.ui.presenters.match import Hand
from app.ui.presenters.views import ChipView, ConfirmPanel, Header, MatchView, Panel
from app.ui.words import word


class Desk:
    """The controller of one match screen."""

    def __init__(self, session: Session[State], best: BestFinder, camera: CameraDesk) -> None:
        self._session, self._best, self._camera = session, best, camera
        self._hand = Hand()
        self._said: tuple[str, bool] = ("", False)
        self._shown_moves = 0
        self._place: tuple[Phase, int] | None = None
        session.listener = self._listen

    # -- looking --------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The match. Only while there is one."""
        state = self._session.state
        assert state is not None
        return state

    @property
    def _crime(self) -> Round:
        crime = self.state.round
        assert crime is not None
        return crime

    def poll(self) -> None:
        """Camera and search; the session itself is pumped by the table."""
        self._camera.poll()
        if self._session.state is not None and self.state.phase in (Phase.RESULT, Phase.FINISHED):
            self._best.look(self.state)
        self._take_reading()

    def view(self) -> MatchView:
        """Everything on the screen now."""
        self._keep_hand_true()
        text, alarm = self._said
        return MatchView(
            header=self._header(),
            picture=match.picture(self.state, self._hand, self._best.best),
            panel=self._panel(),
            paused=self._session.paused,
            notice=text,
            alarm=alarm,
        )

    def new_moves(self) -> tuple[CityMove, ...]:
        """Moves shown since the last call, to be animated; empty after a step back."""
        moves = self._visible_moves()
        fresh = moves[self._shown_moves :] if len(moves) > self._shown_moves else ()
        self._shown_moves = len(moves)
        return fresh

    def _visible_moves(self) -> tuple[CityMove, ...]:
        state = self.state
        if state.round is None or self._hand.placed is not None:
            return ()
        made = state.round.moves
        if self._hand.best_step is not None and self._best.best is not None:
            made = self._best.best.moves[: self._hand.best_step]
        elif state.phase is Phase.THINK:
            return ()
        return steps.steps_of(state.board, state.setup.rules, state.round.starts, made)[1]

    def _header(self) -> Header:
        text = match.header_sentence(self.state)
        if self._hand.plan_seat is not None:
            name = self.state.players[self._hand.plan_seat].name
            showing = self.state.phase is Phase.SHOW
            text = text if showing else word("plan.title", name=name)
        return Header(text, self._hint(), self._session.can_undo)

    def _hint(self) -> str:
        state = self.state
        if state.phase is Phase.THINK and self._hand.plan_seat is None:
            crime = self._crime
            left = match.seconds(self._session.left_ms(), f"sand {crime.number}")
            if left is not None and crime.holdings:
                return word("match.seconds_left", n=left)
            buzzing = markers_on_the_board(state.setup)
            return word("match.think_buzz" if buzzing else "match.think_touch")
        if state.phase is Phase.SHOW and not needs_markers(state):
            chosen = self._hand.selected
            return word("show.tap_cell", meeple=meeple(chosen).short) if chosen else word("show.tap_meeple")
        return ""

    def _panel(self) -> Panel:
        state, hand, left = self.state, self._hand, self._session.left_ms()
        best, failed = self._best.best, self._best.failed
        match state.phase:
            case Phase.THINK if hand.plan_seat is None:
                return match_views.think_panel(state, self._crime, hand, left)
            case Phase.THINK:
                return match_views.plan_panel(state, self._crime, hand, left)
            case Phase.SHOW if hand.plan_seat is not None:
                return match_views.plan_panel(state, self._crime, hand, left)
            case Phase.SHOW if hand.placed is not None:
                return self._confirm_panel()
            case Phase.SHOW:
                return match_views.show_panel(state, self._crime, hand, *self._camera_words())
            case Phase.FAILED:
                return match_views.failed_panel(state, self._crime)
            case Phase.RESULT | Phase.FINISHED if hand.best_step is not None and best is not None:
                return match_views.best_panel(state, self._crime, best, hand.best_step)
            case Phase.RESULT:
                return match_views.result_panel(state, self._crime, best, failed)
            case Phase.FINISHED:
                return match_views.winner_panel(state, best, failed)
        return match_views.draw_panel(state)

    def _camera_words(self) -> tuple[str, bool]:
        if not self._camera.available:
            return "", False
        busy = self._camera.step is not Step.IDLE
        return word("show.camera_busy" if busy else "show.camera"), busy

    def _confirm_panel(self) -> ConfirmPanel:
        placed = self._hand.placed or {}
        chips = tuple(
            ChipView(c, meeple(c).short, True, None) for c in self._hand.doubtful if c not in placed
        ) + tuple(ChipView(c, meeple(c).short, True, 0) for c in self._hand.doubtful if c in placed)
        return ConfirmPanel(
            sentence=word("confirm.sentence"),
            doubtful=chips,
            selected=self._hand.selected,
            can_confirm=set(placed) == set(self.state.starts),
        )

    # -- what happened --------------------------------------------------------------------------------

    def _listen(self, events: list[Message]) -> None:
        if events:
            self._said = (" ".join(sentence(event) + "." for event in events), not self._went_through)
        self._went_through = False

    _went_through = False

    def _keep_hand_true(self) -> None:
        """Drop what fingers held when the match has moved on (somebody else's claim, the sand, an undo)."""
        state, hand = self.state, self._hand
        place = (state.phase, state.rounds_played)
        showing = state.round.showing if state.round else None
        if place != self._place or (state.phase is Phase.SHOW and showing != self._showing):
            self._hand = hand = Hand()
            self._camera.clear()
        self._place, self._showing = place, showing
        if state.phase is Phase.THINK and hand.plan_seat is not None:
            if not can_still_claim(state, hand.plan_seat):
                self._hand = Hand(lane_numbers=hand.lane_numbers)
        elif state.phase is Phase.SHOW:
            hand.plan_seat = showing if needs_markers(state) else None

    _showing: int | None = None
