"""The rules in short pages, in our own words: what stands on each, how they are turned, and how one is found.

In: which pages there are (`pages()`; those for a running crime leave the tips out, MM-127). Out: a frozen
`HelpView` of a `HelpReader`, which remembers where the reader came from. No Kivy.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from app.games.mutant_meeples.roster import colours, meeple
from app.ui.presenters.lessons import told_as
from app.ui.words import word

FIVE = ("draw", "think", "claim", "show", "right")
TIPS = (("open", "green"), ("rivals", "red"), ("keep", "white"), ("carbon", "black"))
MAKERS = ("design", "idea", "publisher", "app")
TOLD: dict[str, tuple[str, ...]] = {
    "stops": (),
    "arrive": ("over", "back", "joins"),
    "three": ("order", "block"),
    "grates": ("begin", "run", "stay"),
    "beams": ("blue", "free"),
    "claims": ("sand", "next", "keep", "markers"),
    "show": ("first", "follow", "most"),
    "wrong": ("hero", "nothing", "again", "no_way"),
    "team": ("joins", "six", "draws"),
    "variants": ("handicap", "shorter", "tiles", "tournament", "alone"),
}
"""Sentences of each page."""
RUN = {"stops": ("straight", "stops", "building"), "three": ("three",)}
ROUND = {"claims": ("claim",), "team": ("right",)}
"""What comes before those: of runs, and of a round's five sentences."""
POWER = "power-"
"""Before a colour: the page of that meeple."""


@dataclass(frozen=True, slots=True)
class HelpEntry:
    """One thing to know: a sign (a colour's meeple, a number or none), a name where it has one, a text."""

    sign: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class HelpPage:
    """One page: its name, a title, what stands on it in order, and the `lesson` beside that, if any.

    `listed` pages stand in the contents.
    """

    key: str
    title: str
    entries: tuple[HelpEntry, ...]
    lesson: str = ""
    listed: bool = True


@dataclass(frozen=True, slots=True)
class HelpView:
    """What is shown: the contents (no `page`), or one page, which is number `n` of `count`."""

    contents: tuple[HelpPage, ...]
    page: HelpPage | None
    n: int
    count: int


def pages(running: bool = False) -> tuple[HelpPage, ...]:
    """All pages, in the order in which a newcomer reads them; without tips while a crime is `running`."""
    five = tuple(HelpEntry(str(n), "", word(f"help_round.{key}")) for n, key in enumerate(FIVE, start=1))
    told = (
        HelpPage("round", word("help_title.round"), five),
        _page("stops", "stops"),
        _page("arrive", "arrive"),
        _page("three", "three"),
        HelpPage("powers", word("help_title.powers"), powers()),
        *(_power(colour) for colour in colours()),
        _page("grates", "grates"),
        _page("beams", "beams"),
        *(_page(key) for key in ("claims", "show", "wrong", "team", "variants")),
    )
    tips = tuple(HelpEntry(colour, "", word(f"help_tips.{key}")) for key, colour in TIPS)
    makers = tuple(HelpEntry("", "", word(f"help_makers.{key}")) for key in MAKERS)
    return (
        *told,
        *(() if running else (HelpPage("tips", word("help_tips.title"), tips),)),
        HelpPage("makers", word("help_makers.title"), makers),
    )


def powers() -> tuple[HelpEntry, ...]:
    """Every meeple of the box with its power in one line."""
    return tuple(HelpEntry(c, meeple(c).name, word(f"power.{told_as(c)}")) for c in colours())


def _page(key: str, lesson: str = "") -> HelpPage:
    told = [word(f"help_run.{name}") for name in RUN.get(key, ())]
    told += [word(f"help_round.{name}") for name in ROUND.get(key, ())]
    told += [word(f"help_page.{key}_{name}") for name in TOLD[key]]
    return HelpPage(key, word(f"help_title.{key}"), tuple(HelpEntry("", "", text) for text in told), lesson)


def _power(colour: str) -> HelpPage:
    entries = (
        HelpEntry(colour, "", word(f"aid_power.{told_as(colour)}")),
        HelpEntry("", "", word("help.power_once")),
    )
    return HelpPage(f"{POWER}{colour}", meeple(colour).name, entries, told_as(colour), listed=False)


class HelpReader:
    """Where somebody reads; see the module's docstring."""

    def __init__(self, told: Sequence[HelpPage]) -> None:
        self._pages = tuple(told)
        self._index = [_letters(_all_text(page)) for page in self._pages]
        self._way: list[int] = []

    def view(self) -> HelpView:
        """What is shown now."""
        listed = tuple(page for page in self._pages if page.listed)
        if not self._way:
            return HelpView(listed, None, 0, len(self._pages))
        at = self._way[-1]
        return HelpView(listed, self._pages[at], at + 1, len(self._pages))

    def restart(self) -> None:
        """Back to the contents."""
        self._way = []

    def open(self, key: str) -> None:
        """Read that page; the way back leads here. Raises KeyError for a page there is not."""
        at = next((at for at, page in enumerate(self._pages) if page.key == key), None)
        if at is None:
            raise KeyError(key)
        self._way.append(at)

    def open_meeple(self, colour: str) -> None:
        """Read the page of that meeple."""
        self.open(f"{POWER}{colour}")

    def turn(self, by: int) -> None:
        """Some pages on or back; the first and the last are the ends."""
        if self._way:
            self._way[-1] = min(max(self._way[-1] + by, 0), len(self._pages) - 1)

    def back(self) -> bool:
        """One step back on the way here; False: this is the beginning."""
        if not self._way:
            return False
        self._way.pop()
        return True

    def find(self, wanted: str) -> tuple[HelpPage, ...]:
        """Pages in which each wanted word begins a word; those that have it in their title come first."""
        words = _letters(wanted).split()
        if not words:
            return ()
        hits = [
            (not _has(_letters(page.title), words), at)
            for at, (page, text) in enumerate(zip(self._pages, self._index, strict=True))
            if _has(text, words)
        ]
        return tuple(self._pages[at] for _, at in sorted(hits))


def _all_text(page: HelpPage) -> str:
    return " ".join((page.title, *(f"{entry.name} {entry.text}" for entry in page.entries)))


def _has(text: str, words: Sequence[str]) -> bool:
    parts = text.split()
    return all(any(part.startswith(wanted) for part in parts) for wanted in words)


def _letters(text: str) -> str:
    """The text in small letters without signs; whatever is no letter or number parts words."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c if c.isalnum() else " " for c in plain if not unicodedata.combining(c))
