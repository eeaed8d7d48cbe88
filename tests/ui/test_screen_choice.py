"""What a table wants of its screen is kept, read back, and told on the settings screen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from app.language.tongues import ENGLISH, LANGUAGES, speak
from app.store.journal import Journal
from app.table.screen_choice import KIND, SLEEPS_MIN, TURNS, ScreenChoice, chosen, keep
from app.ui.presenters.settings import SettingsPresenter


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    opened = Journal(tmp_path / "journal.db")
    yield opened
    opened.close()


def test_nothing_kept_is_english_upright_and_rests_after_a_quarter_of_an_hour(journal: Journal) -> None:
    assert chosen(journal) == ScreenChoice(ENGLISH, 0, 15, False, False)


@pytest.mark.parametrize("sleep_min", SLEEPS_MIN)
@pytest.mark.parametrize("turn", TURNS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_choice_comes_back(journal: Journal, language: str, turn: int, sleep_min: int) -> None:
    for flag in (False, True):
        choice = ScreenChoice(language, turn, sleep_min, flag, not flag)
        keep(journal, chosen(journal), choice)
        assert chosen(journal) == choice


def test_what_cannot_be_read_is_the_default_and_the_rest_counts(journal: Journal) -> None:
    for key, value in (("language", "xx"), ("turn", "45"), ("sleep_min", "-1"), ("still", "yes")):
        journal.put_record(KIND, key, value)
    assert chosen(journal) == ScreenChoice(still=True)


def test_a_journal_that_is_closed_is_the_default_and_no_crash(tmp_path: Path) -> None:
    gone = Journal(tmp_path / "gone.db")
    gone.close()
    assert chosen(gone) == ScreenChoice()
    keep(gone, ScreenChoice(), ScreenChoice(turn=90))


def test_a_turn_for_this_start_is_not_kept_with_another_choice(journal: Journal) -> None:
    """`--rotate 90`, then another language: the next start without it is upright again."""
    turned = replace(chosen(journal), turn=90)
    keep(journal, turned, replace(turned, language="de"))
    assert chosen(journal) == ScreenChoice("de", 0)


def test_every_language_stands_in_its_own_name_whatever_is_spoken() -> None:
    speak("de")
    try:
        row = SettingsPresenter(ScreenChoice("de"), lambda *_: None).view().rows[0]
    finally:
        speak(ENGLISH)
    assert [option.text for option in row.options] == list(LANGUAGES.values())
    assert [option.chosen for option in row.options] == [code == "de" for code in LANGUAGES]


def test_each_touch_is_one_change_and_none_for_what_is_chosen_already() -> None:
    changes: list[tuple[ScreenChoice, ScreenChoice]] = []
    presenter = SettingsPresenter(ScreenChoice(), lambda before, after: changes.append((before, after)))
    presenter.choose(0, 1)
    presenter.choose(0, 1)
    presenter.choose(1, 3)
    presenter.choose(2, 2)
    presenter.switch(0)
    presenter.switch(1)
    presenter.switch(1)
    after = [choice for _, choice in changes]
    assert after == [
        ScreenChoice("de"),
        ScreenChoice("de", 270),
        ScreenChoice("de", 270, 0),
        ScreenChoice("de", 270, 0, True),
        ScreenChoice("de", 270, 0, True, True),
        ScreenChoice("de", 270, 0, True, False),
    ]
    assert all(first[1] == second[0] for first, second in pairwise(changes))
