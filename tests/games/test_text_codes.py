"""Boards and positions as one line: nothing is lost, hasty typing is forgiven, the rest is refused."""

from __future__ import annotations

import random
import string
import zlib
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
import segno
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from app.errors import as_sentence
from app.games.contract import Refused
from app.games.mutant_meeples import position_text as module
from app.games.mutant_meeples.board import SHIPPED_BOARDS, Board, BoardFile, BoardInvalid, shipped_board
from app.games.mutant_meeples.board_text import (
    MOST_BYTES,
    RAW_DEFLATE,
    board_of_text,
    board_text,
    digest,
    pack,
)
from app.games.mutant_meeples.position_text import Position, as_question, position_of_text, position_text
from app.games.mutant_meeples.roster import Kit, Rules, colours
from app.games.mutant_meeples.text_code import MOST_CHARACTERS, seal
from tests.commands.speak import is_one_sentence
from tests.games.random_boards import box_with, random_case, two_more

TROPOLIS = shipped_board("meeptropolis")
NAMES = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
LINE = board_text(TROPOLIS.file)
HERE = Position(
    TROPOLIS,
    dict(zip(colours(), map(TROPOLIS.name_of, TROPOLIS.grates), strict=True)),
    "KC",
    Kit(frozenset({"red", "blue"}), frozenset({"white"})),
)


def refusal(read: Callable[[str], object], text: str) -> str:
    """The key of the message; it must make one sentence."""
    with pytest.raises(Refused) as refused:
        read(text)
    assert is_one_sentence(as_sentence(refused.value))
    return refused.value.message.key


def squeezed(plain: bytes) -> bytes:
    squeezer = zlib.compressobj(9, wbits=RAW_DEFLATE)
    return squeezer.compress(plain) + squeezer.flush()


# -- boards --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SHIPPED_BOARDS)
def test_a_shipped_board_survives_whole(name: str) -> None:
    file = shipped_board(name).file
    assert board_of_text(board_text(file)) == file


@given(st.integers(0, 2**32), NAMES, NAMES, NAMES, st.booleans())
def test_every_field_of_any_board_survives(
    seed: int, name: str, frame: str, note: str, provisional: bool
) -> None:
    file = random_case(random.Random(seed)).file
    file = replace(file, name=name, frame=frame, note=note, provisional=provisional)
    assert board_of_text(board_text(file)) == file


def test_the_widest_and_fullest_board_survives() -> None:
    """Letters beyond Z are small ones; a cell may have buildings on all sides, in any order, or on none."""
    rng = random.Random(5)
    letters = string.ascii_uppercase + "abcd"
    cells = [column + row for column in letters for row in letters]
    sides = ["north", "east", "south", "west"]
    walls = {cell: tuple(rng.sample(sides, rng.randint(0, 4))) for cell in cells[8:]}
    file = BoardFile("Wide", 30, 30, "blue", ("AA",), tuple(cells[1:5]), ("dd", "ad"), walls)
    assert board_of_text(board_text(file)) == file


def test_a_line_uses_the_letters_a_qr_code_is_best_at() -> None:
    """ISO/IEC 18004, alphanumeric mode."""
    assert set(LINE) <= set(string.digits + string.ascii_uppercase + " $%*+-./:")
    assert segno.make(LINE).mode == "alphanumeric"


@given(st.randoms(use_true_random=False))
def test_small_letters_spaces_and_line_breaks_are_forgiven(rng: random.Random) -> None:
    gaps = ["", "", "", "", " ", "\n", "\r\n", "\t", "\u00a0", "\u200b", "\ufeff"]
    typed = "".join(rng.choice(gaps) + rng.choice([letter, letter.lower()]) for letter in LINE)
    assert board_of_text(typed) == TROPOLIS.file


def test_digits_that_look_like_letters_are_forgiven() -> None:
    head, body = LINE[:5], LINE[5:]
    assert set("OIB") <= set(body)
    assert board_of_text(head + body.translate(str.maketrans("OIB", "018"))) == TROPOLIS.file


@pytest.mark.parametrize(
    "text", ["", "KC", "https://example.org", "{}", "MMB:AAAA", "MMZ1:AAAA:AAAAAAA", "٣" * 50]
)
def test_what_is_no_code_is_refused(text: str) -> None:
    assert refusal(board_of_text, text) == "code.none"
    assert refusal(position_of_text, text) == "code.none"


def test_a_code_of_the_other_kind_is_refused() -> None:
    assert refusal(board_of_text, position_text(HERE)) == "code.other_kind"
    assert refusal(position_of_text, LINE) == "code.other_kind"


@pytest.mark.parametrize("version", ["0", "2", "01", "9999"])
def test_another_version_is_refused(version: str) -> None:
    assert refusal(board_of_text, LINE.replace("MMB1", f"MMB{version}")) == "code.version"


def test_a_line_cut_short_anywhere_is_refused_as_such() -> None:
    for length in range(5, len(LINE)):
        assert refusal(board_of_text, LINE[:length]) == "code.cut"


def test_any_wrong_letter_is_noticed() -> None:
    for at, letter in enumerate(LINE[:-8]):
        if at >= 5:
            wrong = "C" if letter != "C" else "D"
            assert refusal(board_of_text, LINE[:at] + wrong + LINE[at + 1 :]) == "code.damaged"


def test_two_lines_in_one_are_refused() -> None:
    assert refusal(board_of_text, LINE + LINE) == "code.damaged"


def test_a_text_that_is_too_long_is_refused_unread() -> None:
    assert refusal(board_of_text, LINE + " " * MOST_CHARACTERS) == "code.long"


def test_a_board_too_big_to_share_is_refused() -> None:
    noise = "".join(random.Random(1).choices(string.printable, k=MOST_CHARACTERS))
    assert refusal(board_text, replace(TROPOLIS.file, note=noise)) == "code.too_much"  # type: ignore[arg-type]
    endless = replace(TROPOLIS.file, note="a" * MOST_BYTES)
    assert refusal(board_text, endless) == "code.too_much"  # type: ignore[arg-type]


def test_a_board_as_big_as_allowed_survives() -> None:
    room = MOST_BYTES - len(zlib.decompress(pack(TROPOLIS.file), wbits=RAW_DEFLATE)) - 8
    file = replace(TROPOLIS.file, note=TROPOLIS.file.note + "a" * room)
    assert board_of_text(board_text(file)) == file


def test_a_line_that_unpacks_without_end_is_refused() -> None:
    assert refusal(board_of_text, seal("B", squeezed(b"\x9a" + b"\0" * 3_000_000))) == "code.damaged"


def test_a_broken_board_is_never_written() -> None:
    with pytest.raises(BoardInvalid):
        board_text(replace(TROPOLIS.file, grates=("AA",)))


def test_a_broken_board_is_never_read() -> None:
    """Such a line takes a program of somebody else's, with a sound checksum."""
    packed = ["Bad", 18, 18, "red", "AA", "AA", "", {}, "", False]
    assert refusal(board_of_text, seal("B", squeezed(msgspec.msgpack.encode(packed)))) == "board.cell_missing"
    packed[5] = "CCE"
    assert refusal(board_of_text, seal("B", squeezed(msgspec.msgpack.encode(packed)))) == "board.cell_outside"


@given(st.binary(max_size=60))
def test_no_bytes_at_all_make_it_stumble(data: bytes) -> None:
    for payload in (data, squeezed(data)):
        assert refusal(board_of_text, seal("B", payload)) == "code.damaged"
    assert refusal(position_of_text, seal("P", data)) == "code.damaged"


@given(st.integers(0, 2**32))
def test_the_digest_tells_cities_apart_by_how_they_play(seed: int) -> None:
    rng = random.Random(seed)
    file = random_case(rng).file
    board = Board(file)
    renamed = replace(file, name="x", frame="y", note="z", grates=(), provisional=not file.provisional)
    assert digest(Board(renamed)) == digest(board)
    cell = rng.randrange(board.cell_count)
    if board.exists[cell] and not board.wall[0][cell]:
        name = board.name_of(cell)
        built = {**file.buildings, name: (*file.buildings.get(name, ()), "north")}
        assert digest(Board(replace(file, buildings=built))) != digest(board)


# -- positions -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SHIPPED_BOARDS)
def test_a_position_in_a_shipped_city_is_a_short_line(name: str) -> None:
    here = replace(HERE, board=shipped_board(name))
    text = position_text(here)
    assert len(text) <= 64
    assert position_of_text(text) == here
    assert as_question(here) == {
        "board": name,
        "positions": HERE.positions,
        "target": "KC",
        "super_team": ["blue", "red"],
        "removed": ["white"],
    }


@given(st.integers(0, 2**32))
def test_every_part_of_any_position_survives(seed: int) -> None:
    case = random_case(random.Random(seed), most_meeples=8)
    here = Position(case.board, case.positions, case.target, case.kit)
    back = position_of_text(position_text(here))
    assert back == here
    assert ("switches" in as_question(back)) == (case.kit.rules != Rules())


def test_a_line_is_still_read_with_a_bigger_box(tmp_path: Path) -> None:
    text = position_text(HERE)
    with box_with(two_more(random.Random(1)), tmp_path):
        assert position_of_text(text) == HERE
        bigger = position_text(replace(HERE, positions={"orange": "CC"}))
    assert refusal(position_of_text, bigger) == "code.damaged"


def test_a_city_that_has_changed_since_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """One building more, as a later version of a shipped board might have."""
    text = position_text(HERE)
    file = TROPOLIS.file
    changed = Board(replace(file, buildings={**file.buildings, "DA": ("south",)}))
    assert changed.wall != TROPOLIS.wall
    monkeypatch.setattr(module, "shipped_boards", lambda: {"meeptropolis": changed})
    assert refusal(position_of_text, text) == "code.other_city"


def test_a_shipped_city_with_another_note_travels_whole() -> None:
    here = replace(HERE, board=Board(replace(TROPOLIS.file, note="ours")))
    assert position_of_text(position_text(here)) == here


@pytest.mark.parametrize(
    ("here", "key"),
    [
        (replace(HERE, target="AA"), "position.no_target_cell"),
        (replace(HERE, positions={"gray": "AA"}), "position.no_cell"),
        (replace(HERE, positions={"gray": "CC", "red": "CC"}), "position.cell_taken"),
        (replace(HERE, positions={"pink": "CC"}), "position.unknown_meeple"),
        (replace(HERE, kit=Kit(frozenset({"pink"}))), "position.unknown_meeple"),
    ],
)
def test_a_position_that_cannot_be_is_never_written(here: Position, key: str) -> None:
    with pytest.raises(Refused) as refused:
        position_text(here)
    assert refused.value.message.key == key


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({1: ""}, "code.damaged"),
        ({1: "KCC"}, "code.damaged"),
        ({1: "AA" + "--" * 8}, "position.no_target_cell"),
        ({1: "KC" + "CC" * 8}, "position.cell_taken"),
        ({2: 256}, "code.damaged"),
        ({3: -1}, "code.damaged"),
        ({4: {"no_such": "rule"}}, "code.damaged"),
        ({4: {"demonstration": "rule"}}, "code.damaged"),
        ({0: 7}, "code.other_city"),
        ({0: b"junk"}, "code.damaged"),
    ],
)
def test_a_position_that_cannot_be_is_never_read(change: dict[int, object], key: str) -> None:
    """Such a line takes a program of somebody else's, with a sound checksum."""
    fields: list[object] = [digest(TROPOLIS), "KC" + "--" * 8, 0, 0, {}]
    assert position_of_text(seal("P", msgspec.msgpack.encode(fields))).positions == {}
    for number, value in change.items():
        fields[number] = value
    assert refusal(position_of_text, seal("P", msgspec.msgpack.encode(fields))) == key
