"""Opening the pins: the real ones on a Pi, else simulated ones that keys can press.

In: which back end is wanted and a writable folder. Out: `Pins`, a gpiozero pin factory with the reason for
the choice. gpiozero's own search through back ends is not used: it hides the first error behind the last
one. gpiozero is imported here, inside the call, after LG_WD is set (lgpio makes a notification pipe in that
folder and otherwise in the current one, which under systemd is "/").
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from hardware.errors import PinsUnavailable

log = logging.getLogger(__name__)

# Any Pi with the 40-pin header serves as the model of the simulated pins; this is a 3B.
SIMULATED_REVISION = "a02082"
_REMEMBERED = 100
KEYS_STAND_IN = "no pins on this machine: keys stand for buttons"


class PinBackend(StrEnum):
    """AUTO tries the real pins first; the others insist."""

    AUTO = "auto"
    REAL = "real"
    SIMULATED = "simulated"


@dataclass(slots=True)
class Pins:
    """An open pin factory; `reason` says in plain words why this one, `detail` is the first error or ""."""

    factory: Any
    backend: PinBackend
    reason: str
    detail: str = ""

    @property
    def simulated(self) -> bool:
        """True when keys stand for buttons."""
        return self.backend is PinBackend.SIMULATED

    def close(self) -> None:
        """Give the pins back; may be called twice. Close the devices (the panel) first."""
        factory, self.factory = self.factory, None
        if factory is not None:
            factory.close()


def pin_errors() -> tuple[type[Exception], ...]:
    """What gpiozero and the library below it raise for a pin that cannot be had or read."""
    import gpiozero

    found: list[type[Exception]] = [gpiozero.GPIOZeroError, OSError]
    # lgpio's error class derives from Exception alone; it can only come up when lgpio is loaded.
    lgpio_error = getattr(sys.modules.get("lgpio"), "error", None)
    if isinstance(lgpio_error, type) and issubclass(lgpio_error, Exception):
        found.append(lgpio_error)
    return tuple(found)


def open_lgpio() -> Any:
    """The real pins through lgpio; raises whatever the libraries raise on a machine without them."""
    from gpiozero.pins.lgpio import LGPIOFactory

    return LGPIOFactory()


def open_simulated() -> Any:
    """Pins in memory, driven by `KeyPins` or a test."""
    from gpiozero.pins.mock import MockFactory, MockPin

    class ShortMemory(MockPin):  # type: ignore[misc] # gpiozero ships no types
        """gpiozero's remembers every level it had, those of blinking lamps too: in hours too many."""

        def _change_state(self, value: Any) -> Any:
            changed = super()._change_state(value)
            del self.states[:-_REMEMBERED]
            return changed

    # Both arguments are given so that GPIOZERO_MOCK_* variables of a shell cannot change the model.
    return MockFactory(revision=SIMULATED_REVISION, pin_class=ShortMemory)


def open_pin_factory(
    preferred: PinBackend = PinBackend.AUTO,
    *,
    state_dir: Path | None = None,
    open_real: Callable[[], Any] = open_lgpio,
) -> Pins:
    """Open the pins. Raises PinsUnavailable when gpiozero is missing, or when REAL is wanted and fails.

    `state_dir` is a writable folder for lgpio's pipe (created if missing); it goes into the environment
    variable LG_WD unless that is set already. Call this before anything else imports gpiozero.
    """
    _choose_work_dir(state_dir)
    try:
        import gpiozero  # noqa: F401 - asked for here so that its absence has one message
    except ImportError as error:
        raise PinsUnavailable("gpiozero is not installed (pip install gpiozero)") from error
    if preferred is PinBackend.SIMULATED:
        return Pins(open_simulated(), PinBackend.SIMULATED, "simulated pins were asked for")
    # Half-installed or mismatched packages show up as AttributeError, KeyError and the like.
    causes: tuple[type[Exception], ...] = (ImportError, AttributeError, LookupError, RuntimeError)
    try:
        return Pins(open_real(), PinBackend.REAL, "pins of this Pi")
    except causes + pin_errors() as error:
        detail = f"{type(error).__name__}: {error}"
    if preferred is PinBackend.REAL:
        raise PinsUnavailable(detail)
    log.info(KEYS_STAND_IN)
    log.debug("the pins did not open: %s", detail)
    return Pins(open_simulated(), PinBackend.SIMULATED, KEYS_STAND_IN, detail)


def _choose_work_dir(state_dir: Path | None) -> None:
    if state_dir is None or os.environ.get("LG_WD"):
        return
    try:
        state_dir.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        log.warning("no folder for the pin library at %s: %s", state_dir, error)
        return
    if os.access(state_dir, os.W_OK | os.X_OK):
        os.environ["LG_WD"] = str(state_dir)
    else:
        log.warning("folder %s is not writable; the pin library uses the current one", state_dir)
