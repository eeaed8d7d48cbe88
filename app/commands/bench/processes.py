"""Processes of their own, started as a person starts them: from the folder this package lies in."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]


def python(*arguments: str, said: str = "") -> str:
    """What a fresh Python says to these arguments; `said` is its standard input."""
    done = subprocess.run(
        [sys.executable, *arguments], check=True, capture_output=True, cwd=ROOT, input=said, text=True
    )
    return done.stdout


def child(city: str, count: int, seed: int) -> dict[str, Any]:
    """What the process of `child.py` tells."""
    told: dict[str, Any] = json.loads(
        python("-m", "app.commands.bench.child", city, str(count), str(seed)).splitlines()[-1]
    )
    return told
