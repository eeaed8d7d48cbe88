"""What the table's devices are and how they stand, as plain rows.

In: what the parts themselves tell (`status()` of button panel, lamps, pods, camera and sound, each of which
may be missing) and the faults of the wiring file. Out: `DeviceRow`s in a fixed order, with one action for
each that needs a hand. Opens nothing. Words are messages; times are monotonic nanoseconds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Protocol, TypeVar

from app.games.contract import Message, say
from app.table.assigning import Assignment
from hardware.buttons import ButtonStatus
from hardware.camera.status import CameraState, CameraStatus
from hardware.errors import ConfigFault
from hardware.events import DOWN, PAUSE, TABLE, UP
from hardware.lights import Light, LightStatus
from hardware.pods.buttons import JAMMED, PodButtonStatus
from hardware.pods.link import PodsStatus, PortStatus
from hardware.pods.register import PodStatus
from hardware.pods.session import Trouble
from hardware.probe import State
from hardware.sound.speaker import SoundState, SoundStatus

Told = TypeVar("Told", covariant=True)


class Reports(Protocol[Told]):
    """A part that tells how it stands, at any time and without waiting."""

    def status(self) -> Told:
        """A snapshot."""


class Part(StrEnum):
    """The kinds of rows."""

    BUTTON = "button"
    LAMP = "lamp"
    BUZZER = "buzzer"
    POD = "pod"
    PORT = "port"
    PINS = "pins"
    CAMERA = "camera"
    SOUND = "sound"
    SETTINGS = "settings"


@dataclass(frozen=True, slots=True)
class Owner:
    """Who sits where a button belongs: the seat counts from 0."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class DeviceRow:
    """One device. `device` names it ("gpio:17", "pod:red:2"), `number` is its player in the wiring file.

    `level` is the raw level of a pin (True = high), or whether the contact of a pod's button is closed.
    `fault` says what is wrong and `action` the one thing to do. A part that nobody asked for and that is
    missing is absent, and may say so, too.
    """

    part: Part
    device: str
    name: Message
    place: Message | None = None
    state: State = State.OK
    owner: Owner | None = None
    number: int = TABLE
    button: str = ""
    level: bool | None = None
    pressed: bool = False
    presses: int = 0
    since_s: float | None = None
    on: bool = False
    detail: str = ""
    fault: Message | None = None
    action: Message | None = None


Whose = Callable[[str, int], Owner | None]
"""(device, number in the wiring file) -> who owns it at this table; None: nobody."""


@dataclass(frozen=True, slots=True)
class Sources:
    """Where rows come from. Whatever is None is not there.

    `keys`: what stands for buttons where pins are simulated. `pins_fault`, `no_camera`: why there are none.
    `pod_lamps`: lamp -> number, for the pod of that id. `sound_named`: the settings name a loudspeaker.
    """

    panel: Reports[Sequence[ButtonStatus]] | None = None
    lights: Reports[Sequence[LightStatus]] | None = None
    pods: Reports[PodsStatus] | None = None
    camera: Reports[CameraStatus] | None = None
    sound: Reports[SoundStatus] | None = None
    keys: Mapping[tuple[int, str], str] = field(default_factory=dict)
    faults: Sequence[ConfigFault] = ()
    pins_fault: str = ""
    no_camera: str = "no camera on this machine"
    pod_lamps: Callable[[str], Mapping[int, int]] = lambda _pod: {}
    sound_named: bool = False


def rows(sources: Sources, whose: Whose, now_ns: int) -> tuple[DeviceRow, ...]:
    """Every device: the settings' faults, pins, lamps, pods, camera, sound."""
    return (
        *(settings_row(fault) for fault in sources.faults),
        *_on_pins(sources, whose, now_ns),
        *_on_pods(sources, whose, now_ns),
        camera_row(sources.camera.status() if sources.camera else None, sources.no_camera, now_ns),
        sound_row(sources.sound.status() if sources.sound else None, named=sources.sound_named),
    )


def troubles(found: Iterable[DeviceRow]) -> tuple[DeviceRow, ...]:
    """The rows that have something to say: what needs a hand first, then what is merely missing."""
    told = [row for row in found if row.fault is not None]
    return tuple(sorted(told, key=lambda row: row.state is not State.FAULT))


def alone(lamp: DeviceRow | None, kind: str) -> dict[int, Light]:
    """What the lamps on pins ("gpio") or on pods ("pod") show so that this one shines and no other."""
    return {lamp.number: Light.MAY_CLAIM} if lamp is not None and lamp.device.startswith(f"{kind}:") else {}


def seated(assignment: Assignment, names: Sequence[str]) -> Whose:
    """Who owns what at a table of these players, in table order."""

    def whose(device: str, number: int) -> Owner | None:
        seat = assignment.seat_of(device, number)
        return None if seat is None or not 0 <= seat < len(names) else Owner(seat, names[seat])

    return whose


# -- the settings -------------------------------------------------------------------------------------------


def settings_row(fault: ConfigFault) -> DeviceRow:
    """One fault of the wiring file; its default stands in."""
    told = say("fault.settings", field=fault.field, found=fault.found, expected=fault.expected)
    return DeviceRow(
        Part.SETTINGS,
        f"settings:{fault.field}",
        say("part.settings"),
        say("wired.file", field=fault.field),
        State.FAULT,
        fault=told,
        action=mend_settings(fault),
    )


def mend_settings(fault: ConfigFault) -> Message:
    """What to do about a fault of the wiring file."""
    if fault.hint:
        return say("mend.settings_near", hint=fault.hint)
    if fault.found == "nothing":
        return say("mend.settings_add", expected=fault.expected)
    if fault.expected.startswith(("another pin", "a pin ")):
        return say("mend.settings_pin")
    return say("mend.settings_file" if fault.field == "file" else "mend.settings_line")


# -- pins ---------------------------------------------------------------------------------------------------


def _on_pins(sources: Sources, whose: Whose, now_ns: int) -> Iterator[DeviceRow]:
    yield from _pins_at_large(sources)
    for button in sources.panel.status() if sources.panel else ():
        yield _button_row(button, sources.keys, whose, now_ns)
    for lamp in sources.lights.status() if sources.lights else ():
        yield _light_row(lamp, whose)


def _pins_at_large(sources: Sources) -> Iterator[DeviceRow]:
    """What is to be said of the pins as a whole."""
    if sources.pins_fault:
        reason = sources.pins_fault
        action = say("mend.pins_gpio" if "permi" in reason.lower() else "mend.pins")
        told = say("fault.no_pins", reason=reason)
        yield DeviceRow(Part.PINS, "gpio", say("part.buttons"), state=State.FAULT, fault=told, action=action)
    elif sources.panel is None or not sources.panel.status():
        row = DeviceRow(Part.PINS, "gpio", say("part.buttons"))
        yield _faulty(row, say("fault.no_buttons"), say("mend.no_buttons"), State.ABSENT)
    elif sources.keys:
        row = DeviceRow(Part.PINS, "gpio", say("part.buttons"))
        yield _faulty(row, say("fault.keys"), say("mend.keys"), State.ABSENT)


def _button_row(
    button: ButtonStatus, keys: Mapping[tuple[int, str], str], whose: Whose, now_ns: int
) -> DeviceRow:
    owner = whose(button.device, button.player) if button.player != TABLE else None
    key = keys.get((button.player, button.button), "")
    fault: Message | None = None
    action: Message | None = None
    if button.fault:
        fault, action = _pin_fault(button.pin, button.fault)
    elif button.stuck:
        fault, action = say("fault.stuck_pin", pin=button.pin), say("mend.free_pin", pin=button.pin)
    return DeviceRow(
        Part.BUTTON,
        button.device,
        _button_name(button.button, owner),
        say("wired.key", name=key) if key else say("wired.pin", pin=button.pin),
        State.OK if fault is None else State.FAULT,
        owner,
        button.player,
        button.button,
        button.level,
        button.pressed,
        button.presses,
        _since_s(button.last_edge_ns, now_ns),
        fault=fault,
        action=action,
    )


def _pin_fault(pin: int, reason: str) -> tuple[Message, Message]:
    taken = any(part in reason.lower() for part in ("busy", "in use", "reserved"))
    action = say("mend.pin_busy", pin=pin) if taken else say("mend.wire", pin=pin)
    return say("fault.pin", pin=pin, reason=reason), action


def _button_name(button: str, owner: Owner | None) -> Message:
    if button == PAUSE:
        return say("part.pause")
    if owner is None:
        return say("part.nobody")
    if button == UP:
        return say("part.up", player=owner.name)
    if button == DOWN:
        return say("part.down", player=owner.name)
    return say("part.claim", player=owner.name)


def _light_row(lamp: LightStatus, whose: Whose) -> DeviceRow:
    buzzer = lamp.player == TABLE
    owner = None if buzzer else whose(lamp.device, lamp.player)
    fault, action = _pin_fault(lamp.pin, lamp.fault) if lamp.fault else (None, None)
    return DeviceRow(
        Part.BUZZER if buzzer else Part.LAMP,
        lamp.device,
        say("part.buzzer") if buzzer else _lamp_name(owner),
        say("wired.pin", pin=lamp.pin),
        State.OK if fault is None else State.FAULT,
        owner,
        lamp.player,
        on=lamp.on,
        fault=fault,
        action=action,
    )


def _lamp_name(owner: Owner | None) -> Message:
    return say("part.spare_lamp") if owner is None else say("part.lamp", player=owner.name)


# -- pods ---------------------------------------------------------------------------------------------------


def _on_pods(sources: Sources, whose: Whose, now_ns: int) -> Iterator[DeviceRow]:
    told = sources.pods.status() if sources.pods else PodsStatus((), ())
    lines = {port.pod: port for port in told.ports if port.pod}
    for pod in told.pods:
        yield _pod_row(pod, lines.get(pod.pod))
        for button in pod.buttons:
            yield _pod_button_row(pod, button, whose, now_ns)
        if pod.connected:
            for lamp, number in sources.pod_lamps(pod.pod).items():
                yield _pod_lamp_row(pod.pod, lamp, number, whose)
    strangers = [port for port in told.ports if not port.pod and port.trouble is not None]
    yield from (_port_row(port) for port in strangers)
    if not told.pods and not strangers:
        row = DeviceRow(Part.POD, "pod", say("part.pods"))
        yield _faulty(row, say("fault.no_pods"), say("mend.no_pods"), State.ABSENT)


_AWAY: Mapping[Trouble, str] = {
    Trouble.NO_PERMISSION: "mend.dialout",
    Trouble.BUSY: "mend.port_close",
    Trouble.NO_HELLO: "mend.port_foreign",
    Trouble.WRONG_VERSION: "mend.pod_program",
    Trouble.MISSING: "mend.pod_first",
}
"""What to do; for all else the pod is to be plugged in again."""


def _mend_pod(trouble: Trouble, port: str) -> Message:
    key = _AWAY.get(trouble, "mend.pod_in")
    return say(key, port=port) if key == "mend.port_close" else Message(key)


def _pod_row(pod: PodStatus, line: PortStatus | None) -> DeviceRow:
    fault: Message | None = None
    action: Message | None = None
    match pod.trouble:
        case None:
            pass
        case Trouble.DOUBLE:
            fault, action = say("fault.pod_double", pod=pod.pod), say("mend.pod_double")
        case Trouble.UNKNOWN:
            fault, action = say("fault.pod_unknown", pod=pod.pod), say("mend.pod_unknown")
        case trouble:
            fault = say("fault.pod_away", pod=pod.pod, reason=trouble.value)
            action = _mend_pod(trouble, pod.port)
    return DeviceRow(
        Part.POD,
        f"pod:{pod.pod}",
        say("part.pod", pod=pod.pod),
        say("wired.port", port=pod.port) if pod.port else None,
        State.OK if fault is None else State.FAULT,
        detail="" if line is None or not line.counts.garbage else str(line.counts.garbage),
        fault=fault,
        action=action,
    )


def _pod_button_row(pod: PodStatus, button: PodButtonStatus, whose: Whose, now_ns: int) -> DeviceRow:
    device = f"pod:{pod.pod}:{button.number}"
    number = TABLE if button.player is None else button.player
    owner = whose(device, number) if number != TABLE else None
    stuck = button.fault == JAMMED
    state = State.FAULT if stuck or not pod.connected else State.OK
    return DeviceRow(
        Part.BUTTON,
        device,
        _button_name(button.button, owner),
        say("wired.pod", pod=pod.pod, number=button.number),
        State.ABSENT if state is State.OK and button.player is None else state,
        owner,
        number,
        button.button,
        button.level,
        bool(button.level),
        button.presses,
        _since_s(button.last_edge_ns, now_ns),
        fault=say("fault.stuck_pod", pod=pod.pod, number=button.number) if stuck else None,
        action=say("mend.free_pod") if stuck else None,
    )


def _pod_lamp_row(pod: str, lamp: int, number: int, whose: Whose) -> DeviceRow:
    device = f"pod:{pod}:{lamp}"
    owner = whose(device, number)
    place = say("wired.pod_lamp", pod=pod)
    return DeviceRow(Part.LAMP, device, _lamp_name(owner), place, owner=owner, number=number)


def _port_row(port: PortStatus) -> DeviceRow:
    """Something is plugged in that is no pod yet."""
    trouble = port.trouble or Trouble.CANNOT_OPEN
    foreign = trouble is Trouble.NO_HELLO
    told = (
        say("fault.port_foreign", port=port.port)
        if foreign
        else say("fault.port", port=port.port, reason=port.fault or trouble.value)
    )
    return DeviceRow(
        Part.PORT,
        f"port:{port.port}",
        say("part.port", port=port.port),
        say("wired.port", port=port.port),
        State.ABSENT if foreign else State.FAULT,
        fault=told,
        action=_mend_pod(trouble, port.port),
    )


# -- camera and sound ---------------------------------------------------------------------------------------


def camera_row(camera: CameraStatus | None, reason: str, now_ns: int) -> DeviceRow:
    """The camera; `reason` says why there is none."""
    name = say("part.camera")
    if camera is None:
        row = DeviceRow(Part.CAMERA, "camera", name)
        action = say("mend.switched_on" if "switched off" in reason else "mend.no_camera")
        return _faulty(row, say("fault.no_camera", reason=reason), action, State.ABSENT)
    row = DeviceRow(
        Part.CAMERA,
        "camera",
        name,
        presses=camera.captures,
        since_s=_since_s(camera.last_frame_ns, now_ns),
        detail=camera.name,
    )
    if camera.state is not CameraState.FAILED:
        return row
    return _faulty(row, say("fault.camera", reason=camera.fault), mend_camera(camera.fault))


def mend_camera(reason: str) -> Message:
    """What to do about a camera that gives this reason."""
    if "in use" in reason:
        return say("mend.camera_close")
    if "permission" in reason:
        return say("mend.camera_group")
    return say("mend.camera_folder") if "photo" in reason else say("mend.camera_cable")


def sound_row(sound: SoundStatus | None, *, named: bool) -> DeviceRow:
    """The loudspeaker. Having none is no fault, unless the settings ask for one by name (`named`)."""
    name = say("part.sound")
    if sound is None:
        row = DeviceRow(Part.SOUND, "sound", name)
        return _faulty(row, say("fault.sound_off"), say("mend.switched_on"), State.ABSENT)
    row = DeviceRow(Part.SOUND, "sound", name, presses=sound.played, detail=sound.name)
    if sound.state is not SoundState.SILENT:
        return row
    told = say("fault.no_sound", reason=sound.fault)
    if named:
        return _faulty(row, told, say("mend.sound_name"))
    if "driver" in sound.fault:
        return _faulty(row, told, say("mend.sound_driver"))
    return _faulty(row, told, say("mend.sound_plug"), State.ABSENT)


def _faulty(row: DeviceRow, fault: Message, action: Message, state: State = State.FAULT) -> DeviceRow:
    """The same device, with what is wrong and what to do."""
    return replace(row, state=state, fault=fault, action=action)


def _since_s(then_ns: int | None, now_ns: int) -> float | None:
    return None if then_ns is None else max(0, now_ns - then_ns) / 1_000_000_000
