"""setup.sh, run for real in a copy of the checkout.

In: the script itself, made-up os-release files, and small stand-ins for apt-get and dpkg-query first on PATH
that write down how they were called. Out: exit codes, sentences, and what lies in the folder afterwards. pip,
venv and bash are the real ones; the copy has a tiny project of its own, so that no package has to be fetched.
"""

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from app.table.wiring import default_state_dir

REPO = Path(__file__).resolve().parents[1]

BOOKWORM = 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nVERSION_ID="12"\nID=debian\n'
TRIXIE = 'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\nVERSION_ID="13"\nID=debian\n'
RASPBIAN = 'PRETTY_NAME="Raspbian GNU/Linux 12 (bookworm)"\nVERSION_ID="12"\nID=raspbian\n'
UNSUPPORTED = {
    "Ubuntu": 'PRETTY_NAME="Ubuntu 24.04.1 LTS"\nVERSION_ID="24.04"\nID=ubuntu\nID_LIKE=debian\n',
    "Debian 11": 'PRETTY_NAME="Debian GNU/Linux 11 (bullseye)"\nVERSION_ID="11"\nID=debian\n',
    "Debian testing": 'PRETTY_NAME="Debian GNU/Linux forky/sid"\nID=debian\n',
    "nothing in it": "",
}

# A build backend of twenty lines, so that `pip install -e` works in the copy without a network.
BACKEND = """
import pathlib, zipfile

def get_requires_for_build_editable(config_settings=None):
    return []

def build_editable(folder, config_settings=None, metadata_directory=None):
    name, info = "meeple_marshal-0.1.0-py3-none-any.whl", "meeple_marshal-0.1.0.dist-info/"
    with zipfile.ZipFile(pathlib.Path(folder) / name, "w") as wheel:
        wheel.writestr("meeple_marshal.pth", str(pathlib.Path(__file__).parent))
        wheel.writestr(info + "METADATA", "Metadata-Version: 2.1\\nName: meeple-marshal\\nVersion: 0.1.0\\n")
        kind = "Wheel-Version: 1.0\\nGenerator: tests\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n"
        wheel.writestr(info + "WHEEL", kind)
        wheel.writestr(info + "entry_points.txt", "[console_scripts]\\nmeeple-marshal = app.__main__:main\\n")
        wheel.writestr(info + "RECORD", "")
    return name
"""
PYPROJECT = """
[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]

[project]
name = "meeple-marshal"
version = "0.1.0"
"""
APP = """
import os
import sys

def main():
    print("the app was called with", sys.argv[1:], "in", os.getcwd())
    sys.exit(7 if "fail" in sys.argv else 0)

if __name__ == "__main__":
    main()
"""

SOLVER = """
from pathlib import Path

def warm():
    with Path(__file__).with_name("warmed").open("a") as kept:
        kept.write("once\\n")
"""


@dataclass(frozen=True)
class Machine:
    """A copied checkout on a made-up machine. `calls` lists what the stand-ins were asked, one line each."""

    checkout: Path
    commands: Path
    os_release: Path
    model_file: Path

    def stand_in(self, name: str, body: str) -> None:
        """Put a shell script `name` first on PATH; it notes each call before it does `body`."""
        script = self.commands / name
        script.write_text(f'#!/bin/bash\necho "{name} $*" >>"{self.commands}/calls"\n{body}\n')
        script.chmod(0o755)

    def calls(self, name: str) -> list[str]:
        notes = self.commands / "calls"
        lines = notes.read_text().splitlines() if notes.exists() else []
        return [line for line in lines if line.startswith(f"{name} ")]

    def run(self, *arguments: str, script: str = "setup.sh") -> subprocess.CompletedProcess[str]:
        """Run the script with no input, the stand-ins before the system's commands, and no package index."""
        environment = {
            "PATH": f"{self.commands}:/usr/sbin:/usr/bin:/sbin:/bin",
            "HOME": str(self.checkout.parent),
            "LANG": "C.UTF-8",
            "MEEPLE_OS_RELEASE": str(self.os_release),
            "MEEPLE_MODEL_FILE": str(self.model_file),
            "PIP_NO_INDEX": "1",
            "PIP_CONFIG_FILE": os.devnull,
        }
        return subprocess.run(
            [str(self.checkout / script), *arguments],
            cwd="/",
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=240,
            check=False,
        )

    def tree(self) -> list[str]:
        return sorted(str(p.relative_to(self.checkout)) for p in self.checkout.rglob("*"))


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A Debian 12 PC on which every system package is installed, with a fresh checkout that pins nothing."""
    made = Machine(tmp_path / "check out", tmp_path / "bin", tmp_path / "os-release", tmp_path / "model")
    solver = made.checkout / "app/games/mutant_meeples"
    for folder in (made.checkout / ".ci", solver, made.commands):
        folder.mkdir(parents=True)
    for name in ("setup.sh", ".ci/run"):
        shutil.copy2(REPO / name, made.checkout / name)
    (made.checkout / "backend.py").write_text(BACKEND)
    (made.checkout / "pyproject.toml").write_text(PYPROJECT)
    (made.checkout / "app/__main__.py").write_text(APP)
    (solver / "solver.py").write_text(SOLVER)
    for lock in ("requirements.lock", "requirements-dev.lock", "requirements-picamera2.lock"):
        (made.checkout / lock).write_text("# nothing is pinned here\n")
    made.os_release.write_text(BOOKWORM)
    made.stand_in("dpkg", "echo amd64")
    made.stand_in("dpkg-query", "printf installed")
    made.stand_in("apt-cache", "exit 0")
    made.stand_in("apt-get", "exit 0")
    made.stand_in("sudo", '[[ $1 == -n ]] && shift; exec "$@"')
    return made


# --- what it refuses -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "command", [[], ["run"], ["test"], ["--dry-run"]], ids=["setup", "run", "test", "dry"]
)
@pytest.mark.parametrize("system", UNSUPPORTED)
def test_an_unsupported_system_is_refused_in_one_sentence_before_anything_changes(
    machine: Machine, system: str, command: list[str]
) -> None:
    machine.os_release.write_text(UNSUPPORTED[system])
    before = machine.tree()

    done = machine.run(*command)

    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert "needs Debian or Raspberry Pi OS, 12 or 13" in done.stderr
    assert machine.tree() == before
    assert machine.calls("apt-get") == machine.calls("sudo") == []


def test_a_missing_os_release_is_refused(machine: Machine) -> None:
    machine.os_release.unlink()
    done = machine.run()
    assert (done.returncode, done.stdout) == (2, "")
    assert "os-release is missing" in done.stderr


def test_a_32_bit_system_is_refused_although_its_release_is_right(machine: Machine) -> None:
    machine.os_release.write_text(RASPBIAN)
    machine.stand_in("dpkg", "echo armhf")
    done = machine.run()
    assert (done.returncode, done.stdout) == (2, "")
    assert "built for armhf; it needs a 64-bit one" in done.stderr
    assert machine.calls("apt-get") == []


@pytest.mark.parametrize("word", ["install", "--fast", "Run"])
def test_an_unknown_command_or_option_shows_the_usage_and_is_refused(machine: Machine, word: str) -> None:
    done = machine.run(word)
    assert done.returncode == 2
    assert "Usage: ./setup.sh" in done.stderr
    assert f"there is no command or option {word}." in done.stderr


@pytest.mark.parametrize("second", ["uninstall", "run"])
def test_two_commands_at_once_are_refused(machine: Machine, second: str) -> None:
    done = machine.run("test", second)
    assert done.returncode == 2
    assert f"one command at a time, but got test and {second}" in done.stderr


def test_help_names_every_command_and_both_variables_and_does_nothing_else(machine: Machine) -> None:
    done = machine.run("--help")
    assert done.returncode == 0
    words = ("run", "test", "uninstall", "--dry-run", "MEEPLE_OS_RELEASE", "MEEPLE_MODEL_FILE")
    assert [w for w in words if w not in done.stdout] == []
    assert machine.calls("dpkg-query") == []


# --- the dry run -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", [[], ["run"], ["test"], ["uninstall"]])
def test_a_dry_run_changes_nothing_and_says_the_same_twice(machine: Machine, command: list[str]) -> None:
    machine.stand_in("dpkg-query", "exit 1")
    before = machine.tree()

    first, second = machine.run("--dry-run", *command), machine.run("--dry-run", *command)

    assert (first.returncode, first.stderr) == (0, "")
    assert first.stdout == second.stdout
    assert "Would" in first.stdout
    assert machine.tree() == before
    assert machine.calls("apt-get") == machine.calls("sudo") == []


def test_a_dry_run_behind_run_is_refused_and_not_handed_to_the_app(machine: Machine) -> None:
    before = machine.tree()
    done = machine.run("run", "--dry-run")
    assert done.returncode == 2
    assert "--dry-run stands before run" in done.stderr
    assert machine.tree() == before


def test_an_environment_that_is_a_link_is_left_alone(machine: Machine, tmp_path: Path) -> None:
    """It may be another checkout's, and making it anew begins with emptying it."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "kept").touch()
    (machine.checkout / ".venv").symlink_to(elsewhere)
    done = machine.run()
    assert done.returncode == 2
    assert "is a link to" in done.stderr
    assert (elsewhere / "kept").exists()


def test_a_dry_run_names_only_the_packages_that_are_missing(machine: Machine) -> None:
    machine.stand_in("dpkg-query", "[[ $* == *libegl1* || $* == *xvfb* ]] || printf installed; exit 0")
    assert "Would install 1 system packages: libegl1\n" in machine.run("--dry-run").stdout
    assert "Would install 2 system packages: libegl1 xvfb\n" in machine.run("--dry-run", "test").stdout


@pytest.mark.parametrize(("release", "sound"), [(BOOKWORM, "libasound2 "), (TRIXIE, "libasound2t64 ")])
def test_each_release_gets_its_own_name_of_the_sound_library(
    machine: Machine, release: str, sound: str
) -> None:
    machine.os_release.write_text(release)
    machine.stand_in("dpkg-query", "exit 1")
    assert sound in machine.run("--dry-run").stdout


def test_a_raspberry_pi_gets_the_camera_and_the_pins_too(machine: Machine) -> None:
    machine.stand_in("dpkg-query", "exit 1")
    assert "python3-picamera2" not in machine.run("--dry-run").stdout
    machine.model_file.write_bytes(b"Raspberry Pi 5 Model B Rev 1.0\0")
    assert (
        "Would install 2 system packages: python3-lgpio python3-picamera2\n"
        in machine.run("--dry-run").stdout
    )


def test_a_pi_whose_system_offers_no_camera_package_is_set_up_without_it(machine: Machine) -> None:
    machine.model_file.write_bytes(b"Raspberry Pi 4 Model B Rev 1.4\0")
    machine.stand_in("dpkg-query", "[[ $* == *picamera2* ]] || printf installed; exit 0")
    machine.stand_in("apt-cache", "exit 100")
    done = machine.run("--dry-run")
    assert done.returncode == 0
    assert "python3-picamera2 is not offered here" in done.stdout


# --- when a step fails -----------------------------------------------------------------------------------


def test_a_failing_apt_is_named_with_its_own_words_and_what_to_try(machine: Machine) -> None:
    machine.stand_in("dpkg-query", "[[ $* == *libgl1* ]] || printf installed; exit 0")
    machine.stand_in(
        "apt-get", "[[ $* == *update* ]] || { echo 'E: Unable to fetch some archives'; exit 100; }"
    )

    done = machine.run()

    assert done.returncode == 1
    assert "E: Unable to fetch some archives" in done.stderr
    assert "this step failed: Installing 2 system packages (libgl1 libgl1-mesa-dri)" in done.stderr
    assert "try this: check the free disk space" in done.stderr
    assert not (machine.checkout / ".venv").exists()


def test_a_failing_list_update_stops_before_any_install(machine: Machine) -> None:
    machine.stand_in("dpkg-query", "exit 1")
    machine.stand_in("apt-get", "exit 100")
    done = machine.run()
    assert done.returncode == 1
    assert "this step failed: Fetching the list of system packages" in done.stderr
    assert [call for call in machine.calls("apt-get") if " install " in call] == []


def test_apt_is_not_asked_for_recommended_packages(machine: Machine) -> None:
    machine.stand_in("dpkg-query", "[[ $* == *libegl1* ]] || printf installed; exit 0")
    machine.stand_in("apt-get", '[[ $* == *update* ]] || { echo "$DEBIAN_FRONTEND"; exit 100; }')
    done = machine.run()
    assert "noninteractive" in done.stderr
    assert machine.calls("apt-get")[-1].endswith("install -y --no-install-recommends libegl1")


@pytest.mark.slow
def test_a_failing_pip_is_named_and_the_next_run_tries_again(machine: Machine) -> None:
    lock = machine.checkout / "requirements.lock"
    lock.write_text(f"no-such-package==1.0 \\\n    --hash=sha256:{'0' * 64}\n")

    for _ in range(2):
        done = machine.run()
        assert done.returncode == 1
        assert "No matching distribution found for no-such-package==1.0" in done.stderr
        assert "this step failed: Installing the Python packages of requirements.lock" in done.stderr
        assert "Ready." not in done.stdout

    assert "Making the virtual environment" not in done.stdout  # the second run keeps what the first one made


# --- a whole set-up --------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_set_up_is_complete_once_and_then_left_alone_until_a_pin_changes(machine: Machine) -> None:
    first = machine.run()
    assert (first.returncode, first.stderr) == (0, "")
    assert "the app was called with ['doctor']" in first.stdout
    entry = machine.checkout / ".venv/bin/meeple-marshal"
    assert "called with []" in subprocess.run([entry], capture_output=True, text=True, check=True).stdout
    settings = (machine.checkout / ".venv/pyvenv.cfg").read_text()
    assert "include-system-site-packages = true" in settings

    before = machine.tree()
    second = machine.run()
    assert (second.returncode, second.stderr) == (0, "")
    assert "Installing" not in second.stdout
    assert "The Python packages of requirements.lock are there." in second.stdout
    assert machine.tree() == before
    assert machine.calls("apt-get") == []

    solver = machine.checkout / "app/games/mutant_meeples/solver.py"
    assert solver.with_name("warmed").read_text() == "once\n"
    stale = solver.with_name("old.nbi")
    stale.touch()
    solver.write_text(SOLVER + "# changed\n")
    assert "Compiling the solver" in machine.run().stdout
    assert not stale.exists()
    assert solver.with_name("warmed").read_text() == "once\nonce\n"

    (machine.checkout / "requirements.lock").write_text("# a new pin\n")
    third = machine.run()
    assert "Installing the Python packages" in third.stdout
    assert "Making the virtual environment" not in third.stdout


@pytest.mark.slow
def test_run_hands_folder_arguments_and_exit_code_through(machine: Machine) -> None:
    done = machine.run("run", "solve", "fail", "--text")
    assert "the app was called with ['solve', 'fail', '--text'] in /\n" in done.stdout
    assert (done.returncode, done.stderr) == (7, "")


@pytest.mark.slow
def test_a_moved_checkout_gets_a_new_environment(machine: Machine) -> None:
    assert machine.run().returncode == 0
    moved = Machine(
        machine.checkout.with_name("moved"), machine.commands, machine.os_release, machine.model_file
    )
    machine.checkout.rename(moved.checkout)
    done = moved.run()
    assert done.returncode == 0
    assert "Making the virtual environment" in done.stdout
    script = (moved.checkout / ".venv/bin/meeple-marshal").read_text()
    assert str(moved.checkout) in script
    assert str(machine.checkout) not in script


@pytest.mark.slow
def test_an_environment_left_half_made_is_made_anew(machine: Machine) -> None:
    """As after a power cut: Python is there already, pip is not yet."""
    half = machine.checkout / ".venv"
    subprocess.run(
        ["/usr/bin/python3", "-m", "venv", "--system-site-packages", "--without-pip", half], check=True
    )
    done = machine.run()
    assert (done.returncode, done.stderr) == (0, "")
    assert "Making the virtual environment" in done.stdout


def test_uninstall_names_the_folder_that_the_app_keeps_its_games_in(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("STATE_DIRECTORY", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(machine.checkout.parent))
    assert f"stay in {default_state_dir()};" in machine.run("uninstall").stdout


def test_uninstall_removes_the_environment_and_keeps_the_games(machine: Machine) -> None:
    (machine.checkout / ".venv/bin").mkdir(parents=True)
    games = machine.checkout.parent / ".local/state/meeple-marshal/journal.db"
    games.parent.mkdir(parents=True)
    games.write_text("kept")

    for _ in range(2):
        done = machine.run("uninstall")
        assert (done.returncode, done.stderr) == (0, "")
        assert "Your games and settings stay" in done.stdout

    assert not (machine.checkout / ".venv").exists()
    assert games.read_text() == "kept"
    assert machine.calls("apt-get") == []


# --- the scripts themselves ------------------------------------------------------------------------------


def test_ci_runs_the_whole_check_from_the_root_of_the_checkout(machine: Machine) -> None:
    script = machine.checkout / "setup.sh"
    script.write_text('#!/bin/bash\necho "$PWD: $*"\nexit 3\n')
    done = machine.run(script=".ci/run")
    assert done.stdout == f"{machine.checkout}: test\n"
    assert done.returncode == 3


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="shellcheck is not installed")
def test_every_shell_script_is_clean_for_shellcheck() -> None:
    scripts = [REPO / "setup.sh", REPO / ".ci/run", *sorted((REPO / "systemd").glob("*.sh"))]
    done = subprocess.run(["shellcheck", *scripts], capture_output=True, text=True, check=False)
    assert done.stdout == ""
    assert done.returncode == 0
