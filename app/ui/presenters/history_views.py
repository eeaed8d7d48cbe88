"""What the history screen shows, as plain frozen data. Every text is a finished sentence or word."""

from __future__ import annotations

from dataclasses import dataclass

from app.ui.city_picture import CityPicture
from app.ui.presenters.views import StepView


@dataclass(frozen=True, slots=True)
class Turning:
    """The foot of a list in pages: where we are, or what is being read, and whether there is more."""

    text: str
    can_back: bool = False
    can_forward: bool = False


@dataclass(frozen=True, slots=True)
class MatchRowView:
    """One match in the list; `kind` is "won", "open", "ended", "unreadable" or "reading"."""

    match_id: int
    names: str
    line: str
    end: str
    kind: str
    can_resume: bool


@dataclass(frozen=True, slots=True)
class ListPage:
    """All matches, newest first. `sentence` stands where there are none.

    `can_export`: there is something to be written or erased; `can_bring_in`: matches can come in.
    """

    rows: tuple[MatchRowView, ...]
    turning: Turning
    sentence: str
    can_export: bool
    can_bring_in: bool


@dataclass(frozen=True, slots=True)
class RoundRowView:
    """One round of a match; `colour` is the colour of the player who solved it, or empty."""

    index: int
    number: str
    cell: str
    text: str
    claims: str
    colour: str


@dataclass(frozen=True, slots=True)
class MatchPage:
    """The rounds of one match. `sentence` stands where there are none to show."""

    title: str
    line: str
    rows: tuple[RoundRowView, ...]
    turning: Turning
    sentence: str
    can_resume: bool


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """Something that can be watched: a player's moves (`seat`), or the best (`seat` None).

    `mark` is "tick", "cross" or empty: the verdict. `can_show`: there are moves.
    """

    seat: int | None
    name: str
    line: str
    colour: str
    mark: str
    chosen: bool
    can_show: bool


@dataclass(frozen=True, slots=True)
class RoundPage:
    """One round on the map: `step` moves of what is being watched are made."""

    title: str
    picture: CityPicture
    choices: tuple[ChoiceView, ...]
    steps: tuple[StepView, ...]
    step: int
    sentence: str
    playing: bool


@dataclass(frozen=True, slots=True)
class ChartView:
    """Bars (with `labels` below them) or a line of values. `ticks`: {height on the y axis: its text}."""

    title: str
    line: str
    x_label: str
    y_label: str
    values: tuple[float, ...]
    labels: tuple[str, ...]
    ticks: tuple[tuple[float, str], ...]
    bars: bool


@dataclass(frozen=True, slots=True)
class PlayersPage:
    """One player's figures: (number, what it counts). `sentence` stands while there are none."""

    name: str
    kind: str
    can_back: bool
    can_forward: bool
    figures: tuple[tuple[str, str], ...]
    charts: tuple[ChartView, ...]
    sentence: str
    can_erase: bool


Page = ListPage | MatchPage | RoundPage | PlayersPage


@dataclass(frozen=True, slots=True)
class HistoryView:
    """The whole screen: one page, and a notice over it (empty: none)."""

    page: Page
    notice: str
    alarm: bool
