"""Scripts of faults: what they may say, and the sentence when they say something else."""

from __future__ import annotations

import json

import pytest

from hardware.pods.config import PodRow, PodsConfig
from hardware.twin.script import (
    FITS,
    LATEST_S,
    MOST_BYTES,
    Do,
    Kind,
    ScriptInvalid,
    Step,
    kind_of,
    read_script,
)
from hardware.twin.twin import _METHODS

PINS = (17, 27)


def fault(line: object, before: str = "") -> str:
    text = before + (line if isinstance(line, str) else json.dumps(line))
    with pytest.raises(ScriptInvalid) as caught:
        read_script(text, PINS)
    return str(caught.value)


def step(**changed: object) -> dict[str, object]:
    return {"at_s": 1, "do": "press", "device": "gpio:17", **changed}


def test_steps_come_by_time_and_those_of_one_moment_as_written() -> None:
    text = """
# the evening begins
{"at_s": 12.5, "do": "press", "device": "gpio:17", "ms": 200}
{"at_s": 3, "do": "unplug", "device": "pod:1"}

{"at_s": 3, "do": "freeze", "device": "camera"}
"""
    assert read_script(text, PINS) == [
        Step(3_000_000_000, Do.UNPLUG, "pod:1", None, 4),
        Step(3_000_000_000, Do.FREEZE, "camera", None, 6),
        Step(12_500_000_000, Do.PRESS, "gpio:17", 200, 3),
    ]


def test_every_deed_fits_a_device_and_has_a_method() -> None:
    assert set(FITS) == set(_METHODS) == set(Do)
    assert all(FITS.values())


@pytest.mark.parametrize(
    ("device", "kind"),
    [
        ("gpio:17", Kind.PIN),
        ("pod:a-1", Kind.POD),
        ("pod:a-1:16", Kind.POD_BUTTON),
        ("camera", Kind.CAMERA),
        ("disk", Kind.DISK),
        ("sound", Kind.SOUND),
    ],
)
def test_the_kind_of_a_device_stands_in_its_name(device: str, kind: Kind) -> None:
    assert kind_of(device) is kind


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("press", "line 1: found no JSON"),
        ("[" * 100_000, "line 1: found no JSON"),
        ("[]", "line 1: found no object"),
        ({"at_s": 1}, 'line 1.do: found "nothing", expected what to do'),
        (step(at=1), "line 1.at: found an unknown name, expected one of at_s, do, device, ms; did you mean"),
        (step(at_s=-1), f"line 1.at_s: found -1, expected seconds from 0 to {LATEST_S}"),
        (step(at_s=True), "line 1.at_s: found true, expected seconds"),
        (step(at_s="1"), 'line 1.at_s: found "1", expected seconds'),
        (step(at_s=float("nan")), "line 1.at_s: found nan, expected seconds"),
        (step(at_s=10**400), "line 1.at_s: found 1000"),
        (step(do="pres"), "did you mean 'press'?"),
        (step(do=7), "line 1.do: found 7, expected one of"),
        (step(device="gpio:5"), 'found "gpio:5", expected a pin that a button is wired to (17, 27)'),
        (step(device="gpio"), 'line 1.device: found "gpio", expected "gpio:17"'),
        (step(device="gpio:04"), 'line 1.device: found "gpio:04", expected "gpio:17"'),
        (step(device="pod:1:4"), 'found "pod:1:4", expected a button from 1 to 3, which is what pod 1 has'),
        (
            '{"at_s": 1, "at_s": 2, "do": "press", "device": "gpio:17"}',
            'line 1: found "at_s" twice, expected',
        ),
        (step(device="pod:1:17"), 'line 1.device: found "pod:1:17", expected'),
        (step(do="freeze"), 'line 1.device: found "gpio:17", expected what freeze can be done to: camera'),
        (step(device="camera"), 'found "camera", expected what press can be done to: gpio, pod button'),
        (step(ms=0), "line 1.ms: found 0, expected a whole number from 1 to"),
        (step(ms=1.5), "line 1.ms: found 1.5, expected a whole number"),
    ],
)
def test_a_bad_line_is_one_sentence_that_names_it(line: object, said: str) -> None:
    told = fault(line)
    assert said in told
    assert "\n" not in told


def test_the_line_is_counted_in_the_file() -> None:
    assert fault(step(ms=0), before="# one\n\n").startswith("line 3.ms")


@pytest.mark.parametrize("sign", ["\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\r"])
def test_only_a_newline_ends_a_line(sign: str) -> None:
    text = f"# a comment{sign}goes on\r\n" + json.dumps(step())
    assert [made.line for made in read_script(text, PINS)] == [2]


def test_a_pod_has_as_many_buttons_as_the_wiring_file_gives_away() -> None:
    rows = (PodRow("middle", 1, (("claim", 1),), 1), PodRow("middle", 5, (("claim", 5),), 5))
    pods = PodsConfig(rows=rows, named=True)
    text = json.dumps(step(device="pod:middle:5"))
    assert [made.device for made in read_script(text, PINS, pods=pods)] == ["pod:middle:5"]
    with pytest.raises(ScriptInvalid, match="a button from 1 to 5, which is what pod middle has"):
        read_script(json.dumps(step(device="pod:middle:6")), PINS, pods=pods)


def test_a_device_that_this_table_lacks_is_named() -> None:
    with pytest.raises(ScriptInvalid, match=r'line 1\.device: found "camera", expected one of gpio, disk'):
        read_script(json.dumps(step(do="dark", device="camera")), PINS, (Kind.PIN, Kind.DISK))


def test_a_huge_script_is_not_read() -> None:
    assert fault("#" * (MOST_BYTES + 1)).startswith("found more than")
