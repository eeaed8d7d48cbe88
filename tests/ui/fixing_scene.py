"""The match screen while something is put right by hand, and moves that are gliding."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from unittest.mock import patch

from app.games.mutant_meeples.state import (
    Claim,
    GiveBack,
    GiveUp,
    Phase,
    Proceed,
    Row,
    SetPlan,
    ShowMove,
    TimeUp,
)
from app.ui import theme
from app.ui.presenters.match.hand import Wrong
from tests.ui.match_scene import MatchScene

SLOW_S, SWIFT_S = 60.0, 0.05
"""Seconds for one move: longer than a test takes, and hardly any."""


class FixingScene(MatchScene):
    """Moments of a correction."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, patch.object(theme, "MOVE_S", theme.MOVE_S))

    def call(self, name: str, at: tuple[float, float] = (0, 0)) -> Any:
        """As in every match scene; besides, how fast moves are, and where the one on its way is (pixels)."""
        match name:
            case "on its way":
                return list(self.screen.ids.city._slides._shape.pos)
            case "slow motion" | "swift motion":
                theme.MOVE_S = SLOW_S if name == "slow motion" else SWIFT_S
                return None
        return super().call(name, at)

    def _fixing(self, wrong: Wrong | None = None, seat: int | None = None) -> None:
        self.desk.view()
        self.desk.fix()
        if wrong is not None:
            self.desk.fix_choose(wrong, seat)

    def _to_fix(self) -> None:
        self._to_think_claimed()
        self._fixing()

    def _to_fix_nothing(self) -> None:
        """A move has been shown: neither claims nor places can be changed, and nothing has been judged."""
        self._to_show_some()
        self._fixing()

    def _to_fix_claim(self) -> None:
        self._to_think_claimed()
        self._fixing(Wrong.CLAIM)

    def _to_fix_claim_six(self) -> None:
        self._to_think_six()
        self._fixing(Wrong.CLAIM)

    def _to_fix_tile(self) -> None:
        self._to_fix_claim()
        self.desk.fix_seat(0)

    def _to_fix_tile_three(self) -> None:
        """Three rows of markers in the strip."""
        self._to_think_six()
        plan = (Row("gray", 10), Row("black", 4), Row("brown", 10))
        self._act(SetPlan(1, plan))
        self._fixing(Wrong.CLAIM)
        self.desk.fix_seat(1)

    def _to_fix_markers(self) -> None:
        self._to_fix_tile()
        self.desk.fix_markers()

    def _to_fix_verdict(self) -> None:
        self._to_failed()
        self._fixing(Wrong.VERDICT)

    def _to_fix_verdict_six(self) -> None:
        """Everybody failed."""
        self._open(6)
        for seat in range(6):
            self._act(SetPlan(seat, (Row("gray", 1),)), Claim(seat, seat + 1))
        if self.state.phase is Phase.THINK:
            self._act(TimeUp())
        for _ in range(6):
            self._act(GiveUp())
            self._pay()
            self._act(Proceed())
        self._fixing(Wrong.VERDICT)

    def _pay(self) -> None:
        crime = self.state.round
        assert crime is not None
        if crime.penalty_due and crime.showing is not None:
            self._act(GiveBack(self.state.players[crime.showing].team[0]))

    def _to_fix_right(self) -> None:
        self._to_failed()
        self._fixing(Wrong.RIGHT, 0)

    def _to_fix_place(self) -> None:
        self._to_think()
        self._fixing(Wrong.PLACE)
        self.desk.tap_cell(self.state.starts["red"])

    def _to_result_fixed(self) -> None:
        """A claim that failed was right after all."""
        self._to_fix_right()
        self.desk.fix_meeple("gray")
        self.desk.fix_confirm()

    def _to_show_gliding(self) -> None:
        """A move is made in the next frame, and its glide begins."""
        moves = self._showing()
        self.desk.view()
        self._pump()
        self._act(ShowMove(moves[0].meeple, moves[0].to))


FIXING_SCENES = {"fixing": FixingScene}
