"""From what the hardware reports to what it means at this table: whose press it was, and what is wrong.

In: hardware events from any thread. Out: presses into the session's queue, at once and with their own times;
lights for the lamps; news about buttons and parts for the screen. A button that is stuck is not listened to
until it is free again. While somebody listens (whose button is which?) presses are theirs and nobody claims.

`hear` belongs to any thread, everything else to the main thread.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from app.games.contract import Message, say
from app.games.mutant_meeples.state import State
from app.store.errors import JournalFailed
from app.store.journal import Journal
from app.table.assigning import Assignment, keep, load, source_of
from app.table.lamps import lamps
from app.table.session import Pressed, Session
from hardware.events import (
    DOWN,
    PAUSE,
    UP,
    ButtonFreed,
    ButtonPressed,
    ButtonStuck,
    DeviceBack,
    DeviceLost,
    HardwareEvent,
)
from hardware.lights import Light
from hardware.pods.session import Trouble

log = logging.getLogger(__name__)

TABLE_SEAT = -1
"""The seat in a press of what belongs to the whole table."""


@dataclass(frozen=True, slots=True)
class News:
    """What has just changed, and whether it is bad."""

    message: Message
    alarm: bool


class Switchboard:
    """All buttons and lamps of one table, joined to its session."""

    def __init__(self, session: Session[State], journal: Journal) -> None:
        self._session, self._journal = session, journal
        self._assignment = self._load()
        self._listener: Callable[[ButtonPressed], None] | None = None
        self._on_parts: Callable[[], None] = lambda: None
        self._heard: queue.SimpleQueue[HardwareEvent] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._jammed: set[str] = set()
        """Devices that are not listened to. The lock is for this alone: presses come from several threads."""
        self._stuck: dict[str, ButtonStuck] = {}
        self._lost: dict[str, DeviceLost] = {}
        self._news: list[News] = []

    def _load(self) -> Assignment:
        try:
            return load(self._journal)
        except JournalFailed as error:
            log.error("no assignment of the buttons: %s", error)
            return Assignment()

    # -- what the hardware reports --------------------------------------------------------------------

    def hear(self, event: HardwareEvent) -> None:
        """Take an event; any thread, and it only queues."""
        with self._lock:
            match event:
                case ButtonStuck():
                    self._jammed.add(event.device)
                case ButtonFreed() | DeviceLost():
                    self._jammed -= _parts(event.device, self._jammed)
            ignored = isinstance(event, ButtonPressed) and event.device in self._jammed
        if ignored:
            return
        if isinstance(event, ButtonPressed) and self._listener is None:
            self._session_hears(event)
        else:
            self._heard.put(event)

    def _session_hears(self, event: ButtonPressed) -> None:
        seat = self._assignment.seat_of(event.device, event.player) if event.button != PAUSE else TABLE_SEAT
        if seat is not None:
            self._session.post(Pressed(seat, event.button, event.at_ns))

    def poll(self) -> None:
        """Take note of everything but claims; those are in the session's queue already."""
        while True:
            try:
                event = self._heard.get_nowait()
            except queue.Empty:
                return
            match event:
                case ButtonPressed():
                    if self._listener is not None:
                        self._listener(event)
                case ButtonStuck():
                    self._sticks(event)
                case ButtonFreed():
                    self._is_free(event)
                case DeviceLost():
                    self._loses(event)
                case DeviceBack():
                    self._has_back(event)

    def _sticks(self, event: ButtonStuck) -> None:
        if event.device not in self._stuck:
            self._stuck[event.device] = event
            self._news.append(News(self._stuck_message(event), alarm=True))

    def _is_free(self, event: ButtonFreed) -> None:
        if self._stuck.pop(event.device, None) is not None:
            self._news.append(News(self._freed_message(event), alarm=False))

    def _loses(self, event: DeviceLost) -> None:
        """What was stuck on a lost part is not known any more."""
        for device in _parts(event.device, self._stuck):
            del self._stuck[device]
        if event.device not in self._lost:
            self._news.append(News(_lost_message(event), alarm=True))
        self._lost[event.device] = event
        self._on_parts()

    def _has_back(self, event: DeviceBack) -> None:
        lost = self._lost.pop(event.device, None)
        if lost is not None and lost.reason != Trouble.RESTARTED:  # that one comes back with the same breath
            self._news.append(News(_back_message(event), alarm=False))
        self._on_parts()

    # -- what people are told -------------------------------------------------------------------------

    def take_news(self) -> News | None:
        """What people should be told next, once."""
        return self._news.pop(0) if self._news else None

    def troubles(self) -> tuple[Message, ...]:
        """All that is wrong now, each with what to do about it."""
        stuck = (self._stuck_message(event) for event in self._stuck.values())
        return (*stuck, *(_lost_message(event) for event in self._lost.values()))

    def _stuck_message(self, event: ButtonStuck) -> Message:
        player = self._player(event.device, event.player)
        if event.button == PAUSE:
            return say("stuck.pause")
        if player is None:
            return say("stuck.nobodys", number=event.player)
        if event.button == UP:
            return say("stuck.up", player=player)
        if event.button == DOWN:
            return say("stuck.down", player=player)
        return say("stuck.claim", player=player)

    def _freed_message(self, event: ButtonFreed) -> Message:
        player = self._player(event.device, event.player)
        if event.button == PAUSE:
            return say("freed.pause")
        return (
            say("freed.nobodys", number=event.player) if player is None else say("freed.one", player=player)
        )

    def _player(self, device: str, number: int) -> str | None:
        """Whose button that is in the match at the table; None without a match, or where nobody sits."""
        seat, state = self._assignment.seat_of(device, number), self._session.state
        if state is None or seat is None or not 0 <= seat < len(state.players):
            return None
        return state.players[seat].name

    # -- whose button is which ------------------------------------------------------------------------

    @property
    def assignment(self) -> Assignment:
        """Whose button is which now."""
        return self._assignment

    def assign(self, assignment: Assignment) -> None:
        """Whose button is which from now on; this evening also where it cannot be kept for the next."""
        self._assignment = assignment
        try:
            keep(self._journal, assignment)
        except JournalFailed as error:
            log.error("the assignment of the buttons is not kept: %s", error)

    def listen(
        self, listener: Callable[[ButtonPressed], None] | None, on_parts: Callable[[], None] = lambda: None
    ) -> None:
        """From now on presses are told to `listener`, by `poll`, and are no claims; None: claims again.

        `on_parts` is called whenever a part is lost or back.
        """
        self._listener, self._on_parts = listener, on_parts

    @property
    def away(self) -> frozenset[str]:
        """The devices that do not answer now."""
        return frozenset(self._lost)

    # -- lamps ----------------------------------------------------------------------------------------

    def lights(self, kind: str) -> Mapping[int, Light]:
        """What the lamps on pins ("gpio") or on pods ("pod") show, by the number of the wiring file."""
        session = self._session
        if session.state is None:
            return {}
        by_seat = lamps(session.state, paused=session.paused, left_ms=session.left_ms())
        return self._assignment.by_number(by_seat, kind)


def _parts(device: str, known: Iterable[str]) -> set[str]:
    """The known buttons that are this device, or lie on it (a pod has several)."""
    return {button for button in known if device in (button, source_of(button))}


def _lost_message(event: DeviceLost) -> Message:
    kind, _, name = event.device.partition(":")
    if kind == "pod" and event.reason == Trouble.RESTARTED:
        return say("parts.pod_restarted", pod=name)
    if kind == "pod":
        return say("parts.pod_lost", pod=name, reason=event.reason)
    if kind == "gpio":
        return say("parts.pin_lost", pin=name, reason=event.reason)
    return say("parts.lost", part=event.device, reason=event.reason)


def _back_message(event: DeviceBack) -> Message:
    kind, _, name = event.device.partition(":")
    if kind == "pod":
        return say("parts.pod_back", pod=name)
    if kind == "gpio":
        return say("parts.pin_back", pin=name)
    return say("parts.back", part=event.device)
