"""Setting up the camera without its pixels: from step to step, with every picture that gets in the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from app.store.journal import Journal
from app.table.camera_places import CameraPlaces
from app.table.timers import MS
from app.table.worker import AtOnce
from app.ui.presenters.camera import CameraPresenter
from app.ui.presenters.camera.corners import Corners
from app.ui.presenters.camera.feed import EVERY_NS
from app.ui.presenters.camera.lines import light_lines, meeple_lines, meeple_marks
from app.ui.presenters.camera.sight import look
from app.ui.presenters.camera.start import start_cells
from app.ui.presenters.camera.views import CameraView, Mark, Step
from app.ui.presenters.camera.wanted import Wanted
from app.ui.words import word
from tests.ui.tripod import NAME, Tripod, corners, picture, standing
from vision.colours import COLOURS
from vision.layout import shipped_layouts
from vision.light_meter import Light, Side
from vision.reader import Reading, Status
from vision.types import Image

EMPTY, FULL = "seq_00/frame_00", "seq_00/frame_01"
WITHOUT_CARDS = "photo_003"


class Evening:
    """A presenter over a camera on a tripod, and a clock that is moved by hand."""

    def __init__(self, places: CameraPlaces, shows: str, **more: Any) -> None:
        self.places = places
        self.now_ns = 0
        self.camera = Tripod(shows)
        self.presenter = CameraPresenter(
            self.camera, AtOnce(), places, lambda: self.now_ns, start=lambda _: standing(FULL), **more
        )
        self.presenter.enter()

    def see(self, shows: str | None = None, pictures: int = 1) -> CameraView:
        """Let so many pictures come, of something else if it is named."""
        self.camera.shows = self.camera.shows if shows is None else shows
        for _ in range(pictures):
            self.now_ns += EVERY_NS
            self.presenter.poll()
        return self.presenter.view()

    def tap(self, *points: tuple[float, float]) -> CameraView:
        for point in points:
            self.presenter.down(point)
            self.presenter.up()
        return self.presenter.view()

    def go_to(self, step: Step) -> CameraView:
        """By the main button, or past what is not good enough."""
        while self.see().step is not step:
            self.presenter.go_on()
            if self.presenter.view().step is not step:
                self.presenter.skip()
        return self.presenter.view()


@pytest.fixture
def places(tmp_path: Path) -> Iterator[CameraPlaces]:
    journal = Journal(tmp_path / "journal.db")
    yield CameraPlaces(journal, tmp_path)
    journal.close()


Begin = Callable[..., Evening]


@pytest.fixture
def begin(places: CameraPlaces) -> Begin:
    return lambda shows=EMPTY, **more: Evening(places, shows, **more)


# --- the way through


def test_the_whole_way_keeps_place_picture_and_light(begin: Begin, places: CameraPlaces) -> None:
    evening = begin(EMPTY)
    aim = evening.see()
    assert (aim.step, aim.count, aim.main_on) == (Step.AIM, "1 of 4", True)
    assert aim.lines[0].text == "Meeptropolis"
    assert aim.lines[2].text == word("camera.cards", n=4)
    assert len(aim.overlay.grid) == 38
    assert len(aim.overlay.cards) == 4

    evening.presenter.go_on()
    light = evening.see()
    assert (light.step, light.sentence, light.skip) == (Step.LIGHT, word("camera.light_good"), "")
    assert not evening.camera.locked

    evening.presenter.go_on()
    assert evening.camera.locked
    empty = evening.see()
    assert (empty.step, empty.main) == (Step.EMPTY, word("camera.take"))
    evening.presenter.go_on()
    evening.see(pictures=2)

    meeples = evening.see(FULL)
    assert meeples.step is Step.MEEPLES
    assert len(meeples.overlay.rings) == len(meeples.lines) == 8
    evening.presenter.skip()

    done = evening.see()
    assert (done.step, done.main, done.second) == (Step.DONE, word("camera.save"), "Place: Here")
    evening.presenter.rename("Kitchen")
    evening.presenter.go_on()
    assert evening.presenter.saved
    evening.presenter.leave()
    assert evening.camera.locked

    known = places.known_for(evening.camera, "Meeptropolis")
    assert known.place == "Kitchen"
    assert known.corners_px is None
    assert known.reference_bgr is not None
    assert known.reference_bgr.shape == (960, 1280, 3)
    assert places.known_for(evening.camera, "Meepville").reference_bgr is None
    assert places.of(NAME)[0].frame_px == (1280, 960)


def test_back_leads_step_by_step_out_and_gives_the_light_free_again(begin: Begin) -> None:
    evening = begin(EMPTY)
    evening.go_to(Step.DONE)
    for step in (Step.MEEPLES, Step.EMPTY, Step.LIGHT, Step.AIM):
        assert evening.presenter.back()
        assert evening.see().step is step
    assert not evening.camera.locked
    assert not evening.presenter.back()


def test_entering_again_begins_afresh(begin: Begin) -> None:
    evening = begin(EMPTY)
    evening.go_to(Step.DONE)
    evening.presenter.leave()
    evening.presenter.enter()
    assert evening.presenter.view().step is Step.AIM
    assert evening.presenter.picture is None
    assert not evening.camera.locked


def test_leaving_stops_the_pictures_and_leaves_an_unknown_camera_to_itself(begin: Begin) -> None:
    evening = begin("")
    evening.see()
    assert evening.camera.busy
    evening.presenter.leave()
    assert not evening.camera.busy
    evening.see(EMPTY, pictures=3)
    assert evening.camera.asked == 1
    assert not evening.camera.locked


def test_pictures_come_one_at_a_time_and_five_a_second_at_most(begin: Begin) -> None:
    evening = begin(EMPTY)
    for _ in range(20):
        evening.presenter.poll()
        evening.now_ns += 50 * MS
    assert evening.camera.asked == 5


def test_a_photo_of_a_folder_stays_until_the_meeples_are_to_be_seen(begin: Begin) -> None:
    evening = begin(EMPTY, live=False)
    for step in (Step.LIGHT, Step.EMPTY):
        evening.see(pictures=30)
        evening.go_to(step)
    assert (evening.camera.asked, evening.camera.restarts) == (1, 1)
    evening.camera.shows = FULL
    evening.presenter.go_on()
    evening.see(pictures=5)
    assert (evening.presenter.view().step, evening.camera.asked) == (Step.MEEPLES, 2)


def test_a_camera_set_up_once_comes_with_the_name_of_its_place(begin: Begin) -> None:
    first = begin(EMPTY)
    first.go_to(Step.DONE)
    first.presenter.rename("Kitchen")
    first.presenter.go_on()
    assert begin(EMPTY).go_to(Step.DONE).second == "Place: Kitchen"


def test_a_place_without_a_name_is_here(begin: Begin) -> None:
    evening = begin(EMPTY)
    evening.go_to(Step.DONE)
    evening.presenter.rename("Attic")
    evening.presenter.rename("  ")
    assert evening.presenter.view().second == "Place: Here"


# --- the board


def test_without_a_camera_there_is_only_the_way_back(places: CameraPlaces) -> None:
    presenter = CameraPresenter(None, AtOnce(), places, lambda: 0)
    presenter.enter()
    presenter.poll()
    view = presenter.view()
    assert (view.title, view.main, view.second, view.skip) == (word("camera.none_title"), "", "", "")
    presenter.go_on()
    assert not presenter.back()
    presenter.leave()


def test_before_the_first_picture_something_is_said(begin: Begin) -> None:
    view = begin("").see()
    assert view.sentence == word("camera.looking")
    assert not view.main_on


@pytest.mark.parametrize(
    ("shows", "said"),
    [
        ("grey", word("camera.aim")),
        ("half " + EMPTY, word("camera.aim")),
        ("black", "The picture is black: take the cap off the lens, or turn on a lamp"),
    ],
)
def test_without_a_whole_board_nobody_gets_past_the_first_step(begin: Begin, shows: str, said: str) -> None:
    evening = begin(shows)
    view = evening.see()
    assert view.sentence == said
    assert view.overlay.grid == ()
    for touch in (evening.presenter.go_on, evening.presenter.skip):
        touch()
        assert evening.presenter.view().step is Step.AIM
    assert evening.see(EMPTY).main_on


@pytest.mark.parametrize("step", [Step.LIGHT, Step.EMPTY, Step.MEEPLES, Step.DONE])
def test_a_board_that_goes_away_later_is_asked_for_again(begin: Begin, step: Step) -> None:
    evening = begin(EMPTY)
    evening.go_to(step)
    view = evening.see("grey")
    assert (view.step, view.sentence, view.main_on) == (step, word("camera.aim"), False)
    evening.presenter.go_on()
    assert evening.presenter.view().step is step
    assert evening.see(EMPTY).sentence != word("camera.aim")


def test_another_city_than_the_one_to_be_played_is_said_and_no_hindrance(begin: Begin) -> None:
    evening = begin(EMPTY, expected=lambda: "Meepville")
    view = evening.see()
    assert view.sentence == word("camera.other_city", found="Meeptropolis", expected="Meepville")
    assert (view.alarm, view.main_on) == (True, True)
    assert evening.see("photo_001").sentence == word("camera.found")


def test_twelve_megapixels_are_looked_at_like_any_picture(begin: Begin) -> None:
    evening = begin("large " + EMPTY)
    view = evening.see()
    assert view.lines[0].text == "Meeptropolis"
    shown = evening.presenter.picture
    assert shown is not None
    assert (shown.width_px, shown.height_px) == (800, 600)
    assert len(shown.rgb) == 800 * 600 * 3


def test_the_grid_is_the_same_object_while_nothing_moves(begin: Begin) -> None:
    evening = begin(EMPTY)
    first = evening.see(pictures=2).overlay.grid
    assert evening.see(pictures=2).overlay.grid is first


def test_the_way_round_is_told_as_the_picture_shows_it() -> None:
    turned = {"top": 0, "left": 1, "bottom": 2, "right": 3}
    for side, quarters in turned.items():
        sight = look(rot(picture(EMPTY), quarters), Wanted(Step.AIM))
        assert sight.placed is not None
        assert sight.placed.north.value == side


def rot(image: Image, quarters: int) -> Image:
    return np.ascontiguousarray(np.rot90(image, quarters))


# --- corners by hand


@pytest.mark.parametrize("order", list(permutations(range(4)))[::5])
def test_corners_may_be_tapped_in_any_order(begin: Begin, order: tuple[int, ...]) -> None:
    evening = begin(WITHOUT_CARDS)
    evening.see()
    evening.presenter.second()
    points = corners(WITHOUT_CARDS)
    asked = evening.tap(*(points[k] for k in order[:3]))
    assert (asked.hint, asked.main_on, asked.overlay.grid) == (word("camera.tap_more", n=1), False, ())
    evening.tap(points[order[3]])
    view = evening.see()
    assert view.main_on
    assert view.lines[0].text == "Meeptropolis"


def test_corners_by_hand_are_kept_in_the_camera_s_own_pixels(begin: Begin, places: CameraPlaces) -> None:
    evening = begin("large " + WITHOUT_CARDS)
    evening.see()
    evening.presenter.second()
    evening.tap(*corners(WITHOUT_CARDS))
    evening.go_to(Step.DONE)
    evening.presenter.go_on()
    known = places.known_for(evening.camera)
    assert known.corners_px is not None
    true = [(x * 3840, y * 2880) for x, y in corners(WITHOUT_CARDS)]
    assert abs(known.corners_px - true).max() < 20


def test_corners_all_in_one_place_are_no_board(begin: Begin) -> None:
    evening = begin(WITHOUT_CARDS)
    evening.see()
    evening.presenter.second()
    points = Corners()
    points.points = [(0.5, 0.5), (0.51, 0.5), (0.5, 0.51), (0.51, 0.51)]
    assert points.around() is None
    for _ in range(4):
        view = evening.tap((0.5, 0.5))
    assert len(view.overlay.corners) == 1
    evening.tap((0.9, 0.5), (0.1, 0.5), (0.5, 0.52))
    assert evening.presenter.view().sentence == word("camera.tap_four")
    view = evening.tap((0.7, 0.5))
    assert view.sentence == word("camera.corners_wrong")
    assert not view.main_on


def test_corners_where_no_frame_is_are_said_and_can_be_dragged_right(begin: Begin) -> None:
    evening = begin(WITHOUT_CARDS)
    evening.see()
    evening.presenter.second()
    true = corners(WITHOUT_CARDS)
    evening.tap((0.03, 0.05), *true[1:])
    assert evening.see().sentence == word("camera.corners_no_board")
    evening.presenter.down((0.04, 0.06))
    evening.presenter.move((true[0][0] + 0.001, true[0][1]))
    assert evening.presenter.loupe == (true[0][0] + 0.001, true[0][1])
    evening.presenter.up()
    assert evening.presenter.loupe is None
    assert evening.see().main_on


def test_a_finger_beyond_the_picture_leaves_the_corner_at_its_edge() -> None:
    points = Corners()
    points.down((0.5, 0.5))
    points.move((1.4, -0.2))
    assert points.held == (1.0, 0.0)


def test_the_picture_stands_still_under_a_finger(begin: Begin) -> None:
    evening = begin(WITHOUT_CARDS)
    evening.see()
    evening.presenter.second()
    before = evening.presenter.picture
    evening.presenter.down((0.3, 0.3))
    evening.see("black", pictures=2)
    assert evening.presenter.picture is before
    evening.presenter.up()
    evening.see()
    assert evening.presenter.picture is not before


def test_corners_can_be_left_again_by_both_buttons(begin: Begin) -> None:
    evening = begin(EMPTY)
    evening.see()
    evening.presenter.second()
    evening.tap((0.2, 0.2))
    assert evening.presenter.view().tapping
    assert evening.presenter.back()
    assert not evening.presenter.view().tapping
    evening.presenter.second()
    evening.presenter.second()
    assert not evening.presenter.view().tapping
    assert evening.see().main_on


# --- light


def test_bad_light_says_what_to_do_and_may_be_passed_over(begin: Begin) -> None:
    evening = begin(EMPTY)
    evening.go_to(Step.LIGHT)
    view = evening.see("dark " + EMPTY)
    assert view.sentence.startswith("It is too dark: turn on a lamp")
    assert (view.main_on, view.skip) == (False, word("camera.go_on"))
    assert view.lines[0].mark is Mark.BAD
    evening.presenter.skip()
    assert evening.presenter.view().step is Step.EMPTY


def test_a_reflection_is_shown_where_it_is(begin: Begin) -> None:
    evening = begin("photo_038")
    evening.go_to(Step.LIGHT)
    view = evening.see()
    assert "mirrored in the board near" in view.sentence
    assert len(view.overlay.glare) >= 2


def test_every_measure_has_its_line() -> None:
    good = Light(200, 0, 0.9, Side.LEFT, 0, 0, (), Side.MIDDLE, 0.6)
    bad = Light(20, 0.2, 0.3, Side.LEFT, 0, 2, ("AB",), Side.LEFT, 3.0)
    unknown = Light(200, 0, 0.9, Side.LEFT, 0, 0, (), Side.MIDDLE, None)
    assert {line.mark for line in light_lines(good)} == {Mark.GOOD}
    assert [line.mark for line in light_lines(bad)] == [Mark.BAD, Mark.BAD, Mark.GOOD, Mark.BAD, Mark.BAD]
    assert light_lines(unknown)[1].share is None
    shares = [line.share for line in light_lines(bad)]
    for line, share in zip(light_lines(bad), shares, strict=True):
        assert share is None or share < line.enough


# --- the empty board


def test_the_picture_is_taken_when_nothing_moves(begin: Begin) -> None:
    evening = begin(EMPTY)
    evening.go_to(Step.EMPTY)
    evening.presenter.go_on()
    view = evening.see("seq_00/frame_04")
    assert (view.step, view.main, view.main_on) == (Step.EMPTY, word("camera.taking"), False)
    evening.see("seq_00/frame_02")
    assert evening.presenter.view().step is Step.EMPTY
    assert evening.see(pictures=2).step is Step.MEEPLES


def test_no_picture_is_taken_with_a_hand_over_the_board(begin: Begin) -> None:
    evening = begin(EMPTY)
    evening.go_to(Step.EMPTY)
    evening.see()
    sight = evening.presenter._sight
    assert sight is not None
    assert sight.reading is not None
    evening.presenter.go_on()
    hand = replace(
        sight, moving=False, picture=picture(EMPTY), reading=replace(sight.reading, status=Status.HAND)
    )
    evening.presenter._take(hand)
    view = evening.presenter.view()
    assert (view.step, view.sentence, view.main_on) == (Step.EMPTY, word("camera.hand"), False)


def test_meeples_that_still_stand_there_are_named(begin: Begin) -> None:
    evening = begin("seq_00/frame_01")
    evening.go_to(Step.EMPTY)
    texts = [line.text for line in evening.see().lines]
    assert word("camera.still_there", name="Forrest", cell="RG") in texts


# --- the meeples


def reading(cells: dict[str, str | None], sure: float = 1.0) -> Reading:
    everybody = dict.fromkeys(COLOURS) | cells
    return Reading(Status.OK, everybody, {}, None, dict.fromkeys(COLOURS, sure), 1.0)


START = dict(zip(COLOURS, ("AB", "AC", "AD", "AE", "AF", "AG", "AH", "AI"), strict=True))


def test_each_colour_is_told_by_itself() -> None:
    seen = reading({**START, "red": "KC", "blue": None})
    marks = meeple_marks(seen, START, {})
    assert marks["green"] is Mark.GOOD
    assert (marks["red"], marks["blue"]) == (Mark.BAD, Mark.OPEN)
    texts = [line.text for line in meeple_lines(seen, START, marks)]
    assert texts[0] == "Forrest: AB"
    assert "Sidestep is on KC" in texts
    unsure = reading(dict(START), sure=0.5)
    marks = meeple_marks(unsure, START, {})
    assert set(marks.values()) == {Mark.OPEN}
    assert meeple_lines(unsure, START, marks)[0].text == "Forrest: AB?"


def test_who_was_seen_surely_stays_good_until_seen_elsewhere() -> None:
    marks = meeple_marks(reading(dict(START)), START, {})
    marks = meeple_marks(reading(dict(START), sure=0.5), START, marks)
    assert set(marks.values()) == {Mark.GOOD}
    marks = meeple_marks(reading({**START, "red": "KC"}), START, marks)
    assert marks["red"] is Mark.BAD


@pytest.mark.parametrize("layout", shipped_layouts(), ids=lambda layout: layout.name)
def test_the_meeples_are_put_on_plain_squares_all_over_the_board(layout: Any) -> None:
    cells = start_cells(layout)
    assert set(cells) == set(COLOURS)
    assert len(set(cells.values())) == 8
    assert set(cells.values()) <= set(layout.cells()) - layout.grates - layout.beams
    halves = {(cell[0] < "J", cell[1] < "J") for cell in cells.values()}
    assert len(halves) == 4


def test_exchanged_colours_are_noticed_put_right_and_kept(begin: Begin, places: CameraPlaces) -> None:
    evening = begin("swapped " + EMPTY)
    evening.go_to(Step.MEEPLES)
    view = evening.see("swapped " + FULL)
    assert view.sentence == word("camera.exchanged")
    assert view.second == word("camera.exchange")
    evening.presenter.second()
    view = evening.see()
    assert view.sentence != word("camera.exchanged")
    evening.presenter.skip()
    evening.see()
    evening.presenter.go_on()
    assert places.known_for(evening.camera).swapped


# --- what goes wrong


@pytest.mark.parametrize("step", list(Step))
def test_an_unplugged_camera_is_said_at_any_step_and_goes_on_there(begin: Begin, step: Step) -> None:
    evening = begin(EMPTY)
    evening.go_to(step)
    view = evening.see("unplugged")
    assert view.title == word("camera.gone_title")
    assert (view.main, view.main_on) == (word("camera.again"), True)
    asked = evening.camera.asked
    evening.see(EMPTY, pictures=3)
    assert evening.camera.asked == asked
    evening.presenter.go_on()
    assert evening.camera.restarts == 1
    assert evening.see().step is step
    assert evening.presenter.view().title != word("camera.gone_title")


def test_a_gone_camera_lets_people_out(begin: Begin) -> None:
    evening = begin(EMPTY)
    evening.go_to(Step.EMPTY)
    evening.see("unplugged")
    assert not evening.presenter.back()


def test_a_picture_that_cannot_be_kept_is_said_and_can_be_tried_again(begin: Begin) -> None:
    evening = begin(EMPTY)
    evening.presenter._worker = Failing()
    evening.go_to(Step.EMPTY)
    evening.presenter.go_on()
    evening.see(pictures=3)
    evening.go_to(Step.DONE)
    evening.presenter.go_on()
    view = evening.presenter.view()
    assert view.sentence == word("camera.not_kept", reason="card full")
    assert not evening.presenter.saved
    evening.presenter._worker = AtOnce()
    evening.presenter.go_on()
    assert evening.presenter.saved


class Later:
    """A worker that is not done before it is told to be."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Any, Any]] = []

    def ask(self, topic: str, work: Any, then: Any, otherwise: Any) -> None:
        self.waiting.append((work, then))

    def finish(self) -> None:
        for work, then in self.waiting:
            then(work())
        self.waiting.clear()


@pytest.fixture
def saving(begin: Begin) -> tuple[Evening, Later]:
    """A set-up with a picture of the empty board that is just being kept."""
    evening = begin(EMPTY)
    evening.go_to(Step.EMPTY)
    evening.presenter.go_on()
    evening.see(pictures=2)
    evening.go_to(Step.DONE)
    evening.presenter.rename("Kitchen")
    slow = Later()
    evening.presenter._worker = slow
    evening.presenter.go_on()
    assert evening.presenter.busy
    return evening, slow


def test_while_a_place_is_being_kept_it_has_no_other_name_and_no_way_back(
    saving: tuple[Evening, Later], places: CameraPlaces
) -> None:
    evening, slow = saving
    evening.presenter.rename("Attic")
    assert evening.presenter.back()
    assert evening.presenter.view().step is Step.DONE
    slow.finish()
    assert evening.presenter.saved
    known = places.known_for(evening.camera, "Meeptropolis")
    assert known.place == "Kitchen"
    assert known.reference_bgr is not None


def test_a_set_up_begun_anew_is_not_ended_by_the_one_before(
    saving: tuple[Evening, Later], places: CameraPlaces
) -> None:
    evening, slow = saving
    evening.presenter.leave()
    evening.presenter.enter()
    slow.finish()
    assert not evening.presenter.saved
    assert not evening.presenter.busy
    assert places.known_for(evening.camera, "Meeptropolis").reference_bgr is not None


class Failing:
    """A worker that cannot write."""

    def ask(self, topic: str, work: Any, then: Any, otherwise: Any) -> None:
        otherwise(OSError("card full"))

    def forget(self, topic: str) -> None:
        pass


def test_a_fault_of_ours_ends_the_pictures_with_a_sentence(begin: Begin) -> None:
    evening = begin(EMPTY)
    evening.presenter._feed._worker = Failing()
    view = evening.see()
    assert view.sentence == word("camera.fault")
    assert view.main == word("camera.again")
