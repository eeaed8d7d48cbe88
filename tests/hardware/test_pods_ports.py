"""Serial ports by names that last; the number of a node is never an identity."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.pods.ports import Port, find_ports


@pytest.fixture
def dev(tmp_path: Path) -> Path:
    for name in ("ttyACM0", "ttyACM1", "ttyUSB0", "ttyS0", "sda"):
        (tmp_path / name).touch()
    (tmp_path / "serial/by-id").mkdir(parents=True)
    (tmp_path / "serial/by-path").mkdir()
    return tmp_path


def link(dev: Path, name: str, node: str) -> None:
    (dev / "serial" / name).symlink_to(Path("../..") / node)


def names(dev: Path) -> dict[str, str]:
    return {port.name: port.node.name for port in find_ports(dev)}


def test_the_name_is_by_id_else_by_path_else_the_bare_node(dev: Path) -> None:
    link(dev, "by-id/usb-Pico_A", "ttyACM1")
    link(dev, "by-path/platform-usb-0:1", "ttyACM1")
    link(dev, "by-path/platform-usb-0:2", "ttyUSB0")
    assert find_ports(dev) == [
        Port("platform-usb-0:2", dev / "ttyUSB0", lasting=True),
        Port("ttyACM0", dev / "ttyACM0", lasting=False),
        Port("usb-Pico_A", dev / "ttyACM1", lasting=True),
    ]


def test_names_stay_when_the_numbers_change(dev: Path) -> None:
    link(dev, "by-id/usb-Pico_A", "ttyACM0")
    link(dev, "by-id/usb-Pico_B", "ttyACM1")
    assert names(dev) == {"usb-Pico_A": "ttyACM0", "usb-Pico_B": "ttyACM1", "ttyUSB0": "ttyUSB0"}
    for name, node in (("by-id/usb-Pico_A", "ttyACM1"), ("by-id/usb-Pico_B", "ttyACM0")):
        (dev / "serial" / name).unlink()
        link(dev, name, node)
    assert names(dev) == {"usb-Pico_A": "ttyACM1", "usb-Pico_B": "ttyACM0", "ttyUSB0": "ttyUSB0"}


def test_two_adapters_without_serial_number_share_a_link_and_are_both_found(dev: Path) -> None:
    """The later one has overwritten the link of the first."""
    link(dev, "by-id/usb-1a86_USB_Serial-if00", "ttyACM1")
    assert {port.node.name for port in find_ports(dev)} == {"ttyACM0", "ttyACM1", "ttyUSB0"}


def test_a_node_with_two_names_is_one_port(dev: Path) -> None:
    link(dev, "by-id/usb-Pico_A", "ttyACM0")
    link(dev, "by-id/usb-Pico_A-again", "ttyACM0")
    assert [port.name for port in find_ports(dev) if port.node.name == "ttyACM0"] == ["usb-Pico_A"]


def test_links_that_lead_nowhere_or_in_a_circle_are_left_out(dev: Path) -> None:
    link(dev, "by-id/gone", "ttyACM7")
    (dev / "serial/by-id/round").symlink_to("round")
    assert set(names(dev)) == {"ttyACM0", "ttyACM1", "ttyUSB0"}


def test_without_serial_ports_there_are_none(tmp_path: Path) -> None:
    assert find_ports(tmp_path) == []
    assert find_ports(tmp_path / "missing") == []
