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
    """Keeps `setup`, and why a tap changed nothing: until one works, or the page where that was is left."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self._refused: tuple[object, str] | None = None

    def propose(self, page: object, setup: Setup) -> bool:
        """Take this set-up when it can be played; else only say why not, on the page that proposes it."""
        try:
            check_setup(setup)
        except Refused as refused:
            self.refuse(page, spoken(refused.message))
            return False
        self.setup = setup
        self.forget()
        return True

    def refuse(self, page: object, why: str) -> None:
        """Say on this page why a tap changed nothing."""
        self._refused = page, why

    def forget(self) -> None:
        """A tap has worked, or another page is shown: nothing is refused any more."""
        self._refused = None

    def hint(self, page: object, text: str) -> Hint:
        """What was refused on this page, or this hint when nothing was."""
        if self._refused is not None and self._refused[0] is page:
            return Hint(self._refused[1], alarm=True)
        return Hint(text)
