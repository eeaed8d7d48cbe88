"""Fit one whole camera - lens, place, direction - to edge points measured along the printed frame.

In: a first `Registration` and the frame's `Edges` as seen in the top view cut with it. Out: a better
`Registration` with the camera's pose in it. Ten numbers are fitted by robust least squares: log focal
length, k1, rotation (3), place (3), and how far the seen outer and inner frame edges lie from the true ones
(printed trim lines shift them alike on all sides). A photo from straight above does not tell focal length
from distance; mild priors (usual lenses) then decide.
"""

from dataclasses import replace

import cv2
import numpy as np

from vision.camera_pose import estimate_focal_px, pose_for_focal
from vision.config import DEFAULT, Config
from vision.frame_fit import Edges
from vision.rectify import Registration
from vision.types import Floats

_PRIOR_SIGMA = np.array(
    [0.25, 0.012, *[np.inf] * 6, 0.4, 0.5]
)  # log f, k1, pose (free), two edge shifts in mm
_PRIOR_MEAN = np.array([0.0, -0.012, *[0.0] * 6, 0.0, -0.7])  # trim lies outside the inner edge
_EDGE_SIGMA_PX = 0.7  # scatter of well seen edge points on labelled photographs
_ROUNDS = 6


def _start(guess: Registration, config: Config) -> Floats:
    focal = estimate_focal_px(guess, config)
    rotation, place = pose_for_focal(guess, focal)
    turn, _ = cv2.Rodrigues(rotation)
    return np.array([np.log(focal), guess.lens.k1, *np.ravel(turn), *place, 0.0, -0.7])


def _as_registration(numbers: Floats, guess: Registration) -> Registration:
    focal, lens = float(np.exp(numbers[0])), replace(guess.lens, k1=float(numbers[1]))
    rotation, _ = cv2.Rodrigues(np.asarray(numbers[2:5], np.float64))
    columns = np.stack([rotation[:, 0], rotation[:, 1], numbers[5:8]], 1)
    centre = np.array([(lens.width_px - 1) / 2, (lens.height_px - 1) / 2])
    k = np.array([[focal, 0, centre[0]], [0, focal, centre[1]], [0, 0, 1.0]])
    return replace(guess, homography=np.asarray(k @ columns, np.float64), lens=lens, focal_px=focal)


def _residuals(
    numbers: Floats, guess: Registration, points: Edges, seen_px: Floats, normals: Floats
) -> Floats:
    shift = np.where(points.inner, numbers[9], numbers[8])[:, None]
    model = _as_registration(numbers, guess).to_photo(points.plan_mm + points.inward * shift)
    return np.asarray(((model - seen_px) * normals).sum(1) / _EDGE_SIGMA_PX, np.float64)


def fit_camera(guess: Registration, points: Edges, config: Config = DEFAULT) -> Registration:
    """Improve `guess` on the edge points; deterministic. Raises `numpy.linalg.LinAlgError` if hopeless."""
    mean = _PRIOR_MEAN.copy()
    mean[0] = np.log(config.usual_focal_diagonals * np.hypot(guess.lens.width_px, guess.lens.height_px))
    seen_px = guess.to_photo(points.seen_mm)
    normals = guess.to_photo(points.plan_mm + points.inward) - guess.to_photo(points.plan_mm)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    numbers, steps = _start(guess, config), np.array([1e-4, 1e-4, *[1e-5] * 3, *[0.01] * 3, 0.01, 0.01])
    for _ in range(_ROUNDS):
        base = _residuals(numbers, guess, points, seen_px, normals)
        weight = points.weight / (1 + (base / 2.5) ** 2)  # Cauchy: a wrong edge loses its say
        slopes = np.stack(
            [
                (_residuals(numbers + steps * unit, guess, points, seen_px, normals) - base) / step
                for unit, step in zip(np.eye(10), steps, strict=True)
            ],
            axis=1,
        )
        prior = 1 / _PRIOR_SIGMA**2
        # Each edge point repeats its neighbour's error, so the points count for less than their number.
        pull = 0.15
        left = pull * slopes.T @ (slopes * weight[:, None]) + np.diag(prior) + 1e-9 * np.eye(10)
        right = -pull * slopes.T @ (weight * base) - prior * (numbers - mean)
        scale = np.sqrt(np.diag(left))
        numbers = numbers + np.linalg.solve(left / np.outer(scale, scale), right / scale) / scale
    return _as_registration(numbers, guess)


def edge_agreement(edges: Edges, config: Config = DEFAULT) -> float:
    """0..1: share of edge points that lie where a fitted board has them, on the worst of the four sides.

    A side may be judged by its better edge: on a table as dark as the frame the outer one is invisible.
    """
    off = ((edges.seen_mm - edges.plan_mm) * edges.inward).sum(axis=1)
    shares = []
    for direction in ((0, 1), (-1, 0), (0, -1), (1, 0)):
        side = (edges.inward @ np.array(direction)) > 0.5
        best = 0.0
        for inner in (False, True):
            of_edge = side & (edges.inner == inner)
            close = np.abs(off[of_edge] - np.median(off[of_edge])) < config.edge_close_mm
            # On a plain surface every place looks alike and so "agrees": only real steps count.
            real = edges.weight[of_edge] > config.edge_clear
            best = max(best, float((close & real).mean()))
        shares.append(best)
    return min(shares)
