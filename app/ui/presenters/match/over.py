"""After a round: the verdict, and the end of the match."""

from __future__ import annotations

from dataclasses import replace

from app.games.contract import say
from app.games.mutant_meeples import tournament
from app.games.mutant_meeples.box import box
from app.games.mutant_meeples.preparing import practises
from app.games.mutant_meeples.roster import meeple
from app.games.mutant_meeples.state import Round, Ruling, State
from app.games.mutant_meeples.switches import setting, worded
from app.language import sentence
from app.table.best import Best
from app.ui import theme
from app.ui.presenters.match.best import best_sentence
from app.ui.presenters.match.seats import players
from app.ui.presenters.match.show import ruling_steps
from app.ui.presenters.views import PlayerView, ResultPanel, WinnerPanel
from app.ui.words import word


def result_panel(
    state: State, crime: Round, best: Best | None, best_failed: bool, corrected: bool
) -> ResultPanel:
    """The end of a round."""
    ruling = crime.ruling
    solved = ruling is not None and ruling.legal
    joined, hero = "", None
    if ruling is not None and solved:
        said = _solved(state, ruling)
        if not practises(state.setup):
            seat = state.players[ruling.player]
            hero = seat.team[-1]
            joined = word(
                "result.joins",
                meeple=meeple(hero).short,
                name=seat.name,
                n=len(seat.team),
                of=box().team_size,
            )
    else:
        said = word("result.agreed" if state.agreed_in_a_row else "result.unsolved")
    return ResultPanel(
        solved=solved,
        title=word("result.title_solved" if solved else "result.title_open"),
        sentence=_marked(said, "fix.marked") if corrected else said,
        steps=ruling_steps(state, crime) if solved else (),
        joined=joined,
        joined_colour=hero,
        best=best_sentence(state, best, best_failed),
        can_show_best=bool(best and best.moves),
        next=word("result.next"),
    )


def _solved(state: State, ruling: Ruling) -> str:
    """Who solved it in how many moves, and the table's rule where that decided it."""
    held, count = state.holding(ruling.player), len(ruling.moves)
    if ruling.reason.key == "correct.right":
        count = 0  # what was seen of it need not be all
    keys = {0: "result.solved_unseen", 1: "result.solved_one"}
    said = word(
        keys.get(count, "result.solved"),
        name=state.players[ruling.player].name,
        n=count,
        tile=held.tile if held else count,
    )
    switch = ruling.reason.params.get("switch")
    if switch is None:
        return said
    rule = sentence(worded(str(switch), setting(state.setup.rules, str(switch))))
    return sentence(say("switch.decided", sentence=said, rule=rule[:1].lower() + rule[1:]))


def _marked(said: str, mark: str) -> str:
    """And that it was put right by hand, as a sentence of its own."""
    return f"{said.rstrip('.')}. {word(mark)}"


def winner_panel(state: State, best: Best | None, best_failed: bool, corrected: bool) -> WinnerPanel:
    """The end of the match, and how the tournament stands when it is part of one."""
    assert state.winner is not None
    champion = tournament.champion(state)
    part = state.setup.tournament is not None
    if champion is not None:
        said = word("winner.champion_sentence", n=box().tournament_wins)
    elif part:
        said = word("winner.goes_on", n=box().tournament_wins)
    else:
        said = word("winner.sentence", n=box().team_size)
    return WinnerPanel(
        title=word(
            "winner.champion" if champion is not None else "winner.title",
            name=state.players[state.winner].name,
        ),
        sentence=_marked(said, "fix.last_round") if corrected else said,
        colour=theme.player_colour(state.winner),
        players=_standing(state) if part else players(state),
        best=best_sentence(state, best, best_failed),
        can_show_best=bool(best and best.moves),
        next_game=word("winner.next_game") if tournament.goes_on(state) else "",
        again="" if tournament.goes_on(state) else word("winner.again"),
    )


def _standing(state: State) -> tuple[PlayerView, ...]:
    """The cards with the games of the tournament that each player has won."""
    wins = tournament.wins(state)
    return tuple(
        replace(
            card, status=word("status.won_one" if wins[card.seat] == 1 else "status.won", n=wins[card.seat])
        )
        for card in players(state)
    )
