"""The wiring file: every fault is told with its place, and none stops the start."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hardware.config import (
    DEFAULT_FILE,
    CameraKind,
    HardwareConfig,
    PlayerButtons,
    Pull,
    load,
)
from hardware.errors import ConfigFault

DEFAULT = HardwareConfig()


def read(tmp_path: Path, text: str | bytes) -> tuple[HardwareConfig, list[ConfigFault]]:
    path = tmp_path / "hardware.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return load(path)


def test_the_shipped_file_says_exactly_the_defaults():
    assert load(DEFAULT_FILE) == (DEFAULT, [])
    data = tomllib.loads(DEFAULT_FILE.read_text(encoding="utf-8"))
    assert len(data["buttons"]["players"]) == len(DEFAULT.buttons.players) == 6
    assert set(data["camera"]) == {"source", "folder", "device"}


def test_a_missing_file_means_the_defaults_and_is_no_fault(tmp_path: Path):
    assert load(tmp_path / "none.toml") == (DEFAULT, [])


def test_a_whole_file_is_read(tmp_path: Path):
    config, faults = read(
        tmp_path,
        """
        [buttons]
        pull = "down"
        bounce_ms = 0
        players = [{ player = 2, claim = 5 }, { player = 1, claim = 27 }]
        [camera]
        source = "folder"
        folder = "photos"
        device = "usb-Acme_1-video-index0"
        [keys]
        player_1 = "Q"
        """,
    )
    assert faults == []
    assert config.buttons.pull is Pull.DOWN
    assert config.buttons.bounce_ms == 0
    assert config.buttons.players == (PlayerButtons(2, 5), PlayerButtons(1, 27))
    assert config.camera.source is CameraKind.FOLDER
    assert config.camera.folder == tmp_path / "photos"
    assert config.camera.device == "usb-Acme_1-video-index0"
    assert config.keys.players == {1: "q", 2: "2", 3: "3", 4: "4", 5: "5", 6: "6"}


def test_an_absolute_folder_stays_as_it_is(tmp_path: Path):
    assert read(tmp_path, '[camera]\nfolder = "/srv/photos"')[0].camera.folder == Path("/srv/photos")


ROW = "[buttons]\nplayers = [{ player = 1, claim = 17 }, %s]"

FAULTS = [
    ("[buttons]\nbounce_ms = -1", "buttons.bounce_ms", "-1", "a whole number from 0 to 1000"),
    ("[buttons]\nbounce_ms = 1001", "buttons.bounce_ms", "1001", "a whole number from 0 to 1000"),
    ("[buttons]\nbounce_ms = true", "buttons.bounce_ms", "true", "a whole number from 0 to 1000"),
    ("[buttons]\nbounce_ms = 30.0", "buttons.bounce_ms", "30.0", "a whole number from 0 to 1000"),
    ('[buttons]\nbounce_ms = "30"', "buttons.bounce_ms", '"30"', "a whole number from 0 to 1000"),
    ('[buttons]\npull = "upp"', "buttons.pull", '"upp"', 'one of "up", "down"'),
    ("[buttons]\npull = []", "buttons.pull", "a list", 'one of "up", "down"'),
    ("[buttons]\nplayers = 6", "buttons.players", "6", "a list of tables"),
    ("buttons = 3", "buttons", "3", "a table [buttons]"),
    (ROW % "7", "buttons.players[1]", "7", "a table such as"),
    (ROW % "{ player = 2 }", "buttons.players[1].claim", "nothing", "a whole number from 0 to 27"),
    (ROW % "{ player = 2, claim = 28 }", "buttons.players[1].claim", "28", "from 0 to 27"),
    (ROW % "{ player = 2, claim = -1 }", "buttons.players[1].claim", "-1", "from 0 to 27"),
    (ROW % "{ player = 2, claim = true }", "buttons.players[1].claim", "true", "from 0 to 27"),
    (ROW % "{ player = 0, claim = 5 }", "buttons.players[1].player", "0", "from 1 to 12"),
    (ROW % "{ player = 13, claim = 5 }", "buttons.players[1].player", "13", "from 1 to 12"),
    (
        ROW % "{ player = 2, claim = 17 }",
        "buttons.players[1].claim",
        "17",
        "not yet at buttons.players[0].claim",
    ),
    (
        ROW % "{ player = 1, claim = 5 }",
        "buttons.players[1].player",
        "1",
        "not yet at buttons.players[0].player",
    ),
    (
        '[buttons]\npull = "down"\nplayers = [{ player = 1, claim = 3 }]',
        "buttons.players[0].claim",
        "3",
        "wired to 3.3 V",
    ),
    ('[camera]\nsource = "usb"', "camera.source", '"usb"', '"v4l2"'),
    ('[camera]\nsource = "folder"', "camera.folder", '""', "the folder of photos"),
    ("[camera]\nfolder = 3", "camera.folder", "3", "a text in quotes"),
    ('[camera]\nfolder = "a\\u0000b"', "camera.folder", '"a?b"', "a text in quotes"),
    ('[camera]\nfolder = "~no_such_user_here/x"', "camera.folder", '"~no_such', "the path of a folder"),
    ("[keys]\nplayer_2 = 2", "keys.player_2", "2", "a text in quotes"),
    ('[keys]\nplayer_2 = ""', "keys.player_2", '""', "the name of a key"),
    ('[keys]\nplayer_1 = "q"\nplayer_2 = "Q"', "keys.player_2", '"q"', "a key not yet at keys.player_1"),
    ("[buttons]\nbounce = 30", "buttons.bounce", "an unknown name", "bounce_ms"),
    ("[sound]", "sound", "an unknown name", "buttons, camera, keys"),
    ("[buttons", "file", "", "a readable TOML file"),
    (b"\xff\xfe", "file", "utf-8", "a readable TOML file"),
    ("x = " + "[" * 5000, "file", "", "a readable TOML file"),
    (b"#" * 300_000, "file", "a very large file", "at most"),
    ("[buttons]\nbounce_ms = 0x" + "f" * 9000, "buttons.bounce_ms", "a huge number", "from 0 to 1000"),
]


@pytest.mark.parametrize(("text", "field", "found", "expected"), FAULTS)
def test_each_fault_names_field_found_and_expected(
    tmp_path: Path, text: str | bytes, field: str, found: str, expected: str
):
    _config, faults = read(tmp_path, text)
    named = [fault for fault in faults if fault.field == field]
    assert named, [str(fault) for fault in faults]
    assert any(found in fault.found and expected in fault.expected for fault in named), str(named[0])


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("[button]", "buttons"),
        ("[buttons]\nbounce_m = 3", "bounce_ms"),
        ('[camera]\nsource = "picamera"', "picamera2"),
        ('[keys]\nplayer1 = "q"', "player_1"),
        ("[qqq]", ""),
    ],
)
def test_a_slip_of_the_pen_gets_the_nearest_name(tmp_path: Path, text: str, hint: str):
    faults = read(tmp_path, text)[1]
    assert [fault.hint for fault in faults] == [hint]
    assert ("did you mean" in str(faults[0])) == bool(hint)


def test_all_faults_are_told_at_once_and_good_lines_stay(tmp_path: Path):
    config, faults = read(
        tmp_path,
        """
        [buttons]
        pull = 1
        bounce_ms = 12
        players = [{ player = 1, claim = 99 }, { player = 2, claim = 6 }]
        [camera]
        sauce = "v4l2"
        """,
    )
    assert [fault.field for fault in faults] == ["buttons.pull", "buttons.players[0].claim", "camera.sauce"]
    assert config.buttons.pull is Pull.UP
    assert config.buttons.bounce_ms == 12
    assert config.buttons.players == (PlayerButtons(2, 6),)


def test_a_key_given_to_another_player_is_taken_from_its_default_owner(tmp_path: Path):
    config, faults = read(tmp_path, '[keys]\nplayer_1 = "2"')
    assert faults == []
    assert config.keys.players == {1: "2", 3: "3", 4: "4", 5: "5", 6: "6"}


def test_a_folder_in_the_place_of_the_file_is_a_fault(tmp_path: Path):
    config, faults = load(tmp_path)
    assert config == DEFAULT
    assert [fault.field for fault in faults] == ["file"]


def test_an_impossible_path_is_a_fault():
    assert [fault.field for fault in load(Path("a\0b"))[1]] in ([], ["file"])


def toml(value: Any) -> str:
    """A value in TOML's writing."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return '"' + "".join(f"\\U{ord(c):08x}" for c in value) + '"'
        case dict():
            return "{" + ", ".join(f"{toml(key)} = {toml(entry)}" for key, entry in value.items()) + "}"
        case list():
            return "[" + ", ".join(map(toml, value)) + "]"
        case _:
            return str(value)


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
SCALARS = st.one_of(
    st.booleans(),
    st.integers(-(2**70), 2**70),
    st.integers(-2, 30),
    st.floats(allow_nan=False),
    TEXTS,
    st.sampled_from(["up", "down", "auto", "folder", "off", "1", "17"]),
)
NAMES = st.one_of(
    st.sampled_from(
        [
            "buttons",
            "camera",
            "keys",
            "pull",
            "bounce_ms",
            "players",
            "player",
            "claim",
            "source",
            "folder",
            "device",
            "player_1",
            "player_2",
        ]
    ),
    TEXTS,
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(NAMES, inner, max_size=4)),
    max_leaves=12,
)
PLAYERS = st.lists(st.fixed_dictionaries({}, optional={"player": SCALARS, "claim": SCALARS, "x": SCALARS}))
FILES = st.fixed_dictionaries(
    {},
    optional={
        "buttons": st.one_of(
            VALUES, st.fixed_dictionaries({}, optional={"players": PLAYERS, "pull": VALUES})
        ),
        "camera": st.one_of(VALUES, st.dictionaries(NAMES, VALUES, max_size=4)),
        "keys": st.one_of(VALUES, st.dictionaries(NAMES, SCALARS, max_size=4)),
        "other": VALUES,
    },
)
SHARED_FOLDER = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)


def check_usable(config: HardwareConfig) -> None:
    pins = [player.claim for player in config.buttons.players]
    assert len(set(pins)) == len(pins)
    assert all(0 <= pin <= 27 for pin in pins)
    assert 0 <= config.buttons.bounce_ms <= 1000
    assert all(type(number) is int for number in [*pins, config.buttons.bounce_ms])
    assert config.camera.folder is None or config.camera.folder.is_absolute()
    assert len(set(config.keys.players.values())) == len(config.keys.players)


@SHARED_FOLDER
@given(FILES)
def test_any_toml_gives_a_usable_configuration(tmp_path: Path, data: dict[str, Any]):
    text = "\n".join(f"{key} = {toml(value)}" for key, value in data.items())
    config, faults = read(tmp_path, text)
    assert all(fault.field != "file" for fault in faults), f"the test wrote bad TOML: {text}"
    assert all(fault.field and fault.found and fault.expected for fault in faults)
    check_usable(config)


@SHARED_FOLDER
@given(st.binary(max_size=200))
def test_any_bytes_give_a_usable_configuration(tmp_path: Path, raw: bytes):
    config, faults = read(tmp_path, raw)
    check_usable(config)
    assert config == DEFAULT or faults or raw.strip()


@SHARED_FOLDER
@given(st.integers(0, len(DEFAULT_FILE.read_bytes())), st.binary(max_size=3))
def test_a_half_written_file_gives_a_usable_configuration(tmp_path: Path, cut: int, tail: bytes):
    config, _faults = read(tmp_path, DEFAULT_FILE.read_bytes()[:cut] + tail)
    check_usable(config)
