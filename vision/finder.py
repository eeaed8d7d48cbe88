"""Find the board in a photograph that shows no cards: the frame's four corners, which way round unknown.

In: a photo (H, W, 3) uint8 BGR. A small network marks the board's face in a small copy; four straight lines
are laid along the mark's outline. Out: corners to within about a frame's width, for `registration` to refine.
"""

import cv2
import numpy as np

from vision.errors import BoardNotFound
from vision.network import Array, Network, as_input, fit_into, shipped
from vision.types import Floats, Image

SMALL = (320, 256)
"""Width and height of the copy the network looks at, divisible by 32; other shapes are padded."""
_LEAST_SHARE = 0.06  # of the picture; a smaller board shows no pieces
_FIT_SHARE = 0.8  # of each side that is used: corners of the mark are rounded


def board_mark(image: Image, network: Network | None = None) -> tuple[Array, float]:
    """(SMALL[1], SMALL[0]) log odds that a spot lies on the board, and small pixels per photo pixel."""
    canvas, size, scale = fit_into(image, SMALL)
    (mark,) = (network or shipped("board")).run(("board",), photo=as_input(canvas))
    odds = cv2.resize(mark.reshape(mark.shape[-2:]), SMALL, interpolation=cv2.INTER_LINEAR)
    odds[size[1] :], odds[:, size[0] :] = -20, -20
    return np.asarray(odds, np.float32), scale


def _side(points: Floats, a: Floats, b: Floats) -> tuple[Floats, Floats]:
    """A line (point, direction) through the outline points that lie along the middle of a - b."""
    along = (b - a) / np.linalg.norm(b - a)
    t = (points - a) @ along / np.linalg.norm(b - a)
    off = np.abs((points - a) @ np.array([-along[1], along[0]]))
    rest = (1 - _FIT_SHARE) / 2
    near = points[(t > rest) & (t < 1 - rest) & (off < 0.05 * np.linalg.norm(b - a) + 2)]
    if len(near) < 5:
        return a, along
    vx, vy, x, y = (
        float(v) for v in np.ravel(cv2.fitLine(near.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01))
    )
    return np.array([x, y]), np.array([vx, vy])


def _meet(one: tuple[Floats, Floats], other: tuple[Floats, Floats]) -> Floats:
    matrix = np.stack([one[1], -other[1]], axis=1)
    if abs(np.linalg.det(matrix)) < 0.2:
        raise BoardNotFound("No board with four sides can be made out.")
    return np.asarray(one[0] + np.linalg.solve(matrix, other[0] - one[0])[0] * one[1], np.float64)


def _four_corners(outline: Floats) -> Floats:
    """(4, 2) corners of the quadrilateral that an outline (n, 2) nearly is, clockwise in the picture."""
    hull = cv2.convexHull(outline.astype(np.float32)).reshape(-1, 2)
    length = cv2.arcLength(hull, True)
    for share in np.linspace(0.01, 0.12, 23):
        rough = cv2.approxPolyDP(hull, float(share * length), True).reshape(-1, 2).astype(np.float64)
        if len(rough) == 4:
            break
    else:
        raise BoardNotFound("No board with four sides can be made out.")
    if cv2.contourArea(rough.astype(np.float32), oriented=True) < 0:
        rough = rough[::-1]
    lines = [_side(outline, rough[k], rough[(k + 1) % 4]) for k in range(4)]
    return np.stack([_meet(lines[k - 1], lines[k]) for k in range(4)])


def find_corners(image: Image, network: Network | None = None) -> Floats:
    """(4, 2) photo pixels of the board's outer corners, clockwise, the one nearest the top left first.

    Raises `BoardNotFound` when nothing in the picture looks like a whole board.
    """
    odds, scale = board_mark(image, network)
    mask = (odds > 0).astype(np.uint8)
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not contours:
        raise BoardNotFound("There is no board in the picture.")
    largest = max(contours, key=cv2.contourArea)
    if cv2.contourArea(largest) < _LEAST_SHARE * mask.size:
        raise BoardNotFound("There is no board in the picture, or it is too far away.")
    outline = np.asarray(largest, np.float64).reshape(-1, 2)
    corners = (_four_corners(outline) + 0.5) / scale - 0.5
    first = int(corners.sum(axis=1).argmin())
    return np.asarray(np.roll(corners, -first, axis=0), np.float64)
