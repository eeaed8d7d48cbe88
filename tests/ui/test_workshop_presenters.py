"""The workshop without a window: what its pages say, what a touch means, and a card that takes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from app.games.contract import say
from app.games.mutant_meeples.board import BoardFile, Direction, dump_board_file, shipped_board
from app.games.mutant_meeples.board_text import board_text
from app.games.mutant_meeples.drafting import Ground, toggled_wall
from app.language import sentence
from app.store.errors import JournalFailed
from app.store.journal import Journal
from app.table.boards import IMPORTS, KIND, Places, add, own_boards, playable_boards, read_in
from app.table.worker import Worker
from app.ui.presenters.hint import Hint
from app.ui.presenters.workshop import (
    BringInPresenter,
    EditorPresenter,
    SharePresenter,
    WorkshopPresenter,
)
from app.ui.presenters.workshop.close_up import beside, close_up, spot_at
from app.ui.presenters.workshop.editor import told
from app.ui.presenters.workshop.files import whereabouts
from app.ui.presenters.workshop.views import Spot
from app.ui.words import word

MEEPVILLE = shipped_board("meepville").file
MINE = replace(MEEPVILLE, name="Mine")


@pytest.fixture
def journal() -> Iterator[Journal]:
    made = Journal(None)
    yield made
    made.close()


@pytest.fixture
def shelf(journal: Journal) -> WorkshopPresenter:
    return WorkshopPresenter(journal)


class AtOnce(Worker):
    """A worker that has always finished already; the error of what fails is handed out, too."""

    def __init__(self) -> None:
        self.forgotten: list[str] = []

    def ask(
        self,
        topic: str,
        work: Callable[[], Any],
        then: Callable[[Any], None],
        otherwise: Callable[[Exception], None],
    ) -> None:
        try:
            result = work()
        except OSError as error:
            otherwise(error)
        else:
            then(result)

    def forget(self, topic: str) -> None:
        self.forgotten.append(topic)


class Busy(AtOnce):
    """A worker that has not come to it yet."""

    def ask(self, *_: Any) -> None:
        return


def full(self: Journal, kind: str, key: str, text: str) -> None:
    raise JournalFailed("disk full")


def nothing() -> None:
    """Nobody watches."""


# -- the shelf -------------------------------------------------------------------------------------------


def test_the_cities_of_the_box_come_first_and_say_what_they_are(shelf: WorkshopPresenter) -> None:
    view = shelf.view()
    assert [(city.key, city.name, city.chosen) for city in view.cities] == [
        ("meeptropolis", "Meeptropolis", True),
        ("meepville", "Meepville", False),
    ]
    assert (view.own, view.change, view.line) == (
        False,
        word("workshop.copy"),
        Hint(word("workshop.shipped")),
    )
    shelf.choose("meepville")
    assert shelf.view().line == Hint(word("workshop.unconfirmed"))
    assert not shelf.look().confirms


def test_a_city_of_the_box_is_copied_and_never_changed(journal: Journal, shelf: WorkshopPresenter) -> None:
    shelf.choose("meepville")
    before = dump_board_file(shelf.file)
    assert shelf.copy()
    editor = shelf.edit()
    editor.look_at("KK")
    editor.touch_ground(Ground.HOLE)
    assert dump_board_file(shipped_board("meepville").file) == before
    assert [city.name for city in shelf.view().cities] == ["Meeptropolis", "Meepville", "Meepville corrected"]
    assert "KK" in own_boards(journal)[0].file.missing
    shelf.choose("meepville")
    assert shelf.copy()
    assert shelf.view().name == "Meepville corrected 2"
    assert shelf.copy()
    assert shelf.view().name == "Meepville corrected 3", "a copy of an own city is numbered"


def test_what_was_made_is_there_the_next_time(journal: Journal, shelf: WorkshopPresenter) -> None:
    add(journal, MINE)
    assert len(shelf.view().cities) == 2
    shelf.enter()
    assert shelf.view().cities[-1].name == "Mine"
    shelf.choose(shelf.view().cities[-1].key)
    journal.drop_record(KIND, shelf.view().cities[-1].key)
    shelf.enter()
    assert shelf.view().name == "Meeptropolis", "what was chosen is gone"


def test_a_city_is_renamed_and_deleted(journal: Journal, shelf: WorkshopPresenter) -> None:
    shelf.copy()
    assert shelf.rename("") == sentence(say("workshop.name_empty"))
    assert shelf.rename("meepville") == sentence(say("workshop.name_taken", name="meepville"))
    assert shelf.rename("Ours") is None
    assert shelf.view().name == "Ours"
    shelf.delete()
    assert (len(shelf.view().cities), own_boards(journal)) == (2, [])


def test_a_copy_awaits_confirmation_until_somebody_gives_it(
    journal: Journal, shelf: WorkshopPresenter
) -> None:
    shelf.choose("meepville")
    shelf.copy()
    assert shelf.look().confirms
    assert shelf.view().line == Hint(word("workshop.own_unconfirmed"))
    shelf.confirm()
    assert not shelf.look().confirms
    assert shelf.view().line == Hint(word("workshop.own"))
    assert not own_boards(journal)[0].file.provisional


def test_a_draft_says_what_it_lacks(journal: Journal, shelf: WorkshopPresenter) -> None:
    own = add(journal, replace(MINE, grates=MINE.grates[:5]))
    shelf.enter()
    shelf.choose(own.key)
    fault = word("fault.grates", expected=8, found=5)
    assert shelf.view().line == Hint(word("workshop.draft", fault=fault), alarm=True)


def test_a_card_that_takes_nothing_is_said_and_nothing_is_lost(
    journal: Journal, shelf: WorkshopPresenter, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf.copy()
    editor = shelf.edit()
    said = sentence(say("notice.not_saved", reason="disk full"))
    with monkeypatch.context() as patch:
        patch.setattr(Journal, "put_record", full)
        editor.look_at("KM")
        editor.touch_ground(Ground.BEAM)
        assert editor.view().hint == Hint(said, alarm=True)
        assert shelf.view().line == Hint(said, alarm=True)
        assert shelf.rename("Other") == said
        assert not shelf.copy()
        assert shelf.bring_in(MINE) == ""
    assert len(own_boards(journal)) == 1
    editor.touch_side(Spot(1, 1, Direction.EAST))
    assert "KM" in own_boards(journal)[0].file.beams, "the next touch saves both"


def test_a_card_that_gives_nothing_leaves_the_cities_of_the_box(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unreadable(self: Journal, kind: str) -> dict[str, str]:
        raise JournalFailed("gone")

    monkeypatch.setattr(Journal, "records", unreadable)
    view = WorkshopPresenter(journal).view()
    assert len(view.cities) == 2
    assert view.line.alarm


# -- the editor ------------------------------------------------------------------------------------------


class Edited:
    """An editor and what it has saved."""

    def __init__(self, file: BoardFile = MINE) -> None:
        self.saved: list[BoardFile] = []
        self.presenter = EditorPresenter(file, self._save)

    def _save(self, file: BoardFile) -> str:
        self.saved.append(file)
        return ""


def test_every_touch_is_saved_and_looking_saves_nothing() -> None:
    edited = Edited()
    editor = edited.presenter
    editor.look_at("KK")
    editor.walk(Direction.EAST)
    editor.whole()
    editor.go_there()
    assert edited.saved == []
    editor.look_at("KK")
    editor.touch_side(Spot(1, 1, Direction.EAST))
    editor.touch_ground(Ground.GRATE)
    editor.undo()
    editor.undo()
    editor.redo()
    assert len(edited.saved) == 5
    assert edited.saved[-1] == edited.saved[0]


def test_one_walks_to_the_neighbours_and_stops_at_the_edge() -> None:
    editor = Edited().presenter
    editor.look_at("BB")
    for way, cell in (("NORTH", "BA"), ("NORTH", "BA"), ("WEST", "AA"), ("SOUTH", "AB"), ("EAST", "BB")):
        editor.walk(Direction[way])
        assert editor.view().title == word("workshop.square", cell=cell)


def test_a_step_back_leads_to_where_it_changes_something() -> None:
    editor = Edited().presenter
    editor.look_at("KK")
    editor.touch_ground(Ground.HOLE)
    editor.look_at("BB")
    editor.undo()
    assert editor.view().title == word("workshop.square", cell="KK")
    editor.whole()
    editor.redo()
    view = editor.view()
    assert (view.close_up, view.last) == (None, None), "a hole cannot be marked on the map"
    editor.undo()
    assert editor.view().last == "KK"


def test_all_faults_are_counted_and_told_in_plain_words() -> None:
    editor = Edited(replace(MINE, rows=17, missing=("AA",), buildings={})).presenter
    status = editor.view().status
    assert status == Hint(word("fault.not_square", columns=18, rows=17), alarm=True)
    editor = Edited(replace(MINE, rows=17, missing=("AA",), buildings={}, grates=())).presenter
    first = word("fault.grates", expected=8, found=0)
    assert editor.view().status == Hint(word("workshop.and_more", fault=first, n=1), alarm=True)
    assert not editor.view().leads, "nobody knows which cell to mend"


def test_go_there_leads_to_the_grate_that_went() -> None:
    editor = Edited().presenter
    editor.look_at("GG")
    editor.touch_ground(Ground.BEAM)
    assert not editor.view().leads, "we are there"
    editor.whole()
    assert editor.view().leads
    editor.go_there()
    assert editor.view().title == word("workshop.square", cell="GG")


def test_a_fault_without_words_of_ours_is_told_by_the_game() -> None:
    fault = say("board.no_room", field="missing")
    assert told(fault) == sentence(fault)


def test_the_last_cells_stay_and_it_is_said() -> None:
    edited = Edited(BoardFile("Two", 2, 2, missing=("AA", "BB")))
    edited.presenter.look_at("AB")
    edited.presenter.touch_ground(Ground.HOLE)
    assert edited.presenter.view().hint == Hint(sentence(say("board.no_room", field="missing")), alarm=True)
    assert edited.saved == []
    edited.presenter.look_at("BA")
    assert edited.presenter.view().hint == Hint(word("workshop.tap_side")), "a refusal does not stay"


@pytest.mark.parametrize("side", Direction)
def test_beyond_the_city_edge_and_a_hole_the_cell_itself_is_meant(side: Direction) -> None:
    corner = {
        Direction.NORTH: "KA",
        Direction.EAST: "RK",
        Direction.SOUTH: "KR",
        Direction.WEST: "AK",
    }[side]
    edited = Edited(replace(MINE, buildings={}))
    edited.presenter.look_at(corner)
    edited.presenter.touch_side(beside(side))
    assert edited.saved[-1].buildings == {corner: (side.word,)}
    edited = Edited(replace(MINE, buildings={}, missing=("LL", "AA"), grates=()))
    cell = {Direction.NORTH: "LM", Direction.EAST: "KL", Direction.SOUTH: "LK", Direction.WEST: "ML"}[side]
    edited.presenter.look_at(cell)
    edited.presenter.touch_side(beside(side))
    assert edited.saved[-1].buildings == {cell: (side.word,)}


def test_the_close_up_shows_each_building_on_its_own_side() -> None:
    file = toggled_wall(replace(MINE, buildings={}), "KC", Direction.EAST)
    assert close_up(file, "KC").drawn == {Spot(1, 1, Direction.EAST)}
    assert close_up(file, "LC").drawn == {Spot(0, 1, Direction.EAST)}
    assert close_up(file, "LB").drawn == {Spot(0, 2, Direction.EAST)}
    assert close_up(file, "MC").drawn == frozenset()


def test_the_close_up_of_a_corner_ends_at_the_city() -> None:
    view = close_up(MINE, "AA")
    assert view.names == ("", "", "", "", "AA", "BA", "", "AB", "BB")
    assert view.ways == {Direction.EAST, Direction.SOUTH}
    assert view.open == frozenset(), "a hole takes no buildings"
    assert len(close_up(MINE, "BA").open) == 6, "no far side beyond the edge, nor in the hole"
    assert len(close_up(MINE, "KK").open) == 8


def test_the_close_up_of_an_island_can_be_drawn() -> None:
    around = tuple(a + b for a in "JKL" for b in "JKL" if a + b != "KK")
    view = close_up(replace(MINE, missing=around, grates=(), beams=("KK",), buildings={}), "KK")
    assert view.ground.has("BB")
    assert sum(view.ground.exists[:9]) == 1


@given(st.floats(0, 2.999), st.floats(0, 2.999))
def test_a_finger_means_the_nearest_line_of_the_middle_cell(across: float, down: float) -> None:
    spot = spot_at(across, down)
    if spot is None:
        return
    assert (spot.column, spot.row) == (int(across), int(down))
    line = {Direction.NORTH: 1.0, Direction.SOUTH: 2.0, Direction.WEST: 1.0, Direction.EAST: 2.0}
    inside = (spot.column, spot.row) == (1, 1)
    side = spot.side if inside else spot.side.opposite
    at = down if side in (Direction.NORTH, Direction.SOUTH) else across
    away = {
        s: abs((down if s in (Direction.NORTH, Direction.SOUTH) else across) - line[s]) for s in Direction
    }
    assert abs(at - line[side]) < 0.63
    assert not inside or away[side] == min(away.values())


@pytest.mark.parametrize(
    ("across", "down", "spot"),
    [
        (1.5, 1.1, Spot(1, 1, Direction.NORTH)),
        (1.9, 1.5, Spot(1, 1, Direction.EAST)),
        (1.5, 1.9, Spot(1, 1, Direction.SOUTH)),
        (1.1, 1.5, Spot(1, 1, Direction.WEST)),
        (1.5, 0.9, Spot(1, 0, Direction.SOUTH)),
        (2.1, 1.5, Spot(2, 1, Direction.WEST)),
        (1.5, 2.1, Spot(1, 2, Direction.NORTH)),
        (0.9, 1.5, Spot(0, 1, Direction.EAST)),
        (1.5, 1.5, None),
        (0.5, 0.5, None),
        (1.5, 0.1, None),
        (-0.1, 1.5, None),
        (1.5, 3.2, None),
    ],
)
def test_which_spot_a_finger_means(across: float, down: float, spot: Spot | None) -> None:
    assert spot_at(across, down) == spot


# -- files -----------------------------------------------------------------------------------------------


def test_sharing_says_that_it_works_then_where_the_files_are(tmp_path: Path) -> None:
    busy = SharePresenter(MINE, Places(tmp_path), Busy(), nothing)
    assert (busy.view().code, busy.view().lines) == ("", (Hint(word("workshop.writing")),))
    shared = SharePresenter(MINE, Places(tmp_path), AtOnce(), nothing)
    view = shared.view()
    assert view.code == board_text(MINE)
    folder = whereabouts(tmp_path / "exports", None)
    where = word("workshop.written", folder=folder, files="mine.json, mine.txt")
    assert view.lines == (Hint(word("workshop.scan")), Hint(where))
    assert read_in(tmp_path / "exports" / "mine.txt") == MINE


def test_a_short_folder_is_told_whole_and_a_long_one_by_its_end_and_drive() -> None:
    """Where a folder lies is told from the root, wherever the program was started."""
    media, deep = Path("/media"), Path("/home/ann/some/folder/that/goes/deep/state2/exports")
    assert whereabouts(Path("/home/ann/state2/exports"), media) == "/home/ann/state2/exports"
    assert whereabouts(deep, media) == word("workshop.on_device", end="state2/exports")
    drive = media / "grandmother" / "ALL_HER_PHOTOS" / "meeple-marshal"
    end = word("workshop.on_drive", end="ALL_HER_PHOTOS/meeple-marshal", drive="ALL_HER_PHOTOS")
    assert whereabouts(drive, media) == end
    assert whereabouts(drive, None).endswith("on this device")
    near = whereabouts(Path("state2"), media)
    assert near in (str(Path.cwd() / "state2"), word("workshop.on_device", end=f"{Path.cwd().name}/state2"))


def test_a_folder_that_cannot_be_written_still_leaves_the_code(tmp_path: Path) -> None:
    (tmp_path / "exports").write_text("in the way")
    view = SharePresenter(MINE, Places(tmp_path), AtOnce(), nothing).view()
    assert view.code == board_text(MINE)
    assert [line.alarm for line in view.lines] == [False, True]


def test_a_fault_nobody_thought_of_is_said(tmp_path: Path) -> None:
    class Failing(Places):
        def out(self) -> list[Path]:
            raise OSError("odd")

        def into(self) -> list[Path]:
            raise OSError("odd")

    shared = SharePresenter(MINE, Failing(tmp_path), AtOnce(), nothing)
    assert [line.alarm for line in shared.view().lines] == [True]
    brought = BringInPresenter(Failing(tmp_path), AtOnce(), lambda file: "", nothing)
    assert brought.view().hint.alarm


def test_who_leaves_waits_no_longer(tmp_path: Path) -> None:
    worker = Busy()
    SharePresenter(MINE, Places(tmp_path), worker, nothing).leave()
    BringInPresenter(Places(tmp_path), worker, lambda file: "", nothing).leave()
    assert worker.forgotten == ["city out", "cities in"]


def test_files_come_in_once_and_damaged_ones_say_why(
    tmp_path: Path, journal: Journal, shelf: WorkshopPresenter
) -> None:
    folder = tmp_path / IMPORTS
    folder.mkdir()
    (folder / "a.json").write_bytes(dump_board_file(MINE))
    (folder / "b.json").write_bytes(dump_board_file(replace(MINE, beams=("CC", "ZZ", "RR"))))
    waiting = BringInPresenter(Places(tmp_path), Busy(), shelf.bring_in, nothing)
    assert (waiting.view().found, waiting.view().hint) == ((), Hint(word("workshop.looking")))
    called: list[bool] = []
    bring = BringInPresenter(Places(tmp_path), AtOnce(), shelf.bring_in, lambda: called.append(True))
    assert called == [True]
    good, bad = bring.view().found
    assert (good.name, good.line, good.ready) == ("a.json", Hint("Mine"), True)
    assert (bad.ready, bad.line.alarm) == (False, True)
    assert bad.line.text.endswith("And 2 more.")
    bring.bring(0)
    bring.bring(0)
    bring.bring(1)
    assert [own.file.name for own in own_boards(journal)] == ["Mine"]
    assert bring.view().found[0].line == Hint(word("workshop.taken", name="Mine"))
    assert [own.file.name for own in playable_boards(journal)] == ["Mine"]
    assert shelf.view().name == "Mine"


def test_a_card_that_takes_nothing_brings_nothing_in(
    tmp_path: Path, shelf: WorkshopPresenter, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / IMPORTS).mkdir()
    (tmp_path / IMPORTS / "a.txt").write_text(board_text(MINE))
    bring = BringInPresenter(Places(tmp_path), AtOnce(), shelf.bring_in, nothing)
    with monkeypatch.context() as patch:
        patch.setattr(Journal, "put_record", full)
        bring.bring(0)
        assert bring.view().hint == Hint(word("workshop.not_kept"), alarm=True)
    bring.bring(0)
    assert (bring.view().hint.alarm, bring.view().found[0].ready) == (False, False)


def test_no_files_and_too_many_files_are_said(tmp_path: Path) -> None:
    folder = tmp_path / IMPORTS
    bring = BringInPresenter(Places(tmp_path), AtOnce(), lambda file: "", nothing)
    assert bring.view().hint == Hint(word("workshop.nothing", folder=whereabouts(folder, None)))
    folder.mkdir()
    for number in range(52):
        (folder / f"{number:02d}.json").write_text("{}")
    bring = BringInPresenter(Places(tmp_path), AtOnce(), lambda file: "", nothing)
    assert bring.view().hint == Hint(word("workshop.more_files", n=2), alarm=True)
    assert len(bring.view().found) == 50
