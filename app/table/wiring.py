"""The composition root: which journal, pins, buttons and camera this table has, joined to one session.

Nothing else opens a device. Every part is optional: what is missing becomes a notice, never a failed start.
In: folders, the hardware configuration, a clock and a random source. Out: a `Table`, which owns what it
opened and gives it back in `close`.
"""

from __future__ import annotations

import dataclasses
import datetime
import logging
import os
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.games.contract import Game, Message, say
from app.games.mutant_meeples.match import MutantMeeples
from app.games.mutant_meeples.state import Setup
from app.store.errors import JournalUnreadable
from app.store.journal import Journal, StoredMatch, open_journal
from app.table.gear import Doors, Gear, open_gear
from app.table.history import load as load_match
from app.table.replay import replay
from app.table.session import Session
from app.table.tournaments import game_after, waiting_game
from hardware.camera.choose import OpenedCamera
from hardware.config import CameraKind, HardwareConfig, load
from hardware.errors import ConfigFault
from hardware.pins import PinBackend

log = logging.getLogger(__name__)

SYSTEM_CONFIG = Path("/etc/meeple-marshal/hardware.toml")
JOURNAL_FILE = "journal.db"
MEDIA = Path("/media")
"""Where the system mounts drives that are plugged in."""


def default_state_dir() -> Path:
    """Where games are kept: systemd's state folder, else the user's."""
    if os.environ.get("STATE_DIRECTORY"):
        return Path(os.environ["STATE_DIRECTORY"].split(":")[0])
    base = os.environ.get("XDG_STATE_HOME")
    return (Path(base) if base else Path.home() / ".local" / "state") / "meeple-marshal"


def default_config_path(state_dir: Path) -> Path:
    """The hardware configuration: the one beside the games, else the system's."""
    own = state_dir / "hardware.toml"
    return own if own.exists() or not SYSTEM_CONFIG.exists() else SYSTEM_CONFIG


def wall_clock() -> datetime.datetime:
    """Local wall time with its zone; for display and file names only."""
    return datetime.datetime.now().astimezone()


@dataclass(frozen=True, slots=True)
class Kept:
    """A match to go on with, as stored and as it stands; `unreadable` newer ones had to be passed over."""

    match: StoredMatch | None
    state: Any
    unreadable: int


@dataclass(slots=True)
class Table:
    """Everything one table has. All methods belong to the main thread."""

    session: Session[Any]
    journal: Journal
    state_dir: Path
    config: HardwareConfig
    gear: Gear
    camera: OpenedCamera
    notices: list[Message]
    faults: tuple[ConfigFault, ...]
    clock_ns: Callable[[], int]
    wall: Callable[[], datetime.datetime]
    rng: random.Random
    media: Path

    def poll(self) -> None:
        """Look at buttons, queue and timers; call about ten times a second."""
        self.gear.poll(self.clock_ns())
        self.session.pump()
        self.gear.shine(self.clock_ns())

    def kept(self) -> Kept:
        """The newest match of this game that was not finished and can be read, and how many cannot.

        Older ones are not even loaded. Raises `JournalFailed`.
        """
        unreadable = 0
        for match_id in self.journal.open_ids(self.session.game.name):
            stored = load_match(self.journal, match_id)
            try:
                if stored is not None:
                    return Kept(stored, replay(self.session.game, stored).state, unreadable)
            except JournalUnreadable as error:
                log.error("kept match: %s", error)
            unreadable += 1
        return Kept(None, None, unreadable)

    def next_in_tournament(self) -> Setup | None:
        """The set-up of the next game of a tournament: the one at the table, or the one in the journal.

        Raises `JournalFailed`.
        """
        if self.session.state is not None:
            return game_after(self.session.state)
        return waiting_game(self.journal, self.session.game)

    def hang_up(self) -> None:
        """Give the devices back and keep the journal open; may be called twice."""
        self.gear.close()
        if self.camera.source is not None:
            self.camera.source.close()

    def close(self) -> None:
        """Give everything back; may be called twice."""
        self.hang_up()
        self.journal.close()


def set_up(
    *,
    state_dir: Path,
    config_path: Path | None = None,
    photos: Path | None = None,
    media: Path = MEDIA,
    game: Game[Any, Any, Any] | None = None,
    clock_ns: Callable[[], int] = time.monotonic_ns,
    wall: Callable[[], datetime.datetime] = wall_clock,
    rng: random.Random | None = None,
    backend: PinBackend = PinBackend.AUTO,
    doors: Doors | None = None,
    journal: Journal | None = None,
    live: bool = False,
) -> Table:
    """Open what this machine has. Never fails for a missing or broken part; `Table.notices` names those.

    `photos`: a folder that stands for the camera; `media`: where drives are mounted. `doors`: where devices
    are found, if not as usual (with the pins of `backend`). `journal`: one that is open already, instead of
    the file. `live`: pods, sound and threads of their own, on the real clock.
    """
    notices: list[Message] = []
    rng = rng or random.Random()
    if journal is None:
        journal, notice = open_journal(state_dir / JOURNAL_FILE, wall())
        notices += [notice] if notice else []
    config, faults = load(config_path or default_config_path(state_dir))
    if len(faults) == 1:
        notices.append(say("notice.config", fault=str(faults[0])))
    elif faults:
        notices.append(say("notice.config_faults", n=len(faults)))
    if photos is not None:
        camera = dataclasses.replace(config.camera, source=CameraKind.FOLDER, folder=photos)
        config = dataclasses.replace(config, camera=camera)
    session: Session[Any] = Session(
        game or MutantMeeples(),
        journal,
        clock_ns=clock_ns,
        wall=wall,
        rng=rng,
    )
    doors = doors or Doors(backend)
    gear = open_gear(config, session, journal, doors=doors, state_dir=state_dir, clock_ns=clock_ns, live=live)
    return Table(
        session=session,
        journal=journal,
        state_dir=state_dir,
        config=config,
        gear=gear,
        camera=doors.camera(config.camera),
        notices=[*notices, *gear.notices],
        faults=tuple(faults),
        clock_ns=clock_ns,
        wall=wall,
        rng=rng,
        media=media,
    )
