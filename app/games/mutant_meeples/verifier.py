"""The referee's eye: whether moves, steps or a result are legal, by the checked moves of `attempt` alone.

In: a board, positions by cell name, a player's `Kit`, the target, and what was shown. Out: a `Verdict` with
the moves and the reason. It shares no code with the solver, so that each can catch the other's mistakes.
`judge_result` asks what could have happened between two readings; the players get the benefit of the doubt.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

import msgspec

from app.games.contract import Message, Refused, refuse, say
from app.games.mutant_meeples.attempt import Attempt
from app.games.mutant_meeples.board import Board
from app.games.mutant_meeples.moves import Move
from app.games.mutant_meeples.position import begin
from app.games.mutant_meeples.roster import MAX_MEEPLES_MOVED, MAX_MOVES, MAX_MOVES_PER_MEEPLE, Kit
from app.games.mutant_meeples.switches import OF_A_VERDICT, decided, turned

Plan = Sequence[tuple[str, int]]
"""Markers as laid: (colour, number of moves), first mover first."""


class Verdict(msgspec.Struct, frozen=True):
    """Legal or not, the moves as far as they are known and legal, and why."""

    legal: bool
    moves: tuple[Move, ...]
    reason: Message


def replay(
    board: Board, positions: Mapping[str, str], kit: Kit, moves: Iterable[Move], target: str
) -> Verdict:
    """Whether these moves, made one by one, end on the target. Raises `Refused` for unusable positions."""
    attempt = begin(board, kit, positions, target)
    for move in moves:
        try:
            following = attempt.play(move.meeple, move.power, move.direction or move.to)
        except Refused as refused:
            return Verdict(False, attempt.moves, refused.message)
        if following.moves[-1] != move:
            made = following.moves[-1]
            differs = say(
                "verdict.other_move", meeple=move.meeple, source=made.source, found=made.to, expected=move.to
            )
            return Verdict(False, attempt.moves, differs)
        attempt = following
    return _arrival(attempt, target)


def judge_steps(
    board: Board,
    before: Mapping[str, str],
    kit: Kit,
    target: str,
    steps: Iterable[tuple[str, str]],
    plan: Plan | None = None,
    limit: int = MAX_MOVES,
) -> Verdict:
    """Whether a demonstration shown as (meeple, cell it came to rest on) is correct (MM-46 to MM-48).

    The first illegal step is named with what stopped it, and a rule switch that decided the verdict with
    its setting. Raises `Refused` for unusable positions.
    """
    first, shown = begin(board, kit, before, target, "before"), tuple(steps)
    return _ruled(kit, lambda kit: _judge_steps(replace(first, kit=kit), target, shown, plan, limit))


def _ruled(kit: Kit, judge: Callable[[Kit], Verdict]) -> Verdict:
    """The verdict; when a table with one switch set otherwise would come to the opposite, it says so."""
    verdict = judge(kit)
    for name, rules in turned(kit.rules, OF_A_VERDICT):
        if judge(msgspec.structs.replace(kit, rules=rules)).legal != verdict.legal:
            return msgspec.structs.replace(verdict, reason=decided(verdict.reason, kit.rules, name))
    return verdict


def _judge_steps(
    attempt: Attempt, target: str, steps: Iterable[tuple[str, str]], plan: Plan | None, limit: int
) -> Verdict:
    if plan is not None:
        fault = _plan_fault(attempt, plan, limit)
        if fault:
            return Verdict(False, (), fault)
    for colour, to in steps:
        try:
            attempt = attempt.play_to(colour, to)
        except Refused as refused:
            return Verdict(False, attempt.moves, refused.message)
    if len(attempt.moves) > limit:
        return Verdict(False, attempt.moves, say("verdict.over_limit", found=len(attempt.moves), limit=limit))
    fault = _deviation(attempt, plan) if plan is not None and attempt.moves else None
    return Verdict(False, attempt.moves, fault) if fault else _arrival(attempt, target)


def judge_result(
    board: Board,
    before: Mapping[str, str],
    after: Mapping[str, str],
    kit: Kit,
    target: str,
    plan: Plan | None = None,
    limit: int = MAX_MOVES,
) -> Verdict:
    """Whether the meeples can have come from `before` to `after` by the rules and, if given, by the plan.

    Without a plan the fewest moves are taken, in any order. A rule switch that decided the verdict is named
    with its setting. Raises `Refused` for unusable positions: a cell outside the city, two meeples on one
    cell, not the same meeples in both.
    """
    first = begin(board, kit, before, target, "before")
    ends = begin(board, kit, after, target, "after").positions
    for colour in sorted(set(ends) ^ set(first.positions)):
        raise refuse("position.not_in_both", meeple=colour, field="after" if colour not in ends else "before")
    return _ruled(kit, lambda kit: _judge_result(replace(first, kit=kit), ends, target, plan, limit))


def _judge_result(
    attempt: Attempt, ends: Mapping[str, int], target: str, plan: Plan | None, limit: int
) -> Verdict:
    changed = tuple(colour for colour, cell in attempt.positions.items() if ends[colour] != cell)
    if plan is None:
        return _judge_freely(attempt, ends, changed, target, min(limit, MAX_MOVES))
    fault = _plan_fault(attempt, plan, limit) or _bystander_fault(attempt, ends, changed, plan)
    if fault:
        return Verdict(False, (), fault)
    return _judge_plan(attempt, ends, plan, target)


def _arrival(attempt: Attempt, target: str) -> Verdict:
    """The last question: did the last mover come to rest on the target (MM-66, MM-67)?"""
    if not attempt.moves:
        return Verdict(False, (), say("verdict.no_moves", target=target))
    last = attempt.moves[-1]
    if last.to != target:
        missed = say("verdict.not_on_target", meeple=last.meeple, cell=last.to, target=target)
        return Verdict(False, attempt.moves, missed)
    correct = say("verdict.correct", meeple=last.meeple, moves=len(attempt.moves), target=target)
    return Verdict(True, attempt.moves, correct)


def _plan_fault(attempt: Attempt, plan: Plan, limit: int) -> Message | None:
    """What is wrong with the markers themselves (MM-25 to MM-29), or None."""
    if not plan:
        return say("verdict.plan_empty")
    if len(plan) > MAX_MEEPLES_MOVED:
        return say("verdict.plan_rows", found=len(plan), limit=MAX_MEEPLES_MOVED)
    for number, (colour, count) in enumerate(plan):
        try:
            attempt.check_mover(colour)
        except Refused as refused:
            return refused.message
        if colour in (earlier for earlier, _ in plan[:number]):
            return say("verdict.plan_twice", meeple=colour)
        if not 1 <= count <= MAX_MOVES_PER_MEEPLE:
            return say("verdict.plan_range", meeple=colour, found=count, limit=MAX_MOVES_PER_MEEPLE)
    total = sum(count for _, count in plan)
    if total > min(limit, MAX_MOVES):
        return say("verdict.over_limit", found=total, limit=min(limit, MAX_MOVES))
    return None


def _shorter_ok(attempt: Attempt) -> bool:
    return attempt.kit.rules.demonstration == "shorter-ok"


def _deviation(attempt: Attempt, plan: Plan) -> Message | None:
    """Where the moves made differ from the plan (MM-47), or None."""
    planned = tuple(colour for colour, _ in plan)
    if attempt.movers != planned[: len(attempt.movers)]:
        return say("verdict.plan_order", planned=planned, found=attempt.movers)
    made = dict(attempt.counts())
    for colour, count in plan:
        if colour not in made:
            return say("verdict.unmoved", meeple=colour, planned=count)
        if made[colour] != count and not (_shorter_ok(attempt) and made[colour] < count):
            return say("verdict.plan_count", meeple=colour, planned=count, found=made[colour])
    return None


def _bystander_fault(
    attempt: Attempt, ends: Mapping[str, int], changed: Iterable[str], plan: Plan
) -> Message | None:
    planned = {colour for colour, _ in plan}
    for colour in changed:
        if colour not in planned:
            name_of = attempt.board.name_of
            source, cell = name_of(attempt.positions[colour]), name_of(ends[colour])
            return say("verdict.meeple_moved_unplanned", meeple=colour, source=source, cell=cell)
    return None


def _judge_plan(attempt: Attempt, ends: Mapping[str, int], plan: Plan, target: str) -> Verdict:
    last = plan[-1][0]
    reached, fault = _follow(attempt, ends, plan)
    if attempt.board.name_of(ends[last]) == target and fault is None:
        return _arrival(reached, target)
    for order in itertools.permutations(plan):
        other, other_fault = _follow(attempt, ends, order)
        if other_fault is None and other.moves[-1].to == target:
            found = tuple(colour for colour, _ in order)
            planned = tuple(colour for colour, _ in plan)
            return Verdict(False, other.moves, say("verdict.plan_order", planned=planned, found=found))
    return Verdict(False, reached.moves, fault) if fault else _arrival(reached, target)


def _follow(attempt: Attempt, ends: Mapping[str, int], plan: Plan) -> tuple[Attempt, Message | None]:
    """Make each planned series end where its meeple was seen; the attempt so far, and what went wrong."""
    for colour, count in plan:
        least = 1 if _shorter_ok(attempt) else count
        walk = next((w for w in _walks(attempt, colour, ends[colour]) if least <= len(w) <= count), None)
        if walk is None:
            return attempt, _no_walk(attempt, colour, ends[colour], count)
        attempt = _made(attempt, walk)
    return attempt, None


def _no_walk(attempt: Attempt, colour: str, end: int, count: int) -> Message:
    """Why the meeple cannot have come to `end` in `count` moves."""
    source = attempt.board.name_of(attempt.positions[colour])
    cell = attempt.board.name_of(end)
    if source == cell:
        return say("verdict.unmoved", meeple=colour, planned=count)
    possible = [len(walk) for walk in _walks(attempt, colour, end)]
    if not possible:
        return say("verdict.no_way", meeple=colour, source=source, cell=cell)
    needed = min(possible, key=lambda number: abs(number - count))
    return say("verdict.plan_needs", meeple=colour, source=source, cell=cell, planned=count, needed=needed)


def _walks(attempt: Attempt, colour: str, end: int) -> Iterator[tuple[Move, ...]]:
    """For each number of moves, fewest first, one series of the meeple that ends on `end`, if there is one.

    A layered search over (cell, power spent): walks, not shortest paths, because a plan may say more moves
    than are needed. Only the first way into each state of a layer is kept; any will do.
    """
    layer: dict[tuple[int, bool], tuple[Move, ...]] = {(attempt.positions[colour], False): ()}
    options: dict[int, list[tuple[Move, int]]] = {}
    for _ in range(min(MAX_MOVES_PER_MEEPLE, MAX_MOVES - len(attempt.moves))):
        following: dict[tuple[int, bool], tuple[Move, ...]] = {}
        for (cell, spent), walk in layer.items():
            if cell not in options:
                there = replace(attempt, positions={**attempt.positions, colour: cell})
                options[cell] = [(move, landing.end) for move, landing in there.options(colour)]
            for move, landed in options[cell]:
                if not (spent and move.power is not None):
                    following.setdefault((landed, spent or move.power is not None), (*walk, move))
        layer = following
        found = layer.get((end, False)) or layer.get((end, True))
        if found:
            yield found


def _made(attempt: Attempt, walk: tuple[Move, ...]) -> Attempt:
    """The attempt after these moves, each of them checked again."""
    for move in walk:
        attempt = attempt.play(move.meeple, move.power, move.direction or move.to)
    return attempt


def _judge_freely(
    attempt: Attempt, ends: Mapping[str, int], changed: tuple[str, ...], target: str, limit: int
) -> Verdict:
    """Judge a result without a plan: the changed meeples in any order, the one on the target last.

    A meeple that stood on the target before must have gone away and come back (MM-23).
    """
    arrived = next((colour for colour, cell in ends.items() if attempt.board.name_of(cell) == target), None)
    for colour in (*changed, arrived):
        try:
            if colour is not None:
                attempt.check_mover(colour)
        except Refused as refused:
            return Verdict(False, (), refused.message)
    if arrived is None:
        return Verdict(
            False, (), say("verdict.target_empty" if changed else "verdict.no_moves", target=target)
        )
    blockers = [colour for colour in changed if colour != arrived]
    if len(blockers) >= MAX_MEEPLES_MOVED:
        crowd = say("verdict.too_many_moved", found=len(blockers) + 1, limit=MAX_MEEPLES_MOVED)
        return Verdict(False, (), crowd)
    tries = [_shortest(attempt, ends, (*order, arrived)) for order in itertools.permutations(blockers)]
    done = [reached for reached, fault in tries if fault is None]
    if not done:
        reached, fault = max(tries, key=lambda attempted: len(attempted[0].movers))
        assert fault is not None  # every try of `tries` failed
        return Verdict(False, reached.moves, fault)
    best = min(done, key=lambda reached: len(reached.moves))
    if len(best.moves) > limit:
        return Verdict(False, best.moves, say("verdict.over_limit", found=len(best.moves), limit=limit))
    return _arrival(best, target)


def _shortest(
    attempt: Attempt, ends: Mapping[str, int], order: Iterable[str]
) -> tuple[Attempt, Message | None]:
    for colour in order:
        walk = next(_walks(attempt, colour, ends[colour]), None)
        if walk is None:
            source, cell = (
                attempt.board.name_of(attempt.positions[colour]),
                attempt.board.name_of(ends[colour]),
            )
            return attempt, say("verdict.no_way", meeple=colour, source=source, cell=cell)
        attempt = _made(attempt, walk)
    return attempt, None
