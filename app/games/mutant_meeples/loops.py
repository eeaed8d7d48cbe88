"""Which loops the solver runs: the compiled ones, or, where numba is missing or broken, the same in Python.

`choose` decides by trying them on a tiny question. Kept machine code is used only when it is what was written
from this very source: a file beside it (`MARK`) says so, with a digest of each; anything else is thrown away
and made again, since damaged code would end the process without a word. Import late: this loads numba, where
there is one.
"""

from __future__ import annotations

import functools
import hashlib
import json
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from app.games.mutant_meeples.kernel import compiling, entries

log = logging.getLogger(__name__)

MARK = "solver-source"
"""Beside the kept machine code: which source it was made from, and what was written."""


class Loops(NamedTuple):
    """The entries as they are to be called; `slow` says why they are not compiled, or is empty."""

    search: Callable[..., int]
    collect: Callable[..., int]
    weigh: Callable[..., int]
    unfold: Callable[..., int]
    slow: str


def plain(reason: str) -> Loops:
    """The entries as ordinary Python: the same answers, about a hundred times slower."""
    return Loops(entries.search, entries.collect, entries.weigh, entries.unfold, reason)


def compiled(keep: bool = True) -> Loops:
    """The entries compiled, each on its first call; kept on disk, if wanted and possible."""
    search, collect, weigh, unfold, _ = plain("")
    entry = functools.partial(compiling.entry, keep=keep)
    return Loops(entry(search), entry(collect), entry(weigh), entry(unfold), "")


def choose(attempt: Callable[[Loops], Any]) -> Loops:
    """The compiled loops, when `attempt` succeeds with them; otherwise the plain ones, with a warning."""
    if compiling.missing:
        return _fall_back(compiling.missing)
    reason = ""
    for keep in (True, True, False):
        try:
            made = compiled(keep)
            folder = _folder(made)
            if keep and folder is None:
                log.warning("%s", NOT_KEPT)
                continue
            if folder is not None and not _is_sound(folder):
                forget(folder)
            if folder is None or not _files(folder):
                log.warning("compiling the solver for this machine: a minute or more, once")
            _attempt(attempt, made)
        except Exception as error:
            log.warning("the compiled solver failed", exc_info=error)
            reason = f"{type(error).__name__}: {error}"
            continue
        if folder is not None:
            _write_mark(folder)
        return made
    return _fall_back(reason)


NOT_KEPT = (
    "compiled code cannot be kept here, so the solver is compiled anew at every start;"
    " NUMBA_CACHE_DIR can name a folder for it"
)


def _attempt(attempt: Callable[[Loops], Any], made: Loops) -> None:
    """Try. What could only not be written down has been compiled all the same, and works when asked again."""
    for _ in range(len(made)):
        try:
            attempt(made)
        except OSError as error:
            log.warning("%s: %s", NOT_KEPT, error)
        else:
            return
    attempt(made)


def _fall_back(reason: str) -> Loops:
    log.warning("the solver runs uncompiled and is slow (./setup.sh may mend that): %s", reason)
    return plain(reason)


def _folder(made: Loops) -> Path | None:
    """Where the machine code is kept, if it is."""
    path = made.search.stats.cache_path  # type: ignore[attr-defined]
    return Path(path) if path else None


def _files(folder: Path) -> list[Path]:
    return sorted(folder.glob("entries.*.nb[ic]"))


def forget(folder: Path) -> None:
    """Throw the kept machine code away. Raises OSError where that fails: it must not be used then."""
    for path in (*_files(folder), folder / MARK):
        path.unlink(missing_ok=True)


def _is_sound(folder: Path) -> bool:
    """Whether all that is kept was written from this source and is as it was written."""
    try:
        return (folder / MARK).read_bytes() == _mark(folder) if _files(folder) else True
    except OSError as error:
        log.warning("kept machine code cannot be read: %s", error)
        return False


def _write_mark(folder: Path) -> None:
    try:
        mark = _mark(folder)
        if not (folder / MARK).exists() or (folder / MARK).read_bytes() != mark:
            (folder / MARK).write_bytes(mark)
    except OSError as error:
        log.warning("%s: %s", NOT_KEPT, error)


def _mark(folder: Path) -> bytes:
    kept = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in _files(folder)}
    return json.dumps({"source": _source(), "kept": kept}).encode()


@functools.cache
def _source() -> str:
    digest = hashlib.sha256()
    for path in sorted(Path(compiling.__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()
