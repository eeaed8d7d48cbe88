"""The buttons of one pod: edges in, the table's events out; with what the diagnostics want to know.

A press that was reported is always followed by its release, made up when the pod goes away meanwhile;
nothing else is ever made up. A button held when the pod is found is no press, but may turn out stuck. Pure;
one owner.
"""

from __future__ import annotations

from dataclasses import dataclass

from hardware.events import ButtonFreed, ButtonPressed, ButtonReleased, ButtonStuck, HardwareEvent
from hardware.pods.config import PodsConfig

STUCK_NS = 20_000_000_000  # longer than any finger stays

NOT_GIVEN = "belongs to nobody"
JAMMED = "held for 20 seconds"


@dataclass(frozen=True, slots=True)
class PodButtonStatus:
    """One button for the diagnostics: whom it belongs to (player None: nobody), `level` True while closed
    (None: not known), `pressed` as reported to the table, presses so far, time of the last edge or None."""

    number: int
    player: int | None
    button: str
    level: bool | None
    pressed: bool
    presses: int
    last_edge_ns: int | None
    fault: str


@dataclass(slots=True)
class _Button:
    level: bool | None = None
    reported: bool = False
    stuck: bool = False
    since_ns: int = 0
    presses: int = 0
    last_edge_ns: int | None = None


class PodButtons:
    """All buttons of the pod `pod`, over all its connections."""

    def __init__(self, pod: str, config: PodsConfig) -> None:
        self._pod = pod
        self._config = config
        self._buttons: dict[int, _Button] = {}

    def found(self, count: int, held: tuple[int, ...], at_ns: int) -> list[HardwareEvent]:
        """The pod said hello: it has `count` buttons, and `held` are down."""
        events = self.lost(at_ns)
        self._buttons = {n: self._buttons.get(n, _Button()) for n in range(1, count + 1)}
        for number, button in self._buttons.items():
            button.level, button.since_ns = number in held, at_ns
        return events

    def lost(self, at_ns: int) -> list[HardwareEvent]:
        """The pod is gone: whoever held a button is taken to have let go now."""
        events: list[HardwareEvent] = []
        for number, button in self._buttons.items():
            events += self._released(number, button, at_ns)
            button.level = None
        return events

    def edge(self, number: int, pressed: bool, at_ns: int) -> list[HardwareEvent]:
        """One press or release; of a button that belongs to nobody it is only counted."""
        button = self._buttons.setdefault(number, _Button())
        button.level, button.last_edge_ns = pressed, at_ns
        if not pressed:
            return self._released(number, button, at_ns)
        if button.reported:
            return []
        button.presses += 1
        button.since_ns = at_ns
        owner = self._config.owner(self._pod, number)
        if owner is None:
            return []
        button.reported = True
        return [ButtonPressed(*owner, at_ns, self._device(number))]

    def tick(self, now_ns: int) -> list[HardwareEvent]:
        """Notice buttons that have been down for too long. Call about once a second."""
        events: list[HardwareEvent] = []
        for number, button in self._buttons.items():
            if button.level and not button.stuck and now_ns - button.since_ns >= STUCK_NS:
                button.stuck = True
                owner = self._config.owner(self._pod, number)
                if owner is not None:
                    events.append(ButtonStuck(*owner, self._device(number)))
        return events

    def status(self) -> tuple[PodButtonStatus, ...]:
        """A snapshot, by number."""
        return tuple(self._status(number, self._buttons[number]) for number in sorted(self._buttons))

    def _status(self, number: int, button: _Button) -> PodButtonStatus:
        player, name = self._config.owner(self._pod, number) or (None, "")
        fault = JAMMED if button.stuck else "" if player is not None else NOT_GIVEN
        pressed, presses, last = button.reported, button.presses, button.last_edge_ns
        return PodButtonStatus(number, player, name, button.level, pressed, presses, last, fault)

    def _released(self, number: int, button: _Button, at_ns: int) -> list[HardwareEvent]:
        events: list[HardwareEvent] = []
        owner = self._config.owner(self._pod, number)
        if owner is not None and button.reported:
            events.append(ButtonReleased(*owner, at_ns, self._device(number)))
        if owner is not None and button.stuck:
            events.append(ButtonFreed(*owner, self._device(number)))
        button.reported = button.stuck = False
        return events

    def _device(self, number: int) -> str:
        return f"pod:{self._pod}:{number}"
