"""Before the first draw: whether a set-up can be played, and the state it begins with.

In: a `Setup` and, for `begin`, the random generator. Out: the checked board, or the first `State`, in whose
set-up everything drawn at random is written down. `Refused` names the seat, the tile or the field at fault.
"""

from __future__ import annotations

import random
import unicodedata

from msgspec.structs import replace

from app.games.contract import Refused, refuse
from app.games.mutant_meeples.board import LETTERS, Board, BoardInvalid
from app.games.mutant_meeples.bots import LEVELS
from app.games.mutant_meeples.box import box
from app.games.mutant_meeples.building import draw_cells, tile_fault
from app.games.mutant_meeples.roster import colours
from app.games.mutant_meeples.state import VERSION, Player, Setup, State, board_of, printed_board
from app.games.mutant_meeples.switches import TIMER_RANGE_S

BUZZ_RANGE_S = range(2, 31)
NAME_LENGTH = 16


def practises(setup: Setup) -> bool:
    """Whether one person plays alone (MM-13): no super team, no penalty, and no winner to end it."""
    return len(setup.players) == 1 and setup.players[0].bot is None


def check_setup(setup: Setup) -> Board:
    """The board of a playable set-up. Raises `Refused` naming what is wrong."""
    if setup.version != VERSION:
        raise refuse("setup.version", found=setup.version, expected=VERSION)
    if not 1 <= len(setup.players) <= box().marker_sets:
        raise refuse("setup.players", found=len(setup.players), limit=box().marker_sets)
    names = [player.name for player in setup.players]
    for number, name in enumerate(names):
        if not name.strip() or len(name) > NAME_LENGTH or not _writable(name):
            raise refuse("setup.name", seat=number + 1, limit=NAME_LENGTH)
        if name.casefold() in (other.casefold() for other in names[:number]):
            raise refuse("setup.name_twice", name=name)
    for player in setup.players:
        if player.bot is not None and player.bot not in LEVELS:
            raise refuse("setup.bot", name=player.name, found=player.bot, levels=tuple(LEVELS))
    _check_tournament(setup)
    for number in range(len(names)):
        _check_markers(setup, number)
    if setup.rules.timer_s not in TIMER_RANGE_S:
        raise refuse("setup.timer", found=setup.rules.timer_s, low=TIMER_RANGE_S[0], high=TIMER_RANGE_S[-1])
    if setup.buzz_s not in BUZZ_RANGE_S:
        raise refuse("setup.buzz", found=setup.buzz_s, low=BUZZ_RANGE_S[0], high=BUZZ_RANGE_S[-1])
    return _check_board(setup)


def begin(setup: Setup, rng: random.Random) -> State:
    """The state before the first draw: markers, places of building tiles, grates and first drawer are drawn.

    All Location tiles are shuffled after the building tiles have their places (A20). Raises `Refused`.
    """
    board = check_setup(setup)
    players = tuple(_player(setup, number, rng) for number in range(len(setup.players)))
    tiles = draw_cells(printed_board(setup), setup.building_tiles, rng)
    return State(
        setup=replace(setup, building_tiles=tiles),
        players=players,
        starts=on_grates(board, rng),
        stack=shuffled_letters(board, rng),
        drawer=rng.randrange(len(players)),
    )


def on_grates(board: Board, rng: random.Random) -> dict[str, str]:
    """{colour: cell}: each meeple on a grate of its own, at random (MM-15)."""
    grates = [board.name_of(cell) for cell in board.grates]
    rng.shuffle(grates)
    return dict(zip(colours(), grates, strict=True))


def shuffled_letters(board: Board, rng: random.Random) -> tuple[str, ...]:
    """All Location tiles of this city in random order (MM-16)."""
    letters = list(LETTERS[: board.columns])
    rng.shuffle(letters)
    return tuple(letters)


def _player(setup: Setup, number: int, rng: random.Random) -> Player:
    seat, given_up = setup.players[number], setup.given_up(number)
    left = [colour for colour in colours() if colour not in given_up and colour != seat.seed]
    removed = (*given_up, *rng.sample(left, seat.handicap))
    return Player(seat.name, team=(seat.seed,) if seat.seed else (), removed=tuple(sorted(removed)))


def _check_tournament(setup: Setup) -> None:
    tournament, seats = setup.tournament, len(setup.players)
    if tournament is None:
        return
    if seats < 2:
        raise refuse("setup.tournament_alone")
    for field, listed in (("wins", tournament.wins), ("taken", tournament.taken)):
        if listed and len(listed) != seats:
            raise refuse("setup.tournament_seats", field=field, found=len(listed), expected=seats)
    for number, player in enumerate(setup.players):
        if not 0 <= setup.wins(number) < box().tournament_wins:
            high = box().tournament_wins - 1
            raise refuse("setup.tournament_wins", name=player.name, found=setup.wins(number), high=high)


def _check_markers(setup: Setup, number: int) -> None:
    """Markers given up, for handicap and tournament together (MM-118, MM-119, MM-129), and the seed."""
    player, given_up = setup.players[number], setup.given_up(number)
    if not set(given_up) <= set(colours()) or len(set(given_up)) != len(given_up):
        raise refuse("setup.removed", name=player.name, found=given_up, meeples=colours())
    out = player.handicap + len(given_up)
    if player.handicap < 0 or out > box().most_removed:
        found = player.handicap if player.handicap < 0 else out
        raise refuse("setup.handicap", name=player.name, found=found, limit=box().most_removed)
    due, taken = owed(setup, number), len(setup.taken(number))
    if taken != due:
        raise refuse("setup.tournament_taken", name=player.name, found=taken, expected=due)
    if player.seed is not None and player.seed not in colours():
        raise refuse("setup.seed", name=player.name, found=player.seed, meeples=colours())
    if player.seed is not None and practises(setup):
        raise refuse("setup.seed_alone", name=player.name)
    if player.seed in given_up:
        raise refuse("setup.seed_removed", name=player.name, meeple=player.seed)


def owed(setup: Setup, number: int, more_wins: int = 0) -> int:
    """Markers the player must have given up for games won: one for each, but those of a handicap count, too.

    Nobody falls below a full team of usable markers, so handicap and tournament are not added up (MM-129).
    """
    player = setup.players[number]
    for_wins = min(setup.wins(number) + more_wins, box().most_removed)
    return max(0, for_wins - player.handicap - len(player.removed))


def _check_board(setup: Setup) -> Board:
    try:
        printed = printed_board(setup)
    except BoardInvalid as error:
        raise Refused(error.faults[0]) from error
    if len(printed.grates) != len(colours()):
        raise refuse("board.grates", found=len(printed.grates), expected=len(colours()))
    if printed.columns != printed.rows:
        raise refuse("board.not_square", columns=printed.columns, rows=printed.rows)
    cells = range(printed.cell_count)
    scenes = sum(printed.exists[cell] for cell in cells if cell % (printed.columns + 1))
    if scenes <= len(colours()):  # with target_occupied = redraw one of them must always be free
        raise refuse("board.no_scenes", found=scenes, expected=len(colours()) + 1)
    fault = tile_fault(printed, setup.building_tiles, box().building_tiles)
    if fault is not None:
        raise Refused(fault)
    return board_of(setup)


def _writable(name: str) -> bool:
    """No line breaks, nothing unseen that turns other letters around, no halves of characters."""
    return not any(unicodedata.category(character) in ("Cc", "Cf", "Cs") for character in name)
