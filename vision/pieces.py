"""Decide where the eight meeples, the eight discs and the token are.

In: the hypotheses of each colour. Out: `Pieces` with a confidence 0..1 for every colour's meeple. No two
meeples share a cell and no two discs do, so the colours are settled together: the best joint choice is
searched for exactly (branch and bound over the best hypotheses of each colour).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.config import DEFAULT, Config
from vision.evidence import Evidence
from vision.hypotheses import MISSING, Hypothesis, Prior, Weights, parts_of, target_probability, weigh
from vision.layout import BoardLayout
from vision.paint import COLOURS
from vision.types import Floats

_JOINT_CHOICES = 25  # hypotheses per colour in the joint search; conflicts rarely reach past the third
_SEARCH_LIMIT = 20_000  # nodes; then the best found so far stands (never reached on labelled photographs)


@dataclass(frozen=True)
class Pieces:
    """Cells by colour (None: not seen on the board), `confidence` 0..1 of each meeple's cell, the token."""

    meeples: dict[str, str | None]
    discs: dict[str, str | None]
    confidence: dict[str, float]
    target: str | None
    target_confidence: float


def joint_choice(options: Sequence[Sequence[Hypothesis]]) -> list[Hypothesis]:
    """One hypothesis per colour with the highest sum, discs apart from discs and meeples from meeples.

    Falls back to each colour's own best when no choice without conflict is among the options.
    """
    lists = [list(each[:_JOINT_CHOICES]) for each in options]
    # Colours that are sure of themselves first: the bound then cuts early.
    order = sorted(range(len(lists)), key=lambda i: lists[i][0].log_p, reverse=True)
    hope = [0.0] * (len(order) + 1)
    for k in range(len(order) - 1, -1, -1):
        hope[k] = hope[k + 1] + lists[order[k]][0].log_p
    best: list[Hypothesis] = [each[0] for each in lists]
    best_score, nodes = -np.inf, 0
    chosen: list[Hypothesis] = []

    def search(k: int, score: float, discs: frozenset[int], meeples: frozenset[int]) -> None:
        nonlocal best, best_score, nodes
        nodes += 1
        if score + hope[k] <= best_score or nodes > _SEARCH_LIMIT:
            return
        if k == len(order):
            best_score = score
            by_colour = dict(zip(order, chosen, strict=True))
            best = [by_colour[i] for i in range(len(order))]
            return
        for one in lists[order[k]]:
            if one.disc in discs or one.meeple in meeples:
                continue
            chosen.append(one)
            now = meeples if one.meeple == MISSING else meeples | {one.meeple}
            search(k + 1, score + one.log_p, discs | {one.disc}, now)
            chosen.pop()

    search(0, 0.0, frozenset(), frozenset())
    return best


def _cell_odds(options: Sequence[Hypothesis]) -> dict[int, float]:
    """Probability of each meeple cell, whatever the disc."""
    odds: dict[int, float] = {}
    for one in options:
        odds[one.meeple] = odds.get(one.meeple, 0.0) + float(np.exp(one.log_p))
    return odds


def confidences(options: Sequence[Sequence[Hypothesis]], choice: Sequence[Hypothesis]) -> list[float]:
    """How sure each chosen meeple cell is, 0..1, cells that others surely hold being ruled out."""
    odds = [_cell_odds(each) for each in options]
    result = []
    for i, mine in enumerate(odds):
        held = {
            choice[j].meeple: odds[j].get(choice[j].meeple, 0.0)
            for j in range(len(odds))
            if j != i and choice[j].meeple != MISSING
        }
        free = {cell: p * (1 - held.get(cell, 0.0)) for cell, p in mine.items()}
        total = sum(free.values())
        result.append(free.get(choice[i].meeple, 0.0) / total if total > 0 else 0.0)
    return result


def plausible(
    evidence: Evidence, colour: int, choice: Sequence[Hypothesis], token: Floats, config: Config
) -> bool:
    """Whether the chosen cells of a colour agree with plain physics; if not, nobody should be sure of it.

    A disc with a meeple on it is never evenly coloured, a bare one always is; and no paint can be told in
    glare.
    """
    mine = choice[colour]
    if token[mine.disc] > config.token_taken:
        return False  # out of focus, the token passes for a gray or red disc; no disc starts on it
    uneven = float(evidence.uneven[colour, mine.disc])
    occupied = any(other.meeple == mine.disc for other in choice)
    if occupied and uneven < config.even_lab:
        return False
    if not occupied and uneven > config.uneven_lab:
        return False
    cells = {mine.disc, mine.meeple} - {MISSING}
    return all(evidence.glare[cell] < config.glare_share for cell in cells)


def find_pieces(
    evidence: Evidence,
    layout: BoardLayout,
    weights: Weights,
    priors: Sequence[Prior] | None = None,
    config: Config = DEFAULT,
) -> Pieces:
    """Settle all pieces. `priors`: one per colour, in the order of `COLOURS`, or None."""
    change = priors[0].change if priors else None
    token = target_probability(evidence, weights, change)
    options = [
        weigh(parts_of(evidence, i, token, layout), weights, i, priors[i] if priors else None)
        for i in range(len(COLOURS))
    ]
    choice = joint_choice(options)
    sure = confidences(options, choice)
    for i in range(len(COLOURS)):
        if not plausible(evidence, i, choice, token, config):
            sure[i] = min(sure[i], config.doubt_cap)
    names = evidence.cells
    place = int(token.argmax())
    return Pieces(
        meeples={
            c: None if h.meeple == MISSING else names[h.meeple] for c, h in zip(COLOURS, choice, strict=True)
        },
        discs={c: names[h.disc] for c, h in zip(COLOURS, choice, strict=True)},
        confidence={c: round(p, 3) for c, p in zip(COLOURS, sure, strict=True)},
        target=names[place],
        target_confidence=float(token[place]),
    )
