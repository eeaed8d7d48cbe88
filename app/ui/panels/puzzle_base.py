"""What the pages and panels of the puzzles share: hands to touch with, and views to show.

`show(view)` takes a new view of the part's own kind; `draw` places the children. Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from app.ui.look import LOOK
from app.ui.panels.laid import Laid
from app.ui.presenters.puzzles import PuzzlesPresenter
from app.ui.words import word

HEAD_PX = 52
BACK_PX = 56
BUTTON_PX = 52


@dataclass(frozen=True, slots=True)
class Hands:
    """What a touch can do.

    `do(method, *arguments)`: one method of a presenter, then show what has changed. `ask(costs, title, yes,
    method)`: the same, but ask first when it costs something. `back`: one step back. `rules`: show powers and
    rules.
    """

    presenter: PuzzlesPresenter
    do: Callable[..., None]
    ask: Callable[[str, str, str, Callable[[], None]], None]
    back: Callable[[], None]
    rules: Callable[[], None]

    def play(self, method: Callable[..., Any], *arguments: Any) -> None:
        """One method of `Play`, for the puzzle on the screen.

        A finger may be lifted after another one has left the puzzle: that means nothing, here and below.
        """
        if self.presenter.play is not None:
            self.do(method, self.presenter.play, *arguments)

    def ask_for_hint(self) -> None:
        """Tell the next hint, unless that costs a star and is not wanted."""
        play = self.presenter.play
        if play is not None:
            title, yes = word("puzzles.cost_title"), word("puzzles.cost_hint_yes")
            self.ask(play.hint_costs, title, yes, play.hint)

    def ask_to_show(self) -> None:
        """Show the best way, unless that costs a star and is not wanted."""
        play = self.presenter.play
        if play is not None:
            title, yes = word("puzzles.cost_show_title"), word("puzzles.cost_show_yes")
            self.ask(play.show_costs, title, yes, play.show)


class PuzzlePart(Laid):
    """A page, or a panel of one."""

    def __init__(self, hands: Hands) -> None:
        super().__init__()
        self.hands = hands

    def show(self, view: Any) -> None:
        """Show this view; called only when it differs from the last."""
        raise NotImplementedError

    @property
    def upright(self) -> bool:
        """Whether the window stands on its short side."""
        return bool(LOOK.portrait)
