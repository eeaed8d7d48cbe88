"""Who sits at the table: names, persons and machines, markers given up, the hero of the shorter game.

Seats are counted from 0. What the game does not allow is refused by the draft and changes nothing.
"""

from __future__ import annotations

from typing import Literal, get_args

from msgspec.structs import replace

from app.games.mutant_meeples.bots import LEVELS
from app.games.mutant_meeples.box import box
from app.games.mutant_meeples.roster import colours, meeple
from app.games.mutant_meeples.state import PlayerSetup, Setup
from app.language.tongues import spoken
from app.ui import theme
from app.ui.presenters.setup.draft import Draft
from app.ui.presenters.setup.views import Choice, Mark, MeepleView, Mode, SeatSheetView, SeatView
from app.ui.words import table, word

STYLES: tuple[Literal["touch", "buzz", "pad"], ...] = ("touch", "buzz", "pad")
"""How a person claims."""
NAME_LENGTH = 10
"""Letters of a name: as many as a player card can show."""
FIRST_PLAYERS = 2


class NameTaken(ValueError):
    """Another player has this name."""


def first_players() -> tuple[PlayerSetup, ...]:
    """The table of somebody who has chosen nothing yet."""
    return tuple(PlayerSetup(word("setup.seat", number=n + 1)) for n in range(FIRST_PLAYERS))


def with_seat(setup: Setup, seat: int, player: PlayerSetup) -> Setup:
    """The set-up with another player on that seat."""
    return replace(setup, players=(*setup.players[:seat], player, *setup.players[seat + 1 :]))


def level_name(level: str) -> str:
    """A skill level in words; a level without a word of ours keeps its own name."""
    return table(spoken()).get(f"level.{level}", level.replace("-", " ").capitalize())


def handicaps(setup: Setup) -> list[str]:
    """Who plays without how many meeples; nobody else is named."""
    out = [(player.name, player.handicap + len(player.removed)) for player in setup.players]
    return [word("seat.without", name=name, n=n) for name, n in out if n]


class SeatsPresenter:
    """The seats of the draft, as rows and one by one."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._mode: Mode | None = None

    @property
    def _players(self) -> tuple[PlayerSetup, ...]:
        return self._draft.setup.players

    @property
    def alone(self) -> bool:
        """Whether there is one player, who has no tournament and no first hero."""
        return len(self._players) == 1

    def _change(self, seat: int, player: PlayerSetup) -> None:
        self._draft.propose(self, with_seat(self._draft.setup, seat, player))

    def open(self) -> None:
        """A player's page is opened: taps mean nothing yet, and old refusals are forgotten."""
        self._mode = None
        self._draft.forget()

    def may_add(self) -> bool:
        """Whether the box has parts for one more."""
        return len(self._players) < box().marker_sets

    def add(self) -> None:
        """One more seat with the next free seat name; nothing happens at a full table."""
        if self.may_add():
            player = PlayerSetup(self._free_seat_name(len(self._players)))
            self._draft.propose(self, replace(self._draft.setup, players=(*self._players, player)))

    def remove(self, seat: int) -> None:
        """Take a seat away; the last one stays, and practises without a tournament and a first hero."""
        left = (*self._players[:seat], *self._players[seat + 1 :])
        if not left:
            return
        setup = replace(self._draft.setup, players=left)
        if len(left) == 1:
            setup = replace(setup, players=(replace(left[0], seed=None),), tournament=None)
        self._draft.propose(self, setup)

    def name_of(self, seat: int) -> str:
        """The name as chosen so far."""
        return self._players[seat].name

    def rename(self, seat: int, name: str) -> None:
        """Name a seat; nothing but spaces gives its seat name back. Raises `NameTaken`."""
        player = self._players[seat]
        tidy = " ".join(name.split())[:NAME_LENGTH].strip() or self._free_seat_name(
            seat, player.bot is not None
        )
        others = {other.name.casefold() for n, other in enumerate(self._players) if n != seat}
        if tidy.casefold() in others:
            raise NameTaken(tidy)
        self._change(seat, replace(player, name=tidy))

    def _free_seat_name(self, seat: int, bot: bool = False) -> str:
        others = {other.name.casefold() for n, other in enumerate(self._players) if n != seat}
        numbers = [seat + 1, *range(1, box().marker_sets + 1)]
        names = (word("setup.bot" if bot else "setup.seat", number=n) for n in numbers)
        return next(name for name in names if name.casefold() not in others)

    def choose_hand(self, seat: int, hand: str) -> None:
        """A person who claims by "touch", "buzz" or "pad", or the machine at one of its levels.

        A seat that nobody has named is called a player or a bot, as it is.
        """
        player = self._players[seat]
        style = next((style for style in STYLES if style == hand), None)
        if style is None:
            chosen = replace(player, bot=hand)
        else:
            chosen = replace(player, bot=None, style=style)
        if (chosen.bot is None) != (player.bot is None) and _is_unnamed(player):
            chosen = replace(chosen, name=self._free_seat_name(seat, chosen.bot is not None))
        self._change(seat, chosen)

    def take_at_random(self, seat: int, markers: int) -> None:
        """So many markers are taken away by lot, besides the chosen ones."""
        self._change(seat, replace(self._players[seat], handicap=markers))

    def explain_end(self) -> None:
        """No more or no fewer can be drawn at random: say how many can be."""
        self._draft.refuse(self, word("seat.at_end", n=box().most_removed))

    def choose_mode(self, mode: Mode) -> None:
        """What the next taps on meeples decide."""
        self._mode = mode
        self._draft.forget()

    def tap(self, seat: int, colour: str) -> None:
        """Give this meeple up or make it the first hero, as the mode says; a second tap takes that back.

        Without a mode nothing happens but the advice to choose one.
        """
        player = self._players[seat]
        if self._mode is None:
            self._draft.refuse(self, self._hint())
            return
        if self._mode == "hero":
            self._change(seat, replace(player, seed=None if player.seed == colour else colour))
            return
        removed = set(player.removed) ^ {colour}
        self._change(seat, replace(player, removed=tuple(c for c in colours() if c in removed)))

    def rows(self) -> tuple[SeatView, ...]:
        """Every seat in few words."""
        return tuple(self._row(seat) for seat in range(len(self._players)))

    def _row(self, seat: int) -> SeatView:
        player = self._players[seat]
        less = player.handicap + len(player.removed)
        hand = (
            word("seat.machine", level=level_name(player.bot)) if player.bot else word(f"seat.{player.style}")
        )
        return SeatView(
            name=player.name,
            initial=theme.initial(player.name),
            colour=theme.player_colour(seat),
            line=word("seat.meeples", hand=hand, n=len(colours()) - less) if less else hand,
            out=player.removed,
            hero=player.seed,
            removable=not self.alone,
        )

    def view(self, seat: int) -> SeatSheetView:
        """Everything about one player."""
        player = self._players[seat]
        hand = player.bot or player.style
        modes = get_args(Mode)[:1] if self.alone else get_args(Mode)
        return SeatSheetView(
            seat=self._row(seat),
            persons=tuple(Choice(style, word(f"seat.{style}"), hand == style) for style in STYLES),
            hand_line=word(f"seat.{'bot' if player.bot else player.style}_line"),
            machines=tuple(Choice(level, level_name(level), hand == level) for level in LEVELS),
            at_random=player.handicap,
            most=box().most_removed - len(player.removed),
            modes=tuple(Choice(mode, word(f"seat.mode_{mode}"), mode == self._mode) for mode in modes),
            meeples=tuple(MeepleView(c, meeple(c).short, _mark(player, c)) for c in colours()),
            hint=self._draft.hint(self, self._hint()),
        )

    def _hint(self) -> str:
        """What a tap on a meeple does."""
        kind = self._mode or ("choose_alone" if self.alone else "choose")
        return word(f"seat.hint_{kind}", n=box().most_removed)


def _is_unnamed(player: PlayerSetup) -> bool:
    """Whether the name is one of those that seats come with."""
    key = "setup.seat" if player.bot is None else "setup.bot"
    return any(player.name == word(key, number=n + 1) for n in range(box().marker_sets))


def _mark(player: PlayerSetup, colour: str) -> Mark:
    if colour == player.seed:
        return "hero"
    return "out" if colour in player.removed else "plays"
