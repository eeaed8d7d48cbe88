"""Our adapter and our fake, held against picamera2's own source: every name and every argument.

The source is pinned in requirements-picamera2.lock. What libcamera alone knows (the names of some controls)
is not in it, so the adapter sets only what a camera says it has.
"""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

import pytest

from hardware.camera.pi import BY_HAND, FORMAT_BGR, ITSELF, ORDERS, SIZE_PX, VALUES
from tests.hardware import picamera2_source as source

ROOT = Path(__file__).parents[2]
FOLDERS = source.folders()

LIBCAMERA_ONLY = {"AeEnable", "AwbEnable", "ColourGains", "LensPosition"}
"""Controls that picamera2 hands through without naming them."""
OBJECTS = {
    "library": ("picamera2.py", "Picamera2"),
    "camera": ("picamera2.py", "Picamera2"),
    "request": ("request.py", "CompletedRequest"),
}
"""What the variables of the adapter are; the class itself is `library`."""


def wrong_uses(tree: ast.Module, folder: Path) -> list[str]:
    """What the code takes of picamera2's objects that is not there or is called wrongly."""
    wrong = []
    for variable, (file, class_name) in OBJECTS.items():
        known = source.methods(folder / file, class_name)
        for name, call in source.uses(tree, (variable,)):
            if name not in known:
                wrong.append(f"{class_name}.{name} does not exist")
            elif call is not None:
                wrong.append(source.binds(call, known[name]))
            elif not source.has_decorator(known[name], "property"):
                wrong.append(f"{class_name}.{name} is to be called")
            if (
                variable == "library"
                and name in known
                and not source.has_decorator(known[name], "staticmethod")
            ):
                wrong.append(f"{class_name}.{name} needs an opened camera")
    return [one for one in wrong if one]


def test_the_pin_is_one_version_with_one_hash_and_no_address():
    text = (ROOT / "requirements-picamera2.lock").read_text("utf-8")
    pins = [line for line in text.splitlines() if not line.startswith("#")]
    assert len(pins) == 2
    assert re.fullmatch(r"picamera2==[\d.]+ \\", pins[0])
    assert re.fullmatch(r" {4}--hash=sha256:[0-9a-f]{64}", pins[1])


def test_a_missing_source_is_passed_over_at_home_and_fails_the_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match=r"setup\.sh test fetches it"):
        source.require(tmp_path)
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match=r"setup\.sh test fetches it"):
        source.require(tmp_path)


def test_the_source_is_no_package_that_could_be_taken_for_a_camera():
    source.require(source.PINNED)
    assert not {str(source.PINNED.parent), str(source.PINNED)} & set(sys.path)


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_adapter_uses_only_what_picamera2_offers(folder: Path):
    source.require(folder)
    tree = source.parsed(source.ADAPTER)
    seen = {name for name, _ in source.uses(tree, tuple(OBJECTS))}
    assert {"global_camera_info", "create_still_configuration", "captured_request", "make_array"} <= seen
    assert wrong_uses(tree, folder) == []


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("camera.capture_arry('main')", "capture_arry does not exist"),
        ("camera.capture_array(stream='main')", "stream"),
        ("camera.create_still_configuration(mian={})", "mian"),
        ("library.set_controls({})", "needs an opened camera"),
        ("self._camera.camera_controls()['AfMode'](1).x; camera.stop", "is to be called"),
    ],
)
def test_a_slip_would_be_found(line: str, complaint: str):
    source.require(source.PINNED)
    wrong = wrong_uses(ast.parse(line), source.PINNED)
    assert any(complaint in one for one in wrong)


@pytest.mark.parametrize("folder", FOLDERS)
def test_opening_the_camera_takes_a_number(folder: Path):
    source.require(folder)
    opened = [
        node
        for node in ast.walk(source.parsed(source.ADAPTER))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "library"
    ]
    constructor = source.methods(folder / "picamera2.py", "Picamera2")["__init__"]
    assert len(opened) == 1
    assert next(iter(source.signature(constructor).parameters)) == "camera_num"
    assert source.binds(opened[0], constructor) == ""


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_stream_is_configured_with_keys_picamera2_takes_and_an_even_size(folder: Path):
    source.require(folder)
    make = source.methods(folder / "picamera2.py", "Picamera2")["_make_initial_stream_config"]
    asked = [
        ast.literal_eval(key)
        for node in ast.walk(source.parsed(source.ADAPTER))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "camera.create_still_configuration"
        for argument in node.keywords
        if isinstance(argument.value, ast.Dict) and argument.arg == "main"
        for key in argument.value.keys
        if key is not None
    ]
    assert sorted(asked) == ["format", "size"]
    assert set(asked) <= set(source.assigned(make, "valid"))
    assert {"format", "size"} <= source.texts(folder)  # what `stream_configuration` tells
    assert not SIZE_PX[0] % 2
    assert not SIZE_PX[1] % 2


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_format_lies_in_memory_as_the_adapter_believes(folder: Path):
    """By the table picamera2 itself writes JPEG files with."""
    source.require(folder)
    formats = source.assigned(source.parsed(folder / "formats.py"), "RGB_FORMATS")
    order = source.assigned(source.methods(folder / "request.py", "CompletedRequest")["save"], "FORMAT_TABLE")
    assert {name for name in formats if "16" not in name} == set(ORDERS)
    assert order == ORDERS
    assert order[FORMAT_BGR] == "BGR"


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_control_that_picamera2_names_is_named_alike(folder: Path):
    source.require(folder)
    ours = {name for names in VALUES.values() for name in names}
    ours |= {name for names in (*ITSELF.values(), *BY_HAND.values()) for name in names}
    assert ours - LIBCAMERA_ONLY == {"ExposureTime", "AnalogueGain", "AfMode"}
    assert ours - LIBCAMERA_ONLY | {"AfState"} <= source.texts(folder)


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_list_of_cameras_has_the_keys_the_adapter_reads(folder: Path):
    source.require(folder)
    (info,) = (
        node
        for node in source.parsed(folder / "picamera2.py").body
        if isinstance(node, ast.ClassDef) and node.name == "GlobalCameraInfo"
    )
    keys = {
        node.target.id
        for node in info.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }
    assert {"Model", "Id", "Num"} <= keys


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_fake_takes_what_the_real_one_takes(folder: Path):
    """A parameter the fake has, the real one has too, at the same place and with the same default."""
    source.require(folder)
    compared = 0
    for file, class_name in {("picamera2.py", "Picamera2"), ("request.py", "CompletedRequest")}:
        real = source.methods(folder / file, class_name)
        for name, ours in source.methods(source.FAKE, class_name).items():
            if name.startswith("_") and name != "__init__":
                continue
            assert name in real, f"{class_name}.{name} is an invention"
            for mark in ("property", "staticmethod"):
                assert source.has_decorator(ours, mark) == source.has_decorator(real[name], mark), name
            if class_name == "CompletedRequest" and name == "__init__":
                continue  # nobody but the library makes one
            assert shape(ours) == shape(real[name]), name
            compared += 1
    assert compared >= 12


def shape(function: ast.FunctionDef) -> list[tuple[str, bool, object]]:
    """Names in their order, which of them may be left out, and their defaults as far as they are plain."""
    parameters = source.signature(function).parameters.values()
    return [(one.name, one.default is not one.empty, _plain(one.default)) for one in parameters]


def _plain(default: object) -> object:
    """Of a default: the number, text or truth; nothing for what only the library can make."""
    if default in ("True", "False") or str(default).lstrip("-")[:1].isdigit() or str(default)[:1] in "'\"":
        return default
    return None
