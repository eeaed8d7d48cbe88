"""`QrCode`: a text as a QR code, black on white, every module a square of whole pixels.

An empty `text` draws nothing. `too_long` is True when the text fits no QR code, or none of modules of
`LEAST_MODULE_PX` here; then nothing is drawn either, and the screen says what to do. Main thread only.
"""
# mypy: disallow-subclassing-any=False

from __future__ import annotations

import functools
from typing import Any

import segno
from kivy.graphics import Rectangle
from kivy.graphics.texture import Texture
from kivy.properties import BooleanProperty, StringProperty

from app.ui import drawing, theme
from app.ui.widgets.base import Drawn

QUIET_MODULES = 4
"""White margin on each side (ISO/IEC 18004)."""
LEAST_MODULE_PX = 2
"""Window pixels; 0.4 mm on a 7 inch panel of 800 x 480. Finer ones blur in a phone's camera."""
MASK = 0
"""One of the eight patterns laid over the data, any of which can be read. Choosing by penalty points takes
eight times as long (23 ms for Meepville on a laptop) and OpenCV read our codes no better for it."""


class QrCode(Drawn):
    """Set `text`; the code is as large as whole pixels allow, in the middle of a white square."""

    text = StringProperty("")
    too_long = BooleanProperty(False)
    redraw_on = ("text",)

    def draw(self, group: Any) -> None:
        """White square and code, or nothing."""
        texture = _texture(self.text) if self.text else None
        side = int(min(self.width, self.height))
        module = side // (texture.width + 2 * QUIET_MODULES) if texture else 0
        self.too_long = bool(self.text) and module < LEAST_MODULE_PX
        if texture is None or self.too_long:
            return
        drawing.block(group, self.center_x - side / 2, self.center_y - side / 2, side, side, theme.QR_LIGHT)
        drawing.tint(group, theme.QR_LIGHT)
        code = module * texture.width
        pos = (round(self.center_x - code / 2), round(self.center_y - code / 2))
        group.add(Rectangle(texture=texture, pos=pos, size=(code, code)))


@functools.lru_cache(maxsize=4)
def _texture(text: str) -> Any | None:
    """One pixel a module, without margin; None when the text is too long for any QR code."""
    try:
        code = segno.make_qr(text, error="L", boost_error=False, mask=MASK)
    except segno.DataOverflowError:
        return None
    side = len(code.matrix)
    texture = Texture.create(size=(side, side), colorfmt="luminance")
    texture.mag_filter = texture.min_filter = "nearest"
    data = bytes(0 if dark else 255 for row in reversed(code.matrix) for dark in row)
    texture.blit_buffer(data, colorfmt="luminance", bufferfmt="ubyte")
    return texture
