"""Sentences of several messages: what one meeple did in its series, clause by clause.

In: a meeple's colour and, for each of its moves, the parts of a clause as messages. Out: one sentence.
"""

from __future__ import annotations

from collections.abc import Iterable

from app.games.contract import Message
from app.games.mutant_meeples.roster import meeple
from app.language import sentence, word


def story(colour: str, clauses: Iterable[Iterable[Message]], language: str | None = None) -> str:
    """One sentence about a series, such as "Ozzy slides east and stops at FA against the city edge"."""
    told = (" ".join(_within(part, language) for part in clause) for clause in clauses)
    return f"{meeple(colour).short} " + f"{word('told.joint', language)} ".join(told)


def _within(part: Message, language: str | None) -> str:
    """Inside a sentence nothing begins with a capital: every part opens with a word that is no name."""
    text = sentence(part, language)
    return text[:1].lower() + text[1:]
