"""The question before the table calls a player out for having no markers down (MM-31)."""

from __future__ import annotations

from collections.abc import Callable

from app.ui.widgets.sheet import ConfirmSheet
from app.ui.words import word


def call_out_sheet(name: str, on_yes: Callable[[], None]) -> ConfirmSheet:
    """Ask, and say what it costs."""
    return ConfirmSheet(
        word("plan.call_out_yes", name=name),
        word("match.back"),
        on_yes,
        danger=True,
        title=word("plan.call_out_title"),
        sentence=word("plan.call_out_sentence", name=name),
    )
