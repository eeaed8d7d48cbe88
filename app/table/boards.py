"""Cities people have made: kept in the journal's records, written to files, and brought in from files.

A record is a board file in JSON under a key that stays while the city changes. A draft is kept like any
other; only `playable_boards` asks whether a match can begin. Shipped cities are no records and never change.
Everything with a journal belongs to the thread of the journal; what handles files may run in any thread.
"""

from __future__ import annotations

import logging
import os
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec
from msgspec.structs import replace

from app.games.contract import Message, Refused, refuse, say
from app.games.mutant_meeples.board import (
    MAX_SIDE,
    BoardFile,
    BoardInvalid,
    dump_board_file,
    find_faults,
    read_board_file,
    shipped_boards,
)
from app.games.mutant_meeples.board_text import board_of_text, board_text
from app.games.mutant_meeples.drafting import faults_of
from app.store.files import write_whole
from app.store.journal import Journal
from app.table.history_files import HEAD_BYTES, is_copy
from app.table.lettering import shown

log = logging.getLogger(__name__)

KIND = "board"
NAME_LENGTH = 24
"""Letters of a name: "Meeptropolis corrected 2", and what fits under a small map."""
NAMELESS = "City"
EXPORTS, IMPORTS, ON_DRIVE = "exports", "imports", "meeple-marshal"
"""Folders in the state folder, and the one on a drive for both."""
ENDINGS = (".json", ".txt")
MOST_BYTES = 256 * 1024
"""Larger files are not read: a city of 30 by 30 with a building on every side takes 60 kB."""
MOST_LISTED = 50


@dataclass(frozen=True, slots=True)
class OwnBoard:
    """A city somebody has made."""

    key: str
    file: BoardFile


# -- kept --------------------------------------------------------------------------------------------------


def own_boards(journal: Journal) -> list[OwnBoard]:
    """The cities in the order in which they were made, drafts as well. Raises `JournalFailed`.

    A record that cannot be read is passed over, logged and kept.
    """
    found = []
    for key, text in journal.records(KIND).items():
        try:
            found.append(OwnBoard(key, _with_shown_name(_buildable(read_board_file(text)))))
        except BoardInvalid as error:
            log.error("city %s cannot be read: %s", key, error)
    return found


def playable_boards(journal: Journal) -> list[OwnBoard]:
    """The own cities in which a match can begin. Raises `JournalFailed`."""
    return [own for own in own_boards(journal) if not faults_of(own.file)]


def keep(journal: Journal, key: str, file: BoardFile) -> None:
    """Put a city on the card in place of what it was before. Raises `JournalFailed`."""
    journal.put_record(KIND, key, msgspec.json.encode(file).decode())


def add(journal: Journal, file: BoardFile) -> OwnBoard:
    """Keep one more city, under a name that is free. Raises `JournalFailed`."""
    numbers = [int(key) for key in journal.records(KIND) if key.isdecimal()]
    taken = _names(own_boards(journal))
    own = OwnBoard(f"{max(numbers, default=0) + 1:06d}", replace(file, name=free_name(file.name, taken)))
    keep(journal, own.key, own.file)
    return own


def rename(journal: Journal, key: str, name: str) -> None:
    """Call a city something else. Raises `Refused` (no name, a name that is taken), `JournalFailed`."""
    boards = own_boards(journal)
    own = next((own for own in boards if own.key == key), None)
    if own is None:
        raise refuse("workshop.gone")
    name = _cleaned(name)
    if not name:
        raise refuse("workshop.name_empty")
    if name.casefold() in _names(other for other in boards if other.key != key):
        raise refuse("workshop.name_taken", name=name)
    keep(journal, key, replace(own.file, name=name))


def drop(journal: Journal, key: str) -> None:
    """Keep a city no longer. Raises `JournalFailed`."""
    journal.drop_record(KIND, key)


def free_name(wished: str, taken: Iterable[str]) -> str:
    """The wished name, cut to `NAME_LENGTH`, numbered where it is taken (in any case of letters)."""
    name, used = _cleaned(wished) or NAMELESS, {name.casefold() for name in taken}
    stem, number = re.sub(r"(?<=.) \d+$", "", name), 1
    while name.casefold() in used:
        number += 1
        name = f"{stem[: NAME_LENGTH - len(str(number)) - 1].rstrip()} {number}"
    return name


def _names(boards: Iterable[OwnBoard]) -> set[str]:
    shipped = {board.name.casefold() for board in shipped_boards().values()}
    return shipped | {own.file.name.casefold() for own in boards}


def _cleaned(name: str) -> str:
    """On one line, without what cannot be shown."""
    return shown(name)[:NAME_LENGTH].rstrip()


def _with_shown_name(file: BoardFile) -> BoardFile:
    return replace(file, name=_cleaned(file.name) or NAMELESS)


def _buildable(file: BoardFile) -> BoardFile:
    """The file, when a city can be built from it. Raises `BoardInvalid` with every fault.

    Endless lists are refused unread: looking for doubles in them would take minutes.
    """
    listed = sum(len(cells) for cells in (file.missing, file.grates, file.beams, *file.buildings.values()))
    if listed + len(file.buildings) > 8 * MAX_SIDE**2:
        raise BoardInvalid([say("workshop.no_city")])
    faults = find_faults(file)
    if faults:
        raise BoardInvalid(faults)
    return file


# -- out ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Written:
    """What came of sharing: the files, what could not be done, and the city as one line (None: too big)."""

    files: tuple[Path, ...]
    failed: tuple[Message, ...]
    line: str | None


def write_out(file: BoardFile, folders: Sequence[Path]) -> Written:
    """Write a city as JSON and as one line of text into each folder; a folder that fails stops no other.

    A file of that name is replaced when it holds the city of the same name, else a number is added.
    """
    failed: list[Message] = []
    line: str | None = None
    try:
        line = board_text(file)
    except Refused as refused:
        failed.append(refused.message)
    texts = {".json": dump_board_file(file).decode() + "\n"}
    if line is not None:
        texts[".txt"] = line + "\n"
    files: list[Path] = []
    for folder in folders:
        try:
            stem = _free_stem(folder, file.name)
            for ending, text in texts.items():
                path = folder / f"{stem}{ending}"
                write_whole(path, text)
                files.append(path)
        except OSError as error:
            failed.append(say("workshop.not_written", folder=spoken(folder), reason=error.strerror or "?"))
    return Written(tuple(files), tuple(failed), line)


def spoken(folder: Path) -> str:
    """A folder as people are told of it: the last two names, of the drive or of the folder for the games."""
    return "/".join(folder.parts[-2:])


def _free_stem(folder: Path, name: str) -> str:
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    stem = wished = re.sub(r"[^a-z0-9]+", "-", plain).strip("-") or NAMELESS.lower()
    number = 1
    while any(_is_of_another(folder / f"{stem}{ending}", name) for ending in ENDINGS):
        number += 1
        stem = f"{wished}-{number}"
    return stem


def _is_of_another(path: Path, name: str) -> bool:
    if not path.exists():
        return False
    try:
        return read_in(path).name != name
    except (Refused, BoardInvalid):
        return True


@dataclass(frozen=True, slots=True)
class Places:
    """Where files go and come from: beside the games, and on the first drive mounted below `media`."""

    state_dir: Path
    media: Path | None = None
    is_mount: Callable[[Path], bool] = os.path.ismount

    @property
    def imports(self) -> Path:
        """The folder on this device that is read."""
        return self.state_dir / IMPORTS

    def out(self) -> list[Path]:
        """The folders to write to. May wait for a drive."""
        return [self.state_dir / EXPORTS, *self._on_drive()]

    def into(self) -> list[Path]:
        """The folders to read from, what was written here last. May wait for a drive."""
        return [self.imports, *self._on_drive(), self.state_dir / EXPORTS]

    def _on_drive(self) -> list[Path]:
        drive = None if self.media is None else first_drive(self.media, self.is_mount)
        return [] if drive is None else [drive / ON_DRIVE]


def first_drive(media: Path, is_mount: Callable[[Path], bool]) -> Path | None:
    """The first drive mounted below a folder such as /media, one or two levels down; None: there is none."""
    for pattern in ("*", "*/*"):
        for path in sorted(media.glob(pattern)):
            if is_mount(path):
                return path
    return None


# -- in ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Found:
    """A file that may hold a city: the city, or why there is none."""

    path: Path
    file: BoardFile | None
    faults: tuple[Message, ...] = ()


def look_in(folders: Sequence[Path]) -> tuple[list[Found], int]:
    """The first `MOST_LISTED` city files in these folders, and how many more there are.

    A line of text beside the JSON of that name is the same city, and a copy of past matches is none.
    """
    paths = [path for folder in folders for path in _city_files(folder)]
    return [_found(path) for path in paths[:MOST_LISTED]], max(len(paths) - MOST_LISTED, 0)


def _city_files(folder: Path) -> list[Path]:
    try:
        paths = sorted(folder.iterdir())
    except OSError:
        return []
    paths = [path for path in paths if path.suffix.lower() in ENDINGS and not path.name.startswith(".")]
    whole = {path.stem for path in paths if path.suffix.lower() == ENDINGS[0]}
    lines = {path for path in paths if path.suffix.lower() != ENDINGS[0] and path.stem in whole}
    return [path for path in paths if path not in lines and not _holds_matches(path)]


def _holds_matches(path: Path) -> bool:
    """Whether it is a copy of past matches, which are shared through the same folders."""
    try:
        if not path.is_file():
            return False
        with path.open("rb") as opened:
            return is_copy(opened.read(HEAD_BYTES))
    except OSError:
        return False


def _found(path: Path) -> Found:
    try:
        return Found(path, _with_shown_name(read_in(path)))
    except Refused as refused:
        return Found(path, None, (refused.message,))
    except BoardInvalid as error:
        return Found(path, None, error.faults)


def read_in(path: Path) -> BoardFile:
    """The city in a file, JSON or one line of text; it can be drawn, and may be a draft.

    Raises `Refused` when it holds none, `BoardInvalid` with every fault of one that cannot be drawn.
    """
    try:
        if not path.is_file():  # a pipe would be waited for
            raise refuse("workshop.no_city")
        with path.open("rb") as opened:
            data = opened.read(MOST_BYTES + 1)
    except OSError as error:
        raise refuse("workshop.unreadable", reason=error.strerror or "?") from error
    return board_of_data(data)


def board_of_data(data: bytes) -> BoardFile:
    """The city in what a file holds. Raises as `read_in` does."""
    if len(data) > MOST_BYTES:
        raise refuse("workshop.too_big", limit=MOST_BYTES // 1024)
    try:
        text = data.decode("utf-8-sig").strip()
    except UnicodeDecodeError as error:
        raise refuse("workshop.damaged") from error
    if not text:
        raise refuse("workshop.empty")
    return _of_json(text) if text[0] in "{[" else board_of_text(text)


def _of_json(text: str) -> BoardFile:
    try:
        plain = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise refuse("workshop.cut" if "truncated" in str(error) else "workshop.damaged") from error
    if not isinstance(plain, dict):
        raise refuse("workshop.no_city")
    if "version" in plain:  # ours has none so far, so that `solve` takes it as it is
        raise refuse("workshop.newer")
    try:
        file = read_board_file(text)
    except BoardInvalid as error:
        if error.faults[0].key == "board.unreadable":
            raise refuse("workshop.no_city") from error
        raise
    return _buildable(file)
