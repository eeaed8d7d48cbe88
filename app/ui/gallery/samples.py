"""Every widget in every state, and what the theme holds, as samples with captions: what the gallery shows.

In: nothing but the theme and the widgets. Out: sections of samples; each makes its widget when it is shown.
Main thread only.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from app.games.mutant_meeples.board import shipped_board
from app.ui import theme
from app.ui.gallery import parts
from app.ui.gallery.eyes import EYES
from app.ui.gallery.states import cards_and_rows, players_and_tiles, told
from app.ui.widgets.button import STYLES, MarshalButton, RepeatButton
from app.ui.widgets.label import Words
from app.ui.words import word


@dataclass(frozen=True, slots=True)
class Sample:
    """A widget to look at. `width_px` and `height_px` are its own, in base pixels; 0: the whole width."""

    caption: str
    make: Callable[[], Any]
    width_px: float
    height_px: float


@dataclass(frozen=True, slots=True)
class Section:
    """Samples of one kind."""

    title: str
    samples: tuple[Sample, ...]


COLOURS = tuple(
    name
    for name, value in vars(theme).items()
    if name.isupper() and isinstance(value, str) and value.startswith("#")
)
"""The names of all single colours of the theme."""
LENGTHS = ("GAP_PX", "MARGIN_PX", "RADIUS_PX", "TOUCH_PX")


def _swatches() -> Section:
    named = [(name, getattr(theme, name)) for name in COLOURS]
    named += [(f"MEEPLES {name}", colour) for name, colour in theme.MEEPLES.items()]
    named += [(f"PLAYERS {seat}", colour) for seat, colour in enumerate(theme.PLAYERS)]
    named += [(game, colour) for game, colour in theme.GAMES.items()]
    return Section(
        "Colours, with their contrast",
        tuple(Sample("", _of(parts.Swatch, name=name, colour=colour), 180, 84) for name, colour in named),
    )


def _of(kind: Callable[..., Any], **look: Any) -> Callable[[], Any]:
    return lambda: kind(**look)


def _inks() -> Section:
    grounds = (
        "GROUND",
        "PANEL",
        "PANEL_RAISED",
        "ACCENT_DEEP",
        "ALARM_DEEP",
        "SUCCESS_DEEP",
        "ACCENT",
        "PAPER",
    )
    samples = []
    for below in grounds:
        ground = getattr(theme, below)
        for ink in ("TEXT", "QUIET", "ACCENT", "SUCCESS_PALE", "ALARM_PALE", "INK"):
            if theme.contrast(getattr(theme, ink), ground) >= theme.READABLE_RATIO:
                make = _of(parts.InkSample, ink=getattr(theme, ink), ground=ground)
                samples.append(Sample(f"{ink} on {below}", make, 240, 40))
    return Section(f"Inks that reach {theme.READABLE_RATIO} : 1", tuple(samples))


def _type() -> Section:
    samples = []
    for size_px in theme.SIZES_PX:
        text = f"{size_px} Case solved"
        make = _of(Words, text=text, base_px=size_px, one_line=True)
        shout = _of(Words, text=text, base_px=size_px, shout=True, one_line=True)
        samples.append(Sample(f"{theme.READING} {size_px}", make, 370, size_px * 1.5))
        samples.append(Sample(f"{theme.SHOUT} {size_px}", shout, 370, size_px * 1.5))
    return Section("Type", tuple(samples))


def _spacing() -> Section:
    rulers = tuple(
        Sample("", _of(parts.Ruler, name=name, length_px=getattr(theme, name)), 240, 52) for name in LENGTHS
    )
    return Section("Spacing", rulers)


def _motion() -> Section:
    return Section("Motion", (Sample("MOVE_S", parts.MotionSample, 0, 76),))


def _figures() -> Section:
    rows = [Sample(f"{eyes}, 96", _of(parts.FigureRow, eyes=eyes), 0, 112) for eyes in EYES]
    rows += [
        Sample(f"{eyes}, as small as on the map", _of(parts.FigureRow, eyes=eyes), 240, 32) for eyes in EYES
    ]
    return Section(
        "Meeples, by colour and emblem (other eyes: Machado, Oliveira, Fernandes 2009)", tuple(rows)
    )


def _buttons() -> Section:
    def button(caption: str, **look: Any) -> Sample:
        def made() -> Any:
            return MarshalButton(text=word("setup.start"), **look)

        return Sample(caption, made, 180, 56)

    samples = []
    for kind in STYLES:
        samples += [button(kind, kind=kind), button(f"{kind}, pressed", kind=kind, state="down")]
    samples += [
        button("disabled", disabled=True),
        button("dimmed (answers why)", dimmed=True),
        button("with a sign", icon="play", kind="main"),
        Sample("a sign alone", _of(MarshalButton, icon="more"), 80, 56),
        Sample("RepeatButton", _of(RepeatButton, icon="plus"), 96, 56),
        Sample("RepeatButton, held", _of(RepeatButton, icon="plus", state="down"), 136, 56),
    ]
    return Section("Buttons", tuple(samples))


def _rest() -> list[Section]:
    board = shipped_board("meeptropolis")
    return [
        Section(title, tuple(Sample(*sample) for sample in samples))
        for title, samples in (
            ("Cards and rows", cards_and_rows(board)),
            ("Players, tiles, markers, timer", players_and_tiles()),
            ("What is told", told()),
        )
    ]


def sections() -> tuple[Section, ...]:
    """All there is, in the order in which it is shown."""
    signs = Section("Signs", (Sample("", parts.IconRow, 0, 80),))
    return (_swatches(), _inks(), _type(), _spacing(), _motion(), _figures(), _buttons(), signs, *_rest())
