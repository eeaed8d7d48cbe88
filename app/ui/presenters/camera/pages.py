"""Each step's page: what is checked, the one sentence that says what to do, and the buttons. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.games.contract import say
from app.language import sentence
from app.table.camera_light import advice
from app.ui.presenters.camera import lines
from app.ui.presenters.camera.corners import Corners
from app.ui.presenters.camera.views import CameraView, Line, Mark, Overlay, Ring, Step
from app.ui.words import word

if TYPE_CHECKING:
    from app.ui.presenters.camera.sight import Sight

SMALL_SHARE = 0.15
"""Of a picture of 1600 by 1200: a smaller board has cells below 28 pixels, and the reader sees 32."""
COUNTED = (Step.AIM, Step.LIGHT, Step.EMPTY, Step.MEEPLES)


@dataclass(frozen=True, slots=True)
class Moment:
    """Everything a page is made of. `trouble`: why there are no pictures; `unkept`: why it was not saved."""

    step: Step
    there: bool
    trouble: str
    sight: Sight | None
    corners: Corners | None
    expected: str | None
    marks: Mapping[str, Mark]
    standing: Mapping[str, str]
    taking: bool
    reference: bool
    saving: bool
    unkept: str
    place: str
    held: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Said:
    """What a step's page says; the rest is alike on all."""

    sentence: str
    lines: tuple[Line, ...] = ()
    main: str = ""
    on: bool = True
    alarm: bool = False
    hint: str = ""
    second: str = ""
    skip: str = ""


def page(moment: Moment) -> CameraView:
    """The page of this moment."""
    if not moment.there:
        return _plain(moment, word("camera.none_title"), _Said(word("camera.none"), alarm=True))
    if moment.trouble:
        said = _Said(moment.trouble, main=word("camera.again"), alarm=True)
        return _plain(moment, word("camera.gone_title"), said)
    if moment.sight is None:
        said = _Said(
            word("camera.looking"), main=word("camera.next"), on=False, hint=word("camera.looking_hint")
        )
        return _plain(moment, word("camera.aim_title"), said)
    said = _missing(moment, moment.sight) or _STEPS[moment.step](moment, moment.sight)
    return _plain(moment, word(f"camera.{moment.step.value}_title"), said)


def _plain(moment: Moment, title: str, said: _Said) -> CameraView:
    number = COUNTED.index(moment.step) + 1 if moment.step in COUNTED else 0
    live = moment.there and not moment.trouble
    return CameraView(
        step=moment.step,
        title=title,
        count=word("camera.count", n=number, of=len(COUNTED)) if live and number else "",
        sentence=said.sentence,
        alarm=said.alarm,
        hint=said.hint,
        lines=said.lines,
        main=said.main,
        main_on=said.on,
        second=said.second,
        skip=said.skip,
        overlay=_overlay(moment) if live else Overlay(),
        tapping=live and moment.step is Step.AIM and moment.corners is not None,
        names_place=live and moment.step is Step.DONE,
    )


def _missing(moment: Moment, sight: Sight) -> _Said | None:
    """What to do about a board that is not there, but while corners are tapped; None: it is there."""
    if sight.placed is not None or (moment.step is Step.AIM and moment.corners is not None):
        return None
    key = "camera.cut" if sight.cut else "camera.aim"
    text = sentence(say("light.black")) if sight.black else word(key)
    aiming = moment.step is Step.AIM
    return _Said(
        text,
        lines.aim_lines(sight) if aiming and not sight.black else (),
        word("camera.next"),
        on=False,
        alarm=sight.black or sight.cut,
        hint=word("camera.aim_hint") if aiming and not sight.black and not sight.cut else "",
        second=word("camera.tap_corners") if aiming and not sight.black else "",
    )


def _aim(moment: Moment, sight: Sight) -> _Said:
    if moment.corners is not None:
        return _corners(moment.corners, sight)
    assert sight.placed is not None
    text, alarm = word("camera.found"), False
    if moment.expected not in (None, sight.placed.city):
        text, alarm = word("camera.other_city", found=sight.placed.city, expected=moment.expected), True
    closer = lines.area(sight.placed.corners) < SMALL_SHARE
    return _Said(
        text,
        lines.aim_lines(sight),
        word("camera.next"),
        alarm=alarm,
        hint=word("camera.closer") if closer else "",
        second=word("camera.tap_corners"),
    )


def _corners(corners: Corners, sight: Sight) -> _Said:
    missing = 4 - len(corners.points)
    wrong = not missing and corners.around() is None and corners.held is None
    lost = not missing and not wrong and bool(sight.trouble or sight.cut)
    text, hint = word("camera.tap_four"), ""
    if missing:
        hint = word("camera.tap_more", n=missing)
    elif wrong or lost:
        text = word("camera.corners_wrong" if wrong else "camera.corners_no_board")
    elif sight.placed is not None:
        text = word("camera.found")
    found = sight.placed is not None and not missing
    return _Said(
        text,
        lines.aim_lines(sight) if found else (),
        word("camera.next"),
        on=found,
        alarm=wrong or lost,
        hint=hint,
        second=word("camera.by_itself"),
    )


def _light(moment: Moment, sight: Sight) -> _Said:
    del moment
    if sight.light is None:
        return _Said(word("camera.looking"), main=word("camera.next"), on=False)
    wrong = advice(sight.light)
    shown = lines.light_lines(sight.light)
    if wrong is None:
        return _Said(word("camera.light_good"), shown, word("camera.next"))
    go_on = word("camera.go_on")
    return _Said(sentence(wrong), shown, word("camera.next"), on=False, alarm=True, skip=go_on)


def _empty(moment: Moment, sight: Sight) -> _Said:
    skip, take = word("camera.skip"), word("camera.take")
    if sight.reading is None:
        return _Said(word("camera.empty"), main=take, on=False, skip=skip)
    hand = sight.reading.status == "hand"
    text = word("camera.hand" if hand else "camera.empty")
    if moment.taking:
        return _Said(
            text if hand else word("camera.taking"),
            main=word("camera.taking"),
            on=False,
            alarm=hand,
            skip=skip,
        )
    shown = lines.empty_lines(sight.reading)
    return _Said(text, shown, take, on=not hand, alarm=hand, hint=word("camera.empty_hint"), skip=skip)


def _meeples(moment: Moment, sight: Sight) -> _Said:
    if sight.reading is None:
        return _Said(word("camera.meeples"), main=word("camera.next"), on=False, skip=word("camera.skip"))
    shown = lines.meeple_lines(sight.reading, moment.standing, moment.marks)
    good = sum(mark is Mark.GOOD for mark in moment.marks.values())
    if good == len(moment.standing):
        return _Said(word("camera.all_there"), shown, word("camera.next"))
    text, alarm, second = word("camera.meeples"), False, ""
    hint = word("camera.almost", n=good) if good else ""
    if sight.reading.status == "hand":
        text, alarm = word("camera.hand"), True
    elif sight.exchanged:
        text, alarm, hint, second = word("camera.exchanged"), True, "", word("camera.exchange")
    skip = word("camera.go_on" if good and not second else "camera.skip")
    return _Said(text, shown, word("camera.next"), on=False, alarm=alarm, hint=hint, second=second, skip=skip)


def _done(moment: Moment, sight: Sight) -> _Said:
    assert sight.placed is not None
    good = sum(mark is Mark.GOOD for mark in moment.marks.values())
    what = ", ".join(word(f"camera.hold_{name}") for name in moment.held)
    shown = (
        Line(sight.placed.city, Mark.GOOD),
        Line(
            word("camera.has_empty" if moment.reference else "camera.no_empty"), _done_mark(moment.reference)
        ),
        Line(word("camera.meeples_seen", n=good), _done_mark(good == len(moment.standing)))
        if moment.marks
        else Line(word("camera.meeples_skipped"), Mark.OPEN),
        Line(word("camera.holds", what=what) if what else word("camera.holds_not"), _done_mark(bool(what))),
    )
    main = word("camera.saving" if moment.saving else "camera.save")
    second = word("camera.place", place=moment.place)
    text = moment.unkept or word("camera.done")
    return _Said(text, shown, main, on=not moment.saving, alarm=bool(moment.unkept), second=second)


def _done_mark(good: bool) -> Mark:
    return Mark.GOOD if good else Mark.OPEN


_STEPS = {Step.AIM: _aim, Step.LIGHT: _light, Step.EMPTY: _empty, Step.MEEPLES: _meeples, Step.DONE: _done}


def _overlay(moment: Moment) -> Overlay:
    """What is drawn over the picture."""
    sight, corners = moment.sight, moment.corners
    tapping = corners is not None and moment.step is Step.AIM
    handles = tuple(corners.points) if corners is not None and tapping else ()
    outline = (corners.around() or ()) if corners is not None and tapping else ()
    if sight is None or sight.placed is None or (tapping and len(handles) < 4):
        return Overlay(cards=sight.cards if sight and not tapping else (), corners=handles, outline=outline)
    rings = tuple(
        Ring(colour, points, moment.marks.get(colour, Mark.OPEN)) for colour, points in sight.rings.items()
    )
    return Overlay(
        sight.placed.grid, sight.cards, sight.glare, rings, handles, outline, sight.placed.north_at
    )
