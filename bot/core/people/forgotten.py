"""Everything that is stored about somebody: to be shown to them, and to be forgotten.

A person is a row of ``players``, and whatever refers to it. Matches that were played belong to the
others too, so they stay, with a stand-in in that person's place. Stand-ins have negative numbers,
which Discord gives nobody, and every deleted person has another one.
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
"""What belongs to others too. Here a stand-in takes the person's place."""

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
"""What is about that person alone, and goes."""

TO_PEOPLE = (
    MessageKind.DIGEST,
    MessageKind.FOLLOWED,
    MessageKind.TOURNAMENT_LINE,
    MessageKind.ABSENCE,
)
"""What the outbox has for one person, by their number."""

_NOT_TOLD = (tables.blocks.c.blocked_id, tables.followed_people.c.followed_id)
"""Whoever is blocked, or followed, is not told by whom, not even like this."""

_SECRETS_OF_OTHERS = (tables.matches.c.conditional,)
"""Columns that tell what an opponent has prepared. They are in nobody's export."""

STAND_INS = "stand-ins"
"""What counts those who stand in for people."""


def stored_about(connection: Connection, player_id: PlayerId) -> dict[str, list[dict[str, Any]]]:
    """The rows about somebody, by table: their own, those that name them, and their matches'."""
    found = {
        tables.players.name: _rows(connection, tables.players, tables.players.c.id == player_id)
    }
    for table in tables.metadata.sorted_tables:
        columns = [column for column in naming(table) if column not in _NOT_TOLD]
        if columns:
            named = or_(*(column == player_id for column in columns))
            found[table.name] = _rows(connection, table, named)
    own = select(tables.seats.c.match_id).where(tables.seats.c.player_id == player_id)
    found[tables.matches.name] = _rows(connection, tables.matches, tables.matches.c.id.in_(own))
    told = tables.outbox.c.kind.in_(TO_PEOPLE) & (tables.outbox.c.subject_id == player_id)
    found[tables.outbox.name] = _rows(connection, tables.outbox, told)
    return found


def forget(connection: Connection, player_id: PlayerId, now: datetime) -> PlayerId:
    """Take everything about somebody away; who stands in for them where others need the rows."""
    lowest = connection.execute(select(func.min(tables.players.c.id))).scalar()
    stand_in = PlayerId(min(lowest or 0, 0) - 1)
    connection.execute(insert(tables.players).values(id=stand_in, created_at=now))
    for table in OWN:
        for column in naming(table):
            connection.execute(delete(table).where(column == player_id))
    for table in SHARED:
        for column in naming(table):
            connection.execute(update(table).where(column == player_id).values({column: stand_in}))
    to_them = tables.outbox.c.kind.in_(TO_PEOPLE) & (tables.outbox.c.subject_id == player_id)
    connection.execute(delete(tables.outbox).where(to_them))
    connection.execute(delete(tables.players).where(tables.players.c.id == player_id))
    return stand_in


def is_stand_in(player_id: int) -> bool:
    """Whether this stands for somebody who was deleted, or for nobody: Discord has no such id."""
    return player_id <= 0


def naming(table: Table) -> list[Any]:
    """The columns of a table that name a person."""
    return [key.parent for key in table.foreign_keys if key.column is tables.players.c.id]


def told_columns(table: Table) -> list[Any]:
    """What an export tells of a row."""
    return [column for column in table.columns if column not in _SECRETS_OF_OTHERS]


def _rows(connection: Connection, table: Table, condition: Any) -> list[dict[str, Any]]:
    found = connection.execute(
        select(*told_columns(table)).where(condition).order_by(*table.primary_key)
    )
    rows = [dict(row) for row in found.mappings()]
    for row in rows:
        if row.get("clocks") is not None:
            row["clocks"] = json.loads(row["clocks"])
    return rows
