"""The variants: two switches, the way to the building tiles, and where handicaps are. Main thread only."""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.ui import theme
from app.ui.panels.base import Do
from app.ui.panels.page import HEAD_PX, PageSheet
from app.ui.presenters.setup.variants import VariantsPresenter
from app.ui.widgets.label import Words
from app.ui.widgets.switch import SwitchRow
from app.ui.words import word

ROW_PX, BUTTON_PX = 72, 208


class VariantsSheet(PageSheet):
    """Shows a `VariantsView`; `on_tiles` opens the tile picker."""

    panel_width_px = 640.0
    panel_height_px = 456.0

    def __init__(
        self, variants: VariantsPresenter, do: Do, on_tiles: Callable[[], None], **kwargs: Any
    ) -> None:
        super().__init__(do, **kwargs)
        self._variants = variants
        self.title.text = word("setup.variants")
        self.shorter = SwitchRow(title=word("variants.shorter"))
        self.tournament = SwitchRow(title=word("variants.tournament"))
        self.tiles = self.button(on_tiles, text=word("variants.building"), icon="more")
        self._tiles_line = Words(base_px=17, ink=theme.QUIET)
        self._handicaps = Words(
            text=word("variants.handicaps"), bold=True, base_px=theme.SENTENCE_PX, halign="center"
        )
        self._handicaps_line = Words(base_px=17, ink=theme.QUIET)
        texts = (self._tiles_line, self._handicaps, self._handicaps_line)
        for child in (self.shorter, self.tournament, *texts):
            self.add_widget(child)
        self.shorter.bind(on_release=lambda *_: do(variants.toggle_shorter))
        self.tournament.bind(on_release=lambda *_: do(variants.toggle_tournament))
        self.refresh()

    def refresh(self) -> None:
        """Show the variants as they stand; those for two or more are out of reach for one alone."""
        view = self._variants.view()
        self.shorter.on, self.shorter.sentence = view.shorter, view.shorter_line
        self.tournament.on, self.tournament.sentence = view.tournament, view.tournament_line
        for row in (self.shorter, self.tournament):
            row.disabled, row.opacity = not view.match, 1.0 if view.match else 0.6
        self._tiles_line.text, self._handicaps_line.text = view.tiles_line, view.handicaps_line
        self.show_hint(view.hint)

    def draw(self, group: Any) -> None:
        """One row below the other."""
        super().draw(group)
        box, gap = self.inside(), self.gap
        self.put_head(box.top(self.px(HEAD_PX), 2 * gap))
        for row in (self.shorter, self.tournament):
            box.top(self.px(ROW_PX), gap).hold(row)
        tiles = box.top(self.px(ROW_PX), gap)
        tiles.left(self.px(BUTTON_PX), 2 * gap).middle(self.px(BUTTON_PX), self.px(64)).hold(self.tiles)
        tiles.hold(self._tiles_line)
        handicaps = box.top(self.px(ROW_PX), gap)
        handicaps.left(self.px(BUTTON_PX), 2 * gap).hold(self._handicaps)
        handicaps.hold(self._handicaps_line)
        box.top(self.px(40)).hold(self.hint)
