"""The markers of a plan: rows with their number of moves, and the chips to choose meeples by."""

from __future__ import annotations

from app.games.mutant_meeples.roster import MAX_MEEPLES_MOVED, colours, meeple
from app.games.mutant_meeples.state import Plan, State
from app.ui.presenters.views import ChipView, RowView


def rows_of(plan: Plan) -> tuple[RowView, ...]:
    """One row for each meeple of the plan, in order."""
    return tuple(RowView(row.meeple, meeple(row.meeple).short, row.count) for row in plan)


def chips_of(state: State, seat: int, plan: Plan) -> tuple[ChipView, ...]:
    """Every meeple: which row it lies in, and whether this player may lay it (or take it away) now."""
    laid = {row.meeple: number for number, row in enumerate(plan)}
    usable, full = state.kit(seat).usable(), len(plan) == MAX_MEEPLES_MOVED
    return tuple(
        ChipView(c, meeple(c).short, c in laid or (c in usable and not full), laid.get(c)) for c in colours()
    )
