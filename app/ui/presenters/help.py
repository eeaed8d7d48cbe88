"""What the help pages say: how a meeple runs, one crime, the eight powers, four tips, who made the game.

The pages are the same at any moment, so they are made once. No Kivy. Read from the room, never over a running
crime: the tips are for before and after (MM-127).
"""

from __future__ import annotations

from dataclasses import dataclass

from app.games.mutant_meeples.roster import colours, meeple
from app.ui.words import word

RUN = ("straight", "stops", "building", "three", "power", "signs")
ROUND = ("draw", "think", "claim", "sand", "show", "right", "wrong", "win")
TIPS = (("open", "green"), ("rivals", "red"), ("keep", "white"), ("carbon", "black"))
MAKERS = ("design", "idea", "publisher", "app")


@dataclass(frozen=True, slots=True)
class HelpEntry:
    """One thing to know: a sign (a colour's meeple or a number), a name where it has one, a text."""

    sign: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class HelpPage:
    """One page: a title and what stands on it, in order."""

    title: str
    entries: tuple[HelpEntry, ...]


def pages() -> tuple[HelpPage, ...]:
    """All pages, in the order in which a newcomer reads them."""
    run = tuple(HelpEntry(str(n), "", word(f"help_run.{key}")) for n, key in enumerate(RUN, start=1))
    steps = tuple(HelpEntry(str(n), "", word(f"help_round.{key}")) for n, key in enumerate(ROUND, start=1))
    powers = tuple(HelpEntry(c, meeple(c).name, word(f"power.{c}")) for c in colours())
    tips = tuple(HelpEntry(colour, "", word(f"help_tips.{key}")) for key, colour in TIPS)
    makers = tuple(HelpEntry("", "", word(f"help_makers.{key}")) for key in MAKERS)
    return (
        HelpPage(word("help_run.title"), run),
        HelpPage(word("help_round.title"), steps),
        HelpPage(word("match.rules"), powers),
        HelpPage(word("help_tips.title"), tips),
        HelpPage(word("help_makers.title"), makers),
    )
