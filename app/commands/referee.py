"""`referee`: a game spoken over JSON Lines, both ways, for tests, bots and other front ends.

Requests: {"new": setup, "seed": n}, {"load": state}, {"act": action}, {"legal": player}, {"view": player},
{"undo": n}. Answers: {"ok": true, "state", "prompt", "events"} (with "legal" also "actions"), or
{"ok": false, "error": sentence}, and then the state is what it was.
"""

from __future__ import annotations

import argparse
import json
import random
from typing import IO, Any

import msgspec

from app.errors import BadInput
from app.games.contract import Message, Refused, say
from app.games.shelf import GAMES, playable
from app.language import sentence

REQUESTS = ("new", "load", "act", "legal", "view", "undo")


def add_parser(subparsers: Any) -> None:
    """Register the command."""
    parser = subparsers.add_parser("referee", help="speak a game as JSON Lines", description=__doc__)
    parser.add_argument("--game", required=True, choices=sorted(GAMES), help="which game of the shelf")


class Referee:
    """One game in memory; `answer` takes one request and gives one answer."""

    def __init__(self, name: str) -> None:
        self.game = playable(name)
        self.state: Any = None
        self._first: Any = None
        self._actions: list[Any] = []
        self._rng = random.Random(0)

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """Handle one request. Raises `Refused`, `BadInput`, `msgspec.ValidationError`; the state is kept."""
        asked = [name for name in REQUESTS if name in request]
        unknown = sorted(set(request) - {*REQUESTS, "seed"})
        if len(asked) != 1 or unknown:
            found = ", ".join(unknown or asked) or "none"
            raise BadInput(f"request: found {found}, expected exactly one of {', '.join(REQUESTS)}")
        name = asked[0]
        if "seed" in request:
            self._rng = random.Random(_whole(request["seed"], "seed"))
        if name in ("new", "load"):
            return self._begin(name, request[name])
        if self.state is None:
            raise BadInput('request: there is no game yet; begin with "new" or "load"')
        if name == "act":
            return self._act(request["act"])
        if name == "undo":
            return self._undo(_whole(request["undo"], "undo"))
        if name == "view" and request["view"] is None:
            return self._reply([], state=self.game.view(self.state, None))
        player = _whole(request[name], name)
        offers = self.game.legal(self.state, player)
        if name == "legal":
            return self._reply([], actions=msgspec.to_builtins(offers))
        return self._reply([], state=self.game.view(self.state, player))

    def _begin(self, name: str, data: Any) -> dict[str, Any]:
        if name == "new":
            state = self.game.new(msgspec.convert(data, self.game.setup_type), self._rng)
        else:
            state = msgspec.convert(data, self.game.state_type)
            self.game.check(state)
        self.state = self._first = state
        self._actions = []
        return self._reply([])

    def _act(self, data: Any) -> dict[str, Any]:
        action = msgspec.convert(data, self.game.action_type)
        action = self.game.chance(self.state, action, self._rng)
        self.state, events = self.game.apply(self.state, action)
        self._actions.append(action)
        return self._reply(events, action=msgspec.to_builtins(action))

    def _undo(self, count: int) -> dict[str, Any]:
        if not 1 <= count <= len(self._actions):
            raise BadInput(f"undo: found {count}, expected 1 to {len(self._actions)}")
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
        request = json.loads(line)
        if not isinstance(request, dict):
            raise BadInput("line: expected a JSON object")
        return referee.answer(request)
    except Refused as refused:
        return {"ok": False, "error": sentence(refused.message), "key": refused.message.key}
    except (BadInput, msgspec.ValidationError) as error:
        return {"ok": False, "error": str(error), "input_ok": False}
    except (json.JSONDecodeError, RecursionError) as error:
        text = sentence(say("error.field", field="line", found=str(error), expected="one JSON object"))
        return {"ok": False, "error": text, "input_ok": False}
