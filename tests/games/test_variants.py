"""Handicaps, the shorter game, tournaments: markers given up or seeded, and games that follow one another."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from app.games.contract import Message, Refused, Score
from app.games.mutant_meeples import tournament
from app.games.mutant_meeples.building import BuildingTile
from app.games.mutant_meeples.roster import Rules, colours
from app.games.mutant_meeples.state import (
    Claim,
    Done,
    GiveBack,
    GiveUp,
    Phase,
    PlayerSetup,
    Setup,
    ShowMove,
    State,
    TimeUp,
    Tournament,
)
from tests.games.table_of import GAME, at_thinking, do, markers, refusal, told, with_teams

FIVE = ("gray", "blue", "brown", "red", "white")


def of(*players: PlayerSetup, played: Tournament | None = None) -> Setup:
    return Setup(players, tournament=played)


def begun(*players: PlayerSetup, seed: int = 1) -> State:
    state = GAME.new(of(*players), random.Random(seed))
    GAME.check(state)
    return state


def fault(setup: Setup) -> str | None:
    try:
        GAME.new(setup, random.Random(1))
    except Refused as refused:
        return refused.message.key
    return None


# -- handicaps -----------------------------------------------------------------------------------------------


@pytest.mark.rule("MM-118")
def test_mm118_chosen_markers_are_given_up_for_good() -> None:
    state = begun(PlayerSetup("Ann", removed=("red", "blue")), PlayerSetup("Ben"))
    assert [seat.removed for seat in state.players] == [("blue", "red"), ()]
    assert set(state.kit(0).usable()) == set(colours()) - {"red", "blue"}
    assert len(state.kit(1).usable()) == 8


@pytest.mark.rule("MM-119")
def test_mm119_one_marker_is_chosen_and_one_drawn_from_the_others() -> None:
    drawn = set()
    for seed in range(100):
        (seat,) = begun(PlayerSetup("Ann", handicap=1, removed=("red",)), seed=seed).players
        assert len(seat.removed) == 2
        assert "red" in seat.removed
        drawn |= set(seat.removed)
    assert drawn == set(colours())


@pytest.mark.rule("MM-119")
@pytest.mark.parametrize(
    ("player", "key"),
    [
        (PlayerSetup("Ann", removed=("red", "blue", "gray")), "setup.handicap"),
        (PlayerSetup("Ann", handicap=2, removed=("red",)), "setup.handicap"),
        (PlayerSetup("Ann", handicap=-1, removed=("red",)), "setup.handicap"),
        (PlayerSetup("Ann", removed=("red", "red")), "setup.removed"),
        (PlayerSetup("Ann", removed=("purple",)), "setup.removed"),
        (PlayerSetup("Ann", seed="purple"), "setup.seed"),
        (PlayerSetup("Ann", seed=""), "setup.seed"),
        (PlayerSetup("Ann", removed=("red",), seed="red"), "setup.seed_removed"),
    ],
)
def test_mm119_markers_that_cannot_be_given_up_or_seeded_are_refused(player: PlayerSetup, key: str) -> None:
    assert fault(of(PlayerSetup("Ben"), player)) == key


@pytest.mark.rule("C23", "MM-107")
def test_c23_a_full_handicap_leaves_the_powers_for_carbon() -> None:
    state = begun(PlayerSetup("Ann", removed=("red", "blue")))
    state = with_teams(state, ("green", "gray", "brown", "white", "yellow"))
    assert state.kit(0).usable() == ("black",)
    assert set(state.kit(0).powers("black")) == {"red", "blue"}
    forbid = Rules(carbon_removed_powers="forbid")
    assert not replace(state, setup=replace(state.setup, rules=forbid)).kit(0).powers("black")


# -- the shorter game ----------------------------------------------------------------------------------------


@pytest.mark.rule("MM-125")
def test_mm125_a_seed_stands_on_the_team_and_five_more_are_needed() -> None:
    state = begun(PlayerSetup("Ann", seed="black"), PlayerSetup("Ben"))
    assert [seat.team for seat in state.players] == [("black",), ()]
    assert "black" not in state.kit(0).usable()
    state = with_teams(at_thinking(("Ann", "Ben")), ("black", *FIVE[:4]))
    state = do(state, markers(0, ("green", 1)), Claim(0, 1), TimeUp(), ShowMove("green", "HA"), Done())
    assert state.phase is Phase.FINISHED


@pytest.mark.rule("MM-126")
def test_mm126_a_seed_can_be_lost_like_any_other_hero() -> None:
    (seat, _) = begun(PlayerSetup("Ann", seed="black"), PlayerSetup("Ben")).players
    state = with_teams(at_thinking(("Ann", "Ben")), seat.team)
    state = do(state, markers(0, ("green", 1)), Claim(0, 1), TimeUp(), GiveUp(), GiveBack("black"))
    assert state.players[0].team == ()
    assert "black" in state.kit(0).usable()


@pytest.mark.rule("MM-125")
def test_mm125_a_seed_is_never_the_marker_taken_at_random() -> None:
    for seed in range(200):
        seat, _ = begun(PlayerSetup("Ann", handicap=2, seed="black"), PlayerSetup("Ben"), seed=seed).players
        assert seat.team == ("black",)
        assert "black" not in seat.removed


# -- tournaments ---------------------------------------------------------------------------------------------


def tournament_of(*players: PlayerSetup) -> Setup:
    return of(*players, played=Tournament())


def won_by(seat: int, setup: Setup, seed: int = 1) -> State:
    """That game, decided: the winner's last hero has just arrived."""
    state = GAME.new(setup, random.Random(seed))
    usable = [colour for colour in colours() if colour not in state.players[seat].removed]
    teams = [tuple(usable[:6]) if n == seat else player.team for n, player in enumerate(state.players)]
    state = replace(with_teams(state, *teams), winner=seat, phase=Phase.FINISHED)
    return replace(state, round=at_thinking(tuple(p.name for p in setup.players)).round)


ANN, BEN = PlayerSetup("Ann"), PlayerSetup("Ben")


@pytest.mark.rule("MM-128")
def test_mm128_each_win_takes_a_random_marker_and_the_third_decides() -> None:
    setup, taken = tournament_of(ANN, BEN), set()
    for game in (1, 2):
        ended = won_by(0, setup)
        assert tournament.champion(ended) is None
        setup = tournament.next_game(ended, random.Random(game))
        assert setup.tournament is not None
        assert setup.tournament.wins == (game, 0)
        assert [len(markers) for markers in setup.tournament.taken] == [game, 0]
        assert taken < set(setup.taken(0))
        taken = set(setup.taken(0))
        state = GAME.new(setup, random.Random(2))
        GAME.check(state)
        assert set(state.players[0].removed) == taken
        assert len(state.kit(1).usable()) == 8
    ended = won_by(0, setup)
    assert len(ended.kit(0).usable()) == 0
    assert tournament.champion(ended) == 0
    assert GAME.result(ended) == tournament.TournamentScore((0,), (6, 0), (3, 0), 0)
    assert GAME.prompt(ended) == Message("prompt.tournament_won", {"player": "Ann"})
    with pytest.raises(Refused) as refused:
        tournament.next_game(ended, random.Random(1))
    assert refused.value.message == Message("tournament.over", {"player": "Ann"})


@pytest.mark.rule("MM-128")
def test_mm128_every_marker_is_taken_now_and_then() -> None:
    ended, seen = won_by(1, tournament_of(ANN, BEN)), set()
    for seed in range(100):
        seen |= set(tournament.next_game(ended, random.Random(seed)).taken(1))
    assert seen == set(colours())


@pytest.mark.rule("C25")
def test_c25_the_last_hero_of_the_third_win_is_told_with_the_tournament() -> None:
    state = at_thinking(("Ann", "Ben"), teams=[FIVE])
    for before, said in (((2, 0), "tournament.won"), ((1, 2), "tournament.stands")):
        taken = (("yellow", "black")[: before[0]], ("red", "blue")[: before[1]])
        played = replace(state, setup=replace(state.setup, tournament=Tournament(before, taken)))
        played = do(played, markers(0, ("green", 1)), markers(1, ("green", 1)), Claim(0, 1), Claim(1, 2))
        played = do(played, ShowMove("green", "HA"))
        assert told(played, Done()) == ["round.solved", "match.won", said]
        assert GAME.prompt(do(played, Done())).key.startswith("prompt.tournament_")


def test_a_single_game_says_nothing_of_a_tournament() -> None:
    ended = won_by(0, of(ANN, BEN))
    assert GAME.result(ended) == Score((0,), (6, 0))
    assert GAME.prompt(ended).key == "prompt.finished"
    assert tournament.told(ended) == []
    assert tournament.champion(ended) is None
    with pytest.raises(Refused) as refused:
        tournament.next_game(ended, random.Random(1))
    assert refused.value.message.key == "tournament.none"


def test_a_game_that_runs_has_no_next_one() -> None:
    with pytest.raises(Refused) as refused:
        tournament.next_game(GAME.new(tournament_of(ANN, BEN), random.Random(1)), random.Random(1))
    assert refused.value.message.key == "tournament.running"


@pytest.mark.rule("MM-129")
def test_mm129_a_handicap_counts_for_the_wins_and_nobody_falls_below_six_markers() -> None:
    """A marker drawn for a handicap stays away; the first win takes none, the second one more."""
    setup = tournament_of(PlayerSetup("Ann", handicap=1), BEN)
    ended = won_by(0, setup)
    handicap = ended.players[0].removed
    setup = tournament.next_game(ended, random.Random(1))
    assert (setup.players[0].handicap, setup.players[0].removed, setup.taken(0)) == (0, handicap, ())
    ended = won_by(0, setup)
    setup = tournament.next_game(ended, random.Random(1))
    assert setup.players[0].removed == handicap
    assert len(set(handicap) | set(setup.taken(0))) == 2
    assert len(GAME.new(setup, random.Random(1)).kit(0).usable()) == 6


@pytest.mark.rule("MM-129")
@pytest.mark.parametrize(
    ("player", "played", "key"),
    [
        (PlayerSetup("Ann", handicap=1), Tournament((2, 0), (("red", "blue"), ())), "setup.handicap"),
        (PlayerSetup("Ann", removed=("red",)), Tournament((2, 0), (("red",), ())), "setup.removed"),
        (PlayerSetup("Ann", seed="red"), Tournament((1, 0), (("red",), ())), "setup.seed_removed"),
        (ANN, Tournament((3, 0), (("red", "blue"), ())), "setup.tournament_wins"),
        (ANN, Tournament((-1, 0), ((), ())), "setup.tournament_wins"),
        (ANN, Tournament((1, 0), ((), ())), "setup.tournament_taken"),
        (ANN, Tournament((0, 0), (("red",), ())), "setup.tournament_taken"),
        (ANN, Tournament((), (("red",), ())), "setup.tournament_taken"),
        (ANN, Tournament((1,), (("red",),)), "setup.tournament_seats"),
        (ANN, Tournament((1, 0), (("purple",), ())), "setup.removed"),
        (ANN, Tournament((2, 1), (("red", "blue"), ("red",))), None),
    ],
)
def test_mm129_a_standing_that_cannot_be_is_refused(
    player: PlayerSetup, played: Tournament, key: str | None
) -> None:
    assert fault(of(player, BEN, played=played)) == key


def test_a_tournament_takes_two() -> None:
    assert fault(tournament_of(ANN)) == "setup.tournament_alone"


@pytest.mark.rule("MM-128")
@settings(max_examples=80, deadline=None, derandomize=True)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_every_tournament_ends_with_one_third_win(data: st.DataObject, seed: int) -> None:
    rng = random.Random(seed)
    players = tuple(
        PlayerSetup(f"P{n}", handicap=rng.choice([0, 0, 1, 2]), seed=rng.choice([None, *colours()]))
        for n in range(rng.randint(2, 6))
    )
    setup = replace(
        tournament_of(*players), building_tiles=(BuildingTile("destruction"),) * rng.randint(0, 3)
    )
    for game in range(1, 2 * len(players) + 2):
        ended = won_by(data.draw(st.integers(0, len(players) - 1)), setup, rng.randrange(99))
        assert sum(tournament.wins(ended)) == game
        if tournament.champion(ended) is not None:
            assert max(tournament.wins(ended)) == 3
            return
        before, setup = ended, tournament.next_game(ended, rng)
        assert setup.building_tiles == before.setup.building_tiles
        assert all(tile.cell for tile in setup.building_tiles)
        text = msgspec.json.encode(setup)
        state = GAME.new(msgspec.json.decode(text, type=Setup), rng)
        GAME.check(state)
        for seat, player in enumerate(state.players):
            assert set(before.players[seat].removed) <= set(player.removed)
            assert len(state.kit(seat).usable()) + len(player.team) >= 6
    raise AssertionError("nobody has won a third game")


# -- what was kept before there were variants ----------------------------------------------------------------


def test_states_and_set_ups_without_the_new_fields_are_read_as_before() -> None:
    new = ("removed", "seed", "bot", "building_tiles", "tournament")
    state = GAME.new(of(PlayerSetup("Ann", handicap=1), BEN), random.Random(4))
    plain = msgspec.to_builtins(state)
    old = {key: value for key, value in plain["setup"].items() if key not in new}
    old["players"] = [{k: v for k, v in seat.items() if k not in new} for seat in old["players"]]
    assert set(old) == {"players", "board", "rules", "buzz_s", "version"}
    assert set(old["players"][0]) == {"name", "handicap", "style"}
    read = msgspec.json.decode(msgspec.json.encode({**plain, "setup": old}), type=State)
    GAME.check(read)
    assert read == state


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"removed": ()}, "players[0].removed"),
        ({"removed": ("blue", "gray")}, "players[0].removed"),
        ({"removed": ("blue", "gray", "red")}, "players[0].removed"),
        ({"removed": ("blue", "red"), "team": ("red",)}, "players[0].team"),
        ({"team": tuple(c for c in colours() if c not in ("blue", "red"))}, "players[0].team"),
        ({"name": "Eve"}, "players[0].name"),
    ],
)
def test_a_loaded_state_with_the_wrong_markers_is_refused(changes: dict[str, object], field: str) -> None:
    state = begun(PlayerSetup("Ann", handicap=1, removed=("red",)), BEN)
    state = replace(state, players=(replace(state.players[0], removed=("blue", "red")), state.players[1]))
    GAME.check(state)
    wrong = replace(state, players=(replace(state.players[0], **changes), state.players[1]))
    with pytest.raises(Refused) as refused:
        GAME.check(wrong)
    assert refused.value.message.params["field"] == field


def test_a_loaded_state_whose_turned_letters_are_still_in_the_stack_is_refused() -> None:
    state = at_thinking()
    assert refusal(state, Claim(0, 30)) is not None
    with pytest.raises(Refused) as refused:
        GAME.check(replace(state, stack=(*state.stack, "H")))
    assert refused.value.message.params["field"] == "stack"
