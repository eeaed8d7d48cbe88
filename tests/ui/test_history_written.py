"""Files of past matches written from the screen: where they are, what stayed out, why one is not there."""

from __future__ import annotations

import pytest

from tests.table.waiting import until
from tests.ui.test_history_presenter import Table, damage, table

__all__ = ["table"]


@pytest.mark.parametrize("kind", ["csv", "json"])
def test_a_file_is_written_and_the_notice_says_where(table: Table, kind: str) -> None:
    (table.presenter.write_csv if kind == "csv" else table.presenter.write_json)()
    until(table.worker, lambda: bool(table.presenter.view().notice))
    path = table.exports / f"mutant-meeples-2030-01-01-120000.{kind}"
    view = table.presenter.view()
    assert (view.notice, view.alarm) == (f"Written to {path}", False)
    assert path.exists()
    table.presenter.dismiss()
    assert table.presenter.view().notice == ""


def test_where_a_file_was_written_is_said_to_who_comes_back_later(table: Table) -> None:
    told: list[int] = []
    table.presenter.listen(lambda: told.append(1))
    table.presenter.write_json()
    table.presenter.leave()
    until(table.worker, lambda: bool(table.presenter.view().notice))
    assert told == [], "nobody is looking"
    table.presenter.enter()
    assert table.presenter.view().notice.startswith("Written to")
    table.presenter.leave()
    table.presenter.enter()
    assert table.presenter.view().notice == ""


def test_a_file_that_cannot_be_written_is_said_with_the_reason(table: Table) -> None:
    table.exports.write_text("in the way")
    table.presenter.write_csv()
    until(table.worker, lambda: bool(table.presenter.view().notice))
    view = table.presenter.view()
    assert view.alarm
    assert "could not be written" in view.notice
    assert "File exists" in view.notice or "Not a directory" in view.notice


@pytest.mark.parametrize(
    ("spoilt", "said"),
    [
        ("id = 2", "1 match cannot be read and stayed behind: 6 May 2030, 20:15"),
        ("id IN (1, 2)", "2 matches cannot be read and stayed behind: 6 May 2030, 20:15; 5 May 2030, 20:15"),
        ("id > 0", "1 January 2030, 12:00; 7 May 2030, 20:15; 6 May 2030, 20:15; ..."),
    ],
)
def test_what_stays_out_of_a_file_is_said_by_its_date(table: Table, spoilt: str, said: str) -> None:
    damage(table, f"UPDATE matches SET state = 'torn' WHERE {spoilt}")
    table.presenter.write_csv()
    until(table.worker, lambda: bool(table.presenter.view().notice))
    assert table.presenter.view().notice.endswith(said)
