"""Make samples to train on: `python -m vision.training.make board|heap FOLDER --first SEED --count N`.

`python -m vision.training.make photos FOLDER --photos LABELLED` takes labelled photographs instead (labels as
in tests/photos/README.md), so that a table's own pictures can be learnt from.

Each seed becomes three files: the flattened view (.jpg), the whole photograph in small (.small.jpg) and the
labels (.npz). What is there already is left alone, so that several processes can share the work and go on
another day. The board's place is given a little wrong, as the reader will find it.
"""

import argparse
import dataclasses
import json
import sys
import zlib
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.camera_pose import CameraPose
from vision.colours import HEAP_COLOURS
from vision.layout import shipped_layouts
from vision.photo import load
from vision.rectify import Registration
from vision.registration import CORNERS_MM
from vision.synthetic.draw import draw
from vision.synthetic.lots import Wishes, random_scene
from vision.synthetic.piles import pile_truth, random_pile
from vision.synthetic.sensor import photograph
from vision.synthetic.truth import truth
from vision.training.samples import make_sample, true_registration
from vision.types import Image

SMALL, HEAP = (320, 240), (640, 480)
"""Width and height of the pictures as they are kept: for finding boards, for counting heaps."""


def shaken(
    registration: Registration, pose: CameraPose, rng: np.random.Generator
) -> tuple[Registration, CameraPose]:
    """A board's place and the camera's, off by what the reader's fit is off by."""
    off = rng.normal(0, rng.choice([0.4, 1.0, 2.0]), (4, 2))
    matrix = cv2.getPerspectiveTransform(CORNERS_MM.astype(np.float32), (CORNERS_MM + off).astype(np.float32))
    pose = dataclasses.replace(
        pose,
        x_mm=pose.x_mm + rng.normal(0, 15),
        y_mm=pose.y_mm + rng.normal(0, 15),
        height_mm=pose.height_mm * float(np.exp(rng.normal(0, 0.06))),
    )
    return dataclasses.replace(
        registration, homography=registration.homography @ np.asarray(matrix, np.float64)
    ), pose


def write_sample(
    stem: Path, photo: Image, labels: dict[str, Any], layout: Any, rng: np.random.Generator
) -> None:
    """Write the three files of one labelled photograph, the labels last: only whole samples are found."""
    registration, pose = shaken(*true_registration(labels), rng)
    sample = make_sample(photo, labels, layout, registration, pose)
    small = cv2.resize(photo, SMALL, interpolation=cv2.INTER_AREA)
    cv2.imwrite(f"{stem}.jpg", sample.view, [cv2.IMWRITE_JPEG_QUALITY, 95])
    cv2.imwrite(f"{stem}.small.jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 95])
    corners = np.array(labels["board_corners_px_NW_NE_SE_SW"]) * (SMALL[0] / labels["width"])
    np.savez_compressed(
        f"{stem}.npz",
        lean=sample.lean.astype(np.float16),
        who=sample.who.astype(np.float16),
        trust=sample.trust,
        maps=sample.maps.astype(np.uint8),
        corners=corners.astype(np.float32),
    )


def make(folder: Path, seed: int, wishes: Wishes | None = None) -> None:
    """Make one sample from its seed."""
    stem = folder / f"{seed:07d}"
    if stem.with_suffix(".npz").exists():
        return
    scene = random_scene(seed, wishes)
    photo = photograph(draw(scene), scene)
    write_sample(stem, photo, truth(scene), scene.layout, np.random.default_rng(seed + 9))


def make_of_photo(folder: Path, photo_file: Path) -> None:
    """Make one sample of a labelled photograph of a board; pictures without one are passed over."""
    labels = json.loads(photo_file.with_suffix(".json").read_text(encoding="utf-8"))
    stem = folder / f"{photo_file.parent.name}-{photo_file.stem}"
    if labels.get("kind") != "board" or stem.with_suffix(".npz").exists():
        return
    layouts = {layout.name.lower(): layout for layout in shipped_layouts()}
    rng = np.random.default_rng(zlib.crc32(stem.name.encode()))
    write_sample(stem, load(photo_file), labels, layouts[labels["board"]["map"]], rng)


def make_heap(folder: Path, seed: int) -> None:
    """Make one sample of a heap: its photograph in half size (.jpg) and where its pieces are (.npz)."""
    stem = folder / f"{seed:07d}"
    if stem.with_suffix(".npz").exists():
        return
    scene = random_pile(seed)
    photo = cv2.resize(photograph(draw(scene), scene), HEAP, interpolation=cv2.INTER_AREA)
    labels = pile_truth(scene)
    scale = HEAP[0] / labels["width"]
    cv2.imwrite(f"{stem}.jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, 95])
    np.savez_compressed(
        f"{stem}.npz",
        points=(np.array([one["center_px"] for one in labels["meeples"]]) + 0.5) * scale - 0.5,
        colours=np.array([HEAP_COLOURS.index(one["color"]) for one in labels["meeples"]]),
    )


def main(arguments: list[str] | None = None) -> int:
    """Program entry."""
    parser = argparse.ArgumentParser(
        prog="python -m vision.training.make", description="Make training samples."
    )
    parser.add_argument("kind", choices=("board", "heap", "photos"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--photos", type=Path, help="labelled photographs, for the kind of that name")
    parser.add_argument("--first", type=int, default=1_000_000)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--step", type=int, default=1, help="make every so manieth seed only")
    parser.add_argument("--missing", type=float, default=0.2, help="share of boards without a meeple or two")
    parser.add_argument("--between", type=float, default=0.0, help="share of meeples between two cells")
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    options.folder.mkdir(parents=True, exist_ok=True)
    if options.kind == "photos":
        if options.photos is None:
            parser.error("photos: expected --photos FOLDER")
        for labels_file in sorted(options.photos.rglob("*.json")):
            if labels_file.with_suffix(".jpg").exists():
                make_of_photo(options.folder, labels_file.with_suffix(".jpg"))
        return 0
    for seed in range(options.first, options.first + options.count, options.step):
        if options.kind == "board":
            make(options.folder, seed, Wishes(missing=options.missing, between=options.between))
        else:
            make_heap(options.folder, seed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
