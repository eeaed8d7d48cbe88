"""The first game, step by step: the one thing to do now, where it is, and what it leads to.

In: a `GuidedDesk` on a session of the `FirstRound`. Every touch comes by `touch`, with the name of the desk's
method; the one that is asked for goes through, any other only makes the bubble speak up (`nudges`). Out: a
frozen `GuideView`. No Kivy.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from app.games.mutant_meeples.roster import meeple
from app.games.mutant_meeples.state import Phase, Row, State
from app.table.first_round import HERO, LEARNER, STARTS, STOPS, TARGET, claim_of_the_friend, table
from app.table.session import Session
from app.ui.desk.guided import GuidedDesk
from app.ui.words import word

Touch = tuple[str, tuple[Any, ...]]
"""(method of the desk, its first arguments)."""
TILE = len(STOPS)
HARMLESS = frozenset({"dismiss_notice"})


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do: `key` of its words, what it points at, the touches that do it (none: "Next")."""

    key: str
    point: str
    touches: tuple[Touch, ...] = ()


@dataclass(frozen=True, slots=True)
class GuideView:
    """What the bubble says. `point` is where: a part of a panel by name, "cell KC", or nothing.

    `next` is the text of the button for going on; without one something else is to be touched.
    """

    text: str
    point: str
    turn: str
    next: str
    nudges: int
    last: bool


def _cell(name: str) -> tuple[Touch, ...]:
    return (("tap_cell", (name,)),)


STEPS = (
    Step("draw", "go", (("draw", ()),)),
    Step("scene", f"cell {TARGET}"),
    Step("meeple", f"cell {STARTS[HERO]}", _cell(STARTS[HERO])),
    Step("run_one", f"cell {STOPS[0]}", _cell(STOPS[0])),
    Step("run_two", f"cell {STOPS[1]}", _cell(STOPS[1])),
    Step("found", f"cell {TARGET}"),
    Step("name", "player", (("tap_player", (LEARNER,)),)),
    Step("marker", "chip", (("tap_chip", (HERO,)),)),
    Step("count", "more", (("set_count", (0, TILE)),)),
    Step("take", "take", (("confirm_plan", ()), ("tap_tile", (TILE,)))),
    Step("sand", "sand"),
    Step("show", f"cell {STARTS[HERO]}", _cell(STARTS[HERO])),
    Step("show_one", f"cell {STOPS[0]}", _cell(STOPS[0])),
    Step("show_two", f"cell {STOPS[1]}", _cell(STOPS[1])),
    Step("done", "finish", (("done", ()),)),
    Step("joins", "card"),
    Step("end", ""),
)


class Tutorial:
    """See the module's docstring. `begin` starts it anew at any time."""

    def __init__(self, session: Session[State], desk: GuidedDesk) -> None:
        self._session, self._desk = session, desk
        self._at = self._nudges = 0
        self._over: dict[str, Callable[[State], bool]] = {
            "draw": lambda state: state.phase is Phase.THINK,
            "meeple": lambda _: desk.holds == HERO,
            "run_one": lambda _: desk.tried.get(HERO) == STOPS[0],
            "run_two": lambda _: desk.tried.get(HERO) == STOPS[1],
            "name": lambda _: desk.planning[0] == LEARNER,
            "marker": lambda _: any(row.meeple == HERO for row in desk.planning[1]),
            "count": lambda _: desk.planning[1] == (Row(HERO, TILE),),
            "take": lambda state: state.holding(LEARNER) is not None,
            "sand": lambda state: state.phase is Phase.SHOW,
            "show": lambda _: desk.holds == HERO,
            "show_one": lambda state: state.cells()[HERO] == STOPS[0],
            "show_two": lambda state: state.cells()[HERO] == STOPS[1],
            "done": lambda state: state.phase is Phase.RESULT,
        }

    @property
    def step(self) -> Step:
        """What is to be done now."""
        return STEPS[self._at]

    def begin(self) -> None:
        """From the draw on."""
        self._session.start(table(word("tutorial.you"), word("tutorial.friend")))
        self._desk.reset()
        self._at = self._nudges = 0

    def leave(self) -> None:
        """Nothing of it is kept."""
        self._session.leave()
        self._desk.reset()

    # -- touching -------------------------------------------------------------------------------------

    def touch(self, name: str, *arguments: Any) -> bool:
        """One touch of the desk's method of that name; whether it was the one that is asked for."""
        if name in HARMLESS:
            return True
        wanted = any(
            name == method and arguments[: len(first)] == first for method, first in self.step.touches
        )
        if not wanted:
            self.nudge()
            return False
        getattr(self._desk, name)(*arguments)
        self.follow()
        return True

    def nudge(self) -> None:
        """Something else was touched: the bubble shows itself."""
        self._nudges += 1

    def go_on(self) -> None:
        """ "Next": where nothing else is asked for. At the end it does nothing."""
        if self.step.touches:
            self.nudge()
            return
        if self.step.key == "sand":
            for action in claim_of_the_friend():
                self._session.act(action)
        elif self._at + 1 < len(STEPS):
            self._enter(self._at + 1)
        self.follow()

    def follow(self) -> None:
        """See what has happened: by a touch, or because the sand has run out."""
        self._session.pump()
        while self._session.state is not None and self._is_over():
            self._enter(self._at + 1)

    def _is_over(self) -> bool:
        over = self._over.get(self.step.key)
        if over is None or self._session.state is None:
            return False
        self._desk.view()  # the desk drops what fingers held when the match has moved on
        return over(self._session.state)

    def _enter(self, at: int) -> None:
        self._at, self._nudges = at, 0
        if self.step.key == "meeple":
            self._desk.begin_trial()
        elif self.step.key == "name":
            self._desk.end_trial()

    # -- showing --------------------------------------------------------------------------------------

    def view(self) -> GuideView:
        """What the bubble says now."""
        step, last = self.step, self._at == len(STEPS) - 1
        text = word(
            f"tutorial.{step.key}",
            hero=meeple(HERO).name,
            avenue=TARGET[0],
            street=TARGET[1],
            n=TILE,
            you=word("tutorial.you"),
            friend=word("tutorial.friend"),
        )
        going_on = "" if step.touches else word("tutorial.play" if last else "tutorial.next")
        turn = word("help.turn", n=self._at + 1, count=len(STEPS))
        return GuideView(text, step.point, turn, going_on, self._nudges, last)
