"""Before and after: only sure changes count as moves."""

from vision.compare import compare
from vision.paint import COLOURS
from vision.reader import Reading, Status


def reading(status: Status = Status.OK, sure: float = 0.9, **cells: str | None) -> Reading:
    meeples: dict[str, str | None] = {
        colour: cells.get(colour, f"{chr(65 + k)}A") for k, colour in enumerate(COLOURS)
    }
    return Reading(status, meeples, dict(meeples), None, dict.fromkeys(COLOURS, sure), 1.0)


def test_one_moved_meeple_is_named_with_both_cells() -> None:
    change = compare(reading(red="EA"), reading(red="EK"))
    assert change.moved == {"red": ("EA", "EK")}
    assert (change.gone, change.came, change.doubtful) == ((), (), ())


def test_taken_off_and_put_on_are_no_moves() -> None:
    change = compare(reading(blue=None), reading(green=None))
    assert change.moved == {}
    assert (change.gone, change.came) == (("green",), ("blue",))


def test_unsure_colours_are_doubtful_whatever_the_cells_say() -> None:
    assert compare(reading(sure=0.3), reading(red="KK")).doubtful == COLOURS


def test_a_hand_in_either_photo_makes_everything_doubtful() -> None:
    assert compare(reading(), reading(Status.HAND, red="KK")).doubtful == COLOURS
    assert compare(reading(Status.NO_BOARD), reading()).moved == {}
