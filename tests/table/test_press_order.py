"""However presses come in, what they do is what their true order does."""

from __future__ import annotations

import datetime
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.games.mutant_meeples.match import MutantMeeples
from app.games.mutant_meeples.state import DrawCrime, PlayerSetup, Setup, State
from app.store.journal import Journal
from app.table.autoplay import HandClock
from app.table.session import GRACE_NS, SETTLE_NS, Pressed, Session
from hardware.events import CLAIM, DOWN, PAUSE, UP

WALL = datetime.datetime(2030, 1, 1, 12, tzinfo=datetime.UTC)
PLAYERS = tuple(
    PlayerSetup(f"P{seat}", style="buzz" if seat == 3 else "pad" if seat else "touch") for seat in range(4)
)
SECOND = 1_000_000_000

gaps = st.integers(1, 3_000_000) | st.integers(1, 15 * SECOND)
"""Nanoseconds between two presses: within milliseconds of each other, or as people play."""
presses = st.lists(
    st.tuples(
        st.integers(0, 3), st.sampled_from([CLAIM, CLAIM, UP, DOWN, PAUSE]), gaps, st.integers(0, SETTLE_NS)
    ),
    max_size=30,
)
"""(seat, button, nanoseconds after the one before, nanoseconds until it is told of)."""


def session_of(clock: HandClock, journal: Journal) -> Session[State]:
    session: Session[State] = Session(
        MutantMeeples(),
        journal,
        clock_ns=clock,
        wall=lambda: WALL,
        rng=random.Random(5),
        settle_ns=SETTLE_NS,
    )
    session.start(Setup(PLAYERS))
    assert session.act(DrawCrime())
    return session


def after(arrivals: list[tuple[int, Pressed]]) -> tuple[State, list[object], list[tuple[str, bool]]]:
    """Post each press when it comes in and look at the queue; what came of it, and what was said."""
    clock, journal = HandClock(), Journal(None)
    try:
        session = session_of(clock, journal)
        heard: list[tuple[str, bool]] = []
        session.listener = lambda events, accepted: heard.extend((event.key, accepted) for event in events)
        for at_ns, press in arrivals:
            clock.advance_to(at_ns)
            session.post(press)
            session.pump()
        for wait_ns in (GRACE_NS + SETTLE_NS, 100 * SECOND):
            clock.advance_to(clock() + wait_ns)
            session.pump()
        assert session.state is not None
        return session.state, session.actions(), heard
    finally:
        journal.close()


@pytest.mark.rule("MM-42")
@settings(max_examples=150, deadline=None)
@given(presses)
def test_mm42_any_order_of_arrival_gives_what_the_order_of_the_presses_gives(
    made: list[tuple[int, str, int, int]],
) -> None:
    at_ns, told = HandClock()(), []
    for seat, button, gap_ns, lag_ns in made:
        at_ns += gap_ns
        told.append((at_ns, lag_ns, Pressed(seat, button, at_ns)))
    arrived = sorted(((at + lag, press) for at, lag, press in told), key=lambda pair: pair[0])
    assert after(arrived) == after([(at, press) for at, _, press in told])


def test_presses_of_one_moment_are_taken_in_the_order_in_which_they_came() -> None:
    clock, journal = HandClock(), Journal(None)
    session = session_of(clock, journal)
    try:
        for seat in (3, 1, 2):
            session.post(Pressed(seat, CLAIM, clock()))
            session.pump()  # what waits for earlier presses keeps its place
        clock.advance_to(clock() + SETTLE_NS)
        session.pump()
        assert session.state is not None
        assert session.state.round is not None
        assert [lane.player for lane in session.state.round.lanes] == [3, 1, 2]
    finally:
        journal.close()
