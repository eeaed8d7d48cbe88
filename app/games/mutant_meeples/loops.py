"""Which loops the solver runs: the compiled ones, or, where numba is missing or broken, the same in Python.

`choose` decides by trying them on a tiny question. Machine code kept on disk that cannot be read, or that was
made from other source, is thrown away and made again. Import late: this loads numba, where there is one.
"""

from __future__ import annotations

import functools
import hashlib
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from app.games.mutant_meeples.kernel import compiling, entries

log = logging.getLogger(__name__)

MARK = "solver-source"
"""Beside the kept machine code: which source it was made from."""


class Loops(NamedTuple):
    """The entries as they are to be called; `slow` says why they are not compiled, or is empty."""

    search: Callable[..., int]
    collect: Callable[..., int]
    weigh: Callable[..., int]
    unfold: Callable[..., int]
    slow: str


def plain(reason: str) -> Loops:
    """The entries as ordinary Python: the same answers, some hundred times slower."""
    return Loops(entries.search, entries.collect, entries.weigh, entries.unfold, reason)


def compiled() -> Loops:
    """The entries compiled, each on its first call; kept code of another source is thrown away."""
    search, collect, weigh, unfold, _ = plain("")
    entry = compiling.entry
    made = Loops(entry(search), entry(collect), entry(weigh), entry(unfold), "")
    _forget_if(made, lambda mark: not mark.exists() or mark.read_text() != _source())
    return made


def forget(made: Loops) -> None:
    """Throw the kept machine code away."""
    _forget_if(made, lambda mark: True)


def choose(attempt: Callable[[Loops], Any]) -> Loops:
    """The compiled loops, when `attempt` succeeds with them; otherwise the plain ones, with a warning."""
    if compiling.missing:
        return _fall_back(compiling.missing)
    made = compiled()
    if not _kept(made):
        log.warning("compiling the solver for this machine: about a minute, once")
    try:
        attempt(made)
    except Exception as error:
        log.warning("the kept machine code of the solver is thrown away: %s", error, exc_info=error)
        forget(made)
    else:
        return made
    made = compiled()
    try:
        attempt(made)
    except Exception as error:
        log.warning("the solver cannot be compiled", exc_info=error)
        return _fall_back(f"{type(error).__name__}: {error}")
    return made


def _kept(made: Loops) -> bool:
    """Whether there is machine code on disk already."""
    folder = made.search.stats.cache_path  # type: ignore[attr-defined]
    return bool(folder) and any(Path(folder).glob("entries.search*.nbi"))


def _fall_back(reason: str) -> Loops:
    log.warning("the solver runs uncompiled and is slow (./setup.sh may mend that): %s", reason)
    return plain(reason)


@functools.cache
def _source() -> str:
    digest = hashlib.sha256()
    for path in sorted(Path(compiling.__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _forget_if(made: Loops, is_stale: Callable[[Path], bool]) -> None:
    folder = Path(made.search.stats.cache_path or ".")  # type: ignore[attr-defined]
    mark = folder / MARK
    try:
        if not made.search.stats.cache_path or not is_stale(mark):  # type: ignore[attr-defined]
            return
        for path in folder.glob("entries.*.nb[ic]"):
            path.unlink()
        folder.mkdir(parents=True, exist_ok=True)
        mark.write_text(_source())
    except OSError as error:
        log.warning("kept machine code of the solver cannot be replaced: %s", error)
