"""Keys of a laptop that press the table's buttons through the simulated pins.

A key drives the level of the button's pin, so the press takes exactly the way of a real button: gpiozero,
filter, event. In: key names from the screen ("1", "a", "f5"; case does not matter). Nothing of Kivy here.
On a machine with real pins the keys do nothing.
"""

from __future__ import annotations

from typing import Any

from hardware.config import HardwareConfig
from hardware.pins import Pins


class KeyPins:
    """The keys of one configuration on one pin factory. Call from the thread that reads the keyboard."""

    def __init__(self, pins: Pins, config: HardwareConfig) -> None:
        """`pins` as opened for the panel; the panel of the same `config` hears what is driven here."""
        self._factory: Any = pins.factory if pins.simulated else None
        contacts = {(contact.player, contact.button): contact for contact in config.buttons.contacts()}
        self._contact_of_key = {
            key.lower(): contacts[owner] for owner, key in config.keys.buttons.items() if owner in contacts
        }
        self._held: set[str] = set()
        for key in self._contact_of_key:
            self._drive(key, held=False)  # a contact that opens when pressed lies closed until then

    @property
    def active(self) -> bool:
        """True when keys stand for buttons on this machine."""
        return self._factory is not None

    def knows(self, key: str) -> bool:
        """Whether this key stands for a button here."""
        return self._factory is not None and key.lower() in self._contact_of_key

    def down(self, key: str) -> bool:
        """A key went down, or repeats while held (still one press). True when it is one of ours."""
        return self._move(key.lower(), held=True)

    def up(self, key: str) -> bool:
        """A key went up. True when it is one of ours."""
        return self._move(key.lower(), held=False)

    def release_all(self) -> None:
        """Let go of every key: for a window that loses the keyboard while keys are held."""
        for key in list(self._held):
            self._move(key, held=False)

    def _move(self, key: str, *, held: bool) -> bool:
        if not self.knows(key):
            return False
        (self._held.add if held else self._held.discard)(key)
        self._drive(key, held=held)
        return True

    def _drive(self, key: str, *, held: bool) -> None:
        """Driving a pin to the level it has is no edge, which makes key repeat harmless."""
        if self._factory is None:
            return
        contact = self._contact_of_key[key]
        pin = self._factory.pin(contact.pin)
        if pin.function != "input":  # some other part has it, and the panel has said so
            return
        if held == contact.pressed_is_high:
            pin.drive_high()
        else:
            pin.drive_low()
