"""Every fault of the fault table, done to a live table on the twin: what is said, and that it works again."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.commands.bench.desk import Desk
from app.commands.bench.faults import FAULTS, Told, try_out

NOT_SEEN = {
    "contact bounces for 20 ms": 1,
    "contact chatters for 200 ms": 1,
    "pod's contact bounces for 20 ms": 1,
    "spike on a wire": 0,
    "garbage and half a line from a pod": 1,
    "a megabyte without an end of line": 1,
    "card slow": 1,
}
"""Faults of which nothing may be said, and the presses that the table takes for one push."""
SAID = {
    "pod unplugged while pressed": "Button pod 1 does not answer (unplugged): plug its cable in again",
    "pod silent": "Button pod 1 does not answer (does not answer any more): plug its cable in again",
    "pod restarts": "Button pod 1 has started anew",
    "two pods swapped": "Button pod 1 is back",
    "camera frozen": "The camera did not answer: tap the moves instead, or try again",
    "camera in use by another program": "Another program has the camera: end it, then try again",
    "camera unplugged": "The camera is not there",
    "loudspeaker unplugged": "No sound: the loudspeaker is gone",
    "card full": "This game is not being saved now (database or disk is full)",
}
STUCK = {
    "button at a pin stuck": "B's button is pressed all the time: let go of it or look at its wires",
    "button of a pod stuck": "B's button is pressed all the time: let go of it or look at its wires",
}


@pytest.fixture(scope="module", autouse=True)
def _spawn_without_pytest() -> Iterator[None]:
    """A spawned process imports the main module again; importing pytest would be half of its start here."""
    with pytest.MonkeyPatch.context() as patch:
        main = sys.modules["__main__"]
        patch.setattr(main, "__spec__", None, raising=False)
        patch.delattr(main, "__file__", raising=False)
        yield


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Told | None]:
    return dict(try_out([*NOT_SEEN, *SAID], tmp_path_factory.mktemp("faults"), 1))


def test_the_table_of_faults_is_whole() -> None:
    assert {*NOT_SEEN, *SAID, *STUCK} == set(FAULTS)


@pytest.mark.parametrize("name", NOT_SEEN)
def test_nothing_is_said_of_a_fault_that_the_table_swallows(name: str, told: dict[str, Told | None]) -> None:
    found = told[name]
    assert found is not None, "it did not recover"
    assert (found.shown, found.presses) == ("nothing", NOT_SEEN[name])


@pytest.mark.parametrize("name", SAID)
def test_a_fault_is_said_in_a_sentence_and_the_device_works_again(
    name: str, told: dict[str, Told | None]
) -> None:
    found = told[name]
    assert found is not None, "it did not recover"
    assert SAID[name] in found.shown


def test_a_claim_counts_once_though_the_pod_is_pulled_out_while_the_finger_is_down(
    told: dict[str, Told | None],
) -> None:
    found = told["pod unplugged while pressed"]
    assert found is not None
    assert found.presses == 1


def test_on_a_full_card_the_game_goes_on_and_is_written_afterwards(told: dict[str, Told | None]) -> None:
    found = told["card full"]
    assert found is not None
    assert found.presses == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", STUCK)
def test_a_stuck_button_is_named_and_free_again_when_it_is_let_go(name: str, tmp_path: Path) -> None:
    [(_, found)] = try_out([name], tmp_path, 1)
    assert found is not None
    assert found.shown == STUCK[name]


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(tmp_path, 1)
    yield desk
    desk.close()


def test_presses_wait_for_each_other_only_while_a_pod_is_there(desk: Desk) -> None:
    session = desk.table.session
    assert desk.run_until(lambda: desk.pods_here() == 2 and session.settle_ns > 0, 20.0) is not None
    for name in "12":
        desk.twin.unplug(f"pod:{name}")
    assert desk.run_until(lambda: session.settle_ns == 0, 20.0) is not None
