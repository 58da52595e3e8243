"""Deleting everything that is stored about a server.

A table whose rows must name a server holds what belongs to it: they are deleted, with all rows
below them. Where ``server_id`` may be NULL, the rows belong to people: they stay, and nothing in
them leads back to the server.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, Table, delete, func, select, update

from bot.core.absences import Home
from data import tables
from data.club_tables import club_sides, match_places
from data.ids import MatchId, ServerId
from data.schema import metadata
from data.standing_tables import rating_changes, ratings
from data.states import TimerKind
from data.tables import challenges, matches, outbox, servers, timers

NOWHERE = 0
"""Stands for the channel of a match or challenge whose server was forgotten."""
_PLACES: dict[str, dict[str, Any]] = {
    matches.name: {
        "channel_id": NOWHERE,
        **dict.fromkeys(("thread_id", "board_message_id", "board_channel_id", "tournament_id")),
    },
    challenges.name: {"channel_id": NOWHERE, "message_id": None, "ladder_id": None},
    club_sides.name: {"channel_id": NOWHERE, "message_id": None},
    match_places.name: {
        "channel_id": NOWHERE,
        **dict.fromkeys(("thread_id", "board_message_id", "board_channel_id")),
    },
}
"""What else leads to the server in rows that stay."""


def is_own(table: Table) -> bool:
    """Whether the rows of a table belong to the server that they name."""
    column = table.c.get("server_id")
    return table is outbox or (column is not None and not column.nullable)


def is_stored(connection: Connection, server_id: ServerId) -> bool:
    """Whether something is stored about the server."""
    return connection.scalar(select(servers.c.id).filter_by(id=server_id)) is not None


def stored_before(connection: Connection, server_id: ServerId, moment: datetime) -> bool:
    """Whether something is stored about the server since before ``moment``."""
    since = select(servers.c.id).filter_by(id=server_id).where(servers.c.created_at <= moment)
    return connection.scalar(since) is not None


def counted(connection: Connection, server_id: ServerId) -> tuple[int, int]:
    """How many matches were played in the server, and how many of them are running."""
    both = select(func.count(), func.count().filter(matches.c.finished_at.is_(None)))
    played, running = connection.execute(both.filter_by(server_id=server_id)).one()
    return played, running


def left_before(connection: Connection, moment: datetime) -> ServerId | None:
    """The server that the bot left first, before ``moment``; None if there is none."""
    gone = select(servers.c.id).where(servers.c.left_at <= moment)
    return connection.scalar(gone.order_by(servers.c.left_at, servers.c.id).limit(1))


def running_in(connection: Connection, server_id: ServerId, most: int) -> tuple[MatchId, ...]:
    """Up to ``most`` running matches of the server."""
    going_on = select(matches.c.id).filter_by(server_id=server_id, finished_at=None)
    return tuple(connection.scalars(going_on.order_by(matches.c.id).limit(most)))


def delete_own(
    connection: Connection, server_id: ServerId, timed: Iterable[tuple[TimerKind, Home]]
) -> None:
    """Delete the server's ladders, tournaments, lists and the like, with their timers.

    ``timed`` says which rows have timers of which kinds. Matches stay, out of any contest.
    """
    for kind, home in timed:
        if is_own(home.table):
            there = select(home.key).where(home.table.c.server_id == server_id)
            theirs = timers.c.subject_id.in_(there)
            connection.execute(delete(timers).filter_by(kind=kind).where(theirs))
    for contest in (matches.c.tournament_id, challenges.c.ladder_id):
        within = update(contest.table).filter_by(server_id=server_id)
        connection.execute(within.where(contest.is_not(None)).values({contest: None}))
    for table in reversed(metadata.sorted_tables):
        for condition in _belonging(table, server_id):
            connection.execute(delete(table).where(condition))


def _belonging(table: Table, server_id: ServerId) -> Iterable[ColumnElement[bool]]:
    """Which rows of a table belong to the server: they name it, or what belongs to it."""
    if is_own(table):
        yield table.c.server_id == server_id
    for key in table.foreign_keys:
        if is_own(key.column.table):
            yield key.parent.in_(_keys(key.column, server_id))


def _keys(column: Any, server_id: ServerId) -> Select[Any]:
    return select(column).where(column.table.c.server_id == server_id)


def forget(connection: Connection, server_id: ServerId) -> None:
    """Delete the rest: ratings in the server, its settings, and its name in what stays."""
    for table in (ratings, rating_changes):
        connection.execute(delete(table).filter_by(scope=server_id))
    there = _keys(matches.c.id, server_id).union(_keys(match_places.c.id, server_id))
    for table in (tables.reminders, tables.requests):
        its = update(table).where(table.c.match_id.in_(there))
        connection.execute(its.values(channel_id=None, message_id=None))
    for table in metadata.sorted_tables:
        if "server_id" in table.c and not is_own(table):
            its = update(table).filter_by(server_id=server_id)
            connection.execute(its.values(server_id=None, **_PLACES.get(table.name, {})))
    connection.execute(delete(outbox).filter_by(server_id=server_id))
    connection.execute(delete(servers).filter_by(id=server_id))
