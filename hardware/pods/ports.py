"""Which serial ports there are, by lasting names.

In: the root of /dev (an argument, so that tests use a folder). Out: `Port`s. A number such as ttyACM0 says
only which adapter came first, so it is never an identity: names come from serial/by-id, else
serial/by-path. A port that has neither (some drivers make no links) is taken all the same, and so are
adapters that share one name: which pod it is, the pod says itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

BARE_NODES = ("ttyACM*", "ttyUSB*")  # USB boards with a serial port of their own, and USB adapters
BY_ID, BY_PATH = "serial/by-id", "serial/by-path"


@dataclass(frozen=True, slots=True)
class Port:
    """One serial port: its `name` for people, the `node` to open, and whether the name outlasts a replug."""

    name: str
    node: Path
    lasting: bool


def find_ports(dev: Path) -> list[Port]:
    """Every serial port below `dev` once, by its best name, sorted by name. Dangling links are left out."""
    found: dict[Path, Port] = {}
    for folder in (BY_ID, BY_PATH):
        for link in _entries(dev / folder, "*"):
            node = _target(link)
            if node is not None:
                found.setdefault(node, Port(link.name, node, lasting=True))
    for pattern in BARE_NODES:
        for entry in _entries(dev, pattern):
            node = _target(entry)
            if node is not None:
                found.setdefault(node, Port(entry.name, node, lasting=False))
    return sorted(found.values(), key=lambda port: port.name)


def _entries(folder: Path, pattern: str) -> list[Path]:
    try:
        return sorted(folder.glob(pattern))
    except OSError:  # the folder vanishes with its last link
        return []


def _target(link: Path) -> Path | None:
    """The node behind a link; None when it leads nowhere or in a circle."""
    try:
        return link.resolve(strict=True)
    except (OSError, RuntimeError):
        return None
