"""What the players' lamps say: read off a match, its clock and its pause.

In: the state of a match, whether it is paused, and what its timers have left. Out: a `Light` for each seat
(from 0). The machine's seats stay dark: nobody sits there. Pure; which lamp belongs to which seat is the
business of `assigning`, and how a light blinks that of `hardware.lights`.
"""

from __future__ import annotations

from collections.abc import Mapping

from app.games.mutant_meeples.claims import waits
from app.games.mutant_meeples.state import Clock, Phase, Round, State
from hardware.lights import Light

HURRY_MS = 10_000
"""So much of the sand is left when who may still claim is told to hurry."""


def lamps(state: State, *, paused: bool, left_ms: Mapping[str, int]) -> dict[int, Light]:
    """The light of every seat; `left_ms` as in `Session.left_ms`."""
    return {
        seat: Light.OFF if player.bot is not None else _light(state, seat, paused, left_ms)
        for seat, player in enumerate(state.setup.players)
    }


def _light(state: State, seat: int, paused: bool, left_ms: Mapping[str, int]) -> Light:
    crime = state.round
    if state.phase is Phase.FINISHED:
        return Light.OFF
    if paused:
        return Light.PAUSED
    if crime is None:
        return Light.OFF
    if state.phase is Phase.THINK:
        return _thinking(state, crime, seat, left_ms)
    if state.phase in (Phase.SHOW, Phase.FAILED):
        return _showing(state, crime, seat)
    return Light.OFF


def _thinking(state: State, crime: Round, seat: int, left_ms: Mapping[str, int]) -> Light:
    """Who pressed and owes a number is the one the table waits for."""
    if seat in crime.out:
        return Light.OUT
    if state.holding(seat) is not None or waits(crime, seat):
        return Light.CLAIMED
    if _owes(crime, seat):
        return Light.YOUR_TURN
    if crime.clock is Clock.OVER:
        return Light.OUT
    left = left_ms.get(f"sand {crime.number}")
    return Light.HURRY if left is not None and left <= HURRY_MS else Light.MAY_CLAIM


def _showing(state: State, crime: Round, seat: int) -> Light:
    if seat == crime.showing:
        return Light.YOUR_TURN
    if state.holding(seat) is not None and seat not in crime.failed:
        return Light.CLAIMED
    return Light.OUT


def _owes(crime: Round, seat: int) -> bool:
    return any(lane.player == seat and lane.wish is None for lane in crime.lanes)
