"""Whether this table is used for the first time; asking makes it the first time no more."""

from __future__ import annotations

import logging

from app.store.errors import JournalFailed
from app.store.journal import Journal

log = logging.getLogger(__name__)

OFFERED = "tutorial"
"""The record that the first game was offered."""


def is_first_start(journal: Journal) -> bool:
    """True once, where nothing was ever chosen; False where that cannot be known."""
    try:
        known = journal.records("setting")
        if OFFERED not in known:
            journal.put_record("setting", OFFERED, "offered")
    except JournalFailed as error:
        log.error("not known whether this is the first start: %s", error)
        return False
    return not known
