"""The match screen without its pixels: what each touch means, and the view to draw. No Kivy.

`Desk` holds the session, what fingers have done meanwhile (`Hand`), the camera and the search for the best
solution. Touches become actions of the game through the session's queue; nothing here changes the match by
itself. Main thread only; `poll` is called about ten times a second.

`base` is what every touch shares; `claiming`, `showing`, `camera` and `ending` are the touches of the phases,
`fixing` those that put something right by hand.
"""

from app.ui.desk.desk import Desk

__all__ = ["Desk"]
