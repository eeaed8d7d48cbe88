"""The light meter on labelled photographs, made darker, brighter, tinted, blurred and shiny on purpose."""

from functools import cache

import cv2
import numpy as np
import pytest

from tests.vision.conftest import load
from vision.colours import COLOURS
from vision.layout import cell_centre_mm
from vision.light_meter import Fault, Light, Side, channels_swapped, measure, side_of
from vision.reader import Reading, Status, read
from vision.rectify import Registration
from vision.registration import register
from vision.types import Floats, Image

GOOD = ("photo_000", "photo_007", "photo_017", "photo_021", "photo_033")
"""Daylight, tungsten, LED; from a dim one to the brightest, and the one least in focus."""
PLAIN = "photo_023"


@cache
def placed(name: str) -> tuple[Image, Registration]:
    """A photo and where the truth says the board lies."""
    image, truth = load(name)
    corners: Floats = np.array(truth["board_corners_px_NW_NE_SE_SW"])
    return image, register(image, {}, corners)


def faults(image: Image, where: Registration) -> tuple[Fault, ...]:
    return measure(image, where).faults()


def times(image: Image, *gains: float) -> Image:
    """Brighter or darker by factors, for all colours or for blue, green and red."""
    return np.clip(image * np.array(gains), 0, 255).astype(np.uint8)


def blurred(image: Image, sigma_px: float) -> Image:
    return np.asarray(cv2.GaussianBlur(image, (0, 0), sigma_px), np.uint8)


def shone_on(image: Image, where: Registration, cell: str, reach_mm: float) -> Image:
    """A lamp mirrored in the board around a cell."""
    at = np.array([cell_centre_mm(cell)])
    (x, y), (edge, _) = where.to_photo(np.concatenate([at, at + (reach_mm, 0)]))
    ys, xs = np.mgrid[: image.shape[0], : image.shape[1]]
    lamp = 400 * np.exp(-((xs - x) ** 2 + (ys - y) ** 2) / (2 * (edge - x) ** 2))
    return np.clip(image + lamp[..., None], 0, 255).astype(np.uint8)


def one_sided(image: Image) -> Image:
    """The light falls off towards the left of the picture."""
    fall = np.linspace(0, 1, image.shape[1])[None, :, None] ** 1.5
    return (image * fall).astype(np.uint8)


@pytest.mark.parametrize("name", GOOD)
def test_photos_that_can_be_read_have_no_fault(name: str) -> None:
    assert faults(*placed(name)) == ()


@pytest.mark.parametrize("name", GOOD)
def test_a_picture_taken_in_the_dark_is_too_dark(name: str) -> None:
    image, where = placed(name)
    assert faults(times(image, 0.25), where)[0] is Fault.DARK


@pytest.mark.parametrize("name", ["photo_007", "photo_011", "photo_017", "photo_033"])
def test_an_overexposed_picture_is_too_bright(name: str) -> None:
    image, where = placed(name)
    assert faults(times(image, 1.6), where)[0] is Fault.BRIGHT


@pytest.mark.parametrize("name", GOOD)
def test_a_picture_out_of_focus_is_blurred_also_when_it_is_grainy(name: str) -> None:
    image, where = placed(name)
    soft = blurred(image, 3)
    grain = np.random.default_rng(4).normal(0, 6, image.shape)
    assert Fault.BLURRED in faults(soft, where)
    assert Fault.BLURRED in faults(np.clip(soft + grain, 0, 255).astype(np.uint8), where)


@pytest.mark.parametrize("name", GOOD)
def test_grain_alone_is_not_taken_for_blur_or_for_sharpness(name: str) -> None:
    image, where = placed(name)
    grain = np.random.default_rng(4).normal(0, 6, image.shape)
    plain = measure(image, where).blur_mm
    assert plain is not None
    noisy = np.clip(image + grain, 0, 255).astype(np.uint8)
    assert measure(noisy, where).blur_mm == pytest.approx(plain, abs=0.15)


def test_blur_grows_with_the_lens_out_of_focus() -> None:
    image, where = placed(PLAIN)
    widths = [measure(image if s == 0 else blurred(image, s), where).blur_mm or 9.0 for s in (0, 1, 2, 3)]
    assert widths == sorted(widths)


def test_a_plain_grey_picture_tells_nothing_of_sharpness() -> None:
    image, where = placed(PLAIN)
    assert measure(np.full_like(image, 128), where).blur_mm is None


@pytest.mark.parametrize(
    ("gains", "fault"),
    [
        ((0.25, 1.0, 1.0), Fault.YELLOW),
        ((2.0, 1.0, 1.0), Fault.BLUE),
        ((1.0, 1.0, 2.0), Fault.RED),
        ((1.0, 1.0, 0.5), Fault.GREEN),
    ],
)
def test_a_cast_is_named_by_its_colour(gains: tuple[float, ...], fault: Fault) -> None:
    image, where = placed(PLAIN)
    assert fault in faults(times(image, *(gain * 0.8 for gain in gains)), where)


@pytest.mark.parametrize("cell", ["DD", "OE", "IP"])
def test_a_reflection_is_found_where_it_is(cell: str) -> None:
    image, where = placed(PLAIN)
    light = measure(shone_on(image, where, cell, 40), where)
    assert light.faults()[0] is Fault.GLARE
    assert cell in light.glare[:4]
    assert light.glare_side is side_of(where, cell_centre_mm(cell))


def test_the_photo_with_a_real_reflection_is_the_only_one_with_that_fault() -> None:
    light = measure(*placed("photo_038"))
    assert light.faults() == (Fault.GLARE,)
    assert light.glare_side is Side.BOTTOM


def test_one_bright_piece_is_no_reflection() -> None:
    image, where = placed(PLAIN)
    assert measure(shone_on(image, where, "IJ", 8), where).glare == ()


def test_light_from_one_side_is_uneven_and_the_dark_side_is_named() -> None:
    image, where = placed("photo_007")
    light = measure(one_sided(image), where)
    assert Fault.UNEVEN in light.faults()
    assert light.dark_side is Side.LEFT
    mirrored = measure(np.ascontiguousarray(one_sided(image[:, ::-1])[:, ::-1]), where)
    assert mirrored.dark_side is Side.RIGHT


@pytest.mark.parametrize(("turns", "north"), list(enumerate((Side.TOP, Side.RIGHT, Side.BOTTOM, Side.LEFT))))
def test_sides_are_those_of_the_picture_whichever_way_the_board_lies(turns: int, north: Side) -> None:
    _, where = placed(PLAIN)
    lying = where.turned(turns, 560.0)
    assert side_of(lying, (280.0, 0.0)) is north
    assert side_of(lying, (280.0, 280.0)) is Side.MIDDLE


def test_faults_come_with_the_worst_first() -> None:
    light = Light(20, 0.3, 0.2, Side.LEFT, -2, -2, ("AB", "AC"), Side.LEFT, 9.0)
    assert light.faults() == (
        Fault.DARK,
        Fault.BRIGHT,
        Fault.BLURRED,
        Fault.UNEVEN,
        Fault.YELLOW,
        Fault.GREEN,
    )


STANDING = dict(zip(COLOURS, ("AB", "AC", "AD", "AE", "AF", "AG", "AH", "AI"), strict=True))


def reading(*right: str) -> Reading:
    """One that has these colours right and surely, and the others elsewhere."""
    cells: dict[str, str | None] = {c: STANDING[c] if c in right else "RB" for c in COLOURS}
    return Reading(Status.OK, cells, {}, None, dict.fromkeys(COLOURS, 1.0), 1.0)


def test_swapped_channels_are_told_by_what_fits_better() -> None:
    half = ("green", "gray", "white", "black")
    assert channels_swapped(reading(*half), reading(*COLOURS), STANDING)
    assert not channels_swapped(reading(*COLOURS), reading(*half), STANDING)
    assert not channels_swapped(reading(*half), reading(*half), STANDING)


def test_people_who_mix_up_red_and_blue_are_not_taken_for_a_camera() -> None:
    """The others are right as they are, and would be wrong with the channels exchanged."""
    others = tuple(c for c in COLOURS if c not in ("red", "blue"))
    exchanged = reading("green", "red", "blue", "white", "black")
    assert not channels_swapped(reading(*others), exchanged, STANDING)


@pytest.mark.parametrize("name", ["photo_001", "seq_00/frame_01", "seq_01/frame_01"])
def test_a_photo_with_its_channels_swapped_is_found_out(name: str) -> None:
    image, truth = load(name)
    standing = {one["color"]: one["cell"] for one in truth["meeples"]}
    straight, swapped = read(image), read(np.ascontiguousarray(image[..., ::-1]))
    assert channels_swapped(swapped, straight, standing)
    assert not channels_swapped(straight, swapped, standing)
