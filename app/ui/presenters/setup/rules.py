"""The house rules page: every switch of the game as data, and the time a buzzer has to name a number."""

from __future__ import annotations

from itertools import repeat

from msgspec.structs import replace

from app.games.mutant_meeples.preparing import BUZZ_RANGE_S
from app.games.mutant_meeples.state import Setup
from app.games.mutant_meeples.switches import SWITCHES, TIMER_RANGE_S, Switch, setting, worded
from app.language import sentence
from app.ui.presenters.setup.draft import Draft
from app.ui.presenters.setup.views import Choice, NumberView, RulesView, RuleView
from app.ui.words import word

TIMER_STEP_S = 15
BUZZ = "buzz_s"
"""The one house rule that is no switch: it changes no rule of the box, only how a press is finished."""
BUZZ_DEFAULT_S: int = Setup(()).buzz_s
SWITCH_BY_NAME = {switch.name: switch for switch in SWITCHES}


def changed_rules(setup: Setup) -> list[str]:
    """What every changed house rule says, but for the sand timer."""
    said = [
        sentence(worded(switch.name, setting(setup.rules, switch.name)))
        for switch in SWITCHES
        if switch.name != "timer_s" and setting(setup.rules, switch.name) != switch.default
    ]
    return [*said, word("rules.buzz_is", n=setup.buzz_s)] if setup.buzz_s != BUZZ_DEFAULT_S else said


def changed_sand(setup: Setup) -> list[str]:
    """How long the sand runs, where that is not as usual."""
    now = setup.rules.timer_s
    return [] if now == SWITCH_BY_NAME["timer_s"].default else [sentence(worded("timer_s", now))]


class RulesPresenter:
    """The house rules of the draft; one of them is open."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._open = SWITCHES[0].name

    def open(self, name: str) -> None:
        """Show this rule."""
        self._open = name
        self._draft.forget()

    def choose(self, value: str) -> None:
        """Set the open rule to one of its words."""
        self._set_rule(value)

    def set_number(self, value: int) -> None:
        """Set the open rule to a number (seconds)."""
        if self._open == BUZZ:
            self._draft.propose(self, replace(self._draft.setup, buzz_s=value))
        else:
            self._set_rule(value)

    def explain_end(self) -> None:
        """The number of the open rule goes no further: say from where to where it goes."""
        number = self._number()
        if number is not None:
            self._draft.refuse(self, word("rules.number_ends", low=number.low, high=number.high))

    def _number(self) -> NumberView | None:
        """The number the open rule is set to, if it is one."""
        if self._open == BUZZ:
            return NumberView(self._draft.setup.buzz_s, BUZZ_RANGE_S[0], BUZZ_RANGE_S[-1], 1)
        now = setting(self._draft.setup.rules, self._open)
        return (
            NumberView(now, TIMER_RANGE_S[0], TIMER_RANGE_S[-1], TIMER_STEP_S)
            if isinstance(now, int)
            else None
        )

    def _set_rule(self, value: str | int) -> None:
        setup = self._draft.setup
        self._draft.propose(self, replace(setup, rules=replace(setup.rules, **{self._open: value})))

    def view(self) -> RulesView:
        """All rules, and the open one."""
        setup = self._draft.setup
        names = (*SWITCH_BY_NAME, BUZZ)
        changed = {switch.name for switch in SWITCHES if setting(setup.rules, switch.name) != switch.default}
        if setup.buzz_s != BUZZ_DEFAULT_S:
            changed.add(BUZZ)
        return RulesView(
            rules=tuple(Choice(name, _title(name, name in changed), name == self._open) for name in names),
            opened=self._opened(),
            hint=self._draft.hint(self, self._source()),
        )

    def _opened(self) -> RuleView:
        title, number = word(f"rules.{self._open}"), self._number()
        if self._open == BUZZ:
            return RuleView(title, word("rules.buzz_why"), (), number)
        switch = SWITCH_BY_NAME[self._open]
        choices = () if number is not None else tuple(map(self._choice, repeat(switch), switch.values))
        return RuleView(title, sentence(switch.why), choices, number)

    def _choice(self, switch: Switch, value: str | int) -> Choice:
        text = sentence(worded(switch.name, value))
        if value == switch.default:
            text = word("rules.usual", value=text)
        return Choice(str(value), text, value == setting(self._draft.setup.rules, switch.name))

    def _source(self) -> str:
        """Where the open rule comes from."""
        if self._open == BUZZ:
            return word("rules.buzz_source")
        return word("rules.source", section=SWITCH_BY_NAME[self._open].section)


def _title(name: str, changed: bool) -> str:
    title = word(f"rules.{name}")
    return word("rules.changed", title=title) if changed else title
