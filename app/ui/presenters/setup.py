"""What the set-up screen shows and how taps change it: players, city, sand timer, strictness.

Every change goes through a method here; `view()` is the screen, `setup()` the finished choice as plain data.
Nothing can be chosen that could not be played: names are never empty or twice, numbers stay in range. No
Kivy.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

from app.games.mutant_meeples.board import SHIPPED_BOARDS
from app.games.mutant_meeples.state import MAX_HANDICAP, MAX_PLAYERS
from app.ui import theme
from app.ui.words import word

Style = Literal["touch", "buzz"]
STYLES: tuple[Style, ...] = ("touch", "buzz")
NAME_LENGTH = 10
"""Letters of a name: as many as a player card can show."""
TIMER_LOW_S, TIMER_HIGH_S, TIMER_STEP_S = 30, 180, 15
TIMER_START_S = 60  # the sand timer in the box
FIRST_PLAYERS = 2


class NameTaken(ValueError):
    """Another player has this name."""


@dataclass(frozen=True, slots=True)
class Seat:
    """One player as chosen so far."""

    name: str
    handicap: int = 0
    style: Style = "touch"


@dataclass(frozen=True, slots=True)
class SeatView:
    """One player's row in finished words."""

    name: str
    initial: str
    colour: str
    handicap: str
    style: str
    removable: bool


@dataclass(frozen=True, slots=True)
class SetupView:
    """Everything on the set-up screen."""

    seats: tuple[SeatView, ...]
    may_add: bool
    board: str
    board_names: tuple[tuple[str, str], ...]
    """(key, name) of every city to choose from."""
    advice: str
    timer_s: int
    shorter_ok: bool
    shorter_hint: str


class SetupPresenter:
    """Keeps the choices; seats are counted from 0."""

    def __init__(self) -> None:
        self._seats = [Seat(word("setup.seat", number=n + 1)) for n in range(FIRST_PLAYERS)]
        self._board = SHIPPED_BOARDS[0]
        self._timer_s = TIMER_START_S
        self._shorter_ok = False

    def add_player(self) -> None:
        """One more seat with the next free seat name; nothing happens at a full table."""
        if len(self._seats) < MAX_PLAYERS:
            taken = {seat.name for seat in self._seats}
            names = (word("setup.seat", number=n) for n in range(1, MAX_PLAYERS + 1))
            self._seats.append(Seat(next(name for name in names if name not in taken)))

    def remove_player(self, seat: int) -> None:
        """Take a seat away; the last one stays."""
        if len(self._seats) > 1:
            del self._seats[seat]

    def rename(self, seat: int, name: str) -> None:
        """Name a seat; nothing but spaces gives its seat name back. Raises `NameTaken`."""
        tidy = " ".join(name.split())[:NAME_LENGTH].strip() or self._free_seat_name(seat)
        others = {other.name.casefold() for n, other in enumerate(self._seats) if n != seat}
        if tidy.casefold() in others:
            raise NameTaken(tidy)
        self._seats[seat] = replace(self._seats[seat], name=tidy)

    def _free_seat_name(self, seat: int) -> str:
        others = {other.name for n, other in enumerate(self._seats) if n != seat}
        numbers = [seat + 1, *range(1, MAX_PLAYERS + 1)]
        return next(n for n in (word("setup.seat", number=n) for n in numbers) if n not in others)

    def next_handicap(self, seat: int) -> None:
        """0, 1, 2 meeples less, and 0 again."""
        now = self._seats[seat]
        self._seats[seat] = replace(now, handicap=(now.handicap + 1) % (MAX_HANDICAP + 1))

    def next_style(self, seat: int) -> None:
        """The next way of claiming."""
        now = self._seats[seat]
        self._seats[seat] = replace(now, style=STYLES[(STYLES.index(now.style) + 1) % len(STYLES)])

    def choose_board(self, board: str) -> None:
        """Play in this city. Raises ValueError for one that is not shipped."""
        if board not in SHIPPED_BOARDS:
            raise ValueError(f"board: {board} is not one of {SHIPPED_BOARDS}")
        self._board = board

    def change_timer(self, steps: int) -> None:
        """Longer (positive) or shorter thinking time, in steps of 15 seconds."""
        wished = self._timer_s + steps * TIMER_STEP_S
        self._timer_s = min(max(wished, TIMER_LOW_S), TIMER_HIGH_S)

    def set_timer(self, seconds: int) -> None:
        """Thinking time, put to the nearest allowed step."""
        steps = round((seconds - TIMER_LOW_S) / TIMER_STEP_S)
        self._timer_s = min(max(TIMER_LOW_S + steps * TIMER_STEP_S, TIMER_LOW_S), TIMER_HIGH_S)

    def toggle_shorter(self) -> None:
        """Whether a demonstration may be shorter than claimed."""
        self._shorter_ok = not self._shorter_ok

    def name_of(self, seat: int) -> str:
        """The name as chosen so far."""
        return self._seats[seat].name

    def view(self) -> SetupView:
        """The screen as it stands now."""
        return SetupView(
            seats=tuple(self._seat_view(n, seat) for n, seat in enumerate(self._seats)),
            may_add=len(self._seats) < MAX_PLAYERS,
            board=self._board,
            board_names=tuple((board, word(f"setup.{board}")) for board in SHIPPED_BOARDS),
            advice=word(f"setup.{self._board}_advice"),
            timer_s=self._timer_s,
            shorter_ok=self._shorter_ok,
            shorter_hint=word("setup.shorter_on" if self._shorter_ok else "setup.shorter_off"),
        )

    def _seat_view(self, number: int, seat: Seat) -> SeatView:
        return SeatView(
            name=seat.name,
            initial=theme.initial(seat.name),
            colour=theme.player_colour(number),
            handicap=word(f"setup.handicap_{seat.handicap}"),
            style=word(f"setup.{seat.style}"),
            removable=len(self._seats) > 1,
        )

    def setup(self) -> dict[str, Any]:
        """The finished choice, as `Navigator.on_play` takes it."""
        return {
            "players": [
                {"name": seat.name, "handicap": seat.handicap, "style": seat.style} for seat in self._seats
            ],
            "board": self._board,
            "timer_s": self._timer_s,
            "demonstration": "shorter-ok" if self._shorter_ok else "exact",
        }
