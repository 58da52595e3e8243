"""Puzzle boards as rows: the answers of people, and what they have solved."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, select

from data import statements
from data.ids import PlayerId
from data.standing_tables import puzzle_boards


@dataclass(frozen=True, slots=True)
class PuzzleState:
    """The steps taken towards an answer, or the ``answer`` that was given.

    ``tries`` counts the answers up to the first right one, which was given at ``solved_at``.
    """

    puzzle: str
    taken: tuple[str, ...] = ()
    answer: str | None = None
    tries: int = 0
    solved_at: datetime | None = None


def get(
    connection: Connection, player_id: PlayerId, puzzle: str, *, lock: bool = False
) -> PuzzleState:
    """The state of a player's puzzle; a new one if the player never opened it.

    ``lock``: a stored state does not change until this transaction ends.
    """
    query = _STATES.filter_by(player_id=player_id, puzzle=puzzle)
    kept = query.with_for_update() if lock else query
    return next(iter(statements.typed_rows(connection, kept, PuzzleState)), PuzzleState(puzzle))


def put(connection: Connection, player_id: PlayerId, state: PuzzleState, now: datetime) -> None:
    """Store the state in place of the one before."""
    row = {"player_id": player_id, **statements.row_of(state), "updated_at": now}
    statements.put(connection, puzzle_boards, row)


def solved(connection: Connection, player_id: PlayerId, puzzles: Collection[str]) -> frozenset[str]:
    """Which of ``puzzles`` the player has solved."""
    theirs = select(puzzle_boards.c.puzzle).filter_by(player_id=player_id)
    solved = (puzzle_boards.c.puzzle.in_(puzzles), puzzle_boards.c.solved_at.is_not(None))
    return frozenset(connection.scalars(theirs.where(*solved)))


_STATES = statements.selecting(puzzle_boards, PuzzleState)
