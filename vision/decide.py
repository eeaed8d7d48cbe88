"""Decide where the eight meeples, the eight discs and the token are: one joint choice, with its certainty.

In: `CellScores` turned north, the city, and what is known besides the photo. Out: `Pieces` with a confidence
0..1 for every colour's meeple, and the two cells between which a doubtful one hesitates. No two meeples share
a cell and no two discs do, so the colours are settled together.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np

from vision.cell_view import GRID
from vision.cells import NOBODY, CellScores
from vision.city import place
from vision.colours import COLOURS
from vision.config import DEFAULT, Config
from vision.layout import BoardLayout
from vision.types import Floats

_CANDIDATES = 12  # places per piece in the joint search; conflicts rarely reach past the third
_SEARCH_LIMIT = 20_000  # nodes; then the best found so far stands
_ROUNDS = 4  # of telling the others which cells are taken; settles in two
_NEVER = -60.0
_STANDS = 0.5  # from here on something is taken to stand on a cell
_STANDS_AT_HOME = 0.8  # and on the disc of its own colour, which may well be all that is there
_SURE = 0.02  # what is seen standing is never trusted beyond this


@dataclass(frozen=True)
class Pieces:
    """Cells by colour (None: not seen on the board).

    `confidence`: 0..1 of each meeple's cell. `second`: the next likely place of each. `lying`: those knocked
    over. `unnamed`: cells on which something stands that none of the meeples accounts for.
    """

    meeples: dict[str, str | None]
    discs: dict[str, str | None]
    confidence: dict[str, float]
    second: dict[str, str | None]
    lying: tuple[str, ...]
    target: str | None
    target_confidence: float
    unnamed: tuple[str, ...] = ()


@dataclass(frozen=True)
class Known:
    """What is known besides the photo.

    `discs`: colour -> cell where the round began. `change`: (GRID, GRID) 0..1, how much of each cell differs
    from the empty board; None without its photo. `likely`: colour -> cells where its meeple may well stand.
    """

    discs: Mapping[str, str] | None = None
    change: Floats | None = None
    likely: Mapping[str, Collection[str]] | None = None


NOTHING_KNOWN = Known()


def cell_name(index: int) -> str | None:
    """The cell at an index of the grid; None for "not on the board"."""
    if index == NOBODY:
        return None
    row, column = divmod(index, GRID)
    return chr(64 + column) + chr(64 + row)


def _log_normal(scores: Floats) -> Floats:
    low = scores - scores.max(axis=1, keepdims=True)
    return np.asarray(low - np.log(np.exp(low).sum(axis=1, keepdims=True)), np.float64)


def weigh(scores: CellScores, layout: BoardLayout, known: Known, config: Config = DEFAULT) -> Floats:
    """(WHO, NOBODY + 1) log probabilities with everything known taken in; each row sums to one."""
    log_p = scores.who.astype(np.float64) / config.temperature
    n = len(COLOURS)
    upright = np.clip(scores.upright(), _SURE, 1 - _SURE).ravel()
    log_p[:n, :NOBODY] += config.standing_weight * np.log(upright / (1 - upright))
    for cell in layout.missing:
        row, column = place(cell)
        log_p[:, row * GRID + column] = _NEVER
    if known.change is not None:
        # Only a malus for cells that did not change: what changed may be another colour's piece.
        malus = config.change_log_odds * np.clip(
            (known.change - config.change_half) / config.change_half, -1, 0
        )
        log_p[:, :NOBODY] += malus.ravel()
    for colour, cell in (known.discs or {}).items():
        if colour in COLOURS and cell not in layout.missing:
            row, column = place(cell)
            log_p[len(COLOURS) + COLOURS.index(colour), row * GRID + column] += config.round_start_log_odds
    for colour, cells in (known.likely or {}).items():
        if colour in COLOURS:
            for row, column in (place(cell) for cell in cells if cell not in layout.missing):
                log_p[COLOURS.index(colour), row * GRID + column] += config.likely_log_odds
    return _log_normal(log_p)


def joint_choice(log_p: Floats) -> list[int]:
    """The places (n,) with the highest total, no cell taken twice; off the board there is room for many."""
    options = [np.argsort(-row, kind="stable")[:_CANDIDATES] for row in log_p]
    order = sorted(range(len(log_p)), key=lambda i: float(log_p[i].max()), reverse=True)
    hope = np.concatenate([np.cumsum([log_p[i].max() for i in reversed(order)])[::-1], [0.0]])
    best, best_score, nodes = [int(each[0]) for each in options], -np.inf, 0
    chosen: list[int] = []

    def search(k: int, score: float, taken: frozenset[int]) -> None:
        nonlocal best, best_score, nodes
        nodes += 1
        if score + hope[k] <= best_score or nodes > _SEARCH_LIMIT:
            return
        if k == len(order):
            best_score, by_piece = score, dict(zip(order, chosen, strict=True))
            best = [by_piece[i] for i in range(len(order))]
            return
        for cell in options[order[k]]:
            spot = int(cell)
            if spot in taken:
                continue
            chosen.append(spot)
            search(k + 1, score + float(log_p[order[k], spot]), taken if spot == NOBODY else taken | {spot})
            chosen.pop()

    search(0, 0.0, frozenset())
    return best


def exclusive(log_p: Floats) -> Floats:
    """(n, NOBODY + 1) probabilities of each piece's places, cells that others likely hold being ruled out."""
    own = np.exp(log_p)
    p = own
    for _ in range(_ROUNDS):
        free = np.log(np.clip(1 - p[:, :NOBODY], 1e-6, 1))
        others = free.sum(axis=0, keepdims=True) - free
        p = own.copy()
        p[:, :NOBODY] *= np.exp(others)
        p /= p.sum(axis=1, keepdims=True)
    return np.asarray(p, np.float64)


def _unnamed(scores: CellScores, layout: BoardLayout, meeples: list[int], config: Config) -> tuple[str, ...]:
    """Cells on which something surely stands and no meeple was put."""
    inside = scores.map("standing")[1:-1, 1:-1] > config.sure_standing
    names = [chr(65 + column) + chr(65 + row) for row, column in np.argwhere(inside)]
    taken = {cell_name(index) for index in meeples} | set(layout.missing)
    return tuple(name for name in names if name not in taken)


def _borne_out(scores: CellScores, meeples: list[int], discs: list[int]) -> Floats:
    """(n,) 0..1: how well what is seen standing bears each place out, no matter whose it is.

    A meeple wants something that stands on its cell; one that is gone wants nothing left over elsewhere.
    """
    upright = scores.upright()
    left = upright.copy().ravel()
    left[[index for index in meeples if index != NOBODY]] = 0
    rest = float(left.reshape(GRID, GRID)[1:-1, 1:-1].max())
    wanted = [_STANDS_AT_HOME if one == disc else _STANDS for one, disc in zip(meeples, discs, strict=True)]
    here = upright.ravel()
    return np.array(
        [
            1 - rest if one == NOBODY else min(1, here[one] / want)
            for one, want in zip(meeples, wanted, strict=True)
        ],
        np.float64,
    )


def decide(
    scores: CellScores, layout: BoardLayout, known: Known = NOTHING_KNOWN, config: Config = DEFAULT
) -> Pieces:
    """Settle all pieces."""
    n = len(COLOURS)
    log_p = weigh(scores, layout, known, config)
    meeples, discs = joint_choice(log_p[:n]), joint_choice(log_p[n : 2 * n])
    sure = exclusive(log_p[:n])
    runner_up = sure.copy()
    runner_up[np.arange(n), meeples] = -1
    confidence = sure[np.arange(n), meeples] * _borne_out(scores, meeples, discs)
    lying = scores.map("lying").ravel()
    standing = scores.map("standing").ravel()
    target = int(log_p[-1].argmax())
    return Pieces(
        meeples={colour: cell_name(meeples[k]) for k, colour in enumerate(COLOURS)},
        discs={colour: cell_name(discs[k]) for k, colour in enumerate(COLOURS)},
        confidence={colour: round(float(p), 4) for colour, p in zip(COLOURS, confidence, strict=True)},
        second={colour: cell_name(int(runner_up[k].argmax())) for k, colour in enumerate(COLOURS)},
        lying=tuple(
            colour
            for k, colour in enumerate(COLOURS)
            if meeples[k] != NOBODY and lying[meeples[k]] > max(0.5, float(standing[meeples[k]]))
        ),
        unnamed=_unnamed(scores, layout, meeples, config),
        target=cell_name(target),
        target_confidence=float(np.exp(log_p[-1, target])),
    )
