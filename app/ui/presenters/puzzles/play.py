"""One puzzle being played: what each touch means, and the view to draw. No Kivy.

Moves are made by the checked `attempt`, and the verifier says when the scene is reached, as at the table. How
far it has gone is kept in the book before it is shown. Main thread only.
"""

from __future__ import annotations

import datetime

from msgspec.structs import replace

from app.games.contract import Refused
from app.games.mutant_meeples import attempt
from app.games.mutant_meeples.explain import by_series, tell
from app.games.mutant_meeples.hints import Grade, hint
from app.games.mutant_meeples.moves import Move
from app.games.mutant_meeples.puzzles import stars
from app.games.mutant_meeples.roster import colours, meeple
from app.games.mutant_meeples.verifier import judge_steps
from app.language import sentence
from app.language.story import story
from app.table.puzzle_book import ENDLESS, Begun, PuzzleBook, Result
from app.ui.city_picture import CityPicture
from app.ui.presenters import steps
from app.ui.presenters.puzzles.views import Panel, PlayView, ShownPanel, SolvedPanel, TryPanel
from app.ui.presenters.views import StepView
from app.ui.words import word

GRADES = tuple(Grade)
STORY_MOVES = 4
"""As many moves of a series are told at once; the card has no room for the ten there can be."""


class Play:
    """The controller of one `puzzle`; `place` is where the book keeps it."""

    def __init__(self, begun: Begun, place: str, book: PuzzleBook) -> None:
        self._begun, self._place, self._book = begun, place, book
        self.puzzle = begun.puzzle
        self._selected: str | None = None
        self._refusal = ""
        self._beside = ""
        """How the last tap was taken, where it was beside a square."""
        self._shown_step: int | None = None
        self._late = False
        self._start = attempt.start(self.puzzle.board, self.puzzle.kit, self.puzzle.positions)
        self._now = self._start
        try:
            for colour, cell in begun.steps:
                self._now = self._now.play_to(colour, cell)
        except Refused:  # a rule was changed since: begin anew
            self._now = self._start
        self._keep()

    # -- touching -------------------------------------------------------------------------

    def tap_cell(self, cell: str, touched: str | None = None) -> None:
        """A cell of the city: take a meeple in hand, put it down, or move it there.

        `touched` is the one under the finger, where a neighbour was meant.
        """
        if self._shown_step is not None or self._begun.solved:
            return
        self._refusal = self._beside = ""
        standing = next((c for c, at in self._cells().items() if at == cell), None)
        try:
            if standing is not None:
                chosen = None if standing == self._selected else standing
                self._selected = None
                if chosen is not None:
                    self._now.check_mover(chosen)
                self._selected = chosen
            elif self._selected is not None:
                self._move(self._selected, cell)
                if touched not in (None, cell):
                    self._beside = word("show.taken_as", touched=touched, cell=cell)
        except Refused as refused:
            self._refusal = sentence(refused.message)

    def _move(self, colour: str, cell: str) -> None:
        self._now = self._now.play_to(colour, cell)
        self._keep()
        if cell == self.puzzle.target:
            self._judge()

    def _judge(self) -> None:
        """Somebody came to rest on the scene: the verifier has the word."""
        puzzle, moves = self.puzzle, self._now.moves
        shown = [(move.meeple, move.to) for move in moves]
        verdict = judge_steps(puzzle.board, puzzle.positions, puzzle.kit, puzzle.target, shown)
        if not verdict.legal:
            self._refusal = sentence(verdict.reason)
            return
        self._selected = None
        self._begun = replace(self._begun, solved=True)
        self._keep()
        if self._begun.date is not None:
            date = datetime.date.fromisoformat(self._begun.date)
            self._late = not self._book.note(date, self._place, Result(self._stars(), len(moves)))

    def take_back(self) -> None:
        """The last move was not meant."""
        self._again(self._now.moves[:-1])

    def restart(self) -> None:
        """Everybody back to the start; hints stay told."""
        self._again(())

    def _again(self, moves: tuple[Move, ...]) -> None:
        self._now = self._start
        for move in moves:
            self._now = self._now.play_to(move.meeple, move.to)
        self._selected, self._refusal, self._beside = None, "", ""
        self._begun = replace(self._begun, solved=False)
        self._keep()

    @property
    def endless(self) -> bool:
        """Whether another puzzle like it can follow at once."""
        return self._place == ENDLESS

    @property
    def hint_costs(self) -> str:
        """What the next hint costs, in a sentence; empty when it costs nothing more."""
        if self._begun.shown:
            return ""
        if self._begun.hints == len(GRADES) - 1:
            return word("puzzles.cost_show")
        return "" if self._begun.hints else word("puzzles.cost_hint")

    @property
    def show_costs(self) -> str:
        """What it costs to see the best way, in a sentence; empty when it costs nothing more."""
        return "" if self._begun.shown else word("puzzles.cost_show")

    def hint(self) -> None:
        """Tell one grade more."""
        self._refusal = self._beside = ""
        if self._begun.hints < len(GRADES):
            told = self._begun.hints + 1
            self._begun = replace(self._begun, hints=told, shown=self._begun.shown or told == len(GRADES))
            self._keep()

    def show(self) -> None:
        """Begin to show the best way, from the start."""
        self._begun = replace(self._begun, shown=True)
        self._keep()
        self._selected, self._refusal, self._beside, self._shown_step = None, "", "", 0

    def shown_step(self, way: int) -> None:
        """One move on or back in what is shown."""
        if self._shown_step is not None:
            self._shown_step = min(max(self._shown_step + way, 0), self.puzzle.fewest)

    def close_shown(self) -> bool:
        """Back to the own attempt; False when nothing was shown. Who was there already begins anew."""
        if self._shown_step is None:
            return False
        self._shown_step = None
        if self._begun.solved:
            self.restart()
        return True

    def _keep(self) -> None:
        made = tuple((move.meeple, move.to) for move in self._now.moves)
        self._begun = replace(self._begun, steps=made)
        self._book.keep(self._place, self._begun)

    # -- looking --------------------------------------------------------------------------

    def view(self) -> PlayView:
        """Everything on the screen now."""
        puzzle = self.puzzle
        made = self._now.moves if self._shown_step is None else puzzle.answer.moves[: self._shown_step]
        rows, moves = steps.steps_of(puzzle.board, puzzle.kit.rules, puzzle.positions, made)
        picture = CityPicture(
            puzzle.board,
            {**puzzle.positions, **{move.meeple: move.to for move in made}},
            puzzle.positions,
            puzzle.target,
            selected=self._selected,
            reachable={} if self._selected is None else steps.reach(self._now, self._selected),
            path=steps.lines(moves),
            ghosts=steps.ends(self._to_come()),
        )
        team = tuple(colour for colour in colours() if colour in puzzle.kit.super_team)
        return PlayView(self._goal(), self._help(), team, picture, moves, self._panel(rows))

    def _to_come(self) -> tuple[Move, ...]:
        """Moves of the best way whose ends are shown pale: those not shown yet, or all once all is told."""
        way = self.puzzle.answer.moves
        if self._shown_step is not None:
            return way[self._shown_step :]
        told = self._begun.hints == len(GRADES) and not self._begun.solved
        return way if told and not self._now.moves else ()

    def _cells(self) -> dict[str, str]:
        name_of = self.puzzle.board.name_of
        return {colour: name_of(cell) for colour, cell in self._now.positions.items()}

    def _goal(self) -> str:
        target = self.puzzle.target
        if self._shown_step is not None:
            return word("puzzles.shown_goal", cell=target)
        if self._begun.solved:
            return word("puzzles.reached", meeple=meeple(self._now.moves[-1].meeple).short, cell=target)
        return word("puzzles.goal", cell=target)

    def _help(self) -> str:
        if self._begun.solved or self._shown_step is not None:
            return ""
        return word("puzzles.help_meeple" if self._selected is None else "puzzles.help_cell")

    def _panel(self, rows: tuple[StepView, ...]) -> Panel:
        if self._shown_step is not None:
            return self._shown_panel(self._shown_step)
        return self._solved_panel() if self._begun.solved else self._try_panel(rows)

    def _try_panel(self, rows: tuple[StepView, ...]) -> TryPanel:
        begun, made = self._begun, len(self._now.moves)
        to_win = stars(self.puzzle.fewest, self.puzzle.fewest, begun.hints, begun.shown)
        button = "puzzles.next_hint" if begun.hints else "puzzles.hint"
        all_told = begun.hints == len(GRADES)
        return TryPanel(
            _count(made) if made else _to_win(to_win),
            to_win,
            self._refusal or self._beside or self._hint_told(),
            bool(self._refusal),
            rows,
            self._whole_way() if all_told else (),
            made > 0,
            word("puzzles.no_hint" if all_told else button),
            not all_told,
        )

    def _hint_told(self) -> str:
        """The hints so far, a line for each with its number; of the last one only the title.

        The number of moves takes the place of the rough idea, the whole way that of everything.
        """
        told = self._begun.hints
        if not told:
            return ""
        if told == len(GRADES):
            return word("puzzles.whole_way", number=told, all=len(GRADES))
        lines = [
            word("puzzles.hint_was", number=number, text=self._said(GRADES[number - 1]))
            for number in range(GRADES.index(Grade.NUMBER) + 1, told)
        ]
        last = word("puzzles.hint_is", number=told, all=len(GRADES), text=self._said(GRADES[told - 1]))
        return "\n".join((*lines, last))

    def _said(self, grade: Grade) -> str:
        """A hint in sentences."""
        return " ".join(f"{sentence(message)}." for message in hint(self.puzzle.answer, grade))

    def _whole_way(self) -> tuple[StepView, ...]:
        puzzle = self.puzzle
        return steps.steps_of(puzzle.board, puzzle.kit.rules, puzzle.positions, puzzle.answer.moves)[0]

    def _stars(self) -> int:
        return stars(len(self._now.moves), self.puzzle.fewest, self._begun.hints, self._begun.shown)

    def _solved_panel(self) -> SolvedPanel:
        made, fewest = len(self._now.moves), self.puzzle.fewest
        best = made == fewest
        if not best:
            said = word("puzzles.longer", moves=made, fewest=fewest)
        else:
            said = word("puzzles.best_shown" if self._begun.shown else "puzzles.best", moves=made)
        more = ""
        if self._late:
            more = word("puzzles.late")
        elif not self.endless and (days := self._book.streak().days) > 1:
            more = word("puzzles.streak_now", days=days)
        return SolvedPanel(
            self._stars(),
            word("puzzles.arrived"),
            f"{said} {more}".strip(),
            best,
            word("puzzles.next" if self.endless else "puzzles.done"),
        )

    def _shown_panel(self, step: int) -> ShownPanel:
        puzzle, moves = self.puzzle, self.puzzle.answer.moves
        title, said = word("puzzles.shown_start", moves=len(moves)), word("puzzles.shown_begin")
        if step:
            title = word("puzzles.shown_step", step=step, moves=len(moves))
            told = tell(puzzle.board, puzzle.kit.rules, puzzle.positions, moves[:step])
            colour = moves[step - 1].meeple
            said = story(colour, [move.clause for move in by_series(told)[colour][-STORY_MOVES:]]) + "."
        return ShownPanel(title, said, step > 0, step < len(moves))


def _count(moves: int) -> str:
    return word("puzzles.one_move") if moves == 1 else word("puzzles.moves", moves=moves)


def _to_win(most: int) -> str:
    return word("puzzles.one_to_win") if most == 1 else word("puzzles.to_win", stars=most)
