"""Moves that players have prepared for what their opponents may play."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, delete, select, update

from data import statements
from data.ids import MatchId, PlayerId
from data.tables import conditional_moves, matches


@dataclass(frozen=True, slots=True)
class Conditional:
    """What somebody has prepared for a match that stands at ``ply``.

    Each of ``lines`` is moves of everybody in turn, from that ply on, and ends with a move of the
    player's. ``draft`` is a line that is being put together, ``taken`` the steps towards its next
    move.
    """

    player_id: PlayerId
    ply: int
    lines: tuple[tuple[str, ...], ...] = ()
    draft: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()


def put(connection: Connection, match_id: MatchId, kept: Conditional, now: datetime) -> None:
    """Keep this in place of what the player had prepared before."""
    row = {
        "match_id": match_id,
        "player_id": kept.player_id,
        "ply": kept.ply,
        "lines": [list(line) for line in kept.lines],
        "draft": list(kept.draft),
        "taken": list(kept.taken),
        "updated_at": now,
    }
    statements.put(connection, conditional_moves, row)


def of_match(connection: Connection, match_id: MatchId) -> tuple[Conditional, ...]:
    """What everybody has prepared for a match."""
    found = connection.execute(
        select(conditional_moves)
        .where(conditional_moves.c.match_id == match_id)
        .order_by(conditional_moves.c.player_id)
    )
    return tuple(
        Conditional(
            PlayerId(row.player_id),
            row.ply,
            tuple(map(tuple, row.lines)),
            tuple(row.draft),
            tuple(row.taken),
        )
        for row in found
    )


def drop(connection: Connection, match_id: MatchId, player_id: PlayerId) -> None:
    """Forget what the player had prepared."""
    connection.execute(
        delete(conditional_moves).where(
            conditional_moves.c.match_id == match_id, conditional_moves.c.player_id == player_id
        )
    )


def mark(connection: Connection, match_id: MatchId, *, prepared: bool) -> None:
    """Note with the match whether somebody has prepared moves, so that others need not look."""
    connection.execute(update(matches).where(matches.c.id == match_id).values(conditional=prepared))
