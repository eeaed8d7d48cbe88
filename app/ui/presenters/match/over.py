"""After a round: the verdict, the best there was, and the end of the match."""

from __future__ import annotations

from app.games.mutant_meeples.roster import meeple
from app.games.mutant_meeples.state import TEAM_SIZE, Round, State
from app.table.best import Best
from app.ui.presenters import steps
from app.ui.presenters.match.seats import players, seat_colour
from app.ui.presenters.match.show import ruling_steps
from app.ui.presenters.views import BestPanel, ResultPanel, WinnerPanel
from app.ui.words import word


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
        steps=ruling_steps(state, crime) if solved else (),
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
