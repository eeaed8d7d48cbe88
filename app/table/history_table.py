"""Past matches as a table (CSV) for a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from typing import Any

from app.games.mutant_meeples.statistics import MatchFacts, RoundFacts
from app.table.history import Past

COLUMNS = (
    "match", "began", "city", "match_winner", "round", "scene", "round_ended", "player", "played_by",
    "tile", "seconds_to_bid", "shown", "solved", "moves", "hero", "out", "gave_back",
)  # fmt: skip
NO_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""A spreadsheet takes a text that begins so for a formula."""


def csv_text(matches: Iterable[Past]) -> str:
    """The table: a row for each player in each round, after a row with what stands in the columns."""
    out = io.StringIO()
    table = csv.writer(out)
    table.writerow(COLUMNS)
    for one in matches:
        if one.facts is not None:
            for crime in one.facts.rounds:
                for seat in range(len(one.facts.seats)):
                    row = _row(one.listed.match_id, one.listed.began, one.facts, crime, seat)
                    table.writerow(_safe(cell) for cell in row)
    return out.getvalue()


def _row(match_id: int, began: str, facts: MatchFacts, crime: RoundFacts, seat: int) -> list[Any]:
    claim = next((claim for claim in crime.claims if claim.player == seat), None)
    shown = next((shown for shown in crime.shown if shown.player == seat), None)
    solved = crime.solver == seat
    return [
        match_id,
        began,
        facts.city,
        facts.winner_name,
        crime.number,
        crime.target,
        crime.end.value,
        facts.seats[seat].name,
        facts.seats[seat].bot or "person",
        "" if claim is None else claim.tile,
        "" if claim is None or claim.after_ms is None else f"{claim.after_ms / 1000:.1f}",
        "" if shown is None else ("right" if shown.legal else "wrong"),
        "yes" if solved else "no",
        crime.moves if solved and crime.moves is not None else "",
        crime.joined or "" if solved else "",
        "yes" if seat in crime.out else "no",
        " ".join(paid.meeple for paid in crime.penalties if paid.player == seat),
    ]


def _safe(cell: Any) -> Any:
    """A name that looks like a formula gets a sign before it that keeps it a text."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(NO_FORMULA) else cell
