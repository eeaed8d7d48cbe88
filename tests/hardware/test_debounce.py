"""The contact filter, fed with made-up times."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.debounce import LOST_AFTER_NS, STUCK_AFTER_NS, Change, Debouncer, Kind

MS = 1_000_000
BOUNCE, SPIKE = 30 * MS, 2 * MS
LATER_MS = 1000

Edges = Sequence[tuple[float, bool]]


def contact(*, closed: bool = False) -> Debouncer:
    return Debouncer(BOUNCE, SPIKE, at_ns=0, closed=closed)


def changes(edges: Edges, filtered: Debouncer | None = None) -> list[tuple[Kind, float]]:
    """What the filter makes of edges given as (ms, closed), a second later; times in ms."""
    filtered = filtered or contact()
    found: list[Change] = []
    for ms, closed in edges:
        found += filtered.edge(round(ms * MS), closed)
    found += filtered.look(round((edges[-1][0] + LATER_MS) * MS), edges[-1][1])
    return [(change.kind, change.at_ns / MS) for change in found]


def presses(edges: Edges) -> list[float]:
    """Times in ms of the presses."""
    return [ms for kind, ms in changes(edges) if kind is Kind.PRESSED]


def chatter(start_ms: float, length_ms: float, gap_ms: float, last: bool) -> list[tuple[float, bool]]:
    """A contact that closes and opens every `gap_ms` and comes to rest at `last`."""
    times = [start_ms + n * gap_ms for n in range(int(length_ms / gap_ms))]
    edges = [(ms, n % 2 == 0) for n, ms in enumerate(times)]
    return edges if edges[-1][1] == last else [*edges, (start_ms + length_ms, last)]


@pytest.mark.parametrize("length_ms", [0.1, 1, 1.9, 1.999999])
def test_a_spike_under_two_milliseconds_is_no_press(length_ms: float):
    assert changes([(10, True), (10 + length_ms, False)]) == []


def test_a_contact_closed_for_two_milliseconds_is_a_press():
    assert presses([(10, True), (12, False)]) == [10]


@pytest.mark.parametrize("gap_ms", [0.3, 1, 1.7, 3, 7])
def test_a_contact_that_bounces_for_twenty_milliseconds_is_one_press_from_its_first_edge(gap_ms: float):
    assert presses([*chatter(10, 20, gap_ms, last=True), (200, False)]) == [10]


@pytest.mark.parametrize("gap_ms", [2.5, 7, 16, 25])
def test_chatter_of_two_tenths_of_a_second_is_one_press(gap_ms: float):
    for last in (True, False):
        assert presses([*chatter(10, 200, gap_ms, last), (500, False)]) == [10]


def test_a_contact_that_never_closes_for_long_counts_from_its_last_burst():
    """Hum on a wire must not make the press after it look old."""
    at_ms = presses([*chatter(0, 199, 1, last=True), (500, False)])
    assert len(at_ms) == 1
    assert 199 - 30 <= at_ms[0] <= 199


def test_spikes_before_a_press_make_it_at_most_a_bounce_older():
    spikes = [(ms + after, after == 0) for ms in range(0, 500, 15) for after in (0, 1)]
    assert 500 - 30 <= presses([*spikes, (500, True), (600, False)])[0] <= 500


def test_a_press_shorter_than_the_bounce_counts_and_leaves_nothing_stuck():
    assert presses([(0, True), (9, False), (100, True), (109, False), (200, True)]) == [0, 100, 200]


def test_press_release_press_within_a_tenth_of_a_second_is_two_presses():
    assert changes([(0, True), (50, False), (95, True)]) == [
        (Kind.PRESSED, 0),
        (Kind.RELEASED, 50),
        (Kind.PRESSED, 95),
    ]


def test_chatter_while_letting_go_is_no_press():
    edges = [(0, True), (100, False), (103, True), (106, False), (110, True), (114, False)]
    assert changes(edges) == [(Kind.PRESSED, 0), (Kind.RELEASED, 100)]


def test_a_short_break_of_a_held_contact_is_nothing_and_the_next_push_is_a_press():
    edges = [(0, True), (500, False), (510, True), (900, False), (1000, True)]
    assert changes(edges) == [(Kind.PRESSED, 0), (Kind.RELEASED, 900), (Kind.PRESSED, 1000)]


def test_the_windows_end_exactly_at_their_end():
    assert presses([(0, True), (10, False), (40, True)]) == [0, 40]
    assert presses([(0, True), (10, False), (39.999, True)]) == [0]


def test_a_press_is_certain_two_milliseconds_after_its_last_edge():
    button = contact()
    assert button.due_ns is None
    assert button.edge(10 * MS, True) == []
    assert (button.due_ns, button.pressing_since_ns) == (12 * MS, 10 * MS)
    assert button.look(12 * MS - 1, True) == []
    assert not button.pressed
    assert button.look(12 * MS, True) == [Change(Kind.PRESSED, 10 * MS)]
    assert button.pressed
    assert button.pressing_since_ns is None


def test_a_spike_is_forgotten_when_its_burst_is_over():
    button = contact()
    button.edge(10 * MS, True)
    button.edge(11 * MS, False)
    assert (button.due_ns, button.pressing_since_ns) == (40 * MS + 1, 10 * MS)
    assert button.look(40 * MS + 1, False) == []
    assert (button.due_ns, button.pressing_since_ns) == (None, None)


def test_with_both_windows_at_nothing_every_edge_counts_at_once():
    button = Debouncer(0, 0, at_ns=0)
    assert button.edge(5, True) == [Change(Kind.PRESSED, 5)]
    assert button.edge(6, False) == [Change(Kind.RELEASED, 6)]


def test_a_lost_press_edge_is_found_by_looking():
    button = contact()
    assert button.look(0, False) == []
    assert button.look(100 * MS, True) == []  # the edge may be on its way
    assert button.due_ns == 100 * MS + LOST_AFTER_NS
    assert button.look(100 * MS + LOST_AFTER_NS, True) == [Change(Kind.PRESSED, 100 * MS)]
    assert button.look(300 * MS, True) == []


def test_a_lost_release_edge_is_made_good_by_looking():
    button = contact()
    button.edge(0, True)
    assert button.look(500 * MS, False) == []
    assert button.look(600 * MS, False) == [Change(Kind.PRESSED, 0), Change(Kind.RELEASED, 500 * MS)]
    assert not button.pressed
    assert button.edge(700 * MS, True) == []
    assert button.look(702 * MS, True) == [Change(Kind.PRESSED, 700 * MS)]


def test_a_look_that_sees_a_level_before_its_edge_arrives_leaves_the_edge_its_time():
    button = contact()
    assert button.look(101 * MS, True) == []
    assert button.edge(100 * MS, True) == []
    assert button.look(102 * MS, True) == [Change(Kind.PRESSED, 100 * MS)]


def test_an_opening_on_its_way_keeps_a_spike_from_becoming_a_press():
    """The level is asked before anything is believed: Python may be late, the wire is not."""
    button = contact()
    button.edge(100 * MS, True)
    assert button.look(103 * MS, False) == []
    assert button.edge(101 * MS, False) == []
    assert button.look(500 * MS, False) == []


def test_an_edge_that_comes_after_it_was_counted_as_lost_changes_nothing():
    button = contact()
    button.look(100 * MS, True)
    assert len(button.look(106 * MS, True)) == 1
    assert button.edge(99 * MS, True) == []
    assert button.look(400 * MS, True) == []


def test_a_contact_closed_from_the_start_is_not_pressed_until_it_opened():
    edges = [(100, False), (200, True)]
    assert changes(edges, contact(closed=True)) == [(Kind.PRESSED, 200)]


def test_a_button_held_for_twenty_seconds_is_stuck_once_and_freed_when_it_opens():
    button = contact()
    button.edge(0, True)
    assert button.look(STUCK_AFTER_NS - 1, True) == [Change(Kind.PRESSED, 0)]
    assert button.due_ns == STUCK_AFTER_NS
    assert button.look(STUCK_AFTER_NS, True) == [Change(Kind.STUCK, STUCK_AFTER_NS)]
    assert button.stuck
    assert button.due_ns is None
    assert button.look(10 * STUCK_AFTER_NS, True) == []
    opened = 11 * STUCK_AFTER_NS
    button.edge(opened, False)
    assert button.look(opened + BOUNCE, False) == [Change(Kind.RELEASED, opened), Change(Kind.FREED, opened)]
    assert not button.stuck


def test_a_button_jammed_from_the_start_is_stuck_though_it_was_no_press():
    button = contact(closed=True)
    assert button.look(STUCK_AFTER_NS, True) == [Change(Kind.STUCK, STUCK_AFTER_NS)]
    button.edge(2 * STUCK_AFTER_NS, False)
    assert button.look(3 * STUCK_AFTER_NS, False) == [Change(Kind.FREED, 2 * STUCK_AFTER_NS)]


def test_a_finger_that_lets_go_just_before_twenty_seconds_jams_nothing():
    seconds = STUCK_AFTER_NS / MS
    assert [kind for kind, _ in changes([(0, True), (seconds - 1, False)])] == [Kind.PRESSED, Kind.RELEASED]


@pytest.mark.parametrize(("bounce_ns", "spike_ns"), [(-1, 0), (0, -1)])
def test_negative_windows_are_refused(bounce_ns: int, spike_ns: int):
    with pytest.raises(ValueError, match="0 or more"):
        Debouncer(bounce_ns, spike_ns, at_ns=0)


BURSTS = st.lists(st.integers(1, 90_000), max_size=40)
"""Gaps between edges in microseconds; the contact alternates, closed first."""


def oracle(edges: list[tuple[int, bool]], end_ns: int) -> list[tuple[Kind, int]]:
    """The three rules said over whole levels: which pieces of level are believed, and from which edge on."""
    pieces = [
        (at, until - at, closed) for (at, closed), (until, _) in itertools.pairwise([*edges, (end_ns, False)])
    ]
    found: list[tuple[Kind, int]] = []
    pressed, burst = False, None
    for at, length, closed in pieces:
        if closed != pressed and (burst is None or at - burst > BOUNCE):
            burst = at
        if closed != pressed and length >= (SPIKE if closed else BOUNCE):
            assert burst is not None
            found.append((Kind.PRESSED if closed else Kind.RELEASED, burst))
            pressed, burst = closed, None
    return found


def train(gaps_us: list[int]) -> tuple[list[tuple[int, bool]], int]:
    """Edges in ns for the gaps, and a moment long after."""
    edges, at = [], 0
    for number, gap in enumerate(gaps_us):
        at += gap * 1000
        edges.append((at, number % 2 == 0))
    return edges, at + LATER_MS * MS


@given(BURSTS)
def test_any_bursts_give_what_the_three_rules_say(gaps_us: list[int]):
    edges, end = train(gaps_us)
    filtered = contact()
    found = [change for at, closed in edges for change in filtered.edge(at, closed)]
    found += filtered.look(end, bool(edges and edges[-1][1]))
    assert [(change.kind, change.at_ns) for change in found] == oracle(edges, end)


@given(BURSTS, st.lists(st.integers(0, 2_000_000), max_size=20))
def test_looking_in_between_changes_only_how_early_it_is_known(gaps_us: list[int], looks_us: list[int]):
    edges, end = train(gaps_us)
    found: list[Change] = []
    filtered, level, rest = contact(), False, list(edges)
    for now in [*sorted(at * 1000 for at in looks_us if at * 1000 < end), end]:
        while rest and rest[0][0] <= now:
            at, level = rest.pop(0)
            found += filtered.edge(at, level)
        found += filtered.look(now, level)
    assert [(change.kind, change.at_ns) for change in found] == oracle(edges, end)


@given(BURSTS)
def test_everything_is_decided_at_its_due_moment_and_none_is_left(gaps_us: list[int]):
    edges, end = train(gaps_us)
    filtered = contact()
    for number, (at, closed) in enumerate(edges):
        filtered.edge(at, closed)
        until = edges[number + 1][0] if number + 1 < len(edges) else end
        for _ in range(4):
            due = filtered.due_ns
            if due is not None and due < until:
                filtered.look(due, closed)
                assert filtered.due_ns is None or filtered.due_ns > due
    assert filtered.due_ns is None or filtered.due_ns >= STUCK_AFTER_NS
    assert filtered.look(end, bool(edges and edges[-1][1])) == []


@st.composite
def fingers(draw: st.DrawFn) -> tuple[list[int], list[tuple[int, bool]]]:
    """(when each push began, edges): each chatters 20 ms at most at both ends, pushes 80 ms or more apart."""
    edges: list[tuple[int, bool]] = []
    began: list[int] = []
    at = 0
    for _ in range(draw(st.integers(0, 8))):
        for closed in (True, False):
            at += draw(st.integers(80 * MS, 400 * MS))
            if closed:
                began.append(at)
            edges.append((at, closed))
            for _ in range(draw(st.integers(0, 5))):
                for level in (not closed, closed):
                    at += draw(st.integers(1, 2 * MS))
                    edges.append((at, level))
    return began, edges


@given(fingers())
def test_every_push_is_one_press_from_its_first_edge_however_it_chatters(
    pushes: tuple[list[int], list[tuple[int, bool]]],
):
    began, edges = pushes
    filtered = contact()
    found = [change for at, closed in edges for change in filtered.edge(at, closed)]
    found += filtered.look(edges[-1][0] + LATER_MS * MS if edges else 0, False)
    assert [change.at_ns for change in found if change.kind is Kind.PRESSED] == began
    assert [change.kind for change in found] == [Kind.PRESSED, Kind.RELEASED] * len(began)
