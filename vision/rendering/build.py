"""Set a picture's table up in Blender: board, cards, pieces, clutter, a hand, lamps, the camera.

In: a `Picture`. Out: nothing; Blender's one scene holds it all. Needs `bpy`. Blender counts in units of
100 mm from the board's middle, x east, y north, z up; `world` brings board millimetres there.
"""

from collections.abc import Sequence
from typing import Any

import bmesh
import bpy
import numpy as np
import numpy.typing as npt
from mathutils import Matrix, Vector

from vision.config import DEFAULT
from vision.rendering.scenes import BOARD_MM, Picture
from vision.rendering.textures import TABLE_MM, board_texture, table_texture
from vision.rendering.truth import CARD_TOP_MM, card_square
from vision.synthetic.bodies import Body, cylinder
from vision.synthetic.plan import DISC_RADIUS_MM, card_print, circle
from vision.synthetic.props import token_print
from vision.synthetic.scene import DISC_MM, MIDDLE_MM, TOKEN_MM, Camera, Lamp, Scene
from vision.synthetic.solids import Solid, arm, solids, turn
from vision.types import Floats, Image

_MM = 0.01  # Blender units a millimetre
_TILES = 5  # of the table's texture along each side: to the horizon of every camera
_TOKEN_RADIUS_MM = 12.0
_BEVEL_MM = 0.7
_SHARP = np.radians(40)
_SKIN_MM = 2.2  # fineness of a hand's surface
_VARNISH = {"baize": 0.95, "white": 0.35}  # roughness of tables; the others 0.4


def world(points_mm: Floats) -> Floats:
    """(n, 3) board millimetres (x east, y south, height) -> Blender's place."""
    return np.asarray((points_mm - (MIDDLE_MM, MIDDLE_MM, 0)) * (_MM, -_MM, _MM), np.float64)


def _rgba(linear_bgr: Floats) -> tuple[float, float, float, float]:
    blue, green, red = (float(part) for part in linear_bgr)
    return red, green, blue, 1.0


def _material(roughness: float) -> tuple[Any, Any]:
    """A new material and its one shader."""
    material = bpy.data.materials.new("paint")
    material.use_nodes = True
    shader = material.node_tree.nodes["Principled BSDF"]
    shader.inputs["Roughness"].default_value = roughness
    shader.inputs["Specular IOR Level"].default_value = 0.4
    return material, shader


def _painted(linear_bgr: Floats, roughness: float) -> Any:
    material, shader = _material(roughness)
    shader.inputs["Base Color"].default_value = _rgba(linear_bgr)
    return material


def _printed(picture: Image, roughness: float) -> Any:
    """A material that shows a picture."""
    height, width = picture.shape[:2]
    pixels = np.ones((height, width, 4), np.float32)
    pixels[..., :3] = picture[::-1, :, ::-1] / np.float32(255)
    image = bpy.data.images.new("print", width, height)
    image.pixels.foreach_set(pixels.ravel())
    image.update()
    material, shader = _material(roughness)
    texture = material.node_tree.nodes.new("ShaderNodeTexImage")
    texture.image, texture.extension = image, "MIRROR"
    material.node_tree.links.new(texture.outputs["Color"], shader.inputs["Base Color"])
    return material


def _object(mesh: Any, material: Any) -> Any:
    mesh.materials.append(material)
    thing = bpy.data.objects.new(mesh.name, mesh)
    bpy.context.scene.collection.objects.link(thing)
    return thing


def _add_face(points_mm: Floats, material: Any, corners: Floats | None = None) -> None:
    """One flat polygon (n, 3); `corners` (n, 2): where its points lie in the print, 0..1 east and north."""
    mesh = bpy.data.meshes.new("face")
    mesh.from_pydata(world(points_mm).tolist(), [], [range(len(points_mm))])
    if corners is not None:
        mesh.uv_layers.new().data.foreach_set("uv", corners.astype(np.float32).ravel())
    _object(mesh, material)


_WHOLE: Floats = np.array([(0, 1), (1, 1), (1, 0), (0, 0)], np.float64)  # NW, NE, SE, SW


def _flat(xy_mm: Floats, height_mm: float) -> Floats:
    return np.hstack([xy_mm, np.full((len(xy_mm), 1), height_mm)])


def _add_body(body: Body, material: Any, bevel: bool = True) -> None:
    """A solid from its faces, its edges rounded a little."""
    faces = [*body.sides, *body.caps]
    points, index = np.unique(np.round(np.concatenate(faces), 4), axis=0, return_inverse=True)
    ends = np.cumsum([len(face) for face in faces])[:-1]
    mesh = bpy.data.meshes.new("solid")
    mesh.from_pydata(world(points).tolist(), [], [part.tolist() for part in np.split(index.ravel(), ends)])
    shape = bmesh.new()
    shape.from_mesh(mesh)
    bmesh.ops.recalc_face_normals(shape, faces=shape.faces)
    shape.to_mesh(mesh)
    shape.free()
    mesh.shade_smooth()
    mesh.set_sharp_from_angle(angle=_SHARP)
    thing = _object(mesh, material)
    if bevel:
        rounding = thing.modifiers.new("rounding", "BEVEL")
        rounding.width, rounding.segments, rounding.angle_limit = _BEVEL_MM * _MM, 2, _SHARP


def _add_round(
    at_mm: tuple[float, float], base_mm: float, radius_mm: float, high_mm: float, paint: Any
) -> None:
    """A disc lying flat."""
    _add_body(cylinder(radius_mm, high_mm).moved(np.eye(3), np.array([*at_mm, base_mm])), paint, bevel=False)


def _lay_table(picture: Picture) -> None:
    surfaces = picture.surfaces
    half = _TILES * TABLE_MM / 2
    square = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
    corners = square @ turn(surfaces.table_yaw)[:2, :2].T + MIDDLE_MM
    print_ = table_texture(surfaces.table, surfaces.table_seed)
    tiles = (_WHOLE - 0.5) * _TILES + 0.5
    cover = _printed(print_, _VARNISH.get(surfaces.table, 0.4))
    _add_face(_flat(corners, -BOARD_MM), cover, tiles)


def _lay_board(picture: Picture) -> None:
    scene, surfaces = picture.scene, picture.surfaces
    face = _flat(scene.layout.outer_corners_mm(), 0.0)
    print_ = board_texture(surfaces.printing, scene.layout, surfaces.print_seed)
    _add_face(face, _printed(print_, surfaces.roughness), _WHOLE)
    edge = _painted(np.full(3, 0.11), 0.8)
    for first, second in zip(face, np.roll(face, -1, axis=0), strict=True):
        down = np.array([0, 0, BOARD_MM])
        _add_face(np.array([first, second, second - down, first - down]), edge)
    if scene.cards:
        for number in range(4):
            card = _flat(card_square(scene.cards, number, DEFAULT.card_mm), CARD_TOP_MM)
            _add_face(card, _printed(card_print(number), 0.75), _WHOLE)


def _lay_discs(scene: Scene, rng: np.random.Generator) -> None:
    for colour, disc in scene.discs.items():
        _add_round(
            disc.at_mm, disc.base_mm, DISC_RADIUS_MM, DISC_MM, _painted(scene.disc_paints[colour], 0.5)
        )
    if scene.token is None:
        return
    token, yaw = scene.token, rng.uniform(0, 2 * np.pi)
    _add_round(token.at_mm, 0.0, _TOKEN_RADIUS_MM, TOKEN_MM, _painted(np.full(3, 0.58), 0.6))
    rim = circle(token.at_mm, _TOKEN_RADIUS_MM)
    flat = (rim - token.at_mm) @ turn(yaw)[:2, :2].T / (2 * _TOKEN_RADIUS_MM)
    face = _printed(token_print(rng, 256), 0.45)
    _add_face(_flat(rim, token.base_mm + TOKEN_MM + 0.04), face, flat * (1, -1) + 0.5)


def _stand(things: Sequence[Solid]) -> None:
    for solid in things:
        _add_body(solid.body, _painted(solid.paint, 0.55 - solid.shine))
        for outline, paint in solid.stickers:
            _add_face(outline, _painted(paint, 0.4))


def _lay_cards_of_other_games(scene: Scene) -> None:
    for thing in scene.clutter:
        if thing.kind == "card":
            w, h, _ = thing.size_mm
            square = np.array([(-w, -h), (w, -h), (w, h), (-w, h)]) / 2
            corners = square @ turn(thing.yaw)[:2, :2].T + thing.at_mm
            _add_face(_flat(corners, 0.1 - BOARD_MM), _painted(np.asarray(thing.colour), 0.5))


def _add_skin(balls: Floats, paint: Floats, roughness: float) -> None:
    """One smooth surface around balls (n, 4) of x, y, height and radius."""
    shape = bmesh.new()
    for place, radius in zip(world(balls[:, :3]), balls[:, 3] * _MM, strict=True):
        matrix = Matrix.Translation(Vector(place))
        bmesh.ops.create_icosphere(shape, subdivisions=2, radius=radius, matrix=matrix)
    mesh = bpy.data.meshes.new("skin")
    shape.to_mesh(mesh)
    shape.free()
    thing = _object(mesh, _painted(paint, roughness))
    joined = thing.modifiers.new("joined", "REMESH")
    joined.mode, joined.voxel_size, joined.use_smooth_shade = "VOXEL", _SKIN_MM * _MM, True
    smooth = thing.modifiers.new("smooth", "SMOOTH")
    smooth.iterations, smooth.factor = 6, 0.6


def _reach_in(scene: Scene) -> None:
    reach = arm(scene)
    if reach is None or scene.hand is None:
        return
    balls, bare = reach
    _add_skin(balls[bare > 0], np.asarray(scene.hand.skin), 0.5)
    _add_skin(balls[bare == 0], np.asarray(scene.hand.sleeve), 0.9)


def _hang_lamp(lamp: Lamp) -> None:
    """A round lamp that faces the board's middle and gives it `power`; the camera does not see it itself."""
    light = bpy.data.lights.new("lamp", "AREA")
    place = Vector(world(lamp.at_mm[None])[0])
    light.shape, light.size = "DISK", 2 * lamp.radius_mm * _MM
    light.energy = lamp.power * np.pi * place.length**3 / place.z
    light.color = _rgba(lamp.colour)[:3]
    thing = bpy.data.objects.new("lamp", light)
    thing.visible_camera = False
    bpy.context.scene.collection.objects.link(thing)
    thing.matrix_world = Matrix.Translation(place) @ place.to_track_quat("Z", "Y").to_matrix().to_4x4()


def _light(scene: Scene) -> None:
    for lamp in scene.lamps:
        _hang_lamp(lamp)
    surroundings = bpy.data.worlds.new("surroundings")
    surroundings.use_nodes = True
    background = surroundings.node_tree.nodes["Background"]
    background.inputs["Color"].default_value = _rgba(scene.ambient / np.pi)
    bpy.context.scene.world = surroundings


def _place_camera(camera: Camera, size_px: tuple[int, int]) -> None:
    """The same lens without its distortion, over a picture of `size_px` (width, height)."""
    lens = bpy.data.cameras.new("camera")
    lens.sensor_fit, lens.sensor_width = "HORIZONTAL", 36.0
    lens.lens = camera.focal_px * 36.0 / size_px[0]
    lens.clip_start, lens.clip_end = 0.01, 1000.0
    thing = bpy.data.objects.new("camera", lens)
    bpy.context.scene.collection.objects.link(thing)
    bpy.context.scene.camera = thing
    right, down, ahead = camera.rotation * (1, -1, -1)
    axes: npt.NDArray[np.float64] = np.eye(4)
    axes[:3] = np.column_stack([right, -down, -ahead, world(camera.centre_mm[None])[0]])
    thing.matrix_world = Matrix(axes.tolist())


def build(picture: Picture, size_px: tuple[int, int]) -> None:
    """Empty Blender and set the picture up, for a render of `size_px` (width, height)."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = picture.scene
    _lay_table(picture)
    _lay_board(picture)
    _lay_discs(scene, np.random.default_rng(picture.surfaces.print_seed))
    _lay_cards_of_other_games(scene)
    _stand(solids(scene))
    _reach_in(scene)
    _light(scene)
    _place_camera(scene.camera, size_px)
