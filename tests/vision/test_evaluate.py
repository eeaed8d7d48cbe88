"""The program that judges the reader: its scores on made-up readings, its tables, files and exit codes."""

import csv
import json
import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from tests.vision.conftest import PHOTOS, load
from vision.colours import COLOURS
from vision.evaluate import gravest, main, passes
from vision.evaluation.cases import (
    Case,
    Given,
    emptied,
    folder_cases,
    generated_cases,
    paint_over,
    pointed_corners,
    shot_of,
)
from vision.evaluation.judging import Judged, judge
from vision.evaluation.report import (
    boards,
    calibration,
    confusion,
    line,
    pieces,
    report,
    timing,
    ways_table,
    write_csv,
)
from vision.evaluation.scoring import Outcome, Score, Timing, Verdict, off_by_mm, score, taken_for
from vision.evaluation.sheet import CAPTION_PX, COLUMNS, MOST, SIDE_PX, contact_sheet, picture_of
from vision.reader import Reading, Status
from vision.rectify import Lens, Registration
from vision.synthetic.lots import random_scene

FLOORS: dict[str, dict[str, int]] = {
    "photos": {"exact": 35, "wrong": 0},  # 38 when written, with 9 hands among the 50
    "photos, empty board and round start": {"exact": 35, "wrong": 0},  # 38 when written
}
"""What the shipped reader must reach on tests/photos: boards exact at least, confidently wrong at most."""

CELLS = dict(zip(COLOURS, ("BB", "DD", "FF", "HH", "JJ", "LL", "NN", "PP"), strict=True))
DISCS = dict(CELLS, green="CB", gray="EE")  # green and gray have left their discs
TRUTH: dict[str, Any] = {
    "width": 1280,
    "height": 960,
    "light": "led",
    "table": "white",
    "board": {"map": "meepville"},
    "grid_corners_px_NW_NE_SE_SW": [[19, 19], [541, 19], [541, 541], [19, 541]],
    "meeples": [{"color": colour, "cell": cell} for colour, cell in CELLS.items()],
    "discs": [{"color": colour, "cell": cell} for colour, cell in DISCS.items()],
    "target": {"cell": "QA"},
    "hand_present": False,
}
SEED_WITH_CARDS = 44
FLAT = Registration(np.eye(3), Lens(1280, 960), 1.0, "drawn")
"""A board whose millimetres are the photograph's pixels."""


def reading(status: Status = Status.OK, sure: float = 0.99, **other: str | None) -> Reading:
    """The truth, but for the colours named; those in `other` are read there."""
    return Reading(
        status=status,
        meeples=dict(CELLS, **other),
        discs=dict(DISCS),
        target="QA",
        confidence=dict.fromkeys(COLOURS, sure),
        elapsed_ms=120.0,
        board="Meepville",
        stage_ms={"search": 70.0, "network": 50.0},
        registration=FLAT,
    )


def scored(one: Reading, name: str = "one", **truth: Any) -> Score:
    return score(name, one, TRUTH | truth, "cards")


def nothing(status: Status = Status.NO_BOARD) -> Reading:
    none = dict.fromkeys(COLOURS)
    return Reading(status, none, none, None, dict.fromkeys(COLOURS, 0.0), 9.0, "No board is to be seen.")


@pytest.mark.parametrize(
    ("read", "hand", "verdict"),
    [
        (reading(), False, Verdict.EXACT),
        (reading(red="KK"), False, Verdict.WRONG),
        (reading(red=None), False, Verdict.WRONG),
        (reading(Status.UNSURE), False, Verdict.UNSURE),
        (reading(Status.UNSURE, red="KK"), False, Verdict.UNSURE),
        (reading(Status.HAND), True, Verdict.HAND),
        (reading(Status.HAND), False, Verdict.FALSE_HAND),
        (reading(), True, Verdict.EXACT),
        (nothing(), False, Verdict.NO_BOARD),
    ],
)
def test_a_board_has_one_verdict(read: Reading, hand: bool, verdict: Verdict) -> None:
    assert scored(read, hand_present=hand).verdict is verdict


def test_a_meeple_missing_from_the_board_must_be_missed() -> None:
    gone = [piece for piece in TRUTH["meeples"] if piece["color"] != "red"]
    assert scored(reading(red=None), meeples=gone).verdict is Verdict.EXACT
    assert scored(reading(), meeples=gone).verdict is Verdict.WRONG


def test_pieces_are_right_unsure_wrong_or_unread() -> None:
    read = reading(red="KK", blue="GG")
    read.confidence["blue"] = read.confidence["white"] = 0.5
    one = scored(replace(read, status=Status.UNSURE))
    outcomes = {piece.colour: piece.outcome for piece in one.pieces}
    assert outcomes["red"] is Outcome.WRONG
    assert outcomes["blue"] is outcomes["white"] is Outcome.UNSURE
    assert (one.count(Outcome.RIGHT), one.count(Outcome.UNREAD)) == (5, 0)
    assert [piece.colour for piece in one.pieces if not piece.guessed] == ["blue", "red"]
    assert scored(nothing()).count(Outcome.UNREAD) == 8
    assert scored(reading(Status.HAND), hand_present=True).count(Outcome.UNREAD) == 8


def test_the_best_guess_counts_even_where_it_is_unsure() -> None:
    assert scored(reading(Status.UNSURE, sure=0.4)).best_guess
    assert not scored(reading(Status.UNSURE, red="KK")).best_guess


@pytest.mark.parametrize(
    ("colour", "read", "kind"),
    [
        ("green", "BB", ""),
        ("green", "BC", "neighbour"),
        ("green", "AC", "neighbour"),
        ("green", "CB", "own disc"),
        ("green", "EE", "other disc"),
        ("gray", "CB", "other disc"),
        ("green", "DD", "other meeple"),
        ("green", "QA", "token"),
        ("green", "RB", "empty"),
        ("green", None, "none"),
    ],
)
def test_a_misread_meeple_is_told_by_what_lies_where_it_was_read(
    colour: str, read: str | None, kind: str
) -> None:
    assert taken_for(colour, CELLS[colour], read, TRUTH) == kind


def test_a_meeple_that_is_not_there_may_be_imagined_anywhere() -> None:
    assert taken_for("green", None, "BC", TRUTH) == "empty"
    assert taken_for("green", None, "DD", TRUTH) == "other meeple"


def test_the_board_is_off_by_its_worst_corner() -> None:
    assert off_by_mm(reading(), TRUTH) == pytest.approx(0, abs=1e-6)
    moved = replace(reading(), registration=FLAT.shifted(3.0, 4.0))
    assert off_by_mm(moved, TRUTH) == pytest.approx(5.0)
    assert np.isnan(off_by_mm(nothing(), TRUTH))


def test_the_truth_of_a_large_photo_is_shrunk_as_the_photo_is() -> None:
    large = TRUTH | {"width": 3200, "height": 2400}
    corners = [[2 * x, 2 * y] for x, y in TRUTH["grid_corners_px_NW_NE_SE_SW"]]
    assert off_by_mm(reading(), large | {"grid_corners_px_NW_NE_SE_SW": corners}) == pytest.approx(
        0, abs=1e-6
    )


def some_scores() -> list[Score]:
    doubted = reading(Status.UNSURE, sure=0.8, red="KK")
    return [
        score("a", reading(), TRUTH, "cards", reading()),
        scored(reading(red="JK"), "b", table="wood"),
        scored(doubted, "c"),
        scored(nothing(), "d", light="bulb"),
        scored(reading(Status.HAND), "e", hand_present=True),
    ]


def rows_of(text: str) -> dict[str, list[str]]:
    """Lines of a table by their first column; columns are two blanks apart."""
    rows = (re.split(r" {2,}", row.strip()) for row in text.splitlines())
    return {row[0]: row[1:] for row in rows}


def test_boards_are_counted_in_all_by_light_and_by_table() -> None:
    rows = rows_of(boards(some_scores()))
    assert rows["boards"] == [
        "photos",
        "exact",
        "hand",
        "unsure",
        "false hand",
        "no board",
        "WRONG",
        "best guess exact",
    ]
    assert rows["all"] == ["5", "1", "1", "1", "0", "1", "1", "2"]
    assert rows["light bulb"] == ["1", "0", "0", "0", "0", "1", "0", "0"]
    assert rows["table wood"] == ["1", "0", "0", "0", "0", "0", "1", "0"]


def test_meeples_are_counted_by_colour_and_with_them_discs_and_target() -> None:
    text = pieces(some_scores())
    rows = rows_of(text)
    assert rows["all"] == ["15", "8", "1", "16", "7 of 8", "62.5 %"]
    assert rows["red"] == ["1", "1", "1", "2", "0 of 1", "33.3 %"]
    assert "discs: 24 of 24 right; target: 3 right, 0 unsure, 0 wrong, 2 unread" in text


def test_the_confusion_says_what_each_colour_was_taken_for_and_how_often_surely() -> None:
    rows = rows_of(confusion(some_scores()))
    red = dict(zip(rows["misread on (/ sure)"], rows["red"], strict=True))
    assert red["neighbour"] == "2 / 1"
    assert set(rows["green"]) == {"."}


def test_latency_is_told_by_stage_cold_and_with_the_board_known() -> None:
    rows = rows_of(
        timing([replace(one, cold=Timing(k, {"network": 2 * k})) for k, one in enumerate(some_scores())])
    )
    assert rows["network"] == ["4.0", "7.6", "50.0", "50.0"]
    assert rows["all"] == ["2.0", "3.8", "120.0", "120.0"]


def test_confidence_is_held_against_how_often_it_was_right() -> None:
    rows = rows_of(calibration(some_scores()))
    assert rows["0.70 to 0.90"] == ["8", "7", "87.5 %"]
    assert rows["0.99 to 1.00"] == ["16", "15", "93.8 %"]
    assert rows["0.00 to 0.30"] == ["0", "0", "-"]
    certain = scored(reading(sure=1.0))
    assert rows_of(calibration([certain]))["0.99 to 1.00"][0] == "8"


def test_a_report_can_be_made_of_boards_none_of_which_was_found() -> None:
    assert "board found 0 times" in report([scored(nothing())])


def test_a_failed_board_is_told_in_a_line() -> None:
    told = line(some_scores()[1])
    assert told.startswith("b: WRONG, 0.0 mm, 120 ms.")
    assert "red JJ read JK 0.99 FALSE" in told
    assert "No board is to be seen." in line(scored(nothing()))


def test_ways_of_reading_stand_in_one_table() -> None:
    one = scored(reading())
    rows = rows_of(ways_table([one, replace(one, given="no cards", verdict=Verdict.UNSURE)]))
    assert rows["cards"] == ["1", "1", "0", "0", "0", "0", "0", "1"]
    assert rows["no cards"] == ["1", "0", "0", "1", "0", "0", "0", "1"]


def test_the_csv_has_a_line_a_photograph_that_reads_back_the_same(tmp_path: Path) -> None:
    scores = some_scores()
    write_csv(tmp_path / "all.csv", scores)
    rows = list(csv.DictReader((tmp_path / "all.csv").read_text(encoding="utf-8").splitlines()))
    assert [row["name"] for row in rows] == ["a", "b", "c", "d", "e"]
    for row, one in zip(rows, scores, strict=True):
        assert Verdict(row["verdict"]) is one.verdict
        assert row["again_verdict"] == (one.again_verdict or "")
        assert float(row["off_mm"]) == pytest.approx(one.off_mm, nan_ok=True)
        assert row["ms"] == str(one.cold.total_ms)
        assert [int(row[outcome]) for outcome in Outcome] == [one.count(outcome) for outcome in Outcome]
        for piece in one.pieces:
            assert row[f"{piece.colour}_read"] == (piece.read or "")
            assert row[f"{piece.colour}_true"] == piece.true
            assert float(row[f"{piece.colour}_confidence"]) == piece.confidence


def test_a_failed_board_is_drawn_with_its_true_and_its_read_cells() -> None:
    photo = np.full((960, 1280, 3), 120, np.uint8)
    read = reading(red="QQ")
    right, failed = picture_of(photo, reading(), scored(reading())), picture_of(photo, read, scored(read))
    assert failed.shape == (SIDE_PX + CAPTION_PX, SIDE_PX, 3)
    board, clean = failed[CAPTION_PX:].astype(int), right[CAPTION_PX:].astype(int)
    red, green = board[..., 2] - board[..., 1] > 100, board[..., 1] - board[..., 2] > 100
    assert green.any()
    cell = SIDE_PX / 20
    y, x = int(17.5 * cell), int(17.5 * cell)  # QQ, counted with the ring
    assert red[y - 12 : y + 13, x - 12 : x + 13].any()
    assert not (clean[..., 2] - clean[..., 1] > 100).any()


def test_a_board_that_was_not_found_is_drawn_as_it_was_photographed() -> None:
    photo = np.full((960, 1280, 3), 120, np.uint8)
    drawn = picture_of(photo, nothing(), scored(nothing()))
    assert drawn.shape == (SIDE_PX + CAPTION_PX, SIDE_PX, 3)
    assert (drawn[CAPTION_PX + 20, 20] == 120).all()
    assert not drawn[-10:].any()


@pytest.mark.parametrize(
    ("count", "rows", "columns"), [(1, 1, 1), (3, 1, 3), (5, 2, COLUMNS), (MOST + 5, 15, COLUMNS)]
)
def test_the_contact_sheet_is_a_grid_of_the_right_size(count: int, rows: int, columns: int) -> None:
    pictures = [np.full((50, 40, 3), 1 + k, np.uint8) for k in range(count)]
    sheet = contact_sheet(pictures)
    assert sheet.shape == (50 * rows, 40 * columns, 3)
    assert sheet[0, 0, 0] == 1
    assert sheet[0, 40 * (columns - 1), 0] == columns


def test_a_sheet_shows_the_gravest_first_and_only_failures() -> None:
    picture = np.zeros((4, 4, 3), np.uint8)
    unsure, wrong = scored(reading(Status.UNSURE), "unsure"), scored(reading(red="KK"), "wrong")
    judged = [Judged(unsure, picture)] * MOST + [Judged(scored(reading())), Judged(wrong, picture)]
    shown = [one.score.name for one in gravest(judged)]
    assert shown == ["wrong"] + ["unsure"] * (MOST - 1)


def test_floors_and_wrong_boards_decide() -> None:
    good, bad = scored(reading()), scored(reading(red="KK"))
    assert passes([good, good], floor_exact=2, allow_wrong=0)
    assert not passes([good], floor_exact=2, allow_wrong=0)
    assert not passes([good, bad], floor_exact=1, allow_wrong=0)
    assert passes([good, bad], floor_exact=1, allow_wrong=1)
    assert not passes([good, replace(bad, given="no cards")], floor_exact=1, allow_wrong=1)
    assert not passes([replace(good, again_verdict=Verdict.WRONG)], floor_exact=1, allow_wrong=0)


def test_cards_are_painted_over_and_nothing_else() -> None:
    picture, truth = load("photo_001")
    painted = paint_over(picture, truth["markers"])
    changed = (painted != picture).any(axis=2)
    for marker in truth["markers"]:
        x, y = np.mean(marker["corners_px"], axis=0).astype(int)
        assert changed[y - 10 : y + 10, x - 10 : x + 10].mean() > 0.5
    assert changed.mean() < 0.03
    board = np.array(truth["board_corners_px_NW_NE_SE_SW"]).mean(axis=0).astype(int)
    assert not changed[board[1] - 200 : board[1] + 200, board[0] - 200 : board[0] + 200].any()


def test_a_sequence_has_its_empty_board_and_a_single_photo_has_none() -> None:
    folder = PHOTOS / "seq_02"
    shot = shot_of(Case("x", 0, folder / "frame_03.jpg"), Given(reference=True))
    assert shot.empty is not None
    assert np.array_equal(shot.empty, load("seq_02/frame_00")[0])
    assert shot_of(Case("x", 0, folder / "frame_03.jpg"), Given()).empty is None
    assert shot_of(Case("x", 0, PHOTOS / "photo_001.jpg"), Given(reference=True)).empty is None


def test_corners_are_pointed_at_nearly_and_always_the_same() -> None:
    truth = load("photo_003")[1]
    corners = pointed_corners(truth, 7)
    assert np.array_equal(corners, pointed_corners(truth, 7))
    off = np.abs(corners - truth["board_corners_px_NW_NE_SE_SW"]).max()
    assert 0 < off < 15


def test_a_drawn_board_is_emptied_of_all_that_stands_on_it_and_keeps_its_print() -> None:
    shot = shot_of(generated_cases([41])[0], Given(reference=True))
    assert shot.empty is not None
    assert shot.empty.shape == shot.picture.shape
    difference = np.abs(shot.empty.astype(int) - shot.picture).mean(axis=2)
    assert np.median(difference) < 12  # fresh noise, the same table
    scene = emptied(random_scene(41))
    assert all(piece.cell is None for piece in scene.pieces)
    assert scene.hand is None


def test_drawn_boards_come_with_and_without_cards_by_their_seed() -> None:
    (case,) = generated_cases([SEED_WITH_CARDS])
    seen, bare = shot_of(case, Given()), shot_of(case, Given(cards=False))
    assert seen.truth["markers"]
    assert not bare.truth["markers"]
    assert seen.truth["meeples"] == bare.truth["meeples"]
    assert seen.truth["board"]["map"] in ("Meeptropolis", "Meepville")
    assert np.array_equal(seen.picture, shot_of(case, Given()).picture)


def test_a_case_is_read_again_from_where_its_board_was_found() -> None:
    case = Case("photo_001", 0, PHOTOS / "photo_001.jpg")
    judged = judge(case, Given(cards=False, start=True, corners=True), pictures=True, again=True)
    assert judged.score.given == "no cards, round start, corners"
    assert judged.score.off_mm < 3
    assert judged.score.again is not None
    assert judged.score.verdict is not Verdict.WRONG
    assert (judged.picture is None) == (judged.score.verdict in (Verdict.EXACT, Verdict.HAND))


@pytest.fixture
def two_photos(tmp_path: Path) -> Path:
    folder = tmp_path / "photos"
    folder.mkdir()
    for name in ("photo_001", "photo_018"):
        for suffix in (".jpg", ".json"):
            shutil.copy(PHOTOS / f"{name}{suffix}", folder)
    return folder


def test_the_program_reports_on_a_folder_and_writes_its_files(
    two_photos: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = ["--csv", str(tmp_path / "all.csv"), "--contact-sheet", str(tmp_path / "sheet.png")]
    assert main([str(two_photos), *files, "--allow-wrong", "2"]) == 0
    said = capsys.readouterr()
    assert "2 of 2" in said.err
    assert re.search(r"^all +2 ", said.out, re.MULTILINE)
    rows = list(csv.DictReader((tmp_path / "all.csv").read_text(encoding="utf-8").splitlines()))
    assert [row["name"] for row in rows] == ["photo_001", "photo_018"]
    failed = [row for row in rows if row["verdict"] not in ("exact", "hand")]
    assert (tmp_path / "sheet.png").exists() == bool(failed)
    assert main([str(two_photos), "--floor-exact", "3", "--allow-wrong", "2"]) == 1


def test_the_program_reports_on_drawn_boards_from_a_seed_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["--generated", "1", "--first", "300", "--reference", "--round-start", "--without-cards"]
    assert main([*asked, "--csv", str(tmp_path / "all.csv"), "--allow-wrong", "1"]) == 0
    assert "board found" in capsys.readouterr().out
    (row,) = csv.DictReader((tmp_path / "all.csv").read_text(encoding="utf-8").splitlines())
    assert (row["name"], row["given"]) == ("seed 300", "no cards, empty board, round start")


@pytest.mark.slow
def test_the_program_compares_all_that_may_be_given_in_several_processes(
    two_photos: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet = tmp_path / "sheet.jpg"
    asked = [str(two_photos), "--table", "--workers", "2", "--contact-sheet", str(sheet)]
    assert main([*asked, "--allow-wrong", "2"]) == 0
    rows = rows_of(capsys.readouterr().out)
    assert rows["cards"][0] == rows["no cards, empty board, round start"][0] == "2"
    assert len([name for name in rows if "cards" in name]) == 8
    assert not sheet.exists() or cv2.imread(str(sheet)) is not None


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ([], "folder"),
        (["here", "--generated", "5"], "not both"),
        (["--generated", "0"], "--generated"),
        (["--generated", "many"], "--generated"),
        (["--generated", "3", "--first", "-1"], "--first"),
        (["--generated", "3", "--workers", "0"], "--workers"),
        (["--generated", "3", "--contact-sheet", "sheet.txt"], "--contact-sheet"),
        (["no-such-folder"], "no-such-folder"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(
    arguments: list[str], named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code: object = main(arguments)
    except SystemExit as ended:
        code = ended.code
    said = capsys.readouterr()
    assert code == 2
    assert said.out == ""
    assert len(said.err.strip().splitlines()) == 1
    assert named in said.err


@pytest.mark.parametrize(
    "content",
    [
        b"{",
        b"[]",
        b"\xff\xfe",
        b'{"discs": [1]}',
        b'{"discs": [{"color": "red", "cell": "AB"}], "meeples": [], "target": null, "board": {"map": 3}}',
    ],
)
def test_a_truth_that_cannot_be_read_is_named(
    two_photos: Path, content: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    (two_photos / "photo_018.json").write_bytes(content)
    assert main([str(two_photos)]) == 2
    assert "photo_018.json" in capsys.readouterr().err


def test_a_folder_of_heaps_and_empty_boards_holds_nothing_to_judge(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "pile.json").write_text(json.dumps({"kind": "pile"}))
    (tmp_path / "pile.jpg").write_bytes(b"")
    assert main([str(tmp_path)]) == 2
    assert "No labelled photographs" in capsys.readouterr().err


def test_a_damaged_photograph_is_named(two_photos: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (two_photos / "photo_001.jpg").write_bytes(b"no picture")
    assert main([str(two_photos)]) == 2
    assert "photo_001.jpg" in capsys.readouterr().err


def test_files_that_cannot_be_written_are_named(
    two_photos: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (two_photos / "photo_001.jpg").unlink()
    assert main([str(two_photos), "--csv", str(tmp_path / "none" / "all.csv")]) == 2
    assert "all.csv" in capsys.readouterr().err.splitlines()[-1]


def test_every_labelled_board_is_judged_and_empty_ones_are_not() -> None:
    names = [case.name for case in folder_cases(PHOTOS)]
    assert "photo_001" in names
    assert "seq_00/frame_01" in names
    assert not any(name.endswith("frame_00") or name.startswith("pile") for name in names)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("given", [Given(), Given(reference=True, start=True)], ids=list(FLOORS))
def test_the_shipped_reader_reaches_its_floors(given: Given, request: pytest.FixtureRequest) -> None:
    cases = folder_cases(PHOTOS)
    scores = [judge(case, given, pictures=False, again=False).score for case in cases]
    floors = FLOORS[request.node.callspec.id]
    told = "\n".join(line(one) for one in scores)
    assert sum(one.verdict is Verdict.EXACT for one in scores) >= floors["exact"], told
    assert sum(one.verdict is Verdict.WRONG for one in scores) <= floors["wrong"], told
