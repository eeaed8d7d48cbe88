"""What changed between two readings of one table: which meeples moved, and from where to where.

In: the `Reading` before and the one after. Out: `Change`: sure moves, and the colours nobody can be sure
about. A meeple counts as moved only when both readings are sure of it and it is on the board in both.
"""

from dataclasses import dataclass

from vision.config import DEFAULT, Config
from vision.reader import Reading, Status


@dataclass(frozen=True)
class Change:
    """`moved`: colour -> (from, to). `gone`, `came`: surely on one reading only. `doubtful`: ask the
    players."""

    moved: dict[str, tuple[str, str]]
    gone: tuple[str, ...]
    came: tuple[str, ...]
    doubtful: tuple[str, ...]


def compare(before: Reading, after: Reading, config: Config = DEFAULT) -> Change:
    """Compare two readings; when either saw no board or a hand, every colour is doubtful."""
    moved: dict[str, tuple[str, str]] = {}
    gone, came, doubtful = [], [], []
    blocked = {Status.NO_BOARD, Status.HAND} & {before.status, after.status}
    for colour, old in before.meeples.items():
        new = after.meeples[colour]
        if blocked or min(before.confidence[colour], after.confidence[colour]) < config.sure_confidence:
            doubtful.append(colour)
        elif old is None and new is not None:
            came.append(colour)
        elif old is not None and new is None:
            gone.append(colour)
        elif old is not None and new is not None and old != new:
            moved[colour] = (old, new)
    return Change(moved, tuple(gone), tuple(came), tuple(doubtful))
