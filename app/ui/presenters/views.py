"""What the match screen shows, as plain frozen data: one panel beside the city at any moment.

Made by the presenters from the state of the match, drawn by the screen. Every text is a finished sentence.
"""

from __future__ import annotations

from dataclasses import dataclass

from app.ui.city_picture import CityPicture
from app.ui.presenters.replay import Pace


@dataclass(frozen=True, slots=True)
class Header:
    """What to do now, one line of more, and whether an action can be taken back, or done again."""

    sentence: str
    hint: str = ""
    can_undo: bool = False
    can_redo: bool = False


@dataclass(frozen=True, slots=True)
class PlayerView:
    """One player card."""

    seat: int
    name: str
    initial: str
    colour: str
    team: tuple[str, ...]
    status: str
    active: bool = False
    shout: bool = False
    slots: int = 6
    """How many heroes make a team; 0 where none is collected."""
    missing: tuple[str, ...] = ()
    """Meeples whose markers this player does not have in this match."""
    bot: bool = False
    """The machine plays this seat."""


@dataclass(frozen=True, slots=True)
class TileView:
    """One Movement tile; `state` is one of app.ui.widgets.tiles.STATES."""

    number: int
    state: str
    holder_initial: str = ""
    holder_colour: str = ""


@dataclass(frozen=True, slots=True)
class LaneView:
    """A player who pressed and owes a number; `number` is what Take would claim."""

    seat: int
    name: str
    colour: str
    number: int | None
    left_s: int
    touched: bool = False
    """The number has been chosen by a finger, not only proposed."""


@dataclass(frozen=True, slots=True)
class TimerView:
    """The sand: seconds left of how many; not running before the first claim.

    `left_ms` is the same in the steps in which the glass is drawn.
    """

    left_s: int
    total_s: int
    running: bool
    left_ms: int
    paused: bool = False


@dataclass(frozen=True, slots=True)
class WatchView:
    """What the camera does: its sentence, and how good that is (a level of StatusDot)."""

    sentence: str
    level: str


@dataclass(frozen=True, slots=True)
class PlaceView:
    """A meeple that is being put where it belongs: seen right, or what to do."""

    colour: str
    name: str
    text: str
    right: bool


@dataclass(frozen=True, slots=True)
class GuideView:
    """Where meeples stand, as the camera sees it while they are put in place; those to be moved first."""

    sentence: str
    level: str
    places: tuple[PlaceView, ...]
    all_right: bool


@dataclass(frozen=True, slots=True)
class CameraWords:
    """The camera in a demonstration: buttons (empty: not there), whether it is busy, and what it sees."""

    photo: str = ""
    busy: bool = False
    watch: str = ""
    seen: WatchView | None = None


@dataclass(frozen=True, slots=True)
class DrawPanel:
    """Before a draw, or before the meeples go back to the grates."""

    players: tuple[PlayerView, ...]
    button: str
    scatter: bool = False
    notes: tuple[str, ...] = ()
    """What the table has to do first: sentences."""
    guide: GuideView | None = None


@dataclass(frozen=True, slots=True)
class ThinkPanel:
    """An open crime: letters, sand, tiles, players. `lanes` has an entry for each press without a number."""

    letters: tuple[str, str]
    timer: TimerView
    tiles: tuple[TileView, ...]
    players: tuple[PlayerView, ...]
    lanes: tuple[LaneView, ...]
    may_agree: bool
    agreed: tuple[bool, ...]
    may_call_out: tuple[bool, ...]
    """By seat: whether a tap on the card may say that no markers were laid behind this player's claim."""
    held: tuple[int | None, ...]
    """By seat: the tile that a person holds, which the table may give back."""
    skip: str = ""
    """The button that ends the wait where only machines can still claim, or empty."""
    can_skip: bool = False


@dataclass(frozen=True, slots=True)
class ChipView:
    """A meeple that may be laid on the plan."""

    colour: str
    name: str
    enabled: bool
    row: int | None
    """Which row it lies on (from 0), or None."""


@dataclass(frozen=True, slots=True)
class RowView:
    """One row of markers."""

    colour: str
    name: str
    count: int


@dataclass(frozen=True, slots=True)
class OtherView:
    """Another player who can still claim: the sign and the colour."""

    seat: int
    sign: str
    colour: str


@dataclass(frozen=True, slots=True)
class PlanPanel:
    """A player's markers: up to three rows, then the tile (or, demonstrating, "these are my markers")."""

    seat: int
    name: str
    colour: str
    chips: tuple[ChipView, ...]
    rows: tuple[RowView, ...]
    total: int
    tiles: tuple[TileView, ...]
    """Empty when the markers of a taken tile are being entered."""
    confirm: str
    can_confirm: bool
    left_s: int | None
    can_call_out: bool
    """The table may call this player out for having no markers down: also when they are to be entered."""
    too_high: bool = False
    """The markers entered make more than the tile; `confirm` says so."""
    give_up_cost: str = ""
    """What giving up means, when a demonstration is due."""
    fixing: bool = False
    """They are entered to put a claim right."""
    others: tuple[OtherView, ...] = ()
    """Whose markers a tap opens instead."""


@dataclass(frozen=True, slots=True)
class StepView:
    """One shown move in words."""

    colour: str
    number: int
    did: str
    why: str


@dataclass(frozen=True, slots=True)
class ShowPanel:
    """The demonstration."""

    plan: tuple[RowView, ...]
    steps: tuple[StepView, ...]
    left: int
    by_hand: bool
    """Whether a person shows it; what a machine shows nobody touches."""
    can_take_back: bool
    can_finish: bool
    complete: bool
    """Nothing is left to be shown, or somebody is at the scene: "Done" is what comes next."""
    ask_done: str
    """What "Done" has to ask first, in a sentence; empty: nothing."""
    camera: CameraWords
    give_up_cost: str
    """What giving up means."""


@dataclass(frozen=True, slots=True)
class ConfirmPanel:
    """A reading of the camera that the table confirms or corrects: tap a meeple, then its cell."""

    sentence: str
    doubtful: tuple[ChipView, ...]
    selected: str | None
    can_confirm: bool


@dataclass(frozen=True, slots=True)
class FailedPanel:
    """A claim that does not hold: why, the penalty, and what stands where it should not."""

    title: str
    reason: str
    steps: tuple[StepView, ...]
    choices: tuple[ChipView, ...]
    """Members of the super team to give back, or none."""
    put_back: tuple[str, ...]
    """As far as the screen knows; nothing where the camera guides."""
    proceed: str
    """The button: what to do first, or the way on."""
    can_proceed: bool
    guide: GuideView | None = None


@dataclass(frozen=True, slots=True)
class ResultPanel:
    """The end of a round: verdict, the moves, who joined, and the best there was."""

    solved: bool
    title: str
    sentence: str
    steps: tuple[StepView, ...]
    joined: str
    joined_colour: str | None
    best: str
    can_show_best: bool
    next: str


@dataclass(frozen=True, slots=True)
class FixChoice:
    """Something to put right: the desk is told `wrong` and `seat`; `reason` is why it cannot be now."""

    wrong: str
    seat: int | None
    text: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class FixListPanel:
    """What can be put right, to be chosen from."""

    choices: tuple[FixChoice, ...]


@dataclass(frozen=True, slots=True)
class FixClaimPanel:
    """A wrong claim: tap the player, then the tile, or none; the markers behind it may be entered first."""

    players: tuple[PlayerView, ...]
    tiles: tuple[TileView, ...]
    rows: tuple[RowView, ...]
    chosen: bool
    """A player has been tapped."""
    can_clear: bool
    """The player holds a tile that can be taken away."""


@dataclass(frozen=True, slots=True)
class FixBoardPanel:
    """Where meeples stand: tap one here or on the map, then its square."""

    sentence: str
    chips: tuple[ChipView, ...]
    chosen: str | None
    confirm: str
    can_confirm: bool


@dataclass(frozen=True, slots=True)
class BestPanel:
    """The best plan of a player, step by step; `step` moves of it are on the map."""

    title: str
    sentence: str
    """How hard it was to find, or that it may not be the shortest; or empty."""
    players: tuple[PlayerView, ...]
    """Everybody with the team of this round and the fewest moves it allowed, whose plan it is lit; a tap on
    another shows that one's. Nobody where one plays alone.
    """
    steps: tuple[StepView, ...]
    step: int
    can_back: bool
    can_forward: bool
    playing: bool
    """It goes on by itself."""
    pace: Pace
    speed: str
    """The button that changes the pace, in words."""


@dataclass(frozen=True, slots=True)
class WinnerPanel:
    """The end of the match."""

    title: str
    sentence: str
    colour: str
    players: tuple[PlayerView, ...]
    best: str
    can_show_best: bool
    next_game: str = ""
    """The button to the tournament's next game, or empty."""
    again: str = ""
    """The button to another match of the same players, or empty."""


Panel = (
    DrawPanel
    | ThinkPanel
    | PlanPanel
    | ShowPanel
    | ConfirmPanel
    | FailedPanel
    | ResultPanel
    | FixListPanel
    | FixClaimPanel
    | FixBoardPanel
    | BestPanel
    | WinnerPanel
)


@dataclass(frozen=True, slots=True)
class MatchView:
    """The whole screen: city, header, one panel; `paused` covers everything with a way to go on."""

    header: Header
    picture: CityPicture
    panel: Panel
    paused: bool
    notice: str
    """A sentence to show for a moment, or empty."""
    alarm: bool
    """The notice is a refusal."""
    notice_stays: bool = False
    """It tells what to do, and stays until it is tapped or something else is."""
    notice_on_top: bool = False
    """It stands at the top of the city, for what it speaks of is near the foot."""
