"""The editor: the whole city to choose a square, then that square large with everything it can be.

Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from app.games.mutant_meeples.board import Direction
from app.games.mutant_meeples.drafting import Ground
from app.ui import theme
from app.ui.city import CityMap
from app.ui.city_picture import CityPicture, Reach
from app.ui.panels.base import Do, want
from app.ui.panels.box import Box
from app.ui.panels.page import HEAD_PX, PageSheet
from app.ui.panels.workshop_close_up import CloseUp
from app.ui.presenters.workshop import EditorPresenter
from app.ui.presenters.workshop.views import EditorView
from app.ui.widgets.button import MarshalButton
from app.ui.widgets.label import Words
from app.ui.widgets.switch import SwitchRow
from app.ui.words import word

DONE_PX, SWITCH_PX, HINT_PX, STATUS_PX, LEAD_PX = 124, 50, 48, 56, 118
PICTURE_SHARE = 0.5
"""Of the height, for the picture in an upright window."""
GROUNDS = {Ground.GRATE: "grate", Ground.BEAM: "beam", Ground.HOLE: "hole"}


class EditorSheet(PageSheet):
    """Shows an `EditorView`; closing it goes back to the shelf."""

    panel_width_px = 792.0
    panel_height_px = 472.0

    def __init__(self, editor: EditorPresenter, do: Do, **kwargs: Any) -> None:
        super().__init__(do, **kwargs)
        self._editor = editor
        self.city = CityMap()
        self.city.bind(on_cell=lambda _, cell: do(editor.look_at, cell))
        self.close_up = CloseUp()
        self.close_up.bind(on_spot=lambda _, spot: do(editor.touch_side, spot))
        self.arrows = {way: MarshalButton(icon=way.word) for way in Direction}
        for way, arrow in self.arrows.items():
            arrow.bind(on_release=lambda *_, way=way: do(editor.walk, way))
        self.switches = {
            ground: SwitchRow(title=word(f"workshop.{name}"), sentence=word(f"workshop.{name}_line"))
            for ground, name in GROUNDS.items()
        }
        for ground, switch in self.switches.items():
            switch.bind(on_release=lambda *_, ground=ground: do(editor.touch_ground, ground))
        self._status = Words(base_px=theme.LABEL_PX)
        self.add_widget(self._status)
        self.undo = self.button(lambda: do(editor.undo), text=word("workshop.undo"), icon="undo", base_px=17)
        self.redo = self.button(lambda: do(editor.redo), text=word("workshop.redo"), icon="redo", base_px=17)
        self.lead = self._own_button("workshop.go_there", "second", editor.go_there)
        self.whole = self._own_button("workshop.whole", "main", editor.whole)
        self.hint.base_px = 17
        self.refresh()

    def _own_button(self, key: str, kind: str, change: Any) -> MarshalButton:
        """A button that is there only now and then."""
        made = MarshalButton(text=word(key), kind=kind, base_px=17)
        made.bind(on_release=lambda *_: self.do(change))
        return made

    def refresh(self) -> None:
        """Show the city as it stands."""
        view = self._editor.view()
        self.title.text = view.title
        self._show_city(view)
        self.undo.disabled, self.redo.disabled = not view.may_undo, not view.may_redo
        self._status.text = view.status.text
        self._status.ink = theme.ALARM_PALE if view.status.alarm else theme.SUCCESS_PALE
        want(self, self.lead, view.leads)
        self.show_hint(view.hint)
        self.redraw()

    def _show_city(self, view: EditorView) -> None:
        near = view.close_up
        for child in (self.city, self.done):
            want(self, child, near is None)
        for child in (self.close_up, *self.arrows.values(), *self.switches.values(), self.whole):
            want(self, child, near is not None)
        if near is None:
            marked = {} if view.last is None else {view.last: Reach.SLIDE}
            self.city.show(CityPicture(view.board, reachable=marked, exact_touch=True))
            return
        self.close_up.view = near
        for way, arrow in self.arrows.items():
            arrow.disabled = way not in near.ways
        for ground, switch in self.switches.items():
            switch.on = view.is_now is ground

    def draw(self, group: Any) -> None:
        """The picture fills the height (or the width); the rest stands beside (or below) it."""
        super().draw(group)
        box, gap = Box(*self.panel()).inner(self.px(10)), self.gap
        picture = box.top(box.height * PICTURE_SHARE, gap) if self.upright else box.left(box.height, gap)
        head = box.top(self.px(HEAD_PX), gap)
        main = head.right(self.px(DONE_PX), gap)
        head.hold(self.title)
        if self.city.parent is not None:
            picture.hold(self.city)
            main.hold(self.done)
        else:
            main.hold(self.whole)
            picture.hold(self.close_up)
            self._place_arrows(picture)
            for switch in self.switches.values():
                box.top(self.px(SWITCH_PX), gap).hold(switch)
        steps = box.top(self.px(theme.TOUCH_PX), gap).columns(2, gap)
        steps[0].hold(self.undo)
        steps[1].hold(self.redo)
        box.top(self.px(HINT_PX)).hold(self.hint)
        status = box.bottom(self.px(STATUS_PX))
        if self.lead.parent is not None:
            lead = status.right(self.px(LEAD_PX), gap)
            lead.middle(lead.width, self.px(theme.TOUCH_PX)).hold(self.lead)
        status.hold(self._status)

    def _place_arrows(self, picture: Box) -> None:
        """At the rim of the picture, each on the side that it leads to."""
        side, square = self.px(theme.TOUCH_PX), min(picture.width, picture.height)
        picture = picture.middle(square, square)
        across, up = picture.middle(side, picture.height), picture.middle(picture.width, side)
        places = {
            Direction.NORTH: across.top(side),
            Direction.SOUTH: across.bottom(side),
            Direction.EAST: up.right(side),
            Direction.WEST: up.left(side),
        }
        for way, place in places.items():
            place.hold(self.arrows[way])
