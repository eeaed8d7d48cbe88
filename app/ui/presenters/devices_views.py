"""What the hardware screen shows, as plain frozen data with finished words. No Kivy."""

from __future__ import annotations

from dataclasses import dataclass

from app.ui.presenters.home import DeviceStatus


@dataclass(frozen=True, slots=True)
class KeyView:
    """One button: `lit` while it is pressed and a moment longer, `count` presses so far."""

    role: str
    place: str
    level: str
    ago: str
    count: str
    lit: bool = False
    ill: bool = False


@dataclass(frozen=True, slots=True)
class CardView:
    """Up to three buttons that lie together: a player's, the table's, or a pod's.

    `lamp`: "" (none), "off", "on" or "ill". `key` names the card from one view to the next.
    """

    key: str
    title: str
    line: str
    colour: str
    lamp: str
    keys: tuple[KeyView, ...]
    ill: bool = False


@dataclass(frozen=True, slots=True)
class MessageView:
    """What is wrong or missing, and the one thing to do ("": nothing)."""

    sentence: str
    action: str
    ill: bool


@dataclass(frozen=True, slots=True)
class TrialView:
    """A test by asking people: one question, or at its end (`done`) what came out."""

    title: str
    count: str
    question: str
    detail: str
    done: bool = False
    ill: bool = False


@dataclass(frozen=True, slots=True)
class DevicesView:
    """Everything on the screen.

    `call` is the word on the way to the messages; `ill` says whether one of them needs a hand.
    """

    hint: str
    cards: tuple[CardView, ...]
    camera: DeviceStatus
    sound: DeviceStatus
    messages: tuple[MessageView, ...]
    call: str
    ill: bool
    can_light: bool
    can_sound: bool
    can_assign: bool
    trial: TrialView | None
