"""Rendered photographs, up to Blender's door: scenes, printings, lens, labels, files. None needs Blender."""

import dataclasses
import json
import sys
from itertools import cycle
from operator import itemgetter
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np
import pytest

from tests.test_architecture import imported, sources, within
from vision.colours import COLOURS
from vision.config import DEFAULT
from vision.evaluation.cases import Case, Given, shot_of
from vision.layout import CELL_MM, BoardLayout, cell_centre_mm, shipped_layouts
from vision.rendering.__main__ import main, named_pictures, take
from vision.rendering.lens import bent, render_size
from vision.rendering.scenes import (
    BOARD_MM,
    Picture,
    from_json,
    random_picture,
    random_round,
    slide,
    to_json,
)
from vision.rendering.textures import PRINTINGS, PX_PER_MM, TABLES, board_texture, table_texture
from vision.rendering.truth import picture_truth
from vision.synthetic.draw import draw
from vision.synthetic.scene import Camera
from vision.synthetic.sensor import expose
from vision.training.make import main as make_samples
from vision.types import Floats, Image

SEEDS = range(300, 312)
OWN_PRINTINGS = PRINTINGS[:-1]
SIDES = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}


def drawn(picture: Picture, _samples: int) -> Image:
    """What stands in for Blender here: the same scene as `vision.synthetic` draws it."""
    return expose(draw(picture.scene), picture.take, np.random.default_rng(picture.noise_seed))


def with_cards() -> Picture:
    return next(picture for seed in SEEDS if (picture := random_picture(seed, hand=False)).scene.cards)


# scenes


def test_the_same_seed_gives_the_same_picture_and_another_seed_another() -> None:
    assert to_json(random_picture(7)) == to_json(random_picture(7))
    assert to_json(random_picture(7)) != to_json(random_picture(8))
    assert [to_json(one) for one in random_round(7)] == [to_json(one) for one in random_round(7)]


@pytest.mark.parametrize("seed", SEEDS)
def test_every_picture_shows_a_position_that_a_round_can_have(seed: int) -> None:
    scene = random_picture(seed).scene
    cells = [piece.cell for piece in scene.pieces if piece.cell]
    discs = [disc.cell for disc in scene.discs.values()]
    assert len(set(cells)) == len(cells)
    assert len(set(discs)) == len(discs) == len(COLOURS)
    assert set(cells) | set(discs) <= set(scene.layout.cells())
    assert scene.layout in shipped_layouts()
    for piece in scene.pieces:
        if piece.cell:
            off = np.abs(np.array(piece.at_mm) - cell_centre_mm(piece.cell))
            assert off.max() < CELL_MM / 2


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_beside_the_board_stands_on_the_table(seed: int) -> None:
    scene = random_picture(seed).scene
    for piece in scene.pieces:
        inside = all(0 < along < scene.layout.width_mm for along in piece.at_mm)
        assert inside == (piece.cell is not None)
        assert piece.cell or piece.base_mm == -BOARD_MM


@pytest.mark.parametrize("seed", SEEDS)
def test_the_whole_board_and_all_cards_lie_in_the_picture(seed: int) -> None:
    labels = picture_truth(random_picture(seed))
    seen = [labels["board_corners_px_NW_NE_SE_SW"], *(card["corners_px"] for card in labels["markers"])]
    points = np.concatenate([np.array(quad) for quad in seen])
    assert points.min() > 0
    assert (points < (labels["width"], labels["height"])).all()


def test_the_cards_lie_at_the_corners_their_tops_to_the_north() -> None:
    picture = with_cards()
    camera, cards = picture.scene.camera, picture.scene.cards
    assert cards is not None
    corners = picture.scene.layout.outer_corners_mm()
    out = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    off = (cards.at_mm - corners) * out
    assert np.abs(off + DEFAULT.marker_offset_mm).max() < 4
    for card in picture_truth(picture)["markers"]:
        on_board = camera.plane_mm(np.array(card["corners_px"])) - corners[card["id"]]
        nominal = out[card["id"]] * -DEFAULT.marker_offset_mm + out * DEFAULT.marker_mm / 2
        assert np.abs(on_board - nominal).max() < 8  # laid by hand, seen 2 mm below the board's face


def in_order(labels: dict[str, Any]) -> dict[str, Any]:
    """Discs are named one by one, in no order of their own."""
    return labels | {"discs": sorted(labels["discs"], key=itemgetter("color"))}


def test_a_picture_comes_back_from_its_json() -> None:
    for picture in (random_picture(4), *random_round(4)):
        kept = to_json(picture)
        back = from_json(kept)
        assert to_json(back) == kept
        assert in_order(picture_truth(back)) == in_order(picture_truth(picture))
        assert back.scene.camera.rotation.dtype == np.float64


def test_what_is_no_scene_is_refused() -> None:
    with pytest.raises(msgspec.MsgspecError):
        from_json(b'{"scene": 3}')


# rounds


@pytest.mark.parametrize("seed", [20, 21, 22])
def test_a_round_starts_empty_then_on_the_discs_and_goes_on_by_slides(seed: int) -> None:
    pictures = random_round(seed)
    moments = [picture.moment for picture in pictures]
    assert [moment.frame for moment in moments if moment] == list(range(len(pictures)))
    assert [moment.kind for moment in moments[:2] if moment] == ["empty", "start"]
    assert not pictures[0].scene.pieces
    assert not pictures[0].scene.discs
    discs = pictures[1].scene.discs
    cells = {piece.colour: piece.cell for piece in pictures[1].scene.pieces}
    assert cells == {colour: disc.cell for colour, disc in discs.items()}
    for picture in pictures[2:]:
        assert picture.moment is not None
        move = picture.moment.move
        assert (picture.scene.hand is not None) == (picture.moment.kind == "hand")
        if move:
            reached = {
                slide(picture.scene.layout, move.start, side, set(filter(None, cells.values())))
                for side in SIDES
            }
            assert cells[move.colour] == move.start != move.goal
            assert move.goal in reached
            cells[move.colour] = move.goal
        assert {piece.colour: piece.cell for piece in picture.scene.pieces} == cells


def test_a_round_keeps_its_camera_table_and_light_and_changes_its_grain() -> None:
    pictures = random_round(23)
    first = pictures[0]
    for picture in pictures:
        assert picture.scene.camera is first.scene.camera
        assert picture.scene.lamps is first.scene.lamps
        assert picture.scene.seed == first.scene.seed
        assert (picture.surfaces, picture.take) == (first.surfaces, first.take)
        assert picture.take.shake_px == 0
    assert len({picture.noise_seed for picture in pictures}) == len(pictures)


def test_a_slide_ends_at_a_wall_at_the_frame_at_a_missing_corner_and_at_a_meeple() -> None:
    walled = dataclasses.replace(shipped_layouts()[0], buildings={"EC": ("east",), "CF": ("north",)})
    assert slide(walled, "BC", "east", set()) == "EC"
    assert slide(walled, "HC", "west", set()) == "FC"  # a wall counts from both its sides
    assert slide(walled, "CB", "south", set()) == "CE"
    assert slide(walled, "BB", "east", set()) == "RB"
    assert slide(walled, "CA", "west", set()) == "BA"
    assert slide(walled, "BB", "east", {"BB", "HB"}) == "GB"
    assert slide(walled, "EC", "east", set()) == "EC"


# textures


def wall_strip(picture: Floats, cell: str, side: str) -> Floats:
    """What lies along the middle of a cell's side, from the side's line to 3 mm within."""
    middle = np.array(cell_centre_mm(cell)) + np.array(SIDES[side]) * (CELL_MM / 2 - 1.5)
    reach = np.where(np.array(SIDES[side]) == 0, 8.0, 1.5)
    (west, north), (east, south) = (np.rint((middle + k * reach) * PX_PER_MM).astype(int) for k in (-1, 1))
    return picture[north:south, west:east]


@pytest.mark.parametrize(("printing", "layout"), list(zip(OWN_PRINTINGS, cycle(shipped_layouts()))))
def test_walls_are_printed_where_the_plan_has_them_and_nowhere_else(
    printing: str, layout: BoardLayout
) -> None:
    walled = board_texture(printing, layout, 5).astype(np.float64)
    bare = board_texture(printing, dataclasses.replace(layout, buildings={}), 5)
    changed = np.abs(walled - bare).max(axis=2) > 4
    planned = {(cell, side) for cell, sides in layout.buildings.items() for side in sides}
    whole = {
        (cell, side)
        for cell in layout.cells()
        for side in SIDES
        if wall_strip(changed, cell, side).mean() > 0.9
    }
    assert planned <= whole
    far = [cell for cell in layout.cells() if not touched(layout, cell)]
    assert far
    for cell in far:
        assert not any(wall_strip(changed, cell, side).any() for side in SIDES)


def touched(layout: BoardLayout, cell: str) -> bool:
    """Whether a wall or its shade, which falls to the south-east, may reach into a cell."""
    around = {chr(ord(cell[0]) + dx) + chr(ord(cell[1]) + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    return bool(around & set(layout.buildings))


@pytest.mark.parametrize("printing", OWN_PRINTINGS)
def test_grates_beams_and_missing_corners_are_printed_in_their_cells_alone(printing: str) -> None:
    layout = dataclasses.replace(shipped_layouts()[0], buildings={})
    usual = board_texture(printing, layout, 6)
    other = dataclasses.replace(layout, grates=layout.grates - {"CC"}, beams=layout.beams | {"FB"})
    changed = np.argwhere((board_texture(printing, other, 6) != usual).any(axis=2)) / PX_PER_MM
    cells = {tuple(cell) for cell in ((changed[:, ::-1] - 19) // CELL_MM).astype(int).tolist()}
    assert {(2, 2), (5, 1)} <= cells
    assert cells - {(2, 2), (5, 1)} <= {tuple(ord(part) - 65 for part in beam) for beam in layout.beams}
    side = round(layout.width_mm * PX_PER_MM)
    assert usual.shape == (side, side, 3)
    x, y = (round(along * PX_PER_MM) for along in cell_centre_mm("AA"))
    frame = usual[side // 2 - 20 : side // 2 + 20, 44:70].mean(axis=(0, 1))
    assert np.abs(usual[y - 3 : y + 4, x - 3 : x + 4].mean(axis=(0, 1)) - frame).max() < 45


def test_every_printing_and_table_looks_different() -> None:
    layout = shipped_layouts()[0]
    faces = [board_texture(printing, layout, 3).mean(axis=(0, 1)) for printing in PRINTINGS]
    tops = [table_texture(table, 3).mean(axis=(0, 1)) for table in TABLES]
    for looks in (faces, tops):
        for k, look in enumerate(looks):
            assert all(np.abs(look - other).max() > 5 for other in looks[:k])
    assert not np.array_equal(table_texture("white", 3), table_texture("white", 4))


# lens


@pytest.mark.parametrize("k1", [-0.09, 0.03])
def test_the_lens_brings_every_point_where_the_camera_sees_it(k1: float) -> None:
    camera = dataclasses.replace(random_picture(30).scene.camera, k1=k1)
    width, height = render_size(camera)
    straight = Camera(camera.rotation, camera.translation, camera.focal_px, 0.0, width, height)
    points = np.array([(*corner, 0.0) for corner in ((5, 5), (555, 5), (555, 555), (5, 555), (280, 280))])
    light = np.zeros((height, width, 3), np.float32)
    for x, y in straight.project(points):
        cv2.circle(light, (round(x * 16), round(y * 16)), 3 * 16, (1, 1, 1), -1, cv2.LINE_8, 4)
    picture = bent(light, camera)
    assert picture.shape == (camera.height_px, camera.width_px, 3)
    rows, columns = np.mgrid[0 : camera.height_px, 0 : camera.width_px]
    for x, y in camera.project(points):
        spot = picture[..., 0] * (np.hypot(columns - x, rows - y) < 12)
        assert spot.sum() > 10
        assert float((columns * spot).sum() / spot.sum()) == pytest.approx(x, abs=0.6)
        assert float((rows * spot).sum() / spot.sum()) == pytest.approx(y, abs=0.6)


@pytest.mark.parametrize("k1", [-0.09, 0.0, 0.03])
def test_what_is_rendered_reaches_into_the_bent_picture_s_corners(k1: float) -> None:
    camera = dataclasses.replace(random_picture(31).scene.camera, k1=k1)
    width, height = render_size(camera)
    light = np.zeros((height, width, 3), np.float32)
    light[2:-2, 2:-2] = 1
    assert bent(light, camera).min() > 0.9


# files


def test_a_photograph_is_kept_with_its_labels_and_its_scene_and_not_made_again(tmp_path: Path) -> None:
    picture = random_picture(40)
    stem = tmp_path / "photo"
    take(stem, picture, drawn, 5)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["photo.jpg", "photo.json", "photo.scene.json"]
    labels = json.loads((tmp_path / "photo.json").read_text("utf-8"))
    assert labels == json.loads(json.dumps({"image": "photo.jpg", **picture_truth(picture)}))

    def never(_picture: Picture, _samples: int) -> Image:
        raise AssertionError("made again")

    take(stem, picture, never, 5)


def test_a_scene_without_its_photograph_is_rendered_as_it_stands(tmp_path: Path) -> None:
    changed = dataclasses.replace(random_picture(41), noise_seed=77)
    (tmp_path / "photo.scene.json").write_bytes(to_json(changed))
    seen: list[Picture] = []

    def see(picture: Picture, samples: int) -> Image:
        seen.append(picture)
        return np.full((8, 8, 3), samples, np.uint8)

    take(tmp_path / "photo", random_picture(41), see, 9)
    assert [picture.noise_seed for picture in seen] == [77]
    assert cv2.imread(str(tmp_path / "photo.jpg")).mean() == 9


def test_the_labels_serve_the_training_and_the_judge(tmp_path: Path) -> None:
    photos, samples = tmp_path / "photos", tmp_path / "samples"
    take(photos / "photo", with_cards(), drawn, 5)
    take(photos / "empty", random_round(42)[0], drawn, 5)
    assert make_samples(["photos", str(samples), "--photos", str(photos)]) == 0
    assert sorted(path.name for path in samples.glob("*.npz")) == ["photos-empty.npz", "photos-photo.npz"]
    shot = shot_of(Case("photo", 0, photos / "photo.jpg"), Given(cards=False))
    plain = shot_of(Case("photo", 0, photos / "photo.jpg"), Given())
    painted = np.abs(shot.picture.astype(int) - plain.picture).max(axis=2) > 60
    x, y = np.mean(plain.truth["markers"][0]["corners_px"], axis=0).astype(int)
    assert painted[y - 12 : y + 13, x - 12 : x + 13].mean() > 0.2


def test_each_seed_is_one_photograph_or_one_round_in_a_folder() -> None:
    assert [name for name, _ in named_pictures(12, rounds=False)] == ["photo_0000012"]
    names = [name for name, _ in named_pictures(12, rounds=True)]
    assert names[:2] == ["round_0000012/frame_00", "round_0000012/frame_01"]
    assert len(names) == len(random_round(12))


# Blender


def test_without_blender_one_sentence_says_what_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "bpy", None)
    assert main([str(tmp_path / "photos"), "--count", "1"]) == 2
    said = capsys.readouterr().err
    assert said == "Rendering needs Blender's Python module (pip install bpy==4.2.0, with Python 3.11).\n"
    assert not (tmp_path / "photos").exists()


@pytest.mark.parametrize("wrong", ["--count", "--step", "--samples"])
def test_a_number_that_makes_no_sense_is_refused_in_one_sentence(
    wrong: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main([str(tmp_path), wrong, "0"])
    assert left.value.code == 2
    assert f"{wrong}: found 0, expected 1 or more." in capsys.readouterr().err


def test_only_two_modules_know_blender_and_nothing_else_imports_the_renderer() -> None:
    knows, uses = set(), set()
    for source in sources():
        for _, name in imported(source.tree, source.module):
            if within(name, ("bpy", "bmesh", "mathutils")):
                knows.add(source.module)
            if within(name, ("vision.rendering",)) and not within(source.module, ("vision.rendering",)):
                uses.add(source.module)
    assert knows == {"vision.rendering.build", "vision.rendering.render"}
    assert not uses
