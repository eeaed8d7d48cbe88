"""What has changed on the table since it was last settled, told one thing at a time.

In: where every meeple stood, and a new `Reading` of the same table at rest. Out: changes, in words a
referee uses: moved, swapped, gone, put back, knocked over, between two cells, on one of two. A meeple of
which the reading is not sure has not moved; it is asked about where it may well have.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from vision.config import DEFAULT, Config
from vision.reader import Reading


@dataclass(frozen=True)
class Moved:
    """A meeple stands on another cell."""

    colour: str
    source: str
    to: str


@dataclass(frozen=True)
class Swapped:
    """Two meeples stand on each other's cell: no slide does that, a hand put them back wrongly."""

    first: str
    second: str


@dataclass(frozen=True)
class Gone:
    """A meeple is not on the board any more."""

    colour: str
    source: str


@dataclass(frozen=True)
class Returned:
    """A meeple that was not on the board stands there."""

    colour: str
    to: str


@dataclass(frozen=True)
class Fallen:
    """A meeple lies on its side."""

    colour: str
    cell: str


@dataclass(frozen=True)
class Between:
    """A meeple may stand on either of two cells side by side, the likelier first."""

    colour: str
    cells: tuple[str, str]


@dataclass(frozen=True)
class Unsure:
    """A meeple may stand on either of two cells that are apart, the likelier first."""

    colour: str
    cells: tuple[str, str]


Question = Fallen | Between | Unsure
"""What stays as it is until the table or another reading answers it; nobody has moved by it."""

Change = Moved | Swapped | Gone | Returned | Question

ASK_BELOW = 2 / 3
"""One thought to stand where it stood is asked about when that is less sure: elsewhere is half as likely."""


def _neighbours(one: str, other: str) -> bool:
    return max(abs(ord(one[0]) - ord(other[0])), abs(ord(one[1]) - ord(other[1]))) == 1


def _doubt(colour: str, before: str | None, reading: Reading) -> Between | Unsure | None:
    now, second = reading.meeples[colour], reading.second.get(colour)
    if now == before and reading.confidence[colour] >= ASK_BELOW:
        return None
    cells = list(dict.fromkeys(cell for cell in (now, second, before) if cell is not None))
    if len(cells) < 2:
        return None
    one, other = cells[:2]
    return Between(colour, (one, other)) if _neighbours(one, other) else Unsure(colour, (one, other))


def _of_one(colour: str, before: str | None, reading: Reading, config: Config) -> Change | None:
    now = reading.meeples[colour]
    if now is not None and colour in reading.lying:
        return Fallen(colour, now)
    if reading.confidence[colour] < config.sure_confidence:
        return _doubt(colour, before, reading)
    if now == before:
        return None
    if before is None:
        return None if now is None else Returned(colour, now)
    return Gone(colour, before) if now is None else Moved(colour, before, now)


def changes(
    settled: Mapping[str, str | None], reading: Reading, config: Config = DEFAULT
) -> tuple[Change, ...]:
    """Everything that differs, pairs that changed places told as one; empty when all is as it was."""
    found = [_of_one(colour, before, reading, config) for colour, before in settled.items()]
    ways = {(one.source, one.to): one.colour for one in found if isinstance(one, Moved)}
    told: list[Change] = []
    for one in found:
        if isinstance(one, Moved) and (one.to, one.source) in ways:
            other = ways[(one.to, one.source)]
            if Swapped(other, one.colour) not in told:
                told.append(Swapped(one.colour, other))
        elif one is not None:
            told.append(one)
    return tuple(told)


def after(settled: Mapping[str, str | None], told: Iterable[Change]) -> dict[str, str | None]:
    """Where every meeple stands once these changes are taken as they were told."""
    now = dict(settled)
    for one in told:
        match one:
            case Moved(colour, _, to) | Returned(colour, to):
                now[colour] = to
            case Gone(colour, _):
                now[colour] = None
            case Swapped(first, second):
                now[first], now[second] = settled[second], settled[first]
            case Fallen() | Between() | Unsure():
                pass
    return now
