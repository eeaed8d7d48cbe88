"""The tour: every screen, page, sheet and moment there is, and how fingers get there, in any language.

A `Stop` stands in a scene (`tests/ui/scenes.py`); stops of one scene follow each other, `fresh` ones begin it
anew. A step is what is touched ("@section.key": what the screens call it in that language, "%KIND":
the first widget of that kind, anything else: the same in every language), what the scene is asked for
("!name"; "!>name": where to touch), or what is waited for ("?@section.key", "?%KIND", "?-@section.key": until
that is gone, "?!@section.key": until it can be touched). No Kivy.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.language import filled
from app.ui import words
from tests.ui.history_evenings import SIX, evenings
from tests.ui.theatre import Theatre


@dataclass(frozen=True, slots=True)
class Stop:
    """One thing to look at."""

    scene: str
    name: str
    steps: tuple[str, ...] = ()
    fresh: bool = False
    main: bool = False
    """Whether its picture in English at 800 x 480 is kept and compared."""

    @property
    def file_name(self) -> str:
        """For its pictures."""
        return f"{self.scene}-{self.name}".replace(" ", "-")


SHEETS = ("Sheet", "Pad", "Menu")
"""How the names of everything end that covers a screen."""


def said(step: str, language: str) -> str:
    """What a step touches, in that language: "@setup.seat number=1" is "Player 1"."""
    if not step.startswith("@"):
        return step
    key, *params = step[1:].split()
    given: dict[str, Any] = {}
    for name, value in (param.split("=", 1) for param in params):
        given[name] = int(value) if value.isdigit() else said(value, language)
    return filled(words.table(language)[key], given, language)


def _moments(scene: str, *moments: str, main: tuple[str, ...] = ()) -> list[Stop]:
    return [Stop(scene, moment, (f"!{moment}",), main=moment in main) for moment in moments]


_FRONT = [
    Stop("home", "shelf", main=True),
    Stop("home", "to come", ("Meeple Hope",)),
    Stop("kept", "kept", main=True),
    Stop("kept", "quit", ("@home.quit",)),
    *(Stop("tutorial", f"step {n}", ("!obey",) if n > 1 else ()) for n in range(1, 18)),
    Stop("tutorial", "leave", ("@tutorial.leave",), fresh=True),
    Stop("first", "offer", main=True),
    Stop("room", "room"),
    Stop("room", "help", ("@room.help",), main=True),
    *(
        Stop("room", f"help {n}", ("@help_title.round" if n == 1 else "@help.next",), main=n == 1)
        for n in range(1, 23)
    ),
    Stop("room", "search", ("@help.search",), main=True),
    Stop("room", "search nothing", ("X", "X")),
    Stop("room camera", "camera"),
    Stop("room waiting", "waiting", main=True),
    Stop("sound", "sheet", ("!open",), main=True),
]
_SET_UP = [
    Stop("set-up", "front", main=True),
    Stop("set-up", "seat", ("@setup.seat number=1",), main=True),
    Stop("set-up", "name", ("@setup.seat number=1",)),
    Stop("set-up", "machine", ("@setup.seat number=1", "@level.club"), fresh=True),
    Stop("set-up everything", "front", main=True),
    Stop("set-up everything", "seat", ("Maximilian",), fresh=True),
    Stop("set-up everything", "bot", ("Ben",), fresh=True),
    Stop("set-up everything", "variants", ("@setup.variants",), fresh=True),
    Stop("set-up everything", "tiles", ("@variants.building",)),
    Stop("set-up everything", "rules", ("@setup.rules",), fresh=True),
    *(
        Stop(
            "set-up everything",
            f"rules {name}",
            ("@setup.rules", f"@rules.changed title=@rules.{name}"),
            fresh=True,
        )
        for name in ("timer_s", "plan_entry")
    ),
    Stop("set-up alone", "front"),
    Stop("set-up alone", "seat", ("Anna",), fresh=True),
    Stop("set-up alone", "variants", ("@setup.variants",), fresh=True),
    Stop("set-up advised", "front"),
    Stop("set-up big box", "front"),
]
_AROUND = [
    Stop("history", "list", ("?!@history.players",), main=True),
    Stop("history", "menu", ("more",)),
    Stop("history", "erase all", ("@files.erase_all",)),
    Stop("history", "bring in", ("more", "@files.bring_in", "?@files.choose"), fresh=True),
    Stop("history", "players", ("@history.players", "?%Chart"), fresh=True, main=True),
    Stop("history", "erase name", ("@figures.erase",)),
    Stop("history", "match", (", ".join(SIX),), fresh=True),
    Stop("history", "round", ("%RoundCard", "?-@past.best_looking"), main=True),
    Stop("history", "share", ("@past.share",)),
    Stop("puzzles", "room", main=True),
    Stop("puzzles", "play", ("Meeptropolis",), main=True),
    Stop("puzzles", "hint", ("@puzzles.hint",)),
    Stop("puzzles busy", "room"),
    Stop("puzzles busy", "more cities", ("east",)),
    Stop("puzzles wait", "wait", ("@puzzles.hard",)),
    Stop("puzzles no way", "none", ("east", "Tiny", "@puzzles.easy")),
    Stop("workshop", "shelf", main=True),
    Stop("workshop", "unconfirmed", ("Meepville",)),
    Stop("workshop", "editor", ("@workshop.copy",), main=True),
    Stop("workshop", "close up", ("!>cell GG",), main=True),
    Stop("workshop", "broken", ("@workshop.grate",)),
    Stop("workshop", "whole", ("@workshop.whole",)),
    Stop("full workshop", "shelf"),
    Stop("full workshop", "page", ("east",)),
    Stop("devices", "full", main=True),
    Stop("devices", "more", ("east",)),
    Stop("devices none", "none"),
    Stop("devices none", "messages", ("@devices.missing",)),
    Stop("devices claims", "claims"),
    Stop("devices claims", "light", ("@devices.lights",)),
    Stop("devices claims", "light done", (*["@trial.yes"] * 5, "@trial.no", "@trial.no")),
    Stop("devices claims", "faults", ("!fail camera", "@devices.mend n=4"), fresh=True),
    Stop("assign", "begin", main=True),
    Stop("assign", "twice", ("!press 4 claim", "!press 4 claim")),
    Stop("assign", "end", ("!press 2 claim", "!press 5 claim")),
    Stop("assign full", "third", ("!press 1 claim", "!press 2 claim", "!press 3 claim")),
    Stop("assign big", "third", ("!press 1 claim", "!press 2 claim", "!press 3 claim")),
    Stop("camera none", "none"),
    Stop("camera silent", "silent"),
    Stop("camera", "aim", ("?@camera.found",), main=True),
    Stop("camera", "light", ("@camera.next", "?@camera.light_good")),
    Stop("camera known", "known"),
]
_MATCH = [
    *_moments(
        "match",
        "draw", "draw handicaps", "draw later", "draw six", "scatter", "think", "think two", "think six",
        "think six open", "think claimed", "think undone", "think mixed", "lane", "lanes two", "lanes six",
        "paused",
        "plan empty", "plan full", "plan enter", "plan call out", "plan handicap", "plan too high",
        "show first of two", "show none", "show some", "show exactly", "show all", "show astray",
        "show photo after", "confirm", "confirm ready", "failed", "failed unmoved", "failed penalty",
        "failed by camera", "failed by camera paid", "result", "result agreed", "winner",
        main=("draw", "think", "lane", "paused", "plan full", "show some", "failed", "result", "winner"),
    ),
    Stop("match", "menu", ("!think two", "more")),
    Stop("match", "no way", ("!think six open", "@match.no_way")),
    Stop("match", "rules", ("!think", "@match.rules"), main=True),
    Stop("match", "meeple", ("Skewt",)),
    Stop("match", "all rules", ("!think", "@match.rules", "@aid.all_rules")),
    Stop("match", "give up", ("!show all", "@show.give_up")),
    *_moments(
        "ending",
        "everyone", "everyone six", "everyone unsure", "best", "best half", "best end", "best unsure",
        "result rule", "failed rule", "draw practice", "think practice", "show practice", "failed practice",
        "result practice", "best practice", "think bots", "winner tournament", "winner champion",
        main=("everyone", "best"),
    ),
    *_moments("seven", "draw", "think", "lanes", "plan full", "result", "winner"),
    *_moments("ten", "draw", "plan full", "show some", "think"),
    *_moments(
        "fixing",
        "fix", "fix nothing", "fix claim", "fix claim six", "fix tile", "fix tile three", "fix markers",
        "fix verdict", "fix verdict six", "fix right", "fix place", "result fixed",
        main=("fix",),
    ),
    *_moments(
        "watching",
        *(
            f"watch {moment}"
            for moment in (
                "steady", "hand", "seen", "no move", "between", "unsure", "swapped", "fallen", "put back",
                "no board",
                "doubtful", "off", "photos", "draw", "draw six", "draw nobody", "draw done", "failed",
                "failed penalty", "failed done",
            )
        ),
        main=("watch between",),
    ),
    *_moments(
        "waiting", "think skip", "think skip six", "think skipping", "think lacking", "think lacking six",
        "plan lacking",
    ),
]  # fmt: skip
STOPS = (*_FRONT, *_SET_UP, *_AROUND, *_MATCH)


def prepare(scene: str, folder: Path) -> None:
    """What lies in a scene's folder before it begins."""
    if scene == "history":
        evenings(folder / "journal.db")
        imports = folder / "imports"
        imports.mkdir()
        (imports / "mutant-meeples-2030-05-01-201500.json").write_text('{"format":"meeple-marshal history"')


def make(window: Theatre, step: str, language: str) -> None:
    """One step; the window rests after it."""
    if step.startswith("!>"):
        window.touch_at(*window.ask("call", name=step[2:]))
    elif step.startswith("?"):
        _wait(window, step[1:], language)
    elif step.startswith("!"):
        window.ask("call", name=step[1:])
    elif step.startswith("%"):
        window.until(lambda: window.of_kind(step[1:]), step)
        window.touch_kind(step[1:])
    else:
        text = said(step, language)
        window.until(lambda: any(w["touch"] and w["text"] == text for w in window.widgets()), repr(text))
        window.touch(text)
    window.settle()


def _wait(window: Theatre, step: str, language: str) -> None:
    if step.startswith("!"):
        text = said(step[1:], language)
        window.until(lambda: any(w["touch"] and w["text"] == text for w in window.widgets()), step)
        return
    gone, step = step.startswith("-"), step.removeprefix("-")
    found = window.kinds if step.startswith("%") else window.texts
    text = step[1:] if step.startswith("%") else said(step, language)
    window.until(lambda: (text in found()) is not gone, step)


def tour(
    window: Theatre, stops: tuple[Stop, ...], language: str, new_folder: Any
) -> Iterator[tuple[Stop, list[dict[str, Any]]]]:
    """Lead the window from stop to stop; each with all widgets that are seen there."""
    scene = ""
    for stop in stops:
        if stop.scene != scene or stop.fresh:
            folder = new_folder("scene")
            prepare(stop.scene, folder)
            window.play(stop.scene, folder, language)
            scene = stop.scene
        for step in stop.steps:
            make(window, step, language)
        yield stop, window.widgets()


def on_top(widgets: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What is judged together: what lies on the uppermost sheet, else all; a notice lies over everything."""
    loose = [w for w in widgets if w["kind"] != "NoticeBar" and "NoticeBar" not in w["within"]]
    sheets = [kind for w in loose for kind in reversed(w["within"]) if kind.endswith(SHEETS)]
    return [w for w in loose if sheets[0] in w["within"]] if sheets else loose
