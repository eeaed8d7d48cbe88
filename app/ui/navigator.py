"""What the screens may ask of the rest of the house. Implemented by whoever owns the session.

Every call comes on the main thread, after the screen has done its own part.
"""

from __future__ import annotations

from typing import Protocol

from app.games.mutant_meeples.state import Setup


class Navigator(Protocol):
    """The ways out of the home and set-up screens."""

    def on_play(self, setup: Setup) -> None:
        """Start a match."""

    def on_resume(self) -> None:
        """Go on with the kept match."""

    def on_quit(self) -> None:
        """Leave the app."""
