"""From past matches and their figures to the pages of the history screen. Pure functions, no Kivy."""

from __future__ import annotations

import datetime
import statistics
from collections.abc import Sequence

from app.games.mutant_meeples.moves import Move
from app.games.mutant_meeples.statistics import (
    Claimed,
    End,
    MatchFacts,
    PlayerFigures,
    RoundFacts,
    RoundRecord,
)
from app.store.history import Listed
from app.table.best import Best
from app.table.history import Summary
from app.ui import theme
from app.ui.city_picture import CityPicture
from app.ui.presenters import steps
from app.ui.presenters.fewest import fewest
from app.ui.presenters.history_views import (
    ChartView,
    ChoiceView,
    MatchRowView,
    RoundPage,
    RoundRowView,
    Turning,
)
from app.ui.words import word

MOST_OVER = 5
"""Claims more than this above the best share a bar."""
MOST_POINTS = 40
"""A line of more matches is drawn through the middles of so many groups."""


def date_of(began: str) -> str:
    """A wall time for people; text that is none stays as it is."""
    try:
        at = datetime.datetime.fromisoformat(began)
    except ValueError:
        return began
    month = word(f"month.{at.month}")
    return word("history.date", day=at.day, month=month, year=at.year, time=f"{at:%H:%M}")


def clock(after_ms: float) -> str:
    """Minutes and seconds."""
    seconds = round(after_ms / 1000)
    return f"{seconds // 60}:{seconds % 60:02d}"


def turning(first: int, shown: int, total: int, progress: tuple[int, int] | None) -> Turning:
    """The foot of a list that shows `shown` things from number `first` (from 0) on."""
    if progress is not None and progress[1]:
        text = word("history.reading", done=progress[0], total=progress[1])
    else:
        text = (
            word("history.range", first=first + 1, last=first + shown, total=total) if total > shown else ""
        )
    return Turning(text, can_back=first > 0, can_forward=first + shown < total)


# -- the list, and one match -------------------------------------------------------------------------------


def match_row(listed: Listed, known: bool, summary: Summary | None) -> MatchRowView:
    """One match in the list."""
    date = date_of(listed.began)
    if summary is None:
        if known:
            line = word("history.unreadable")
            return MatchRowView(listed.match_id, date, line, "", "unreadable", False)
        return MatchRowView(listed.match_id, date, "", word("history.reading_end"), "reading", False)
    facts = summary.facts
    kind = facts.standing(closed=listed.ended is not None)
    n = len(facts.rounds)
    if summary.game is not None:
        line = word("history.of_tournament", date=date, game=summary.game)
    else:
        line = word("history.line", date=date, city=facts.city, n=n)
    end = word("history.won", name=facts.winner_name) if kind == "won" else word(f"history.{kind}")
    return MatchRowView(listed.match_id, names_of(facts), line, end, kind, kind == "open")


def names_of(facts: MatchFacts) -> str:
    """Everybody who played, in seat order."""
    return ", ".join(seat.name for seat in facts.seats)


def match_title(listed: Listed, facts: MatchFacts) -> str:
    """How the match ended, as a title."""
    kind = facts.standing(closed=listed.ended is not None)
    return word("history.won", name=facts.winner_name) if kind == "won" else word(f"history.{kind}_title")


def round_row(facts: MatchFacts, index: int) -> RoundRowView:
    """One round of a match."""
    crime = facts.rounds[index]
    claims = ", ".join(
        word("past.claim", name=facts.seats[claim.player].name, tile=claim.tile) for claim in crime.claims
    )
    return RoundRowView(
        index=index,
        number=str(crime.number),
        cell=crime.target,
        text=_ended(facts, crime),
        claims=word("past.claims", claims=claims) if claims else "",
        colour="" if crime.solver is None else theme.player_colour(crime.solver),
    )


def _ended(facts: MatchFacts, crime: RoundFacts) -> str:
    if crime.end is End.SOLVED and crime.solver is not None:
        key = "past.solved_unseen" if crime.moves is None else "past.solved"
        return word(key, name=facts.seats[crime.solver].name, n=crime.moves)
    return word(f"past.{crime.end.value}")


# -- one round ---------------------------------------------------------------------------------------------


def moves_of(record: RoundRecord, seat: int | None, best: Best | None) -> tuple[Move, ...]:
    """What is watched: the moves somebody showed, or (seat None) the best ones of a round that is over."""
    if seat is None:
        return best.moves if best is not None and record.over else ()
    return record.shown.get(seat, ())


def round_page(
    record: RoundRecord, seat: int | None, step: int, best: Best | None, best_failed: bool, playing: bool
) -> RoundPage:
    """One round with `step` moves of what is watched on the map; of an open one nothing tells the best."""
    crime, state = record.crime, record.state
    moves = moves_of(record, seat, best)
    rows, made = steps.steps_of(state.board, state.setup.rules, crime.starts, moves)
    cells = {**crime.starts, **{move.meeple: move.to for move in moves[:step]}}
    seats = [claim.player for claim in record.facts.claims]
    choices = [_claim_choice(record, claim, seat == claim.player) for claim in record.facts.claims]
    choices += [
        ChoiceView(out, _name(record, out), word("past.out"), theme.player_colour(out), "", False, False)
        for out in record.facts.out
        if out not in seats
    ]
    if record.over:
        can_show = best is not None and bool(best.moves)
        count = 0 if best is None else len(best.moves)
        line = word(f"past.best_{fewest(best, best_failed)}", n=count)
        choices.append(
            ChoiceView(None, word("past.best"), line, theme.ACCENT, "", seat is None and can_show, can_show)
        )
    return RoundPage(
        title=word("past.title", number=crime.number, cell=crime.target),
        picture=CityPicture(
            state.board, cells, placeholders=crime.starts, target=crime.target, path=steps.lines(made[:step])
        ),
        choices=tuple(choices),
        steps=rows,
        step=step,
        sentence="" if rows else word("past.nothing"),
        playing=playing,
    )


def _name(record: RoundRecord, seat: int) -> str:
    return record.state.players[seat].name


def _claim_choice(record: RoundRecord, claim: Claimed, chosen: bool) -> ChoiceView:
    verdict = next((shown for shown in record.facts.shown if shown.player == claim.player), None)
    key = "past.tile" if claim.after_ms is None else "past.tile_after"
    return ChoiceView(
        seat=claim.player,
        name=_name(record, claim.player),
        line=word(key, tile=claim.tile, time=clock(claim.after_ms or 0)),
        colour=theme.player_colour(claim.player),
        mark="" if verdict is None else ("tick" if verdict.legal else "cross"),
        chosen=chosen,
        can_show=bool(record.shown.get(claim.player)),
    )


# -- players -----------------------------------------------------------------------------------------------


def figures_of(player: PlayerFigures) -> tuple[tuple[str, str], ...]:
    """The numbers, each with the word for so many."""
    return tuple(
        (str(number), word(f"figures.{name}", n=number))
        for name, number in (
            ("matches", player.matches),
            ("wins", player.wins),
            ("solved", player.solved),
            ("failed", player.failed),
            ("penalties", player.penalties),
            ("eliminated", player.eliminated),
        )
    )


def charts_of(player: PlayerFigures) -> tuple[ChartView, ...]:
    """Claims against the best, and the time to claim over the matches."""
    return _over(player), _trend(player)


def _over(player: PlayerFigures) -> ChartView:
    counts = [0] * (MOST_OVER + 3)
    for over, times in player.over.items():
        counts[min(max(over, -1), MOST_OVER + 1) + 1] += times
    mean = player.mean_over
    labels = (
        word("figures.over_low"),
        *(str(over) for over in range(MOST_OVER + 1)),
        word("figures.over_more", n=MOST_OVER + 1),
    )
    line = word("figures.over_none") if mean is None else ""
    return ChartView(
        title=word("figures.over_title"),
        line=line or word("figures.over_mean", mean=f"{mean:.1f}".replace(".", word("figures.point"))),
        x_label=word("figures.over_x"),
        y_label=word("figures.over_y"),
        values=() if mean is None else tuple(counts),
        labels=labels,
        ticks=tuple((tick, str(tick)) for tick in _counted(max(counts))),
        bars=True,
    )


def _counted(most: int) -> Sequence[int]:
    """Round heights for whole numbers up to `most`: two or three of them."""
    top = max(most, 1)
    if top <= 2:
        return range(top + 1)
    half = -(-top // 2)
    return 0, half, 2 * half


def _trend(player: PlayerFigures) -> ChartView:
    size = -(-len(player.trend) // MOST_POINTS) or 1
    groups = [player.trend[at : at + size] for at in range(0, len(player.trend), size)]
    values = tuple(statistics.median(group) for group in groups)
    line = word("figures.trend_none")
    if player.bid_ms is not None:
        line = word("figures.trend_usual", time=clock(player.bid_ms))
    # Quarters of a minute up to one minute, then whole ones: the top is an even number of them.
    unit_ms = 15_000 if max(values, default=0) <= 60_000 else 60_000
    half = max(1, -(-int(max(values, default=0)) // (2 * unit_ms)))
    return ChartView(
        title=word("figures.trend_title"),
        line=line,
        x_label=word("figures.trend_x"),
        y_label=word("figures.trend_y"),
        values=values,
        labels=(),
        ticks=tuple((at * half * unit_ms, clock(at * half * unit_ms)) for at in range(3)),
        bars=False,
    )
