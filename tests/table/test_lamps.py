"""Lamps say who may claim, who has, who is out and whose turn it is."""

from __future__ import annotations

import random

from msgspec.structs import replace

from app.games.mutant_meeples.claims import close_if_over
from app.games.mutant_meeples.state import (
    Buzz,
    Claim,
    DrawCrime,
    Eliminate,
    GiveUp,
    Phase,
    PlayerSetup,
    Setup,
    State,
    TimeUp,
)
from app.table.lamps import lamps
from hardware.lights import Light
from tests.games.table_of import GAME, do

ANN, BEN, CAT, DAN = range(4)
SAND = {"sand 1": 60_000}


def thinking(bot: str | None = None) -> State:
    players = (
        *(PlayerSetup(name, style="buzz") for name in ("Ann", "Ben", "Cat")),
        PlayerSetup("Dan", bot=bot),
    )
    return do(GAME.new(Setup(players), random.Random(1)), DrawCrime(("H", "A"), ("B", "C")))


def shown(state: State, left_ms: int = 60_000, paused: bool = False) -> list[Light]:
    lights = lamps(state, paused=paused, left_ms={"sand 1": left_ms})
    return [lights[seat] for seat in range(len(state.players))]


def test_all_may_claim_while_a_crime_is_thought_about() -> None:
    assert lamps(thinking(), paused=False, left_ms={}) == dict.fromkeys(range(4), Light.MAY_CLAIM)


def test_each_says_how_it_stands_with_the_own_claim() -> None:
    state = do(thinking(), Claim(ANN, 5), Buzz(BEN), Eliminate(CAT))
    assert shown(state) == [Light.CLAIMED, Light.YOUR_TURN, Light.OUT, Light.MAY_CLAIM]
    assert shown(do(state, Claim(DAN, 6))) == [Light.CLAIMED, Light.YOUR_TURN, Light.OUT, Light.CLAIMED]


def test_in_the_last_ten_seconds_those_who_may_still_claim_are_told_to_hurry() -> None:
    state = do(thinking(), Claim(ANN, 5))
    assert shown(state, 10_001)[1:] == [Light.MAY_CLAIM] * 3
    assert shown(state, 10_000) == [Light.CLAIMED, *[Light.HURRY] * 3]


def test_when_the_sand_is_out_only_who_pressed_in_time_is_waited_for() -> None:
    state = do(thinking(), Claim(ANN, 5), Buzz(BEN), TimeUp())
    assert shown(state) == [Light.CLAIMED, Light.YOUR_TURN, Light.OUT, Light.OUT]


def test_a_demonstration_is_the_turn_of_the_lowest_tile_and_failing_ends_it() -> None:
    state = do(thinking(), Claim(ANN, 5), Claim(BEN, 4), TimeUp())
    assert shown(state) == [Light.CLAIMED, Light.YOUR_TURN, Light.OUT, Light.OUT]
    failed = do(state, GiveUp())
    assert failed.phase is Phase.FAILED
    assert shown(failed)[:2] == [Light.CLAIMED, Light.YOUR_TURN]


def test_a_paused_table_looks_paused_everywhere() -> None:
    assert shown(do(thinking(), Claim(ANN, 5)), paused=True) == [Light.PAUSED] * 4


def test_between_rounds_and_after_the_end_all_is_dark() -> None:
    state = thinking()
    drawn = replace(state, phase=Phase.DRAW, round=None)
    assert shown(drawn) == [Light.OFF] * 4
    assert shown(replace(state, phase=Phase.FINISHED, winner=ANN), paused=True) == [Light.OFF] * 4
    over, _ = close_if_over(do(thinking(), *(Eliminate(seat) for seat in (ANN, BEN, CAT))), [])
    assert shown(do(over, Eliminate(DAN))) == [Light.OFF] * 4, "the result is on the screen"


def test_a_chair_of_the_machine_stays_dark() -> None:
    assert shown(thinking(bot="club")) == [*[Light.MAY_CLAIM] * 3, Light.OFF]
    assert shown(thinking(bot="club"), paused=True) == [*[Light.PAUSED] * 3, Light.OFF]
