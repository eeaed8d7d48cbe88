"""What the match screen says, without pixels: seats, other boxes, tournaments, rules that decided."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from app.games.contract import say
from app.games.mutant_meeples.box import box, using_box
from app.games.mutant_meeples.state import (
    Buzz,
    Phase,
    PlayerSetup,
    Ruling,
    State,
    Tournament,
)
from app.table.best import Best
from app.ui.presenters.headline import header
from app.ui.presenters.match.best import best_sentence
from app.ui.presenters.match.hand import Hand
from app.ui.presenters.match.over import result_panel, winner_panel
from app.ui.presenters.match.seats import players, without
from app.ui.presenters.match.think import tiles
from tests.games.table_of import at_thinking, do
from tests.table.test_best import known


def finished(state: State, tournament: Tournament | None = None) -> State:
    """The first player has won."""
    setup = replace(state.setup, tournament=tournament)
    return replace(state, setup=setup, phase=Phase.FINISHED, winner=0)


def test_the_machines_seats_are_marked() -> None:
    state = at_thinking()
    seats = (*state.setup.players[:2], PlayerSetup("Cat", bot="expert"))
    state = replace(state, setup=replace(state.setup, players=seats))
    assert [card.bot for card in players(state)] == [False, False, True]


def test_alone_there_is_no_team_to_be_filled() -> None:
    assert [card.slots for card in players(at_thinking(("Ann",)))] == [0]
    assert [card.slots for card in players(at_thinking(("Ann", "Ben")))] == [6, 6]


def test_the_box_decides_how_many_heroes_tiles_and_names_there_are(tmp_path: Path) -> None:
    file = tmp_path / "box.json"
    bigger = {"marker_sets": 7, "team_size": 5, "most_removed": 3, "movement_tiles": 30}
    file.write_bytes(msgspec.json.encode({**msgspec.to_builtins(box()), **bigger}))
    with using_box(file):
        state = at_thinking(("A", "B", "C", "D", "E", "F", "G"), styles="buzz")
        assert [card.slots for card in players(state)] == [5] * 7
        assert state.round is not None
        assert [tile.number for tile in tiles(state.round, state, 1, None, False)][-1] == 30
        state = do(state, *(Buzz(seat) for seat in range(7)))
        assert header(state, Hand(), {}, True, False).sentence == "7 buzzed: choose your numbers"
        poor = replace(state.players[0], removed=("gray", "red", "black"))
        state = replace(state, players=(poor, *state.players[1:]))
        assert without(state, 0) == "Ozzy, Sidestep and Carbon"


@pytest.mark.parametrize(
    ("tournament", "title", "sentence", "statuses", "next_game"),
    [
        (None, "Ann wins!", "6 heroes: the super team is complete.", ["winner!", "0 of 6", "0 of 6"], ""),
        (
            Tournament(),
            "Ann wins!",
            "The tournament goes on: 3 games win it.",
            ["1 win", "0 wins", "0 wins"],
            "Next game",
        ),
        (
            Tournament((2, 2, 0)),
            "Ann is champion!",
            "3 games won: the tournament is decided.",
            ["3 wins", "2 wins", "0 wins"],
            "",
        ),
    ],
)
def test_the_end_of_a_game_tells_what_comes(
    tournament: Tournament | None, title: str, sentence: str, statuses: list[str], next_game: str
) -> None:
    panel = winner_panel(finished(at_thinking(), tournament), None, False, corrected=False)
    assert (panel.title, panel.sentence, panel.next_game) == (title, sentence, next_game)
    assert [card.status for card in panel.players] == statuses


def test_a_match_that_was_put_right_by_hand_says_so_at_its_end() -> None:
    panel = winner_panel(finished(at_thinking()), None, False, corrected=True)
    assert panel.sentence.endswith("(put right by hand)")


def test_the_rule_that_decided_stands_in_the_verdict() -> None:
    state = at_thinking()
    assert state.round is not None
    decided = say("verdict.correct", meeple="green", moves=1, target="HA", switch="demonstration")
    crime = replace(state.round, ruling=Ruling(0, True, decided))
    seat = replace(state.players[0], team=("green",))
    rules = replace(state.setup.rules, demonstration="shorter-ok")
    state = replace(state, setup=replace(state.setup, rules=rules), players=(seat, *state.players[1:]))
    panel = result_panel(state, crime, None, False, corrected=False)
    assert "(table rule: fewer moves are fine)" in panel.sentence


@pytest.mark.parametrize(
    ("best", "failed", "said"),
    [
        (None, False, "Looking for the best way ..."),
        (None, True, "The best way could not be worked out."),
        (Best((known(1, True),)), False, "The best was 1 move"),
        (Best((known(4, True, 3), known(4, True, 3))), False, "The best was 4 moves"),
        (Best((known(4, True, 3), known(None, False, 3))), False, "Ann could have done it in 4"),
        (Best((known(4, False, 2),)), False, "The best found was 4 moves"),
        (Best((known(None, True),)), False, "There was no way, for anybody."),
        (Best((known(None, False),)), False, "No way found in the time there was."),
    ],
)
def test_no_more_is_said_of_the_best_than_is_known(best: Best | None, failed: bool, said: str) -> None:
    assert best_sentence(at_thinking(), best, failed) == said


@pytest.mark.parametrize(
    ("shown", "said"),
    [
        (4, "There was nothing better!"),
        (6, "Ben's best. Ann could have done it in 4"),
        (7, "Ann could have done it in 4"),
    ],
)
def test_the_best_is_told_as_what_it_is_to_who_solved_it(shown: int, said: str) -> None:
    """Six moves may be all that a team allows, whatever another team could have done."""
    state = at_thinking()
    assert state.round is not None
    ruling = Ruling(
        1, True, say("verdict.correct", meeple="green", moves=shown, target="HA"), known(shown, True).moves
    )
    state = replace(state, round=replace(state.round, ruling=ruling))
    best = Best((known(4, True, 3), known(6, True, 5), known(5, True, 4)))
    assert best_sentence(state, best, False) == said
