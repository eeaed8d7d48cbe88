"""A whole table on the twin: presses on pins and pods, what the camera sees, the clock of faults."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.commands.bench.desk import Desk
from app.commands.bench.soak import Evening, soak
from app.games.mutant_meeples.board import shipped_board
from app.games.mutant_meeples.match import MutantMeeples
from app.games.mutant_meeples.state import DrawCrime, PlayerSetup, Setup, State
from app.table.gear import Doors
from app.table.twin_camera import HEIGHT_PX, WIDTH_PX, draw, laid, scene_of
from app.table.twin_clock import TwinClock
from hardware.pins import PinBackend
from hardware.twin.script import Do, Step
from hardware.twin.twin import Twin

SECOND = 1_000_000_000
SETUP = Setup(tuple(PlayerSetup(name, style="buzz") for name in "ABCDEF"))
PATIENCE_S = 30.0


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(tmp_path, 1)
    yield desk
    desk.close()


def claimants(desk: Desk) -> list[int]:
    state = desk.table.session.state
    assert state is not None
    assert state.round is not None
    return [lane.player for lane in state.round.lanes]


def test_a_machine_has_its_own_doors() -> None:
    doors = Doors()
    assert (doors.backend, doors.dev) == (PinBackend.AUTO, Path("/dev"))


def test_buttons_on_pins_and_on_pods_claim_alike(desk: Desk) -> None:
    assert desk.run_until(lambda: desk.pods_here() == 2, PATIENCE_S) is not None
    desk.table.session.start(SETUP)
    desk.table.session.act(DrawCrime())
    for device in ("gpio:25", "pod:2:1", "gpio:17"):
        desk.twin.press(device)
    assert desk.run_until(lambda: len(claimants(desk)) == 3, PATIENCE_S) is not None
    assert sorted(claimants(desk)) == [0, 1, 5]


def test_the_simulated_table_is_laid_as_the_match_stands(desk: Desk) -> None:
    desk.table.session.start(SETUP)
    state = desk.table.session.state
    scene = scene_of(state)
    assert scene["meeples"] == state.cells()

    def shown() -> bool:
        return f'"{state.board.file.name}"' in desk.twin.scene_path.read_text("utf-8")

    assert desk.run_until(shown, PATIENCE_S) is not None


def opening() -> State:
    game = MutantMeeples()
    state = game.new(SETUP, random.Random(3))
    crime = game.chance(state, DrawCrime(), random.Random(3))
    return game.apply(state, crime)[0]


def test_the_scene_has_every_meeple_on_its_disc_and_the_token_on_the_target() -> None:
    state = opening()
    assert state.round is not None
    scene = laid(scene_of(state))
    assert scene.layout.name == shipped_board(SETUP.board).name
    assert {piece.colour: piece.cell for piece in scene.pieces} == state.cells()
    assert {colour: disc.cell for colour, disc in scene.discs.items()} == state.starts
    assert scene.token is not None
    assert scene.token.cell == state.round.target


def test_without_a_match_the_city_is_empty() -> None:
    scene = laid(scene_of(None))
    assert (scene.pieces, dict(scene.discs), scene.token) == ((), {}, None)


@pytest.mark.slow
def test_a_position_is_drawn_once() -> None:
    scene = scene_of(opening())
    first = draw(scene, 1)
    assert first.shape == (HEIGHT_PX, WIDTH_PX, 3)
    assert first.std() > 20
    assert draw(scene, 2) is first


def test_faults_happen_at_their_own_moments_however_far_the_clock_is_moved(tmp_path: Path) -> None:
    clock = TwinClock()
    twin = clock.twin = Twin(tmp_path, clock, rest_ns=clock.rest)
    began_ns = clock()
    twin.start([Step(3 * SECOND, Do.FULL_DISK, "disk", 500)], own_thread=False)
    clock.advance_to(began_ns + 2 * SECOND)
    assert not twin.disk.full
    clock.advance_to(began_ns + 3 * SECOND)
    assert twin.disk.full
    clock.rest(SECOND)
    assert not twin.disk.full
    assert clock() == began_ns + 4 * SECOND
    twin.close()


def test_ten_minutes_with_random_faults_lose_no_press_and_invent_none(tmp_path: Path) -> None:
    counted, before, after = soak(tmp_path, 5, 1 / 6)
    assert counted.pressed == counted.taken
    assert counted.pressed.total() > 100
    assert counted.claims > 10
    assert set(counted.deeds) >= {Do.PRESS, Do.BOUNCE, Do.CHATTER, Do.SPIKE, Do.SLOW_DISK, Do.FULL_DISK}
    assert (after.threads, after.files) == (before.threads, before.files)


@pytest.mark.slow
def test_two_hours_with_random_faults_leave_threads_files_and_memory_as_they_were(tmp_path: Path) -> None:
    counted, before, after = soak(tmp_path, 6, 2.0)
    assert counted.pressed == counted.taken
    assert (after.threads, after.files) == (before.threads, before.files)
    assert after.memory_mb - before.memory_mb < 6


def test_the_same_seed_gives_the_same_evening(tmp_path: Path) -> None:
    taken = []
    for name in "ab":
        folder = tmp_path / name
        folder.mkdir()
        evening = Evening(folder, 4)
        evening.play(120)
        evening.close()
        taken.append(evening.counted.taken)
    assert taken[0] == taken[1]
