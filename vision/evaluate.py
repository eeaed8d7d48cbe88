"""Judge the reader: `python -m vision.evaluate FOLDER`, or `--generated N` for boards drawn from fixed seeds.

In: JPEGs with truth JSON of the same name (tests/photos/README.md), or nothing but seeds. Out: on standard
output a line for every failed board, then tables; on request a CSV and a picture. Exit code 1: a board was
confidently wrong, or a floor was not reached; 2: bad input, told in one sentence.
"""

import argparse
import sys
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import NoReturn

import cv2

from vision.errors import VisionError
from vision.evaluation.cases import Case, Given, NothingToJudge, folder_cases, generated_cases
from vision.evaluation.judging import Judged, judge_all
from vision.evaluation.report import line, report, ways_table, write_csv
from vision.evaluation.scoring import FAILED, Score, Verdict
from vision.evaluation.sheet import MOST, contact_sheet


class _Parser(argparse.ArgumentParser):
    """Its complaints are one sentence."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}.\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python -m vision.evaluate", description="Judge the reader on labelled photographs."
    )
    add = parser.add_argument
    add("folder", type=Path, nargs="?", help="labelled photographs")
    add("--generated", type=int, metavar="N", help="judge on N drawn boards instead")
    add("--first", type=int, default=0, metavar="SEED", help="seed of the first drawn board")
    add("--without-cards", action="store_true", help="paint the corner cards over")
    add("--reference", action="store_true", help="hand over the empty board's photo where there is one")
    add("--round-start", action="store_true", help="say where the discs lie")
    add("--corners", action="store_true", help="point at the board's corners where no cards are in view")
    add("--table", action="store_true", help="compare all that may be given: cards, empty board, round start")
    add("--workers", type=int, default=1, metavar="N", help="processes (timings then disturb each other)")
    add("--csv", type=Path, metavar="FILE", help="write a line a photograph")
    add("--contact-sheet", type=Path, metavar="FILE", help="draw the failed boards: a .png or .jpg")
    add("--floor-exact", type=int, default=0, metavar="N", help="fail with fewer boards exact")
    add("--allow-wrong", type=int, default=0, metavar="N", help="fail with more boards confidently wrong")
    return parser


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = _parser()
    options = parser.parse_args(arguments)
    if (options.folder is None) == (options.generated is None):
        parser.error("expected a folder of labelled photographs or --generated N, and not both")
    for name, least in (("generated", 1), ("first", 0), ("workers", 1)):
        value = getattr(options, name)
        if value is not None and value < least:
            parser.error(f"--{name}: found {value}, expected {least} or more")
    sheet = options.contact_sheet
    if sheet is not None and sheet.suffix.lower() not in (".png", ".jpg"):
        parser.error(f"--contact-sheet: found {sheet}, expected a name that ends in .png or .jpg")
    return options


def _cases(options: argparse.Namespace) -> list[Case]:
    if options.generated is None:
        return folder_cases(options.folder)
    return generated_cases(range(options.first, options.first + options.generated))


def _ways(options: argparse.Namespace) -> list[Given]:
    corners = options.corners
    if options.table:
        every = product((True, False), (False, True), (False, True))
        return [Given(cards, empty, start, corners) for cards, empty, start in every]
    return [Given(not options.without_cards, options.reference, options.round_start, corners)]


def wrong_boards(scores: Sequence[Score]) -> int:
    """Boards confidently wrong, whether looked for or read again from where they were found."""
    return sum(Verdict.WRONG in (score.verdict, score.again_verdict) for score in scores)


def passes(scores: Sequence[Score], floor_exact: int, allow_wrong: int) -> bool:
    """Whether each way of reading has at least so many boards exact and at most so many wrong."""
    for way in {score.given for score in scores}:
        mine = [score for score in scores if score.given == way]
        exact = sum(score.verdict is Verdict.EXACT for score in mine)
        if exact < floor_exact or wrong_boards(mine) > allow_wrong:
            return False
    return True


def gravest(judged: Sequence[Judged]) -> list[Judged]:
    """The boards that have a picture, the gravest first, no more than a sheet holds."""
    drawn = [one for one in judged if one.picture is not None]
    return sorted(drawn, key=lambda one: list(Verdict).index(one.score.verdict))[:MOST]


def _draw_sheet(path: Path, failed: Sequence[Judged]) -> None:
    """No failure, no sheet. Raises `NothingToJudge`."""
    pictures = [one.picture for one in failed if one.picture is not None]
    if pictures and not cv2.imwrite(str(path), contact_sheet(pictures)):
        raise NothingToJudge(f"{path} cannot be written.")


def _run(options: argparse.Namespace) -> int:
    cases, ways = _cases(options), _ways(options)
    scores: list[Score] = []
    failed: list[Judged] = []
    sheet = options.contact_sheet
    parts = judge_all(
        cases, ways, pictures=sheet is not None, again=not options.table, workers=options.workers
    )
    for done, part in enumerate(parts, 1):
        scores += [one.score for one in part]
        failed = gravest([*failed, *part])
        sys.stderr.write(f"\r{done} of {len(cases)}")
        if not options.table and part[0].score.verdict in FAILED:
            sys.stdout.write(line(part[0].score) + "\n")
    sys.stderr.write("\n")
    sys.stdout.write("\n" + (ways_table if options.table else report)(scores) + "\n")
    if options.csv:
        write_csv(options.csv, scores)
    if sheet:
        _draw_sheet(sheet, failed)
    return 0 if passes(scores, options.floor_exact, options.allow_wrong) else 1


def main(arguments: Sequence[str] | None = None) -> int:
    """Program entry; returns the exit code."""
    options = _options(arguments)
    try:
        return _run(options)
    except VisionError as error:
        sys.stderr.write(f"\n{error}\n")
    except OSError as error:
        sys.stderr.write(f"\n{error.filename or 'A file'} cannot be written: {error.strerror}.\n")
    return 2


if __name__ == "__main__":
    sys.exit(main())
