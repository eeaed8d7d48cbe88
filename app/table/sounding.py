"""Which sounds a change of the match calls for: pure, without a clock and without a memory.

In: the match before and after an action with what was told of it (`of_change`), and the sand before and now
(`of_time`). Out: cues in the order they are to be heard, each once. What was only gone back or forth to, put
right by hand, or loaded is silent, but for a match that is won.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.games.contract import Message
from app.games.mutant_meeples.state import Clock, Phase, State
from hardware.sound.cues import TICKS, Cue

FOLDER = Path(__file__).resolve().parent.parent / "assets" / "sounds"
"""Where our sounds lie."""
TIMED = {10: Cue.WARNING, **TICKS}
"""The cue that sounds when so many seconds are left."""
TIME_TRAVEL = frozenset({"table.undone", "table.redone"})
BY_HAND = "correct."
"""How the keys of everything put right by hand begin."""


@dataclass(frozen=True, slots=True)
class Sand:
    """The sand timer of a round: milliseconds left, and whether time stands still."""

    round_number: int
    left_ms: int
    paused: bool


def of_change(before: State | None, after: State | None, events: Sequence[Message]) -> tuple[Cue, ...]:
    """The cues of one accepted action; `events` is what it told, nothing for a match begun or resumed."""
    if before is None or after is None or not events or any(event.key in TIME_TRAVEL for event in events):
        return ()
    cues: list[Cue] = []
    if not any(event.key.startswith(BY_HAND) for event in events):
        cues += [Cue.CLAIM] * bool(_claimants(after) - _claimants(before) and _same_round(before, after))
        cues += [Cue.TIME_UP] * any(event.key == "clock.time_up" for event in events)
        cues += _verdict(before, after)
    if before.winner is None and after.winner is not None:
        cues.append(Cue.WIN)
    return tuple(cues)


def _claimants(state: State) -> frozenset[int]:
    """Who has pressed or holds a tile: a number that follows a press is the same claim."""
    crime = state.round
    if crime is None:
        return frozenset()
    return frozenset({lane.player for lane in crime.lanes} | {held.player for held in crime.holdings})


def _same_round(before: State, after: State) -> bool:
    return before.rounds_played == after.rounds_played


def _verdict(before: State, after: State) -> list[Cue]:
    if before.phase is not Phase.SHOW or after.round is None or after.round.ruling is None:
        return []
    if after.phase is Phase.FAILED:
        return [Cue.WRONG]
    return [Cue.CORRECT] if after.round.ruling.legal else []


def sand_of(state: State | None, left_ms: Mapping[str, int], paused: bool) -> Sand | None:
    """The sand as the session's timers tell it; None where none runs."""
    crime = None if state is None else state.round
    if crime is None or crime.clock is not Clock.RUNNING:
        return None
    left = left_ms.get(f"sand {crime.number}")
    return None if left is None else Sand(crime.number, left, paused)


def of_time(before: Sand | None, now: Sand | None) -> tuple[Cue, ...]:
    """The cue of the last second that has passed since; seconds missed on the way are not caught up on."""
    if before is None or now is None or now.paused or before.round_number != now.round_number:
        return ()
    passed = [second for second in TIMED if before.left_ms > second * 1000 >= now.left_ms]
    return (TIMED[min(passed)],) if passed else ()


def due_in_ms(sand: Sand | None) -> int | None:
    """How long until the next cue of the sand; None when none is to come or time stands still."""
    if sand is None or sand.paused:
        return None
    return min((sand.left_ms - s * 1000 for s in TIMED if s * 1000 < sand.left_ms), default=None)
