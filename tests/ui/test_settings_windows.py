"""The settings, the lock and the resting screen, in real windows with real fingers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from app.games.mutant_meeples.roster import colours, meeple
from app.language.tongues import LANGUAGES
from app.ui.words import word
from tests.ui.conftest import OpenWindow
from tests.ui.layout import SIZES, faults_of, sized
from tests.ui.theatre import Theatre, middle

pytestmark = pytest.mark.ui

MARK = "¦"
"""Begins every text of another language here; see `tests.ui.settings_scene`."""
HEROES = {meeple(colour).short for colour in colours()}
OUR_NAMES = {"Meeptropolis", "Meepville", "Player 1", "Player 2", *LANGUAGES.values(), *HEROES}
"""Said alike in every language."""


def asked(window: Theatre, name: str, *at: Any) -> Any:
    return window.ask("call", name=name, **({"at": at[0]} if at else {}))


def to_the_match(window: Theatre) -> None:
    window.tap("Mutant Meeples", word("room.setup"), word("setup.start"))


def to_the_claim(window: Theatre) -> None:
    """Two have a way: one has claimed and the sand runs, the other has markers down and a tile in hand."""
    to_the_match(window)
    window.tap(word("match.turn_tiles"))
    window.tap("Player 1", "Ozzy")
    window.touch_kind("MovementTile", 0) if "MovementTile" in window.kinds() else window.tap("Take 1")
    window.settle()
    window.tap("Player 2", "Skewt", "Edge")
    bar = [w for w in window.widgets("TakeBar") if w["text"] == "plus" and w["touch"]]
    window.touch_widget(bar[0])
    window.settle()


def in_english(window: Theatre) -> set[str]:
    """What is still said in English."""
    texts = {w["text"] for w in window.widgets() if w["kind"] == "Words"}
    return {t for t in texts if len(t) > 1 and any(c.isalpha() for c in t) and MARK not in t} - OUR_NAMES


# -- the screen ---------------------------------------------------------------------------------------


def test_the_settings_lead_back_to_where_one_came_from(open_window: OpenWindow) -> None:
    window = open_window("settings")
    window.tap(word("settings.title"))
    assert asked(window, "screen") == "settings"
    window.tap("west")
    assert asked(window, "screen") == "home"
    to_the_match(window)
    before = window.texts()
    window.tap("more", word("settings.title"), "west")
    assert asked(window, "screen") == "match"
    assert window.texts() == before


def test_every_choice_is_kept_and_followed_at_once(open_window: OpenWindow, playhouse: Any) -> None:
    window = open_window("settings")
    window.tap(word("settings.title"))
    window.tap(word("settings.still"), word("settings.large"), word("settings.sleep_never"), "Italiano")
    assert asked(window, "look")[2:] == [True, 1.2]
    kept = {"language": "it", "turn": 0, "sleep_min": 0, "still": True, "large": True}
    assert asked(window, "choice") == kept
    window = open_window("settings")
    assert asked(window, "choice") == kept, "after the next start"
    assert asked(window, "look")[2:] == [True, 1.2]
    assert window.shows(MARK + word("settings.title"))


def test_the_sheet_of_the_sounds_opens_over_the_settings(open_window: OpenWindow) -> None:
    window = open_window("settings")
    window.tap(word("settings.title"), word("sound.title"), word("sound.back"))
    assert window.sheet() == []
    assert asked(window, "screen") == "settings"


# -- language -----------------------------------------------------------------------------------------


def test_every_screen_follows_the_language(open_window: OpenWindow) -> None:
    """Each has been on the screen in English before."""
    window = open_window("settings")
    screens = [name for name in asked(window, "screens") if name != "match"]
    for name in screens:
        asked(window, "go", name)
        window.settle()
    asked(window, "go", "home")
    asked(window, "say", "notice.solver_slow")
    window.tap(word("settings.title"), "Deutsch")
    left = {}
    for name in screens:
        asked(window, "go", name)
        window.settle()
        left[name] = in_english(window)
    assert left == {name: set() for name in screens}
    asked(window, "go", "settings")
    window.tap("English")
    for name in screens:
        asked(window, "go", name)
        window.settle()
        assert not any(MARK in text for text in window.texts()), name


def test_the_language_changes_in_the_middle_of_a_claim_and_nothing_is_lost(open_window: OpenWindow) -> None:
    """Markers, the tile in hand and the sand are as they were; the clock waits while nobody sees it."""
    window = open_window("settings")
    to_the_claim(window)
    take = next(w["text"] for w in window.widgets("TakeBar") if w["text"].startswith("Take"))
    state, left = asked(window, "state"), asked(window, "left")
    window.tap("more", word("settings.title"))
    assert asked(window, "paused")
    waits = asked(window, "left")
    window.tap("Français", "Español")
    assert asked(window, "left") == waits
    window.tap("west")
    assert not asked(window, "paused"), "the sand runs on"
    assert asked(window, "state") == state
    assert all(0 < asked(window, "left")[name] <= left[name] for name in left)
    assert in_english(window) == set()
    assert "PlanView" in window.kinds()
    window.tap(MARK + take)
    holdings = asked(window, "state")["round"]["holdings"]
    assert [held["tile"] for held in holdings if held["player"] == 1] == [int(take.split()[-1])]


# -- turning ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turned", [90, 180, 270])
def test_touches_follow_the_turned_screen(open_window: OpenWindow, turned: int) -> None:
    window = open_window("settings")
    window.tap(word("settings.title"))
    window.touch(f"{turned}°")
    window.turned = turned
    window.settle()
    across = turned in (90, 270)
    size = (480, 800) if across else (800, 480)
    assert asked(window, "rotation") == turned
    assert tuple(window.ask("report")["size"]) == size
    assert faults_of(window.widgets(), size) == []
    window.tap("west")
    to_the_match(window)
    assert faults_of(window.widgets(), size) == []
    window.shoot(f"settings-turned-{turned}")
    window.tap("more", word("settings.title"))
    window.touch("0°")
    window.turned = 0
    window.settle()
    assert tuple(window.ask("report")["size"]) == (800, 480)
    window.tap("west")
    assert asked(window, "screen") == "match"


def test_a_turn_on_the_command_line_holds_for_one_start(open_window: OpenWindow) -> None:
    window = open_window("settings turned")
    window.turned = 270
    window.tap(word("settings.title"), word("settings.still"), "west")
    assert asked(window, "rotation") == 270
    assert asked(window, "choice")["turn"] == 0
    assert asked(open_window("settings"), "rotation") == 0


# -- the lock -----------------------------------------------------------------------------------------


def test_a_locked_screen_takes_no_touch_and_the_buttons_go_on(open_window: OpenWindow) -> None:
    window = open_window("settings")
    to_the_match(window)
    window.tap(word("match.turn_tiles"))
    window.tap("more", word("lock.lock"))
    assert window.shows(word("lock.locked"))
    before = asked(window, "state")
    for widget in [w for w in window.widgets() if w["touch"] and w["kind"] != "HoldRing"]:
        window.touch_widget(widget)
    window.settle()
    assert asked(window, "state") == before
    assert window.sheet() == []
    window.press("1")
    window.until(lambda: "PlanView" in window.kinds(), "what the button means")
    assert "LockCover" in window.kinds()


def test_the_lock_opens_when_the_ring_is_held_and_not_when_it_is_tapped(open_window: OpenWindow) -> None:
    window = open_window("settings")
    to_the_match(window)
    window.tap("more", word("lock.lock"))
    ring = window.of_kind("HoldRing")[0]
    window.touch_at(*middle(ring), times=5)
    window.settle()
    assert "LockCover" in window.kinds()
    window.point_at(*middle(ring))
    window.mouse("down")
    window.point_at(100, 400)
    window.ask("draws_in", ticks=100)
    assert "LockCover" in window.kinds(), "the finger has slid off"
    window.mouse("up")
    window.hold(word("lock.locked"))
    assert "LockCover" not in window.kinds()
    window.tap(word("match.turn_tiles"))
    assert asked(window, "state")["round"] is not None


# -- the rest -----------------------------------------------------------------------------------------


def test_the_touch_that_wakes_the_screen_does_nothing_else(open_window: OpenWindow) -> None:
    window = open_window("settings")
    asked(window, "wait", 16)
    window.until(lambda: asked(window, "dark"), "the dark")
    window.shoot("settings-resting-800x480")
    window.touch("Mutant Meeples")
    window.until(lambda: not asked(window, "dark"), "the light")
    window.settle()
    assert asked(window, "screen") == "home"
    window.tap("Mutant Meeples")
    assert asked(window, "screen") == "room"


def test_the_screen_rests_over_an_open_sheet_and_draws_nothing(open_window: OpenWindow) -> None:
    window = open_window("settings")
    window.tap(word("home.quit"))
    asked(window, "wait", 16)
    window.until(lambda: asked(window, "dark"), "the dark")
    window.settle()
    assert window.ask("draws_in", ticks=30) == 0
    window.touch(word("home.quit_no"))
    window.until(lambda: not asked(window, "dark"), "the light")
    window.settle()
    assert window.sheet() != []


def test_a_press_wakes_the_screen_and_counts(open_window: OpenWindow) -> None:
    window = open_window("settings")
    to_the_match(window)
    window.tap(word("match.turn_tiles"))
    texts = window.texts()
    asked(window, "wait", 16)
    window.until(lambda: asked(window, "dark"), "the dark")
    window.press("1")
    window.until(lambda: not asked(window, "dark"), "the light")
    window.until(lambda: window.texts() != texts, "what the press means")


def test_the_screen_stays_lit_while_the_sand_runs(open_window: OpenWindow) -> None:
    window = open_window("settings")
    to_the_claim(window)
    assert asked(window, "left")
    asked(window, "wait", 16)
    window.ask("draws_in", ticks=60)
    assert not asked(window, "dark")


# -- one touch, one action ----------------------------------------------------------------------------


def test_a_swipe_across_two_buttons_presses_neither(open_window: OpenWindow) -> None:
    window = open_window("settings")
    window.tap(word("settings.title"))
    first, second = (w for w in window.of_kind("MarshalButton") if w["text"] in ("90°", "180°"))
    window.point_at(*middle(first))
    window.mouse("down")
    window.point_at(*middle(second))
    window.mouse("up")
    window.settle()
    assert asked(window, "rotation") == 0


def test_a_finger_held_for_a_minute_is_one_touch(open_window: OpenWindow) -> None:
    window = open_window("settings")
    window.tap(word("settings.title"))
    frames: list[list[Any]] = [[("down", 1, "Español")], *[[] for _ in range(1800)], [("up", 1, "")]]
    window.ask("fingers", frames=frames)
    window.settle()
    assert asked(window, "choice")["language"] == "es"


def test_five_fingers_at_once_choose_one_value(open_window: OpenWindow) -> None:
    """And where another language builds the screen anew, the fingers that lay on the old one mean nothing."""
    window = open_window("settings")
    window.tap(word("settings.title"))
    names = list(LANGUAGES.values())[1:]
    downs = [("down", number, name) for number, name in enumerate([*names, "west"])]
    ups = [("up", number, "") for number in range(5)]
    window.ask("fingers", frames=[downs, ups])
    window.settle()
    assert asked(window, "choice")["language"] == "de"
    assert asked(window, "screen") == "settings"


def test_the_wheel_of_a_mouse_is_no_touch(open_window: OpenWindow) -> None:
    window = open_window("settings")
    window.tap(word("settings.title"), word("sound.title"))
    window.point_at(10, 10)
    window._xdotool("click", "4", "click", "5")
    window.settle()
    assert window.sheet() != []


# -- sizes --------------------------------------------------------------------------------------------


@sized(*SIZES, (1024, 600), (1920, 1080))
def test_settings_menu_and_lock_fit(open_window: OpenWindow, size: tuple[int, int]) -> None:
    window = open_window("settings", size)
    name = f"{size[0]}x{size[1]}"
    window.tap(word("settings.title"))
    window.shoot(f"settings-{name}")
    assert faults_of(window.widgets(), size) == []
    window.tap(word("settings.large"))
    assert faults_of(window.widgets(), size) == []
    window.tap("west")
    to_the_match(window)
    window.shoot(f"settings-large-match-{name}")
    assert faults_of(window.widgets(), size) == []
    window.tap("more")
    window.shoot(f"settings-menu-{name}")
    assert faults_of(window.sheet(), size) == []
    window.tap(word("lock.lock"))
    window.shoot(f"settings-lock-{name}")
    assert faults_of(window.widgets("LockCover"), size) == []


@sized((640, 400))
def test_a_smaller_screen_is_told_and_all_is_on_it(open_window: OpenWindow, size: tuple[int, int]) -> None:
    window = open_window("settings", size)
    assert window.shows(word("settings.small_screen"))
    window.shoot("settings-small-640x400")
    window.tap(word("settings.small_screen"))
    window.tap(word("settings.title"))
    assert faults_of(window.widgets(), size) == []


def test_nothing_is_told_where_the_screen_is_large_enough(open_window: OpenWindow) -> None:
    assert not open_window("settings").shows(word("settings.small_screen"))


def test_what_was_chosen_is_there_after_a_power_cut(open_window: OpenWindow, tmp_path: Path) -> None:
    """Kept at the touch, not at the end."""
    window = open_window("settings")
    window.tap(word("settings.title"), word("settings.still"))
    window.kill()
    assert asked(open_window("settings"), "choice")["still"] is True
