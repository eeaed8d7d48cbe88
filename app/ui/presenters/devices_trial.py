"""Lamps, buzzer and loudspeaker tried out one after the other, with people as judges.

In: the rows of the devices and `Hands`, which do what is asked about. Out: a `TrialView` at each step; at the
end what works, or what does not with the one thing to look at. No Kivy, no clock.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from app.language import sentence
from app.table.devices import DeviceRow, Part
from app.ui.presenters.devices_views import TrialView
from app.ui.words import word


@dataclass(frozen=True, slots=True)
class Hands:
    """What a test can do. `shine`: this lamp alone; None: lamps are the table's again."""

    shine: Callable[[DeviceRow | None], None]
    beep: Callable[[], None]
    play: Callable[[], None]


@dataclass(frozen=True, slots=True)
class Step:
    """One question: what is done for it, and what is said when the answer is no."""

    question: str
    place: str
    mend: str
    do: Callable[[], None]


class Trial:
    """A row of questions. `rest` puts everything back as it was."""

    def __init__(self, title: str, well: str, steps: Sequence[Step], rest: Callable[[], None]) -> None:
        self._title, self._well, self._steps, self._rest = title, well, tuple(steps), rest
        self._at = 0
        self._ill: list[str] = []

    def begin(self) -> None:
        """Do what the first question is about."""
        self.again()

    def again(self) -> None:
        """Do what the question is about once more."""
        if self._at < len(self._steps):
            self._steps[self._at].do()

    def answer(self, yes: bool) -> None:
        """Note the answer and go on."""
        if self._at >= len(self._steps):
            return
        if not yes:
            self._ill.append(self._steps[self._at].mend)
        self._at += 1
        if self._at < len(self._steps):
            self.again()
        else:
            self._rest()

    def end(self) -> None:
        """Stop wherever it is."""
        self._rest()

    def view(self) -> TrialView:
        """The question, or the outcome."""
        if self._at < len(self._steps):
            step, of = self._steps[self._at], len(self._steps)
            count = word("trial.count", n=self._at + 1, of=of) if of > 1 else ""
            return TrialView(self._title, count, step.question, step.place)
        if self._ill:
            said = word("trial.ill", n=len(self._ill))
            return TrialView(self._title, "", said, "\n".join(self._ill), done=True, ill=True)
        return TrialView(self._title, "", self._well, "", done=True)


def light_trial(found: Sequence[DeviceRow], hands: Hands) -> Trial:
    """Every lamp by itself, and the buzzer."""
    steps = [_light_step(row, hands) for row in found if row.part is Part.LAMP]
    steps += [_buzzer_step(row, hands) for row in found if row.part is Part.BUZZER]
    return Trial(word("trial.lights_title"), word("trial.well_lights"), steps, lambda: hands.shine(None))


def _light_step(row: DeviceRow, hands: Hands) -> Step:
    name = word("devices.player", n=row.number) if row.owner is None else row.owner.name
    mend = word("trial.mend_light", name=name, place=_place(row))
    return Step(word("trial.light", name=name), _place(row), mend, lambda: hands.shine(row))


def _buzzer_step(row: DeviceRow, hands: Hands) -> Step:
    def do() -> None:
        hands.shine(None)
        hands.beep()

    return Step(word("trial.buzzer"), _place(row), word("trial.mend_buzzer", place=_place(row)), do)


def _place(row: DeviceRow) -> str:
    return "" if row.place is None else sentence(row.place)


def sound_trial(hands: Hands) -> Trial:
    """One sound."""
    step = Step(word("trial.sound"), "", word("trial.mend_sound"), hands.play)
    return Trial(word("trial.sound_title"), word("trial.well_sound"), [step], lambda: None)
