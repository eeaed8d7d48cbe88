"""Which /dev/video node is the camera: numbers change when cables move, so names are resolved at each open.

In: a device as configured and the root of /dev (an argument, so tests use a folder of links). Out: one node
that can take pictures. A USB camera has two or more nodes of which only one captures, and a Pi has a dozen
that belong to its own video blocks and never to a webcam.
"""

from __future__ import annotations

import fcntl
import os
import re
import struct
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from hardware.camera.holding import shut_nodes
from hardware.errors import CameraForbidden, CameraUnavailable

# From linux/videodev2.h: VIDIOC_QUERYCAP = _IOR('V', 0, struct v4l2_capability), a struct of 104 bytes.
QUERY_CAPABILITIES = 0x80685600
_CAPABILITY = struct.Struct("<16s32s32sIII12x")
CAN_CAPTURE = 0x00000001
CAN_STREAM = 0x04000000
HAS_NODE_CAPABILITIES = 0x80000000

# Drivers of the Pi's own camera port and codecs: libcamera's business, not a camera by themselves.
PI_PIPELINE_DRIVERS = ("bcm2835-", "unicam", "rp1-cfe", "pispbe", "rpivid", "rpi-hevc")


@dataclass(frozen=True, slots=True)
class NodeFacts:
    """What a node says of itself: kernel driver, name of the camera, and whether it gives pictures."""

    driver: str
    card: str
    captures: bool


def query(node: Path) -> NodeFacts | None:
    """Ask a node without starting it, so a running camera is not disturbed; None when it cannot be asked."""
    try:
        handle = os.open(node, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return None
    answer = bytearray(_CAPABILITY.size)
    try:
        fcntl.ioctl(handle, QUERY_CAPABILITIES, answer)
    except OSError:
        return None
    finally:
        os.close(handle)
    return parse_capabilities(bytes(answer))


def parse_capabilities(answer: bytes) -> NodeFacts:
    """The 104 bytes of struct v4l2_capability as facts. Capabilities of the node win over the device's."""
    driver, card, _bus, _version, whole_device, this_node = _CAPABILITY.unpack(answer)
    abilities = this_node if whole_device & HAS_NODE_CAPABILITIES else whole_device
    name = _text(driver)
    return NodeFacts(
        driver=name,
        card=_text(card),
        captures=bool(abilities & CAN_CAPTURE and abilities & CAN_STREAM)
        and not name.startswith(PI_PIPELINE_DRIVERS),
    )


def _text(raw: bytes) -> str:
    return raw.split(b"\0", 1)[0].decode("utf-8", "replace")


def resolve(device: str, dev_root: Path, ask: Callable[[Path], NodeFacts | None] = query) -> Path:
    """The node to open for `device`; raises CameraUnavailable naming what was looked for, or what is shut.

    `device` is "" (any camera; by-id names first), a name from /dev/v4l/by-id - with or without its
    "-video-index0" end - or a path. For a name or path whose node cannot capture, its siblings are tried.
    """
    nodes = _candidates(device, dev_root)
    for node in nodes:
        facts = ask(node)
        if facts is not None and facts.captures:
            return node
    wanted = f"camera {device}" if device else "a USB camera"
    if not nodes:
        raise CameraUnavailable(f"{wanted} is not connected")
    shut = shut_nodes(nodes)
    if shut:
        raise CameraForbidden(shut)
    raise CameraUnavailable(f"{wanted}: none of {', '.join(n.name for n in nodes)} can take pictures")


def _candidates(device: str, dev_root: Path) -> list[Path]:
    by_id = dev_root / "v4l" / "by-id"
    links = sorted(by_id.iterdir(), key=_by_number) if by_id.is_dir() else []
    if not device:
        return _existing([*links, *video_nodes(dev_root)])
    if device.startswith("/"):
        asked = Path(device)
        if asked.parent != by_id:
            return _existing([asked])
        device = asked.name
    stem = _stem(device)
    return _existing(link for link in links if _stem(link.name) == stem)


def video_nodes(dev_root: Path) -> list[Path]:
    """All /dev/video* nodes by number."""
    if not dev_root.is_dir():
        return []
    return sorted((p for p in dev_root.iterdir() if re.fullmatch(r"video\d+", p.name)), key=_by_number)


def _stem(name: str) -> str:
    return re.sub(r"-video-index\d+$", "", name)


def _by_number(path: Path) -> tuple[str, int]:
    # "index10" after "index2", "video10" after "video2"
    found = re.fullmatch(r"(.*?)(\d+)", path.name)
    return (found[1], int(found[2])) if found else (path.name, 0)


def _existing(paths: Iterable[Path]) -> list[Path]:
    """The nodes behind the links, in order, each once; links left over from an unplugged camera fall out."""
    nodes: list[Path] = []
    for path in paths:
        node = path.resolve()
        if node.exists() and node not in nodes:
            nodes.append(node)
    return nodes
