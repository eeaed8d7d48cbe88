"""The puzzles without their pixels: the room to choose in, the wait for a new one, and the game itself.

`PuzzlesPresenter` says which of them is on; the views are frozen data with finished words. No Kivy.
"""

from app.ui.presenters.puzzles.presenter import PuzzlesPresenter as PuzzlesPresenter
