"""Whole matches of random actions, legal and not, in random cities: what must hold after every step."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from app.commands.variants import with_variants
from app.games.contract import Offer, Refused
from app.games.mutant_meeples.attempt import start
from app.games.mutant_meeples.board import LETTERS, BoardFile
from app.games.mutant_meeples.bots import plan_of
from app.games.mutant_meeples.claims import can_still_claim, markers_on_the_board
from app.games.mutant_meeples.match import MutantMeeples
from app.games.mutant_meeples.moves import Move
from app.games.mutant_meeples.preparing import practises
from app.games.mutant_meeples.roster import MAX_MOVES, colours
from app.games.mutant_meeples.state import (
    Action,
    Agree,
    Buzz,
    Claim,
    Clock,
    Done,
    DrawCrime,
    Eliminate,
    GiveBack,
    GiveUp,
    Lapse,
    Phase,
    PlayerSetup,
    Proceed,
    Row,
    Scatter,
    SetPlan,
    Setup,
    ShowCells,
    ShowMove,
    State,
    TakeBack,
    TimeUp,
    plan_total,
)
from app.language import table
from tests.games.counting import check_all_pieces, check_step

GAME = MutantMeeples()
STEPS = 55
OF_A_PLAYER = {"plan": SetPlan, "claim": Claim, "buzz": Buzz, "agree": Agree}
OF_THE_TABLE = (
    "draw",
    "scatter",
    "show",
    "take-back",
    "done",
    "show-cells",
    "give-up",
    "give-back",
    "proceed",
)


def tiny_city(rng: random.Random) -> BoardFile:
    """8 by 8 with eight grates, now and then walls, beams and missing corners."""
    cells = [column + row for column in LETTERS[:8] for row in LETTERS[:8]]
    missing = tuple(rng.sample(["AA", "HH", "AH"], rng.randint(0, 2)))
    rest = [cell for cell in cells if cell not in missing]
    rng.shuffle(rest)
    density = rng.choice([0.0, 0.05, 0.2])
    walls = {
        cell: sides
        for cell in rest
        if (sides := tuple(side for side in ("north", "east", "south", "west") if rng.random() < density))
    }
    beams = tuple(rest[8 : 8 + rng.randint(0, 3)])
    return BoardFile("tiny", 8, 8, missing=missing, grates=tuple(rest[:8]), beams=beams, buildings=walls)


def random_setup(rng: random.Random) -> Setup:
    """A table of 1 to 6 with every variant and every rule switch drawn by lot."""
    seats = tuple(PlayerSetup(f"P{n}", style=rng.choice(["touch", "touch", "buzz", "pad"])) for n in range(6))
    city = rng.choice(["meeptropolis", "meepville", *[tiny_city(rng)] * 4])
    return with_variants(Setup(seats, board=city, buzz_s=rng.randint(2, 30)), rng)


# -- what a random table does --------------------------------------------------------------------------------


def sampled(state: State, player: int, offer: Offer, rng: random.Random) -> Action:
    """An action as the offer describes it."""
    choices = offer.choices
    match offer.action:
        case "draw":
            return GAME.chance(state, DrawCrime(), rng)
        case "scatter":
            return GAME.chance(state, Scatter(), rng)
        case "plan":
            return SetPlan(player, sampled_plan(state, player, choices, rng))
        case "claim":
            return Claim(player, rng.choice(choices["tile"]))
        case "agree":
            return Agree(player, choices["agreed"])
        case "show":
            colour = rng.choice(sorted(choices["to"]))
            return ShowMove(colour, rng.choice(choices["to"][colour]))
        case "show-cells":
            return ShowCells(state.cells())
        case "give-back":
            return GiveBack(rng.choice(choices["meeple"]))
    bare: dict[str, Action] = {
        "buzz": Buzz(player),
        "done": Done(),
        "give-up": GiveUp(),
        "take-back": TakeBack(),
        "proceed": Proceed(),
    }
    return bare[offer.action]


def sampled_plan(
    state: State, player: int, choices: dict[str, list[str] | list[int] | int], rng: random.Random
) -> tuple[Row, ...]:
    meeples, counts, rows = choices["meeple"], choices["count"], choices["rows"]
    assert isinstance(meeples, list)
    assert isinstance(counts, list)
    assert isinstance(rows, int)
    left = MAX_MOVES
    held = state.holding(player)
    if state.phase is Phase.SHOW and held is not None:
        left = held.tile
    plan = []
    for meeple in rng.sample(meeples, min(rng.randint(1, rows), len(meeples))):
        if left < 1:
            break
        count = rng.randint(int(counts[0]), min(int(counts[1]), left, rng.choice([2, 4, 10])))
        plan.append(Row(str(meeple), count))
        left -= count
    return tuple(plan)


def wild(state: State, rng: random.Random) -> Action:
    """Any action at all, mostly against the rules."""
    seat = rng.randint(-1, len(state.players))
    colour = rng.choice([*colours(), "purple", ""])
    cell = rng.choice(["AA", "KC", "HA", "ZZ", "", "A", *state.starts.values()])
    rows = tuple(Row(rng.choice([*colours(), "x"]), rng.randint(-1, 11)) for _ in range(rng.randint(0, 4)))
    cells = dict(state.starts)
    cells[rng.choice(colours())] = cell
    letters = (rng.choice(LETTERS[:20]), rng.choice(LETTERS[:20]))
    made: list[Action] = [
        DrawCrime(),
        DrawCrime(letters, tuple(rng.sample(LETTERS[:20], rng.randint(0, 6)))),
        Scatter(),
        Scatter(cells),
        SetPlan(seat, rows),
        Buzz(seat),
        Lapse(seat),
        Claim(seat, rng.randint(-1, 26)),
        Eliminate(seat),
        Agree(seat, rng.random() < 0.5),
        TimeUp(),
        ShowMove(colour, cell),
        TakeBack(),
        Done(),
        ShowCells(cells),
        GiveUp(),
        GiveBack(colour),
        Proceed(),
    ]
    return rng.choice(made)


def short_way(state: State, player: int) -> tuple[Move, ...]:
    """A solution of one or two moves of one meeple, or nothing: so that some rounds are solved."""
    assert state.round is not None
    first = start(state.board, state.kit(player), state.starts)
    for colour in state.kit(player).usable():
        for move, _ in first.options(colour):
            if move.to == state.round.target:
                return (move,)
            second = first.play_to(colour, move.to)
            for onward, _ in second.options(colour):
                if onward.to == state.round.target:
                    return (*second.moves, onward)
    return ()


class Walk:
    """One match of random actions; `step` makes the next one and returns it (None: refused)."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.first = self.state = GAME.new(random_setup(self.rng), self.rng)
        self.done: list[Action] = []
        self._wanted: list[Action] = []

    def offers(self) -> list[tuple[int, Offer]]:
        seats = range(len(self.state.players))
        return [(seat, offer) for seat in seats for offer in GAME.legal(self.state, seat)]

    def next_action(self) -> Action:
        rng, state = self.rng, self.state
        if self._wanted:
            return self._wanted.pop(0)
        if rng.random() < 0.15:
            return wild(state, rng)
        if state.phase is Phase.THINK and rng.random() < 0.03:
            return Eliminate(rng.randrange(len(state.players)))
        deadlines = list(GAME.deadlines(state).values())
        if deadlines and rng.random() < 0.08:
            action: Action = rng.choice(deadlines).action
            return action
        offered = self.offers()
        if not offered:
            return wild(state, rng)
        seat, offer = rng.choice(offered)
        if offer.action == "plan" and rng.random() < 0.8:
            way = short_way(state, seat)
            held = state.holding(seat)
            if way and (held is None or held.tile >= len(way)):
                return SetPlan(seat, plan_of(way))
        if offer.action in ("show", "done") and not state.round.moves and rng.random() < 0.8:  # type: ignore[union-attr]
            self._wanted = [*(ShowMove(move.meeple, move.to) for move in short_way(state, seat)), Done()]
            return self._wanted.pop(0)
        if offer.action == "give-up" and rng.random() < 0.7:
            return wild(state, rng)
        return sampled(state, seat, offer, rng)

    def step(self) -> tuple[Action, bool]:
        action, before = self.next_action(), msgspec.json.encode(self.state)
        try:
            action = GAME.chance(self.state, action, self.rng)
            following, events = GAME.apply(self.state, action)
        except Refused as refused:
            following, events, accepted = self.state, [refused.message], False
        else:
            accepted = True
        assert msgspec.json.encode(self.state) == before
        assert all(event.key in table() for event in events)
        if not accepted:
            return action, False
        check_step(self.state, action, following)
        check_all_pieces(following)
        self.done.append(action)
        self.state = following
        return action, True


# -- what must hold ------------------------------------------------------------------------------------------


def check_json(state: State) -> None:
    assert msgspec.json.decode(msgspec.json.encode(state), type=State) == state
    assert msgspec.convert(msgspec.to_builtins(state), State) == state


def check_pieces(state: State) -> None:
    board = state.board
    for cells in (state.starts, state.cells(), *([state.round.starts] if state.round else [])):
        assert set(cells) == set(colours())
        assert len(set(cells.values())) == len(cells)
        assert all(board.has(cell) for cell in cells.values())
    letters = set(LETTERS[: board.columns])
    assert set(state.stack) <= letters
    assert len(set(state.stack)) == len(state.stack)
    for seat in state.players:
        assert not set(seat.team) & set(seat.removed)
        assert len(set(seat.team)) == len(seat.team) <= 6
    assert (state.winner is not None) == (state.phase is Phase.FINISHED)


def check_round(state: State) -> None:
    crime = state.round
    if crime is None:
        assert state.phase in (Phase.DRAW, Phase.SCATTER)
        return
    column, row = crime.letters
    assert column != row
    assert state.board.has(crime.target)
    assert not set(crime.letters) & set(state.stack)
    tiles = [held.tile for held in crime.holdings]
    holders = [held.player for held in crime.holdings]
    assert len(set(tiles)) == len(tiles)
    assert len(set(holders)) == len(holders)
    assert not set(holders) & set(crime.out)
    lanes = [lane.player for lane in crime.lanes]
    assert len(set(lanes)) == len(lanes)
    assert not set(lanes) & {*holders, *crime.out}
    assert not lanes or state.phase is Phase.THINK
    for held in crime.holdings:
        assert plan_total(held.plan) <= held.tile
        assert held.plan or markers_on_the_board(state.setup)
    if crime.clock is Clock.RUNNING:
        assert crime.holdings
    if state.phase is Phase.SHOW:
        assert crime.showing in holders
        lowest = min(held.tile for held in crime.holdings if held.player not in crime.failed)
        assert state.holding(crime.showing) is not None
        assert state.holding(crime.showing).tile == lowest  # type: ignore[union-attr, arg-type]
        assert len(crime.moves) <= lowest
    assert (crime.showing is not None) or state.phase is not Phase.FAILED


def check_offers(walk: Walk) -> None:
    """Each offer is accepted; what is not offered is refused; somebody can always do something."""
    state, rng = walk.state, walk.rng
    offered = walk.offers()
    for seat, offer in offered:
        GAME.apply(state, sampled(state, seat, offer, rng))
    for deadline in GAME.deadlines(state).values():
        GAME.apply(state, deadline.action)
    if state.phase is not Phase.FINISHED:
        assert offered or GAME.deadlines(state), "nobody can do anything"
    for seat in range(len(state.players)):
        mine = {offer.action for other, offer in offered if other == seat}
        for kind, action in not_offered(state, seat, mine, rng):
            refused = is_refused(state, action)
            assert refused or takes_a_tile_without_markers(state, seat, action), (kind, action)
    kinds = {offer.action for _, offer in offered}
    for kind, action in table_actions(state, rng):
        assert kind in kinds or is_refused(state, action), (kind, action)


def is_refused(state: State, action: Action) -> bool:
    try:
        GAME.apply(state, GAME.chance(state, action, random.Random(1)))
    except Refused:
        return True
    return False


def not_offered(state: State, seat: int, mine: set[str], rng: random.Random) -> Iterator[tuple[str, Action]]:
    usable = state.kit(seat).usable()
    tries: dict[str, list[Action]] = {
        "plan": [SetPlan(seat, ()), *(SetPlan(seat, (Row(colour, 1),)) for colour in usable[:2])],
        "claim": [Claim(seat, rng.randint(1, 24)), Claim(seat, 24)],
        "buzz": [Buzz(seat)],
        "agree": [Agree(seat), Agree(seat, False)],
    }
    for kind, actions in tries.items():
        if kind not in mine:
            yield from ((kind, action) for action in actions)


def takes_a_tile_without_markers(state: State, seat: int, action: Action) -> bool:
    """Not offered and yet possible, because it has a consequence (MM-31)."""
    return (
        isinstance(action, Claim)
        and can_still_claim(state, seat)
        and state.round is not None
        and not state.round.drafts[seat]
        and not markers_on_the_board(state.setup)
    )


def table_actions(state: State, rng: random.Random) -> Iterator[tuple[str, Action]]:
    yield "draw", DrawCrime()
    yield "scatter", Scatter()
    yield "show", ShowMove(rng.choice(colours()), "DE")
    yield "take-back", TakeBack()
    yield "done", Done()
    yield "show-cells", ShowCells(state.cells())
    yield "give-up", GiveUp()
    if not practises(state.setup):  # taken there without effect, for old journals
        yield "give-back", GiveBack(rng.choice(colours()))
    yield "proceed", Proceed()
    if "sand" not in " ".join(GAME.deadlines(state)):
        yield "time-up", TimeUp()


def check_view(walk: Walk) -> None:
    """A view is the same whatever the face-down tiles and the others' hidden markers are."""
    state = walk.state
    for player in (None, *range(len(state.players))):
        seen = GAME.view(state, player)
        assert seen["stack"] == len(state.stack)
        other = replace(state, stack=tuple(reversed(state.stack)))
        crime = state.round
        if crime is not None:
            shown = {crime.showing, *crime.failed}
            drafts = tuple(d if n == player else (Row("black", 7),) for n, d in enumerate(crime.drafts))
            held = tuple(
                h if h.player == player or h.player in shown else replace(h, plan=(Row("red", 1),))
                for h in crime.holdings
            )
            lanes = tuple(lane if lane.player == player else replace(lane, wish=None) for lane in crime.lanes)
            other = replace(other, round=replace(crime, drafts=drafts, holdings=held, lanes=lanes))
        assert GAME.view(other, player) == seen


def check_words(state: State) -> None:
    assert GAME.prompt(state).key in table()
    GAME.check(state)


def replayed(first: State, actions: list[Action]) -> State:
    text = [msgspec.json.encode(action) for action in actions]
    state = msgspec.json.decode(msgspec.json.encode(first), type=State)
    for action in text:
        state, _ = GAME.apply(state, msgspec.json.decode(action, type=GAME.action_type))
    return state


def play(seed: int, steps: int = STEPS, *, checked: bool = True) -> Counter[str]:
    walk = Walk(seed)
    seen: Counter[str] = Counter()
    for _ in range(steps):
        action, accepted = walk.step()
        kind = str(type(action).__struct_config__.tag)
        seen[kind if accepted else f"no {kind}"] += 1
        if accepted and checked:
            check_json(walk.state)
            check_pieces(walk.state)
            check_round(walk.state)
            check_words(walk.state)
            check_offers(walk)
            check_view(walk)
    assert replayed(walk.first, walk.done) == walk.state
    seen["finished"] += walk.state.phase is Phase.FINISHED
    setup = walk.first.setup
    seen["handicaps"] += any(seat.removed for seat in walk.first.players)
    seen["seeds"] += any(seat.team for seat in walk.first.players)
    seen["tournaments"] += setup.tournament is not None
    seen.update(tile.face for tile in setup.building_tiles)
    seen[f"{len(setup.players)} players"] += 1
    seen["heroes"] += sum(len(seat.team) for seat in walk.state.players)
    return seen


@pytest.mark.rule("MM-04", "MM-05", "MM-16", "MM-22")
@settings(max_examples=20, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32))
def test_random_matches_keep_every_rule_of_the_house(seed: int) -> None:
    play(seed)


def test_the_random_matches_come_by_everything() -> None:
    """The walk above proves nothing about actions it never makes."""
    seen: Counter[str] = Counter()
    for seed in range(40):
        seen += play(seed, checked=False)
    kinds = {*OF_A_PLAYER, *OF_THE_TABLE, "lapse", "eliminate", "time-up"}
    kinds |= {"handicaps", "seeds", "tournaments", "construction", "destruction"}
    kinds |= {f"{count} players" for count in range(1, 7)}
    assert not {kind for kind in kinds if not seen[kind]}
    assert seen["heroes"] > 8
    assert sum(count for kind, count in seen.items() if kind.startswith("no ")) > 100


@pytest.mark.slow
def test_long_random_matches_keep_every_rule_of_the_house() -> None:
    for seed in range(1000, 1012):
        play(seed, 250)
