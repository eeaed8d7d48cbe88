"""The limits of the box come from its data file: a bigger one is played, and a damaged one is refused."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from app.games.contract import Refused
from app.games.mutant_meeples.board import BoardFile
from app.games.mutant_meeples.box import BOX_FILE, box, read_box, using_box
from app.games.mutant_meeples.building import BuildingTile
from app.games.mutant_meeples.roster import Meeple, Power, colours
from app.games.mutant_meeples.state import (
    Agree,
    Claim,
    Done,
    DrawCrime,
    Phase,
    PlayerSetup,
    Setup,
    ShowMove,
    TimeUp,
)
from tests.games.random_boards import box_with, two_more
from tests.games.table_of import GAME, R1_BOARD, at_thinking, do, markers, new_match, refusal
from tests.games.test_rules_setup import refused_key, seats

SEVEN = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus")


@pytest.fixture
def box_file(tmp_path: Path) -> Callable[..., Path]:
    def write(**changes: Any) -> Path:
        file = tmp_path / "box.json"
        file.write_bytes(msgspec.json.encode({**msgspec.to_builtins(box()), **changes}))
        return file

    return write


@pytest.mark.rule("MM-05", "MM-08", "MM-10")
def test_mm05_to_mm10_the_box_holds_what_the_rulebook_lists() -> None:
    assert len(colours()) == 8
    assert box().marker_sets * len(colours()) == 48
    assert list(box().tiles) == list(range(1, 25))
    assert (box().team_size, box().most_removed, box().building_tiles, box().tournament_wins) == (6, 2, 12, 3)


@pytest.mark.rule("MM-06")
def test_mm06_a_seventh_player_needs_a_seventh_set_of_markers(box_file: Callable[..., Path]) -> None:
    assert refused_key(Setup(seats(7))) == "setup.players"
    with using_box(box_file(marker_sets=7)):
        assert refused_key(Setup(seats(7))) is None
        assert refused_key(Setup(seats(8))) == "setup.players"
    assert refused_key(Setup(seats(7))) == "setup.players"


def test_seven_players_claim_agree_and_draw(box_file: Callable[..., Path]) -> None:
    with using_box(box_file(marker_sets=7)):
        state = at_thinking(SEVEN)
        for seat in range(7):
            state = do(state, markers(seat, ("green", 2)), Claim(seat, seat + 2))
        assert state.phase is Phase.SHOW
        assert state.round is not None
        assert state.round.showing == 0
        GAME.check(state)
        state = do(at_thinking(SEVEN), *(Agree(seat) for seat in range(6)))
        assert state.phase is Phase.THINK
        assert do(state, Agree(6)).phase is Phase.RESULT
        assert {GAME.new(Setup(seats(7)), random.Random(seed)).drawer for seed in range(99)} == set(range(7))


def test_a_bigger_team_takes_longer(box_file: Callable[..., Path]) -> None:
    five = ("gray", "blue", "brown", "red", "white")
    for team_size, phase in ((6, Phase.FINISHED), (7, Phase.RESULT)):
        with using_box(box_file(team_size=team_size, most_removed=1)):
            state = do(at_thinking(("A", "B"), teams=[five]), markers(0, ("green", 1)), Claim(0, 1))
            state = do(state, TimeUp(), ShowMove("green", "HA"), Done())
            assert state.phase is phase
            GAME.check(state)


def test_fewer_movement_tiles_are_fewer_claims(box_file: Callable[..., Path]) -> None:
    with using_box(box_file(movement_tiles=3)):
        state = do(at_thinking(("A", "B")), markers(0, ("green", 3)), markers(1, ("green", 3)))
        (offer,) = [offer for offer in GAME.legal(state, 0) if offer.action == "claim"]
        assert offer.choices == {"tile": [3]}
        assert str(refusal(state, Claim(0, 4))) == "Message(key='claim.no_such_tile', params={'found': 4})"
        message = refusal(do(state, Claim(0, 3)), Claim(1, 3))
        assert message is not None
        assert message.key == "claim.none_free"


@pytest.mark.rule("MM-10")
def test_as_many_building_tiles_as_the_box_holds(box_file: Callable[..., Path]) -> None:
    def with_tiles(count: int) -> Setup:
        return Setup(seats(1), building_tiles=(BuildingTile("destruction"),) * count)

    assert (refused_key(with_tiles(12)), refused_key(with_tiles(13))) == (None, "tile.too_many")
    with using_box(box_file(building_tiles=13)):
        assert (refused_key(with_tiles(13)), refused_key(with_tiles(14))) == (None, "tile.too_many")


def test_three_markers_are_given_up_where_the_box_says_so(box_file: Callable[..., Path]) -> None:
    assert refused_key(Setup(seats(1, 3))) == "setup.handicap"
    with using_box(box_file(most_removed=3, team_size=5)):
        state = GAME.new(Setup(seats(1, 3)), random.Random(1))
        assert len(state.players[0].removed) == 3
        GAME.check(state)


def test_ten_meeples_need_ten_grates(tmp_path: Path) -> None:
    ten = BoardFile("ten", 10, 10, grates=tuple(letter * 2 for letter in "ABCDEFGHIJ"))
    assert refused_key(Setup(seats(1), board=ten)) == "board.grates"
    with box_with(two_more(random.Random(1)), tmp_path):
        assert refused_key(Setup(seats(1), board=R1_BOARD)) == "board.grates"
        state = new_match(board=ten)
        assert sorted(state.starts) == sorted(colours())
        assert len(state.starts) == 10
        state = do(state, GAME.chance(state, DrawCrime(), random.Random(3)))
        assert len(state.kit(0).usable()) == 10
        state = do(state, markers(0, ("purple", 4)))
        GAME.check(state)
    assert len(colours()) == 8


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"marker_sets": 6}',
        BOX_FILE.read_text().replace("12", '"twelve"'),
        BOX_FILE.read_text().replace("24", "0"),
        BOX_FILE.read_text().replace('"marker_sets": 6', '"marker_sets": -6'),
        BOX_FILE.read_text().replace('"team_size": 6', '"team_size": 1'),
        BOX_FILE.read_text().replace("{", '{"colours": 8,'),
    ],
)
def test_a_damaged_box_is_refused(text: str) -> None:
    with pytest.raises(Refused) as refused:
        read_box(text.encode())
    assert refused.value.message.key == "box.unreadable"


def test_a_box_with_too_few_meeples_for_its_teams_is_refused(box_file: Callable[..., Path]) -> None:
    before = box()
    with pytest.raises(Refused) as refused, using_box(box_file(team_size=7)):
        pass
    assert refused.value.message.key == "box.too_few_meeples"
    assert box() == before


def test_the_same_box_with_more_meeples_may_have_bigger_teams(
    tmp_path: Path, box_file: Callable[..., Path]
) -> None:
    more = tuple(Meeple(colour, colour, colour, Power.JUMP) for colour in ("orange", "purple"))
    with box_with(more, tmp_path), using_box(box_file(team_size=8)):
        assert box().team_size == 8


def test_a_seat_is_named_in_its_refusal() -> None:
    with pytest.raises(Refused) as refused:
        GAME.new(Setup((PlayerSetup("Ann"), PlayerSetup("Ben", 3))), random.Random(1))
    assert refused.value.message.params["name"] == "Ben"
