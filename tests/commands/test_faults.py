"""Scripts of faults on the command line: `simulate --faults` and `--twin`."""

from __future__ import annotations

import argparse
import io
import json
from pathlib import Path

import pytest

from app.cli import build_parser
from app.commands import play
from app.commands.simulate import run
from app.errors import BadInput
from tests.commands.speak import lines

SCRIPT = """
{"at_s": 12.5, "do": "press", "device": "gpio:17", "ms": 200}
{"at_s": 20, "do": "bounce", "device": "gpio:27"}
{"at_s": 30, "do": "slow-disk", "device": "disk", "ms": 80}
{"at_s": 40, "do": "mend", "device": "disk"}
"""


def simulate(*arguments: str) -> str:
    out = io.StringIO()
    assert run(build_parser().parse_args(["simulate", *arguments]), io.StringIO(), out) == 0
    return out.getvalue()


def written(folder: Path, text: str) -> str:
    path = folder / "script.jsonl"
    path.write_text(text)
    return str(path)


def opened(*arguments: str) -> argparse.Namespace:
    return build_parser().parse_args(arguments)


def test_a_game_with_faults_ends_and_tells_how_many_there_were(tmp_path: Path) -> None:
    script = written(tmp_path, SCRIPT)
    first = simulate("--games", "2", "--seed", "4", "--faults", script)
    *games, total = lines(first)
    assert [game["faults"] for game in games] == [4, 4]
    assert total["unfinished"] == 0
    assert simulate("--games", "2", "--seed", "4", "--faults", script) == first


def test_an_empty_script_changes_nothing_but_its_count(tmp_path: Path) -> None:
    game, total = lines(simulate("--seed", "4", "--faults", written(tmp_path, "")))
    assert game.pop("faults") == 0
    assert [game, total] == lines(simulate("--seed", "4"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"at_s": 1, "do": "pres", "device": "gpio:17"}', "faults: line 1.do: found"),
        (
            '{"at_s": 1, "do": "freeze", "device": "camera"}',
            'faults: line 1.device: found "camera", expected',
        ),
    ],
)
def test_a_line_that_cannot_be_followed_is_bad_input(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        simulate("--faults", written(tmp_path, text))


def test_a_script_that_is_missing_is_named() -> None:
    with pytest.raises(BadInput, match=r"nowhere\.jsonl cannot be read"):
        simulate("--faults", "nowhere.jsonl")


def test_a_script_for_the_app_is_checked_before_a_window_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play, "driver", lambda environ: pytest.fail("it went on to the display"))
    bad = written(tmp_path, json.dumps({"at_s": 1, "do": "press", "device": "gpio:5"}))
    with pytest.raises(BadInput, match=r'twin: line 1\.device: found "gpio:5"'):
        play.run(opened("--state", str(tmp_path), "--twin", bad))
    with pytest.raises(BadInput, match="photos: found with --twin"):
        play.run(opened("--state", str(tmp_path), "--photos", str(tmp_path), "--twin"))


def test_pins_of_the_wiring_file_may_be_named(tmp_path: Path) -> None:
    (tmp_path / "hardware.toml").write_text("[buttons]\nplayers = [{ player = 1, claim = 5 }]\n")
    script = written(tmp_path, json.dumps({"at_s": 1, "do": "press", "device": "gpio:5"}))
    [step] = play.script_of(opened("--state", str(tmp_path), "--twin", script))
    assert step.device == "gpio:5"
    assert play.script_of(opened("--state", str(tmp_path), "--twin")) == []
    assert play.script_of(opened("--state", str(tmp_path))) == []
