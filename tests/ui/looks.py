"""Pictures of screens against approved ones: what is compared, how, and the one command that approves anew.

    python -m tests.ui.looks --approve [NAME...]

takes the pictures that the last test run left in `out/screenshots/looks` (all, or those named) as approved.

An approved picture is a window of 800 x 480 at half its size. Both pictures are cut into blocks of
`BLOCK_PX`; what counts is the difference of their means, in each channel. So a letter that another
machine's FreeType or graphics driver sets half a pixel aside, or with softer edges, changes nothing, and a
word, sign or button that is gone, new or elsewhere does (`test_looks.py` tries both).
"""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from tests.ui.theatre import ROOT, SHOTS

APPROVED = Path(__file__).parent / "approved"
TAKEN = SHOTS / "looks"
APPROVE = "python -m tests.ui.looks --approve"
SIZE = (400, 240)
BLOCK_PX = 20
"""Side of a block in the halved picture; 40 window pixels."""
TOLERANCE = 10.0
"""Largest difference of the means of a block, of 255."""


def halved(picture: Any) -> Any:
    """The size in which pictures are kept."""
    return cv2.resize(picture, SIZE, interpolation=cv2.INTER_AREA)


def blocks(picture: Any) -> Any:
    """(rows, columns, 3) float64: the mean colour of each block."""
    height, width = picture.shape[:2]
    cut = picture[: height // BLOCK_PX * BLOCK_PX, : width // BLOCK_PX * BLOCK_PX].astype(np.float64)
    return cut.reshape(height // BLOCK_PX, BLOCK_PX, width // BLOCK_PX, BLOCK_PX, 3).mean(axis=(1, 3))


def differences(taken: Any, approved: Any) -> list[tuple[tuple[int, int, int, int], float]]:
    """(box in window pixels from the upper left: x, y, width, height; by how much), the largest first."""
    apart = np.abs(blocks(taken) - blocks(approved)).max(axis=2)
    side = 2 * BLOCK_PX
    found = [
        ((int(column) * side, int(row) * side, side, side), float(apart[row, column]))
        for row, column in zip(*np.nonzero(apart > TOLERANCE), strict=True)
    ]
    return sorted(found, key=lambda one: -one[1])


def fault_of(name: str, picture: Any) -> str | None:
    """What a person is told of a picture that is not as approved; the taken and a marked one are kept."""
    TAKEN.mkdir(parents=True, exist_ok=True)
    taken, approved = halved(picture), cv2.imread(str(APPROVED / f"{name}.png"))
    cv2.imwrite(str(TAKEN / f"{name}.png"), taken, [cv2.IMWRITE_PNG_COMPRESSION, 9])
    how = f"Look at {(TAKEN / name).relative_to(ROOT)}.png; if it is right: {APPROVE} {name}"
    if approved is None:
        return f"{name}: no picture has been approved yet. {how}"
    found = differences(taken, approved)
    if not found:
        return None
    marked = taken.copy()
    for (x, y, width, height), _ in found:
        cv2.rectangle(marked, (x // 2, y // 2), ((x + width) // 2, (y + height) // 2), (87, 200, 255), 1)
    cv2.imwrite(str(TAKEN / f"{name}-differs.png"), np.hstack([approved, marked]))
    (x, y, _, _), apart = found[0]
    return (
        f"{name}: {len(found)} places differ, most at {x}, {y} from the upper left (by {apart:.0f}, "
        f"{TOLERANCE:.0f} are allowed). Approved and taken side by side: "
        f"{(TAKEN / name).relative_to(ROOT)}-differs.png. {how}"
    )


def main(arguments: list[str]) -> int:
    """Approve what was taken last."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.ui.looks", description="Approve pictures of screens."
    )
    parser.add_argument("--approve", nargs="*", required=True, metavar="NAME", help="which (all)")
    names = parser.parse_args(arguments).approve
    names = names or sorted(path.stem for path in TAKEN.glob("*.png") if not path.stem.endswith("-differs"))
    missing = [name for name in names if not (TAKEN / f"{name}.png").exists()]
    if missing or not names:
        print(f"not taken yet: {', '.join(missing) or 'anything'}. Run pytest tests/ui/test_looks.py first.")
        return 2
    APPROVED.mkdir(exist_ok=True)
    for name in names:
        shutil.copyfile(TAKEN / f"{name}.png", APPROVED / f"{name}.png")
    print(f"approved: {', '.join(names)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
