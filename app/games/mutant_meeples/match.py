"""Mutant Meeples as a pure reducer: set-up, draws, and one `apply` that hands each action to its room.

Claiming lives in `claims`, demonstrating in `showing`, what people may see and do in `outlook`. Randomness
comes only through the generator handed to `new` and `chance`, and its outcome stands in the action.
"""

from __future__ import annotations

import random
from typing import Any

from msgspec.structs import replace

from app.games.contract import Deadline, Message, Offer, Refused, Score, refuse, say
from app.games.mutant_meeples import claims, corrections, integrity, outlook, showing, tournament
from app.games.mutant_meeples.board import LETTERS
from app.games.mutant_meeples.preparing import begin, check_setup, on_grates, shuffled_letters
from app.games.mutant_meeples.roster import colours
from app.games.mutant_meeples.state import (
    Action,
    Agree,
    Buzz,
    Claim,
    Clock,
    CorrectClaim,
    CorrectPlace,
    CorrectVerdict,
    Done,
    DrawCrime,
    Eliminate,
    GiveBack,
    GiveUp,
    Lapse,
    Phase,
    Proceed,
    Round,
    Scatter,
    SetPlan,
    Setup,
    ShowCells,
    ShowMove,
    State,
    TakeBack,
    TimeUp,
)
from app.games.mutant_meeples.switches import decided


class MutantMeeples:
    """The reducer (see `app.games.contract.Game`)."""

    name = "mutant-meeples"
    setup_type = Setup
    state_type = State
    action_type = Action

    def new(self, setup: Setup, rng: random.Random) -> State:
        """Random grates, shuffled Location tiles, random handicaps and a random first drawer."""
        return begin(setup, rng)

    def legal(self, state: State, player: int) -> list[Offer]:
        """What the seat may do now."""
        claims.check_seat(state, player)
        return outlook.offers(state, player)

    def chance(self, state: State, action: Action, rng: random.Random) -> Action:
        """Fill in a draw's letters, the grates of a scatter, the verdict on a reading. Raises `Refused`."""
        if isinstance(action, ShowCells) and action.verdict is None:
            return showing.judged(state, action)
        if isinstance(action, Scatter) and action.cells is None:
            return Scatter(on_grates(state.board, rng))
        if isinstance(action, DrawCrime) and action.letters is None:
            stack = state.stack
            while True:
                if len(stack) < 2:
                    stack = shuffled_letters(state.board, rng)
                letters, stack = (stack[0], stack[1]), stack[2:]
                if _drawable(state, "".join(letters)):
                    return DrawCrime(letters, stack)
        return action

    def apply(self, state: State, action: Action) -> tuple[State, list[Message]]:
        """The next state and what happened. Raises `Refused`."""
        match action:
            case DrawCrime():
                return _draw(state, action)
            case Scatter():
                return _scatter(state, action)
            case SetPlan():
                in_show = state.phase is Phase.SHOW
                return (showing.enter_markers if in_show else claims.set_plan)(state, action)
            case Buzz():
                return claims.buzz(state, action)
            case Lapse():
                return claims.lapse(state, action)
            case Claim():
                return claims.claim(state, action)
            case Eliminate():
                return claims.eliminate(state, action)
            case Agree():
                return claims.agree(state, action)
            case TimeUp():
                return claims.time_up(state, action)
            case ShowMove():
                return showing.show_move(state, action)
            case TakeBack():
                return showing.take_back(state)
            case Done():
                return showing.done(state)
            case ShowCells():
                return showing.show_cells(state, action)
            case GiveUp():
                return showing.give_up(state)
            case GiveBack():
                return showing.give_back(state, action)
            case Proceed():
                return showing.proceed(state)
            case CorrectClaim():
                return corrections.correct_claim(state, action)
            case CorrectVerdict():
                return corrections.correct_verdict(state, action)
            case CorrectPlace():
                return corrections.correct_place(state, action)

    def view(self, state: State, player: int | None) -> dict[str, Any]:
        """The state as this seat may know it."""
        return outlook.view(state, player)

    def prompt(self, state: State) -> Message:
        """What the table must do now."""
        return outlook.prompt(state)

    def result(self, state: State) -> Score | None:
        """The winner once a super team is complete, and how the tournament stands then."""
        if state.winner is None:
            return None
        return tournament.score(state)

    def check(self, state: State) -> None:
        """Raise `Refused` when a loaded state breaks the set-up, the map, a team or the round."""
        integrity.check_state(state, check_setup(state.setup))

    def deadlines(self, state: State) -> dict[str, Deadline]:
        """The sand timer, and the seconds each buzzer has left to name a number."""
        crime = state.round
        if state.phase is not Phase.THINK or crime is None:
            return {}
        running = {
            f"lane {crime.number}.{lane.player}": Deadline(state.setup.buzz_s, Lapse(lane.player))
            for lane in crime.lanes
            if lane.wish is None
        }
        if crime.clock is Clock.RUNNING:
            running[f"sand {crime.number}"] = Deadline(state.setup.rules.timer_s, TimeUp())
        return running

    def numbers(self, state: State, player: int) -> list[int]:
        """The Movement tiles a pad can choose, while its player may claim."""
        return outlook.numbers(state, player) if 0 <= player < len(state.players) else []

    def pressed(self, state: State, player: int, button: str, number: int | None = None) -> Action | None:
        """A claim button takes the chosen tile, or opens a lane, while a crime is being thought about."""
        seated = 0 <= player < len(state.players)
        if state.phase is not Phase.THINK or not seated or button != "claim":
            return None
        tile = outlook.known_number(state, player) if number is None else number
        return Buzz(player) if tile is None else Claim(player, tile)


def _drawable(state: State, cell: str) -> bool:
    if not state.board.has(cell):
        return False
    return state.setup.rules.target_occupied == "play" or cell not in state.starts.values()


def _draw(state: State, action: DrawCrime) -> tuple[State, list[Message]]:
    if state.phase not in (Phase.DRAW, Phase.RESULT):
        raise refuse("phase.not_drawing")
    if action.letters is None or action.stack is None:
        raise refuse("draw.not_drawn")
    target = "".join(action.letters)
    if not state.board.has(target):
        raise refuse("draw.no_cell", cell=target)
    tiles, known = (*action.letters, *action.stack), LETTERS[: state.board.columns]
    if len(set(tiles)) != len(tiles) or not all(len(tile) == 1 and tile in known for tile in tiles):
        raise refuse("draw.tile_twice", letters=action.letters)  # so no scene on the diagonal (MM-22)
    if not _drawable(state, target):
        raise Refused(decided(say("draw.redraw", cell=target), state.setup.rules, "target_occupied"))
    passed_over = _passed_over(state, action.letters)
    crime = Round(
        number=state.rounds_played + 1,
        drawer=state.drawer,
        letters=action.letters,
        target=target,
        starts=state.starts,
        drafts=((),) * len(state.players),
        teams=tuple(seat.team for seat in state.players),
    )
    state = replace(state, phase=Phase.THINK, round=crime, stack=action.stack, rounds_played=crime.number)
    events = [
        *passed_over,
        say("draw.scene", avenue=action.letters[0], street=action.letters[1], cell=target),
    ]
    standing = next((c for c, cell in state.starts.items() if cell == target), None)
    if standing is not None:
        occupied = say("draw.occupied", cell=target, meeple=standing)
        events.append(decided(occupied, state.setup.rules, "target_occupied"))
    return state, events


def _passed_over(state: State, letters: tuple[str, str]) -> list[Message]:
    """What was turned before these letters and does not count, because a meeple stands there (MM-23)."""
    told = []
    for pair in zip(state.stack[::2], state.stack[1::2], strict=False):
        if pair == letters:
            break
        if "".join(pair) in state.starts.values() and not _drawable(state, "".join(pair)):
            again = say("draw.passed_over", cell="".join(pair))
            told.append(decided(again, state.setup.rules, "target_occupied"))
    return told


def _scatter(state: State, action: Scatter) -> tuple[State, list[Message]]:
    if state.phase is not Phase.SCATTER:
        raise refuse("phase.not_scattering")
    grates = {state.board.name_of(cell) for cell in state.board.grates}
    if action.cells is None or set(action.cells) != set(colours()) or set(action.cells.values()) != grates:
        raise refuse("draw.not_drawn")
    state = replace(state, phase=Phase.DRAW, starts=action.cells, round=None, agreed_in_a_row=0)
    return state, [say("round.scattered")]
