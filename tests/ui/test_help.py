"""The rules in short pages: what stands there, how one is found, and that all of it fits and leads back."""

from __future__ import annotations

import pytest

from app.games.mutant_meeples.roster import colours, meeple
from app.language.tongues import ENGLISH, LANGUAGES, speak
from app.ui.presenters.help import FIVE, POWER, HelpReader, pages
from app.ui.presenters.lessons import SCENES
from app.ui.words import word
from tests.ui.conftest import OpenWindow
from tests.ui.layout import faults_of, sized


def page_of(key: str, running: bool = False) -> str:
    page = next(page for page in pages(running) if page.key == key)
    return " ".join(entry.text for entry in page.entries)


@pytest.mark.rule("MM-127")
def test_four_tips_can_be_read_but_not_while_a_crime_is_open() -> None:
    tips = next(page for page in pages() if page.key == "tips")
    assert {entry.sign for entry in tips.entries} == {"green", "red", "white", "black"}
    assert "tips" not in [page.key for page in pages(running=True)]


@pytest.mark.rule("MM-130")
def test_the_makers_are_named() -> None:
    for name in ("Ted Alspach", "Alex Randolph", "Ricochet Robots", "Bezier Games", "2012"):
        assert name in page_of("makers")


def test_a_round_is_told_in_five_pictures() -> None:
    first = pages()[0]
    assert (first.key, len(first.entries), len(FIVE)) == ("round", 5, 5)


def test_every_meeple_has_a_page_with_an_example_that_the_contents_leave_out() -> None:
    told = {page.key: page for page in pages()}
    for colour in colours():
        page = told[f"{POWER}{colour}"]
        assert (page.title, page.lesson in SCENES, page.listed) == (meeple(colour).name, True, False)


def test_every_name_of_a_page_is_given_once() -> None:
    names = [page.key for page in pages()]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("Ozz", "power-gray"),
        ("SAND", "claims"),
        ("grat", "grates"),
        ("blue bea", "power-blue"),
        ("tour", "variants"),
    ],
)
def test_a_page_is_found_by_the_beginnings_of_words(typed: str, first: str) -> None:
    assert HelpReader(pages()).find(typed)[0].key == first


@pytest.mark.parametrize("typed", ["", " ", "xyzzy", "and sandcastle", "rand"])
def test_nothing_is_found_by_what_begins_no_word(typed: str) -> None:
    found = [page.key for page in HelpReader(pages(running=True)).find(typed)]
    assert found == (["makers"] if typed == "rand" else [])


def test_a_title_counts_more_than_a_text() -> None:
    found = [page.key for page in HelpReader(pages()).find("grates")]
    assert found[0] == "grates"
    assert len(found) >= 1


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_page_is_found_by_its_title_in_every_language_with_or_without_signs(code: str) -> None:
    import unicodedata

    try:
        speak(code)
        told = pages()
        reader = HelpReader(told)
        for page in told:
            plain = "".join(
                c for c in unicodedata.normalize("NFD", page.title) if not unicodedata.combining(c)
            )
            assert page in reader.find(page.title), page.title
            assert page in reader.find(plain), plain
    finally:
        speak(ENGLISH)


def test_the_way_back_is_the_way_here() -> None:
    reader = HelpReader(pages())
    assert reader.view().page is None
    reader.open("powers")
    reader.open_meeple("red")
    assert reader.view().page is not None
    assert reader.back()
    page = reader.view().page
    assert page is not None
    assert page.key == "powers"
    assert reader.back()
    assert reader.view().page is None
    assert not reader.back()


def test_pages_are_turned_from_the_first_to_the_last_and_no_further() -> None:
    reader, count = HelpReader(pages()), len(pages())
    reader.turn(1)
    assert reader.view().page is None
    reader.open("round")
    reader.turn(-1)
    assert reader.view().n == 1
    reader.turn(count + 5)
    assert (reader.view().n, reader.view().count) == (count, count)


def test_a_page_nobody_wrote_is_an_error() -> None:
    with pytest.raises(KeyError):
        HelpReader(pages()).open("cheating")


@pytest.mark.ui
@sized()
def test_every_page_of_the_help_fits_and_the_last_leads_to_the_contents(
    open_window: OpenWindow, size: tuple[int, int]
) -> None:
    window = open_window("room", size)
    window.tap(word("room.help"))
    window.shoot(f"help-contents-{size[0]}x{size[1]}")
    assert faults_of(window.widgets(), size) == []
    window.tap(pages()[0].title)
    for number, page in enumerate(pages(), start=1):
        window.see(page.title)
        window.shoot(f"help-{number:02}-{page.key}-{size[0]}x{size[1]}")
        assert faults_of(window.widgets(), size) == [], page.key
        window.tap(word("help.next" if number < len(pages()) else "help.done"))
    window.see(word("help.contents"))
    window.tap("west")
    window.see(word("room.help"))


@pytest.mark.ui
@sized()
def test_the_search_shows_what_is_found_while_letters_are_typed(
    open_window: OpenWindow, size: tuple[int, int]
) -> None:
    window = open_window("room", size)
    window.tap(word("room.help"), word("help.search"))
    window.shoot(f"help-search-{size[0]}x{size[1]}")
    assert faults_of(window.widgets("SearchPad"), size) == []
    assert word("help.search_hint") in window.texts("SearchPad")
    window.tap("S", "T")
    assert word("help_title.stops") in window.texts("SearchPad")
    window.shoot(f"help-search-found-{size[0]}x{size[1]}")
    assert faults_of(window.widgets("SearchPad"), size) == []
    window.tap("X")
    assert word("help.nothing") in window.texts("SearchPad")
    window.shoot(f"help-search-nothing-{size[0]}x{size[1]}")
    window.tap("erase", "O", word("help_title.stops"))
    window.see_kind("SearchPad", there=False)
    window.see(word("help_title.stops"))
    window.tap("west")
    window.see(word("help.contents"))


@pytest.mark.ui
def test_a_meeple_on_a_page_leads_to_its_own_and_back(open_window: OpenWindow) -> None:
    window = open_window("room")
    window.tap(word("room.help"), word("help_title.powers"), meeple("white").name)
    window.see(word("aid_power.white"))
    window.tap("west")
    window.see(word("help_title.powers"))
