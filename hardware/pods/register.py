"""Which pod is at which port, and what that means for the table. Pure; the owner holds a lock around each
call.

In: what the connections find out. Out: events for the table, and the states for the diagnostics. A
connection is named by a number of its own (`link`), never by its port: the pod's id decides whose buttons
they are. Of two pods with one id the first keeps it; the second waits and takes over when the first goes.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field

from hardware.events import DeviceBack, DeviceLost, HardwareEvent
from hardware.lights import Light
from hardware.pods.buttons import PodButtons, PodButtonStatus
from hardware.pods.config import PodsConfig
from hardware.pods.edges import Edge
from hardware.pods.protocol import LIGHT_LETTERS
from hardware.pods.session import Finding, Greeted, Trouble

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PodStatus:
    """One pod for the diagnostics: its port ("" when away), and what is wrong (None and "": nothing)."""

    pod: str
    port: str
    trouble: Trouble | None
    fault: str
    buttons: tuple[PodButtonStatus, ...]

    @property
    def connected(self) -> bool:
        """The pod answers now."""
        return self.port != ""


@dataclass(slots=True)
class _Pod:
    buttons: PodButtons
    owner: int | None = None
    lost: Trouble | None = None
    rivals: dict[int, Greeted] = field(default_factory=dict)


class PodRegister:
    """All pods ever seen since the start."""

    def __init__(self, config: PodsConfig) -> None:
        self._config = config
        self._pods: dict[str, _Pod] = {}
        self._greetings: dict[int, tuple[str, Greeted]] = {}

    def take(self, link: int, port: str, finding: Finding, now_ns: int) -> list[HardwareEvent]:
        """One finding of connection `link`, which is at `port`."""
        if isinstance(finding, Edge):
            pod = self._owned(link)
            return [] if pod is None else pod.buttons.edge(finding.button, finding.pressed, finding.at_ns)
        self._greetings[link] = (port, finding)
        name = finding.hello.pod
        pod = self._pods.get(name)
        if pod is None:
            pod = self._pods[name] = _Pod(PodButtons(name, self._config))
            if not self._config.knows(name):
                log.warning("pod %s at %s is not in the configuration; its buttons do nothing", name, port)
        if pod.owner is not None and pod.owner != link:
            log.warning("a second pod calls itself %s, at %s; it is ignored", name, port)
            pod.rivals[link] = finding
            return []
        return self._greet(pod, link, finding, now_ns)

    def over(self, link: int, trouble: Trouble, now_ns: int) -> list[HardwareEvent]:
        """Connection `link` has ended."""
        if link not in self._greetings:
            return []
        _, greeted = self._greetings.pop(link)
        name = greeted.hello.pod
        pod = self._pods[name]
        if pod.owner != link:
            pod.rivals.pop(link, None)
            return []
        pod.owner, pod.lost = None, trouble
        log.warning("pod %s is lost: %s", name, trouble)
        events = [*pod.buttons.lost(now_ns), DeviceLost(f"pod:{name}", trouble.value)]
        for heir in list(pod.rivals)[:1]:
            events += self._greet(pod, heir, pod.rivals.pop(heir), now_ns)
        return events

    def tick(self, now_ns: int) -> list[HardwareEvent]:
        """Notice stuck buttons."""
        return [event for pod in self._pods.values() for event in pod.buttons.tick(now_ns)]

    def letters(self, link: int, lights: Mapping[int, Light]) -> str:
        """The light letters for the lamps of the pod at `link`, of light states by player."""
        if link not in self._greetings:
            return ""
        hello = self._greetings[link][1].hello
        players = {} if self._owned(link) is None else self._config.lamps(hello.pod)
        states = (lights.get(players.get(lamp, -1), Light.OFF) for lamp in range(1, hello.lamps + 1))
        return "".join(LIGHT_LETTERS[state] for state in states)

    def status(self) -> tuple[PodStatus, ...]:
        """Every pod seen, and every one that the configuration names, by id."""
        named = {row.pod for row in self._config.rows} if self._config.named else set()
        return tuple(self._status(name) for name in sorted(named | set(self._pods)))

    def rival(self, link: int) -> str:
        """The id that the pod at `link` wants but another one has; "" otherwise."""
        return next((name for name, pod in self._pods.items() if link in pod.rivals), "")

    def name(self, link: int) -> str:
        """The id of the pod at `link`, "" while it is not known."""
        return self._greetings[link][1].hello.pod if link in self._greetings else ""

    def _owned(self, link: int) -> _Pod | None:
        pod = self._pods.get(self.name(link))
        return pod if pod is not None and pod.owner == link else None

    def _greet(self, pod: _Pod, link: int, greeted: Greeted, now_ns: int) -> list[HardwareEvent]:
        device = f"pod:{greeted.hello.pod}"
        events = pod.buttons.found(greeted.hello.buttons, greeted.held, now_ns)
        if greeted.again and pod.owner == link:
            log.warning("pod %s has restarted", greeted.hello.pod)
            events += [DeviceLost(device, Trouble.RESTARTED.value), DeviceBack(device)]
        elif pod.lost is not None:
            events.append(DeviceBack(device))
        pod.owner, pod.lost = link, None
        return events

    def _status(self, name: str) -> PodStatus:
        pod = self._pods.get(name)
        if pod is None:
            return PodStatus(name, "", Trouble.MISSING, Trouble.MISSING.value, ())
        buttons = pod.buttons.status()
        if pod.owner is None:
            lost = pod.lost or Trouble.MISSING
            return PodStatus(name, "", lost, lost.value, buttons)
        port = self._greetings[pod.owner][0]
        if pod.rivals:
            others = ", ".join(self._greetings[rival][0] for rival in pod.rivals)
            fault = f"{Trouble.DOUBLE.value}: one at {port}, ignored at {others}"
            return PodStatus(name, port, Trouble.DOUBLE, fault, buttons)
        if not self._config.knows(name):
            return PodStatus(name, port, Trouble.UNKNOWN, Trouble.UNKNOWN.value, buttons)
        return PodStatus(name, port, None, "", buttons)
