"""The argument `--game`: help names the games that can be played; those still to come are refused later."""

from __future__ import annotations

import argparse
from typing import Any

from app.games.shelf import GAMES

PLAYABLE = tuple(sorted(name for name, made in GAMES.items() if made is not None))


def add_game(parser: argparse.ArgumentParser, **options: Any) -> None:
    """Register `--game`; `options` are those of argparse."""
    told = f"which game of the shelf: {', '.join(PLAYABLE)}"
    parser.add_argument("--game", type=_on_the_shelf, metavar="GAME", help=told, **options)


def _on_the_shelf(name: str) -> str:
    if name not in GAMES:
        raise argparse.ArgumentTypeError(f"found {name!r}, expected {', '.join(PLAYABLE)}")
    return name
