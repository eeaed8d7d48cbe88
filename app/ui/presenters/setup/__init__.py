"""Everything that is chosen before a match, without Kivy: one presenter a page, all over one `Draft`."""

from app.ui.presenters.setup.presenter import SetupPresenter, shipped_choices
from app.ui.presenters.setup.seats import NAME_LENGTH, NameTaken
from app.ui.presenters.setup.views import Advice, BoardChoice, SeatView

__all__ = [
    "NAME_LENGTH",
    "Advice",
    "BoardChoice",
    "NameTaken",
    "SeatView",
    "SetupPresenter",
    "shipped_choices",
]
