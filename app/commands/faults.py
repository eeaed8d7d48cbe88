"""The scripts of faults that `--twin` and `simulate --faults` take (docs/twin.md)."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from app.errors import BadInput
from hardware.buttons_config import ButtonsConfig
from hardware.pods.config import PodsConfig
from hardware.twin.script import MOST_BYTES, Kind, ScriptInvalid, Step, read_script


def read_faults(
    option: str,
    path: Path,
    buttons: ButtonsConfig,
    kinds: Collection[Kind] = tuple(Kind),
    pods: PodsConfig | None = None,
) -> list[Step]:
    """The steps of a script for a table wired so; `kinds` is what it has. Raises `BadInput`."""
    try:
        with path.open("rb") as file:
            text = file.read(MOST_BYTES + 1).decode("utf-8")
    except (OSError, ValueError) as error:
        raise BadInput(f"{option}: {path} cannot be read ({error})") from error
    try:
        return read_script(text, {contact.pin for contact in buttons.contacts()}, kinds, pods)
    except ScriptInvalid as error:
        raise BadInput(f"{option}: {error}") from error
