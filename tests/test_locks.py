"""The two lock files: what setup.sh installs is pinned, hashed, tied to no index and covers the project."""

import re
import tomllib
from pathlib import Path

import pytest

REPO = Path(__file__).resolve().parents[1]
LOCKS = ("requirements.lock", "requirements-dev.lock")


def pins(lock: str) -> dict[str, tuple[str, int]]:
    """Package name -> (version with its marker, number of hashes); a line is a pin, a hash or a comment."""
    found: dict[str, tuple[str, int]] = {}
    name = ""
    for line in (REPO / lock).read_text().splitlines():
        if line.startswith("#"):
            continue
        if pin := re.fullmatch(r"([a-z0-9.-]+)==(\S+( ; .*)?) \\", line):
            name = pin[1]
            assert name not in found, f"{name} is pinned twice"
            found[name] = (pin[2], 0)
        else:
            assert re.fullmatch(r" {4}--hash=sha256:[0-9a-f]{64}( \\)?", line), line
            found[name] = (found[name][0], found[name][1] + 1)
    return found


def wanted(*, dev: bool) -> set[str]:
    project = tomllib.loads((REPO / "pyproject.toml").read_text())["project"]
    lines = project["dependencies"] + (project["optional-dependencies"]["dev"] if dev else [])
    return {re.split(r"[<>=;\[ ]", line)[0].lower() for line in lines}


@pytest.mark.parametrize("lock", LOCKS)
def test_every_pin_has_a_hash(lock: str) -> None:
    found = pins(lock)
    assert found != {}
    assert [name for name, (_, hashes) in found.items() if hashes == 0] == []


@pytest.mark.parametrize("lock", LOCKS)
def test_no_lock_names_an_index(lock: str) -> None:
    assert re.findall(r"https?:|file:|--\w*index\S*|--find-links", (REPO / lock).read_text()) == []


@pytest.mark.parametrize(("lock", "dev"), [(LOCKS[0], False), (LOCKS[1], True)])
def test_every_dependency_of_the_project_is_pinned(lock: str, dev: bool) -> None:
    assert wanted(dev=dev) - set(pins(lock)) == set()


def test_the_developers_lock_holds_the_other_one_unchanged() -> None:
    """setup.sh counts a developers' set-up as a plain one too."""
    plain, dev = pins(LOCKS[0]), pins(LOCKS[1])
    assert {name: dev.get(name) for name in plain} == plain
