"""A table followed frame by frame: nothing is told while it moves or a hand is there, and all of it once.

Made-up streams: plain pictures that move or rest, and readings written by hand. Real ones: the frames of
`tests/photos/seq_*`, where only what the reader is sure of may be told.
"""

import dataclasses
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from tests.vision.conftest import PHOTOS, load
from tests.vision.test_changes import START, reading
from vision.cell_view import VIEW_PX
from vision.changes import Between, Change, Fallen, Gone, Moved, Returned, Swapped, Unsure
from vision.config import DEFAULT
from vision.follow import Follower, Look, Sight
from vision.layout import shipped_layouts
from vision.reader import Reading, Status
from vision.rectify import Registration
from vision.registration import from_corners
from vision.types import Image

BOARD = next(iter(shipped_layouts()))
CONFIG = dataclasses.replace(DEFAULT, read_again_frames=8)
HAND = dataclasses.replace(reading({"red": "ER"}), status=Status.HAND)
NOTHING = dataclasses.replace(reading({}), status=Status.NO_BOARD)


def plain(shade: int) -> Image:
    """A picture that moves when the shade of its corner changes."""
    image = np.full((480, 640, 3), 120, np.uint8)
    image[:120, :120] = shade
    return image


REST, OTHER = plain(40), plain(200)


class Stream:
    """A follower whose readings are written beforehand; the last one stays."""

    def __init__(self, *readings: Reading, settled: dict[str, str | None] | None = None) -> None:
        self.readings = list(readings)
        self.asked: list[dict[str, Any]] = []
        self.follower = Follower(
            BOARD, settled or START, likely=self._likely, reader=self._read, config=CONFIG
        )

    def _likely(self, settled: Any) -> dict[str, tuple[str, ...]]:
        return {colour: (cell,) for colour, cell in settled.items() if cell is not None}

    def _read(self, image: Image, board: Any, **given: Any) -> Reading:
        self.asked.append(given)
        return self.readings.pop(0) if len(self.readings) > 1 else self.readings[0]

    def feed(self, *frames: Image) -> list[Look]:
        return [self.follower.feed(frame) for frame in frames]

    def rest(self, frames: int = CONFIG.still_frames + 1) -> list[Change]:
        """A picture that moved and came to rest; all that was told."""
        return [change for look in self.feed(OTHER, *[REST] * frames) for change in look.changes]


def test_a_slide_is_told_once_when_the_table_has_come_to_rest() -> None:
    stream = Stream(reading({"red": "ER"}))
    looks = stream.feed(OTHER, *[REST] * 30)
    told = [change for look in looks for change in look.changes]
    assert told == [Moved("red", "EB", "ER")]
    assert looks[-1].settled["red"] == "ER"
    assert looks[-1].sight is Sight.STEADY


def test_nothing_is_read_while_anything_moves() -> None:
    stream = Stream(reading({"red": "ER"}))
    looks = stream.feed(*[plain(40 + 30 * (k % 3)) for k in range(12)])
    assert {look.sight for look in looks} == {Sight.MOVING}
    assert stream.asked == []


def test_no_move_is_told_while_a_hand_lies_still_over_the_board() -> None:
    stream = Stream(HAND, HAND, reading({"red": "ER"}))
    looks = stream.feed(OTHER, *[REST] * 14)
    assert [look.changes for look in looks if look.changes] == []
    assert looks[-1].sight is Sight.HAND
    assert stream.rest() == [Moved("red", "EB", "ER")]


def test_a_meeple_moved_twice_while_nothing_was_read_is_one_change_to_where_it_stands() -> None:
    stream = Stream(HAND, reading({"red": "GR"}))
    assert stream.rest() == []
    assert stream.rest() == [Moved("red", "EB", "GR")]


def test_a_meeple_that_goes_and_comes_back_is_told_each_time() -> None:
    stream = Stream(reading({"red": "ER"}), reading({}), reading({"red": "ER"}))
    assert stream.rest() == [Moved("red", "EB", "ER")]
    assert stream.rest() == [Moved("red", "ER", "EB")]
    assert stream.rest() == [Moved("red", "EB", "ER")]


@pytest.mark.parametrize(
    ("seen", "told"),
    [
        (reading({}, lying=("white",)), Fallen("white", "FB")),
        (reading({"black": "HC"}, {"black": (0.5, "HD")}), Between("black", ("HC", "HD"))),
        (reading({"black": "HR"}, {"black": (0.6, "AR")}), Unsure("black", ("HR", "AR"))),
    ],
    ids=["fallen", "between", "unsure"],
)
def test_a_question_is_told_once_and_stays_open_until_it_is_answered(seen: Reading, told: Change) -> None:
    stream = Stream(dataclasses.replace(seen, status=Status.UNSURE))
    looks = stream.feed(OTHER, *[REST] * 30)
    assert [change for look in looks for change in look.changes] == [told]
    assert looks[-1].questions == (told,)
    assert looks[-1].sight is Sight.UNSURE
    assert looks[-1].settled == START
    stream.readings = [reading({})]
    assert stream.rest() == []
    assert stream.feed(REST)[0].questions == ()


def test_a_question_whose_two_cells_only_change_order_is_not_told_again() -> None:
    one = reading({"black": "HC"}, {"black": (0.5, "HD")})
    other = reading({"black": "HD"}, {"black": (0.5, "HC")})
    stream = Stream(one, other)
    assert stream.rest() == [Between("black", ("HC", "HD"))]
    assert stream.rest() == []


def test_a_question_that_was_answered_may_be_asked_anew() -> None:
    fallen, standing = reading({}, lying=("white",)), reading({})
    stream = Stream(fallen, standing, fallen)
    assert [stream.rest() for _ in range(3)] == [[Fallen("white", "FB")], [], [Fallen("white", "FB")]]


def test_two_put_back_wrongly_are_told_as_one_and_once() -> None:
    stream = Stream(reading({"green": "CB", "blue": "AB"}))
    looks = stream.feed(OTHER, *[REST] * 30)
    assert [change for look in looks for change in look.changes] == [Swapped("green", "blue")]
    assert looks[-1].settled["green"] == "CB"


def test_a_meeple_taken_off_the_board_is_gone_and_comes_back_elsewhere() -> None:
    stream = Stream(reading({"red": None}), reading({"red": "ER"}))
    assert stream.rest() == [Gone("red", "EB")]
    assert stream.rest() == [Returned("red", "ER")]


def test_places_nobody_knows_are_found_out() -> None:
    stream = Stream(reading({"red": None}), settled=dict.fromkeys(START))
    told = stream.rest()
    assert len(told) == len(START) - 1
    assert Returned("black", "HB") in told
    assert stream.feed(REST)[0].settled["red"] is None


def test_what_the_table_says_counts_from_then_on() -> None:
    unsure = reading({"red": "ER"}, {"red": (0.6, "EB")})
    stream = Stream(unsure, reading({"red": "ER"}), reading({"red": "GR"}))
    assert stream.rest() == [Unsure("red", ("ER", "EB"))]
    stream.follower.settle({"red": "ER"})
    look = stream.feed(REST)[0]
    assert look.read
    assert look.changes == ()
    assert look.questions == ()
    assert look.settled == START | {"red": "ER"}
    assert stream.rest() == [Moved("red", "ER", "GR")]


def test_a_correction_leaves_the_other_questions_open() -> None:
    lying = reading({"red": "ER"}, {"red": (0.6, "EB")}, lying=("white",))
    stream = Stream(lying)
    stream.rest()
    stream.follower.settle({"red": "ER"})
    look = stream.feed(OTHER)[0]
    assert look.questions == (Fallen("white", "FB"),)


def test_what_moved_while_no_board_was_seen_is_told_when_it_is_there_again() -> None:
    stream = Stream(NOTHING, reading({"red": "ER"}))
    looks = stream.feed(OTHER, *[REST] * 4)
    assert looks[-1].sight is Sight.NO_BOARD
    assert [look.changes for look in looks if look.changes] == []
    assert stream.rest() == [Moved("red", "EB", "ER")]


def test_a_frame_that_is_no_picture_is_no_board_and_the_next_good_one_is_read() -> None:
    stream = Stream(reading({}), reading({"red": "ER"}))
    stream.rest()
    assert stream.feed(np.zeros((4, 4, 3), np.uint8))[0].sight is Sight.NO_BOARD
    assert stream.feed(REST)[0].changes == (Moved("red", "EB", "ER"),)


def test_a_photograph_of_its_own_is_read_at_once() -> None:
    stream = Stream(reading({"red": "ER"}), reading({"red": "GR"}))
    looks = [stream.follower.feed(frame, at_rest=True) for frame in (REST, OTHER)]
    assert [look.changes for look in looks] == [(Moved("red", "EB", "ER"),), (Moved("red", "ER", "GR"),)]


def test_the_reader_is_told_where_meeples_may_well_stand_and_where_the_board_lay() -> None:
    place = _lying(0)
    stream = Stream(dataclasses.replace(reading({"red": "ER"}), registration=place), reading({}))
    stream.rest()
    stream.rest()
    assert [given["before"] for given in stream.asked] == [None, place]
    assert [given["likely"]["red"] for given in stream.asked] == [("EB",), ("ER",)]


def test_the_photo_of_the_empty_board_is_placed_once_for_all_readings() -> None:
    asked: list[Image | None] = []

    def reader(image: Image, board: Any, **given: Any) -> Reading:
        asked.append(given["empty_view"])
        return reading({})

    photo = load("photo_001")[0]
    board = next(one for one in shipped_layouts() if one.name.lower() == load("photo_001")[1]["board"]["map"])
    follower = Follower(board, START, reference_bgr=photo, reader=reader, config=CONFIG)
    for _ in range(2):
        follower.feed(REST, at_rest=True)
    assert asked[0] is not None
    assert asked[0] is asked[1]
    assert asked[0].shape == (VIEW_PX, VIEW_PX, 3)


def _lying(aside_px: float) -> Registration:
    corners = np.array([(100, 50), (500, 50), (500, 450), (100, 450)], np.float64)
    return from_corners(REST, corners + (aside_px, 0))


@pytest.mark.parametrize(("aside_px", "nudged"), [(1, False), (12, True)])
def test_a_nudged_board_is_told_and_nobody_has_moved_by_it(aside_px: float, nudged: bool) -> None:
    still = dataclasses.replace(reading({}), registration=_lying(0))
    moved = dataclasses.replace(reading({}), registration=_lying(aside_px))
    stream = Stream(still, moved)
    assert stream.rest() == []
    looks = stream.feed(OTHER, *[REST] * 5)
    assert [look.nudged for look in looks if look.read] == [nudged]
    assert [look.changes for look in looks if look.changes] == []


def test_where_the_board_lay_is_not_forgotten_over_a_frame_without_it() -> None:
    place = _lying(0)
    stream = Stream(dataclasses.replace(reading({}), registration=place), NOTHING, reading({}))
    for _ in range(3):
        stream.rest()
    assert [given["before"] for given in stream.asked] == [None, place, place]


def test_doubtful_meeples_are_named_though_nothing_is_asked() -> None:
    stream = Stream(dataclasses.replace(reading({}, {"gray": (0.8, None)}), status=Status.UNSURE))
    stream.rest()
    look = stream.feed(REST)[0]
    assert (look.doubtful, look.questions) == (("gray",), ())


# -- real frames ------------------------------------------------------------------------------------------


def _sequence(name: str) -> tuple[dict[str, Any], Iterator[tuple[dict[str, Any], tuple[Image, ...]]]]:
    """The start's truth, and each later frame's truth with four takes of it, a grain apart."""
    rng = np.random.default_rng(1)

    def takes(number: int) -> Iterator[Image]:
        image = load(f"{name}/frame_{number:02d}")[0]
        for _ in range(DEFAULT.still_frames + 1):
            yield np.asarray(np.clip(image + rng.normal(0, 3, image.shape), 0, 255), np.uint8)

    count = len(list((PHOTOS / name).glob("frame_*.jpg")))
    frames = ((load(f"{name}/frame_{n:02d}")[1], tuple(takes(n))) for n in range(1, count))
    return load(f"{name}/frame_01")[1], frames


def _cells(truth: dict[str, Any]) -> dict[str, str]:
    return {meeple["color"]: meeple["cell"] for meeple in truth["meeples"]}


@pytest.mark.parametrize("name", ["seq_00", "seq_01", "seq_02"])
def test_of_a_whole_round_every_move_made_is_told_and_no_other(name: str) -> None:
    start, frames = _sequence(name)
    board = next(b for b in shipped_layouts() if b.name.lower() == start["board"]["map"])
    begin = _cells(start)
    follower = Follower(board, dict(begin), round_start=begin)
    told: list[Moved] = []
    for truth, takes in frames:
        seen = [change for image in takes for change in follower.feed(image).changes]
        moves = [change for change in seen if isinstance(change, Moved)]
        assert {change.colour: change.to for change in moves}.items() <= _cells(truth).items()
        told += moves
    made = [truth["move"] for truth, _ in _sequence(name)[1] if truth.get("move")]
    assert [(one.colour, one.source, one.to) for one in told] == [
        (move["color"], move["from"], move["to"]) for move in made
    ]
