"""The line of a page that tells what to do next."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Hint:
    """The line that says what to do, or (`alarm`) why the last tap changed nothing."""

    text: str
    alarm: bool = False
