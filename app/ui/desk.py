"""The match screen without its pixels: what each touch means, and the view to draw. No Kivy.

Holds the session, what fingers have done meanwhile (`Hand`), the camera and the search for the best solution.
Touches become actions of the game through the session's queue; nothing here changes the match by itself. Main
thread only; `poll` is called about ten times a second.
"""

from __future__ import annotations

from app.games.contract import Message
from app.games.mutant_meeples.claims import can_still_claim, lowest_free_tile
from app.games.mutant_meeples.roster import MAX_MEEPLES_MOVED, MAX_MOVES_PER_MEEPLE, meeple
from app.games.mutant_meeples.showing import needs_markers
from app.games.mutant_meeples.state import (
    Action,
    Agree,
    Claim,
    Done,
    DrawCrime,
    Eliminate,
    GiveBack,
    GiveUp,
    Phase,
    Plan,
    Proceed,
    Row,
    Scatter,
    SetPlan,
    ShowCells,
    ShowMove,
    State,
    TakeBack,
    plan_total,
)
from app.language import sentence
from app.table.best import BestFinder
from app.table.camera_desk import HAND_IN_VIEW, CameraDesk, Seen, Step
from app.table.session import Session
from app.ui.city_picture import CityMove
from app.ui.presenters import headline, steps
from app.ui.presenters import match as views
from app.ui.presenters.match import Hand
from app.ui.presenters.notice import on_top
from app.ui.presenters.views import MatchView, Panel
from app.ui.words import word

OVER = (Phase.RESULT, Phase.FINISHED)

NEWS = frozenset(
    {
        "claim.taken",
        "claim.waits",
        "claim.lapsed",
        "claim.no_plan",
        "claim.called_out",
        "draw.occupied",
        "draw.passed_over",
        "penalty.paid",
        "table.undone",
        "table.redone",
        "verdict.correct",
    }
)
"""What is worth a line over the map; the rest of what happens is plain to see on the screen."""


class Desk:
    """The controller of one match screen."""

    def __init__(self, session: Session[State], best: BestFinder, camera: CameraDesk) -> None:
        self._session, self._best, self._camera = session, best, camera
        self._hand = Hand()
        self._notice, self._alarm, self._stays = "", False, False
        self._tapped: str | None = None
        self._place: tuple[Phase, int, int | None] | None = None
        self._moves_seen = 0
        self._pressed: frozenset[int] = frozenset()
        session.listener = self._listen

    @property
    def state(self) -> State:
        """The match. Only while there is one."""
        state = self._session.state
        assert state is not None
        return state

    # -- looking --------------------------------------------------------------------------------------

    def poll(self) -> None:
        """Camera and search; the session itself is pumped by the table."""
        if self._session.state is None:
            return
        self._camera.poll()
        self._take_reading()
        if self.state.phase in OVER:
            self._best.look(self.state)

    def view(self) -> MatchView:
        """Everything on the screen now."""
        self._keep_hand_true()
        session = self._session
        return MatchView(
            header=headline.header(
                self.state, self._hand, session.left_ms(), session.can_undo, session.can_redo
            ),
            picture=views.picture(self.state, self._hand, self._best.best),
            panel=self._panel(),
            paused=session.paused,
            notice=self._notice,
            alarm=self._alarm,
            notice_stays=self._stays,
            notice_on_top=bool(self._notice) and on_top(self.state.board, self._notice, self._busy_cells()),
        )

    def _busy_cells(self) -> list[str]:
        """The cell of the meeple in hand, and the one tapped last."""
        hand, busy = self._hand, [self._tapped] if self._tapped is not None else []
        if hand.selected is not None:
            cell = (self.state.cells() if hand.placed is None else hand.placed).get(hand.selected)
            busy += [cell] if cell is not None else []
        return busy

    def _say(self, text: str, alarm: bool = False, stays: bool = False) -> None:
        self._notice, self._alarm, self._stays = text, alarm, stays

    def dismiss_notice(self) -> None:
        """The notice has been read."""
        self._say("")
        self._hand.astray = ()

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

    def _panel(self) -> Panel:
        state, hand, left = self.state, self._hand, self._session.left_ms()
        best, failed = self._best.best, self._best.failed
        crime = state.round
        if crime is None or state.phase in (Phase.DRAW, Phase.SCATTER):
            return views.draw_panel(state)
        if state.phase is Phase.THINK and hand.plan_seat is None:
            return views.think_panel(state, crime, hand, left)
        if hand.plan_seat is not None:
            return views.plan_panel(state, crime, hand, left)
        if state.phase is Phase.SHOW:
            if hand.placed is not None:
                return views.confirm_panel(state, hand)
            return views.show_panel(state, crime, hand, *self._camera_words())
        if state.phase is Phase.FAILED:
            return views.failed_panel(state, crime)
        if hand.best_step is not None and best is not None:
            return views.best_panel(state, crime, best, hand.best_step)
        if state.phase is Phase.FINISHED:
            return views.winner_panel(state, best, failed)
        return views.result_panel(state, crime, best, failed)

    def _camera_words(self) -> tuple[str, bool]:
        if not self._camera.available:
            return "", False
        if self._camera.step is not Step.IDLE:
            return word("show.camera_busy"), True
        return word("show.photo_after" if self._hand.start_seen else "show.photo_before"), False

    def _listen(self, events: list[Message], accepted: bool) -> None:
        told = [event for event in events if not accepted or event.key in NEWS]
        if told:
            self._say(" ".join(f"{sentence(event).rstrip('.!')}." for event in told), alarm=not accepted)

    def _keep_hand_true(self) -> None:
        """Drop what fingers held when the match has moved on (somebody's claim, the sand, an undo)."""
        state = self.state
        showing = state.round.showing if state.round else None
        place = (state.phase, state.rounds_played, showing)
        if place != self._place:
            self._place, self._hand, self._tapped = place, Hand(), None
            self._camera.clear()
            if self._stays:
                self._say("")
        self._make_room_for_presses()
        hand = self._hand
        if state.phase is Phase.SHOW:
            entering = needs_markers(state)
            hand.plan_seat = showing if entering else None
        elif hand.plan_seat is not None and not can_still_claim(state, hand.plan_seat):
            self._hand = Hand(lane_numbers=hand.lane_numbers)

    def _make_room_for_presses(self) -> None:
        """Somebody pressed: an open marker panel of another player goes away, its markers are kept."""
        crime = self.state.round
        pressed = frozenset(lane.player for lane in views.owing(crime)) if crime is not None else frozenset()
        if pressed - self._pressed - {self._hand.plan_seat} and self.state.phase is Phase.THINK:
            self._hand.plan_seat, self._hand.plan = None, ()
        self._pressed = pressed

    def reset(self) -> None:
        """Another match is at the table: nothing of the last one is kept."""
        self._place, self._hand, self._tapped, self._moves_seen = None, Hand(), None, 0
        self._pressed = frozenset()
        self._say("")
        self._best.forget()
        self._camera.clear()

    def abandon(self) -> None:
        """Give this match up for good."""
        self._session.abandon()

    # -- touching: any time ---------------------------------------------------------------------------

    def _want(self, action: Action) -> None:
        self.dismiss_notice()
        self._session.want(action)

    def undo(self) -> None:
        """Take the last action of the match back."""
        self.dismiss_notice()
        self._session.pump()
        self._session.undo()
        crime, seat = self.state.round, self._hand.plan_seat
        if self.state.phase is Phase.THINK and crime is not None and seat is not None:
            self._hand.plan = crime.drafts[seat]

    def redo(self) -> None:
        """Do again what was taken back last."""
        self.dismiss_notice()
        self._session.redo()

    def pause(self) -> None:
        """Stop the clock."""
        self._session.pause()

    def go_on(self) -> None:
        """Let the clock run again."""
        self.dismiss_notice()
        self._session.go_on()

    # -- touching: drawing and thinking ---------------------------------------------------------------

    def draw(self) -> None:
        """Turn two Location tiles, or put everybody back on the grates."""
        self._want(Scatter() if self.state.phase is Phase.SCATTER else DrawCrime())

    def tap_player(self, seat: int) -> None:
        """Open a player's markers; nothing for a player who cannot claim any more."""
        crime = self.state.round
        if self.state.phase is Phase.THINK and crime is not None and can_still_claim(self.state, seat):
            self._hand.plan_seat, self._hand.plan = seat, crime.drafts[seat]

    def tap_tile(self, number: int) -> None:
        """A Movement tile: for the open plan, else for the first player who pressed."""
        state, hand, crime = self.state, self._hand, self.state.round
        if state.phase is not Phase.THINK or crime is None:
            return
        if hand.plan_seat is not None:
            self._want(SetPlan(hand.plan_seat, hand.plan))
            self._want(Claim(hand.plan_seat, number))
            return
        owing = views.owing(crime)
        if owing:
            self._want(Claim(owing[0].player, number))
        else:
            self._say(word("match.who_claims"))

    def lane_step(self, seat: int, step: int) -> None:
        """Change the number in a lane by one."""
        crime = self.state.round
        if crime is None:
            return
        number = views.lane_number(self.state, crime, seat, self._hand) or 1
        wanted = number + step
        held = {holding.tile for holding in crime.holdings}
        while wanted in held:
            wanted += step
        least = max(1, plan_total(crime.drafts[seat]))
        if lowest_free_tile(crime, wanted) == wanted and wanted >= least:
            self._hand.lane_numbers[seat] = wanted

    def lane_take(self, seat: int) -> None:
        """Claim the number shown in a lane."""
        crime = self.state.round
        number = views.lane_number(self.state, crime, seat, self._hand) if crime else None
        if number is not None:
            self._want(Claim(seat, number))

    def agree(self, seat: int) -> None:
        """A player says there is no way there, or takes it back."""
        crime = self.state.round
        if crime is not None:
            self._want(Agree(seat, seat not in crime.agreed))

    def call_out(self, seat: int) -> None:
        """The table saw no markers in front of this player."""
        self._want(Eliminate(seat))

    # -- touching: markers ----------------------------------------------------------------------------

    def tap_chip(self, colour: str) -> None:
        """Lay a marker of this meeple, or take it off again."""
        hand = self._hand
        if any(row.meeple == colour for row in hand.plan):
            self._lay(tuple(row for row in hand.plan if row.meeple != colour))
        elif len(hand.plan) < MAX_MEEPLES_MOVED:
            self._lay((*hand.plan, Row(colour, 1)))

    def set_count(self, row: int, count: int) -> None:
        """Move the marker of a row (from 0) to another number of moves."""
        plan = self._hand.plan
        if row < len(plan) and 1 <= count <= MAX_MOVES_PER_MEEPLE:
            self._lay((*plan[:row], Row(plan[row].meeple, count), *plan[row + 1 :]))

    def _lay(self, plan: Plan) -> None:
        self._hand.plan = plan
        if self._hand.plan_seat is not None and self.state.phase is Phase.THINK:
            self._want(SetPlan(self._hand.plan_seat, plan))

    def confirm_plan(self) -> None:
        """Take the offered tile; or, when demonstrating, enter the markers as they lie."""
        hand, crime = self._hand, self.state.round
        if hand.plan_seat is None or crime is None:
            return
        if self.state.phase is Phase.SHOW:
            self._want(SetPlan(hand.plan_seat, hand.plan))
            return
        offered = lowest_free_tile(crime, plan_total(hand.plan)) if hand.plan else None
        if offered is not None:
            self.tap_tile(offered)

    def close_plan(self) -> None:
        """Back to the table; the markers stay as they are."""
        if self.state.phase is Phase.THINK:
            self._hand.plan_seat, self._hand.plan = None, ()

    # -- touching: showing ----------------------------------------------------------------------------

    def tap_cell(self, cell: str) -> None:
        """A cell of the city: choose a meeple, move it, or (confirming a picture) place it."""
        self._tapped = cell
        if self._hand.placed is not None:
            self._place_meeple(cell)
            return
        if self.state.phase is not Phase.SHOW or needs_markers(self.state):
            return
        standing = next((c for c, at in self.state.cells().items() if at == cell), None)
        chosen = self._hand.selected
        if standing is not None and standing != chosen:
            self._hand.selected = standing
            self.dismiss_notice()
        elif standing is not None:
            self._hand.selected = None
        elif chosen is not None:
            self._want(ShowMove(chosen, cell))
        else:
            self._say(word("show.meeple_first"))

    def take_back(self) -> None:
        """Take the last shown move back."""
        self._want(TakeBack())

    def done(self) -> None:
        """The demonstration is complete."""
        self._want(Done())

    def give_up(self) -> None:
        """It cannot be shown after all."""
        self._want(GiveUp())

    def give_back(self, colour: str) -> None:
        """Pay the penalty with this hero."""
        self._want(GiveBack(colour))

    def proceed(self) -> None:
        """The meeples are back."""
        self._want(Proceed())

    # -- touching: the camera -------------------------------------------------------------------------

    def photo(self) -> None:
        """Read the board: first as it stands before the demonstration, then as it stands after it."""
        self.dismiss_notice()
        self._camera.take(self.state.board, self.state.starts)

    def _take_reading(self) -> None:
        """What the camera has read: the start is compared, the end is judged."""
        camera = self._camera
        if camera.trouble is not None:
            self._say(sentence(camera.trouble), alarm=True)
            camera.clear()
        if camera.seen is None:
            return
        seen = camera.seen
        camera.clear()
        if self.state.phase is not Phase.SHOW:
            return
        if seen.reason.key == HAND_IN_VIEW:
            self._say(sentence(seen.reason), alarm=True, stays=True)
        elif self._hand.start_seen:
            self._judge(seen)
        else:
            self._compare_start(seen)

    def _compare_start(self, seen: Seen) -> None:
        """The meeples must stand on their placeholders before anything is shown (MM-54)."""
        starts = self.state.starts
        astray = [c for c, cell in seen.cells.items() if c not in seen.doubtful and cell != starts[c]]
        if astray:
            put = [word("failed.put_back", meeple=meeple(c).short, cell=starts[c]) for c in astray]
            self._say(word("show.start_wrong", put="; ".join(put)), alarm=True, stays=True)
            self._hand.astray, self._hand.selected = tuple(astray), None
            return
        self._hand.start_seen = True
        names = ", ".join(meeple(c).short for c in seen.doubtful)
        if names:
            self._say(word("show.start_unsure", names=names), stays=True)
        else:
            self._say(word("show.start_good"))

    def _judge(self, seen: Seen) -> None:
        """A certain reading is judged at once; an uncertain one is shown to be confirmed."""
        cells = {colour: cell for colour, cell in seen.cells.items() if cell is not None}
        if seen.certain:
            self._want(ShowCells(cells))
            return
        self._hand.placed, self._hand.doubtful = cells, seen.doubtful
        self._hand.selected = next((c for c in seen.doubtful if c not in cells), None)
        self._say(sentence(seen.reason))

    def choose(self, colour: str) -> None:
        """Take a meeple in hand to place it on the map."""
        self._hand.selected = colour

    def _place_meeple(self, cell: str) -> None:
        hand = self._hand
        placed = dict(hand.placed or {})
        standing = next((c for c, at in placed.items() if at == cell), None)
        if standing is not None and hand.selected in (None, standing):
            hand.selected = None if hand.selected == standing else standing
        elif hand.selected is not None and standing is None:
            placed[hand.selected] = cell
            hand.placed = placed
            hand.selected = next((c for c in hand.doubtful if c not in placed), None)
        elif standing is not None:
            hand.selected = standing

    def confirm_cells(self) -> None:
        """The meeples stand as the map shows: judge that."""
        if self._hand.placed is not None and set(self._hand.placed) == set(self.state.starts):
            cells = self._hand.placed
            self._hand = Hand(start_seen=True)
            self._want(ShowCells(cells))

    def drop_reading(self) -> None:
        """Forget the picture; another may be taken, or the moves tapped."""
        self._hand = Hand(start_seen=True)

    # -- touching: afterwards -------------------------------------------------------------------------

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
