"""What to do about the light: the worst fault of a picture as one sentence with one action."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.games.contract import Message, say

if TYPE_CHECKING:
    from vision.light_meter import Fault, Light


def advice(light: Light) -> Message | None:
    """What to do first; None when the picture is good."""
    faults = light.faults()
    return told(light, faults[0]) if faults else None


def told(light: Light, fault: Fault) -> Message:
    """What to do about one fault of this picture."""
    from vision.light_meter import Fault

    match fault:
        case Fault.DARK:
            return say("light.dark", side=light.dark_side.value)
        case Fault.BRIGHT:
            return say("light.bright")
        case Fault.BLURRED:
            return say("light.blurred")
        case Fault.GLARE:
            return say("light.glare", cell=light.glare[0], side=light.glare_side.value)
        case Fault.UNEVEN:
            return say("light.uneven", side=light.dark_side.value)
        case Fault.YELLOW:
            return say("light.yellow")
        case Fault.BLUE:
            return say("light.blue")
        case Fault.RED:
            return say("light.red")
        case Fault.GREEN:
            return say("light.green")
