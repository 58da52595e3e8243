"""Exporting and deleting everything that is stored about a person.

That is their row of ``players`` and all rows that refer to it. Matches belong to the opponents
too, so they stay, with a stand-in in the person's place. Stand-ins have negative ids, which Discord
never assigns; each deleted person gets a new one.
"""

import json
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Table, delete, func, insert, or_, select, update

from data import standing_tables, tables, tournament_tables
from data.ids import PlayerId
from data.states import MessageKind

SHARED = (
    tables.challenges,
    tables.challenge_players,
    tables.seats,
    tables.clock_lines,
    tables.entries,
    tables.reminders,
    standing_tables.ladder_entries,
    tables.requests,
    tables.request_grants,
    standing_tables.seat_results,
    standing_tables.rating_changes,
    standing_tables.champions,
    tournament_tables.tournaments,
    tournament_tables.tournament_players,
    tournament_tables.pairings,
    tournament_tables.pairing_seats,
    tournament_tables.tournament_log,
)
"""Tables whose rows belong to others too; a stand-in replaces the person."""

OWN = (
    tables.blocks,
    tables.conditional_moves,
    tables.drafts,
    tables.followed_people,
    tables.followers,
    standing_tables.ladder_invitations,
    tables.practices,
    standing_tables.puzzle_boards,
    standing_tables.ratings,
    tables.vacations,
    standing_tables.weekly_players,
)
"""Tables whose rows belong to the person alone, and are deleted."""

PERSONAL_KINDS = (
    MessageKind.DIGEST,
    MessageKind.FOLLOWED,
    MessageKind.TOURNAMENT_LINE,
    MessageKind.ABSENCE,
)
"""Kinds of messages whose subject is a person."""

_NOT_EXPORTED = (tables.blocks.c.blocked_id, tables.followed_people.c.followed_id)
"""Columns not searched for an export: nobody learns who blocks or follows them."""

_SECRETS_OF_OTHERS = (tables.matches.c.conditional,)
"""Columns in nobody's export: they tell whether an opponent has prepared moves."""

STAND_INS = "stand-ins"
"""The counter of deleted people."""


def stored_about(connection: Connection, player_id: PlayerId) -> dict[str, list[dict[str, Any]]]:
    """The rows about a person, by table: those that name them, and their matches."""
    found = {
        tables.players.name: _rows(connection, tables.players, tables.players.c.id == player_id)
    }
    for table in tables.metadata.sorted_tables:
        columns = [column for column in person_columns(table) if column not in _NOT_EXPORTED]
        if columns:
            named = or_(*(column == player_id for column in columns))
            found[table.name] = _rows(connection, table, named)
    own = select(tables.seats.c.match_id).where(tables.seats.c.player_id == player_id)
    found[tables.matches.name] = _rows(connection, tables.matches, tables.matches.c.id.in_(own))
    told = tables.outbox.c.kind.in_(PERSONAL_KINDS) & (tables.outbox.c.subject_id == player_id)
    found[tables.outbox.name] = _rows(connection, tables.outbox, told)
    return found


def forget(connection: Connection, player_id: PlayerId, now: datetime) -> PlayerId:
    """Delete a person; returns the stand-in that replaces them in rows of others."""
    lowest = connection.execute(select(func.min(tables.players.c.id))).scalar()
    stand_in = PlayerId(min(lowest or 0, 0) - 1)
    connection.execute(insert(tables.players).values(id=stand_in, created_at=now))
    for table in OWN:
        for column in person_columns(table):
            connection.execute(delete(table).where(column == player_id))
    for table in SHARED:
        for column in person_columns(table):
            connection.execute(update(table).where(column == player_id).values({column: stand_in}))
    to_them = tables.outbox.c.kind.in_(PERSONAL_KINDS) & (tables.outbox.c.subject_id == player_id)
    connection.execute(delete(tables.outbox).where(to_them))
    connection.execute(delete(tables.players).where(tables.players.c.id == player_id))
    return stand_in


def is_stand_in(player_id: int) -> bool:
    """Whether this is the id of a stand-in, or of nobody: Discord has no such id."""
    return player_id <= 0


def person_columns(table: Table) -> list[Any]:
    """The columns of a table that name a person."""
    return [key.parent for key in table.foreign_keys if key.column is tables.players.c.id]


def exported_columns(table: Table) -> list[Any]:
    """The columns of a table that an export contains."""
    return [column for column in table.columns if column not in _SECRETS_OF_OTHERS]


def _rows(connection: Connection, table: Table, condition: Any) -> list[dict[str, Any]]:
    found = connection.execute(
        select(*exported_columns(table)).where(condition).order_by(*table.primary_key)
    )
    rows = [dict(row) for row in found.mappings()]
    for row in rows:
        if row.get("clocks") is not None:
            row["clocks"] = json.loads(row["clocks"])
    return rows
