"""Set-up and draws against the rulings: who may play, where meeples begin, who draws, which crimes exist."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from msgspec.structs import replace

from app.games.contract import Refused
from app.games.mutant_meeples.board import BoardFile, shipped_board
from app.games.mutant_meeples.roster import Rules, colours
from app.games.mutant_meeples.state import (
    Agree,
    Claim,
    Done,
    DrawCrime,
    Phase,
    PlayerSetup,
    Scatter,
    Setup,
    ShowMove,
)
from tests.games.table_of import GAME, R1_BOARD, R1_GRATES, at_thinking, do, markers, new_match, refusal


def seats(count: int, handicap: int = 0) -> tuple[PlayerSetup, ...]:
    return tuple(PlayerSetup(f"P{n}", handicap) for n in range(count))


def refused_key(setup: Setup) -> str | None:
    try:
        GAME.new(setup, random.Random(1))
    except Refused as refused:
        return refused.message.key
    return None


@pytest.mark.rule("MM-06", "MM-13")
@pytest.mark.parametrize(
    ("count", "key"), [(0, "setup.players"), (7, "setup.players"), *[(n, None) for n in range(1, 7)]]
)
def test_mm13_one_to_six_can_play(count: int, key: str | None) -> None:
    assert refused_key(Setup(seats(count))) == key


@pytest.mark.rule("MM-15")
@pytest.mark.parametrize("city", ["meeptropolis", "meepville"])
def test_mm15_every_meeple_begins_on_every_grate_now_and_then(city: str) -> None:
    board, setup = shipped_board(city), Setup(seats(2), board=city)
    grates = sorted(board.name_of(cell) for cell in board.grates)
    seen = set()
    for seed in range(1000):
        starts = GAME.new(setup, random.Random(seed)).starts
        assert sorted(starts.values()) == grates
        assert set(starts) == set(colours())
        seen |= set(starts.items())
    assert len(seen) == 8 * 8


@pytest.mark.rule("MM-19")
def test_mm19_the_first_drawer_is_drawn_evenly() -> None:
    setup = Setup(seats(3))
    drawers = Counter(GAME.new(setup, random.Random(seed)).drawer for seed in range(6000))
    assert set(drawers) == {0, 1, 2}
    assert all(1800 <= count <= 2200 for count in drawers.values())


@pytest.mark.rule("MM-22")
def test_mm22_no_crime_ever_happens_on_the_diagonal() -> None:
    state, rng, cells = new_match(("Solo",), board="meeptropolis"), random.Random(22), Counter[str]()
    for _ in range(10_000):
        action = GAME.chance(state, DrawCrime(), rng)
        assert isinstance(action, DrawCrime)
        state = replace(do(state, action), phase=Phase.DRAW)
        assert state.round is not None
        cells[state.round.target] += 1
    assert not [cell for cell in cells if cell[0] == cell[1]]
    assert len(cells) == 18 * 17  # all of them, 306


@pytest.mark.rule("MM-09")
def test_mm09_a_whole_stack_gives_each_letter_once() -> None:
    state = new_match(board="meepville")
    assert sorted(state.stack) == list("ABCDEFGHIJKLMNOPQR")


@pytest.mark.rule("MM-22")
@pytest.mark.parametrize(
    ("letters", "stack"),
    [
        (("C", "C"), ()),
        (("A", "B"), ("A", "C")),
        (("A", "B"), ("C", "C")),
        (("A", "B"), ("Z",)),
        (("A", "B"), ("CD",)),
    ],
)
def test_mm22_a_draw_handed_in_must_be_of_different_tiles_of_the_city(
    letters: tuple[str, str], stack: tuple[str, ...]
) -> None:
    message = refusal(new_match(), DrawCrime(letters, stack))
    assert message is not None
    assert message.key == "draw.tile_twice"


def test_a_draw_outside_the_city_is_refused() -> None:
    for letters in (("A", "Z"), ("", "A"), ("AB", "C")):
        message = refusal(new_match(), DrawCrime(letters, ()))
        assert message is not None
        assert message.key == "draw.no_cell"


@pytest.mark.rule("MM-23")
def test_mm23_a_crime_under_a_meeples_feet_is_played_or_redrawn_by_the_switch() -> None:
    grates = ("AB", *R1_GRATES[1:])
    city = replace(R1_BOARD, grates=grates)
    for switch, key in (("play", None), ("redraw", "draw.redraw")):
        state = new_match(board=city, rules=Rules(target_occupied=switch))  # type: ignore[arg-type]
        message = refusal(state, DrawCrime(("A", "B"), ()))
        assert (message.key if message else None) == key
    for seed in range(300):
        action = GAME.chance(state, DrawCrime(), random.Random(seed))
        assert refusal(state, action) is None


def test_a_city_without_scenes_is_refused_before_the_first_draw() -> None:
    """Otherwise the draw would turn tiles for ever."""
    names = [column + row for column in "ABCDEFGH" for row in "ABCDEFGH"]
    only_grates = BoardFile(
        "diagonal", 8, 8, missing=tuple(n for n in names if n not in R1_GRATES), grates=R1_GRATES
    )
    assert refused_key(Setup(seats(2), board=only_grates)) == "board.no_scenes"


@pytest.mark.rule("MM-118", "MM-119")
@pytest.mark.parametrize("handicap", [0, 1, 2])
def test_mm118_119_a_handicap_takes_that_many_markers_and_the_goal_stays_six(handicap: int) -> None:
    taken = set()
    for seed in range(200):
        state = GAME.new(Setup(seats(2, handicap)), random.Random(seed))
        for seat in range(2):
            assert len(state.players[seat].removed) == len(set(state.players[seat].removed)) == handicap
            assert len(state.kit(seat).usable()) == 8 - handicap
            taken |= set(state.players[seat].removed)
    assert taken == (set(colours()) if handicap else set())


@pytest.mark.rule("MM-119")
@pytest.mark.parametrize("handicap", [3, 8, -1])
def test_mm119_more_than_two_markers_are_not_taken(handicap: int) -> None:
    assert refused_key(Setup(seats(2, handicap))) == "setup.handicap"


@pytest.mark.parametrize(
    ("setup", "key"),
    [
        (Setup((PlayerSetup("Ann"), PlayerSetup("Ann"))), "setup.name_twice"),
        (Setup((PlayerSetup("Ann"), PlayerSetup("aNN"))), "setup.name_twice"),
        (Setup((PlayerSetup("  "),)), "setup.name"),
        (Setup((PlayerSetup("A" * 17),)), "setup.name"),
        (Setup(seats(1), rules=Rules(timer_s=29)), "setup.timer"),
        (Setup(seats(1), rules=Rules(timer_s=181)), "setup.timer"),
        (Setup(seats(1), buzz_s=1), "setup.buzz"),
        (Setup(seats(1), version=2), "setup.version"),
        (Setup(seats(1), board="atlantis"), "board.unknown"),
        (Setup(seats(1), board=replace(R1_BOARD, grates=R1_GRATES[:7])), "board.grates"),
        (Setup(seats(1), board=replace(R1_BOARD, rows=9)), "board.not_square"),
    ],
)
def test_a_set_up_that_cannot_be_played_is_refused_by_name(setup: Setup, key: str) -> None:
    assert refused_key(setup) == key


@pytest.mark.rule("MM-115")
def test_mm115_the_tenth_crime_uses_a_new_stack() -> None:
    state, rng = new_match(board="meepville"), random.Random(3)
    drawn: list[str] = []
    for _ in range(9):
        action = GAME.chance(state, DrawCrime(), rng)
        assert isinstance(action, DrawCrime)
        assert action.letters is not None
        drawn += action.letters
        state = do(state, action, Claim(0, 1), Claim(1, 1), Claim(2, 1))
    assert sorted(drawn) == list("ABCDEFGHIJKLMNOPQR")
    assert len(do(state, GAME.chance(state, DrawCrime(), rng)).stack) == 16


@pytest.mark.rule("MM-110")
def test_mm110_scattering_draws_a_new_order_on_the_same_grates() -> None:
    state = do(at_thinking(("A",)), Agree(0))
    state = do(state, GAME.chance(state, DrawCrime(), random.Random(1)), Agree(0))
    assert state.phase is Phase.SCATTER
    orders = set()
    for seed in range(30):
        action = GAME.chance(state, Scatter(), random.Random(seed))
        after = do(state, action)
        assert sorted(after.starts.values()) == sorted(R1_GRATES)
        orders.add(tuple(after.starts.values()))
    assert len(orders) > 20


@pytest.mark.rule("MM-111")
def test_mm111_a_solved_round_breaks_the_row_of_agreements() -> None:
    state = replace(at_thinking(("A",), target="HA"), agreed_in_a_row=1)
    state = do(state, markers(0, ("green", 1)), Claim(0, 1), ShowMove("green", "HA"), Done())
    assert state.agreed_in_a_row == 0
