"""What a referee says of two readings of one table: moved, swapped, gone, back, fallen, between."""

from vision.changes import Between, Fallen, Gone, Moved, Returned, Swapped, Unsure, after, changes
from vision.colours import COLOURS
from vision.reader import Reading, Status

START: dict[str, str | None] = {colour: f"{chr(65 + k)}B" for k, colour in enumerate(COLOURS)}


def reading(
    places: dict[str, str | None],
    doubt: dict[str, tuple[float, str | None]] | None = None,
    lying: tuple[str, ...] = (),
) -> Reading:
    """The start with these places instead; `doubt` gives a colour's confidence and its second cell."""
    doubt = doubt or {}
    return Reading(
        status=Status.OK,
        meeples=START | places,
        discs=dict(START),
        target=None,
        confidence={colour: doubt.get(colour, (0.99, None))[0] for colour in COLOURS},
        elapsed_ms=1.0,
        second={colour: doubt.get(colour, (0.99, None))[1] for colour in COLOURS},
        lying=lying,
    )


def test_a_table_nobody_touched_tells_nothing() -> None:
    assert changes(START, reading({})) == ()


def test_a_slide_is_one_move() -> None:
    told = changes(START, reading({"green": "AR"}))
    assert told == (Moved("green", "AB", "AR"),)
    assert after(START, told)["green"] == "AR"


def test_two_that_changed_places_are_told_once() -> None:
    told = changes(START, reading({"green": "CB", "blue": "AB"}))
    assert told == (Swapped("green", "blue"),)
    assert (after(START, told)["green"], after(START, told)["blue"]) == ("CB", "AB")


def test_three_that_moved_in_a_ring_are_three_moves() -> None:
    told = changes(START, reading({"green": "BB", "gray": "CB", "blue": "AB"}))
    assert sorted(one.colour for one in told if isinstance(one, Moved)) == ["blue", "gray", "green"]


def test_a_meeple_taken_away_is_gone_and_one_put_back_has_returned() -> None:
    told = changes(START, reading({"red": None}))
    assert told == (Gone("red", "EB"),)
    left = after(START, told)
    assert left["red"] is None
    assert changes(left, reading({"red": "EC"})) == (Returned("red", "EC"),)


def test_a_meeple_on_its_side_has_fallen_wherever_it_lies() -> None:
    told = changes(START, reading({}, lying=("white",)))
    assert told == (Fallen("white", "FB"),)
    assert after(START, told) == START


def test_a_meeple_put_down_between_two_cells_names_both_and_has_not_moved_yet() -> None:
    told = changes(START, reading({"black": "HC"}, {"black": (0.5, "HD")}))
    assert told == (Between("black", ("HC", "HD")),)
    assert after(START, told) == START


def test_doubt_between_far_cells_asks_which_of_them_it_is() -> None:
    told = changes(START, reading({"black": "HC"}, {"black": (0.5, "AR")}))
    assert told == (Unsure("black", ("HC", "AR")),)
    assert after(START, told) == START


def test_a_meeple_seen_elsewhere_without_certainty_may_still_stand_where_it_stood() -> None:
    assert changes(START, reading({"black": "HR"}, {"black": (0.8, None)})) == (
        Unsure("black", ("HR", "HB")),
    )
    assert changes(START, reading({"black": None}, {"black": (0.4, "HR")})) == (
        Unsure("black", ("HR", "HB")),
    )


def test_a_meeple_most_likely_where_it_stood_is_asked_about_only_when_another_cell_is_as_good() -> None:
    assert changes(START, reading({}, {"black": (0.8, "HR")})) == ()
    assert changes(START, reading({}, {"black": (0.5, "HR")})) == (Unsure("black", ("HB", "HR")),)
    assert changes(START, reading({}, {"black": (0.5, None)})) == ()


def test_one_who_stands_on_anothers_old_cell_has_not_changed_places_with_it() -> None:
    told = changes(START, reading({"green": "CB", "blue": "CR"}))
    assert told == (Moved("green", "AB", "CB"), Moved("blue", "CB", "CR"))
