"""From what the match does to what is played or lights up; and what the table has chosen."""

from __future__ import annotations

import datetime
import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from app.games.contract import Message
from app.games.mutant_meeples.match import MutantMeeples
from app.games.mutant_meeples.state import Buzz, Claim, DrawCrime, PlayerSetup, Setup, State
from app.store.errors import JournalFailed
from app.store.journal import Journal
from app.table.autoplay import SECOND, HandClock
from app.table.session import Session
from app.table.sound_choice import KIND, PERCENT, SoundChoice, Volume, chosen, keep
from app.table.sounding import FOLDER
from app.ui import theme
from app.ui.sounds import COLOURS, Sounds
from app.ui.words import word
from hardware.sound.cues import TICKS, Cue, file_of
from hardware.sound.speaker import SoundState, SoundStatus

WALL = datetime.datetime(2030, 1, 1, 12, tzinfo=datetime.UTC)


class Box:
    """A loudspeaker that writes down what it was asked for."""

    def __init__(self) -> None:
        self.asked: list[tuple[list[Cue], int]] = []
        self.state = SoundState.PLAYING
        self.looked_again = 0

    def play(self, cues: Sequence[Cue], volume: int) -> None:
        self.asked.append((list(cues), volume))

    def status(self) -> SoundStatus:
        return SoundStatus(self.state)

    def again(self) -> None:
        self.looked_again += 1


class Table:
    """A session of people with buttons, a box, and a screen that flashes."""

    def __init__(self, box: Box | None, journal: Journal) -> None:
        self.clock, self.box, self.journal = HandClock(), box, journal
        self.told: list[str] = []
        self.flashes: list[str] = []
        self.later: list[tuple[Callable[..., Any], float]] = []
        self.session: Session[State] = Session(
            MutantMeeples(), journal, clock_ns=self.clock, wall=lambda: WALL, rng=random.Random(5)
        )
        self.session.listener = self._listen
        speaker: Any = box
        self.sounds = Sounds(
            self.session, speaker, journal, self.flashes.append, lambda *when: self.later.append(when)
        )
        self.session.start(Setup(tuple(PlayerSetup(name, style="buzz") for name in ("Anna", "Ben"))))
        self.session.act(DrawCrime())

    def _listen(self, events: list[Message], accepted: bool) -> None:
        self.told += [event.key for event in events]

    def played(self) -> list[Cue]:
        assert self.box is not None
        return [cue for cues, _ in self.box.asked for cue in cues]

    def after(self, seconds: float) -> None:
        self.clock.advance_to(self.clock() + round(seconds * SECOND))
        self.session.pump()
        self.sounds.follow()


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    kept = Journal(tmp_path / "journal.db")
    yield kept
    kept.close()


@pytest.fixture
def table(journal: Journal) -> Table:
    return Table(Box(), journal)


def test_a_press_is_heard_and_the_desk_still_told(table: Table):
    table.session.act(Buzz(0))
    assert table.played() == [Cue.CLAIM]
    assert table.told[-1] == "claim.buzzed"
    assert table.flashes == []


@pytest.mark.parametrize(
    ("volume", "lights", "state", "plays", "flashes"),
    [
        (Volume.MIDDLE, False, SoundState.PLAYING, True, False),
        (Volume.MIDDLE, True, SoundState.PLAYING, True, True),
        (Volume.OFF, True, SoundState.PLAYING, False, True),
        (Volume.OFF, False, SoundState.PLAYING, False, False),
        (Volume.LOW, False, SoundState.WAITING, True, False),
        (Volume.LOW, False, SoundState.SILENT, True, True),
        (Volume.OFF, False, SoundState.SILENT, False, False),
    ],
)
def test_lights_stand_in_for_a_loudspeaker_that_is_missing_and_for_silent_mode(
    table: Table, volume: Volume, lights: bool, state: SoundState, plays: bool, flashes: bool
):
    """A silent one is asked all the same: it may have been plugged in by now."""
    assert table.box is not None
    table.sounds.choice = SoundChoice(volume, lights)
    table.box.state = state
    table.session.act(Buzz(0))
    assert table.box.asked == ([([Cue.CLAIM], PERCENT[volume])] if plays else [])
    assert table.flashes == ([COLOURS[Cue.CLAIM]] if flashes else [])


def test_a_table_set_up_without_a_loudspeaker_has_lights(journal: Journal):
    table = Table(None, journal)
    table.session.act(Buzz(0))
    assert table.flashes == [COLOURS[Cue.CLAIM]]
    assert table.sounds.view().silent == word("sound.no_loudspeaker")


def test_the_last_seconds_get_a_look_of_their_own(table: Table):
    """Looked at ten times a second, a tick would come up to a tenth late, each a bit differently."""
    table.session.act(Claim(0, 5))
    table.after(49.9)
    assert len(table.later) == 1
    action, seconds = table.later.pop()
    assert seconds == pytest.approx(0.1)
    table.after(0)
    assert table.later == [], "one look is on its way already"
    table.clock.advance_to(table.clock() + round(seconds * SECOND))
    action(seconds)
    assert table.played() == [Cue.CLAIM, Cue.WARNING]
    table.after(3)
    assert table.later == []


def test_the_last_seconds_tick_once_each(table: Table):
    table.session.act(Claim(0, 5))
    for _ in range(700):
        table.after(0.1)
    assert table.played() == [Cue.CLAIM, Cue.WARNING, *TICKS.values(), Cue.TIME_UP]


def test_every_cue_has_its_file_and_a_colour_that_can_be_seen():
    for cue in Cue:
        assert file_of(FOLDER, cue).is_file()
        assert theme.contrast(COLOURS[cue], theme.GROUND) >= theme.READABLE_RATIO
    assert COLOURS[Cue.CORRECT] != COLOURS[Cue.WRONG]


# -- the choice -------------------------------------------------------------------------------------------


def test_what_was_chosen_is_kept_for_the_next_time(table: Table, journal: Journal):
    table.sounds.set_volume(Volume.HIGH)
    table.sounds.switch_lights()
    assert chosen(journal) == SoundChoice(Volume.HIGH, True)
    assert Table(Box(), journal).sounds.choice == SoundChoice(Volume.HIGH, True)


def test_what_is_chosen_is_heard_at_once(table: Table):
    assert table.box is not None
    table.sounds.set_volume(Volume.HIGH)
    assert table.box.asked == [([Cue.CLAIM], 100)]
    table.sounds.switch_lights()
    assert table.flashes == [COLOURS[Cue.CLAIM]]
    table.sounds.set_volume(Volume.OFF)
    assert len(table.box.asked) == 2


def test_trying_out_looks_for_a_loudspeaker_plugged_in_just_now(table: Table):
    assert table.box is not None
    table.sounds.try_out()
    assert table.box.looked_again == 0
    table.box.state = SoundState.SILENT
    table.sounds.try_out()
    assert table.box.looked_again == 1


def test_the_sheet_shows_what_is_chosen_and_why_nothing_is_heard(table: Table):
    assert table.box is not None
    view = table.sounds.view()
    assert [(step.text, step.chosen) for step in view.volumes] == [
        ("Off", False),
        ("Low", False),
        ("Middle", True),
        ("High", False),
    ]
    assert (view.lights, view.silent) == (False, "")
    table.box.state = SoundState.SILENT
    assert table.sounds.view().silent == word("sound.no_loudspeaker")
    table.sounds.set_volume(Volume.OFF)
    assert table.sounds.view().silent == "", "nobody wants to hear anything"


def test_each_step_of_loudness_can_be_told_from_the_next():
    """At least 6 dB apart: twice the swing."""
    low, middle, high = (PERCENT[step] for step in (Volume.LOW, Volume.MIDDLE, Volume.HIGH))
    assert 0 == PERCENT[Volume.OFF] < low <= middle / 2 <= high / 4


@pytest.mark.parametrize("kept", [{"volume": "deafening"}, {"lights": "perhaps"}, {}])
def test_a_choice_that_cannot_be_read_is_the_default(journal: Journal, kept: dict[str, str]):
    for key, text in kept.items():
        journal.put_record(KIND, key, text)
    assert chosen(journal) == SoundChoice(Volume.MIDDLE, False)


class Broken:
    """A journal on a card that takes nothing and gives nothing."""

    def records(self, kind: str) -> dict[str, str]:
        raise JournalFailed("the card is gone")

    def put_record(self, kind: str, key: str, text: str) -> None:
        raise JournalFailed("the card is gone")


def test_where_nothing_can_be_kept_the_sound_goes_on(caplog: pytest.LogCaptureFixture):
    broken: Any = Broken()
    assert chosen(broken) == SoundChoice()
    keep(broken, SoundChoice(Volume.LOW))
    assert [record.getMessage() for record in caplog.records] == [
        "no choice of sound: the card is gone",
        "the choice of sound is not kept: the card is gone",
    ]
