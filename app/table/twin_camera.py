"""What the simulated camera sees: a photograph of the city of the running match, drawn for each position.

`draw` runs in the camera's process, which imports this module: nothing heavy loads with it. A picture takes
about a second of a free processor; a position seen before costs nothing.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from app.games.mutant_meeples.state import State
    from vision.synthetic.scene import Scene
    from vision.types import Image

WIDTH_PX, HEIGHT_PX = 1024, 768
SEED = 7
"""Of everything that is drawn by lot: where the camera stands, the lamps, how carefully people put things."""
KEPT = 8
"""Pictures that are kept."""
TIMEOUT_S = 15.0
"""How long a picture may take on a busy machine; those of a real camera take less (`CAPTURE_TIMEOUT_S`)."""


def scene_of(state: State | None) -> dict[str, Any]:
    """The scene of a match as plain JSON values; without a match the table is empty but for a city."""
    if state is None:
        return {}
    target = None if state.round is None else state.round.target
    return {"city": state.board.file.name, "meeples": state.cells(), "discs": state.starts, "target": target}


def draw(scene: Mapping[str, Any], _number: int) -> Image:
    """(H, W, 3) uint8 BGR of a scene as `scene_of` tells it."""
    return _drawn(json.dumps(scene, sort_keys=True))


@functools.lru_cache(maxsize=KEPT)
def _drawn(text: str) -> Image:
    from vision.synthetic.draw import draw as radiance
    from vision.synthetic.sensor import photograph

    scene = laid(json.loads(text))
    return photograph(radiance(scene), scene)


def laid(told: Mapping[str, Any]) -> Scene:
    """The scene as the renderer wants it. A city that is not printed is drawn as the first one of the box."""
    from dataclasses import replace

    from vision.layout import cell_centre_mm, shipped_layouts
    from vision.synthetic.lots import Wishes, random_scene
    from vision.synthetic.scene import DISC_MM, TOKEN_MM, Flat, Piece

    layouts = {layout.name: layout for layout in shipped_layouts()}
    layout = layouts.get(told.get("city", ""), next(iter(layouts.values())))
    plain = random_scene(
        SEED,
        Wishes(
            layout,
            cards=False,
            hand=False,
            most_tilt=15,
            hard_light=0,
            width_px=WIDTH_PX,
            height_px=HEIGHT_PX,
        ),
    )
    discs, target = dict(told.get("discs", {})), told.get("target")
    under = dict.fromkeys(discs.values(), DISC_MM)
    if target is not None:
        under[target] = under.get(target, 0.0) + TOKEN_MM
    pieces = tuple(
        Piece(colour, cell, cell_centre_mm(cell), under.get(cell, 0.0), float(number))
        for number, (colour, cell) in enumerate(sorted(told.get("meeples", {}).items()))
    )
    return replace(
        plain,
        discs={
            colour: Flat(cell, cell_centre_mm(cell), TOKEN_MM if cell == target else 0.0)
            for colour, cell in discs.items()
        },
        token=None if target is None else Flat(target, cell_centre_mm(target)),
        pieces=pieces,
        clutter=(),
    )
