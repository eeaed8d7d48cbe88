"""The fault table: each fault done to a live table on the twin, what is said, and how long until it is over.

Six people sit before a crime. A row's figure is the time from the end of the fault (or from the fault itself,
where it ends at once) until the device does what it should: a press is a claim, a picture comes, what was
played is on the card. Some faults must not be seen at all; then nothing may be said.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.commands.bench.desk import Desk
from app.commands.bench.measuring import Order, Row
from app.errors import as_message
from app.games.contract import say
from app.games.mutant_meeples.state import DrawCrime, PlayerSetup, Setup
from app.language import sentence
from hardware.errors import HardwareError
from hardware.sound.speaker import SoundState

PATIENCE_S = 30.0
QUIET_S = 0.4
"""Long enough for a second press of the same push to be told."""
NOTHING = "nothing"
ANN_PIN, BEN_PIN, CEM_PIN = "gpio:17", "gpio:27", "gpio:22"
ANN_POD, BEN_POD = "pod:1:1", "pod:2:1"
ANN, BEN, CEM = range(3)
PLAYERS = 6


class NotMended(Exception):
    """A device did not do what it should in time."""


@dataclass(frozen=True, slots=True)
class Told:
    """What came of a fault; `noticed_s` is None where nothing is said."""

    shown: str
    recovered_s: float
    noticed_s: float | None = None
    presses: int | None = None
    """How many presses the table took for the one, where that is the question."""


class Trial:
    """A desk with people at it, and what is done to it."""

    def __init__(self, desk: Desk) -> None:
        self.desk, self.twin, self.table = desk, desk.twin, desk.table
        self._presses = 0
        post = self.table.session.post

        def counted(event: Any) -> None:
            self._presses += 1
            post(event)

        self.table.session.post = counted  # type: ignore[method-assign]

    def fresh(self) -> None:
        """Another match, its first crime on the table."""
        session = self.table.session
        if session.state is not None:
            session.abandon()
        session.start(Setup(tuple(PlayerSetup(name, style="buzz") for name in "ABCDEF")))
        session.act(DrawCrime())
        self._presses = 0

    def until(self, done: Callable[[], bool]) -> float:
        """Seconds until that is so. Raises `NotMended`."""
        took_s = self.desk.run_until(done, PATIENCE_S)
        if took_s is None:
            raise NotMended
        return took_s

    def rest(self, seconds: float = QUIET_S) -> None:
        """Play on for a while."""
        self.desk.run_until(lambda: False, seconds)

    def says(self) -> tuple[str, float]:
        """The next sentence, and after how many seconds it came."""
        before = len(self.desk.said)
        took_s = self.until(lambda: len(self.desk.said) > before)
        return self.desk.said[before][1], took_s

    def claimed(self, seat: int) -> bool:
        """Whether that seat has claimed in this crime."""
        state = self.table.session.state
        assert state is not None
        assert state.round is not None
        return any(lane.player == seat for lane in state.round.lanes)

    def works(self, device: str, seat: int) -> float:
        """Seconds from the press of a button to its claim, in a match of its own."""
        self.fresh()
        self.twin.press(device)
        took_s = self.until(lambda: self.claimed(seat))
        self.rest()
        return took_s

    def shown_since(self, count: int) -> str:
        """What was said since `count` sentences had been."""
        return " / ".join(text for _, text in self.desk.said[count:]) or NOTHING

    @property
    def presses(self) -> int:
        """Presses the table has taken since the match began."""
        return self._presses


def one_press(fault: Callable[[Trial], None]) -> Callable[[Trial], Told]:
    """A push of Ann's button with a bad contact: one press, and nothing is said."""

    def run(trial: Trial) -> Told:
        trial.fresh()
        said = len(trial.desk.said)
        fault(trial)
        took_s = trial.until(lambda: trial.claimed(ANN))
        trial.rest()
        return Told(trial.shown_since(said), took_s, presses=trial.presses)

    return run


def spike(trial: Trial) -> Told:
    """No press; the next push is one."""
    trial.fresh()
    said = len(trial.desk.said)
    trial.twin.spike(ANN_PIN)
    trial.rest()
    presses = trial.presses
    return Told(trial.shown_since(said), trial.works(ANN_PIN, ANN), presses=presses)


def stuck(device: str, seat: int) -> Callable[[Trial], Told]:
    """Held for longer than 20 s: named, not listened to, and free again when it is let go."""

    def run(trial: Trial) -> Told:
        trial.fresh()
        trial.twin.stick(device)
        shown, noticed_s = trial.says()
        trial.twin.release(device)
        _, freed_s = trial.says()
        trial.works(device, seat)
        return Told(shown, freed_s, noticed_s)

    return run


def unplugged_while_pressed(trial: Trial) -> Told:
    """The claim of the finger that is down counts, once; after the plug it is back."""
    trial.fresh()
    trial.twin.press(ANN_POD, None)
    trial.until(lambda: trial.claimed(ANN))
    trial.twin.unplug("pod:1")
    shown, noticed_s = trial.says()
    presses = trial.presses
    trial.twin.release(ANN_POD)
    trial.twin.plug("pod:1")
    _, back_s = trial.says()
    trial.works(ANN_POD, ANN)
    return Told(shown, back_s, noticed_s, presses)


def silent(trial: Trial) -> Told:
    """A pod whose port is there and that says nothing."""
    trial.fresh()
    trial.twin.silence("pod:1")
    shown, noticed_s = trial.says()
    trial.twin.mend("pod:1")
    _, back_s = trial.says()
    trial.works(ANN_POD, ANN)
    return Told(shown, back_s, noticed_s)


def noise(fault: Callable[[Trial], None]) -> Callable[[Trial], Told]:
    """Bytes that mean nothing: a press right behind them is a claim."""

    def run(trial: Trial) -> Told:
        said = len(trial.desk.said)
        fault(trial)
        took_s = trial.works(ANN_POD, ANN)
        return Told(trial.shown_since(said), took_s, presses=trial.presses)

    return run


def swapped(trial: Trial) -> Told:
    """Two pods in each other's ports are still who they are."""
    said = len(trial.desk.said)
    one, other = (trial.twin.pod(name) for name in "12")
    for pod in (one, other):
        pod.unplug()
    trial.until(lambda: trial.desk.pods_here() == 0)
    one.link, other.link = other.link, one.link
    for pod in (one, other):
        pod.plug()
    back_s = trial.until(lambda: trial.desk.pods_here() == 2)
    trial.works(ANN_POD, ANN)
    trial.works(BEN_POD, BEN)
    return Told(trial.shown_since(said), back_s)


def picture(trial: Trial) -> tuple[str, float]:
    """Ask for a picture and wait; what people are told when none comes (else "nothing"), after seconds."""
    source = trial.table.camera.source
    assert source is not None
    source.request()
    shown: list[str] = []

    def came() -> bool:
        try:
            if source.poll() is not None:
                shown.append(NOTHING)
        except HardwareError as error:
            shown.append(sentence(as_message(error)))
        return bool(shown)

    took_s = trial.until(came)
    return shown[0], took_s


def camera(fault: Callable[[Trial], None]) -> Callable[[Trial], Told]:
    """No picture, and after the fault one again; each attempt has a second here."""

    def run(trial: Trial) -> Told:
        fault(trial)
        shown, noticed_s = picture(trial)
        trial.twin.mend("camera")
        again, back_s = picture(trial)
        if again != NOTHING:
            raise NotMended
        return Told(shown, back_s, noticed_s)

    return run


def in_use(trial: Trial) -> None:
    """Another program takes the camera while ours is closed."""
    assert trial.table.camera.source is not None
    trial.table.camera.source.restart()
    trial.twin.busy(ms=60_000)


def muted(trial: Trial) -> Told:
    """The loudspeaker is gone; flashes stand in. It is looked for again when a device is plugged in."""
    speaker = trial.table.gear.speaker
    assert speaker is not None
    trial.until(lambda: speaker.status().state is SoundState.PLAYING)
    trial.twin.mute()
    speaker.prepare()
    noticed_s = trial.until(lambda: speaker.status().state is SoundState.SILENT)
    shown = sentence(say("fault.no_sound", reason=speaker.status().fault))
    trial.twin.plug("sound")
    speaker.again()
    back_s = trial.until(lambda: speaker.status().state is SoundState.PLAYING)
    return Told(shown, back_s, noticed_s)


def slow_disk(trial: Trial) -> Told:
    """Every write takes 200 ms: claims are late by that, and none is lost."""
    said = len(trial.desk.said)
    trial.twin.slow_disk(ms=200)
    late_s = trial.works(CEM_PIN, CEM)
    trial.twin.mend("disk")
    return Told(trial.shown_since(said), late_s, presses=trial.presses)


def full_disk(trial: Trial) -> Told:
    """The game goes on and says so; afterwards everything is written that could not be."""
    trial.fresh()
    trial.twin.full_disk()
    trial.twin.press(CEM_PIN)
    shown, noticed_s = trial.says()
    trial.until(lambda: trial.claimed(CEM))
    trial.twin.mend("disk")
    session, journal = trial.table.session, trial.table.journal

    def kept() -> bool:
        stored = journal.match(journal.open_ids(session.game.name)[0])
        return stored is not None and len(stored.entries) == len(session.actions())

    return Told(shown, trial.until(kept), noticed_s, trial.presses)


FAULTS: dict[str, Callable[[Trial], Told]] = {
    "contact bounces for 20 ms": one_press(lambda trial: trial.twin.bounce(ANN_PIN, 20)),
    "contact chatters for 200 ms": one_press(lambda trial: trial.twin.chatter(ANN_PIN, 200)),
    "pod's contact bounces for 20 ms": one_press(lambda trial: trial.twin.bounce(ANN_POD, 20)),
    "spike on a wire": spike,
    "button at a pin stuck": stuck(BEN_PIN, BEN),
    "button of a pod stuck": stuck(BEN_POD, BEN),
    "pod unplugged while pressed": unplugged_while_pressed,
    "pod silent": silent,
    "garbage and half a line from a pod": noise(lambda trial: trial.twin.garbage("pod:1")),
    "a megabyte without an end of line": noise(lambda trial: trial.twin.pod("1").say(b"x" * 1_000_000)),
    "pod restarts": noise(lambda trial: trial.twin.reset("pod:1")),
    "two pods swapped": swapped,
    "camera frozen": camera(lambda trial: trial.twin.freeze(ms=60_000)),
    "camera in use by another program": camera(in_use),
    "camera unplugged": camera(lambda trial: trial.twin.unplug("camera")),
    "loudspeaker unplugged": muted,
    "card slow": slow_disk,
    "card full": full_disk,
}


def try_out(names: Iterable[str], folder: Path, seed: int) -> Iterator[tuple[str, Told | None]]:
    """Each fault and what came of it, None: it did not recover. One table for all of them."""
    desk = Desk(folder, seed)
    try:
        trial = Trial(desk)
        trial.until(lambda: desk.pods_here() == 2)
        for name in names:
            try:
                told: Told | None = FAULTS[name](trial)
            except NotMended:
                told = None
            yield name, told
    finally:
        desk.close()


def measure(order: Order) -> Iterator[Row]:
    """A row for each fault; its figure is infinite where it did not recover."""
    with tempfile.TemporaryDirectory() as folder:
        for name, told in order.watched(try_out(list(FAULTS), Path(folder), order.seed), "faults"):
            if told is None:
                yield Row(f"fault: {name}", [float("inf")], details={"shown": "it did not recover"})
                continue
            details: dict[str, Any] = {"shown": told.shown}
            if told.noticed_s is not None:
                details["said_after_ms"] = round(told.noticed_s * 1000)
            if told.presses is not None:
                details["presses_taken"] = told.presses
            yield Row(f"fault: {name}", [told.recovered_s * 1000], details=details)
