"""The match screen while the sand runs for machines alone, and beside players who lack meeples."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from app.games.mutant_meeples.state import Claim, Row, SetPlan
from tests.ui.ending_scene import EndingScene


class WaitingScene(EndingScene):
    """Moments with machines at the table; the machines look when told to."""

    def call(self, name: str, at: tuple[float, float] = (0, 0)) -> Any:
        """As any match scene; and "machines look"."""
        if name != "machines look":
            return super().call(name, at)
        self.bots.poll()
        self._pump()
        return None

    def _machines(self, players: int) -> None:
        """All but the first player are the machine's; the first one has claimed."""
        self._claimed(players)
        one, *others = self.state.setup.players
        seats = (one, *(replace(seat, bot="expert") for seat in others))
        self.session.state = replace(self.state, setup=replace(self.state.setup, players=seats))

    def _to_think_skip(self) -> None:
        self._machines(4)

    def _to_think_skip_six(self) -> None:
        self._machines(6)

    def _lacking(self, players: int, *meeples: str) -> None:
        """The players claim one after the other, and all lack these meeples."""
        self._open(players)
        less = tuple(replace(player, removed=meeples) for player in self.state.players)
        self.session.state = replace(self.state, players=less)
        for seat in range(players - 1):
            self._act(SetPlan(seat, (Row("gray", 3),)), Claim(seat, 24 - seat))

    def _to_think_lacking(self) -> None:
        self._lacking(4, "brown", "red")

    def _to_think_lacking_six(self) -> None:
        self._lacking(6, "black", "green")

    def _to_plan_lacking(self) -> None:
        self._lacking(4, "red", "brown")
        self.desk.view()
        self.desk.tap_player(3)
        self.desk.tap_chip("gray")

    def _to_think_skipping(self) -> None:
        self._machines(2)
        self.desk.skip_the_wait()


WAITING_SCENES = {"waiting": WaitingScene}
