"""Hasty fingers and two at once: a double tap, a late lift, two pages. Each means one thing or none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from app.ui.words import word
from tests.ui.conftest import OpenTable, OpenWindow
from tests.ui.history_evenings import evenings
from tests.ui.theatre import Theatre, middle

pytestmark = pytest.mark.ui

Step = tuple[str, int, Any]


def tap(where: Any) -> list[Step]:
    return [("down", 1, where), ("up", 1, "")]


def fingers(window: Theatre, *frames: list[Step]) -> None:
    """What the fingers do, frame by frame; see `tests.ui.fingers`."""
    window.ask("fingers", frames=frames)


def count_of(window: Theatre, kind: str) -> int:
    return sum(w["kind"] == kind for w in window.widgets())


def led(open_window: OpenWindow, folder: Path, place: str, *touches: str) -> Theatre:
    """A scene (or "match, moment"), and what is touched in it first."""
    scene, _, moment = place.partition(", ")
    if scene == "history":
        evenings(folder / "journal.db")
    window = open_window(scene)
    if moment:
        window.ask("call", name=moment)
    for text in touches:
        there(window, text)
        window.touch(text)
    return window


def there(window: Theatre, text: str) -> None:
    """Wait until that can be touched."""
    window.until(lambda: any(w["touch"] and w["text"] == text for w in window.widgets()), text)
    window.settle()


HELD: list[list[Step]] = [[]] * 40
"""Frames in which a finger stays where it is: longer than any hold."""
ERASE, LEAVE = word("files.erase_yes"), word("match.leave")
SET_UP = ["Mutant Meeples", word("room.setup")]
BEGUN = [*SET_UP, word("setup.start"), "more", LEAVE, LEAVE, SET_UP[0], word("room.anew")]
"""At set-up, while a match waits."""
QUESTIONS = [
    ("home", [], word("home.quit"), word("home.quit_yes")),
    ("house", BEGUN, word("setup.start"), word("setup.anew_yes")),
    ("match, think", ["more"], LEAVE, LEAVE),
    ("match, think", ["more"], word("match.end"), word("match.end")),
    ("match, show all", [], word("show.give_up"), word("show.give_up")),
    ("match, show exactly", [], word("show.done"), word("show.done_yes")),
    ("match, plan enter", [], word("show.give_up"), word("show.give_up")),
    ("match, plan call out", [], "Call Ben out", "Ben is out"),
    ("history", ["more"], word("files.erase_all"), ERASE),
    ("history", [word("history.players")], word("figures.erase"), ERASE),
    ("history", ["Ben, Cleo"], word("history.erase"), ERASE),
    ("puzzles", ["Meeptropolis"], word("puzzles.hint"), word("puzzles.cost_hint_yes")),
    ("puzzles", ["Meeptropolis"], word("puzzles.show"), word("puzzles.cost_show_yes")),
    ("full workshop", ["Meepville corrected"], word("workshop.delete"), word("workshop.delete_yes")),
]
"""Every question there is on a screen: where it is asked, what leads there, what opens it, and its "yes"."""


@pytest.mark.parametrize(("place", "way", "opener", "yes"), QUESTIONS, ids=lambda value: str(value))
def test_the_second_tap_of_a_double_tap_answers_no_question(
    open_window: OpenWindow, tmp_path: Path, place: str, way: list[str], opener: str, yes: str
) -> None:
    """It may open right under the finger. A moment later a finger that stays for a while answers it."""
    window = led(open_window, tmp_path, place, *way)
    there(window, opener)
    fingers(window, tap(opener), [], tap(f"ConfirmSheet: {yes}"))
    assert count_of(window, "ConfirmSheet") == 1
    window.settle()
    fingers(window, [("down", 1, f"ConfirmSheet: {yes}")], *HELD, [("up", 1, "")])
    assert count_of(window, "ConfirmSheet") == 0


@pytest.mark.parametrize(
    ("moment", "held"),
    [
        ("think claimed", ["pause", "Ben", "MovementTile", "middle of KC", "more"]),
        ("lanes two", ["plus", "Take"]),
        ("show some", ["middle of AI", word("show.done"), word("show.give_up")]),
    ],
)
def test_fingers_lifted_after_the_match_was_left_mean_nothing(
    open_table: OpenTable, moment: str, held: list[str]
) -> None:
    """They rest on the table while another one leaves it."""
    window = open_table("match")
    window.ask("call", name=moment)
    window.settle()
    fingers(window, [("down", n, place_of(window, what)) for n, what in enumerate(held)])
    window.touch("more")
    for _ in range(2):
        there(window, LEAVE)
        window.touch(LEAVE)
    window.until(lambda: window.ask("heard")[-1:] == [["left"]], "the way out")
    fingers(window, [("up", n, "") for n in range(len(held))], [], [])
    assert window.ask("heard")[-1] == ["left"]
    assert not any(w["kind"].endswith("Sheet") for w in window.widgets())


def place_of(window: Theatre, what: str) -> Any:
    """What has no words is found on the map or by its kind."""
    if what.startswith("middle"):
        return window.ask("call", name=what)
    return next((middle(w) for w in window.widgets() if w["touch"] and w["kind"] == what), what)


def test_fingers_lifted_after_a_puzzle_was_left_mean_nothing(open_window: OpenWindow, tmp_path: Path) -> None:
    """One on the arrow back, the others on the map and the buttons; and no question stays behind."""
    window = led(open_window, tmp_path, "puzzles", "Meeptropolis")
    there(window, word("puzzles.hint"))
    held = [window.ask("call", name="cell KC"), word("puzzles.hint"), word("puzzles.show")]
    down = [("down", n, what) for n, what in enumerate(held)]
    fingers(window, [*down, ("down", 9, "west"), ("up", 9, "")], [("up", n, "") for n in range(len(held))])
    window.until(lambda: count_of(window, "PlayPage") == 0, "the room of the puzzles")
    assert count_of(window, "ConfirmSheet") == 0


def test_a_question_goes_with_the_puzzle_it_is_about(open_window: OpenWindow, tmp_path: Path) -> None:
    """It was opened while a finger rested on the arrow back."""
    window = led(open_window, tmp_path, "puzzles", "Meeptropolis")
    there(window, word("puzzles.hint"))
    fingers(window, [("down", 9, "west"), *tap(word("puzzles.hint"))])
    assert count_of(window, "ConfirmSheet") == 1
    fingers(window, [("up", 9, "")])
    window.until(lambda: count_of(window, "PlayPage") == 0, "the room of the puzzles")
    assert count_of(window, "ConfirmSheet") == 0


TWO_PAGES = [
    ("full table", [], ["Maximilian", "Player 2"], ["SeatSheet"]),
    ("full table", [], ["Maximilian"] * 2, ["SeatSheet"]),
    ("full table", [], [word("setup.variants"), word("setup.rules")], ["RulesSheet"]),
    ("full table", ["Maximilian"], ["SeatSheet: Maximilian"] * 2, ["LetterPad", "SeatSheet"]),
    (
        "full table",
        [word("setup.variants")],
        [word("variants.building")] * 2,
        ["TilesSheet", "VariantsSheet"],
    ),
    ("home", [], [word("home.quit")] * 2, ["ConfirmSheet"]),
    ("house", BEGUN, [word("setup.start")] * 2, ["ConfirmSheet"]),
]


@pytest.mark.parametrize(("scene", "way", "touched", "left"), TWO_PAGES, ids=lambda value: str(value)[:20])
def test_two_fingers_open_one_page(
    open_window: OpenWindow, tmp_path: Path, scene: str, way: list[str], touched: list[str], left: list[str]
) -> None:
    """Else one of them would lie unseen below the other."""
    window = led(open_window, tmp_path, scene, *way)
    there(window, touched[0].rpartition(": ")[2])
    fingers(window, [("down", n, text) for n, text in enumerate(touched)], [("up", 0, ""), ("up", 1, "")])
    window.settle()
    kinds = [w["kind"] for w in window.widgets()]
    assert [kind for kind in kinds if kind.endswith("Sheet") or kind == "LetterPad"] == left


def test_two_fingers_copy_a_city_once_and_open_one_page(open_window: OpenWindow, tmp_path: Path) -> None:
    window = led(open_window, tmp_path, "workshop")
    copy = word("workshop.copy")
    fingers(window, [("down", 1, copy), ("down", 2, copy)], [("up", 1, ""), ("up", 2, "")])
    window.settle()
    assert count_of(window, "EditorSheet") == 1
    assert len(window.ask("call", name="kept")) == 1
