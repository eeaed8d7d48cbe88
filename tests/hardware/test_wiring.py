"""The wiring page and its drawing say what the configuration says."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import pytest

from hardware.buttons_config import ButtonsConfig, Level, PlayerButtons, Pull
from hardware.config import DEFAULT_FILE, DisplayConfig, HardwareConfig, load
from hardware.header import GROUND, PLACE_OF, PLACES, RESERVED, DisplayKind
from hardware.wiring_drawing import drawing, main, uses

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "wiring.md").read_text(encoding="utf-8")
SVG = "{http://www.w3.org/2000/svg}"


def words(svg: str) -> list[str]:
    return [element.text or "" for element in ET.fromstring(svg).iter(f"{SVG}text")]


def rows(after: str) -> list[list[str]]:
    """The cells of the first table after that heading, without its head."""
    lines = PAGE[PAGE.index(after) :].splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("|"))
    table = lines[first:]
    end = next(number for number, line in enumerate(table) if not line.startswith("|"))
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table[2:end]]


def test_the_drawing_in_the_documents_is_what_the_program_draws(tmp_path: Path):
    drawn = tmp_path / "wiring.svg"
    assert main(["--out", str(drawn)]) == 0
    assert drawn.read_text("utf-8") == (DOCS / "wiring.svg").read_text("utf-8"), (
        "python -m hardware.wiring_drawing --out docs/wiring.svg"
    )


def test_the_drawing_goes_to_standard_output_when_no_file_is_named(capsys: pytest.CaptureFixture[str]):
    assert main([]) == 0
    assert capsys.readouterr().out == drawing(load(DEFAULT_FILE)[0])


def test_a_faulty_file_is_drawn_as_far_as_it_goes_and_its_faults_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    own = tmp_path / "own.toml"
    own.write_text("[buttons]\nplayers = [{ player = 1, claim = 17, led = 17 }]")
    assert main(["--config", str(own)]) == 2
    told = capsys.readouterr()
    assert "buttons.players[0].led: found 17" in told.err
    assert "player 1: claim button" in words(told.out)


def test_the_drawing_names_all_forty_places_and_everything_that_is_wired():
    said = words(drawing(HardwareConfig()))
    assert [text for text in said if text.isdigit()] == [str(place) for place in range(1, 41)]
    assert len(PLACES) == 40
    for use in uses(HardwareConfig()).values():
        assert said.count(use.words) == 1
    assert said.count("free") == 28 - len(uses(HardwareConfig())) - 6


def test_the_drawing_follows_the_configuration():
    config = HardwareConfig(
        buttons=ButtonsConfig(
            pull=Pull.DOWN,
            led_on=Level.LOW,
            buzzer_on=Level.LOW,
            players=(PlayerButtons(2, 17, up=5, down=6, led=13),),
            pause=None,
            buzzer=20,
        ),
        display=DisplayConfig(DisplayKind.SPI, pins=(18,)),
    )
    said = words(drawing(config))
    assert {"player 2: up button", "player 2: down button", "player 2: lamp", "set aside"} <= set(said)
    assert "pause button" not in said
    assert said.count("SPI: the display is driven there") == 5
    assert said[said.index("Each button") :].count("3.3 V") == 3
    assert said[said.index("Each button") :].count(GROUND) == 0
    turned = replace(config, buttons=replace(config.buttons, led_on=Level.HIGH, buzzer_on=Level.HIGH))
    assert words(drawing(turned))[said.index("Each button") :].count(GROUND) == 2


def test_the_page_lists_every_default_pin_with_its_place_and_a_ground():
    default = ButtonsConfig()
    expected = {f"Player {player.player}: claim": player.claim for player in default.players}
    expected |= {f"Player {player}: lamp": pin for player, pin in default.leds().items()}
    expected |= {"Pause button": default.pause or -1, "Buzzer": default.buzzer or -1}
    table = rows("## Where things go")
    assert {name: int(pin) for name, pin, _, _ in table} == expected
    for _, pin, place, ground in table:
        assert PLACE_OF[int(pin)] == int(place)
        assert PLACES[int(ground) - 1] == GROUND
        assert abs(int(ground) - int(place)) <= 4


def test_the_page_lists_every_reserved_pin_with_its_reason():
    listed = [(pins, reason, screens) for pins, reason, screens in rows("## Pins that other parts need")]
    assert listed == [
        (
            "0 to 27" if len(entry.pins) == 28 else ", ".join(map(str, entry.pins)),
            entry.reason,
            ", ".join(entry.displays),
        )
        for entry in RESERVED
    ]


EXAMPLES = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_on_the_page_is_without_fault(tmp_path: Path, example: str):
    path = tmp_path / "hardware.toml"
    path.write_text(example)
    config, faults = load(path)
    assert [str(fault) for fault in faults] == []
    assert config != HardwareConfig()


def test_the_page_has_a_pad_for_four_players_and_one_for_six():
    pads = [example for example in EXAMPLES if "up = 18" in example]
    assert [example.count("player = ") for example in pads] == [4, 6]
