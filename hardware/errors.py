"""The faults of this package, one small tree.

`str(error)` is a plain cause in a few words; turning it into a sentence with one action for the player is the
app's work. Library exceptions (gpiozero, lgpio, OpenCV, picamera2) never leave this package unnamed.
"""

from __future__ import annotations


class HardwareError(Exception):
    """Root of everything `hardware` raises on purpose."""


class PinsUnavailable(HardwareError):
    """No pin library at all, not even the simulated one; the message says what to install."""


class PinBusy(HardwareError):
    """One pin cannot be had, because another program holds it or its wiring forbids it.

    `pin` is the BCM number, `reason` what the library said.
    """

    def __init__(self, pin: int, reason: str) -> None:
        super().__init__(f"pin {pin} is not free: {reason}")
        self.pin = pin
        self.reason = reason


class CameraUnavailable(HardwareError):
    """The camera gave no picture. `retry` is False when asking again cannot help (no photo left)."""

    def __init__(self, reason: str, *, retry: bool = True) -> None:
        super().__init__(reason)
        self.reason = reason
        self.retry = retry


class CameraBusy(CameraUnavailable):
    """Another program has the camera; `program` is its name with its process id, "" when unseen."""

    def __init__(self, camera: str, program: str = "") -> None:
        super().__init__(f"{camera} is in use by {program or 'another program'}")
        self.camera = camera
        self.program = program

    def __reduce__(self) -> tuple[type[CameraBusy], tuple[str, str]]:
        return CameraBusy, (self.camera, self.program)  # it comes from another process


class CameraForbidden(CameraUnavailable):
    """This user may not open the camera; `nodes` names what is shut ("video0"), of the group video."""

    def __init__(self, nodes: str) -> None:
        super().__init__(f"no permission for {nodes}", retry=False)
        self.nodes = nodes

    def __reduce__(self) -> tuple[type[CameraForbidden], tuple[str]]:
        return CameraForbidden, (self.nodes,)


class CaptureTimedOut(CameraUnavailable):
    """Every attempt ran past its deadline; `waited_s` is the time given up on, in seconds."""

    def __init__(self, reason: str, waited_s: float) -> None:
        super().__init__(reason)
        self.waited_s = waited_s


class ConfigFault(HardwareError):
    """One fault in the configuration file; collected in a list, seldom raised.

    `field` is the dotted place ("buttons.players[2].claim"), `found` what stands there, `expected` what may
    stand there, `hint` a likely meant name or "".
    """

    def __init__(self, field: str, found: str, expected: str, hint: str = "") -> None:
        text = f"{field}: found {found}, expected {expected}"
        super().__init__(f"{text}; did you mean {hint!r}?" if hint else text)
        self.field = field
        self.found = found
        self.expected = expected
        self.hint = hint
