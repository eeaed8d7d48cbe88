"""`referee`: a game spoken over JSON Lines, both ways, for tests, bots and other front ends.

Requests: {"new": setup, "seed": n}, {"load": state}, {"act": action}, {"legal": player}, {"view": player},
{"undo": n}. Answers: {"ok": true, "state", "prompt", "events"} (with "legal" also "actions"), or
{"ok": false, "error": sentence}, and then the state is what it was. "view" beside another request gives that
one's answer with the state as this player may see it (null: a bystander). A move against the rules is an
answer like any other; a line, set-up, state or seat that cannot be used makes the exit code 2. Whoever speaks
is trusted: one program acts for every seat, and may hand in a draw made with real tiles.

Example: {"new": {"players": [{"name": "Ann"}, {"name": "Ben"}]}, "seed": 1}, then {"act": {"type": "draw"}}.
"""

from __future__ import annotations

import argparse
import json
import random
from typing import IO, Any

import msgspec

from app.commands.lines import parse, shown
from app.commands.shelf import add_game
from app.errors import BadInput
from app.games.contract import Message, Offer, Refused
from app.games.reasons import explained
from app.games.shelf import playable
from app.language import sentence

REQUESTS = ("new", "load", "act", "legal", "undo")
"""What a line may ask for; "view" may stand alone or beside one of them."""


def add_parser(subparsers: Any) -> None:
    """Register the command."""
    parser = subparsers.add_parser("referee", help="speak a game as JSON Lines", description=__doc__)
    add_game(parser, required=True)


class Referee:
    """One game in memory; `answer` takes one request and gives one answer."""

    def __init__(self, name: str) -> None:
        self.game = playable(name)
        self.state: Any = None
        self._first: Any = None
        self._actions: list[Any] = []
        self._rng = random.Random(0)

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """Handle one request. Raises `Refused` and `BadInput`; the state is kept."""
        asked = [name for name in REQUESTS if name in request]
        unknown = sorted(set(request) - {*REQUESTS, "view", "seed"})
        if unknown or len(asked) > 1 or not (asked or "view" in request):
            found = ", ".join(unknown or asked) or "none"
            raise BadInput(f"request: found {found}, expected exactly one of {', '.join(REQUESTS)}, view")
        if self.state is None and not {"new", "load"} & set(asked):
            raise BadInput('request: there is no game yet; begin with "new" or "load"')
        rng = random.Random(_whole(request["seed"], "seed")) if "seed" in request else self._rng
        begun = (
            self._begun(asked[0], request[asked[0]], rng) if asked and asked[0] in ("new", "load") else None
        )
        if "view" in request:
            self._check_viewer(request["view"], begun if begun is not None else self.state)
        self._rng = rng
        if begun is not None:
            self.state, self._first, self._actions = begun, begun, []
            answer = self._reply([])
        elif "act" in asked:
            answer = self._act(request["act"])
        elif "undo" in asked:
            answer = self._undo(_whole(request["undo"], "undo"))
        elif "legal" in asked:
            answer = self._legal(_whole(request["legal"], "legal"))
        else:
            answer = self._reply([])
        if "view" in request:
            answer["state"] = self.game.view(self.state, request["view"])
            answer.pop("action", None)  # a draw names the tiles that are still face down
        return answer

    def _begun(self, name: str, data: Any, rng: random.Random) -> Any:
        """The first state of a new or loaded game. Raises `BadInput`: it is the input that cannot be used."""
        try:
            if name == "new":
                return self.game.new(_read(data, self.game.setup_type, name), rng)
            state = _read(data, self.game.state_type, name)
            self.game.check(state)
        except Refused as refused:
            raise BadInput(sentence(refused.message)) from refused
        return state

    def _check_viewer(self, player: Any, state: Any) -> None:
        if player is not None:
            self._offers(_whole(player, "view"), state)

    def _offers(self, player: int, state: Any) -> list[Offer]:
        try:
            return self.game.legal(state, player)
        except Refused as refused:
            raise BadInput(sentence(refused.message)) from refused

    def _legal(self, player: int) -> dict[str, Any]:
        return self._reply([], actions=msgspec.to_builtins(self._offers(player, self.state)))

    def _act(self, data: Any) -> dict[str, Any]:
        action = _read(data, self.game.action_type, "act")
        action = self.game.chance(self.state, action, self._rng)
        self.state, events = self.game.apply(self.state, action)
        self._actions.append(action)
        return self._reply(events, action=msgspec.to_builtins(action))

    def _undo(self, count: int) -> dict[str, Any]:
        if not 1 <= count <= len(self._actions):
            most = len(self._actions)
            expected = f"1 to {most}" if most else "an action to take back first"
            raise BadInput(f"undo: found {count}, expected {expected}")
        state = self._first
        remaining = self._actions[: len(self._actions) - count]
        for action in remaining:
            state, _ = self.game.apply(state, action)
        self.state, self._actions = state, remaining
        return self._reply([])

    def _reply(self, events: list[Message], **more: Any) -> dict[str, Any]:
        result = self.game.result(self.state)
        return {
            "ok": True,
            "state": msgspec.to_builtins(self.state),
            "prompt": _spoken(self.game.prompt(self.state)),
            "events": [_spoken(event) for event in events],
            "result": None if result is None else msgspec.to_builtins(result),
            **more,
        }


def _spoken(message: Message) -> dict[str, Any]:
    return {"key": message.key, "params": message.params, "text": sentence(message)}


def _read(data: Any, kind: Any, field: str) -> Any:
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        told = explained(str(error), kind)
        raise BadInput(told if " - at `" in str(error) else f"{field}: {told}") from error


def _whole(value: Any, field: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadInput(f"{field}: found {json.dumps(value)}, expected a whole number")
    return value


def run(args: argparse.Namespace, stdin: IO[str], stdout: IO[str]) -> int:
    """Answer every line of stdin; exit code 2 when any was refused as input."""
    referee = Referee(args.game)
    code = 0
    for line in stdin:
        if not line.strip():
            continue
        answer = _answer(referee, line)
        code = code if answer.pop("input_ok", True) else 2
        print(json.dumps(answer), file=stdout, flush=True)
    return code


def _answer(referee: Referee, line: str) -> dict[str, Any]:
    try:
        request = parse(line)
        if isinstance(request, BadInput):
            raise request
        if not isinstance(request, dict):
            raise BadInput(f"line: found {shown(request)}, expected a JSON object")
        return referee.answer(request)
    except Refused as refused:
        return {"ok": False, "error": sentence(refused.message), "key": refused.message.key}
    except BadInput as error:
        return {"ok": False, "error": str(error), "input_ok": False}
