"""Read cases and score them, in this process or in several.

In: `Case`s and the `Given`s under which each is read. Out: `Judged`: a score and a picture of a failed board.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context

import cv2

from vision.evaluation.cases import Case, Given, pointed_corners, shot_of
from vision.evaluation.scoring import FAILED, Score, score
from vision.evaluation.sheet import picture_of
from vision.reader import read
from vision.types import Image


@dataclass(frozen=True)
class Judged:
    """One photograph read in one way; `picture` of a failed board when pictures are asked for."""

    score: Score
    picture: Image | None = None


def judge(case: Case, given: Given, pictures: bool, again: bool) -> Judged:
    """Read one case and score it. `again`: read it a second time from where the board was found."""
    shot = shot_of(case, given)
    discs = {disc["color"]: disc["cell"] for disc in shot.truth["discs"]}
    look = partial(read, shot.picture, reference_bgr=shot.empty, round_start=discs if given.start else None)
    pointed = given.corners and not shot.truth["markers"]
    reading = look(corners_px=pointed_corners(shot.truth, case.seed) if pointed else None)
    second = look(before=reading.registration) if again and reading.registration else None
    scored = score(case.name, reading, shot.truth, str(given), second)
    shown = pictures and scored.verdict in FAILED
    return Judged(scored, picture_of(shot.picture, reading, scored) if shown else None)


def judge_case(case: Case, ways: Sequence[Given], pictures: bool, again: bool) -> list[Judged]:
    """Read one case in each of several ways."""
    return [judge(case, given, pictures, again) for given in ways]


def _one_thread() -> None:
    cv2.setNumThreads(1)


def judge_all(
    cases: Sequence[Case],
    ways: Sequence[Given],
    *,
    pictures: bool = False,
    again: bool = True,
    workers: int = 1,
) -> Iterator[list[Judged]]:
    """Every case in every way, in the order of the cases; several `workers` are processes of one thread.

    Raises `VisionError` when a file cannot be used.
    """
    one = partial(judge_case, ways=ways, pictures=pictures, again=again)
    if workers == 1:
        yield from map(one, cases)
        return
    with ProcessPoolExecutor(workers, get_context("spawn"), _one_thread) as pool:
        yield from pool.map(one, cases)
