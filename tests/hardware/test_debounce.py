"""The contact filter, fed with made-up times."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.debounce import Debouncer

MS = 1_000_000
WINDOW = 30 * MS


def presses(edges: list[tuple[float, bool]], window_ns: int = WINDOW) -> list[float]:
    """Times in ms at which the filter reports a press for edges given as (ms, closed)."""
    contact = Debouncer(window_ns)
    return [ms for ms, closed in edges if contact.edge(round(ms * MS), closed)]


def test_a_press_is_reported_at_its_first_edge():
    assert presses([(10, True), (12, False), (13, True), (200, False)]) == [10]


def test_a_press_shorter_than_the_window_counts_and_leaves_nothing_stuck():
    assert presses([(0, True), (9, False), (100, True), (109, False), (200, True)]) == [0, 100, 200]


def test_press_release_press_within_a_tenth_of_a_second_is_two_presses():
    assert presses([(0, True), (50, False), (95, True)]) == [0, 95]


def test_chatter_while_letting_go_is_no_press():
    assert presses([(0, True), (100, False), (101, True), (104, False), (108, True), (110, False)]) == [0]


def test_a_short_break_of_a_held_contact_is_no_press_and_the_next_push_is():
    assert presses([(0, True), (500, False), (502, True), (900, False), (1000, True)]) == [0, 1000]


def test_an_edge_exactly_at_the_end_of_the_window_is_outside_it():
    assert presses([(0, True), (10, False), (30, True)]) == [0, 30]
    assert presses([(0, True), (10, False), (29.999, True)]) == [0]


def test_a_lost_press_edge_is_found_by_polling():
    contact = Debouncer(WINDOW)
    assert not contact.poll(0, False)
    assert contact.poll(100 * MS, True)
    assert not contact.poll(200 * MS, True)


def test_a_lost_release_edge_is_made_good_by_polling():
    contact = Debouncer(WINDOW)
    assert contact.edge(0, True)
    assert not contact.poll(500 * MS, False)
    assert not contact.pressed
    assert contact.edge(600 * MS, True)


def test_polling_inside_the_window_changes_nothing():
    contact = Debouncer(WINDOW)
    contact.edge(0, True)
    assert not contact.poll(10 * MS, False)
    assert contact.pressed


def test_a_poll_that_sees_the_new_level_before_its_edge_arrives_does_not_swallow_the_press():
    contact = Debouncer(WINDOW)
    contact.edge(0, True)
    contact.edge(100 * MS, False)
    assert not contact.poll(110 * MS, True)  # an old time, a fresh level
    assert contact.edge(160 * MS, True)
    contact.edge(260 * MS, False)
    assert contact.poll(330 * MS, True)  # the edge of this press is a moment late
    assert not contact.edge(331 * MS, True)


def test_a_contact_closed_from_the_start_is_not_pressed_until_it_opened():
    contact = Debouncer(WINDOW, pressed=True)
    assert not contact.poll(0, True)
    assert not contact.edge(100 * MS, False)
    assert contact.edge(200 * MS, True)


def test_a_negative_window_is_refused():
    with pytest.raises(ValueError, match="window_ns"):
        Debouncer(-1)


@st.composite
def fingers(draw: st.DrawFn) -> tuple[int, list[tuple[int, bool]]]:
    """(number of pushes, edges in ns): each push chatters 1-8 ms at both ends, 60 ms or more apart."""
    edges: list[tuple[int, bool]] = []
    at = 0
    count = draw(st.integers(0, 8))
    for _ in range(count):
        for closed in (True, False):
            at += draw(st.integers(60 * MS, 400 * MS))
            start = at
            edges.append((at, closed))
            for _ in range(draw(st.integers(0, 3))):
                for level in (not closed, closed):
                    at += draw(st.integers(1, MS))
                    edges.append((at, level))
            assert at - start <= 8 * MS
    return count, edges


@given(fingers(), st.booleans())
def test_every_push_is_one_press_however_it_chatters(pushes: tuple[int, list[tuple[int, bool]]], poll: bool):
    count, edges = pushes
    contact = Debouncer(WINDOW)
    found = 0
    now = 0
    level = False
    for at, closed in edges:
        while poll and now + 100 * MS < at:  # the app polls at 10 Hz in between
            now += 100 * MS
            found += contact.poll(now, level)
        found += contact.edge(at, closed)
        level = closed
    assert found == count
