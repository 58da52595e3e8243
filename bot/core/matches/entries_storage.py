"""SQL of the logs of matches."""

from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa

from data.ids import Key, MatchId, PlayerId
from data.statements import all_of, insert_missing, one_of, row_of
from data.states import EntryKind
from data.tables import entries, matches, seats
from rules.game import Seat

PREPARED = "prepared"
"""The first part of the keys of prepared moves."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of a match's log.

    ``seat`` is None for the act of a manager, ``author_id`` where no person acted. ``key`` names
    the interaction or timer that wrote the entry; each writes at most one.
    """

    match_id: MatchId
    ply: int
    seat: Seat | None
    author_id: PlayerId | None
    kind: EntryKind
    text: str
    key: Key
    created_at: datetime

    @property
    def was_prepared(self) -> bool:
        """Whether the move was prepared before it was played."""
        return self.key.startswith(f"{PREPARED}:")


def add(connection: sa.Connection, entry: Entry) -> bool:
    """Insert the entry; False if its ply or its key is taken."""
    return insert_missing(connection, entries, [row_of(entry)]) == 1


def between(
    connection: sa.Connection, match_id: MatchId, *, after: int, up_to: int
) -> tuple[Entry, ...]:
    """The entries after ply ``after``, up to and including ply ``up_to``, in order."""
    log = _LOG.filter_by(match_id=match_id)
    return all_of(connection, log.where(entries.c.ply > after, entries.c.ply <= up_to), Entry)


def with_key(connection: sa.Connection, key: Key) -> Entry | None:
    """The entry with this key, or None."""
    return one_of(connection, sa.select(entries).filter_by(key=key), Entry)


def of_kind(connection: sa.Connection, match_id: MatchId, kind: EntryKind) -> tuple[Entry, ...]:
    """The entries of this kind in a match's log, in order."""
    log = _LOG.filter_by(match_id=match_id)
    return all_of(connection, log.filter_by(kind=kind), Entry)


_LOG = sa.select(entries).order_by(entries.c.ply)


def moves_of(connection: sa.Connection, player_id: PlayerId, game: str, *, most: int) -> int:
    """How many moves a player has made in all matches of a game, counted up to ``most``."""
    made = (
        sa.select(entries.c.ply)
        .join(seats, (seats.c.match_id == entries.c.match_id) & (seats.c.seat == entries.c.seat))
        .join(matches, matches.c.id == seats.c.match_id)
        .where(seats.c.player_id == player_id, matches.c.game == game)
        .where(entries.c.kind == EntryKind.MOVE)
        .limit(most)
    )
    return len(connection.execute(made).all())
