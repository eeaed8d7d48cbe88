"""What is no board, the wrong board or half a board gets a status and a sentence.

Never a crash, and never "ok" with a meeple where there is none.
"""

import io
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import msgspec.structs
import numpy as np
import pytest

from app.cli import build_parser
from app.commands import count as count_command
from app.commands import read as read_command
from app.games.mutant_meeples.board import dump_board_file, shipped_board
from tests.commands.speak import is_one_sentence, lines
from tests.vision.conftest import PHOTOS, draw_marker, load
from vision import photo
from vision.colours import COLOURS
from vision.config import DEFAULT
from vision.errors import PhotoUnreadable
from vision.heap import count
from vision.layout import BoardLayout, shipped_layouts
from vision.reader import Reading, Status, read
from vision.synthetic.lots import random_layout
from vision.types import Image

CARDS, NO_CARDS = "photo_001", "photo_003"
CITIES = {layout.name.lower(): layout for layout in shipped_layouts()}


def cells_in(truth: dict[str, Any]) -> dict[str, str | None]:
    cells: dict[str, str | None] = dict.fromkeys(COLOURS)
    return cells | {meeple["color"]: meeple["cell"] for meeple in truth["meeples"]}


def assert_answered(reading: Reading, truth: dict[str, Any] | None = None) -> None:
    """Sure only of what is true (of nothing without `truth`); everything else has one sentence."""
    if reading.status is Status.OK:
        assert truth is not None
        assert reading.meeples == cells_in(truth)
        return
    assert is_one_sentence(reading.reason)
    assert reading.reason.endswith(".")
    if reading.status is Status.NO_BOARD:
        assert set(reading.meeples.values()) == {None}
        assert set(reading.confidence.values()) == {0.0}


def whole(values: Any) -> Image:
    return np.ascontiguousarray(values, np.uint8)


def black() -> Image:
    return np.zeros((960, 1280, 3), np.uint8)


def white() -> Image:
    return np.full((960, 1280, 3), 255, np.uint8)


def noise() -> Image:
    return whole(np.random.default_rng(5).integers(0, 256, (960, 1280, 3)))


def grain() -> Image:
    return whole(np.clip(np.random.default_rng(6).normal(120, 12, (960, 1280, 3)), 0, 255))


def squares(number: int, across: tuple[int, int]) -> Image:
    """A chequered pattern on grey, `across` pixels wide and high."""
    pattern = (np.indices((number, number)).sum(0) % 2 * 255).astype(np.uint8)
    w, h = across
    picture = np.full((960, 1280, 3), 150, np.uint8)
    x, y = (1280 - w) // 2, (960 - h) // 2
    picture[y : y + h, x : x + w] = cv2.resize(pattern, (w, h), interpolation=cv2.INTER_NEAREST)[..., None]
    return picture


def sheet_of_cards() -> Image:
    """The four cards on their page, not cut out yet."""
    page = np.full((1280, 960, 3), 245, np.uint8)
    for number, (x, y) in enumerate(((150, 150), (600, 150), (600, 700), (150, 700))):
        page[y : y + 200, x : x + 200] = draw_marker(number, 200)[..., None]
    return page


def cards_around_nothing() -> Image:
    """The four cards laid on the bare table as if a board were between them."""
    rng = np.random.default_rng(2)
    table = whole(np.clip(np.array((70, 100, 140)) + rng.normal(0, 6, (960, 1280, 3)), 0, 255))
    for number, (x, y) in enumerate(((250, 90), (950, 90), (950, 790), (250, 790))):
        table[y - 8 : y + 68, x - 8 : x + 68] = 240
        table[y : y + 60, x : x + 60] = draw_marker(number, 60)[..., None]
    return table


def covered(inside: str) -> Image:
    """The board, or only its cells, under a cloth; its cards lie where they lay."""
    picture, truth = load(CARDS)
    picture = picture.copy()
    cv2.fillConvexPoly(picture, np.rint(truth[inside]).astype(np.int32), (70, 100, 140))
    return picture


NO_BOARD: dict[str, Callable[[], Image]] = {
    "black": black,
    "white": white,
    "noise": noise,
    "grain": grain,
    "chess board": partial(squares, 8, (800, 800)),
    "chess board of 18": partial(squares, 18, (810, 810)),
    "chequered cloth": partial(squares, 20, (1280, 960)),
    "sheet of cards": sheet_of_cards,
    "cards around nothing": cards_around_nothing,
    "board under a cloth": partial(covered, "board_corners_px_NW_NE_SE_SW"),
    "cells under a cloth": partial(covered, "grid_corners_px_NW_NE_SE_SW"),
    "heap of meeples": lambda: load("pile_00")[0],
}


@pytest.mark.parametrize("name", NO_BOARD)
def test_what_is_no_board_is_called_none(name: str) -> None:
    reading = read(NO_BOARD[name]())
    assert reading.status is Status.NO_BOARD
    assert_answered(reading)


@pytest.mark.parametrize("name", NO_BOARD)
def test_what_is_no_board_can_be_counted_without_a_crash(name: str) -> None:
    heap = count(NO_BOARD[name]())
    assert heap.status in (Status.OK, Status.UNSURE)
    assert (heap.status is Status.OK) == (heap.reason == "")


@pytest.mark.parametrize("name", [CARDS, NO_CARDS])
@pytest.mark.parametrize("side", ["left", "right", "top", "bottom"])
def test_half_a_board_is_not_called_sure(name: str, side: str) -> None:
    picture, truth = load(name)
    x, y = np.mean(truth["board_corners_px_NW_NE_SE_SW"], axis=0).astype(int)
    parts = {"left": np.s_[:, :x], "right": np.s_[:, x:], "top": np.s_[:y], "bottom": np.s_[y:]}
    reading = read(whole(picture[parts[side]]))
    assert reading.status is not Status.OK
    assert_answered(reading)


@pytest.mark.parametrize("name", [CARDS, NO_CARDS])
def test_the_other_citys_file_never_makes_a_wrong_cell_sure(name: str) -> None:
    picture, truth = load(name)
    (other,) = (layout for city, layout in CITIES.items() if city != truth["board"]["map"])
    assert_answered(read(picture, other), truth)


@pytest.mark.parametrize("seed", [5, 6])
@pytest.mark.parametrize("name", [CARDS, NO_CARDS])
def test_a_city_that_is_printed_otherwise_is_not_read(name: str, seed: int) -> None:
    reading = read(load(name)[0], random_layout(np.random.default_rng(seed)))
    assert reading.status is Status.NO_BOARD
    assert "print" in reading.reason
    assert_answered(reading)


@pytest.mark.parametrize("name", [CARDS, NO_CARDS])
def test_an_upside_down_board_is_read_by_its_print(name: str) -> None:
    """North is told by what is printed, wherever the camera stands."""
    picture, truth = load(name)
    reading = read(whole(picture[::-1, ::-1]))
    assert reading.status is not Status.NO_BOARD
    assert sum(reading.meeples[colour] == cell for colour, cell in cells_in(truth).items()) >= 6
    assert_answered(reading, truth)


@pytest.mark.parametrize("name", [CARDS, NO_CARDS, "photo_007", "photo_010"])
def test_a_mirrored_board_is_never_sure(name: str) -> None:
    """As a camera that shows itself in a mirror, or a front camera, may give it."""
    reading = read(whole(load(name)[0][:, ::-1]))
    assert_answered(reading)


def test_twelve_megapixels_are_read_like_the_small_photo() -> None:
    picture, truth = load(CARDS)
    large = np.asarray(cv2.resize(picture, (4000, 3000), interpolation=cv2.INTER_CUBIC), np.uint8)
    reading = read(large)
    assert reading.status is not Status.NO_BOARD
    assert sum(reading.meeples[colour] == cell for colour, cell in cells_in(truth).items()) >= 6
    assert_answered(reading, truth)


SENSELESS = {
    "one point": np.full((4, 2), 300.0),
    "a line": np.array([(0, 0), (100, 100), (200, 200), (300, 300)], np.float64),
    "crossed": np.array([(0, 0), (900, 900), (900, 0), (0, 900)], np.float64),
    "far outside": np.array([(-5000, -5000), (9000, -5000), (9000, 9000), (-5000, 9000)], np.float64),
    "a pixel": np.array([(300, 300), (301, 300), (301, 301), (300, 301)], np.float64),
    "no numbers": np.full((4, 2), np.nan),
    "the whole photo": np.array([(0, 0), (1279, 0), (1279, 959), (0, 959)], np.float64),
}


@pytest.mark.parametrize("name", SENSELESS)
def test_corners_that_are_none_are_answered(name: str) -> None:
    picture, truth = load(NO_CARDS)
    assert_answered(read(picture, corners_px=SENSELESS[name]), truth)


@pytest.mark.parametrize("name", ["noise", "black", "cards around nothing"])
def test_a_reference_that_shows_no_board_changes_nothing(name: str) -> None:
    picture, truth = load(CARDS)
    reading, without = read(picture, reference_bgr=NO_BOARD[name]()), read(picture)
    assert (reading.status, reading.meeples) == (without.status, without.meeples)
    assert_answered(reading, truth)


def test_a_reference_of_another_table_or_with_the_pieces_on_it_makes_nothing_wrong_sure() -> None:
    picture, truth = load(CARDS)
    for reference in (load(NO_CARDS)[0], picture):
        assert_answered(read(picture, reference_bgr=reference), truth)


def test_discs_said_to_lie_elsewhere_make_no_meeple_wrong() -> None:
    picture, truth = load(CARDS)
    start = dict(zip(COLOURS, ("AB", "AC", "AD", "AE", "AF", "AG", "AH", "AI"), strict=True))
    assert_answered(read(picture, round_start=start), truth)


def test_the_place_of_another_photos_board_is_no_help_and_no_harm() -> None:
    elsewhere = read(load(NO_CARDS)[0]).registration
    picture, truth = load(CARDS)
    assert_answered(read(picture, before=elsewhere), truth)
    assert read(black(), before=elsewhere).status is Status.NO_BOARD


def assert_refused_or_answered(data: bytes, truth: dict[str, Any]) -> None:
    """What can be decoded is read; what cannot is refused in one sentence."""
    said, picture = "", None
    try:
        picture = photo.decode(data)
    except PhotoUnreadable as refused:
        said = str(refused)
    assert is_one_sentence(said) != (picture is not None)
    if picture is not None:
        assert_answered(read(picture), truth)


@pytest.mark.parametrize("kept", [0.001, 0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 0.9999])
@pytest.mark.parametrize("name", [CARDS, NO_CARDS])
def test_a_jpeg_cut_off_anywhere_is_refused_or_never_wrong(name: str, kept: float) -> None:
    data = (PHOTOS / f"{name}.jpg").read_bytes()
    assert_refused_or_answered(data[: int(len(data) * kept)], load(name)[1])


def test_a_jpeg_with_a_damaged_middle_is_refused_or_never_wrong() -> None:
    data = bytearray((PHOTOS / f"{CARDS}.jpg").read_bytes())
    middle = len(data) // 2
    data[middle : middle + 400] = bytes(400)
    assert_refused_or_answered(bytes(data), load(CARDS)[1])


def told(command: Any, name: str, *arguments: str) -> tuple[list[dict[str, Any]], int]:
    """The answers of `python -m app NAME ARGUMENTS` and its exit code."""
    out = io.StringIO()
    code = command.run(build_parser().parse_args([name, *arguments]), io.StringIO(), out)
    return lines(out.getvalue()), code


@pytest.fixture
def unreadable(tmp_path: Path) -> list[str]:
    """Files and a folder that are no pictures, and a name of nothing."""
    (tmp_path / "text.jpg").write_text("not a picture")
    (tmp_path / "empty.jpg").write_bytes(b"")
    (tmp_path / "head.jpg").write_bytes((PHOTOS / f"{CARDS}.jpg").read_bytes()[:300])
    (tmp_path / "head.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(40))
    (tmp_path / "folder.jpg").mkdir()
    names = ("text.jpg", "empty.jpg", "head.jpg", "head.png", "folder.jpg", "missing.jpg")
    return [str(tmp_path / name) for name in names]


@pytest.mark.parametrize(("command", "name"), [(read_command, "read"), (count_command, "count")])
def test_commands_answer_what_is_no_picture_in_its_place(
    command: Any, name: str, unreadable: list[str]
) -> None:
    answers, code = told(command, name, *unreadable)
    assert code == 2
    assert [answer["photo"] for answer in answers] == unreadable
    for answer in answers:
        assert set(answer) == {"photo", "error"}
        assert is_one_sentence(answer["error"])


def test_commands_take_a_png(tmp_path: Path) -> None:
    for name in (CARDS, "pile_00"):
        cv2.imwrite(str(tmp_path / f"{name}.png"), load(name)[0])
    (board,), code = told(read_command, "read", str(tmp_path / f"{CARDS}.png"))
    assert (code, board["status"] in ("ok", "unsure")) == (0, True)
    (heap,), code = told(count_command, "count", str(tmp_path / "pile_00.png"))
    assert (code, sum(heap["counts"].values())) == (0, load("pile_00")[1]["total"])


@pytest.mark.parametrize("name", ["black", "noise", "chess board", "sheet of cards"])
def test_commands_answer_pictures_of_something_else(name: str, tmp_path: Path) -> None:
    path = str(tmp_path / "odd.png")
    cv2.imwrite(path, NO_BOARD[name]())
    (answer,), code = told(read_command, "read", path)
    assert (code, answer["status"]) == (0, "no-board")
    assert is_one_sentence(answer["reason"])
    (answer,), code = told(count_command, "count", path)
    assert code == 0
    assert answer["status"] in ("ok", "unsure")


def board_file(layout: BoardLayout, path: Path) -> str:
    """A board file that is sound, of a city that is printed nowhere."""
    sound = msgspec.structs.replace(
        shipped_board("meepville").file,
        name=layout.name,
        grates=sorted(layout.grates),
        beams=sorted(layout.beams),
        buildings={cell: list(sides) for cell, sides in layout.buildings.items()},
    )
    path.write_bytes(dump_board_file(sound))
    return str(path)


@pytest.mark.parametrize("name", [CARDS, NO_CARDS])
def test_the_command_given_the_wrong_board_is_never_surely_wrong(name: str, tmp_path: Path) -> None:
    truth = load(name)[1]
    other = next(city for city in CITIES if city != truth["board"]["map"])
    made_up = board_file(random_layout(np.random.default_rng(5)), tmp_path / "made-up.json")
    for board in (other, made_up):
        (answer,), code = told(read_command, "read", str(PHOTOS / f"{name}.jpg"), "--board", board)
        assert code == 0
        if answer["status"] == "ok":
            assert answer["meeples"] == cells_in(truth)
        else:
            assert is_one_sentence(answer["reason"])


def test_a_reference_too_small_to_use_changes_nothing() -> None:
    picture = load(CARDS)[0]
    assert read(picture, reference_bgr=np.zeros((4, 4, 3), np.uint8)).meeples == read(picture).meeples


def test_corners_beyond_all_measure_are_answered() -> None:
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * 1e300
    assert read(load(NO_CARDS)[0], corners_px=corners).status is Status.NO_BOARD


@pytest.mark.parametrize("name", [CARDS, NO_CARDS])
def test_of_a_black_and_white_picture_no_meeple_is_sure(name: str) -> None:
    gray = cv2.cvtColor(load(name)[0], cv2.COLOR_BGR2GRAY)
    reading = read(whole(gray))
    assert reading.status is not Status.OK
    assert max(reading.confidence.values()) <= DEFAULT.doubt_cap
    assert is_one_sentence(reading.reason)
