"""The question before a demonstration is given up, which says what that costs. Main thread only."""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from collections.abc import Callable

from app.ui.widgets.sheet import ConfirmSheet
from app.ui.words import word


def give_up_sheet(cost: str, on_yes: Callable[[], None]) -> ConfirmSheet:
    """Ask; `cost` is a finished sentence."""
    return ConfirmSheet(
        word("show.give_up"),
        word("match.back"),
        on_yes,
        danger=True,
        title=word("show.give_up_title"),
        sentence=cost,
    )
