"""`markers`: the printed sheet is measured with the camera's own eyes; nothing else is ever written over."""

from __future__ import annotations

import functools
import logging
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import pytest

from app.cli import main
from tests.commands.speak import ROOT, is_one_sentence, mistaken, run
from vision.aruco import find_markers
from vision.rectify import Registration, apply_homography
from vision.registration import BOARD_MM, CORNERS_MM, from_markers, register
from vision.types import Floats, Image

DPI = 300
PX_PER_MM = DPI / 25.4
PAPERS_MM = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
CARD_MM, MARKER_MM, GAP_MM = 50, 40, 4
"""As docs/vision.md says."""
DARK = 128


@dataclass(frozen=True)
class Printed:
    """A sheet as it comes out of the printer: gray pages (H, W) at 300 dpi, their words, and the file."""

    pages: tuple[Image, ...]
    words: tuple[str, ...]
    data: bytes


def printed(path: Path) -> Printed:
    document = pypdfium2.PdfDocument(path)
    pages, words = [], []
    for page in document:
        bitmap = page.render(scale=DPI / 72, grayscale=True)
        pages.append(bitmap.to_numpy().reshape(bitmap.height, bitmap.width).copy())
        text = page.get_textpage()
        words.append(" ".join(text.get_text_range().split()))
        text.close()
        page.close()
    document.close()
    return Printed(tuple(pages), tuple(words), path.read_bytes())


@functools.cache
def sheets(folder: Path) -> dict[str, Printed]:
    for paper in PAPERS_MM:
        assert main(["markers", "--pdf", str(folder / paper), "--paper", paper, "--spare"]) == 0
    return {paper: printed(folder / paper) for paper in PAPERS_MM}


@pytest.fixture(params=PAPERS_MM)
def paper(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def sheet(paper: str, tmp_path_factory: pytest.TempPathFactory) -> Printed:
    return sheets(tmp_path_factory.getbasetemp())[paper]


def px(mm: float) -> int:
    return round(mm * PX_PER_MM)


def test_each_page_has_the_four_markers_forty_millimetres_wide(sheet: Printed) -> None:
    assert len(sheet.pages) == 2
    for page in sheet.pages:
        found = find_markers(page)
        assert sorted(found) == [0, 1, 2, 3]
        for quad in found.values():
            sides_mm = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1) / PX_PER_MM
            assert np.abs(sides_mm - MARKER_MM).max() < 0.3
            assert quad[0, 0] == pytest.approx(quad[3, 0], abs=1), "its own top is the paper's top"
            assert quad[0, 1] < quad[3, 1]


def test_cards_lie_on_the_sheet_as_they_lie_round_the_board(sheet: Printed) -> None:
    nw, ne, se, sw = (find_markers(sheet.pages[0])[number].mean(0) for number in range(4))
    assert nw[0] < ne[0]
    assert sw[0] < se[0]
    assert nw[1] < sw[1]
    assert ne[1] < se[1]


@pytest.mark.parametrize("dpi", [60, 100])
def test_a_sheet_that_a_camera_sees_from_far_shows_no_second_marker(sheet: Printed, dpi: int) -> None:
    """The small pictures beside the cards have no pattern: a number seen twice would count for neither."""
    page = sheet.pages[0]
    far = cv2.resize(page, None, fx=dpi / DPI, fy=dpi / DPI, interpolation=cv2.INTER_AREA)
    assert sorted(find_markers(far)) == [0, 1, 2, 3]


def cut_out(page: Image, quad: Floats) -> Image:
    """The card of 50 mm around a marker, gray."""
    left, top = (round(at - CARD_MM / 2 * PX_PER_MM) for at in quad.mean(0))
    return page[top : top + px(CARD_MM), left : left + px(CARD_MM)]


def test_a_fine_line_shows_where_to_cut_and_inside_it_the_card_is_white(sheet: Printed) -> None:
    page = sheet.pages[0]
    for quad in find_markers(page).values():
        x, y = quad.mean(0)
        across, down = page[round(y)], page[:, round(x)]
        for line, middle in ((across, x), (down, y)):
            for outward in (-1, 1):
                at = round(middle + outward * CARD_MM / 2 * PX_PER_MM)
                assert 60 < line[at - 3 : at + 4].min() < 200
        card = cut_out(page, quad)
        ring = np.ones(card.shape, bool)
        ring[px(4.5) : -px(4.5), px(4.5) : -px(4.5)] = False
        ring[:4], ring[-4:], ring[:, :4], ring[:, -4:] = False, False, False, False
        assert (card[ring] == 255).all()


def camera_above(tilt_deg: float, height_mm: float, focal_px: float) -> Floats:
    """Board millimetres to pixels of a photo of 1600 x 1200, (3, 3): it looks at the board's middle."""
    a, middle = np.radians(tilt_deg), BOARD_MM / 2
    rotation = np.array([[1, 0, 0], [0, np.cos(a), np.sin(a)], [0, -np.sin(a), np.cos(a)]])
    centre = np.array([middle, middle + height_mm * np.tan(a), -height_mm])
    lens = np.array([[focal_px, 0, 799.5], [0, focal_px, 599.5], [0, 0, 1]])
    return np.asarray(lens @ np.stack([rotation[:, 0], rotation[:, 1], -rotation @ centre], axis=1))


def table_with(cards: dict[int, Image]) -> tuple[Image, Floats]:
    """A drawn board on a table with the cards where docs/vision.md puts them, photographed at a slant.

    Returns the photo (H, W, 3) and the pixels of the frame's corners, (4, 2).
    """
    scale, around_mm, board = 3, 80, int(BOARD_MM)
    plan = np.full(((board + 2 * around_mm) * scale,) * 2, 120, np.uint8)

    def paste(x: float, y: float, picture: Image) -> None:
        left, top = (round((at + around_mm) * scale) for at in (x, y))
        plan[top : top + picture.shape[0], left : left + picture.shape[1]] = picture

    paste(0, 0, np.full((board * scale,) * 2, 25, np.uint8))
    paste(19, 19, np.full(((board - 38) * scale,) * 2, 170, np.uint8))
    low, high = -GAP_MM - CARD_MM, BOARD_MM + GAP_MM
    for number, (x, y) in enumerate([(low, low), (high, low), (high, high), (low, high)]):
        paste(x, y, cv2.resize(cards[number], (CARD_MM * scale,) * 2, interpolation=cv2.INTER_AREA))
    camera = camera_above(tilt_deg=15, height_mm=900, focal_px=1300)
    edge = 0.5 / scale - around_mm  # where on the table the middle of the plan's first pixel is
    to_table = np.array([[1 / scale, 0, edge], [0, 1 / scale, edge], [0, 0, 1]])
    photo = cv2.warpPerspective(plan, camera @ to_table, (1600, 1200), flags=cv2.INTER_AREA, borderValue=120)
    return np.repeat(photo[..., None], 3, axis=2), apply_homography(camera, CORNERS_MM)


def off_mm(registration: Registration, frame_px: Floats) -> float:
    return float(np.abs(registration.to_board(frame_px) - CORNERS_MM).max())


def test_cards_cut_out_and_laid_as_documented_tell_where_the_board_is(sheet: Printed) -> None:
    page = sheet.pages[0]
    cards = {number: cut_out(page, quad) for number, quad in find_markers(page).items()}
    photo, frame_px = table_with(cards)
    seen = find_markers(photo)
    assert off_mm(from_markers(photo, seen), frame_px) < 2
    assert off_mm(register(photo, seen), frame_px) < 2


def longest_line(page: Image) -> tuple[int, int, int]:
    """(row, first column, length) of the longest run of dark pixels from left to right."""
    best = (0, 0, 0)
    for row, line in enumerate(page < DARK):
        steps = np.flatnonzero(np.diff(np.concatenate([[0], line.view(np.int8), [0]])))
        starts, ends = steps[::2], steps[1::2]
        if len(starts) and (ends - starts).max() > best[2]:
            longest = int((ends - starts).argmax())
            best = (row, int(starts[longest]), int((ends - starts)[longest]))
    return best


def test_the_ruler_is_a_hundred_millimetres_long_with_a_tick_at_each(sheet: Printed) -> None:
    row, left, length = longest_line(sheet.pages[0])
    assert length / PX_PER_MM == pytest.approx(100, abs=0.3)
    band = 255.0 - sheet.pages[0][row + px(1.2), left - 8 : left + length + 8]
    starts = np.flatnonzero((band[1:] > 100) & (band[:-1] <= 100))
    assert len(starts) == 101
    centres = [float(np.average(np.arange(s - 2, s + 5), weights=band[s - 2 : s + 5])) for s in starts]
    assert (centres[-1] - centres[0]) / PX_PER_MM == pytest.approx(100, abs=0.1)
    assert np.abs(np.diff(centres) / PX_PER_MM - 1).max() < 0.1


def test_every_paper_keeps_ten_millimetres_to_its_edge(sheet: Printed, paper: str) -> None:
    width, height = PAPERS_MM[paper]
    margin = int(10 * PX_PER_MM)
    for page in sheet.pages:
        assert page.shape == pytest.approx((height * PX_PER_MM, width * PX_PER_MM), abs=1)
        inner = page[margin:-margin, margin:-margin]
        assert (inner < DARK).any()
        assert (page < 250).sum() == (inner < 250).sum()


def test_the_sheet_says_what_to_do_and_names_each_place(sheet: Printed) -> None:
    plain, spare = sheet.words
    for words in sheet.words:
        for place in ("North-west", "North-east", "South-west", "South-east"):
            assert words.count(place) >= 2, "beside the card and on the picture of the board"
        assert "Print at 100 %, measure this" in words
        assert "gap of about 4 mm" in words
        assert "A B C D E F G H I J K L M N O P Q R" in words
        assert "markers." not in words
    assert "spare" in spare
    assert "spare" not in plain


def test_programs_that_print_it_are_asked_not_to_shrink_it(sheet: Printed) -> None:
    assert b"/PrintScaling /None" in sheet.data


def test_without_spare_it_is_one_page_and_every_letter_is_in_the_fonts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    out = tmp_path / "cards.pdf"
    assert main(["markers", "--pdf", str(out), "--paper", "Letter"]) == 0
    assert capsys.readouterr().out == f"1 page written to {out}: print at 100 %\n"
    assert len(printed(out).pages) == 1
    assert [record.message for record in caplog.records if record.levelno >= logging.WARNING] == []


def test_as_people_run_it(tmp_path: Path) -> None:
    """In a folder that is made with it."""
    out = tmp_path / "new" / "cards.pdf"
    done = run("markers", "--pdf", str(out))
    assert (done.returncode, done.stderr) == (0, "")
    assert [path.name for path in out.parent.iterdir()] == ["cards.pdf"]
    assert printed(out).pages[0].shape == pytest.approx((297 * PX_PER_MM, 210 * PX_PER_MM), abs=1)


def test_the_command_line_loads_no_drawing_library() -> None:
    code = "import sys, app.cli; app.cli.build_parser(); print({'fpdf', 'cv2'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("set()\n", "")


# -- what is never written over ----------------------------------------------------------------------------


def complaint(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a refused command says: one sentence on standard error, exit code 2."""
    said = mistaken(capsys, "markers", *arguments)
    assert is_one_sentence(said)
    return said


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ([], ["--pdf"]),
        (["--pdf"], ["--pdf"]),
        (["--pdf", "x", "--paper", "a5"], ["--paper", "a5", "a4", "letter"]),
        (["--pdf", "."], ["directory"]),
        (["--pdf", ""], ["directory"]),
        (["--pdf", "file/cards.pdf"], ["file/cards.pdf", "cannot be written"]),
        (["--pdf", "n" * 300], ["too long"]),
    ],
)
def test_bad_input_is_one_sentence_and_leaves_nothing_behind(
    arguments: list[str],
    named: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").write_text("mine")
    said = complaint(capsys, *arguments)
    assert all(word in said for word in named)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert Path("file").read_text() == "mine"


def test_an_earlier_sheet_is_replaced(tmp_path: Path) -> None:
    out = tmp_path / "cards.pdf"
    out.touch()  # as `mktemp` leaves it
    for paper, pages in (("a4", 1), ("letter", 2)):
        spare = ["--spare"] * (pages - 1)
        assert main(["markers", "--pdf", str(out), "--paper", paper, *spare]) == 0
        assert len(printed(out).pages) == pages


@pytest.mark.parametrize(
    "other",
    [
        b"a letter to grandmother",
        b"%PDF-1.7\n/Producer (a scanner)\n",
        b"/Producer (meeple-marshal corner cards)",
    ],
    ids=["letter", "pdf", "text"],
)
def test_anything_else_is_replaced_only_by_force(
    other: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "cards.pdf"
    out.write_bytes(other)
    assert "--force" in complaint(capsys, "--pdf", str(out))
    assert out.read_bytes() == other
    assert main(["markers", "--pdf", str(out), "--force"]) == 0
    assert len(printed(out).pages) == 1


def test_stored_matches_are_not_replaced_even_by_force(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("journal.db", "journal.db-wal"):
        (tmp_path / name).write_bytes(b"matches")
        assert main(["--state", str(tmp_path), "markers", "--force", "--pdf", str(tmp_path / name)]) == 2
        assert "stored matches themselves" in capsys.readouterr().err
        assert (tmp_path / name).read_bytes() == b"matches"


def test_a_card_that_fills_up_leaves_the_earlier_sheet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(file: int) -> None:
        raise OSError(28, "No space left on device")

    out = tmp_path / "cards.pdf"
    assert main(["markers", "--pdf", str(out)]) == 0
    before = out.read_bytes()
    capsys.readouterr()
    monkeypatch.setattr(os, "fsync", full)
    assert "No space left" in complaint(capsys, "--pdf", str(out), "--spare")
    assert out.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["cards.pdf"]


def test_behind_a_link_the_file_is_replaced_and_a_device_stays_a_device(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    link, device = tmp_path / "link.pdf", tmp_path / "device"
    link.symlink_to(tmp_path / "drive" / "cards.pdf")
    assert main(["markers", "--pdf", str(link)]) == 0
    assert link.is_symlink()
    assert len(printed(tmp_path / "drive" / "cards.pdf").pages) == 1
    capsys.readouterr()
    device.symlink_to("/dev/full")
    assert "No space left" in complaint(capsys, "--pdf", str(device))
    assert device.is_char_device()
