"""Take a picture: Blender's Cycles renders the light, a lens bends it, a sensor sees it.

In: a `Picture`. Out: (H, W, 3) uint8 BGR. Needs `bpy`. One thread: several processes share the work better.
"""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import bpy
import numpy as np
import numpy.typing as npt

from vision.rendering.build import build
from vision.rendering.lens import bent, render_size
from vision.rendering.scenes import Picture
from vision.synthetic.sensor import expose
from vision.types import Image

Linear = npt.NDArray[np.float32]


@contextmanager
def _quiet() -> Iterator[None]:
    """Blender writes its progress past Python, onto the terminal."""
    kept, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    try:
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nowhere)


def _set_up(size_px: tuple[int, int], samples: int, seed: int) -> None:
    """Few samples and one bounce, cleaned by the denoiser: a photograph's own grain comes on top anyway."""
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.render.resolution_x, scene.render.resolution_y = size_px
    scene.render.resolution_percentage = 100
    scene.render.threads_mode, scene.render.threads = "FIXED", 1
    scene.render.image_settings.file_format = "OPEN_EXR"
    scene.render.image_settings.color_mode = "RGB"
    scene.render.image_settings.color_depth = "16"
    scene.view_settings.view_transform = "Raw"
    cycles = scene.cycles
    cycles.device, cycles.samples, cycles.seed = "CPU", samples, seed % 100_000
    cycles.use_adaptive_sampling = cycles.use_light_tree = False
    cycles.use_denoising, cycles.denoiser = True, "OPENIMAGEDENOISE"
    cycles.denoising_prefilter = cycles.denoising_quality = "FAST"
    cycles.denoising_input_passes = "RGB_ALBEDO_NORMAL"
    cycles.max_bounces = cycles.diffuse_bounces = cycles.glossy_bounces = 1
    cycles.transmission_bounces = 0
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.sample_clamp_indirect = 3.0


def _rendered() -> Linear:
    """(h, w, 3) linear radiance of Blender's scene, B, G, R."""
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "light.exr")
        bpy.context.scene.render.filepath = path
        with _quiet():
            bpy.ops.render.render(write_still=True)
        image = bpy.data.images.load(path)
        image.colorspace_settings.name = "Non-Color"
        width, height = image.size
        pixels = np.empty(width * height * image.channels, np.float32)
        image.pixels.foreach_get(pixels)
    return np.ascontiguousarray(pixels.reshape(height, width, -1)[::-1, :, 2::-1])


def render(picture: Picture, samples: int) -> Image:
    """Take one photograph; `samples`: rays a pixel."""
    camera = picture.scene.camera
    size_px = render_size(camera)
    with _quiet():
        build(picture, size_px)
    _set_up(size_px, samples, picture.noise_seed)
    radiance = np.maximum(bent(_rendered(), camera), 0)
    return expose(radiance, picture.take, np.random.default_rng(picture.noise_seed))
