"""Draw lots for one photograph: what lies where, where the camera stands, what lights the table.

In: a seed and `Wishes`. Out: a frozen `Scene`. The same seed and wishes give the same scene.
"""

import dataclasses
from dataclasses import dataclass

import numpy as np

from vision.colours import COLOURS
from vision.layout import BoardLayout, cell_centre_mm, shipped_layouts
from vision.synthetic.cameras import random_camera
from vision.synthetic.scene import (
    DISC_MM,
    MIDDLE_MM,
    TOKEN_MM,
    Cards,
    Clutter,
    Flat,
    Hand,
    Lamp,
    Piece,
    Scene,
)
from vision.types import Floats

Rng = np.random.Generator
_LETTERS = "ABCDEFGHIJKLMNOPQR"
_ACROSS_MM = (10.5, 14.0)  # from its cell's middle: half a cell is 14


@dataclass(frozen=True)
class Wishes:
    """What a photograph should show; None leaves it to the lot.

    `missing` and `between` are chances: of a board without a meeple or two, and of a meeple put down on the
    line between two cells.
    """

    layout: BoardLayout | None = None
    cards: bool | None = None
    hand: bool | None = None
    most_tilt: float = 38.0
    hard_light: float = 0.4
    lying: float = 0.06
    missing: float = 0.2
    between: float = 0.0
    width_px: int = 1280
    height_px: int = 960


_PAINTS: dict[str, tuple[float, float, float]] = {  # B, G, R linear reflectance of painted wood
    "green": (0.05, 0.23, 0.035),
    "gray": (0.24, 0.24, 0.235),
    "blue": (0.40, 0.09, 0.02),
    "brown": (0.03, 0.065, 0.15),
    "red": (0.022, 0.025, 0.48),
    "white": (0.70, 0.76, 0.78),
    "yellow": (0.025, 0.50, 0.80),
    "black": (0.018, 0.016, 0.016),
}


def random_paints(rng: Rng, spread: float = 1.0) -> dict[str, Floats]:
    """(3,) B, G, R reflectance of each colour: a maker's own shades of the eight."""
    paints = {}
    for colour, base in _PAINTS.items():
        gain = np.exp(rng.normal(0, 0.16 * spread)) * np.exp(rng.normal(0, 0.13 * spread, 3))
        mixed = np.asarray(base) * gain
        grey = float(mixed.mean())
        fade = rng.uniform(0, 0.18) * spread  # paler or deeper than the usual
        paint = mixed * (1 - fade) + grey * fade + (rng.uniform(0, 0.015) if colour == "black" else 0)
        if colour in ("gray", "white", "black"):
            paint = paint.mean() * np.exp(rng.normal(0, 0.05 * spread, 3))
        paints[colour] = np.clip(paint, 0.008, 0.92)
    return paints


def random_layout(rng: Rng) -> BoardLayout:
    """A made-up city: other grates, beams and buildings than any box has, so that none is learnt by heart."""
    cells = [a + b for b in _LETTERS for a in _LETTERS]
    missing = frozenset(("AA", "RR"))
    free = [cell for cell in rng.permutation(cells) if cell not in missing]
    grates, beams = int(rng.integers(4, 13)), int(rng.integers(3, 10))
    buildings: dict[str, tuple[str, ...]] = {}
    sides = np.array(["north", "east", "south", "west"])
    for cell in free[30 : 30 + int(rng.integers(25, 80))]:
        first = int(rng.integers(4))
        chosen = [first] if rng.random() < 0.45 else [first, (first + 1) % 4]
        buildings[str(cell)] = tuple(str(sides[k]) for k in chosen)
    return BoardLayout(
        name="made-up",
        frame="black" if rng.random() < 0.55 else "green",
        columns=18,
        rows=18,
        missing=missing,
        grates=frozenset(str(c) for c in free[:grates]),
        beams=frozenset(str(c) for c in free[grates : grates + beams]),
        buildings=buildings,
    )


def _corners(slack_mm: float) -> Floats:
    """(8, 3) the board's corners and `slack_mm` around them, on its face and a meeple's height above it."""
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (MIDDLE_MM + slack_mm) + MIDDLE_MM
    return np.hstack([np.vstack([corners, corners]), np.repeat([[0.0], [22.0]], 4, axis=0)])


def _kelvin(kelvin: float) -> Floats:
    """(3,) linear B, G, R of a black body, green = 1 (T. Helland's fit)."""
    t = kelvin / 100
    red = 255.0 if t <= 66 else 329.7 * (t - 60) ** -0.1332
    green = 99.47 * np.log(t) - 161.12 if t <= 66 else 288.12 * (t - 60) ** -0.0755
    blue = 255.0 if t >= 66 else (0.0 if t <= 19 else 138.52 * np.log(t - 10) - 305.04)
    colour = np.clip(np.array([blue, green, red]) / 255, 0.02, 1) ** 2.2
    return np.asarray(colour / colour[1], np.float64)


def random_light(rng: Rng, hard: bool) -> tuple[tuple[Lamp, ...], Floats, str]:
    """Lamps and ambient light (3,) of a room: by day, by bulb, under LEDs, from one side, from two lamps."""
    kind = str(rng.choice(["day", "bulb", "led", "side", "two"]))
    around = rng.uniform(0, 2 * np.pi)

    def lamp(distance: float, rise: float, radius: float, kelvin: float, power: float) -> Lamp:
        flat = distance * np.cos(np.radians(rise))
        at = np.array(
            [
                MIDDLE_MM + flat * np.cos(around),
                MIDDLE_MM + flat * np.sin(around),
                distance * np.sin(np.radians(rise)),
            ]
        )
        return Lamp(at, radius, _kelvin(kelvin), power)

    u = rng.uniform
    ambient_k = u(3000, 7500)
    if kind == "day":
        lamps, ambient, ambient_k = (
            [lamp(1900, u(22, 55), u(400, 700), u(5000, 6800), 1.0)],
            u(0.2, 0.7),
            7000,
        )
    elif kind == "bulb":
        lamps = [lamp(u(800, 1700), u(35, 85), u(25, 90), u(2300, 3200), 1.0)]
        ambient, ambient_k = u(0.15, 0.5), 2900
    elif kind == "led":
        lamps = [lamp(u(1300, 2000), u(60, 90), u(100, 350), u(3800, 7200), 1.0)]
        ambient, ambient_k = u(0.25, 0.7), 6200
    elif kind == "side":
        lamps, ambient = [lamp(u(550, 1000), u(14, 45), u(40, 160), u(2500, 6000), 1.0)], u(0.12, 0.4)
    else:
        lamps = [lamp(u(800, 1900), u(25, 75), u(40, 300), u(2500, 6500), u(0.4, 0.8))]
        around += u(1.5, 4.5)
        lamps += [lamp(u(800, 1900), u(25, 75), u(40, 400), u(2500, 6800), 1.0 - lamps[0].power)]
        ambient = u(0.15, 0.5)
    if hard:
        ambient *= 0.6
    return tuple(lamps), _kelvin(ambient_k) * ambient, kind


def _triple(values: Floats) -> tuple[float, float, float]:
    first, second, third = (float(v) for v in values)
    return first, second, third


def _jitter(rng: Rng, spread: float, most: float) -> tuple[float, float]:
    dx, dy = np.clip(rng.normal(0, spread, 2), -most, most)
    return float(dx), float(dy)


def _put(rng: Rng, colour: str, cell: str, base: float, wishes: Wishes) -> Piece:
    x, y = cell_centre_mm(cell)
    careless = rng.random() < 0.15
    dx, dy = _jitter(rng, 3.6 if careless else 1.7, 7.5 if careless else 4.0)
    pose = "lie" if rng.random() < wishes.lying else "stand"
    return Piece(colour, cell, (x + dx, y + dy), base, float(rng.uniform(0, 2 * np.pi)), pose)


def _across(rng: Rng, layout: BoardLayout, piece: Piece, taken: set[str]) -> Piece:
    """The piece pushed on to the line towards a free neighbouring cell, if it has one."""
    for dx, dy in rng.permutation([(1, 0), (-1, 0), (0, 1), (0, -1)]):
        column, row = (ord(letter) for letter in str(piece.cell))
        neighbour = chr(column + int(dx)) + chr(row + int(dy))
        if neighbour in layout.cells() and neighbour not in taken:
            x, y = cell_centre_mm(str(piece.cell))
            along, aside = rng.uniform(*_ACROSS_MM), rng.uniform(-4, 4)
            at = (float(x + dx * along + dy * aside), float(y + dy * along + dx * aside))
            return dataclasses.replace(piece, at_mm=at, base_mm=0.0)
    return piece


def random_cells(
    rng: Rng, layout: BoardLayout, missing: float
) -> tuple[dict[str, str], dict[str, str | None], str | None]:
    """Discs' cells, meeples' cells (None: not on the board) and the token's cell, as a round may stand.

    `missing`: chance that one or two meeples are not on the board.
    """
    cells = [str(cell) for cell in rng.permutation(layout.cells())]
    if rng.random() < 0.25:
        special = [str(c) for c in rng.permutation(sorted(layout.grates | layout.beams))]
        cells = special + [c for c in cells if c not in special]
    if rng.random() < 0.25:  # a crowd in one quarter of the city
        anchor = cells[0]
        cells.sort(
            key=lambda c: (
                abs(ord(c[0]) - ord(anchor[0])) + abs(ord(c[1]) - ord(anchor[1])) + rng.uniform(0, 4)
            )
        )
    discs = dict(zip(COLOURS, cells[:8], strict=True))
    free = cells[8:]
    token = free.pop(0) if rng.random() < 0.85 else None
    meeples: dict[str, str | None] = dict(discs)
    moved = 0 if rng.random() < 0.3 else int(rng.integers(1, 9))
    taken = set(meeples.values())
    for colour in rng.permutation(COLOURS)[:moved]:
        chance = rng.random()
        left = [discs[c] for c in COLOURS if discs[c] not in taken and c != colour]
        if chance < 0.12 and token and token not in taken:
            goal = token
        elif chance < 0.3 and left:
            goal = left[0]
        elif chance < 0.5:  # next to somebody, as slides often end
            near = str(meeples[str(rng.choice(COLOURS))])
            by = [
                c
                for c in free
                if abs(ord(c[0]) - ord(near[0])) + abs(ord(c[1]) - ord(near[1])) == 1 and c not in taken
            ]
            goal = by[0] if by else next(c for c in free if c not in taken)
        else:
            goal = next(c for c in free if c not in taken)
        taken.discard(meeples[str(colour)])
        meeples[str(colour)] = goal
        taken.add(goal)
    if rng.random() < missing:
        for colour in rng.permutation(COLOURS)[: int(rng.integers(1, 3))]:
            meeples[str(colour)] = None
    return discs, meeples, token


def _beside(rng: Rng, colour: str) -> Piece:
    side, along = rng.integers(4), rng.uniform(-30, 590)
    out = rng.uniform(14, 70)
    x, y = [(along, -out), (560 + out, along), (along, 560 + out), (-out, along)][side]
    pose = "lie" if rng.random() < 0.4 else "stand"
    return Piece(colour, None, (float(x), float(y)), 0.0, float(rng.uniform(0, 2 * np.pi)), pose)


def random_clutter(rng: Rng) -> tuple[Clutter, ...]:
    """Cups, boxes, cards around the board."""
    things = []
    for _ in range(int(rng.integers(0, 9))):
        kind = str(rng.choice(["box", "cylinder", "card", "card"]))
        side = rng.integers(4)
        size = {
            "box": (rng.uniform(15, 90), rng.uniform(15, 120), rng.uniform(4, 45)),
            "cylinder": (rng.uniform(8, 42), 0.0, rng.uniform(3, 90)),
            "card": (rng.uniform(20, 160), rng.uniform(20, 160), 0.5),
        }[kind]
        reach = max(size[0], size[1]) * 0.75 + rng.uniform(8, 120)
        along = rng.uniform(-150, 710)
        at = [(along, -reach), (560 + reach, along), (along, 560 + reach), (-reach, along)][side]
        colour = _triple(rng.uniform(0.02, 0.7, 3))
        turn = float(rng.uniform(0, 2 * np.pi))
        things.append(Clutter(kind, (float(at[0]), float(at[1])), size, turn, colour))
    return tuple(things)


def random_hand(rng: Rng, tip: tuple[float, float]) -> Hand:
    """An arm that comes from outside and reaches for `tip`."""
    tone = rng.uniform(0.05, 0.7)
    skin = (tone * rng.uniform(0.35, 0.55), tone * rng.uniform(0.5, 0.65), tone)
    sleeve = _triple(np.clip(rng.uniform(0.015, 0.6) * np.exp(rng.normal(0, 0.5, 3)), 0.01, 0.8))
    height = float(rng.uniform(5, 60))
    return Hand((tip[0], tip[1], height), float(rng.uniform(0, 2 * np.pi)), skin, sleeve)


def random_cards(rng: Rng) -> Cards:
    """The corner cards as laid by hand: 1.5 to 7 mm off the corners, a few degrees askew."""
    reach = MIDDLE_MM + 25 + rng.uniform(1.0, 7.0, (4, 2))
    signs = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    return Cards(MIDDLE_MM + signs * reach, rng.normal(0, 0.035, 4))


def _pieces(
    rng: Rng,
    wishes: Wishes,
    layout: BoardLayout,
    cells: dict[str, str | None],
    held: set[str],
    token_cell: str | None,
) -> list[Piece]:
    """The meeples on the board and beside it; `held`: cells with a disc."""
    pieces = []
    taken = {str(where) for where in cells.values()}
    for colour, where in cells.items():
        if where is None:
            if rng.random() < 0.6:
                pieces.append(_beside(rng, colour))
            continue
        base = (DISC_MM if where in held else 0.0) + (TOKEN_MM if where == token_cell else 0.0)
        piece = _put(rng, colour, where, base, wishes)
        if wishes.between and rng.random() < wishes.between:
            piece = _across(rng, layout, piece, taken | held)
        pieces.append(piece)
    if rng.random() < 0.15:  # spare pieces of another set
        pieces += [_beside(rng, str(rng.choice(COLOURS))) for _ in range(int(rng.integers(1, 5)))]
    return pieces


def random_scene(seed: int, wishes: Wishes | None = None) -> Scene:
    """Draw lots for one photograph. The same seed and wishes give the same scene."""
    wishes = wishes or Wishes()
    rng = np.random.default_rng(seed)
    layout = wishes.layout
    if layout is None:
        known = shipped_layouts()
        layout = known[rng.integers(len(known))] if rng.random() < 0.5 else random_layout(rng)
    with_cards = wishes.cards if wishes.cards is not None else rng.random() < 0.5
    slack = 60.0 if with_cards else rng.uniform(4, 40)
    size = (wishes.width_px, wishes.height_px)
    camera = random_camera(rng, _corners(slack), size, wishes.most_tilt, (0.72, 0.99), (550, 1500))
    hard = rng.random() < wishes.hard_light
    lamps, ambient, name = random_light(rng, hard)
    disc_cells, cells, token_cell = random_cells(rng, layout, wishes.missing)
    paints = random_paints(rng)
    discs = {}
    for colour, cell in disc_cells.items():
        x, y = cell_centre_mm(cell)
        dx, dy = _jitter(rng, 1.2, 3.0)
        discs[colour] = Flat(cell, (x + dx, y + dy), TOKEN_MM if cell == token_cell else 0.0)
    token = None
    if token_cell:
        x, y = cell_centre_mm(token_cell)
        dx, dy = _jitter(rng, 1.2, 3.0)
        token = Flat(token_cell, (x + dx, y + dy))
    pieces = _pieces(rng, wishes, layout, cells, set(disc_cells.values()), token_cell)
    with_hand = wishes.hand if wishes.hand is not None else rng.random() < 0.12
    hand = None
    if with_hand:
        on_board = [p.at_mm for p in pieces if p.cell]
        x, y = on_board[rng.integers(len(on_board))] if on_board else (MIDDLE_MM, MIDDLE_MM)
        hand = random_hand(rng, (x + rng.normal(0, 12), y + rng.normal(0, 12)))
    glossy = rng.random() < 0.35
    same = rng.random() < 0.5
    return Scene(
        seed=seed,
        layout=layout,
        camera=camera,
        lamps=lamps,
        ambient=ambient,
        gloss=float(rng.uniform(0.05, 0.5) if glossy else rng.uniform(0, 0.06)),
        roughness=float(rng.uniform(0.06, 0.3)),
        cards=random_cards(rng) if with_cards else None,
        discs=discs,
        token=token,
        pieces=tuple(pieces),
        paints=paints,
        disc_paints={c: np.clip(p * np.exp(rng.normal(0, 0.06)), 0.008, 0.92) for c, p in paints.items()}
        if same
        else random_paints(rng),
        clutter=random_clutter(rng),
        hand=hand,
        light_name=("hard " if hard else "") + name,
    )
