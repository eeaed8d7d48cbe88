"""The best there was, for everybody: who could have done what, told move by move."""

from __future__ import annotations

from dataclasses import replace

from app.games.mutant_meeples.answers import Solution
from app.games.mutant_meeples.hardness import summary
from app.games.mutant_meeples.state import Round, State
from app.language import sentence
from app.table.best import Best
from app.ui.presenters import steps
from app.ui.presenters.fewest import Fewest, fewest
from app.ui.presenters.match.seats import players
from app.ui.presenters.replay import Replay
from app.ui.presenters.views import BestPanel, PlayerView
from app.ui.words import word


def best_sentence(state: State, best: Best | None, failed: bool) -> str:
    """One line about the best there was, whose it was, and how hard it was to see."""
    case = fewest(best, failed)
    said = word(f"best.{case}", n=0 if best is None else len(best.moves))
    if best is not None and case in (Fewest.ONE, Fewest.MOVES):
        said = _whose(state, best) or said
    hard = None if best is None or best.seat is None else best.hardness_of(best.seat)
    return said if hard is None else word("best.graded", best=said, level=word(f"seen.{hard.level}"))


def _whose(state: State, best: Best) -> str:
    """Whether what was shown was the best, or whose that would have been; nothing where that says no more."""
    assert state.round is not None
    assert best.seat is not None
    ruling, least, name = state.round.ruling, len(best.moves), state.players[best.seat].name
    fewest_of = [len(answer.moves) for answer in best.answers]
    if ruling is not None and ruling.legal and ruling.moves:
        shown = len(ruling.moves)
        if shown == least:
            return word("best.shown")
        if shown == fewest_of[ruling.player]:
            return word("best.own", name=state.players[ruling.player].name, other=name, n=least)
    return "" if set(fewest_of) == {least} else word("best.of", name=name, n=least)


def _fewest(answer: Solution) -> str:
    """What is known about one player's fewest moves, and no more."""
    return word(f"everyone.{fewest(answer)}", n=len(answer.moves))


def best_panel(state: State, crime: Round, best: Best, seat: int, replay: Replay) -> BestPanel:
    """A player's best plan, gone through so far, and the cards to choose another player by."""
    answer = best.answers[seat]
    rows, _ = steps.steps_of(state.board, state.setup.rules, crime.starts, answer.moves)
    alone = len(state.players) == 1
    return BestPanel(
        title=word(
            "best.title" if alone else "best.title_of", name=state.players[seat].name, fewest=_fewest(answer)
        ),
        sentence=_weight(best, seat),
        players=() if alone else _cards(state, crime, best, seat),
        steps=rows,
        step=replay.step,
        can_back=replay.step > 0,
        can_forward=replay.step < len(rows),
        playing=replay.playing,
        pace=replay.pace,
        speed=word("replay.speed", pace=word(f"replay.{replay.pace}")),
    )


def _cards(state: State, crime: Round, best: Best, seat: int) -> tuple[PlayerView, ...]:
    """Every player with the team of this round and the fewest moves it allowed."""
    return tuple(
        replace(
            card,
            team=crime.teams[card.seat],
            status=_fewest(answer),
            active=card.seat == seat,
            shout=bool(answer.moves) and len(answer.moves) == len(best.moves),
        )
        for card, answer in zip(players(state), best.answers, strict=True)
    )


def _weight(best: Best, seat: int) -> str:
    """How hard the plan was to find, or that it may not be the shortest."""
    if not best.answers[seat].moves:
        return ""
    if not best.answers[seat].proven:
        return word("best.not_proven")
    hard = best.hardness_of(seat)
    return "" if hard is None else sentence(summary(hard))
