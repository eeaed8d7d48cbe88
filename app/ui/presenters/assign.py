"""Whose button is which, player after player: what the screen says, and what its taps do. No Kivy.

In: who sits at the table (asked anew on entering) and the switchboard, whose presses are answers as long as
this is open. Nothing is changed before `done`. `on_change` is called after every press.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from app.language import sentence
from app.table.assigning import Asked, Assigning
from app.table.switchboard import Switchboard
from app.ui import theme
from app.ui.words import word
from hardware.events import ButtonPressed


@dataclass(frozen=True, slots=True)
class AssignRow:
    """One player: what is known of the button, and whether it is the one who is asked."""

    name: str
    initial: str
    colour: str
    line: str
    asked: bool
    has_button: bool


@dataclass(frozen=True, slots=True)
class AssignView:
    """The whole screen. `said` answers the last press, or says what else helps; it is empty after a tap."""

    sentence: str
    colour: str
    said: str
    rows: tuple[AssignRow, ...]
    can_skip: bool
    can_go_back: bool
    can_end: bool


class AssignPresenter:
    """Goes round the table once each time the screen is entered."""

    def __init__(self, players: Callable[[], Sequence[Asked]], board: Switchboard) -> None:
        self._players, self._board = players, board
        self._asked: tuple[Asked, ...] = ()
        self._asking = Assigning(())
        self.on_change: Callable[[], None] = lambda: None

    def enter(self) -> None:
        """Ask from the first player on; presses are answers from now on."""
        self._asked = tuple(self._players())
        self._asking = Assigning(self._asked)
        self._asking.lacks(self._board.away)
        self._board.listen(self._press, self._parts)

    def leave(self) -> None:
        """Presses are claims again; without `done` every button is whose it was."""
        self._board.listen(None)

    def _press(self, event: ButtonPressed) -> None:
        self._asking.press(event.device, event.button, event.player)
        self.on_change()

    def _parts(self) -> None:
        self._asking.lacks(self._board.away)
        self.on_change()

    def skip(self) -> None:
        """The player who is asked claims on the screen."""
        self._asking.skip()

    def back(self) -> None:
        """Ask the player before once more."""
        self._asking.back()

    def start_over(self) -> None:
        """Ask everybody once more."""
        self._asking.start_over()

    def done(self) -> None:
        """From now on the buttons are as answered. Only when everybody was asked and no button is away."""
        assignment = self._asking.assignment()
        assert assignment is not None
        self._board.assign(assignment)

    def view(self) -> AssignView:
        """Everything on the screen now."""
        asking = self._asking
        seat = asking.seat
        return AssignView(
            sentence=self._sentence(seat),
            colour=theme.ACCENT if seat is None else theme.player_colour(seat),
            said=self._said(seat),
            rows=tuple(self._row(number) for number in range(len(self._asked))),
            can_skip=seat is not None,
            can_go_back=asking.can_go_back,
            can_end=seat is None,
        )

    def _sentence(self, seat: int | None) -> str:
        if seat is None:
            return word("assign.all")
        away = self._asking.is_away(seat)
        return word("unplugged.plug" if away else "assign.press", name=self._asked[seat].name)

    def _said(self, seat: int | None) -> str:
        if self._asking.said is not None:
            return f"{sentence(self._asking.said)}."
        return word("unplugged.or") if seat is not None and self._asking.is_away(seat) else ""

    def _row(self, seat: int) -> AssignRow:
        player, has = self._asked[seat], self._asking.has_button(seat)
        asked = seat == self._asking.seat
        if player.bot:
            key = "assign.machine"
        elif self._asking.is_away(seat):
            key = "unplugged.line"
        elif asked:
            key = "assign.now"
        elif has is None:
            key = "assign.later"
        else:
            key = "assign.has" if has else "assign.screen"
        return AssignRow(
            name=player.name,
            initial=theme.initial(player.name),
            colour=theme.player_colour(seat),
            line=word(key),
            asked=asked,
            has_button=has is True,
        )
