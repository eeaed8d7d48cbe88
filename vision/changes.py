"""What has changed on the table since it was last settled, told one thing at a time.

In: where every meeple stood, and a new `Reading` of the same table at rest. Out: changes, in words a
referee uses: moved, swapped, gone, put back, knocked over, between two cells. Only what the reading is sure
of is told.
"""

from collections.abc import Mapping
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
    """A meeple may stand on either of two cells."""

    colour: str
    cells: tuple[str, str]


Change = Moved | Swapped | Gone | Returned | Fallen | Between


def _neighbours(one: str, other: str) -> bool:
    return max(abs(ord(one[0]) - ord(other[0])), abs(ord(one[1]) - ord(other[1]))) == 1


def _of_one(colour: str, before: str | None, reading: Reading, config: Config) -> Change | None:
    now, second = reading.meeples[colour], reading.second.get(colour)
    if now is not None and colour in reading.lying:
        return Fallen(colour, now)
    if reading.confidence[colour] < config.sure_confidence:
        doubt = now is not None and second is not None and _neighbours(now, second)
        return Between(colour, (now, second)) if doubt and now and second else None
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
    single = [one for one in found if one is not None]
    moves = {one.colour: one for one in single if isinstance(one, Moved)}
    told: list[Change] = []
    paired: set[str] = set()
    for one in single:
        if not isinstance(one, Moved) or one.colour in paired:
            told += [] if isinstance(one, Moved) else [one]
            continue
        other = next((m for m in moves.values() if (m.source, m.to) == (one.to, one.source)), None)
        if other is None:
            told.append(one)
        else:
            paired |= {one.colour, other.colour}
            told.append(Swapped(one.colour, other.colour))
    return tuple(told)


def after(settled: Mapping[str, str | None], told: tuple[Change, ...]) -> dict[str, str | None]:
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
            case Fallen() | Between():
                pass
    return now
