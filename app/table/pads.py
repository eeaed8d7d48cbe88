"""The numbers that players have chosen with the up and down buttons of their pads, by seat.

What is chosen belongs to the table and not to the game: nobody has claimed anything yet, an undo does not
bring it back, and after a restart every pad begins at the lowest number again. What may be chosen is the
game's business (`Game.numbers`): a number that has gone in the meantime is shown as the next one above it,
and a choice is forgotten as soon as its player has nothing to choose.

A pad without up and down has no number, so its claim button means what the game makes of a press alone. With
an up button only every number can be reached: after the highest comes the lowest. Knows no clock, no device.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from app.games.contract import Game


class Pads:
    """What stands on every pad of one session."""

    def __init__(self, game: Game[Any, Any, Any]) -> None:
        self._game = game
        self._chosen: dict[int, int] = {}

    def number(self, state: Any, seat: int) -> int | None:
        """What the seat's claim button would claim; None where nothing was chosen."""
        chosen = self._chosen.get(seat)
        if chosen is None:
            return None
        return next((free for free in self._game.numbers(state, seat) if free >= chosen), chosen)

    def shown(self, state: Any) -> dict[int, int]:
        """Every number chosen so far, by seat."""
        found = ((seat, self.number(state, seat)) for seat in sorted(self._chosen))
        return {seat: number for seat, number in found if number is not None}

    def step(self, state: Any, seat: int, up: bool) -> bool:
        """One number up or down, from the lowest where nothing was chosen; False when nothing can be."""
        free = self._game.numbers(state, seat)
        if not free:
            return False
        standing = self.number(state, seat)
        at = free[0] if standing is None else standing
        self._chosen[seat] = _above(free, at) if up else _below(free, at)
        return True

    def keep(self, state: Any) -> None:
        """Forget the choices of those who have nothing to choose any more."""
        self._chosen = {
            seat: number for seat, number in self._chosen.items() if self._game.numbers(state, seat)
        }

    def clear(self) -> None:
        """Forget everything: another match."""
        self._chosen = {}


def _above(free: Sequence[int], at: int) -> int:
    return next((number for number in free if number > at), free[0])


def _below(free: Sequence[int], at: int) -> int:
    return next((number for number in reversed(free) if number < at), free[0])
