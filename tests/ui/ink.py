"""The child's side of the contrast test: which ink stands on which ground, measured in the open window.

The inks are those of the widgets that are there; the grounds are the pixels below them, in a picture without
any texts. Signs and texts that widgets draw themselves are noted while they are drawn. Import only where a
window is.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from kivy.graphics.opengl import GL_RGB, GL_UNSIGNED_BYTE, glReadPixels
from kivy.uix.scrollview import ScrollView

from app.ui import drawing, icons, theme
from app.ui.gallery.eyes import LUMINANCE, linear
from app.ui.look import LOOK
from app.ui.widgets.base import Drawn
from app.ui.widgets.label import Words

WORST_SHARE = 10.0
"""Per cent of the ground's pixels that may be worse: soft edges of what lies there."""
BEYOND_LETTERS = 0.25
"""Of a line's size: how much of it lies above and below its letters."""
_drawn_by: list[Any] = []


def note_signs() -> None:
    """From now on every widget that draws keeps what it has drawn: (text or sign, x, y, side, colour)."""
    if hasattr(Drawn, "ink_signs"):
        return
    Drawn.ink_signs = ()
    redraw = Drawn._redraw

    @functools.wraps(redraw)  # Kivy's clock finds a method by its name
    def noted(self: Any, *args: Any) -> None:
        self.ink_signs = []
        _drawn_by.append(self)
        try:
            redraw(self, *args)
        finally:
            _drawn_by.pop()

    Drawn._redraw = noted
    icons.draw = _noting(icons.draw, lambda name, x, y, side, colour: (f"sign {name}", x, y, side, colour))
    drawing.text = _noting(drawing.text, lambda words, x, y, px, colour, *_, **__: (words, x, y, px, colour))


def _noting(draw: Callable[..., None], told: Callable[..., Any]) -> Callable[..., None]:
    def noted(group: Any, *args: Any, **more: Any) -> None:
        draw(group, *args, **more)
        if _drawn_by:
            _drawn_by[-1].ink_signs.append(told(*args, **more))

    return noted


def pairs(window: Any) -> list[dict[str, Any]]:
    """Each text and sign that is seen: what, on which widget, its ink, ground, contrast, and the least."""
    texts, signs = [], []
    for widget, above, opacity in _seen(window):
        if isinstance(widget, Words) and widget.text:
            texts.append((widget, above, opacity))
        signs += [(sign, (*above, widget), opacity) for sign in getattr(widget, "ink_signs", ())]
    ground = _ground(window, [widget for widget, *_ in texts])
    notices = _notices(window)
    found = []
    for words, above, opacity in texts:
        if any(notice not in above and notice.collide_widget(words) for notice in notices):
            continue
        width, height = max(line.w for line in words._label._cached_lines), words.texture_size[1]
        x, y = words.to_window(*words.center)
        if words.halign != "center":
            x += (width - words.width) / 2 * (1 if words.halign == "left" else -1)
        height = max(height - 2 * BEYOND_LETTERS * words.font_size, 1)
        pixels = _cut(ground, x - width / 2, y - height / 2, width, height)
        size_px = words.font_size / LOOK.unit
        large = size_px >= theme.LARGE_PX or ((words.bold or words.shout) and size_px >= theme.LARGE_BOLD_PX)
        found.append(_pair(words.text, words.ink, pixels, opacity, above, large))
    for (what, x, y, side, colour), above, opacity in signs:
        if any(notice not in above and notice.collide_point(x, y) for notice in notices):
            continue
        x, y = above[-1].to_window(x, y)
        pixels = _rim(ground, x, y, side, broad=not what.startswith("sign "))
        found.append(
            _pair(what, colour, pixels, opacity, above, what.startswith("sign ") or side >= 24 * LOOK.unit)
        )
    return [pair for pair in found if pair]


def _notices(window: Any) -> list[Any]:
    """Those that are shown: they lie over everything."""
    walked = (widget for child in window.children for widget in child.walk())
    return [widget for widget in walked if type(widget).__name__ == "NoticeBar" and widget.sentence]


def _seen(window: Any) -> Iterator[tuple[Any, tuple[Any, ...], float]]:
    def below(
        widget: Any, above: tuple[Any, ...], opacity: float
    ) -> Iterator[tuple[Any, tuple[Any, ...], float]]:
        opacity *= widget.opacity
        if opacity == 0 or (type(widget).__name__ == "NoticeBar" and not widget.sentence):
            return
        if not any(isinstance(one, ScrollView) and not _inside(widget, one) for one in above):
            yield widget, above, opacity
        for child in widget.children:
            yield from below(child, (*above, widget), opacity)

    for child in _uppermost(window):
        yield from below(child, (), 1.0)


def _inside(widget: Any, view: Any) -> bool:
    """Whether the whole height of it is in the view that scrolls it, or as much as that shows."""
    low, top = widget.to_window(0, widget.y)[1], widget.to_window(0, widget.top)[1]
    view_low, view_top = view.to_window(0, view.y)[1], view.to_window(0, view.top)[1]
    return bool(low >= view_low - 1 and top <= view_top + 1) or widget.height > view.height


def _uppermost(window: Any) -> list[Any]:
    """What no sheet covers: the uppermost sheet, or everything."""
    from app.ui.widgets.sheet import Sheet

    sheets = [
        widget
        for child in window.children
        for widget in child.walk()
        if isinstance(widget, Sheet) and widget.parent.size == widget.size
    ]
    return [sheets[-1]] if sheets else list(window.children)


def _ground(window: Any, texts: list[Any]) -> Any:
    """The window's pixels without these texts: (height, width, 3) 0..1, rows from the foot."""
    opacities = [words.opacity for words in texts]
    for words in texts:
        words.opacity = 0
    window.dispatch("on_draw")
    width, height = (int(side) for side in window.size)
    rows = glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE)
    for words, opacity in zip(texts, opacities, strict=True):
        words.opacity = opacity
    return np.frombuffer(rows, np.uint8).reshape(height, width, 3) / 255.0


def _cut(ground: Any, x: float, y: float, width: float, height: float) -> Any:
    rows, columns = ground.shape[:2]
    left, right = (min(max(int(side), 0), columns) for side in (x, x + width))
    low, top = (min(max(int(side), 0), rows) for side in (y, y + height))
    return ground[low:top, left:right].reshape(-1, 3)


def _rim(ground: Any, x: float, y: float, side: float, broad: bool) -> Any:
    """The pixels just around a sign, at the middles of its sides; above and below what is broad."""
    half, quarter = side / 2, side / 4
    strips = [
        _cut(ground, x - quarter, y - half - 2, 2 * quarter, 2),
        _cut(ground, x - quarter, y + half, 2 * quarter, 2),
    ]
    if not broad:
        strips.append(_cut(ground, x - half - 2, y - quarter, 2, 2 * quarter))
        strips.append(_cut(ground, x + half, y - quarter, 2, 2 * quarter))
    return np.median(np.concatenate(strips), axis=0, keepdims=True) if any(map(len, strips)) else strips[0]


def _pair(
    what: str, ink: str, pixels: Any, opacity: float, above: tuple[Any, ...], large: bool
) -> dict[str, Any] | None:
    if not len(pixels):
        return None
    seen = opacity * np.array(theme.rgba(ink)[:3]) + (1 - opacity) * pixels
    first, second = (linear(colours) @ np.array(LUMINANCE) for colours in (seen, pixels))
    ratios = (np.maximum(first, second) + 0.05) / (np.minimum(first, second) + 0.05)
    middle = np.median(pixels, axis=0)
    return {
        "what": what,
        "on": "/".join(type(widget).__name__ for widget in above[-3:]),
        "ink": ink,
        "ground": "#" + "".join(f"{round(255 * part):02X}" for part in middle),
        "ratio": float(np.percentile(ratios, WORST_SHARE)),
        "least": theme.SEEN_RATIO if large else theme.READABLE_RATIO,
        "out_of_reach": any(_out_of_reach(widget) for widget in above),
    }


def _out_of_reach(widget: Any) -> bool:
    """What cannot be used now need not be read (WCAG 1.4.3, inactive parts); nor a step that is to come."""
    return bool(
        widget.disabled
        or getattr(widget, "dimmed", False)
        or getattr(widget, "tile", "") in ("below", "late")
        or (type(widget).__name__ == "StepRow" and widget.opacity < 1)
    )
