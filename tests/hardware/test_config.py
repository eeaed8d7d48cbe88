"""The wiring file: every fault is told with its place, and none stops the start."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hardware.buttons_config import ButtonsConfig, Contact, Level, PlayerButtons, Pull, Rest
from hardware.config import DEFAULT_FILE, CameraKind, HardwareConfig, load
from hardware.errors import ConfigFault
from hardware.events import CLAIM, DOWN, PAUSE, TABLE, UP
from hardware.header import PLACE_OF, RESERVED, DisplayKind, reserved_for

DEFAULT = HardwareConfig()


def read(tmp_path: Path, text: str | bytes) -> tuple[HardwareConfig, list[ConfigFault]]:
    path = tmp_path / "hardware.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return load(path)


def test_the_shipped_file_says_exactly_the_defaults():
    assert load(DEFAULT_FILE) == (DEFAULT, [])
    data = tomllib.loads(DEFAULT_FILE.read_text(encoding="utf-8"))
    assert len(data["buttons"]["players"]) == len(DEFAULT.buttons.players) == 6
    assert set(data["buttons"]) == set(ButtonsConfig.__dataclass_fields__)
    assert set(data["display"]) == {"kind", "pins"}
    assert set(data["camera"]) == {"source", "folder", "device"}


def test_a_missing_file_means_the_defaults_and_is_no_fault(tmp_path: Path):
    assert load(tmp_path / "none.toml") == (DEFAULT, [])


def test_a_whole_file_is_read(tmp_path: Path):
    config, faults = read(
        tmp_path,
        """
        [buttons]
        pull = "down"
        normally = "closed"
        bounce_ms = 0
        spike_ms = 1
        led_on = "low"
        buzzer_on = "low"
        pause = "none"
        buzzer = 21
        players = [
            { player = 2, claim = 5, up = 6, down = 7, led = 8 },
            { player = 1, claim = 27, pull = "up" },
        ]
        [display]
        kind = "hdmi"
        pins = [18, 19]
        [camera]
        source = "folder"
        folder = "photos"
        device = "usb-Acme_1-video-index0"
        [keys]
        player_1 = "Q"
        player_2_up = "w"
        pause = "2"
        """,
    )
    assert faults == []
    assert config.buttons == ButtonsConfig(
        pull=Pull.DOWN,
        normally=Rest.CLOSED,
        bounce_ms=0,
        spike_ms=1,
        led_on=Level.LOW,
        buzzer_on=Level.LOW,
        pause=None,
        buzzer=21,
        players=(PlayerButtons(2, 5, up=6, down=7, led=8), PlayerButtons(1, 27, pull=Pull.UP)),
    )
    assert (config.display.kind, config.display.pins) == (DisplayKind.HDMI, (18, 19))
    assert config.camera.source is CameraKind.FOLDER
    assert config.camera.folder == tmp_path / "photos"
    assert config.camera.device == "usb-Acme_1-video-index0"
    assert config.keys.players == {1: "q", 3: "3", 4: "4", 5: "5", 6: "6"}
    assert config.keys.buttons[2, UP] == "w"
    assert config.keys.buttons[TABLE, PAUSE] == "2"


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
    ("[music]", "music", "an unknown name", "buttons, display, pods, sound, camera, keys"),
    ("[buttons]\nspike_ms = 51", "buttons.spike_ms", "51", "a whole number from 0 to 50"),
    ('[buttons]\nnormally = "shut"', "buttons.normally", '"shut"', 'one of "open", "closed"'),
    ('[buttons]\nled_on = "up"', "buttons.led_on", '"up"', 'one of "low", "high"'),
    ("[buttons]\nbuzzer_on = true", "buttons.buzzer_on", "true", 'one of "low", "high"'),
    ("[buttons]\npause = 17", "buttons.pause", "17", "a pin not yet at buttons.players"),
    ("[buttons]\nbuzzer = 28", "buttons.buzzer", "28", "a whole number from 0 to 27"),
    ("[buttons]\nbuzzer = 14", "buttons.buzzer", "14", "another pin (the serial console"),
    ("[buttons]\npause = 5.0", "buttons.pause", "5.0", "a whole number from 0 to 27"),
    (ROW % "{ player = 2, claim = 0 }", "buttons.players[1].claim", "0", "add-on boards"),
    (ROW % "{ player = 2, claim = 2 }", "buttons.players[1].claim", "2", "I2C"),
    (ROW % '{ player = 2, claim = "none" }', "buttons.players[1].claim", '"none"', "from 0 to 27"),
    (ROW % "{ claim = 5 }", "buttons.players[1].player", "nothing", "a whole number from 1 to 12"),
    (ROW % '{ player = "2", claim = 5 }', "buttons.players[1].player", '"2"', "from 1 to 12"),
    (ROW % "{ player = 2, claim = 5, up = 17 }", "buttons.players[1].up", "17", "buttons.players[0].claim"),
    (
        ROW % "{ player = 2, claim = 5, down = 5 }",
        "buttons.players[1].down",
        "5",
        "buttons.players[1].claim",
    ),
    (ROW % "{ player = 2, claim = 5, led = 5 }", "buttons.players[1].led", "5", "buttons.players[1].claim"),
    (ROW % '{ player = 2, claim = 5, pull = "left" }', "buttons.players[1].pull", '"left"', '"up", "down"'),
    (
        '[display]\nkind = "hdmi"\n[buttons]\nplayers = [{ player = 1, claim = 3, pull = "down" }]',
        "buttons.players[0].claim",
        "3",
        "wired to 3.3 V",
    ),
    ('[display]\nkind = "spi"\n[buttons]\npause = 8', "buttons.pause", "8", "SPI: the display"),
    ('[display]\nkind = "dpi"\n[buttons]\nbuzzer = 21', "buttons.buzzer", "21", "button pods"),
    ("[display]\npins = [12, 13]\n[buttons]\npause = 13", "buttons.pause", "13", "display.pins[1]"),
    ("[display]\npins = [12, 99]", "display.pins[1]", "99", "from 0 to 27"),
    ("[display]\npins = 12", "display.pins", "12", "a list of whole numbers"),
    ('[display]\nkind = "vga"', "display.kind", '"vga"', '"hdmi"'),
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
        ("[buttons]\nplayers = [{ player = 1, claim = 17, lead = 5 }]", "led"),
        ('[display]\nkind = "hmdi"', "hdmi"),
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


def test_a_key_with_an_unknown_name_keeps_the_default_and_the_nearest_name_is_suggested(tmp_path: Path):
    config, faults = read(tmp_path, '[keys]\nplayer_1 = "spacebr"\nplayer_2 = "Q"\nplayer_3 = "nonsense key"')
    assert [(fault.field, fault.hint) for fault in faults] == [
        ("keys.player_1", "spacebar"),
        ("keys.player_3", ""),
    ]
    assert config.keys.players == {1: "1", 2: "q", 3: "3", 4: "4", 5: "5", 6: "6"}


def test_a_file_that_begins_with_a_byte_order_mark_is_read(tmp_path: Path):
    config, faults = read(tmp_path, '\ufeff[keys]\nplayer_1 = "q"')
    assert (faults, config.keys.players[1]) == ([], "q")


def test_a_value_of_the_wrong_kind_is_one_fault_and_no_second_one(tmp_path: Path):
    _, faults = read(tmp_path, '[keys]\nplayer_2 = 5\n[camera]\nsource = "folder"\nfolder = 7')
    assert [(fault.field, fault.found) for fault in faults] == [
        ("camera.folder", "7"),
        ("keys.player_2", "5"),
    ]


def test_a_line_with_a_faulty_extra_keeps_its_claim_button(tmp_path: Path):
    config, faults = read(
        tmp_path, "[buttons]\nplayers = [{ player = 1, claim = 17, up = 17, down = 5, led = 1 }]"
    )
    assert [fault.field for fault in faults] == ["buttons.players[0].up", "buttons.players[0].led"]
    assert config.buttons.players == (PlayerButtons(1, 17, down=5),)


def test_pause_and_buzzer_that_nobody_wrote_give_way_without_a_word(tmp_path: Path):
    config, faults = read(tmp_path, "[buttons]\nplayers = [{ player = 1, claim = 4, led = 20 }]")
    assert faults == []
    assert (config.buttons.pause, config.buttons.buzzer) == (None, None)


def test_default_players_give_way_to_the_pins_that_other_parts_use(tmp_path: Path):
    config, faults = read(tmp_path, "[display]\npins = [5, 27]")
    assert faults == []
    assert config.buttons.players[0] == PlayerButtons(1, 17, led=None)
    assert [player.player for player in config.buttons.players] == [1, 3, 4, 5, 6]


def test_beside_a_display_that_takes_all_pins_nothing_is_wired_and_nothing_wrong(tmp_path: Path):
    config, faults = read(tmp_path, '[display]\nkind = "dpi"')
    assert faults == []
    assert config.buttons.contacts() == ()
    assert config.buttons.leds() == {}


@pytest.mark.parametrize("kind", [DisplayKind.DSI, DisplayKind.HDMI, DisplayKind.SPI])
def test_the_default_wiring_leaves_every_other_display_its_pins(tmp_path: Path, kind: DisplayKind):
    config, faults = read(tmp_path, f'[display]\nkind = "{kind}"')
    assert faults == []
    assert config.buttons == DEFAULT.buttons


def test_the_default_wiring_uses_each_pin_once_and_no_reserved_one():
    used = wired(DEFAULT.buttons)
    assert len(used) == len(set(used)) == 14
    assert not [pin for pin in used if reserved_for(pin, DisplayKind.DSI)]
    assert set(used).isdisjoint({18, 19, 21})  # left for a sound board (I2S)


def test_the_header_has_28_pins_and_every_reserved_one_has_a_reason():
    assert sorted(PLACE_OF) == list(range(28))
    assert (PLACE_OF[2], PLACE_OF[4], PLACE_OF[17], PLACE_OF[21]) == (3, 7, 11, 40)
    assert all(entry.reason and entry.displays for entry in RESERVED)
    assert reserved_for(2, DisplayKind.DSI)
    assert not reserved_for(2, DisplayKind.HDMI)


def test_contacts_say_which_level_is_pressed():
    config = ButtonsConfig(players=(PlayerButtons(1, 17, up=5, down=6), PlayerButtons(2, 27, pull=Pull.DOWN)))
    assert config.contacts() == (
        Contact(1, CLAIM, 17, Pull.UP, False),
        Contact(1, UP, 5, Pull.UP, False),
        Contact(1, DOWN, 6, Pull.UP, False),
        Contact(2, CLAIM, 27, Pull.DOWN, True),
        Contact(TABLE, PAUSE, 4, Pull.UP, False),
    )
    opening = ButtonsConfig(normally=Rest.CLOSED, players=(PlayerButtons(1, 17),), pause=None)
    assert opening.contacts() == (Contact(1, CLAIM, 17, Pull.UP, True),)


def test_sections_of_other_parts_are_no_fault(tmp_path: Path):
    assert read(tmp_path, "[pods]\n[sound]\n") == (DEFAULT, [])


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
            "up",
            "led",
            "pause",
            "buzzer",
            "spike_ms",
            "display",
            "kind",
            "pins",
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
PLAYER = dict.fromkeys(("player", "claim", "up", "down", "led", "pull", "x"), SCALARS)
PLAYERS = st.lists(st.fixed_dictionaries({}, optional=PLAYER))
FILES = st.fixed_dictionaries(
    {},
    optional={
        "buttons": st.one_of(
            VALUES,
            st.fixed_dictionaries(
                {}, optional={"players": PLAYERS, "pull": VALUES, "pause": SCALARS, "buzzer": SCALARS}
            ),
        ),
        "display": st.one_of(VALUES, st.fixed_dictionaries({}, optional={"kind": SCALARS, "pins": VALUES})),
        "camera": st.one_of(VALUES, st.dictionaries(NAMES, VALUES, max_size=4)),
        "keys": st.one_of(VALUES, st.dictionaries(NAMES, SCALARS, max_size=4)),
        "other": VALUES,
    },
)
SHARED_FOLDER = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)


def wired(buttons: ButtonsConfig) -> list[int]:
    """Every pin of the panel, lamps and buzzer included."""
    pins = [contact.pin for contact in buttons.contacts()] + list(buttons.leds().values())
    return pins if buttons.buzzer is None else [*pins, buttons.buzzer]


def check_usable(config: HardwareConfig) -> None:
    pins = wired(config.buttons)
    assert len(set(pins)) == len(pins)
    assert all(0 <= pin <= 27 for pin in pins)
    assert not [pin for pin in pins if reserved_for(pin, config.display.kind) or pin in config.display.pins]
    assert 0 <= config.buttons.spike_ms <= 50
    assert 0 <= config.buttons.bounce_ms <= 1000
    assert all(type(number) is int for number in [*pins, config.buttons.bounce_ms])
    assert config.camera.folder is None or config.camera.folder.is_absolute()
    assert len(set(config.keys.buttons.values())) == len(config.keys.buttons)


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
