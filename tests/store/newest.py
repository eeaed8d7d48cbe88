"""Looking a match up in the journal of a test."""

from __future__ import annotations

from app.store.journal import Journal, StoredMatch


def newest_open(journal: Journal) -> StoredMatch | None:
    """The newest match that has not ended, or None."""
    numbers = journal.open_ids("mutant-meeples")
    return journal.match(numbers[0]) if numbers else None
