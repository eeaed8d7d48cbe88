"""What can go wrong while keeping the game."""

from __future__ import annotations


class StoreError(Exception):
    """Root of the store's errors."""


class JournalFailed(StoreError):
    """The journal could not be written; the game goes on in memory."""


class JournalInUse(JournalFailed):
    """Another program has the journal open; two writers would spoil a match."""


class JournalUnreadable(StoreError):
    """A stored match does not replay; `match_id` names it."""

    def __init__(self, match_id: int, reason: str) -> None:
        super().__init__(f"match {match_id}: {reason}")
        self.match_id = match_id
        self.reason = reason
