"""How far people have come with puzzles."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, select

from data import statements
from data.ids import PlayerId
from data.puzzle_tables import puzzle_boards


@dataclass(frozen=True, slots=True)
class PuzzleState:
    """The steps taken towards an answer, or the ``answer`` that was given.

    ``tries`` are the answers so far, up to the first right one, and ``solved_at`` is when that was.
    """

    puzzle: str
    taken: tuple[str, ...] = ()
    answer: str | None = None
    tries: int = 0
    solved_at: datetime | None = None


def get(
    connection: Connection, player_id: PlayerId, puzzle: str, *, lock: bool = False
) -> PuzzleState:
    """How it stands; untouched if the player never opened it.

    ``lock``: what is kept stays so until this transaction ends.
    """
    query = _STATES.where(puzzle_boards.c.player_id == player_id, puzzle_boards.c.puzzle == puzzle)
    row = connection.execute(query.with_for_update() if lock else query).one_or_none()
    if row is None:
        return PuzzleState(puzzle)
    return PuzzleState(row.puzzle, tuple(row.taken), row.answer, row.tries, row.solved_at)


def put(connection: Connection, player_id: PlayerId, state: PuzzleState, now: datetime) -> None:
    """Keep this in place of how it stood before."""
    row = {
        "player_id": player_id,
        "puzzle": state.puzzle,
        "taken": list(state.taken),
        "answer": state.answer,
        "tries": state.tries,
        "solved_at": state.solved_at,
        "updated_at": now,
    }
    statements.put(connection, puzzle_boards, row)


def solved(connection: Connection, player_id: PlayerId, puzzles: Collection[str]) -> frozenset[str]:
    """Which of ``puzzles`` the player has solved."""
    found = connection.execute(
        select(puzzle_boards.c.puzzle).where(
            puzzle_boards.c.player_id == player_id,
            puzzle_boards.c.puzzle.in_(puzzles),
            puzzle_boards.c.solved_at.is_not(None),
        )
    )
    return frozenset(found.scalars())


_STATES = select(*(puzzle_boards.c[name] for name in PuzzleState.__slots__))
