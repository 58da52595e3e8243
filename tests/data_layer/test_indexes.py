"""No query that a person waits for reads a whole table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, event, text

from data import challenges, entries, matches, outbox, requests, timers
from data.database import Database
from data.ids import ChallengeId, ChannelId, Key, MatchId, MessageId, PlayerId, ServerId
from data.states import RequestKind, TimerKind
from data.tables import metadata
from data.timers import Timer

NOW = datetime(2026, 1, 1, tzinfo=UTC)
LEASE, LONGEST = timedelta(minutes=5), timedelta(minutes=10)
MATCH, CHALLENGE, PLAYER, KEY = MatchId(1), ChallengeId(1), PlayerId(1), Key("interaction:1")

Query = Callable[[Connection], object]

QUERIES: dict[str, Query] = {
    "matches.get": lambda c: matches.get(c, MATCH),
    "matches.get locked": lambda c: matches.get(c, MATCH, lock=True),
    "matches.several": lambda c: matches.several(c, [MATCH, MatchId(2)]),
    "matches.running_of": lambda c: matches.running_of(c, PLAYER),
    "matches.finished_of": lambda c: matches.finished_of(c, PLAYER, 10),
    "matches.in_server": lambda c: matches.in_server(c, ServerId(70), 25),
    "matches.shown_in": lambda c: matches.shown_in(c, MessageId(5)),
    "matches.in_thread": lambda c: matches.in_thread(c, ChannelId(7)),
    "matches.count_waiting": lambda c: matches.count_waiting(c, PLAYER),
    "entries.between": lambda c: entries.between(c, MATCH, after=3, up_to=9),
    "entries.with_key": lambda c: entries.with_key(c, KEY),
    "challenges.get": lambda c: challenges.get(c, CHALLENGE),
    "challenges.get locked": lambda c: challenges.get(c, CHALLENGE, lock=True),
    "challenges.awaiting": lambda c: challenges.awaiting(c, PLAYER),
    "challenges.with_key": lambda c: challenges.with_key(c, KEY),
    "challenges.rematch_of": lambda c: challenges.rematch_of(c, MATCH),
    "requests.made_at": lambda c: requests.made_at(c, MATCH, RequestKind.UNDO, 3),
    "requests.with_key": lambda c: requests.with_key(c, KEY),
    "requests.lapse": lambda c: requests.lapse(c, MATCH),
    "outbox.add_challenge": lambda c: outbox.add_challenge(c, CHALLENGE, NOW),
    "outbox.add_direct": lambda c: outbox.add_direct(c, PLAYER, "turn:1:5", "Your turn.", NOW),
    "outbox.claim": lambda c: outbox.claim(c, "me", NOW, LEASE, LONGEST, 16),
    "outbox.next_attempt": lambda c: outbox.next_attempt(c, NOW),
    "timers.set_timer": lambda c: timers.set_timer(c, Timer(TimerKind.CHALLENGE_EXPIRY, 1, NOW)),
    "timers.due": lambda c: timers.due(c, NOW, 100),
    "timers.next_due": timers.next_due,
}

SCANS = tuple(f"SCAN {name}" for name in (*metadata.tables, "earlier"))
UNDONE = "ix_outbox_undone"
"""Holds only what is still to be told, so that reading all of it is what is wanted."""


@contextmanager
def caught() -> Iterator[list[tuple[str, Any]]]:
    """The statements that are run, with what they are given."""
    found: list[tuple[str, Any]] = []

    def catch(*told: Any) -> None:
        found.append((told[2], told[3]))

    event.listen(Engine, "before_cursor_execute", catch)
    try:
        yield found
    finally:
        event.remove(Engine, "before_cursor_execute", catch)


def plan(connection: Connection, query: Query, explain: str) -> list[str]:
    """The steps by which the database means to run the statements of a query."""
    with caught() as statements:
        query(connection)
    assert statements
    steps: list[str] = []
    for statement, values in statements:
        told = connection.exec_driver_sql(f"{explain} {statement}", values)
        steps += [str(row[-1]) for row in told]
    return steps


def _fill(connection: Connection) -> None:
    many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)"
    for statement in (
        "INSERT INTO servers (id, created_at) VALUES (70, '2026-01-01 00:00:00')",
        "INSERT INTO players (id, created_at) {n} SELECT i, '2026-01-01 00:00:00' FROM n",
        "INSERT INTO challenges (game, variant, challenger_id, seat_choice, state, channel_id,"
        " created_at, expires_at, key, rematch_of) {n} SELECT 'apart', 'standard', i, 'first',"
        " 'accepted', 7, '2026-01-01 00:00:00', '2026-01-15 00:00:00', 'c' || i, i FROM n",
        "INSERT INTO challenge_players (challenge_id, player_id, invited)"
        " {n} SELECT i, 2001 - i, true FROM n",
        "INSERT INTO matches (challenge_id, game, variant, rules_version, channel_id, thread_id,"
        " server_id, ply, to_move, status, created_at, updated_at) {n} SELECT i, 'apart',"
        " 'standard', 1, 7, i, 70, 1, 0, CASE i % 2 WHEN 0 THEN 'running' ELSE 'over' END,"
        " '2026-01-01 00:00:00', '2026-01-01 00:00:00' FROM n",
        "UPDATE matches SET finished_at = '2026-01-01 00:00:00' WHERE status = 'over'",
        "INSERT INTO seats (match_id, seat, player_id) {n} SELECT i, 0, i FROM n",
        "INSERT INTO seats (match_id, seat, player_id) {n} SELECT i, 1, 2001 - i FROM n",
        "INSERT INTO entries (match_id, ply, seat, author_id, kind, text, key, created_at)"
        " {n} SELECT i, 1, 0, i, 'move', 'b2-b4', 'e' || i, '2026-01-01 00:00:00' FROM n",
        "INSERT INTO requests (match_id, kind, ply, player_id, state, text, key, created_at)"
        " {n} SELECT i, 'undo', 1, i, 'lapsed', '0', 'r' || i, '2026-01-01 00:00:00' FROM n",
        "INSERT INTO outbox (destination, kind, key, subject_id, version, nonce, done,"
        " next_attempt_at, message_id, created_at)"
        " {n} SELECT 'match:' || i, 'board', 'o' || i, i, 0,"
        " 'n' || i, i <= 1990, '2026-01-01 00:00:00', i, '2026-01-01 00:00:00' FROM n",
        "INSERT INTO timers (kind, subject_id, due_at)"
        " {n} SELECT 'challenge_expiry', i, '2027-01-01 00:00:00' FROM n",
        "ANALYZE",
    ):
        connection.execute(text(statement.format(n=many)))


@pytest.mark.parametrize("state", ["empty", "filled"])
async def test_no_whole_table_is_read(database: Database, state: str) -> None:
    if state == "filled":
        await database.write(_fill)
    scanned = _scanned_by_postgresql if database.is_shared else _scanned_by_sqlite
    found = {name: await database.write(scanned, query) for name, query in QUERIES.items()}
    assert {name: scans for name, scans in found.items() if scans} == {}


def _scanned_by_sqlite(connection: Connection, query: Query) -> list[str]:
    steps = plan(connection, query, "EXPLAIN QUERY PLAN")
    scans = [step for step in steps if step.startswith(SCANS)]
    return [step for step in scans if not step.endswith(UNDONE)]


def _scanned_by_postgresql(connection: Connection, query: Query) -> list[str]:
    # without this, it reads small tables whole although it has an index that it could use
    connection.execute(text("SET LOCAL enable_seqscan = off"))
    steps = plan(connection, query, "EXPLAIN")
    return [step for step in steps if re.search(r"Seq Scan on \w", step)]
