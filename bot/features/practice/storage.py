"""Practice boards and puzzles of people as rows, and what they have solved."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, select

from data import statements
from data.ids import Key, PlayerId
from data.standing_tables import puzzle_boards
from data.tables import practices
from rules.game import Seat


@dataclass(frozen=True, slots=True)
class Practice:
    """A stored practice: the moves since the start, and the steps ``taken`` towards the next one.

    The first ``given`` moves were made in a match. The bot moves for all seats but the person's
    ``seat``; if that is None, the person moves for all.
    """

    game: str
    variant: str
    seed: int | None = None
    moves: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()
    given: int = 0
    seat: Seat | None = None


def put_practice(
    connection: Connection, player_id: PlayerId, practice: Practice, now: datetime
) -> None:
    """Store the player's practice in place of the one before."""
    row = {"player_id": player_id, "updated_at": now, **statements.row_of(practice)}
    statements.put(connection, practices, row)


def practice_of(
    connection: Connection, player_id: PlayerId, *, lock: bool = False
) -> Practice | None:
    """The player's practice, or None. ``lock``: it stays so until this transaction ends."""
    query = statements.selecting(practices, Practice).filter_by(player_id=player_id)
    kept = query.with_for_update() if lock else query
    return next(iter(statements.typed_rows(connection, kept, Practice)), None)


@dataclass(frozen=True, slots=True)
class PuzzleState:
    """The steps taken towards an answer, or the ``answer`` that was given.

    ``tries`` counts the answers up to the first right one, which was given at ``solved_at``.
    ``key`` is that of the last interaction.
    """

    puzzle: str
    taken: tuple[str, ...] = ()
    answer: str | None = None
    tries: int = 0
    solved_at: datetime | None = None
    key: Key | None = None


def puzzle_state(
    connection: Connection, player_id: PlayerId, puzzle: str, *, lock: bool = False
) -> PuzzleState:
    """The state of a player's puzzle; a new one if the player never opened it.

    ``lock``: a stored state does not change until this transaction ends.
    """
    stored = statements.selecting(puzzle_boards, PuzzleState)
    query = stored.filter_by(player_id=player_id, puzzle=puzzle)
    kept = query.with_for_update() if lock else query
    return next(iter(statements.typed_rows(connection, kept, PuzzleState)), PuzzleState(puzzle))


def put_puzzle(
    connection: Connection, player_id: PlayerId, state: PuzzleState, now: datetime
) -> None:
    """Store the state in place of the one before."""
    row = {"player_id": player_id, **statements.row_of(state), "updated_at": now}
    statements.put(connection, puzzle_boards, row)


def solved(connection: Connection, player_id: PlayerId, puzzles: Collection[str]) -> frozenset[str]:
    """Which of ``puzzles`` the player has solved."""
    theirs = select(puzzle_boards.c.puzzle).filter_by(player_id=player_id)
    solved = (puzzle_boards.c.puzzle.in_(puzzles), puzzle_boards.c.solved_at.is_not(None))
    return frozenset(connection.scalars(theirs.where(*solved)))
