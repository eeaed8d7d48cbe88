"""What the hardware screen shows: every button as it stands, lamps and sound tried out, and what to mend.

In: the rows of `app.table.devices`, asked anew for every view, a clock, and what lets a lamp shine, the
buzzer beep and the loudspeaker play. Out: a frozen `DevicesView`. No Kivy. Main thread only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from app.language import sentence
from app.table.devices import DeviceRow, Owner, Part, troubles
from app.ui import theme
from app.ui.presenters.devices_trial import Hands, Trial, light_trial, sound_trial
from app.ui.presenters.devices_views import CardView, DevicesView, KeyView, MessageView
from app.ui.presenters.home import DeviceStatus
from app.ui.words import word
from hardware.events import TABLE
from hardware.probe import State

LIT_NS = 400_000_000
"""A press shows at least this long: a tap may be over before the screen looks again."""
KEYS_ON_CARD = 3
"""A pad has as many; a pod with more gets further cards."""
COARSE_S = 5
"""Times go in steps of five seconds: nobody needs more, and nothing is drawn in between."""


@dataclass(slots=True)
class _Seen:
    """What a button had been pressed when it was last looked at, and until when it stays lit."""

    presses: int
    lit_until_ns: int = 0


class DevicesPresenter:
    """Works out `DevicesView`."""

    def __init__(
        self, look: Callable[[], Sequence[DeviceRow]], clock_ns: Callable[[], int], hands: Hands
    ) -> None:
        self._look, self._clock_ns, self._hands = look, clock_ns, hands
        self._seen: dict[str, _Seen] = {}
        self._trial: Trial | None = None

    # -- coming and going ---------------------------------------------------------------------------------

    def enter(self) -> None:
        """Presses from before are not news."""
        self._seen.clear()

    def leave(self) -> None:
        """Nobody looks: a test is over."""
        self.end_trial()

    # -- tests --------------------------------------------------------------------------------------------

    def try_lights(self) -> None:
        """Go round all lamps and the buzzer."""
        self._begin(light_trial(self._look(), self._hands))

    def try_sound(self) -> None:
        """Play something and ask."""
        self._begin(sound_trial(self._hands))

    def _begin(self, trial: Trial) -> None:
        self.end_trial()
        self._trial = trial
        trial.begin()

    def answer(self, yes: bool) -> None:
        """What people say to the question."""
        if self._trial is not None:
            self._trial.answer(yes)

    def again(self) -> None:
        """The lamp, the beep or the sound once more."""
        if self._trial is not None:
            self._trial.again()

    def end_trial(self) -> None:
        """Lamps are the table's again."""
        if self._trial is not None:
            self._trial.end()
        self._trial = None

    # -- showing ------------------------------------------------------------------------------------------

    def view(self) -> DevicesView:
        """The screen as it stands now."""
        found, now_ns = self._look(), self._clock_ns()
        cards = tuple(self._cards(found, now_ns))
        messages = tuple(_message(row) for row in troubles(found))
        ill = sum(message.ill for message in messages)
        call = word("devices.mend", n=ill) if ill else word("devices.missing") if messages else ""
        camera = next(row for row in found if row.part is Part.CAMERA)
        sound = next(row for row in found if row.part is Part.SOUND)
        return DevicesView(
            hint=word("devices.hint" if cards else "devices.hint_none"),
            cards=cards,
            camera=_camera(camera),
            sound=_sound(sound),
            messages=messages,
            call=call,
            ill=ill > 0,
            can_light=any(row.part in (Part.LAMP, Part.BUZZER) for row in found),
            can_sound=sound.state is State.OK,
            can_assign=bool(cards),
            trial=None if self._trial is None else self._trial.view(),
        )

    def _cards(self, found: Sequence[DeviceRow], now_ns: int) -> Iterator[CardView]:
        """One card for the buttons of each player on the pins, then the table's, then each pod's."""
        pins = [row for row in found if row.device.startswith("gpio:")]
        for number in sorted({row.number for row in pins}, key=lambda number: (number == TABLE, number)):
            yield from self._card(f"gpio {number}", [row for row in pins if row.number == number], now_ns)
        for pod in (row for row in found if row.part is Part.POD and row.device != "pod"):
            ours = [row for row in found if row.device.startswith(f"{pod.device}:")]
            yield from self._card(pod.device, ours, now_ns, pod)

    def _card(
        self, key: str, ours: Sequence[DeviceRow], now_ns: int, pod: DeviceRow | None = None
    ) -> Iterator[CardView]:
        owner = next((row.owner for row in ours if row.owner is not None), None)
        lamps = [row for row in ours if row.part in (Part.LAMP, Part.BUZZER)]
        keys = [self._key(row, now_ns) for row in ours if row.part is Part.BUTTON]
        ill = any(row.state is State.FAULT for row in (*ours, *([pod] if pod else ())))
        if pod is not None:
            title, line = sentence(pod.name), _pod_line(pod, ours)
        elif ours[0].number == TABLE:
            title, line = word("devices.table"), ""
        else:
            title, line = _name(owner, ours[0].number), ""
        colour = theme.player_colour(owner.seat) if owner is not None else ""
        for first in range(0, max(len(keys), 1), KEYS_ON_CARD):
            lamp = _lamp(lamps) if first == 0 else ""
            part = tuple(keys[first : first + KEYS_ON_CARD])
            yield CardView(f"{key} {first}", title, line, colour, lamp, part, ill)

    def _key(self, row: DeviceRow, now_ns: int) -> KeyView:
        seen = self._seen.setdefault(row.device, _Seen(row.presses))
        if row.presses != seen.presses:
            seen.presses, seen.lit_until_ns = row.presses, now_ns + LIT_NS
        return KeyView(
            role=word(f"devices.{row.button or 'spare'}"),
            place=_place(row),
            level=_level(row),
            ago=_ago(row.since_s),
            count=str(row.presses),
            lit=row.pressed or now_ns < seen.lit_until_ns,
            ill=row.state is State.FAULT,
        )


def _name(owner: Owner | None, number: int) -> str:
    return word("devices.free", n=number) if owner is None else owner.name


def _place(row: DeviceRow) -> str:
    """Where it is wired; of a pod's button the number on the pod, which is the card's title."""
    if row.device.startswith("gpio:"):
        return "" if row.place is None else sentence(row.place)
    return word("devices.number", n=row.device.rpartition(":")[2])


def _pod_line(pod: DeviceRow, ours: Sequence[DeviceRow]) -> str:
    """Whose it is; or that it is away, or how many damaged lines came from it."""
    if pod.place is None:
        return word("devices.away")
    if pod.detail:
        return word("devices.damaged", n=int(pod.detail))
    names = dict.fromkeys(row.owner.name for row in ours if row.owner is not None)
    return ", ".join(names) or word("devices.no_owner")


def _lamp(lamps: Sequence[DeviceRow]) -> str:
    if not lamps:
        return ""
    if any(row.state is State.FAULT for row in lamps):
        return "ill"
    return "on" if any(row.on for row in lamps) else "off"


def _level(row: DeviceRow) -> str:
    """The raw level: of a pin its voltage, of a pod's button its contact."""
    if row.level is None:
        return word("devices.unknown")
    if row.device.startswith("gpio:"):
        return word("devices.high" if row.level else "devices.low")
    return word("devices.closed" if row.level else "devices.open")


def _ago(since_s: float | None) -> str:
    """How long ago, in coarse steps."""
    if since_s is None:
        return word("devices.never")
    if since_s < COARSE_S:
        return word("devices.now")
    if since_s < 60:
        return word("devices.seconds", s=int(since_s) // COARSE_S * COARSE_S)
    return word("devices.minutes", n=int(since_s) // 60)


def _message(row: DeviceRow) -> MessageView:
    assert row.fault is not None
    action = "" if row.action is None else sentence(row.action)
    return MessageView(sentence(row.fault), action, row.state is State.FAULT)


def _camera(row: DeviceRow) -> DeviceStatus:
    if row.state is State.FAULT:
        return DeviceStatus("alarm", word("devices.camera_gone"))
    if row.state is State.ABSENT:
        return DeviceStatus("missing", word("devices.camera_none"))
    if row.presses and row.detail:
        return DeviceStatus("good", word("devices.camera_name", name=row.detail))
    return DeviceStatus("good", word("devices.camera_ready"))


def _sound(row: DeviceRow) -> DeviceStatus:
    if row.state is State.FAULT:
        return DeviceStatus("alarm", word("devices.sound_gone"))
    if row.state is State.ABSENT:
        return DeviceStatus("missing", word("devices.sound_none"))
    return DeviceStatus("good", word("devices.sound_ready"))
