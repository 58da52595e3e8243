"""Moves that players have prepared for what their opponents may play."""

from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa

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


def put(connection: sa.Connection, match_id: MatchId, kept: Conditional, now: datetime) -> None:
    """Keep this in place of what the player had prepared before."""
    row = {"match_id": match_id, **statements.row_of(kept), "updated_at": now}
    statements.put(connection, conditional_moves, row)


def of_match(connection: sa.Connection, match_id: MatchId) -> tuple[Conditional, ...]:
    """What everybody has prepared for a match."""
    found = statements.selecting(conditional_moves, Conditional).filter_by(match_id=match_id)
    ordered = found.order_by(conditional_moves.c.player_id)
    return statements.typed_rows(connection, ordered, Conditional)


def drop(connection: sa.Connection, match_id: MatchId, player_id: PlayerId) -> None:
    """Forget what the player had prepared."""
    theirs = sa.delete(conditional_moves).filter_by(match_id=match_id, player_id=player_id)
    connection.execute(theirs)


def mark(connection: sa.Connection, match_id: MatchId, *, prepared: bool) -> None:
    """Note with the match whether somebody has prepared moves, so that others need not look."""
    connection.execute(sa.update(matches).filter_by(id=match_id).values(conditional=prepared))
