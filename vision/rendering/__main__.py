"""Render labelled photographs: `python -m vision.rendering FOLDER --first SEED --count N [--rounds]`.

Each seed becomes one photograph, or with `--rounds` the pictures of a round in a folder of its own: NAME.jpg
with its truth in NAME.json (tests/photos/README.md) and its scene in NAME.scene.json. What is there already
is left alone, so that several processes can share the work and go on another day; a scene that is there
without its photograph is rendered as it stands. Exit code 2: Blender is missing, or bad input, told in one
sentence.
"""

import argparse
import importlib.util
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NoReturn

import cv2
import msgspec

from vision.rendering.scenes import Picture, from_json, random_picture, random_round, to_json
from vision.rendering.truth import picture_truth
from vision.types import Image

_NO_BLENDER = "Rendering needs Blender's Python module (pip install bpy==4.2.0, with Python 3.11)."
_QUALITY = 95  # the sensor has compressed the picture as a camera does; this adds nothing to be seen


class _Parser(argparse.ArgumentParser):
    """Its complaints are one sentence."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}.\n")


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = _Parser(prog="python -m vision.rendering", description="Render labelled photographs.")
    add = parser.add_argument
    add("folder", type=Path)
    add("--first", type=int, default=0, metavar="SEED", help="seed of the first photograph")
    add("--count", type=int, default=100, metavar="N", help="so many seeds from there")
    add("--step", type=int, default=1, metavar="K", help="render every so manieth seed only")
    add("--rounds", action="store_true", help="render whole rounds instead of single photographs")
    add("--samples", type=int, default=5, metavar="N", help="rays a pixel: more takes longer")
    options = parser.parse_args(arguments)
    for name, least in (("first", 0), ("count", 1), ("step", 1), ("samples", 1)):
        value = getattr(options, name)
        if value < least:
            parser.error(f"--{name}: found {value}, expected {least} or more")
    return options


def named_pictures(seed: int, rounds: bool) -> Iterator[tuple[str, Picture]]:
    """The pictures of a seed with their names below the folder."""
    if not rounds:
        yield f"photo_{seed:07d}", random_picture(seed)
        return
    for number, picture in enumerate(random_round(seed)):
        yield f"round_{seed:07d}/frame_{number:02d}", picture


def take(stem: Path, picture: Picture, render: Callable[[Picture, int], Image], samples: int) -> None:
    """Write the files of one photograph, the labels last: only whole ones are found. What is there stays."""
    photo, labels = stem.with_suffix(".jpg"), stem.with_suffix(".json")
    if photo.exists() and labels.exists():
        return
    scene = stem.with_suffix(".scene.json")
    stem.parent.mkdir(parents=True, exist_ok=True)
    if scene.exists():
        picture = from_json(scene.read_bytes())
    else:
        scene.write_bytes(to_json(picture))
    _, packed = cv2.imencode(".jpg", render(picture, samples), [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    photo.write_bytes(packed.tobytes())
    labels.write_text(json.dumps({"image": photo.name, **picture_truth(picture)}), encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """Program entry; returns the exit code."""
    options = _options(arguments)
    if importlib.util.find_spec("bpy") is None:
        sys.stderr.write(_NO_BLENDER + "\n")
        return 2
    from vision.rendering.render import render

    cv2.setNumThreads(1)
    try:
        for seed in range(options.first, options.first + options.count, options.step):
            for name, picture in named_pictures(seed, options.rounds):
                take(options.folder / name, picture, render, options.samples)
                sys.stderr.write(f"{name}\n")
    except OSError as error:
        sys.stderr.write(f"{error.filename} cannot be written: {error.strerror}.\n")
    except msgspec.MsgspecError as error:
        sys.stderr.write(f"A scene cannot be read: {error}.\n")
    else:
        return 0
    return 2


if __name__ == "__main__":
    sys.exit(main())
