"""Files that may be brought in, whatever they hold: what is shown of them, and who does it. No Kivy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from app.ui.presenters.hint import Hint


@dataclass(frozen=True, slots=True)
class FoundView:
    """One file that may be brought in."""

    name: str
    line: Hint
    ready: bool


@dataclass(frozen=True, slots=True)
class BringInView:
    """The files there are, and one sentence about them."""

    found: tuple[FoundView, ...]
    hint: Hint


class Bringing(Protocol):
    """Looks for files and brings one in."""

    def view(self) -> BringInView:
        """The files as they stand now."""

    def bring(self, number: int) -> None:
        """Bring that file in, from 0 in the order of the view."""

    def leave(self) -> None:
        """Nobody looks any more."""
