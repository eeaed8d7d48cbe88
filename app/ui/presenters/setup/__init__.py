"""Everything that is chosen before a match, without Kivy: one presenter a page, all over one `Draft`."""

from app.ui.presenters.setup.presenter import SetupPresenter
from app.ui.presenters.setup.seats import NAME_LENGTH, NameTaken
from app.ui.presenters.setup.views import Advice, SeatView

__all__ = [
    "NAME_LENGTH",
    "Advice",
    "NameTaken",
    "SeatView",
    "SetupPresenter",
]
