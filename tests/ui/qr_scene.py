"""A QR code in a window, of any text and size."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.uix.screenmanager import Screen

from app.ui.widgets.qr import QrCode
from tests.ui.scene import Scene


class QrScene(Scene):
    """One QR code, at a place between pixels as any layout may give it."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        screen = Screen(name="qr")
        self.code = QrCode(size_hint=(None, None), pos=(30.4, 40.7))
        screen.add_widget(self.code)
        self.stage.add_screen(screen)

    def call(self, text: str, at: tuple[float, float] | None = None) -> Any:
        """Show the text at that size (window pixels); without a size, whether what is shown is too long."""
        if at is None:
            return self.code.too_long
        self.code.size = at
        self.code.text = text
        return None
