"""The places where this camera has stood, to choose from; opens over the camera's set-up."""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from app.ui.panels.choices import ChoiceSheet
from app.ui.words import word

MOST = 4
"""So many places are offered; others are written again."""


class PlacesSheet(ChoiceSheet):
    """A button a place, one for a new name, and back."""

    def __init__(
        self, places: Sequence[str], choose: Callable[[str], Any], new: Callable[[], None], **kwargs: Any
    ) -> None:
        super().__init__(word("camera.place_title"), **kwargs)
        for place in places[:MOST]:
            self.offer(partial(choose, place), text=place)
        self.offer(new, text=word("camera.place_new"), kind="second")
        self.offer(lambda: None, text=word("camera.place_back"))
