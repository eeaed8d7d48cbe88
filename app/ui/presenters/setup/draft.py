"""The set-up so far: always one that can be played. Changes are proposed, and the game may refuse them."""

from __future__ import annotations

from app.games.contract import Message, Refused
from app.games.mutant_meeples.preparing import check_setup
from app.games.mutant_meeples.state import Setup
from app.language import sentence
from app.ui.presenters.hint import Hint


def spoken(refusal: Message) -> str:
    """The refusal without the field of the set-up that it begins with: the page shows what is meant."""
    said = sentence(refusal)
    field, _, rest = said.partition(": ")
    if field.lower() not in Setup.__struct_fields__:
        return said
    return rest[:1].upper() + rest[1:]


class Draft:
    """Keeps `setup`, and in `refusal` why the last proposal changed nothing (empty when it did)."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.refusal = ""

    def propose(self, setup: Setup) -> bool:
        """Take this set-up when it can be played; else only say why not."""
        try:
            check_setup(setup)
        except Refused as refused:
            self.refusal = spoken(refused.message)
            return False
        self.setup, self.refusal = setup, ""
        return True

    def hint(self, text: str) -> Hint:
        """The refusal, or this hint when nothing was refused."""
        return Hint(self.refusal, alarm=True) if self.refusal else Hint(text)
