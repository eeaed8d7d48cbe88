"""From the state of a match to the panel beside the city. Pure functions, no Kivy, no session.

What a finger has done without the game knowing (an open plan, a meeple in hand, the step of a replay) comes
in as `Hand`; what runs beside the game (time left, the best solution, the camera) comes in as arguments.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.games.mutant_meeples.claims import can_still_claim, lowest_free_tile, markers_on_the_board
from app.games.mutant_meeples.roster import MAX_MEEPLES_MOVED, colours, meeple
from app.games.mutant_meeples.showing import attempt_of, needs_markers
from app.games.mutant_meeples.state import (
    MAX_HANDICAP,
    TEAM_SIZE,
    TILES,
    Clock,
    Holding,
    Lane,
    Phase,
    Plan,
    Round,
    State,
    plan_total,
)
from app.language import sentence
from app.table.best import Best
from app.ui import theme
from app.ui.city_picture import CityPicture, Reach
from app.ui.presenters import steps
from app.ui.presenters.views import (
    BestPanel,
    ChipView,
    ConfirmPanel,
    DrawPanel,
    FailedPanel,
    LaneView,
    PlanPanel,
    PlayerView,
    ResultPanel,
    RowView,
    ShowPanel,
    StepView,
    ThinkPanel,
    TileView,
    TimerView,
    WinnerPanel,
)
from app.ui.words import word


@dataclass(slots=True)
class Hand:
    """What fingers have done on this screen and the game does not know."""

    plan_seat: int | None = None
    plan: Plan = ()
    lane_numbers: dict[int, int] = field(default_factory=dict)
    """Number chosen so far in each lane, by seat."""
    selected: str | None = None
    best_step: int | None = None
    """How many moves of the best solution are on the map; None: it is not being shown."""
    placed: dict[str, str] | None = None
    """The camera's reading as corrected so far; None: nothing to confirm."""
    doubtful: tuple[str, ...] = ()
    start_seen: bool = False
    """The picture before the demonstration has been taken."""
    astray: tuple[str, ...] = ()
    """Meeples that the camera saw beside their placeholders; until the next touch the map shows only where
    they belong."""


def seconds(left_ms: Mapping[str, int], name: str) -> int | None:
    """Whole seconds left of a timer, counted as a clock on the wall would (60 at the start, 0 at the end)."""
    return -(-left_ms[name] // 1000) if name in left_ms else None


def seat_colour(seat: int) -> str:
    """The colour of a seat."""
    return theme.PLAYERS[seat % len(theme.PLAYERS)]


def players(state: State) -> tuple[PlayerView, ...]:
    """All player cards."""
    return tuple(_player(state, seat) for seat in range(len(state.players)))


def _player(state: State, seat: int) -> PlayerView:
    status, active, shout = _status(state, seat)
    player = state.players[seat]
    return PlayerView(
        seat=seat,
        name=player.name,
        initial=theme.initial(player.name),
        colour=seat_colour(seat),
        team=player.team,
        status=word(f"status.{status[0]}", **status[1]),
        active=active,
        shout=shout,
    )


def _status(state: State, seat: int) -> tuple[tuple[str, dict[str, int]], bool, bool]:
    """((word key, its numbers), card lit, status in the accent colour)."""
    crime, held = state.round, state.holding(seat)
    if state.phase is Phase.FINISHED:
        won = state.winner == seat
        return ("winner" if won else "heroes", {"n": len(state.players[seat].team)}), won, won
    if crime is None or state.phase in (Phase.DRAW, Phase.RESULT, Phase.SCATTER):
        draws = state.drawer == seat
        return ("draws" if draws else "heroes", {"n": len(state.players[seat].team)}), draws, draws
    if seat in crime.out:
        return ("out", {}), False, False
    if any(lane.player == seat for lane in crime.lanes):
        return ("buzz", {}), True, True
    if held is not None:
        if seat in crime.failed and crime.showing != seat:
            return ("failed", {}), False, False
        return ("claimed", {"n": held.tile}), crime.showing == seat, True
    if seat in crime.agreed:
        return ("no_way", {}), False, True
    if crime.drafts[seat]:
        return ("plans", {}), False, False
    return ("thinking" if state.phase is Phase.THINK else "no_claim", {}), False, False


def tag(name: str) -> str:
    """Who holds a tile, in signs that are not read as a number: "A" for Anna, "P2" for Player 2."""
    sign = theme.initial(name)
    return f"{name[0].upper()}{sign}" if sign.isdigit() and name[0].isalpha() else sign


def tiles(crime: Round, state: State, least: int, offered: int | None, late: bool) -> tuple[TileView, ...]:
    """All 24 Movement tiles, never hidden (MM-14)."""
    holders = {held.tile: held.player for held in crime.holdings}
    found = []
    for number in TILES:
        if number in holders:
            seat = holders[number]
            found.append(TileView(number, "held", tag(state.players[seat].name), seat_colour(seat)))
        elif late:
            found.append(TileView(number, "late"))
        elif number < least:
            found.append(TileView(number, "below"))
        else:
            found.append(TileView(number, "offered" if number == offered else "free"))
    return tuple(found)


def timer(state: State, left_ms: Mapping[str, int]) -> TimerView:
    """The sand timer of the open crime."""
    crime, total = state.round, state.setup.rules.timer_s
    left = seconds(left_ms, f"sand {crime.number}") if crime else None
    over = crime is not None and crime.clock is Clock.OVER
    return TimerView(0 if over else total if left is None else left, total, left is not None)


def draw_panel(state: State) -> DrawPanel:
    """Who draws, and the button for it."""
    scatter = state.phase is Phase.SCATTER
    button = word("match.scatter" if scatter else "match.turn_tiles")
    return DrawPanel(players(state), button, scatter, () if scatter else _before_first(state))


def _before_first(state: State) -> tuple[str, ...]:
    """What the table has to do before the first crime: place the meeples, put markers aside."""
    if state.rounds_played or state.round is not None:
        return ()
    names = range(len(state.players))
    aside = [
        word("match.plays_without", name=state.players[seat].name, meeples=without(state, seat))
        for seat in names
        if state.players[seat].removed
    ]
    return (word("match.place_first"), *aside)


def without(state: State, seat: int) -> str:
    """The meeples whose markers were taken from this player for the whole match: "Ozzy and Carbon"."""
    names = [meeple(colour).short for colour in state.players[seat].removed]
    if len(names) == MAX_HANDICAP:
        return word("match.two_meeples", first=names[0], second=names[1])
    return "".join(names)


def owing(crime: Round) -> tuple[Lane, ...]:
    """The players who pressed and have not named a number, in the order of the presses."""
    return tuple(lane for lane in crime.lanes if lane.wish is None)


def think_panel(state: State, crime: Round, hand: Hand, left_ms: Mapping[str, int]) -> ThinkPanel:
    """The open crime."""
    lanes = tuple(
        LaneView(
            lane.player,
            state.players[lane.player].name,
            seat_colour(lane.player),
            lane_number(state, crime, lane.player, hand),
            seconds(left_ms, f"lane {crime.number}.{lane.player}") or 0,
            lane.player in hand.lane_numbers,
        )
        for lane in owing(crime)
    )
    late = crime.clock is Clock.OVER and not lanes
    first = lanes[0] if lanes else None
    least = plan_total(crime.drafts[first.seat]) if first else 0
    offered = first.number if first and least else None  # nothing is proposed to one whose markers are unseen
    return ThinkPanel(
        letters=crime.letters,
        timer=timer(state, left_ms),
        tiles=tiles(crime, state, least, offered, late),
        players=players(state),
        lanes=lanes,
        may_agree=not crime.holdings and not crime.lanes,
        agreed=tuple(seat in crime.agreed for seat in range(len(state.players))),
        may_call_out=tuple(
            markers_on_the_board(state.setup) and state.holding(seat) is not None
            for seat in range(len(state.players))
        ),
    )


def lane_number(state: State, crime: Round, seat: int, hand: Hand) -> int | None:
    """The number a lane would claim: what was chosen there, else the lowest allowed."""
    least = max(1, plan_total(crime.drafts[seat]))
    chosen = hand.lane_numbers.get(seat)
    return lowest_free_tile(crime, max(least, chosen or least))


def plan_panel(state: State, crime: Round, hand: Hand, left_ms: Mapping[str, int]) -> PlanPanel:
    """The player board of `hand.plan_seat`, before claiming or (markers on the board) before showing."""
    seat = hand.plan_seat
    assert seat is not None
    claiming = state.phase is Phase.THINK
    rows = tuple(RowView(row.meeple, meeple(row.meeple).short, row.count) for row in hand.plan)
    laid = {row.meeple: number for number, row in enumerate(hand.plan)}
    total = plan_total(hand.plan)
    usable = state.kit(seat).usable()
    full = len(hand.plan) == MAX_MEEPLES_MOVED
    chips = tuple(
        ChipView(c, meeple(c).short, c in laid or (c in usable and not full), laid.get(c)) for c in colours()
    )
    offered = lowest_free_tile(crime, total) if total else None
    held = state.holding(seat)
    too_high = held is not None and total > held.tile
    return PlanPanel(
        seat=seat,
        name=state.players[seat].name,
        colour=seat_colour(seat),
        chips=chips,
        rows=rows,
        total=total,
        tiles=tiles(crime, state, max(total, 1), offered, not rows) if claiming else (),
        confirm=_plan_confirm(total, held, offered),
        can_confirm=bool(rows) and not too_high and (not claiming or offered is not None),
        left_s=seconds(left_ms, f"sand {crime.number}") if claiming else None,
        can_call_out=markers_on_the_board(state.setup) and (not claiming or can_still_claim(state, seat)),
        too_high=too_high,
        give_up_cost="" if claiming else give_up_cost(state, crime),
        without=without(state, seat),
    )


def _plan_confirm(total: int, held: Holding | None, offered: int | None) -> str:
    if held is not None and total > held.tile:
        return word("plan.too_high", n=total, tile=held.tile)
    if held is not None and total:
        return word("plan.these")
    return word("plan.take", tile=offered) if offered is not None else word("plan.lay_first")


def give_up_cost(state: State, crime: Round) -> str:
    """What the demonstrator loses by giving up, and who is next if anybody is."""
    assert crime.showing is not None
    seat = state.players[crime.showing]
    cost = word("show.costs_hero", name=seat.name) if seat.team else word("show.costs_nothing")
    done = {crime.showing, *crime.failed}
    others = [held for held in crime.holdings if held.player not in done]
    if not others:
        return cost
    following = min(others, key=lambda held: held.tile)
    return f"{cost} {word('show.next_shows', name=state.players[following.player].name)}"


def show_panel(state: State, crime: Round, hand: Hand, camera: str, camera_busy: bool) -> ShowPanel:
    """The demonstration so far."""
    assert crime.showing is not None
    holding = state.holding(crime.showing)
    assert holding is not None
    rows, _ = steps.steps_of(state.board, state.setup.rules, crime.starts, crime.moves)
    return ShowPanel(
        plan=tuple(RowView(row.meeple, meeple(row.meeple).short, row.count) for row in holding.plan),
        steps=rows,
        left=moves_left(state),
        can_take_back=bool(crime.moves),
        can_finish=bool(crime.moves),
        camera=camera,
        camera_busy=camera_busy,
        give_up_cost=give_up_cost(state, crime),
    )


def failed_panel(state: State, crime: Round) -> FailedPanel:
    """A claim that does not hold."""
    assert crime.ruling is not None
    seat = state.players[crime.ruling.player]
    choices = seat.team if crime.penalty_due else ()
    moved = dict.fromkeys(move.meeple for move in crime.moves)
    return FailedPanel(
        title=word("failed.title"),
        reason=sentence(crime.ruling.reason),
        steps=_ruling_steps(state, crime),
        choices=tuple(ChipView(c, meeple(c).short, True, None) for c in choices),
        put_back=tuple(word("failed.put_back", meeple=meeple(c).short, cell=state.starts[c]) for c in moved),
        proceed=_proceed(crime),
    )


def _proceed(crime: Round) -> str:
    if crime.penalty_due:
        return word("failed.choose_first")
    return word("failed.proceed_none" if nothing_moved(crime) else "failed.proceed")


def nothing_moved(crime: Round) -> bool:
    """After a claim that failed: whether every meeple stands where it stood, as far as the screen knows.

    A reading of the camera leaves no moves here; what it failed by tells whether there were any on the board.
    """
    reason = crime.ruling.reason.key if crime.ruling is not None else ""
    return not crime.moves and reason in ("verdict.given_up", "verdict.no_moves")


def _ruling_steps(state: State, crime: Round) -> tuple[StepView, ...]:
    if crime.ruling is None:
        return ()
    return steps.steps_of(state.board, state.setup.rules, crime.starts, crime.ruling.moves)[0]


def best_sentence(state: State, best: Best | None, failed: bool) -> str:
    """One line about the best there was."""
    if failed:
        return word("best.failed")
    if best is None:
        return word("best.looking")
    if best.seat is None:
        return word("best.impossible" if best.proven else "best.unknown")
    count = len(best.moves)
    key = "best.one" if count == 1 else "best.found"
    return word(key if best.proven else "best.at_most", n=count)


def result_panel(state: State, crime: Round, best: Best | None, best_failed: bool) -> ResultPanel:
    """The end of a round."""
    ruling = crime.ruling
    solved = ruling is not None and ruling.legal
    joined, hero = "", None
    if solved:
        assert ruling is not None
        hero, seat = ruling.moves[-1].meeple, state.players[ruling.player]
        joined = word(
            "result.joins", meeple=meeple(hero).short, name=seat.name, n=len(seat.team), of=TEAM_SIZE
        )
        held = state.holding(ruling.player)
        count = len(ruling.moves)
        said = word(
            "result.solved_one" if count == 1 else "result.solved",
            name=seat.name,
            n=count,
            tile=held.tile if held else count,
        )
    else:
        said = word("result.agreed" if state.agreed_in_a_row else "result.unsolved")
    return ResultPanel(
        solved=solved,
        title=word("result.title_solved" if solved else "result.title_open"),
        sentence=said,
        steps=_ruling_steps(state, crime) if solved else (),
        joined=joined,
        joined_colour=hero,
        best=best_sentence(state, best, best_failed),
        can_show_best=bool(best and best.moves),
        next=word("result.next"),
    )


def best_panel(state: State, crime: Round, best: Best, step: int) -> BestPanel:
    """The solver's solution, `step` moves in."""
    assert best.seat is not None
    rows, _ = steps.steps_of(state.board, state.setup.rules, crime.starts, best.moves)
    return BestPanel(
        title=word("best.title_one" if len(rows) == 1 else "best.title", n=len(rows)),
        steps=rows,
        step=step,
        can_back=step > 0,
        can_forward=step < len(rows),
    )


def winner_panel(state: State, best: Best | None, best_failed: bool) -> WinnerPanel:
    """The end of the match."""
    assert state.winner is not None
    return WinnerPanel(
        title=word("winner.title", name=state.players[state.winner].name),
        sentence=word("winner.sentence"),
        colour=seat_colour(state.winner),
        players=players(state),
        best=best_sentence(state, best, best_failed),
        can_show_best=bool(best and best.moves),
    )


def picture(state: State, hand: Hand, best: Best | None) -> CityPicture:
    """The city at this moment."""
    crime, board, rules = state.round, state.board, state.setup.rules
    if crime is None:
        return CityPicture(board, state.starts, state.starts)
    if hand.placed is not None:
        return CityPicture(
            board, hand.placed, crime.starts, crime.target, selected=hand.selected, exact_touch=True
        )
    if hand.best_step is not None and best is not None:
        shown = best.moves[: hand.best_step]
        cells = {**crime.starts, **{move.meeple: move.to for move in shown}}
        _, moves = steps.steps_of(board, rules, crime.starts, shown)
        return CityPicture(board, cells, crime.starts, crime.target, path=steps.lines(moves))
    made = crime.moves
    if state.phase is Phase.FAILED and crime.ruling is not None:
        made = crime.ruling.moves
    _, moves = steps.steps_of(board, rules, crime.starts, made)
    cells = {**crime.starts, **{move.meeple: move.to for move in made}}
    return CityPicture(
        board,
        {colour: cell for colour, cell in cells.items() if colour not in hand.astray},
        crime.starts,
        crime.target,
        selected=hand.selected,
        reachable=reachable(state, hand),
        path=steps.lines(moves),
    )


def reachable(state: State, hand: Hand) -> dict[str, Reach]:
    """Cells the meeple in hand may go to in one move; where no power is needed, none is used."""
    selected = hand.selected
    if selected is None or state.phase is not Phase.SHOW or needs_markers(state) or not moves_left(state):
        return {}
    found: dict[str, Reach] = {}
    for move, _ in attempt_of(state).options(selected):
        found.setdefault(move.to, Reach.SLIDE if move.power is None else Reach.POWER)
    return found


def moves_left(state: State) -> int:
    """How many moves of the markers are still to be shown."""
    crime = state.round
    held = state.holding(crime.showing) if crime is not None and crime.showing is not None else None
    return plan_total(held.plan) - len(crime.moves) if crime is not None and held is not None else 0


def confirm_panel(state: State, hand: Hand) -> ConfirmPanel:
    """The camera's reading, to be confirmed or corrected; meeples without a place come first."""
    placed = hand.placed or {}
    order = sorted(hand.doubtful, key=lambda colour: colour in placed)
    return ConfirmPanel(
        sentence=word("confirm.sentence" if hand.doubtful else "confirm.check"),
        doubtful=tuple(ChipView(c, meeple(c).short, True, 0 if c in placed else None) for c in order),
        selected=hand.selected,
        can_confirm=set(placed) == set(state.starts),
    )
