"""What the match screen says, without pixels: seats, other boxes, tournaments, rules that decided."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from app.games.contract import say
from app.games.mutant_meeples.box import box, using_box
from app.games.mutant_meeples.hardness import Hardness, Level
from app.games.mutant_meeples.state import (
    Buzz,
    Claim,
    Phase,
    PlayerSetup,
    Row,
    Ruling,
    Setup,
    State,
    Tournament,
)
from app.table.best import Best
from app.ui.presenters.headline import header
from app.ui.presenters.match.best import best_sentence
from app.ui.presenters.match.draw import draw_panel
from app.ui.presenters.match.hand import Hand
from app.ui.presenters.match.over import result_panel, winner_panel
from app.ui.presenters.match.plan import plan_panel
from app.ui.presenters.match.seats import players, without
from app.ui.presenters.match.think import tiles
from tests.games.table_of import GAME, at_thinking, do, markers
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


def test_a_last_round_that_was_put_right_by_hand_is_told_in_a_sentence_of_its_own() -> None:
    panel = winner_panel(finished(at_thinking()), None, False, corrected=True)
    assert panel.sentence == "6 heroes: the super team is complete. The last round was put right by hand."


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
        (Best((known(1, True),)), False, "The best was 1 move."),
        (Best((known(4, True, 3), known(4, True, 3))), False, "The best was 4 moves."),
        (Best((known(4, True, 3), known(None, False, 3))), False, "Ann could have done it in 4."),
        (Best((known(4, False, 2),)), False, "The best found was 4 moves."),
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
        (6, "Ben's best. Ann could have done it in 4."),
        (7, "Ann could have done it in 4."),
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


@pytest.mark.parametrize(
    ("level", "said"),
    [
        (Level.EASY, "The best was 4 moves. Easy to see."),
        (Level.FAIR, "The best was 4 moves. Not easy to see."),
        (Level.HARD, "The best was 4 moves. Hard to see."),
        (Level.FIENDISH, "The best was 4 moves. Fiendishly hard to see."),
    ],
)
def test_how_hard_it_was_is_a_sentence_of_its_own(level: Level, said: str) -> None:
    answers = (known(4, True, 3), known(4, True, 3))
    hard = Hardness(50, level, 4, 1, 2, 1, 0, 2)
    assert best_sentence(at_thinking(), Best(answers, (hard, hard)), False) == said


def at_table(bots: tuple[str | None, ...], drawer: int = 0, **setup: object) -> State:
    """Before the first draw; which seats are machines, and who draws."""
    seats = tuple(PlayerSetup(f"P{n}", bot=bot) for n, bot in enumerate(bots, start=1))
    return replace(GAME.new(Setup(seats, **setup), random.Random(1)), drawer=drawer)  # type: ignore[arg-type]


def test_people_are_asked_to_turn_the_tiles_for_a_machine() -> None:
    said = {
        drawer: header(at_table((None, "club"), drawer), Hand(), {}, False, False).sentence
        for drawer in (0, 1)
    }
    assert said == {0: "P1: turn two Location tiles", 1: "Anybody: turn two tiles for P2"}
    alone = header(at_table(("club", "club"), 1), Hand(), {}, False, False)
    assert alone.sentence == "P2: turn two Location tiles"


def test_the_next_game_of_a_tournament_says_how_it_stands() -> None:
    first = draw_panel(at_table((None, None), tournament=Tournament()))
    assert first.notes[0] == "Game 1 of the tournament: 3 wins decide it."
    later = draw_panel(at_table((None, None), tournament=Tournament((1, 0), (("green",), ()))))
    assert later.notes[0] == "Game 2 of the tournament: 3 wins decide it. So far: P1 1, P2 0."
    assert not any("tournament" in note for note in draw_panel(at_table((None, None))).notes)


def test_a_tile_somebody_has_taken_meanwhile_is_named_where_the_next_one_is_offered() -> None:
    state = do(at_thinking(), markers(1, ("green", 3)), Claim(1, 3), markers(0, ("blue", 3)))
    hand = Hand(plan_seat=0, plan=(Row("blue", 3),))
    assert state.round is not None
    assert plan_panel(state, state.round, hand, {}).confirm == "Take 4 (Ben has 3)"
