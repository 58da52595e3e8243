"""The logs of matches: what happened, one entry after the other."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, and_, select

from data.ids import Key, MatchId, PlayerId
from data.statements import insert_missing
from data.states import EntryKind
from data.tables import entries, matches, seats
from rules.game import Seat


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened. ``seat`` is None for what a manager did.

    ``author_id`` is None where no person did it. ``key`` says what made it, which it can only once.
    """

    match_id: MatchId
    ply: int
    seat: Seat | None
    author_id: PlayerId | None
    kind: EntryKind
    text: str
    key: Key
    created_at: datetime


def add(connection: Connection, entry: Entry) -> bool:
    """Write the entry; False if its ply or its key is taken."""
    values = {name: getattr(entry, name) for name in Entry.__slots__}
    return insert_missing(connection, entries, [values]) == 1


def between(
    connection: Connection, match_id: MatchId, *, after: int, up_to: int
) -> tuple[Entry, ...]:
    """The log from the entry behind ply ``after`` to that of ply ``up_to``."""
    found = connection.execute(
        select(entries)
        .where(entries.c.match_id == match_id, entries.c.ply > after, entries.c.ply <= up_to)
        .order_by(entries.c.ply)
    )
    return tuple(Entry(**row._mapping) for row in found)


def with_key(connection: Connection, key: Key) -> Entry | None:
    """The entry that was written under this key, or None."""
    row = connection.execute(select(entries).where(entries.c.key == key)).one_or_none()
    return None if row is None else Entry(**row._mapping)


def of_kind(connection: Connection, match_id: MatchId, kind: EntryKind) -> tuple[Entry, ...]:
    """The entries of this kind in a match's log, in order."""
    found = connection.execute(
        select(entries)
        .where(entries.c.match_id == match_id, entries.c.kind == kind)
        .order_by(entries.c.ply)
    )
    return tuple(Entry(**row._mapping) for row in found)


def moves_of(connection: Connection, player_id: PlayerId, game: str, *, most: int) -> int:
    """How many moves a player has made in all matches of a game, counted up to ``most``."""
    made = (
        select(entries.c.ply)
        .join(seats, and_(seats.c.match_id == entries.c.match_id, seats.c.seat == entries.c.seat))
        .join(matches, matches.c.id == seats.c.match_id)
        .where(seats.c.player_id == player_id, matches.c.game == game)
        .where(entries.c.kind == EntryKind.MOVE)
        .limit(most)
    )
    return len(connection.execute(made).all())
