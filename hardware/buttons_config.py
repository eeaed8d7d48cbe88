"""The section [buttons] of the wiring file: buttons, lamps, buzzer, and their times.

In: the decoded table and which pins others need. Out: a `ButtonsConfig` that is always usable; a pin that
cannot be used is reported and left out, and everything else stays. Pins are BCM numbers, times milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum

from hardware.config_reader import Table
from hardware.events import CLAIM, DOWN, PAUSE, TABLE, UP
from hardware.header import FIXED_PULL_UP_PINS, HIGHEST_PIN, LOWEST_PIN, DisplayKind, reserved_for

LONGEST_BOUNCE_MS = 1000  # a second; more is a slip of the pen and would swallow real presses
LONGEST_SPIKE_MS = 50  # a quick tap closes the contact for 50 ms or more
MOST_PLAYERS = 12  # twice the biggest box, as a bound against slips
NONE = "none"
"""In the place of a pin: not wired."""


class Pull(StrEnum):
    """Which way the internal resistor pulls an open contact."""

    UP = "up"
    DOWN = "down"


class Rest(StrEnum):
    """The contact of a button nobody touches."""

    OPEN = "open"
    CLOSED = "closed"


class Level(StrEnum):
    """The level of a pin."""

    LOW = "low"
    HIGH = "high"


@dataclass(frozen=True, slots=True)
class PlayerButtons:
    """What one player has: number (from 1), claim button, and if wired up and down buttons and a lamp.

    `pull` is for players whose buttons are wired in another way than the table's.
    """

    player: int
    claim: int
    up: int | None = None
    down: int | None = None
    led: int | None = None
    pull: Pull | None = None

    def pins(self) -> Iterator[tuple[str, int]]:
        """(button, pin) of each button that is wired."""
        for button, pin in ((CLAIM, self.claim), (UP, self.up), (DOWN, self.down)):
            if pin is not None:
                yield button, pin


@dataclass(frozen=True, slots=True)
class Contact:
    """One input: whose button it is, its pin, and the level that means pressed (True = high)."""

    player: int
    button: str
    pin: int
    pull: Pull
    pressed_is_high: bool

    @property
    def device(self) -> str:
        """The name in events and messages."""
        return f"gpio:{self.pin}"


DEFAULT_PLAYERS = tuple(
    PlayerButtons(player, claim, led=led)
    for player, claim, led in ((1, 17, 5), (2, 27, 6), (3, 22, 13), (4, 23, 12), (5, 24, 16), (6, 25, 26))
)
DEFAULT_PAUSE, DEFAULT_BUZZER = 4, 20


@dataclass(frozen=True, slots=True)
class ButtonsConfig:
    """How buttons and lamps are wired. `bounce_ms` and `spike_ms` are the times of `hardware.debounce`."""

    pull: Pull = Pull.UP
    normally: Rest = Rest.OPEN
    bounce_ms: int = 30
    spike_ms: int = 2
    led_on: Level = Level.HIGH
    buzzer_on: Level = Level.HIGH
    pause: int | None = DEFAULT_PAUSE
    buzzer: int | None = DEFAULT_BUZZER
    players: tuple[PlayerButtons, ...] = DEFAULT_PLAYERS

    def contacts(self) -> tuple[Contact, ...]:
        """Every input, the players' in their order and the table's pause button last."""
        found = [
            self._contact(player.player, button, pin, player.pull or self.pull)
            for player in self.players
            for button, pin in player.pins()
        ]
        if self.pause is not None:
            found.append(self._contact(TABLE, PAUSE, self.pause, self.pull))
        return tuple(found)

    def _contact(self, player: int, button: str, pin: int, pull: Pull) -> Contact:
        """A contact that closes goes against its pull; one that opens lets the pull have its way."""
        against = pull is Pull.DOWN
        return Contact(player, button, pin, pull, against if self.normally is Rest.OPEN else not against)

    def leds(self) -> dict[int, int]:
        """Player number -> pin of the lamp, for the players who have one."""
        return {player.player: player.led for player in self.players if player.led is not None}


@dataclass(slots=True)
class PinBook:
    """Who has which pin already: the screen, what the file sets aside, and every wire so far."""

    display: DisplayKind
    set_aside: dict[int, str] = field(default_factory=dict)
    taken: dict[int, str] = field(default_factory=dict)

    def objection(self, pin: int, pull: Pull | None) -> str:
        """What would have to stand in the place of `pin`, or ""; `pull` is None for an output."""
        if pull is Pull.DOWN and pin in FIXED_PULL_UP_PINS:
            return 'another pin with pull = "down": 2 and 3 are wired to 3.3 V'
        reason = reserved_for(pin, self.display)
        if reason:
            return f"another pin ({reason})"
        if pin in self.set_aside:
            return f"a pin that is not set aside at {self.set_aside[pin]}"
        return f"a pin not yet at {self.taken[pin]}" if pin in self.taken else ""

    def take(self, table: Table, key: str, pull: Pull | None, *, required: bool = False) -> int | None:
        """The pin written under `key`, now taken; None when there is none or it cannot be had."""
        if not required and table.values.get(key) == NONE:
            return None
        pin = table.integer(key, LOWEST_PIN, HIGHEST_PIN, required=required)
        if pin is None:
            return None
        wanted = self.objection(pin, pull)
        if wanted:
            table.fault(key, pin, wanted)
            return None
        self.taken[pin] = table.place(key)
        return pin

    def offer(self, place: str, pin: int) -> int | None:
        """A default that nobody has written: it gives way to whoever has its pin."""
        if self.objection(pin, None):
            return None
        self.taken[pin] = place
        return pin


def read(table: Table, book: PinBook) -> ButtonsConfig:
    """The section [buttons]; `book` knows the pins that other parts need, and learns ours."""
    default = ButtonsConfig()
    table.allow(*ButtonsConfig.__dataclass_fields__)
    pull = table.choice("pull", Pull, default.pull)
    bounce_ms = table.integer("bounce_ms", 0, LONGEST_BOUNCE_MS)
    spike_ms = table.integer("spike_ms", 0, LONGEST_SPIKE_MS)
    players = _players(table, pull, book)
    pause = _own_or_default(table, "pause", DEFAULT_PAUSE, pull, book)
    return ButtonsConfig(
        pull=pull,
        normally=table.choice("normally", Rest, default.normally),
        bounce_ms=default.bounce_ms if bounce_ms is None else bounce_ms,
        spike_ms=default.spike_ms if spike_ms is None else spike_ms,
        led_on=table.choice("led_on", Level, default.led_on),
        buzzer_on=table.choice("buzzer_on", Level, default.buzzer_on),
        pause=pause,
        buzzer=_own_or_default(table, "buzzer", DEFAULT_BUZZER, None, book),
        players=players,
    )


def _own_or_default(table: Table, key: str, default: int, pull: Pull | None, book: PinBook) -> int | None:
    if key in table.values:
        return book.take(table, key, pull)
    return book.offer(table.place(key), default)


def _players(table: Table, pull: Pull, book: PinBook) -> tuple[PlayerButtons, ...]:
    """The players in file order. A line without a usable claim button is left out, of others only the pin."""
    rows = table.rows("players")
    if rows is None:
        return tuple(_default_players(table.place("players"), book))
    seen: dict[int, str] = {}
    found = [_player(row, pull, book, seen) for row in rows]
    return tuple(player for player in found if player is not None)


def _default_players(place: str, book: PinBook) -> Iterator[PlayerButtons]:
    for row in DEFAULT_PLAYERS:
        claim = book.offer(place, row.claim)
        if claim is not None:
            yield replace(row, led=None if row.led is None else book.offer(place, row.led))


def _player(row: Table, pull: Pull, book: PinBook, seen: dict[int, str]) -> PlayerButtons | None:
    row.allow(*PlayerButtons.__dataclass_fields__)
    own = row.choice("pull", Pull, pull) if "pull" in row.values else None
    number = row.integer("player", 1, MOST_PLAYERS, required=True)
    if number is not None and number in seen:
        row.fault("player", number, f"a player not yet at {seen[number]}")
        return None
    claim = book.take(row, "claim", own or pull, required=True)
    if number is None or claim is None:
        return None
    seen[number] = row.place("player")
    return PlayerButtons(
        player=number,
        claim=claim,
        up=book.take(row, "up", own or pull),
        down=book.take(row, "down", own or pull),
        led=book.take(row, "led", None),
        pull=own,
    )
