"""Names as they are typed: which keys count, where capitals stand, how signs come onto letters."""

from __future__ import annotations

import string

import pytest

from app.table.lettering import LETTERS
from app.ui.presenters.spelling import spelled, with_sign
from app.ui.words import word


def typed(keys: str, longest: int = 24) -> str:
    name = ""
    for key in keys:
        name, _ = spelled(name, key, longest)
    return name


@pytest.mark.parametrize(
    ("keys", "name"),
    [
        ("mia-zoe", "Mia-Zoe"),
        ("o'neil", "O'Neil"),
        ("o\u2019neil", "O'Neil"),
        ("ANNA  B", "Anna B"),
        ("élodie", "Élodie"),
        ("jürgen ßo", "Jürgen ßo"),
        ("bot 2", "Bot 2"),
        (" --mia--'zoe", "Mia-Zoe"),
    ],
)
def test_letters_numbers_spaces_hyphens_and_apostrophes_make_a_name(keys: str, name: str) -> None:
    """A capital begins every part, and no two marks follow each other."""
    assert typed(keys) == name


@pytest.mark.parametrize("key", ["/", "@", "\U0001f680", "\u05d0", "²"])
def test_a_key_that_no_name_has_is_refused_in_a_word(key: str) -> None:
    assert spelled("Mia", key, 10) == ("Mia", word("name.no_key"))


def test_a_name_at_its_longest_takes_no_more_and_says_so() -> None:
    assert typed("maximilian alexander", 10) == "Maximilian"
    assert spelled("Maximilian", "a", 10) == ("Maximilian", word("name.full", n=10))
    assert spelled("Maximilia", "n", 10) == ("Maximilian", "")


@pytest.mark.parametrize("last", [*string.ascii_letters])
def test_signs_go_around_to_the_plain_letter_again(last: str) -> None:
    """Each is drawn by our fonts and as large as the letter; a letter that has none says so."""
    seen, name = [], f"Mi{last}"
    while True:
        name, said = with_sign(name)
        if name == f"Mi{last}":
            break
        assert said == word("name.next_sign")
        seen.append(name[-1])
    assert len(set(seen)) == len(seen)
    assert set(seen) <= LETTERS
    assert all(letter.isupper() == last.isupper() for letter in seen)
    assert bool(seen) == (said == word("name.next_sign"))


def test_the_usual_letters_of_our_neighbours_are_reached_from_the_plain_ones() -> None:
    for plain, wanted in {
        "a": "äàâáåæã",
        "e": "éèêë",
        "o": "öôøœ",
        "u": "üù",
        "s": "ßš",
        "l": "ł",
        "n": "ñ",
    }.items():
        name, seen = plain, set()
        for _ in range(20):
            name, _ = with_sign(name)
            seen.add(name)
        assert set(wanted) <= seen


@pytest.mark.parametrize("name", ["", "Mia ", "Mia-", "Bot 2"])
def test_a_sign_needs_a_letter(name: str) -> None:
    assert with_sign(name) == (name, word("name.no_sign"))
