"""The [sound] section of the hardware file: whether there is a loudspeaker, and which."""

from __future__ import annotations

from dataclasses import dataclass

from hardware.config_reader import Table


@dataclass(frozen=True, slots=True)
class SoundConfig:
    """`device`: part of the loudspeaker's name (any case); "" is the system's choice."""

    enabled: bool = True
    device: str = ""


def read(table: Table) -> SoundConfig:
    """The section as a frozen value; faults go to the table's list, and defaults stand in."""
    table.allow("enabled", "device")
    enabled = table.values.get("enabled", True)
    if not isinstance(enabled, bool):
        table.fault("enabled", enabled, "true or false")
        enabled = True
    return SoundConfig(enabled, table.text("device", ""))
