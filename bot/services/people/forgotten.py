"""Everything that is stored about somebody: to be shown to them, and to be forgotten.

A person is a row of ``players``, and whatever refers to it. Matches that were played belong to the
others too, so they stay, with a stand-in in that person's place. Stand-ins have negative numbers,
which Discord gives nobody, and every deleted person has another one.
"""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Table, delete, func, insert, or_, select, update

from data.ids import PlayerId
from data.puzzle_tables import puzzle_boards, weekly_players
from data.statements import count_up
from data.states import MessageKind
from data.tables import (
    blocks,
    challenge_players,
    challenges,
    champions,
    clock_lines,
    conditional_moves,
    drafts,
    entries,
    followed_people,
    followers,
    ladder_entries,
    ladder_invitations,
    matches,
    metadata,
    outbox,
    players,
    practices,
    rating_changes,
    ratings,
    reminders,
    request_grants,
    requests,
    seat_results,
    seats,
    vacations,
)

SHARED = (
    challenges,
    challenge_players,
    seats,
    clock_lines,
    entries,
    reminders,
    ladder_entries,
    requests,
    request_grants,
    seat_results,
    rating_changes,
    champions,
)
"""What belongs to others too. Here a stand-in takes the person's place."""

OWN = (
    blocks,
    conditional_moves,
    drafts,
    followed_people,
    followers,
    ladder_invitations,
    practices,
    puzzle_boards,
    ratings,
    vacations,
    weekly_players,
)
"""What is about that person alone, and goes."""

TO_PEOPLE = (MessageKind.DIGEST, MessageKind.FOLLOWED)
"""What the outbox has for one person, by their number."""

_NOT_TOLD = (blocks.c.blocked_id, followed_people.c.followed_id)
"""Whoever is blocked, or followed, is not told by whom, not even like this."""

_SECRETS_OF_OTHERS = (matches.c.conditional,)
"""Columns that tell what an opponent has prepared. They are in nobody's export."""

STAND_INS = "stand-ins"
"""What counts those who stand in for people."""


def stored_about(connection: Connection, player_id: PlayerId) -> dict[str, list[dict[str, Any]]]:
    """The rows about somebody, by table: their own, those that name them, and their matches'."""
    found = {players.name: _rows(connection, players, players.c.id == player_id)}
    for table in metadata.sorted_tables:
        columns = [column for column in naming(table) if column not in _NOT_TOLD]
        if columns:
            named = or_(*(column == player_id for column in columns))
            found[table.name] = _rows(connection, table, named)
    own = select(seats.c.match_id).where(seats.c.player_id == player_id)
    found[matches.name] = _rows(connection, matches, matches.c.id.in_(own))
    told = outbox.c.kind.in_(TO_PEOPLE) & (outbox.c.subject_id == player_id)
    found[outbox.name] = _rows(connection, outbox, told)
    return found


def take_turn(connection: Connection) -> None:
    """Let nobody else be forgotten until this transaction ends.

    Two who have played with each other would wait for each other, and get the same stand-in.
    """
    count_up(connection, STAND_INS)


def forget(connection: Connection, player_id: PlayerId, now: datetime) -> PlayerId:
    """Take everything about somebody away; who stands in for them where others need the rows."""
    lowest = connection.execute(select(func.min(players.c.id))).scalar()
    stand_in = PlayerId(min(lowest or 0, 0) - 1)
    connection.execute(insert(players).values(id=stand_in, created_at=now))
    for table in OWN:
        for column in naming(table):
            connection.execute(delete(table).where(column == player_id))
    for table in SHARED:
        for column in naming(table):
            connection.execute(update(table).where(column == player_id).values({column: stand_in}))
    named = outbox.c.words.contains(f"<@{player_id}>", autoescape=True)
    to_them = outbox.c.kind.in_(TO_PEOPLE) & (outbox.c.subject_id == player_id)
    connection.execute(delete(outbox).where(named | to_them))
    connection.execute(delete(players).where(players.c.id == player_id))
    return stand_in


def is_stand_in(player_id: int) -> bool:
    """Whether this stands for somebody who was deleted."""
    return player_id < 0


def naming(table: Table) -> list[Any]:
    """The columns of a table that name a person."""
    return [key.parent for key in table.foreign_keys if key.column is players.c.id]


def told_columns(table: Table) -> list[Any]:
    """What an export tells of a row."""
    return [column for column in table.columns if column not in _SECRETS_OF_OTHERS]


def _rows(connection: Connection, table: Table, condition: Any) -> list[dict[str, Any]]:
    found = connection.execute(
        select(*told_columns(table)).where(condition).order_by(*table.primary_key)
    )
    return [dict(row) | _clocks(row) for row in found.mappings()]


def _clocks(row: Mapping[Any, Any]) -> dict[str, Any]:
    """The clocks of a match, which are kept as text."""
    kept = row.get("clocks")
    return {} if kept is None else {"clocks": json.loads(kept)}
