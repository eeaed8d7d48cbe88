"""The power goes: a real process that plays is killed at random moments, and the next one goes on.

`python -m tests.store.test_kill` reads "SEED JOURNAL" lines; for each it forks a player, which resumes the
match of that journal (or begins one), plays random legal actions through a session and tells every action it
has seen accepted. The test kills the player with SIGKILL and looks at a copy of the journal with fresh eyes.
"""

from __future__ import annotations

import datetime
import os
import random
import select
import shutil
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import msgspec
import pytest

from app.games.mutant_meeples.match import MutantMeeples
from app.games.mutant_meeples.state import DrawCrime, Phase, PlayerSetup, Setup, State
from app.store.errors import JournalFailed, JournalUnreadable
from app.store.journal import Journal, open_journal
from app.table.autoplay import HandClock
from app.table.keeper import KEEP_CLOCKS_NS
from app.table.session import Session
from tests.games.test_match_properties import sampled
from tests.store.newest import newest_open

ROOT = Path(__file__).resolve().parents[2]
WALL = datetime.datetime(2030, 1, 1, 12, tzinfo=datetime.UTC)
GAME = MutantMeeples()
TICK_MS = 400
"""How far the player's clock goes on between two actions."""
PATIENCE_S = 60
KILLS, MATCHES = 50, 5


def new_session(journal: Journal, clock: HandClock, seed: int = 1) -> Session[State]:
    return Session(GAME, journal, clock_ns=clock, wall=lambda: WALL, rng=random.Random(seed))


# -- the player: a process of its own ----------------------------------------------------------------------


def tell(word: str, **facts: object) -> None:
    """One line on stdout, written at once, in one piece."""
    line = word.encode() + b" " + msgspec.json.encode(facts) + b"\n"
    os.write(1, line)


class Teller:
    """Tells each action the moment the session has accepted it: a timer may follow in the same look at the
    queue, and between two tellings at most one thing may stand on the card."""

    def __init__(self, session: Session[State]) -> None:
        self._session, self._told = session, len(session.actions())

    def __call__(self, events: object, accepted: bool) -> None:
        actions = self._session.actions()
        for action in actions[self._told :]:
            tell("did", action=action, left=self._session.left_ms())
        self._told = len(actions)


def play(path: Path, seed: int) -> None:
    """Resume or begin, then act until killed. An action is told once the session has accepted it."""
    rng, clock = random.Random(seed), HandClock()
    journal = Journal(path)
    session = new_session(journal, clock, seed)
    stored = newest_open(journal)
    if stored is None:
        seats = (PlayerSetup("Ann", style="buzz"), PlayerSetup("Ben"), PlayerSetup("Cat"))
        session.start(Setup(seats, board="meepville"))
        tell("first", state=session.state)
    else:
        session.resume(stored)
        session.go_on()
    session.listener = Teller(session)
    tell("ready", left=session.left_ms())
    while session.state is not None and session.state.phase is not Phase.FINISHED:
        act(session, clock, rng)


def act(session: Session[State], clock: HandClock, rng: random.Random) -> None:
    state = session.state
    assert state is not None
    if rng.random() < 0.06 and session.can_undo:
        session.undo()
        session.go_on()
        tell("undo", left=session.left_ms())
        return
    offers = [(seat, offer) for seat in range(len(state.players)) for offer in GAME.legal(state, seat)]
    if offers and rng.random() < 0.8:
        seat, offer = min(rng.choices(offers, k=4), key=lambda each: each[1].action != "give-up")
        session.act(DrawCrime() if offer.action == "draw" else sampled(state, seat, offer, rng))
    clock.advance_to(clock() + TICK_MS * 1_000_000)
    session.pump()
    tell("tick", left=session.left_ms())


def main() -> None:
    """Fork one player for each line of stdin, and tell when it has ended."""
    for line in sys.stdin:
        pid = os.fork()
        if pid == 0:
            try:
                seed, _, path = line.strip().partition(" ")
                play(Path(path), int(seed))
            except BaseException:  # noqa: BLE001 - the top of this process; the test sees a wrong end
                traceback.print_exc()
            finally:
                os._exit(0)
        tell("player", pid=pid)
        _, status = os.waitpid(pid, 0)
        tell("end", signal=os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0)


# -- the test: what was told, and what is on the card ------------------------------------------------------


class Witness:
    """Everything the players have told, as far as it counts."""

    def __init__(self) -> None:
        self.first: State | None = None
        self.actions: list[Any] = []
        self.left: dict[str, int] = {}

    def hear(self, word: str, facts: dict[str, Any]) -> None:
        if word == "first":
            self.first = msgspec.convert(facts["state"], State)
        elif word == "did":
            self.actions.append(msgspec.convert(facts["action"], GAME.action_type))
        elif word == "undo":
            self.actions.pop()
        self.left = facts.get("left", self.left)

    def state_after(self, actions: list[Any]) -> State:
        assert self.first is not None
        state = self.first
        for action in actions:
            state, _ = GAME.apply(state, action)
        return state


class Players:
    """The process that forks players."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "tests.store.test_kill"]
        self._process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._rest = b""
        self.pid = 0

    @property
    def _out(self) -> IO[bytes]:
        assert self._process.stdout is not None
        return self._process.stdout

    def send(self, seed: int, path: Path) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{seed} {path}\n".encode())
        self._process.stdin.flush()

    def lines(self, until: float) -> Iterator[tuple[str, dict[str, Any]]]:
        """What is told until the moment `until` (monotonic seconds)."""
        while True:
            while b"\n" in self._rest:
                line, self._rest = self._rest.split(b"\n", 1)
                word, _, facts = line.partition(b" ")
                yield word.decode(), msgspec.json.decode(facts)
            ready, _, _ = select.select([self._out], [], [], max(0.0, until - time.monotonic()))
            if not ready:
                return
            data = os.read(self._out.fileno(), 65536)
            if not data:
                raise AssertionError("the players' process has ended")
            self._rest += data

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        if self.pid:  # a failed test has left it playing
            os.kill(self.pid, signal.SIGKILL)
        self._process.wait(PATIENCE_S)
        self._out.close()


def kill_one(players: Players, path: Path, witness: Witness, rng: random.Random) -> None:
    """Let one player play for a random number of actions or a random while, then kill it."""
    players.send(rng.randrange(10**6), path)
    count = rng.choice([0, rng.randint(1, 12)])
    deadline, ended = time.monotonic() + PATIENCE_S, False
    for word, facts in players.lines(deadline):
        witness.hear(word, facts)
        if word == "player":
            players.pid = facts["pid"]
        if word == "end":
            assert facts["signal"] == signal.SIGKILL
            ended = True
            break
        if word == "did":
            count -= 1
        if count <= 0 and word in ("ready", "did") and players.pid:
            pause_until = time.monotonic() + rng.choice([0.0, rng.uniform(0, 0.02)])
            for late in players.lines(pause_until):
                witness.hear(*late)
            os.kill(players.pid, signal.SIGKILL)
            players.pid = 0
    assert ended, "the player was not killed in time"


def copied(path: Path, folder: Path) -> Path:
    """The files as they lie on the card, without the memory-mapped index that a power cut would not leave."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name in (path.name, path.name + "-wal"):
        if path.with_name(name).exists():
            shutil.copy(path.with_name(name), folder / name)
    return folder / path.name


def check_recovered(path: Path, witness: Witness) -> None:
    """Nothing told is lost; at most the one thing being done when the power went is there as well."""
    journal, notice = open_journal(path, WALL)
    try:
        assert notice is None
        stored = newest_open(journal)
        if stored is None:
            assert witness.first is None
            return
        session = new_session(journal, HandClock())
        session.resume(stored)
        if witness.first is None:  # killed between the first write and its telling
            witness.first = msgspec.json.decode(stored.state, type=State)
        found, told = session.actions(), witness.actions
        exact = found == told
        assert exact or found[:-1] == told or found == told[:-1]
        assert session.state == witness.state_after(found)
        check_clocks(session, witness, exact)
        witness.actions = found
    finally:
        journal.close()


def check_clocks(session: Session[State], witness: Witness, exact: bool) -> None:
    assert session.state is not None
    left, running = session.left_ms(), GAME.deadlines(session.state)
    assert set(left) == set(running)
    assert session.paused is bool(running)
    slack = KEEP_CLOCKS_NS // 1_000_000 + 2 * TICK_MS
    for name, ms in left.items():
        assert 0 <= ms <= running[name].seconds * 1000
        if exact and name in witness.left:
            assert abs(ms - witness.left[name]) <= slack


@pytest.fixture
def players() -> Iterator[Players]:
    made = Players()
    yield made
    made.close()


def killed(players: Players, folder: Path, kills: int, seed: int) -> int:
    """Play one match through that many kills; the number of actions that count in the end."""
    folder.mkdir()
    path, witness, rng = folder / "journal.db", Witness(), random.Random(seed)
    for number in range(kills):
        kill_one(players, path, witness, rng)
        check_recovered(copied(path, folder / f"copy-{number}"), witness)
    return len(witness.actions)


def test_a_killed_game_goes_on_where_it_was_fifty_times_over(tmp_path: Path, players: Players) -> None:
    played = [killed(players, tmp_path / str(m), KILLS // MATCHES, seed=m) for m in range(MATCHES)]
    assert sum(played) > 2 * KILLS


@pytest.mark.slow
def test_a_killed_game_goes_on_for_a_whole_evening(tmp_path: Path, players: Players) -> None:
    for match in range(4):
        killed(players, tmp_path / str(match), 60, seed=100 + match)


# -- the card itself: files cut and bytes turned -----------------------------------------------------------


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[tuple[Path, list[bytes]]]:
    """A journal still open in a process, its write-ahead log not yet folded in, and the actions it holds."""
    folder = tmp_path / "evening"
    folder.mkdir()
    journal, clock, rng = Journal(folder / "journal.db"), HandClock(), random.Random(7)
    session = new_session(journal, clock)
    session.start(Setup((PlayerSetup("Ann"), PlayerSetup("Ben"))))
    while len(session.actions()) < 60:
        state = session.state
        assert state is not None
        offers = [(seat, offer) for seat in range(2) for offer in GAME.legal(state, seat)]
        seat, offer = rng.choice(offers)
        session.act(sampled(state, seat, offer, rng))
    yield folder / "journal.db", [msgspec.json.encode(action) for action in session.actions()]
    journal.close()


def test_a_cut_log_opens_with_the_first_actions_and_nothing_else(
    evening: tuple[Path, list[bytes]], tmp_path: Path
) -> None:
    path, actions = evening
    rng, lengths = random.Random(3), set()
    for _ in range(60):
        copy = copied(path, tmp_path / "cut")
        wal = copy.with_name(copy.name + "-wal")
        size = rng.randrange(wal.stat().st_size + 1)
        with wal.open("r+b") as file:
            file.truncate(size)
        lengths.add(check_prefix(copy, actions))
    assert max(lengths) > 40
    assert len(lengths) > 10


def test_a_turned_byte_in_the_log_opens_with_the_actions_before_it(
    evening: tuple[Path, list[bytes]], tmp_path: Path
) -> None:
    path, actions = evening
    rng = random.Random(4)
    for _ in range(30):
        copy = copied(path, tmp_path / "turned")
        turn_a_byte(copy.with_name(copy.name + "-wal"), rng)
        check_prefix(copy, actions)


def check_prefix(path: Path, actions: list[bytes]) -> int:
    journal, notice = open_journal(path, WALL)
    assert notice is None
    stored = newest_open(journal)
    found = [] if stored is None else [entry.action for entry in stored.entries]
    journal.close()
    assert found == actions[: len(found)]
    return len(found)


def turn_a_byte(path: Path, rng: random.Random) -> None:
    data = bytearray(path.read_bytes())
    place = rng.randrange(len(data))
    data[place] ^= rng.randrange(1, 256)
    path.write_bytes(bytes(data))


@pytest.mark.parametrize("seeds", [range(12), pytest.param(range(12, 60), marks=pytest.mark.slow)], ids=str)
def test_turned_bytes_in_the_journal_never_stop_the_start(
    evening: tuple[Path, list[bytes]], tmp_path: Path, seeds: range
) -> None:
    """Whatever a worn card makes of it: the journal opens, is set aside, or its match is named unreadable."""
    path, _ = evening
    whole = copied(path, tmp_path / "whole")
    Journal(whole).close()  # folds the log into the file
    ends: set[str] = set()
    for seed in seeds:
        copy = copied(whole, tmp_path / "worn")
        rng = random.Random(seed)
        for _ in range(rng.choice([1, 1, 5])):
            turn_a_byte(copy, rng)
        ends.add(started(copy))
    assert {"set aside", "resumed"} <= ends


def started(path: Path) -> str:
    journal, notice = open_journal(path, WALL)
    try:
        if notice is not None:
            return "set aside" if notice.key == "notice.journal_damaged" else "in memory"
        stored = newest_open(journal)
        if stored is None:
            return "none"
        new_session(journal, HandClock()).resume(stored)
    except JournalFailed:
        return "failed"
    except JournalUnreadable:
        return "unreadable"
    finally:
        journal.close()
    return "resumed"


if __name__ == "__main__":
    main()
