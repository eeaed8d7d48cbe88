"""What all panels share: the desk they touch, the view they show, and children that come and go.

`show(view)` takes a new view of the panel's own kind and changes what differs; `draw` places the children, so
that a panel follows every window. A touch goes out through `do(method, *arguments)`: one method of the desk.
Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.ui import theme
from app.ui.desk import Desk
from app.ui.panels.laid import Laid

Do = Callable[..., None]
"""do(method of the desk or of a presenter, *its arguments)."""

Open = Callable[[Any], None]
"""open(sheet): show a sheet over the screen."""


class MatchPanel(Laid):
    """One moment of the match; subclasses say what it looks like."""

    headed = True
    """Whether the sentence that says what to do stands above the panel. Else the panel's own title does, and
    it leaves the upper right corner (`corner`) to the menu."""

    def __init__(self, desk: Desk, do: Do, open_sheet: Open, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.desk, self.do, self.open_sheet = desk, do, open_sheet

    def show(self, view: Any) -> None:
        """Show this view; called only when it differs from the last."""
        raise NotImplementedError

    def gone(self) -> None:
        """Another panel takes its place: close what it has opened over the screen."""

    def corner(self) -> float:
        """Width of the menu button and the gap beside it."""
        return self.px(theme.TOUCH_PX) + self.gap


def want(parent: Any, child: Any, wanted: bool) -> None:
    """Let a child be there or not."""
    if wanted and child.parent is None:
        parent.add_widget(child)
    elif not wanted and child.parent is parent:
        parent.remove_widget(child)


def keep_count(parent: Any, children: list[Any], count: int, make: Callable[[int], Any]) -> None:
    """Have exactly `count` children of a kind; `make(number)` makes a missing one."""
    while len(children) > count:
        parent.remove_widget(children.pop())
    while len(children) < count:
        children.append(make(len(children)))
        parent.add_widget(children[-1])
