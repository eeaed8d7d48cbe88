"""A demonstration that the camera follows, without pixels: moves, what is said of everything else, races."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from app.games.mutant_meeples.state import Done, GiveUp, Phase, Proceed, ShowMove
from app.table.camera_places import Known
from app.ui.presenters.views import DrawPanel, FailedPanel, ShowPanel
from app.ui.words import word
from hardware.errors import CameraUnavailable
from tests.table.conftest import Desk as Table
from tests.table.conftest import desk
from tests.ui.watched import PLACES, Camera, Line, Watched
from vision.changes import Between, Fallen, Gone, Moved, Returned, Swapped, Unsure
from vision.errors import BoardNotFound
from vision.follow import Sight

table = desk

FIRST = "Before you begin, put back what stands wrong. "


@pytest.fixture
def watch(table: Table) -> Iterator[Callable[..., Watched]]:
    made: list[Watched] = []

    def make(**given: object) -> Watched:
        made.append(Watched(table, **given))  # type: ignore[arg-type]
        return made[-1]

    yield make
    for one in made:
        one.close()


@pytest.fixture
def watched(watch: Callable[..., Watched]) -> Watched:
    """The first player shows three meeples, and everybody was seen in place."""
    made = watch()
    made.met()
    return made


def panel(watched: Watched) -> ShowPanel:
    found = watched.desk.view().panel
    assert isinstance(found, ShowPanel)
    return found


def seen(watched: Watched) -> str:
    line = panel(watched).camera.seen
    assert line is not None
    return line.sentence


# -- moves ------------------------------------------------------------------------------------------------


def test_a_seen_move_is_shown_as_a_touched_one_is(watched: Watched) -> None:
    watched.see(Moved("white", "AN", "AJ"))
    assert watched.shown == [("white", "AJ")]
    assert watched.table.session.actions()[-1] == ShowMove("white", "AJ")
    assert [step.did for step in panel(watched).steps] == ["North to AJ"]
    assert panel(watched).left == 5
    assert seen(watched) == "Skewt was seen to go to AJ"
    assert watched.notice == ""


def test_a_whole_demonstration_is_judged_as_if_it_were_touched(watched: Watched) -> None:
    for change in (
        Moved("white", "AN", "AJ"),
        Moved("brown", "LQ", "LR"),
        Moved("brown", "LR", "FR"),
        Moved("green", "RG", "MG"),
        Moved("green", "MG", "MI"),
    ):
        watched.see(change)
    assert watched.shown[-2:] == [("green", "MG"), ("green", "MI")]
    watched.desk.done()
    watched.table.session.pump()
    ruling = watched.table.state.round.ruling  # type: ignore[union-attr]
    assert ruling is not None
    assert [move.to for move in ruling.moves] == [cell for _, cell in watched.shown]


def test_a_seen_move_is_in_the_journal_and_there_after_a_power_cut(watched: Watched) -> None:
    watched.see(Moved("white", "AN", "AJ"))
    before = watched.table.session.actions()
    watched.table.resume()
    assert watched.table.session.actions() == before


def test_a_seen_move_can_be_taken_back_and_the_meeple_put_back(watched: Watched) -> None:
    watched.see(Moved("white", "AN", "AJ"))
    watched.desk.take_back()
    watched.tick(3)
    assert watched.shown == []
    assert watched.notice == FIRST + "Skewt belongs on AN."
    watched.see(Moved("white", "AJ", "AN"))
    assert watched.shown == []
    assert watched.notice == ""


def test_a_move_taken_back_by_undo_is_not_seen_again(watched: Watched) -> None:
    watched.see(Moved("white", "AN", "AJ"))
    watched.desk.undo()
    watched.desk.go_on()
    watched.tick(6)
    assert watched.shown == []
    watched.desk.redo()
    watched.tick(2)
    assert watched.shown == [("white", "AJ")]


def test_moves_missed_in_between_are_entered_with_their_stops(watched: Watched) -> None:
    watched.see(Moved("green", "RG", "MI"))
    assert watched.shown == [("green", "MG"), ("green", "MI")]


def test_a_meeple_that_came_one_of_two_ways_has_to_be_tapped(watch: Callable[..., Watched]) -> None:
    watched = watch()
    watched.met(("gray", 2))
    watched.see(Moved("gray", "EQ", "AO"))
    assert watched.shown == []
    assert watched.notice == "Ozzy can have come to AO in more than one way: tap its moves."
    for cell in ("EQ", "EO", "AO"):
        watched.tap(cell)
    watched.tick(3)
    assert watched.shown == [("gray", "EO"), ("gray", "AO")]
    assert watched.notice == ""


def test_a_move_that_is_touched_and_then_made_is_shown_once(watched: Watched) -> None:
    watched.tap("RG")
    watched.tap("MG")
    watched.tap("MI")
    watched.see(Moved("green", "RG", "MG"))
    watched.see(Moved("green", "MG", "MI"))
    assert watched.shown == [("green", "MG"), ("green", "MI")]


def test_the_cells_a_move_can_lead_to_are_told_to_the_reader(watched: Watched) -> None:
    assert {"RG", "MG", "RD", "OG"} <= set(watched.script.given["likely"]({})["green"])


# -- what is said of everything else ----------------------------------------------------------------------


def test_where_no_move_leads_is_named_with_both_cells_and_the_reason(watched: Watched) -> None:
    watched.see(Moved("white", "AN", "AL"))
    assert watched.shown == []
    assert watched.notice.startswith("Skewt stands on AL; no move leads there from AN. ")
    assert len(watched.notice) > len("Skewt stands on AL; no move leads there from AN. ")
    assert watched.desk.view().alarm
    assert watched.desk.view().notice_stays


@pytest.mark.parametrize("way", ["put back", "touched", "moved on"])
def test_a_wrong_move_is_mended_on_the_board_or_by_touch(watched: Watched, way: str) -> None:
    watched.see(Moved("white", "AN", "AL"))
    if way == "put back":
        watched.see(Moved("white", "AL", "AN"))
    elif way == "touched":
        watched.tap("AN")
        watched.tap("AJ")
        watched.see(Moved("white", "AL", "AJ"))
    else:
        watched.see(Moved("white", "AL", "AJ"))
    assert watched.shown == ([] if way == "put back" else [("white", "AJ")])
    assert watched.notice == ""


def test_a_wrong_move_that_becomes_right_by_another_is_entered(watched: Watched) -> None:
    """Green stops at RF only beside yellow, whom the camera had missed."""
    watched.begin(("yellow", 1), ("green", 1))
    watched.tick(3)
    watched.see(Moved("green", "RG", "RF"))
    assert watched.shown == []
    watched.tap("OE")
    watched.tap("RE")
    watched.tick(4)
    assert watched.shown == [("yellow", "RE"), ("green", "RF")]
    assert watched.notice == ""


SAID = [
    (Swapped("white", "blue"), "Beamer and Skewt have changed places: put them back."),
    (Fallen("red", "DL"), "Sidestep lies on its side: stand it up."),
    (Gone("red", "DL"), "Sidestep is not on the board any more: put it on DL, or where it has gone."),
    (
        Between("white", ("AJ", "AK")),
        "Skewt stands between AJ and AK: tap the square that is meant.",
    ),
    (Unsure("white", ("AJ", "AN")), "Does Skewt stand on AJ or on AN? Tap the right square."),
]


@pytest.mark.parametrize(("change", "said"), SAID, ids=[type(change).__name__ for change, _ in SAID])
def test_each_trouble_has_one_sentence_and_moves_nobody(watched: Watched, change: Fallen, said: str) -> None:
    watched.see(change)
    assert (watched.notice, watched.shown) == (said, [])
    watched.tick(5)
    assert (watched.notice, watched.shown) == (said, [])


def test_a_notice_that_was_read_does_not_come_again_for_the_same(watched: Watched) -> None:
    watched.see(Fallen("red", "DL"))
    watched.desk.dismiss_notice()
    watched.tick(5)
    assert watched.notice == ""


@pytest.mark.parametrize(
    ("trouble", "mended"),
    [
        (Swapped("white", "blue"), Swapped("white", "blue")),
        (Gone("red", "DL"), Returned("red", "DL")),
    ],
)
def test_trouble_that_is_mended_on_the_board_is_over(
    watched: Watched, trouble: Gone, mended: Returned
) -> None:
    watched.see(trouble)
    watched.see(mended)
    assert (watched.notice, watched.shown) == ("", [])


def test_a_meeple_lifted_off_the_board_and_put_down_has_moved(watched: Watched) -> None:
    watched.see(Gone("white", "AN"))
    watched.see(Returned("white", "AJ"))
    assert watched.shown == [("white", "AJ")]


@pytest.mark.parametrize(
    ("sight", "said"),
    [
        (Sight.HAND, "A hand is over the board: waiting"),
        (Sight.MOVING, "Something moves: waiting"),
        (Sight.NO_BOARD, "The board cannot be seen: move the camera, or tap the moves"),
        (Sight.STEADY, "The camera watches the board"),
    ],
)
def test_what_the_camera_does_is_told_in_one_line(watched: Watched, sight: Sight, said: str) -> None:
    watched.script.lines = [Line(sight=sight)] * 9
    watched.tick(4)
    assert seen(watched) == said
    assert watched.shown == []


def test_a_nudged_board_and_doubtful_meeples_are_told(watched: Watched) -> None:
    watched.script.lines = [Line(sight=Sight.UNSURE, doubtful=("gray", "red"))] * 3
    watched.tick(4)
    assert seen(watched) == "Watching, but not sure of Ozzy, Sidestep"
    watched.script.lines = [Line(nudged=True)] * 3
    watched.tick(4)
    assert seen(watched) == "The board was moved, and is found again"


def test_where_most_meeples_are_in_doubt_the_table_is_told_to_tap(watched: Watched) -> None:
    watched.script.lines = [Line(sight=Sight.UNSURE, doubtful=("gray", "red", "white", "blue"))] * 3
    watched.tick(4)
    assert seen(watched) == "Hard to see: tap what the camera misses"


def test_meeples_that_stand_wrong_at_the_start_are_to_be_put_back_and_are_no_moves(
    watch: Callable[..., Watched],
) -> None:
    watched = watch()
    watched.begin()
    watched.see(Moved("white", "AN", "AJ"), Moved("red", "DL", "DC"))
    assert watched.shown == []
    assert watched.notice == FIRST + "Sidestep belongs on DL. Skewt belongs on AN."
    watched.see(Moved("white", "AJ", "AN"))
    assert watched.notice == FIRST + "Sidestep belongs on DL."
    watched.see(Moved("red", "DC", "DL"))
    assert (watched.notice, watched.shown) == ("", [])


def test_a_board_that_lags_behind_touches_is_told_quietly(watched: Watched) -> None:
    watched.tap("AN")
    watched.tap("AJ")
    watched.tick(2)
    assert seen(watched) == "Skewt stands on AN, but here on AJ"
    assert watched.notice == ""


# -- between two cells ------------------------------------------------------------------------------------


def test_the_meeple_that_is_asked_for_is_in_hand_and_its_cells_are_lit(watched: Watched) -> None:
    watched.see(Between("green", ("MG", "MH")))
    picture = watched.desk.view().picture
    assert picture.selected == "green"
    assert list(picture.reachable) == ["MG"]


def test_a_tap_on_one_of_the_two_answers_and_is_told_to_the_camera(watched: Watched) -> None:
    watched.see(Between("green", ("MG", "MH")))
    watched.tap("MG")
    watched.tick(4)
    assert watched.shown == [("green", "MG")]
    assert watched.notice == ""
    assert {"green": "MG"} in watched.script.corrections
    assert set(watched.desk.view().picture.reachable) > {"MI"}


def test_the_same_doubt_is_not_asked_again_once_it_was_answered(watched: Watched) -> None:
    watched.see(Between("green", ("MG", "MH")))
    watched.tap("MG")
    watched.see(Between("green", ("MG", "MH")))
    assert watched.notice == ""
    watched.see(Between("green", ("MG", "MF")))
    assert watched.notice.startswith("Forrest stands between MG and MF")


def test_who_taps_the_meeple_in_hand_first_answers_as_well(watched: Watched) -> None:
    watched.see(Unsure("white", ("AJ", "AN")))
    watched.tap("AN")
    watched.tap("AJ")
    watched.see(Unsure("white", ("AJ", "AN")))
    assert (watched.notice, watched.shown) == ("", [("white", "AJ")])
    assert watched.script.settled["white"] == "AJ"


def test_a_meeple_that_had_not_moved_and_now_likely_has_is_asked_about_anew(watched: Watched) -> None:
    watched.see(Unsure("white", ("AN", "AJ")))
    watched.tap("AN")
    watched.see(Unsure("white", ("AJ", "AN")))
    assert watched.notice == "Does Skewt stand on AJ or on AN? Tap the right square."


def test_an_answer_is_told_to_the_camera_once(watched: Watched) -> None:
    """Each telling makes it read the pieces anew."""
    watched.see(Unsure("white", ("AJ", "AN")))
    watched.tap("AJ")
    for _ in range(4):
        watched.see(Unsure("white", ("AJ", "AN")))
    assert watched.script.corrections == [{"white": "AJ"}]


def test_a_tap_where_it_stood_says_that_it_has_not_moved(watched: Watched) -> None:
    watched.see(Unsure("white", ("AN", "AJ")))
    watched.tap("AN")
    watched.see(Unsure("white", ("AN", "AJ")))
    assert (watched.notice, watched.shown) == ("", [])


# -- races ------------------------------------------------------------------------------------------------


def test_one_frame_is_under_way_at_a_time(watched: Watched) -> None:
    before = watched.camera.requests
    watched.tick(8, work=False)
    assert watched.reader.waiting == 1
    assert watched.camera.requests <= before + 2


def test_a_picture_taken_by_somebody_else_is_asked_for_again(watched: Watched) -> None:
    watched.camera.cancel()
    while not watched.camera.busy:
        watched.tick(1)
    watched.camera.cancel()
    before = watched.camera.requests
    watched.tick(3)
    assert watched.camera.requests > before


def test_about_five_frames_a_second_are_taken(watched: Watched) -> None:
    before = watched.camera.requests
    for _ in range(20):
        watched.table.after(0.1)
        watched.reader.work()
        watched.desk.poll()
    assert 5 <= watched.camera.requests - before <= 10


def test_an_undo_while_a_frame_is_read_lets_the_move_be_judged_by_the_match_as_it_is(
    watched: Watched,
) -> None:
    watched.see(Moved("white", "AN", "AJ"))
    watched.script.see(Moved("brown", "LQ", "LR"))
    watched.tick(3, work=False)
    watched.desk.take_back()
    watched.table.session.pump()
    watched.tick(4)
    assert watched.shown == [("brown", "LR")]


def test_a_touch_of_the_same_move_while_its_frame_is_read_shows_it_once(watched: Watched) -> None:
    watched.script.see(Moved("white", "AN", "AJ"))
    watched.tick(3, work=False)
    watched.tap("AN")
    watched.tap("AJ")
    watched.tick(4)
    assert watched.shown == [("white", "AJ")]


def test_what_is_seen_in_a_pause_counts_when_the_game_goes_on(watched: Watched) -> None:
    watched.script.see(Moved("white", "AN", "AJ"))
    watched.tick(3, work=False)
    watched.desk.pause()
    watched.tick(4)
    assert watched.shown == []
    assert watched.notice == ""
    watched.desk.go_on()
    watched.tick(4)
    assert watched.shown == [("white", "AJ")]


def test_a_pause_asks_for_no_frames(watched: Watched) -> None:
    watched.desk.pause()
    watched.tick(2)
    before = watched.camera.requests
    watched.tick(6)
    assert watched.camera.requests == before


def test_a_frame_that_is_read_after_the_end_of_the_demonstration_means_nothing(watched: Watched) -> None:
    watched.script.see(Moved("white", "AN", "AJ"))
    watched.tick(3, work=False)
    assert watched.table.session.act(GiveUp())
    watched.tick(4)
    assert watched.table.state.phase is Phase.FAILED
    assert watched.shown == []
    assert watched.notice == ""


def test_another_match_is_not_shown_the_frames_of_the_last(watched: Watched) -> None:
    watched.script.see(Moved("white", "AN", "AJ"))
    watched.tick(3, work=False)
    watched.begin()
    watched.tick(4)
    assert watched.shown == []


def test_a_camera_pulled_out_is_told_and_touch_goes_on(watched: Watched) -> None:
    watched.camera.broken = CameraUnavailable("pulled out")
    watched.tick(3)
    assert "Tap the moves instead" in watched.notice or "tap the moves instead" in watched.notice
    assert panel(watched).camera.seen is None
    assert panel(watched).camera.watch == word("watch.off")
    watched.tap("AN")
    watched.tap("AJ")
    assert watched.shown == [("white", "AJ")]


def test_a_camera_that_is_back_watches_when_it_is_switched_on(watched: Watched) -> None:
    watched.camera.broken = CameraUnavailable("pulled out")
    watched.tick(3)
    watched.camera.broken = None
    watched.desk.toggle_watch()
    watched.tick(3)
    assert panel(watched).camera.watch == word("watch.on")
    watched.see(Moved("white", "AN", "AJ"))
    assert watched.shown == [("white", "AJ")]


def test_the_camera_can_be_switched_off_and_sees_nothing_then(watched: Watched) -> None:
    watched.desk.toggle_watch()
    watched.tick(2)
    before = watched.camera.requests
    watched.see(Moved("white", "AN", "AJ"))
    assert watched.camera.requests == before
    assert watched.shown == []
    assert panel(watched).camera.seen is None


def test_a_board_the_camera_cannot_read_is_told_once(
    watch: Callable[..., Watched], monkeypatch: pytest.MonkeyPatch
) -> None:
    watched = watch()
    monkeypatch.setattr(watched.script, "feed", _no_such_board)
    watched.begin()
    watched.tick(3)
    assert watched.notice.startswith("The camera does not see the board.")
    watched.desk.dismiss_notice()
    watched.tick(5)
    assert watched.notice == ""


def _no_such_board(frame: object, at_rest: bool = False) -> None:
    raise BoardNotFound("Only the printed board of 18 by 18 squares can be read.")


def test_what_was_found_out_about_the_camera_helps_to_read_its_frames(watch: Callable[..., Watched]) -> None:
    known = Known(reference_bgr="the empty board", corners_px="corners", before="place", swapped=True)
    watched = watch(known=known)
    watched.met()
    given = watched.script.given
    assert (given["reference_bgr"], given["corners_px"], given["before"]) == known[:3]
    assert given["round_start"] == PLACES
    assert watched.asked == [(watched.camera, "Meeptropolis")]
    assert watched.script.frames[0][0, 0].tolist() == [2, 1, 0]


def test_nothing_is_asked_about_a_camera_before_its_first_frame(watch: Callable[..., Watched]) -> None:
    watched = watch()
    watched.begin()
    watched.desk.poll()
    assert (watched.camera.requests, watched.asked) == (1, [])
    watched.tick(1)
    assert len(watched.asked) == 1


def test_a_camera_that_was_set_up_holds_its_light_in_a_demonstration_only(
    watch: Callable[..., Watched],
) -> None:
    watched = watch(known=Known(place="Attic"))
    watched.met()
    watched.tick(4)
    assert watched.camera.held == [True]
    assert watched.table.session.act(GiveUp())
    watched.tick(4)
    assert watched.table.state.phase is Phase.FAILED
    assert watched.camera.held == [True, False]


def test_the_light_of_a_camera_never_set_up_is_its_own_affair(watched: Watched) -> None:
    assert watched.table.session.act(GiveUp())
    watched.tick(4)
    assert watched.camera.held == []


# -- folders of photos ------------------------------------------------------------------------------------


def test_photos_of_a_folder_are_each_taken_at_rest(watch: Callable[..., Watched]) -> None:
    watched = watch(live=False, camera=Camera("03.JPG"))
    watched.begin()
    watched.tick(2)
    assert watched.camera.requests == 0
    shown = panel(watched).camera
    assert (shown.photo, shown.watch) == (word("show.photo_before"), word("watch.off"))
    watched.desk.toggle_watch()
    watched.tick(3)
    watched.see(Moved("white", "AN", "AJ"))
    assert watched.shown == [("white", "AJ")]
    assert set(watched.script.at_rest) == {True}
    assert panel(watched).camera.photo == ""


def test_frames_of_a_camera_have_to_come_to_rest(watched: Watched) -> None:
    assert set(watched.script.at_rest) == {False}
    assert panel(watched).camera.photo == ""


# -- putting meeples in place -----------------------------------------------------------------------------


def test_before_the_first_crime_the_camera_ticks_off_who_stands_in_place(
    watch: Callable[..., Watched],
) -> None:
    watched = watch()
    watched.table.begin()
    watched.table.session.undo()
    watched.table.session.go_on()
    starts = watched.table.state.starts
    first, second, *others = starts
    watched.script.see(Returned(first, starts[first]), Returned(second, "KK"), sight=Sight.UNSURE)
    watched.tick(4)
    shown = watched.desk.view().panel
    assert isinstance(shown, DrawPanel)
    assert shown.guide is not None
    places = {place.colour: place for place in shown.guide.places}
    assert places[first].right
    assert places[second].text == f"KK: put on {starts[second]}"
    assert {places[colour].text for colour in others} == {f"put on {starts[c]}" for c in others}
    assert shown.guide.places[0].colour == second
    assert shown.guide.sentence == "7 meeples still to be seen in place"
    assert not shown.notes
    watched.see(Moved(second, "KK", starts[second]), *(Returned(c, starts[c]) for c in others))
    shown = watched.desk.view().panel
    assert isinstance(shown, DrawPanel)
    assert shown.guide is not None
    assert shown.guide.all_right
    watched.desk.draw()
    watched.table.session.pump()
    assert watched.table.state.phase is Phase.THINK


def test_after_a_failed_claim_the_camera_guides_everybody_back_and_touch_goes_on(watched: Watched) -> None:
    watched.see(Moved("white", "AN", "AJ"))
    assert watched.table.session.act(Done())
    watched.script.see(*(Returned(c, "AJ" if c == "white" else cell) for c, cell in PLACES.items()))
    watched.tick(4)
    shown = watched.desk.view().panel
    assert isinstance(shown, FailedPanel)
    assert shown.guide is not None
    assert [place.colour for place in shown.guide.places if not place.right] == ["white"]
    assert shown.guide.places[0].text == "AJ: put on AN"
    assert shown.put_back == ()
    watched.see(Moved("white", "AJ", "AN"))
    shown = watched.desk.view().panel
    assert isinstance(shown, FailedPanel)
    assert shown.guide is not None
    assert shown.guide.all_right
    assert shown.can_proceed
    assert watched.table.session.act(Proceed())


def test_the_guide_says_when_a_hand_is_in_the_way(watched: Watched) -> None:
    watched.see(Moved("white", "AN", "AJ"))
    assert watched.table.session.act(Done())
    watched.script.lines = [Line(sight=Sight.HAND)] * 9
    watched.tick(4)
    shown = watched.desk.view().panel
    assert isinstance(shown, FailedPanel)
    assert shown.guide is not None
    assert shown.guide.sentence == "A hand is over the board: waiting"


def test_without_a_watching_camera_the_screen_lists_what_it_knows(watched: Watched) -> None:
    watched.see(Moved("white", "AN", "AJ"))
    watched.desk.toggle_watch()
    assert watched.table.session.act(Done())
    watched.tick(2)
    shown = watched.desk.view().panel
    assert isinstance(shown, FailedPanel)
    assert shown.guide is None
    assert shown.put_back == ("Skewt back to AN",)
