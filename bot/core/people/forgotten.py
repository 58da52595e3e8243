"""Exporting and deleting everything that is stored about a person.

That is their row of ``players`` and all rows that refer to it. Matches belong to the opponents
too, so they stay, with a stand-in in the person's place. Stand-ins have negative ids, which Discord
never assigns; each deleted person gets a new one.
"""

import json
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Table, delete, func, insert, or_, select, update

from data import tables
from data.club_tables import match_places
from data.ids import PlayerId
from data.schema import People
from data.states import MessageKind

STAND_INS = "stand-ins"
"""The counter of deleted people."""


def stored_about(connection: Connection, player_id: PlayerId) -> dict[str, list[dict[str, Any]]]:
    """The rows about a person, by table: those that name them, and their matches."""
    found = {
        tables.players.name: _rows(connection, tables.players, tables.players.c.id == player_id)
    }
    for table in tables.metadata.sorted_tables:
        columns = [each for each in person_columns(table) if each.info.get("searched", True)]
        if columns:
            named = or_(*(column == player_id for column in columns))
            found[table.name] = _rows(connection, table, named)
    own = select(tables.seats.c.match_id).where(tables.seats.c.player_id == player_id)
    found[tables.matches.name] = _rows(connection, tables.matches, tables.matches.c.id.in_(own))
    _hide_places(found, set(connection.scalars(own.where(_OF_CLUB))))
    told = tables.outbox.c.kind.in_(_personal()) & (tables.outbox.c.subject_id == player_id)
    found[tables.outbox.name] = _rows(connection, tables.outbox, told)
    orders = tables.operator_orders
    found[orders.name] = _rows(connection, orders, orders.c.subject_id == player_id)
    return found


_OF_CLUB = tables.seats.c.match_id.in_(
    select(tables.matches.c.id).where(tables.matches.c.club_id.is_not(None))
)
_WHERE = (*match_places.c.keys(), "message_id")


def _hide_places(found: dict[str, list[dict[str, Any]]], of_clubs: set[int]) -> None:
    """Leave out where games of club matches are, which may be in the opponent's server."""
    for table, key in (("matches", "id"), ("requests", "match_id"), ("reminders", "match_id")):
        for row in found[table]:
            if row[key] in of_clubs:
                row.update(dict.fromkeys(row.keys() & set(_WHERE) - {"id"}))


def forget(connection: Connection, player_id: PlayerId, now: datetime) -> PlayerId:
    """Delete a person; returns the stand-in that replaces them in rows of others."""
    lowest = connection.execute(select(func.min(tables.players.c.id))).scalar()
    stand_in = PlayerId(min(lowest or 0, 0) - 1)
    connection.execute(insert(tables.players).values(id=stand_in, created_at=now))
    for table in tables.metadata.sorted_tables:
        for column in person_columns(table):
            is_own = table.info["people"] is People.OWN
            change = delete(table) if is_own else update(table).values({column: stand_in})
            connection.execute(change.where(column == player_id))
    to_them = tables.outbox.c.kind.in_(_personal()) & (tables.outbox.c.subject_id == player_id)
    connection.execute(delete(tables.outbox).where(to_them))
    connection.execute(delete(tables.players).where(tables.players.c.id == player_id))
    return stand_in


def _personal() -> list[MessageKind]:
    return [kind for kind in MessageKind.known.values() if kind.personal]


def person_columns(table: Table) -> list[Any]:
    """The columns of a table that name a person."""
    return [key.parent for key in table.foreign_keys if key.column is tables.players.c.id]


def exported_columns(table: Table) -> list[Any]:
    """The columns of a table that an export contains."""
    return [column for column in table.columns if column.info.get("exported", True)]


def _rows(connection: Connection, table: Table, condition: Any) -> list[dict[str, Any]]:
    found = connection.execute(
        select(*exported_columns(table)).where(condition).order_by(*table.primary_key)
    )
    rows = [dict(row) for row in found.mappings()]
    for row in rows:
        if row.get("clocks") is not None:
            row["clocks"] = json.loads(row["clocks"])
    return rows
