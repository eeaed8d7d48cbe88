"""The parent's side of the window tests: start a virtual display, start a window on it, touch it, ask it.

Touches are real X events made by xdotool. A missing Xvfb or xdotool is a failed test, never a skipped one.
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from app.language.tongues import ENGLISH

ROOT = Path(__file__).resolve().parents[2]
SHOTS = ROOT / "out" / "screenshots"
PLAY = (sys.executable, "-X", "faulthandler", "-m", "tests.ui.play")
START_S = 240.0
"""Deadline for a window that has to compile the solver first, as the first one of all does."""
ANSWER_S = 60.0
"""Deadline for everything else, generous for a loaded Pi. Nothing waits for either to pass."""
PACE = 8.0
"""How much faster than ours the window's clock runs: most of a test's time would else be spent waiting for
delays and glides. A test that touches what moves takes it back to 1."""


def middle(widget: dict[str, Any]) -> tuple[float, float]:
    """Of its rectangle, in window pixels."""
    x, y, width, height = widget["box"]
    return x + width / 2, y + height / 2


def in_reading_order(widgets: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """From the top and the left."""
    return sorted(widgets, key=lambda w: (-round(w["box"][1] + w["box"][3]), w["box"][0]))


def on_panel(x: float, y: float, size: tuple[int, int], turned: int) -> tuple[float, float]:
    """Where a window of that size, turned counter-clockwise by so many degrees, shows the place (x, y)."""
    width, height = size
    places = {0: (x, y), 90: (width - y, x), 180: (width - x, height - y), 270: (y, height - x)}
    return places[turned]


class Display:
    """One Xvfb; `name` is what goes into DISPLAY."""

    def __init__(self) -> None:
        read, write = os.pipe()
        self._process = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", "1920x1280x24", "-nolisten", "tcp"],
            pass_fds=[write],
            stderr=subprocess.DEVNULL,
        )
        os.close(write)
        with os.fdopen(read) as pipe:  # Xvfb chooses a free number and writes it here once it is up
            number = pipe.readline().strip()
        if not number:
            raise RuntimeError("Xvfb did not start")
        self.name = f":{number}"

    def close(self) -> None:
        """End the display."""
        self._process.terminate()
        self._process.wait(timeout=ANSWER_S)


class Theatre:
    """One window in a process of its own; `play` puts a scene on it.

    One at a time on a display: nobody is there to give the keyboard back to a window that was covered.
    """

    def __init__(self, display: Display, size: tuple[int, int], state_dir: Path) -> None:
        self.size = size
        self.scene: str | None = None
        self.turned = 0
        """Degrees by which the window is turned now: touches go where its widgets are seen."""
        self._lifts = 0
        self._held = False
        self._environ = {k: v for k, v in os.environ.items() if not k.startswith(("KIVY", "WAYLAND"))}
        self._environ |= {"DISPLAY": display.name, "SDL_VIDEODRIVER": "x11", "LIBGL_ALWAYS_SOFTWARE": "1"}
        self._log = (state_dir / "window.log").open("w+")
        self._process = subprocess.Popen(
            [*PLAY, str(size[0]), str(size[1]), str(state_dir)],
            cwd=ROOT,
            env=self._environ,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
            bufsize=1,
        )
        try:
            assert self._line(START_S) == "ready"
            self._left, self._top = self.ask("report")["origin"]
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """End the window: it quits when nobody speaks to it any more."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            with contextlib.suppress(BrokenPipeError):
                self._process.stdin.close()
            self._process.wait(timeout=ANSWER_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        finally:
            self._process.stdout.close()
            self._log.close()

    @property
    def open(self) -> bool:
        """Whether the window is there."""
        return self._process.poll() is None

    def play(self, scene: str, folder: Path, language: str = ENGLISH) -> None:
        """Put a fresh scene in place of the last one; what it keeps is kept in `folder`."""
        self.scene, self.turned = scene, 0
        self.pace(PACE)
        self.ask("play", scene=scene, folder=str(folder), language=language)
        self.settle()

    def pace(self, times: float) -> None:
        """Let the window's clock run so many times as fast as ours, until the next scene."""
        self.ask("pace", times=times)

    def clear(self) -> None:
        """Take the scene away."""
        self.release()
        self.scene = None
        self.ask("clear")

    def release(self) -> None:
        """Lift the finger that a test which failed has left on the window."""
        if self._held:
            self.mouse("up")

    def ask(self, do: str, **params: Any) -> Any:
        """Send one command and wait for its answer."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"do": do, **params}) + "\n")
        self._process.stdin.flush()
        return self._line(ANSWER_S)

    def _line(self, deadline_s: float) -> Any:
        assert self._process.stdout is not None
        with selectors.DefaultSelector() as selector:
            selector.register(self._process.stdout, selectors.EVENT_READ)
            answered = selector.select(deadline_s)
        line = self._process.stdout.readline() if answered else ""
        if not line:
            if not answered:
                self._process.kill()  # an answer that comes late would be taken for the next one
            ended = self._process.wait(ANSWER_S)
            self._log.seek(0)
            fault = f"is gone ({ended})" if answered else f"did not answer in {deadline_s} s"
            raise AssertionError(f"the window {fault}:\n{self._log.read()[-4000:]}")
        return json.loads(line)

    def _xdotool(self, *words: str) -> str:
        done = subprocess.run(
            ["xdotool", *words],
            env=self._environ,
            capture_output=True,
            text=True,
            check=True,
            timeout=ANSWER_S,
        )
        return done.stdout

    def settle(self) -> None:
        """Wait until every touch has come, nothing is drawn or worked out any more, and new panels listen."""
        self.ask("rest", lifts=self._lifts)

    def listens(self) -> None:
        """Wait until a new panel or sheet takes touches, while other things may move."""
        self.until(lambda: not self.ask("deaf"), "touches to be taken")

    def until(self, condition: Callable[[], Any], what: str) -> Any:
        """Ask until `condition` holds; its value is returned."""
        end = time.monotonic() + ANSWER_S
        while time.monotonic() < end:
            value = condition()
            if value:
                return value
        raise AssertionError(f"waited in vain for {what}")

    def touch_at(self, x: float, y: float, times: int = 1) -> None:
        """A real press and release at window coordinates (y up, as Kivy counts); or some in a hurry."""
        self._lifts += times
        again = ("--repeat", str(times), "--delay", "20") if times > 1 else ("--delay", "0")
        self._xdotool("mousemove", *self._on_display(x, y), "click", *again, "1")

    def point_at(self, x: float, y: float) -> None:
        """Bring the finger there."""
        self._xdotool("mousemove", *self._on_display(x, y))

    def _on_display(self, x: float, y: float) -> tuple[str, str]:
        x, y = on_panel(x, y, self.size, self.turned)
        return str(round(self._left + x)), str(round(self._top + self.size[1] - y))

    def mouse(self, way: str) -> None:
        """Put the finger "down", or "up"."""
        self._held = way == "down"
        self._lifts += not self._held
        self._xdotool(f"mouse{way}", "1")

    def press(self, key: str) -> None:
        """A real key, down and up."""
        self._xdotool("key", key)

    @contextlib.contextmanager
    def keyboard(self, layout: str) -> Iterator[None]:
        """Keys lie as in that country for a while: xdotool finds only letters that have a key."""
        command = ["setxkbmap", "-layout"]
        subprocess.run([*command, layout], env=self._environ, check=True, timeout=ANSWER_S)
        try:
            yield
        finally:
            subprocess.run([*command, "us"], env=self._environ, check=True, timeout=ANSWER_S)

    def kill(self) -> None:
        """End the process as a power cut would."""
        self._process.kill()
        self._process.wait()

    def touch(self, text: str, number: int = 0, within: str = "") -> None:
        """A real touch on the (first) widget of that text that can be touched."""
        found = [w for w in self.widgets(within) if w["touch"] and w["text"] == text]
        assert len(found) > number, f"nothing to touch says {text!r}"
        self.touch_widget(found[number])

    def hold(self, text: str, within: str = "") -> None:
        """Put a real finger on what says so and has to be held, until it has done its work."""
        said = [w for w in self.widgets(within) if w["touch"] and w["text"] == text]
        found = [w for w in said if w["kind"].startswith("Hold")]
        assert found, f"nothing to hold says {text!r}"
        self.point_at(*middle(found[0]))
        self.mouse("down")
        self.until(lambda: found[0] not in self.widgets(within), f"{text!r} to be done")
        self.mouse("up")
        self.settle()

    def tap(self, *texts: str) -> None:
        """Touch what says these, one after the other, each when the window rests."""
        for text in texts:
            self.touch(text)
            self.settle()

    def touch_kind(self, kind: str, number: int = 0) -> None:
        """Touch the n-th widget of a kind that can be touched, in reading order."""
        self.touch_widget([w for w in self.of_kind(kind) if w["touch"]][number])

    def touch_tile(self, number: int) -> None:
        """Touch a Movement tile, whether it can be taken or not."""
        self.touch_widget(self.of_kind("MovementTile")[number - 1])

    def touch_widget(self, widget: dict[str, Any]) -> None:
        """Touch its middle."""
        self.touch_at(*middle(widget))

    def widgets(self, within: str = "") -> list[dict[str, Any]]:
        """All visible widgets of ours; or those that lie in one of this kind."""
        shown: list[dict[str, Any]] = self.ask("report")["widgets"]
        return [w for w in shown if not within or within in w["within"]]

    def of_kind(self, kind: str) -> list[dict[str, Any]]:
        """The widgets of one kind, in reading order."""
        return in_reading_order([w for w in self.widgets() if w["kind"] == kind])

    def sheet(self) -> list[dict[str, Any]]:
        """What lies on an open sheet; nothing when none is open."""
        return [w for w in self.widgets() if any(name.endswith("Sheet") for name in w["within"])]

    def texts(self, within: str = "") -> set[str]:
        """What can be read."""
        return {w["text"] for w in self.widgets(within)}

    def kinds(self) -> set[str]:
        """The kinds of widgets that are there."""
        return {w["kind"] for w in self.widgets()}

    def shows(self, text: str) -> bool:
        """Whether something says so."""
        return text in self.texts()

    def see(self, text: str) -> None:
        """Wait until something says so, and the window rests."""
        self.until(lambda: self.shows(text), repr(text))
        self.settle()

    def see_kind(self, kind: str, there: bool = True) -> None:
        """Wait until there is a widget of that kind, or none any more, and the window rests."""
        self.until(lambda: (kind in self.kinds()) is there, f"{kind} {'to come' if there else 'to go'}")
        self.settle()

    def at(self, moment: str) -> Theatre:
        """Lead the match of the scene into a moment."""
        self.ask("call", name=moment)
        self.settle()
        return self

    def shoot(self, name: str) -> Path:
        """Keep a picture of the window under out/screenshots; returns its path."""
        SHOTS.mkdir(parents=True, exist_ok=True)
        for old in SHOTS.glob(f"{name}*.png"):
            old.unlink()
        return self.keep(SHOTS / f"{name}.png")

    def keep(self, path: Path) -> Path:
        """Keep a picture of the window there; Kivy would put a number into its name."""
        Path(self.ask("shoot", path=str(path))).rename(path)
        return path


class Playhouse:
    """One window for many tests: each gets a fresh scene in it, and a fresh window only for another size."""

    def __init__(self, display: Display, new_folder: Callable[[str], Path]) -> None:
        self._display, self._new_folder = display, new_folder
        self._theatre: Theatre | None = None

    def show(self, scene: str, size: tuple[int, int], folder: Path, language: str = ENGLISH) -> Theatre:
        """A fresh scene; its files are in `folder`."""
        theatre = self.window(size)
        theatre.play(scene, folder, language)
        return theatre

    def keep(self, scene: str, size: tuple[int, int]) -> Theatre:
        """That scene as the last test left it; a fresh one when another stands there."""
        theatre = self.window(size)
        theatre.release()
        if theatre.scene != scene:
            theatre.play(scene, self._new_folder("kept"))
        return theatre

    def window(self, size: tuple[int, int]) -> Theatre:
        """The window of that size, with whatever stands on it."""
        if self._theatre is not None and not (self._theatre.open and self._theatre.size == size):
            self.close()
        if self._theatre is None:
            self._theatre = Theatre(self._display, size, self._new_folder("window"))
        return self._theatre

    def clear(self) -> None:
        """Take the scene away: nothing works on in a folder that is gone."""
        if self._theatre is not None and self._theatre.open:
            self._theatre.clear()

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._theatre is not None:
            self._theatre.close()
            self._theatre = None
