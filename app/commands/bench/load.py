"""Other work beside a table: the solver on a thread, as the app asks it, and a camera that never rests."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any

from app.commands.bench.rounds import different_kits, rounds
from app.games.mutant_meeples.board import SHIPPED_BOARDS
from app.games.mutant_meeples.solver import solve_for_all, warm
from app.games.mutant_meeples.state import MAX_PLAYERS
from hardware.errors import CameraUnavailable

if TYPE_CHECKING:
    from hardware.camera.process import CameraProcess
    from vision.types import Image

CRIMES = 40


def plain_picture(_scene: Mapping[str, Any], number: int) -> Image:
    """(960, 1280, 3) uint8 BGR, one grey each time: what counts is its way, not what it shows."""
    import numpy as np

    return np.full((960, 1280, 3), number % 256, np.uint8)


class Load:
    """Works while it is entered. `poll` belongs to the main thread of the table and asks for pictures."""

    def __init__(self, camera: CameraProcess | None, seed: int) -> None:
        import random

        warm()
        self._camera = camera
        rng = random.Random(f"{seed}/load")
        crimes = list(itertools.islice(rounds(SHIPPED_BOARDS[0], CRIMES, seed), CRIMES))
        self._work = [(crime, different_kits(MAX_PLAYERS, rng)) for crime in crimes]
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._solve, name="load", daemon=True)
        self.solved = self.pictures = 0

    def __enter__(self) -> Load:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop.set()
        self._thread.join()
        if self._camera is not None:
            self._camera.cancel()

    def poll(self) -> None:
        """Take the picture if it is there, and ask for the next one."""
        if self._camera is None:
            return
        self._camera.request()
        try:
            self.pictures += self._camera.poll() is not None
        except CameraUnavailable:
            return

    def _solve(self) -> None:
        for crime, kits in itertools.cycle(self._work):
            if self._stop.is_set():
                return
            solve_for_all(crime.board, crime.positions, crime.target, kits)
            self.solved += 1
