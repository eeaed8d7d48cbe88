"""The letter pad hears a real keyboard as long as it is open, with the rules of its own keys."""

from __future__ import annotations

import pytest

from app.ui.words import word
from tests.ui.conftest import OpenWindow
from tests.ui.theatre import Theatre

pytestmark = pytest.mark.ui


def ask_name(window: Theatre) -> None:
    """From the front page to the pad, on the first player's page."""
    window.touch("Player 1")
    window.see_kind("SeatSheet")
    window.touch_kind("NameButton")
    window.see_kind("LetterPad")


def type_keys(window: Theatre, *keys: str) -> None:
    for key in keys:
        window.press(key)
    window.settle()


def names(window: Theatre) -> list[str]:
    return [player["name"] for player in window.ask("call", name="setup")["players"]]


def test_a_name_can_be_typed_on_a_keyboard(open_window: OpenWindow) -> None:
    """Shift changes nothing, a second space means nothing, what is too long is left out and said."""
    window = open_window("set-up")
    ask_name(window)
    type_keys(window, "space", "z", "O", "x", "BackSpace", "e", "space", "space", *"annabe")
    assert not window.shows(word("name.full", n=10))
    type_keys(window, *"ll")
    assert window.shows(word("name.full", n=10))
    assert window.shows("Zoe Annabe")
    type_keys(window, "Return")
    window.see_kind("LetterPad", there=False)
    assert names(window) == ["Zoe Annabe", "Player 2"]


def test_a_keyboard_types_every_letter_our_fonts_draw(open_window: OpenWindow) -> None:
    """Hyphens, apostrophes, digits and signs as well; what no name has is refused in a word."""
    window = open_window("set-up")
    ask_name(window)
    with window.keyboard("de"):
        type_keys(window, *"mia", "minus", *"zo", "odiaeresis")
        assert window.shows("Mia-Zoö")
        type_keys(window, "slash")
        assert window.shows(word("name.no_key"))
        assert window.shows("Mia-Zoö")
        type_keys(window, "apostrophe", "2")
        assert window.shows("Mia-Zoö'2")


def test_signs_are_tapped_onto_the_last_letter(open_window: OpenWindow) -> None:
    """Again and again until it is the right one."""
    window = open_window("set-up")
    ask_name(window)
    window.tap("Ä É")
    assert window.shows(word("name.no_sign"))
    window.tap("Z", "O", "E", "Ä É")
    assert window.shows(word("name.next_sign"))
    window.shoot("letter-pad-signs-800x480")
    assert window.shows("Zoè")
    window.tap("-", "M", "Done")
    window.see_kind("LetterPad", there=False)
    assert names(window) == ["Zoè-M", "Player 2"]


def test_a_name_that_is_taken_is_refused_and_escape_leaves_the_old_one(open_window: OpenWindow) -> None:
    window = open_window("set-up")
    ask_name(window)
    type_keys(window, *"zoe", "KP_Enter")
    window.see_kind("LetterPad", there=False)
    window.tap(word("setup.done"), "Player 2")
    window.touch_kind("NameButton")
    window.see_kind("LetterPad")
    type_keys(window, *"zoe", "Return")
    assert window.shows(word("name.taken", name="Zoe"))
    type_keys(window, "Escape")
    window.see_kind("LetterPad", there=False)
    assert names(window) == ["Zoe", "Player 2"]


def test_a_closed_pad_hears_no_key(open_window: OpenWindow) -> None:
    """A pad that listened on would rename the player on the next Enter, too."""
    window = open_window("set-up")
    ask_name(window)
    type_keys(window, *"anna", "Return")
    window.see_kind("LetterPad", there=False)
    type_keys(window, "x", "Return")
    assert names(window) == ["Anna", "Player 2"]
    window.touch_kind("NameButton")
    window.see_kind("LetterPad")
    type_keys(window, "b", "e", "n")
    assert window.shows("Ben")
