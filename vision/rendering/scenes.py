"""Draw lots for rendered photographs: single ones, and rounds with a camera that stays where it is.

In: a seed. Out: a frozen `Picture`, or the `Picture`s of a round; `to_json` and `from_json` keep one in a
file. What lies where, the camera, the lamps and the sensor are those of `vision.synthetic`; the surfaces are
added.
"""

from dataclasses import dataclass, replace
from typing import Any

import msgspec
import numpy as np

from vision.cells import MAPS
from vision.city import place, printed_maps
from vision.colours import COLOURS
from vision.layout import BoardLayout, cell_centre_mm, shipped_layouts
from vision.rendering.textures import PRINTINGS, TABLES
from vision.synthetic.lots import Rng, Wishes, random_hand, random_scene
from vision.synthetic.scene import DISC_MM, TOKEN_MM, Piece, Scene
from vision.synthetic.sensor import Take, random_take

BOARD_MM = 2.0
"""Thickness of the board: the table lies so much below its face."""
_LYING = 0.04
_MOST_TILT = 36.0
_MOST_MOVES = 5
_SIDES = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}


@dataclass(frozen=True)
class Surfaces:
    """What everything is covered with: a printing and a table of `textures`, with their seeds.

    `table_yaw`: radians. `roughness`: of the board's varnish, 0 a mirror, 1 chalk.
    """

    printing: str
    print_seed: int
    table: str
    table_seed: int
    table_yaw: float
    roughness: float


@dataclass(frozen=True)
class Move:
    """One meeple's slide, by cells."""

    colour: str
    start: str
    goal: str


@dataclass(frozen=True)
class Moment:
    """Which picture of a round it is. `kind`: "empty" (the board alone), "start", "hand" or "move"."""

    frame: int
    kind: str
    move: Move | None = None


@dataclass(frozen=True)
class Picture:
    """One photograph before it is rendered; `noise_seed` decides its grain alone."""

    scene: Scene
    surfaces: Surfaces
    take: Take
    noise_seed: int
    moment: Moment | None = None


def to_json(picture: Picture) -> bytes:
    """The picture as JSON; the same picture always gives the same bytes."""
    return msgspec.json.encode(picture, enc_hook=_listed, order="deterministic")


def from_json(data: bytes) -> Picture:
    """Read what `to_json` wrote. Raises `msgspec.MsgspecError` on anything else."""
    return msgspec.json.decode(data, type=Picture, dec_hook=_array)


def _listed(array: Any) -> Any:
    return array.tolist()


def _array(_type: type, numbers: Any) -> Any:
    return np.array(numbers, np.float64)


def _surfaces(rng: Rng) -> Surfaces:
    varnished = rng.random() < 0.35
    return Surfaces(
        printing=str(rng.choice(PRINTINGS)),
        print_seed=int(rng.integers(2**31)),
        table=str(rng.choice(TABLES)),
        table_seed=int(rng.integers(2**31)),
        table_yaw=float(rng.integers(2) * np.pi / 2 + rng.normal(0, 0.1)),
        roughness=float(rng.uniform(0.12, 0.3) if varnished else rng.uniform(0.38, 0.6)),
    )


def _on_the_table(piece: Piece) -> Piece:
    """What stands beside the board stands on the table, not in the air above it."""
    return piece if piece.cell else replace(piece, base_mm=-BOARD_MM)


def random_picture(seed: int, hand: bool | None = None) -> Picture:
    """Draw lots for one photograph of a shipped board; `hand`: whether one reaches in, None: by lot."""
    rng = np.random.default_rng([seed, 1])
    layouts = shipped_layouts()
    layout = layouts[rng.integers(len(layouts))]
    scene = random_scene(seed, Wishes(layout=layout, hand=hand, most_tilt=_MOST_TILT, lying=_LYING))
    scene = replace(scene, pieces=tuple(_on_the_table(piece) for piece in scene.pieces))
    return Picture(scene, _surfaces(rng), random_take(rng, scene), int(rng.integers(2**31)))


def slide(layout: BoardLayout, start: str, side: str, taken: set[str]) -> str:
    """The cell where a meeple stops that slides from `start` to a side: at a wall, the frame or another."""
    maps = printed_maps(layout)
    walls, frame = maps[MAPS.index(side)], maps[MAPS.index("frame")]
    step_x, step_y = _SIDES[side]
    cell = start
    while not walls[place(cell)]:
        ahead = chr(ord(cell[0]) + step_x) + chr(ord(cell[1]) + step_y)
        if frame[place(ahead)] or ahead in taken:
            break
        cell = ahead
    return cell


def _random_move(rng: Rng, layout: BoardLayout, cells: dict[str, str]) -> Move:
    """One of all the slides that lead somewhere."""
    taken = set(cells.values())
    moves = [
        Move(colour, cell, slide(layout, cell, side, taken))
        for colour, cell in cells.items()
        for side in _SIDES
    ]
    moves = [move for move in moves if move.goal != move.start]
    return moves[rng.integers(len(moves))]


def _stood(rng: Rng, scene: Scene, colour: str, cell: str) -> Piece:
    """A meeple put down on a cell, as exactly as a careful hand does."""
    on_disc = cell in {disc.cell for disc in scene.discs.values()}
    on_token = scene.token is not None and cell == scene.token.cell
    dx, dy = (float(v) for v in np.clip(rng.normal(0, 1.5, 2), -3, 3))
    x, y = cell_centre_mm(cell)
    base = (DISC_MM if on_disc else 0.0) + (TOKEN_MM if on_token else 0.0)
    return Piece(colour, cell, (x + dx, y + dy), base, float(rng.uniform(0, 2 * np.pi)))


def random_round(seed: int) -> list[Picture]:
    """A round: the empty board, the start, then slides; now and then a hand reaches for the next meeple.

    Table, camera, light and automatics stay as they are; only the grain changes from picture to picture.
    """
    rng = np.random.default_rng([seed, 2])
    first = random_picture(seed, hand=False)
    first = replace(first, take=replace(first.take, shake_px=0.0))
    scene = first.scene
    cells = {colour: scene.discs[colour].cell for colour in COLOURS}
    pieces = {colour: _stood(rng, scene, colour, cell) for colour, cell in cells.items()}
    empty = replace(scene, pieces=(), discs={}, token=None)
    pictures = [replace(first, scene=empty, moment=Moment(0, "empty"))]

    def add(kind: str, move: Move | None = None, over: str | None = None) -> None:
        hand = random_hand(rng, pieces[over].at_mm) if over else None
        shown = replace(scene, pieces=tuple(pieces.values()), hand=hand)
        moment = Moment(len(pictures), kind, move)
        noise = first.noise_seed + moment.frame
        pictures.append(replace(first, scene=shown, noise_seed=noise, moment=moment))

    add("start")
    for _ in range(int(rng.integers(2, _MOST_MOVES + 1))):
        move = _random_move(rng, scene.layout, cells)
        if rng.random() < 0.35:
            add("hand", over=move.colour)
        cells[move.colour] = move.goal
        pieces[move.colour] = _stood(rng, scene, move.colour, move.goal)
        add("move", move)
    return pictures
