"""The front page of the set-up: who plays, where, for how long; and the way to everything else.

Every page works on one `Draft`, which holds a playable `Setup` at any time, so Start may be pressed at any
time. In: the table's habit and how to keep it, the cities there are, advice about even chances, a random
source for first heroes; all of them optional. No Kivy.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from app.games.mutant_meeples.board import BoardFile
from app.games.mutant_meeples.preparing import practises
from app.games.mutant_meeples.state import Setup
from app.games.mutant_meeples.switches import TIMER_RANGE_S
from app.ui.presenters.cities import BoardChoice, Boards, CityView, built, shipped_choices
from app.ui.presenters.hint import Hint
from app.ui.presenters.setup import habit
from app.ui.presenters.setup.draft import Draft
from app.ui.presenters.setup.rules import TIMER_STEP_S, RulesPresenter, changed_rules, changed_sand
from app.ui.presenters.setup.seats import SeatsPresenter, first_players, handicaps, with_seat
from app.ui.presenters.setup.tiles import TilesPresenter
from app.ui.presenters.setup.variants import VariantsPresenter, tiles_line
from app.ui.presenters.setup.views import Advice, EvenView, SetupView
from app.ui.words import word

SUMMARY_LETTERS = 90
"""As long as the line about what differs from the box may get; a longer one counts them."""


def no_advice(_names: Sequence[str]) -> Advice | None:
    """Nobody has been watched yet."""
    return None


class SetupPresenter:
    """The front page; `seats`, `rules`, `variants` and `tiles` are the other pages."""

    def __init__(
        self,
        load: Callable[[], str | None] = lambda: None,
        save: Callable[[str], None] = lambda text: None,
        boards: Boards = shipped_choices,
        advise: Callable[[Sequence[str]], Advice | None] = no_advice,
        rng: random.Random | None = None,
    ) -> None:
        self._save, self._boards, self._advise = save, boards, advise
        self._cities = built(boards())
        first = self._cities[0][0].value
        self._draft = Draft(habit.read(load()) or Setup(first_players(), board=first))
        self._advice: tuple[tuple[str, ...], Advice | None] | None = None
        self._before: Mapping[str, tuple[int, tuple[str, ...]]] = {}
        self.seats = SeatsPresenter(self._draft)
        self.rules = RulesPresenter(self._draft)
        self.variants = VariantsPresenter(self._draft, rng or random.Random())
        self.tiles = TilesPresenter(self._draft)
        self.enter()

    def enter(self) -> None:
        """The page is entered: cities may be gone or changed, and there may be other advice."""
        self._draft.forget()
        self._advice, self._cities = None, built(self._boards())
        if self._chosen() is None:
            self._choose_again()

    def leave(self) -> None:
        """Another page opens over this one: what was refused here is said no longer."""
        self._draft.forget()

    def setup(self) -> Setup:
        """The finished choice."""
        return self._draft.setup

    def keep(self) -> None:
        """A match begins: remember this table's habit."""
        self._save(habit.written(self._draft.setup))

    # -- the city and the timer -----------------------------------------------------------------------

    def _chosen(self) -> BoardChoice | None:
        now = self._draft.setup.board
        return next((choice for choice, _ in self._cities if choice.value == now), None)

    def _choose_again(self) -> None:
        """The city of that name as it is now, with its tiles while they fit; else the first city there is."""
        setup = self._draft.setup
        name = setup.board.name if isinstance(setup.board, BoardFile) else setup.board
        same = (choice.value for choice, _ in self._cities if choice.file.name == name)
        for board in same:
            for tiles in (setup.building_tiles, ()):
                if self._draft.propose(self, replace(setup, board=board, building_tiles=tiles)):
                    return
        self._draft.propose(self, replace(setup, board=self._cities[0][0].value, building_tiles=()))

    def choose_board(self, key: str) -> None:
        """Play in this city. Raises ValueError for one that is not there."""
        for choice, _ in self._cities:
            if choice.key == key:
                self._draft.propose(self, replace(self._draft.setup, board=choice.value))
                return
        raise ValueError(f"board: {key} is not one of {[choice.key for choice, _ in self._cities]}")

    def set_timer(self, seconds: int) -> None:
        """Thinking time, put to the nearest allowed step of 15 seconds."""
        low, high = TIMER_RANGE_S[0], TIMER_RANGE_S[-1]
        step = low + round((seconds - low) / TIMER_STEP_S) * TIMER_STEP_S
        rules = replace(self._draft.setup.rules, timer_s=min(max(step, low), high))
        self._draft.propose(self, replace(self._draft.setup, rules=rules))

    def explain_timer(self) -> None:
        """The sand cannot run longer, or shorter: say how long it can."""
        ends = word("setup.timer_ends", low=TIMER_RANGE_S[0], high=TIMER_RANGE_S[-1])
        self._draft.refuse(self, ends)

    # -- even chances ---------------------------------------------------------------------------------

    def even(self) -> None:
        """Take as many markers from everybody as the advice says, or take that back."""
        setup = self._draft.setup
        if self._before:
            wished, self._before = self._before, {}
        else:
            advice = self._advice_now()
            wished = {} if advice is None else {name: (n, ()) for name, n in advice.remove.items()}
            self._before = {p.name: (p.handicap, p.removed) for p in setup.players if p.name in wished}
        for seat, player in enumerate(setup.players):
            if player.name in wished:
                handicap, removed = wished[player.name]
                setup = with_seat(setup, seat, replace(player, handicap=handicap, removed=removed))
        if not self._draft.propose(self, setup):
            self._before = {}

    def _advice_now(self) -> Advice | None:
        """Asked once for the same people; machines need no advice."""
        names = tuple(player.name for player in self._draft.setup.players if player.bot is None)
        if self._advice is None or self._advice[0] != names:
            self._advice, self._before = (names, self._advise(names) if len(names) > 1 else None), {}
        return self._advice[1]

    def _even_view(self) -> EvenView | None:
        advice = self._advice_now()
        if advice is None:
            return None
        if self._before:
            return EvenView(word("setup.even_undo"), word("setup.even_done"))
        less = {p.name: p.handicap + len(p.removed) for p in self._draft.setup.players}
        if all(less.get(name, wished) == wished for name, wished in advice.remove.items()):
            return None
        return EvenView(word("setup.even"), advice.sentence)

    # -- showing --------------------------------------------------------------------------------------

    def view(self) -> SetupView:
        """The page as it stands now."""
        setup = self._draft.setup
        changed = _changed(setup)
        return SetupView(
            seats=self.seats.rows(),
            may_add=self.seats.may_add(),
            hint=word("setup.practice" if practises(setup) else "setup.hint"),
            even=self._even_view(),
            cities=tuple(
                CityView(choice.key, board.name, board, choice.value == setup.board)
                for choice, board in self._cities
            ),
            advice=self._city_advice(),
            timer_s=setup.rules.timer_s,
            summary=". ".join(changed) or word("setup.unchanged"),
            changed=bool(changed),
        )

    def _city_advice(self) -> Hint:
        chosen = self._chosen()
        if chosen is None:
            return self._draft.hint(self, "")
        key = chosen.key if chosen.shipped else "own"
        text = word(f"setup.{key}_advice", name=chosen.file.name)
        return self._draft.hint(
            self, f"{text} {word('setup.provisional')}" if chosen.file.provisional else text
        )


def _changed(setup: Setup) -> list[str]:
    """What is not as in the box, in few words."""
    plain = [word("setup.is_shorter")] if any(player.seed for player in setup.players) else []
    plain += [word("setup.is_tournament")] if setup.tournament is not None else []
    plain += [tiles_line(setup)] if setup.building_tiles else []
    plain += changed_sand(setup)
    plain += [word("setup.is_own_city")] if isinstance(setup.board, BoardFile) else []
    less, rules = handicaps(setup), changed_rules(setup)
    if _is_long([*plain, *less, *rules]):
        rules = [word("setup.is_rules", n=len(rules))] if rules else []
    if _is_long([*plain, *less, *rules]):
        less = [word("setup.is_handicaps", n=len(less))] if less else []
    return [*plain, *less, *rules]


def _is_long(parts: Sequence[str]) -> bool:
    return len(". ".join(parts)) > SUMMARY_LETTERS
