"""What a step of the set-up wants to know of the next picture. Loads nothing: the main thread makes these."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from app.ui.presenters.camera.views import Points, Step

if TYPE_CHECKING:
    from app.ui.presenters.camera.sight import Placed
    from vision.types import Floats


@dataclass(frozen=True, eq=False)
class Wanted:
    """What the step wants to know of the next picture.

    `placed`: where the board lay in the last one; `corners`: pointed at by hand. `standing`: where the
    meeples should stand. `small`: the last picture small, to see what moves. `keep`: the picture itself is
    wanted.
    """

    step: Step
    placed: Placed | None = None
    corners: Points | None = None
    swapped: bool = False
    standing: Mapping[str, str] = field(default_factory=dict)
    small: Floats | None = None
    keep: bool = False
