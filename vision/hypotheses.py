"""What may be true of one colour, and how well the evidence fits each possibility.

In: `Evidence` and `Weights`. Out: a list of `Hypothesis` with log probabilities. A colour has one disc and
at most one meeple, so there are three kinds: the meeple stands on its own disc; the disc is bare and the
meeple stands in another cell; the disc is bare and the meeple is not to be seen. Scores are linear in the
features, so each cell can be scored for each part (disc, own, bare, stand) by itself and the parts added.
"""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from vision.evidence import Evidence
from vision.layout import BoardLayout
from vision.paint import COLOURS
from vision.types import Floats

_UNEVEN_HALF = 2.2  # Lab units: on labelled photos bare discs spread by 0.3 to 1.9, occupied ones by 2 to 20
_WEIGHTS_FILE = Path(__file__).with_name("weights.json")
_GRAY = COLOURS.index("gray")
_DARK = tuple(COLOURS.index(c) for c in ("blue", "brown", "black"))  # their own paint looks like shade
_BLUE = COLOURS.index("blue")
_NEUTRAL = tuple(COLOURS.index(c) for c in ("gray", "white", "black"))
_TOKEN_LIKE = tuple(COLOURS.index(c) for c in ("red", "white", "black", "gray"))
SIZES = {"disc": 12, "own": 9, "bare": 4, "stand": 12, "kind": 2}  # features per part, in this order
_KEEP, _KEEP_GRAY_OWN, _KEEP_GRAY_STAND = 12, 30, 24  # gray hides among grey print: look at more cells
MISSING = -1


@dataclass(frozen=True)
class Parts:
    """Features of one colour, N cells: disc (N, 12), own (N, 9), bare (N, 4), stand (N, 12)."""

    disc: Floats
    own: Floats
    bare: Floats
    stand: Floats


@dataclass(frozen=True)
class Weights:
    """Learnt by `vision.learn`: `base` (39,) for all colours, `gray` (39,) added for gray, `target` (8,)."""

    base: Floats
    gray: Floats
    target: Floats

    def of(self, colour: int) -> dict[str, Floats]:
        """The weights of one colour, cut into parts."""
        whole = self.base + self.gray if colour == _GRAY else self.base
        cuts = np.cumsum(list(SIZES.values()))[:-1]
        return dict(zip(SIZES, np.split(whole, cuts), strict=True))


@dataclass(frozen=True)
class Hypothesis:
    """Indices into the cells: where the disc lies, where the meeple stands (`MISSING`: nowhere to be
    seen)."""

    disc: int
    meeple: int
    log_p: float


@dataclass(frozen=True)
class Prior:
    """What is known besides the photo: log odds added per cell (N,) for a disc and for anything at all."""

    disc: Floats
    change: Floats


def load_weights(path: Path = _WEIGHTS_FILE) -> Weights:
    """Read the learnt weights."""
    data = json.loads(path.read_text(encoding="utf-8"))
    return Weights(*(np.array(data[name], np.float64) for name in ("base", "gray", "target")))


def target_probability(evidence: Evidence, weights: Weights, change: Floats | None = None) -> Floats:
    """(N,) probability of each cell to hold the scene-of-the-crime token, given that there is one."""
    score = evidence.target @ weights.target + (0.0 if change is None else change)
    score = np.exp(score - score.max())
    return np.asarray(score / score.sum(), np.float64)


def parts_of(evidence: Evidence, colour: int, token: Floats, layout: BoardLayout) -> Parts:
    """Assemble the features of `colour` (index into `COLOURS`); `token` (N,) as `target_probability`."""
    cells = evidence.cells
    beam = np.array([cell in layout.beams for cell in cells], np.float64) * (colour == _BLUE)
    grate = np.array([cell in layout.grates for cell in cells], np.float64) * (colour in _NEUTRAL)
    token = token * (colour in _TOKEN_LIKE)
    others = [i for i in range(len(COLOURS)) if i != colour]
    other_disc, other_stand = evidence.disc[others, :, 0].max(0), evidence.stand[others, :, 0].max(0)
    disc, stand = evidence.disc[colour], evidence.stand[colour]
    # The factor lets this count for as much as it deserves: the penalty of learning is on the weights.
    uneven = 3 * np.clip(np.log(np.maximum(evidence.uneven[colour], 0.3) / _UNEVEN_HALF), -2, 1.5)
    busy = np.maximum(uneven, 0)
    shadow = np.sqrt(evidence.shadow) * (colour not in _DARK)
    root_disc, root_stand = np.sqrt(np.maximum(disc[:, 0], 1e-4)), np.sqrt(np.maximum(stand[:, 0], 1e-4))
    one, rim = np.ones_like(uneven), disc[:, 2]
    return Parts(
        disc=np.stack([*disc.T, beam, token, other_disc, grate, root_disc], axis=1),
        own=np.stack([one, uneven, busy, *stand[:, :3].T, rim * busy, shadow, other_stand], axis=1),
        bare=np.stack([uneven, busy, rim, np.maximum(uneven + 1.0, 0)], axis=1),
        stand=np.stack([*stand.T, busy, beam, token, other_stand, grate, root_stand, shadow], axis=1),
    )


def _best(score: Floats, count: int) -> list[int]:
    return [int(i) for i in np.argsort(-score, kind="stable")[:count]]


def candidates(parts: Parts, weights: Weights, colour: int, prior: Prior | None) -> list[tuple[int, int]]:
    """The (disc, meeple) pairs worth weighing, best cells first."""
    disc, own, stand = _cell_scores(parts, weights, colour, prior)
    gray = colour == _GRAY
    own_cells = _best(own, _KEEP_GRAY_OWN if gray else _KEEP)
    disc_cells = _best(disc, _KEEP)
    stand_cells = _best(stand, _KEEP_GRAY_STAND if gray else _KEEP)
    pairs = [(a, a) for a in own_cells] + [(a, MISSING) for a in disc_cells]
    return pairs + [(a, b) for a in disc_cells for b in stand_cells if a != b]


def _cell_scores(
    parts: Parts, weights: Weights, colour: int, prior: Prior | None
) -> tuple[Floats, Floats, Floats]:
    """(N,) log scores: bare disc here, own disc with its meeple here, meeple alone here."""
    w = weights.of(colour)
    disc = parts.disc @ w["disc"]
    bare, own = disc + parts.bare @ w["bare"], disc + parts.own @ w["own"]
    stand = parts.stand @ w["stand"]
    if prior is None:
        return bare, own, stand
    return bare + prior.disc + prior.change, own + prior.disc + prior.change, stand + prior.change


def weigh(parts: Parts, weights: Weights, colour: int, prior: Prior | None = None) -> list[Hypothesis]:
    """All worthwhile hypotheses of a colour, most probable first; their probabilities sum to one."""
    bare, own, stand = _cell_scores(parts, weights, colour, prior)
    missing, elsewhere = weights.of(colour)["kind"]
    pairs = candidates(parts, weights, colour, prior)
    score = np.array(
        [
            own[a] if a == b else bare[a] + (missing if b == MISSING else elsewhere + stand[b])
            for a, b in pairs
        ]
    )
    log_p = score - score.max()
    log_p -= np.log(np.exp(log_p).sum())
    order = np.argsort(-log_p, kind="stable")
    return [Hypothesis(pairs[i][0], pairs[i][1], float(log_p[i])) for i in order]


def feature_row(parts: Parts, disc: int, meeple: int) -> Floats:
    """(39,) features of one hypothesis: the row whose product with the weights is its score (for
    learning)."""
    own, bare, stand = (np.zeros(SIZES[name]) for name in ("own", "bare", "stand"))
    kind = np.zeros(2)
    if meeple == disc:
        own = parts.own[disc]
    else:
        bare = parts.bare[disc]
        kind[0 if meeple == MISSING else 1] = 1
        stand = stand if meeple == MISSING else parts.stand[meeple]
    return np.concatenate([parts.disc[disc], own, bare, stand, kind])
