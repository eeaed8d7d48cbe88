"""Who has a camera, and who may not: what /proc and the permissions tell, to name it to people.

In: nodes of /dev and the root of /proc (arguments, so that tests use folders). Nothing is opened.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from hardware.probe import holders


def held_by(nodes: Iterable[Path], proc_root: Path = Path("/proc")) -> str:
    """The other programs that have one of `nodes` open, as "motion (812)"; "" when none can be seen."""
    ourselves = f"({os.getpid()})"
    return ", ".join(one for one in holders(nodes, proc_root) if not one.endswith(ourselves))


def shut_nodes(nodes: Iterable[Path]) -> str:
    """Those of `nodes` that this user may not open, as "media0, video0"; "" when all may be opened."""
    return ", ".join(node.name for node in nodes if not os.access(node, os.R_OK | os.W_OK))
