"""The [sound] section."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from hardware.config_reader import Table
from hardware.errors import ConfigFault
from hardware.sound.config import SoundConfig, read


def told(values: Mapping[str, object]) -> tuple[SoundConfig, list[str]]:
    faults: list[ConfigFault] = []
    return read(Table("sound", values, faults)), [str(fault) for fault in faults]


def test_without_a_section_there_is_the_loudspeaker_of_the_system():
    assert told({}) == (SoundConfig(True, ""), [])


def test_it_may_be_off_and_may_be_another():
    assert told({"enabled": False, "device": "Headphones"}) == (SoundConfig(False, "Headphones"), [])


@pytest.mark.parametrize(
    ("values", "fault"),
    [
        ({"enabled": 1}, "sound.enabled: found 1, expected true or false"),
        ({"enabled": "no"}, 'sound.enabled: found "no", expected true or false'),
        ({"device": 3}, "sound.device: found 3, expected a text in quotes, on one line"),
    ],
)
def test_a_slip_is_named_and_the_default_stands_in(values: Mapping[str, object], fault: str):
    config, faults = told(values)
    assert config == SoundConfig()
    assert len(faults) == 1
    assert faults[0].startswith(fault)


def test_a_misspelt_name_is_told_the_right_one():
    config, faults = told({"devise": "USB"})
    assert config == SoundConfig()
    assert len(faults) == 1
    assert faults[0].startswith("sound.devise: ")
    assert faults[0].endswith("did you mean 'device'?")
