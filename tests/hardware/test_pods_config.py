"""The [pods] section: pods and their buttons belong to players, and every slip of the pen is named."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from hardware.config_reader import Table
from hardware.errors import ConfigFault
from hardware.pods.config import PodsConfig, read


def load(text: str) -> tuple[PodsConfig, list[ConfigFault]]:
    faults: list[ConfigFault] = []
    return read(Table("", tomllib.loads(text), faults).table("pods")), faults


def fields(text: str) -> list[str]:
    return [fault.field for fault in load(text)[1]]


def test_without_a_section_pod_n_belongs_to_player_n() -> None:
    config, faults = load("")
    assert (config, faults) == (PodsConfig(), [])
    assert config.owner("4", 1) == (4, "claim")
    assert config.owner("4", 2) == (4, "up")
    assert config.owner("4", 3) == (4, "down")
    assert config.owner("4", 4) is None
    assert config.lamps("4") == {1: 4}
    assert not config.knows("left")


def test_one_pod_may_serve_several_players_and_the_table() -> None:
    config, faults = load(
        """
        [pods]
        pods = [
            { pod = "middle", player = 1, claim = 1, lamp = 4 },
            { pod = "middle", player = 2, claim = 2, up = 5 },
            { pod = "middle", pause = 3 },
            { pod = "far", player = 3 },
            { pod = "near", player = 4, claim = 2, pause = 1, lamp = 0 },
        ]
        """
    )
    assert faults == []
    assert config.named
    assert [config.owner("middle", n) for n in range(1, 6)] == [
        (1, "claim"),
        (2, "claim"),
        (0, "pause"),
        None,
        (2, "up"),
    ]
    assert config.lamps("middle") == {4: 1, 2: 2}
    assert config.owner("far", 3) == (3, "down")
    assert config.owner("near", 1) == (0, "pause")
    assert config.lamps("near") == {}


def test_the_example_of_the_manual_is_valid() -> None:
    manual = (Path(__file__).parents[2] / "docs/pods.md").read_text("utf-8")
    config, faults = load("".join(re.findall(r"```toml\n(.*?)```", manual, re.DOTALL)))
    assert faults == []
    assert config.owner("middle", 3) == (0, "pause")


def test_pods_can_be_switched_off_and_kept_to_some_ports() -> None:
    config, faults = load('[pods]\nuse = false\nports = ["usb-Pico_1-if00"]')
    assert (config.use, config.ports, faults) == (False, ("usb-Pico_1-if00",), [])


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("[pods]\nuse = 1", "pods.use"),
        ("[pods]\nports = 3", "pods.ports"),
        ('[pods]\nports = ["/dev/ttyACM0"]', "pods.ports[0]"),
        ("[pods]\nprots = []", "pods.prots"),
        ("[pods]\npods = 3", "pods.pods"),
        ("[pods]\npods = [3]", "pods.pods[0]"),
        ("[pods]\npods = [{ player = 1 }]", "pods.pods[0].pod"),
        ('[pods]\npods = [{ pod = "my pod", player = 1 }]', "pods.pods[0].pod"),
        ('[pods]\npods = [{ pod = "a" }]', "pods.pods[0].player"),
        ('[pods]\npods = [{ pod = "a", player = 13 }]', "pods.pods[0].player"),
        ('[pods]\npods = [{ pod = "a", player = true }]', "pods.pods[0].player"),
        ('[pods]\npods = [{ pod = "a", claim = 1 }]', "pods.pods[0].player"),
        ('[pods]\npods = [{ pod = "a", player = 1, claim = 17 }]', "pods.pods[0].claim"),
        ('[pods]\npods = [{ pod = "a", player = 1, clame = 1 }]', "pods.pods[0].clame"),
        ('[pods]\npods = [{ pod = "a", player = 1, claim = 1, up = 1 }]', "pods.pods[0].up"),
        (
            '[pods]\npods = [{ pod = "a", player = 1, claim = 1 }, '
            '{ pod = "a", player = 2, claim = 1, lamp = 2 }]',
            "pods.pods[1].claim",
        ),
        (
            '[pods]\npods = [{ pod = "a", player = 1, claim = 1 }, '
            '{ pod = "a", player = 2, claim = 2, lamp = 1 }]',
            "pods.pods[1].lamp",
        ),
    ],
)
def test_each_mistake_is_named_with_its_place(text: str, field: str) -> None:
    assert fields(text) == [field]


def test_a_misspelt_name_is_guessed() -> None:
    (fault,) = load('[pods]\npods = [{ pod = "a", player = 1, clame = 1 }]')[1]
    assert fault.hint == "claim"


def test_a_faulty_line_leaves_the_others_in_force() -> None:
    config, _ = load('[pods]\npods = [{ pod = "a" }, { pod = "b", player = 2 }]')
    assert config.owner("b", 1) == (2, "claim")
    assert not config.knows("a")


def test_a_button_given_twice_stays_with_the_first() -> None:
    first = '{ pod = "a", player = 1, claim = 1, lamp = 0 }'
    second = '{ pod = "a", player = 2, claim = 1, up = 2, lamp = 0 }'
    config, _ = load(f"[pods]\npods = [{first}, {second}]")
    assert config.owner("a", 1) == (1, "claim")
    assert config.owner("a", 2) == (2, "up")
