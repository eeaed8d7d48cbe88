"""One city being changed: the whole of it, or a close-up of one cell; every touch is kept at once.

In: the city as it is kept, and `save(file)`, which keeps it and answers "" or why it could not. Out: an
`EditorView`. A city with faults is kept as a draft; the view says what is wrong and where. No Kivy.
"""

from __future__ import annotations

from collections.abc import Callable

from app.games.contract import Message, Refused
from app.games.mutant_meeples.board import Board, BoardFile, Direction
from app.games.mutant_meeples.drafting import (
    Draft,
    Ground,
    begin,
    beyond,
    differs_at,
    faults_of,
    ground_of,
    touched_ground,
    touched_wall,
)
from app.language import sentence
from app.ui.presenters.hint import Hint
from app.ui.presenters.workshop.close_up import MIDDLE, close_up
from app.ui.presenters.workshop.views import EditorView, Spot
from app.ui.words import word

FAULTS = frozenset({"grates", "no_scenes", "not_square"})
"""What the set-up refuses, for which the workshop has words of its own."""


def told(fault: Message) -> str:
    """A fault in the words of the workshop."""
    kind = fault.key.removeprefix("board.")
    return word(f"fault.{kind}", **fault.params) if kind in FAULTS else sentence(fault)


class EditorPresenter:
    """Works out `EditorView`. Raises `Refused` for a city that cannot be drawn."""

    def __init__(self, file: BoardFile, save: Callable[[BoardFile], str]) -> None:
        self._draft = begin(file)
        self._save = save
        self._cell: str | None = None
        self._last: str | None = None
        self._refusal = ""
        self._board = Board(self._draft.file)
        self._faults = faults_of(self._draft.file)

    # -- where we look --------------------------------------------------------------------------------

    def look_at(self, cell: str) -> None:
        """A close-up of this cell."""
        self._cell = self._last = cell
        self._refusal = ""

    def whole(self) -> None:
        """The whole city again."""
        self._cell, self._refusal = None, ""

    def walk(self, way: Direction) -> None:
        """The close-up of the next cell; the same at the city edge."""
        assert self._cell is not None
        self.look_at(beyond(self._draft.file, self._cell, way) or self._cell)

    def go_there(self) -> None:
        """The place of the first fault that has one."""
        place = self._place()
        if place is not None:
            self.look_at(place)

    # -- changes --------------------------------------------------------------------------------------

    def touch_side(self, spot: Spot) -> None:
        """A finger beside a line. Beyond it there may be no street; then the cell in the middle is meant."""
        assert self._cell is not None
        file, side, cell = self._draft.file, spot.side, self._cell
        if (spot.column, spot.row) != (MIDDLE, MIDDLE):
            beside = beyond(file, cell, side.opposite)
            if beside is not None and ground_of(file, beside) is not Ground.HOLE:
                cell = beside
            else:
                side = side.opposite
        if ground_of(file, cell) is Ground.HOLE:
            self._refusal = word("workshop.no_wall")
            return
        self._change(touched_wall(file, cell, side))

    def touch_ground(self, ground: Ground) -> None:
        """Make the cell a grate, a beam or a hole, or a street again."""
        assert self._cell is not None
        try:
            self._change(touched_ground(self._draft.file, self._cell, ground))
        except Refused as refused:
            self._refusal = told(refused.message)

    def undo(self) -> None:
        """One step back."""
        self._step(self._draft.undone())

    def redo(self) -> None:
        """One step on again."""
        self._step(self._draft.redone())

    def _change(self, file: BoardFile) -> None:
        self._take(self._draft.changed(file))

    def _step(self, draft: Draft) -> None:
        """Back or on; a close-up follows to where something changes."""
        place = differs_at(self._draft.file, draft.file)
        if place is not None:
            self._last = place
            if self._cell is not None:
                self._cell = place
        self._take(draft)

    def _take(self, draft: Draft) -> None:
        self._draft = draft
        self._board, self._faults = Board(draft.file), faults_of(draft.file)
        self._refusal = self._save(draft.file)

    # -- showing --------------------------------------------------------------------------------------

    def view(self) -> EditorView:
        """The city as it stands now."""
        file, cell = self._draft.file, self._cell
        hint = word("workshop.tap_cell") if cell is None else word("workshop.tap_side")
        return EditorView(
            title=file.name if cell is None else word("workshop.square", cell=cell),
            board=self._board,
            last=self._last if self._last is None or self._board.has(self._last) else None,
            close_up=None if cell is None else close_up(file, cell),
            is_now=None if cell is None else ground_of(file, cell),
            may_undo=bool(self._draft.before),
            may_redo=bool(self._draft.after),
            hint=Hint(self._refusal, alarm=True) if self._refusal else Hint(hint),
            status=self._status(),
            leads=self._place() not in (None, cell),
        )

    def _status(self) -> Hint:
        if not self._faults:
            return Hint(word("workshop.playable"))
        first, more = told(self._faults[0]), len(self._faults) - 1
        return Hint(word("workshop.and_more", fault=first, n=more) if more else first, alarm=True)

    def _place(self) -> str | None:
        places = (self._draft.where(fault) for fault in self._faults)
        return next((place for place in places if place is not None), None)
