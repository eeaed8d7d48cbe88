"""The city workshop: which cities there are, one being changed, files that go and come. No Kivy."""

from app.ui.presenters.workshop.editor import EditorPresenter
from app.ui.presenters.workshop.files import BringInPresenter, SharePresenter
from app.ui.presenters.workshop.shelf import WorkshopPresenter

__all__ = ["BringInPresenter", "EditorPresenter", "SharePresenter", "WorkshopPresenter"]
