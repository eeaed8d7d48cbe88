"""What every touch shares: the match, the hand, the notice, and going back and forth in time."""

from __future__ import annotations

from collections.abc import Callable

from app.games.contract import Message
from app.games.mutant_meeples import tournament
from app.games.mutant_meeples.claims import can_still_claim
from app.games.mutant_meeples.showing import needs_markers
from app.games.mutant_meeples.state import Action, Phase, State
from app.language import sentence
from app.table.best import BestFinder
from app.table.camera_desk import CameraDesk
from app.table.judging import Judge
from app.table.opponents import Opponents
from app.table.session import Session
from app.table.watching import Watching
from app.table.worker import Worker
from app.ui.presenters.match.hand import Hand
from app.ui.presenters.match.seats import is_bot
from app.ui.presenters.match.think import owing
from app.ui.words import word

NEWS = frozenset(
    {
        "claim.taken",
        "claim.waits",
        "claim.lapsed",
        "claim.next_free",
        "claim.no_plan",
        "claim.called_out",
        "correct.claim",
        "correct.claim_gone",
        "correct.place",
        "correct.right",
        "correct.wrong",
        "draw.occupied",
        "draw.passed_over",
        "penalty.paid",
        "table.undone",
        "table.redone",
        "verdict.correct",
    }
)
"""What is worth a line over the map; the rest of what happens is plain to see on the screen."""


def _nothing() -> str:
    return ""


class DeskBase:
    """The parts of a match screen's controller, and what is done with them at any time.

    `bots` play the machine's seats; without them nobody can be told to hurry. `watching` follows the table;
    without it there are single pictures at most.
    """

    def __init__(
        self,
        session: Session[State],
        worker: Worker,
        camera: CameraDesk,
        bots: Opponents | None = None,
        watching: Watching | None = None,
    ) -> None:
        self._session, self._camera, self._bots, self._watching = session, camera, bots, watching
        self._best, self._judge = BestFinder(worker), Judge(worker)
        self._hand = Hand()
        self._telling, self._alarm, self._stays = _nothing, False, False
        self._watched = ""
        """What hands are told to do as the camera sees it."""
        self.tile_in_hand: int | None = None
        """The tile that the open markers are to take, and whose markers those are with their total."""
        self.planned: tuple[int, int] | None = None
        self._tapped: str | None = None
        self._place: tuple[Phase, int, int | None] | None = None
        self._moves_seen = 0
        self._pressed: frozenset[int] = frozenset()
        session.listener = self._listen

    @property
    def open(self) -> bool:
        """Whether there is a match."""
        return self._session.state is not None

    @property
    def of_tournament(self) -> bool:
        """Whether games of the match's tournament have been won: then it goes on, however this one ends."""
        return tournament.under_way(self.state.setup)

    @property
    def state(self) -> State:
        """The match. Only while there is one."""
        state = self._session.state
        assert state is not None
        return state

    @property
    def _notice(self) -> str:
        return self._telling()

    def _say(self, text: str | Callable[[], str], alarm: bool = False, stays: bool = False) -> None:
        """Say it over the map; what `stays` had better be what makes the text, for another language."""
        self._telling = text if callable(text) else lambda: text
        self._alarm, self._stays = alarm, stays

    def dismiss_notice(self) -> None:
        """The notice has been read."""
        self._say("")
        self._hand.astray = ()

    def _listen(self, events: list[Message], accepted: bool) -> None:
        if not accepted and events[0].key == "claim.lay_first" and self._hand.fix is None:
            self._help_to_plan(str(events[0].params["player"]))
            return
        told = [event for event in events if not accepted or event.key in NEWS]
        if told:
            self._say(
                lambda: " ".join(f"{sentence(event).rstrip('.!')}." for event in told), alarm=not accepted
            )

    def _help_to_plan(self, name: str) -> None:
        """Somebody pressed a key, but plans on the screen: open the markers, unless somebody is at theirs."""
        crime, hand, seats = self.state.round, self._hand, self.state.players
        assert crime is not None  # a press means nothing without one
        if hand.plan_seat is None:
            hand.plan_seat = next(seat for seat, player in enumerate(seats) if player.name == name)
            hand.plan = crime.drafts[hand.plan_seat]
        if seats[hand.plan_seat].name == name:
            self._say(word("match.plans_here", name=name))
        else:
            self._say(word("match.plans_later", name=name, other=seats[hand.plan_seat].name))

    def _hands_off(self, seat: int | None) -> bool:
        """Whether the machine plays this seat; then says so: nobody acts for it."""
        if not is_bot(self.state, seat):
            return False
        assert seat is not None
        self._say(word("match.plays_itself", name=self.state.players[seat].name))
        return True

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
        """Stop the clock; what was being put right is left."""
        self._hand.fix = None
        self._session.pause()

    def go_on(self) -> None:
        """Let the clock run again."""
        self.dismiss_notice()
        self._session.go_on()

    def reset(self) -> None:
        """Another match is at the table: nothing of the last one is kept."""
        self._place, self._hand, self._tapped, self._moves_seen = None, Hand(), None, 0
        self.planned = None
        self._pressed = frozenset()
        self._say("")
        self._best.forget()
        self._watched = ""
        if self._watching is not None:
            self._watching.watch(None)
        self._camera.clear()
        self._judge.clear()

    def abandon(self) -> None:
        """Give this match up for good."""
        self._session.abandon()

    def _keep_hand_true(self) -> None:
        """Drop what fingers held when the match has moved on (somebody's claim, the sand, an undo)."""
        state = self.state
        showing = state.round.showing if state.round else None
        place = (state.phase, state.rounds_played, showing)
        if place != self._place:
            self._place, self._hand, self._tapped = place, Hand(), None
            self.planned = None
            self._camera.clear()
            self._judge.clear()
            if self._stays:
                self._say("")
        self._make_room_for_presses()
        hand = self._hand
        hand.pads = self._session.pads.shown(state)
        if not self._session.paused:
            hand.fix = None  # the pause button has let time run: what was being put right is left
        if state.phase is Phase.SHOW:
            entering = needs_markers(state) and not is_bot(state, showing)
            hand.plan_seat = showing if entering else None
        elif hand.plan_seat is not None and not can_still_claim(state, hand.plan_seat):
            self._hand = Hand(lane_numbers=hand.lane_numbers)

    def _make_room_for_presses(self) -> None:
        """Somebody pressed: an open marker panel of another player goes away, its markers are kept."""
        crime = self.state.round
        pressed = frozenset(lane.player for lane in owing(crime)) if crime is not None else frozenset()
        if pressed - self._pressed - {self._hand.plan_seat} and self.state.phase is Phase.THINK:
            self._hand.plan_seat, self._hand.plan = None, ()
        self._pressed = pressed
