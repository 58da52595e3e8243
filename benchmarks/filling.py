"""A database in which a lot has happened, written in bulk.

The rows name the columns that matter; whatever else a table asks for is filled with something of
the right type, so that a column more does not stop the benchmark.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    DateTime,
    Integer,
    MetaData,
    String,
    Table,
    insert,
)

Row = dict[str, Any]

NOW = datetime(2026, 1, 1, tzinfo=UTC)
AT_ONCE = 10_000
MESSAGES, INTERACTIONS = 10**18, 2 * 10**18
"""Ids as large as Discord's, from which those of messages and interactions count up."""
REGULAR = 1
"""A player who sits in many more matches than anybody else."""
REGULARLY = 199
"""One match in so many is the regular's."""
STILL_RUNNING = 10
"""One match in so many goes on."""


@dataclass(frozen=True, slots=True)
class Size:
    """How much has happened."""

    matches: int = 100_000
    plies: int = 10
    boards: int = 1
    """Rows of the outbox for each match."""
    due: int = 50
    """How many of those are still to be delivered."""
    players: int = 5_000
    servers: int = 100
    open_challenges: int = 2_000


def fill(connection: Connection, metadata: MetaData, size: Size) -> None:
    """Make the tables and fill them."""
    metadata.create_all(connection)
    for name, rows in _everything(size):
        if name in metadata.tables:
            _write(connection, metadata.tables[name], rows)


def message_of(match: int) -> Any:
    """The message that shows the match's newest board."""
    return MESSAGES + match * 1000


def thread_of(match: int) -> Any:
    """The match's thread."""
    return MESSAGES + match * 1000 + 999


def key_of(match: int, ply: int) -> Any:
    """The key under which the ply of the match was written, or what came before it at ply 0."""
    return f"interaction:{INTERACTIONS + match * 1000 + ply}"


def _write(connection: Connection, table: Table, rows: Iterable[Row]) -> None:
    first, rows = _peek(rows)
    unknown = first.keys() - table.c.keys()
    needed = [column for column in table.c if column.name not in first and _is_needed(column)]
    statement = insert(table)
    numbered = enumerate(rows, start=1)
    while several := list(itertools.islice(numbered, AT_ONCE)):
        for number, row in several:
            for name in unknown:
                del row[name]
            for column in needed:
                row[column.name] = _something(column, number)
        connection.execute(statement, [row for _, row in several])


def _peek(rows: Iterable[Row]) -> tuple[Row, Iterator[Row]]:
    rest = iter(rows)
    first = next(rest)
    return first, itertools.chain([first], rest)


def _is_needed(column: Column[Any]) -> bool:
    counted = column.primary_key and column.autoincrement is not False
    given = column.default is not None or column.server_default is not None
    return not (column.nullable or given or counted)


def _something(column: Column[Any], number: int) -> Any:
    """A value of the column's type, another one in each row."""
    words = getattr(column.type, "words", None)
    if words is not None:
        return next(iter(words))
    impl = getattr(column.type, "impl", column.type)
    if isinstance(impl, DateTime):
        return NOW + timedelta(seconds=number)
    if isinstance(impl, Boolean):
        return False
    if isinstance(impl, Integer):
        return number
    if isinstance(impl, String):
        return str(number)
    return []


def _everything(size: Size) -> Iterator[tuple[str, Iterable[Row]]]:
    matches, people = range(1, size.matches + 1), range(1, size.players + 1)
    yield "players", ({"id": each, "created_at": NOW} for each in people)
    yield "servers", ({"id": each, "created_at": NOW} for each in range(1, size.servers + 1))
    yield "challenges", _challenges(size)
    yield "challenge_players", _invited(size)
    yield "matches", (_match(each, size) for each in matches)
    yield "seats", _seats(size)
    yield "entries", _entries(size)
    yield "timers", _timers(size)
    yield "outbox", _outbox(size)
    yield "requests", (_request(each, size) for each in matches[::10])
    yield (
        "request_grants",
        ({"request_id": each, "player_id": 2} for each in matches[: size.matches // 10]),
    )
    yield "drafts", (_draft(each, size) for each in matches[::100])
    yield "practices", (_practice(each) for each in people[::5])
    yield (
        "blocks",
        ({"player_id": each, "blocked_id": each - 1, "created_at": NOW} for each in people[1:]),
    )


def _pair(match: int, size: Size) -> tuple[int, int]:
    """Two different players; who meets whom is spread over all of them."""
    others = size.players - 1
    first = REGULAR if match % REGULARLY == 0 else 2 + match * 7919 % others
    second = 2 + match * 104_729 % others
    return first, second if second != first else 2 + (second - 1) % others


def _challenges(size: Size) -> Iterator[Row]:
    for number in range(1, size.matches + size.open_challenges + 1):
        accepted = number <= size.matches
        yield {
            "id": number,
            "game": "apart",
            "variant": "standard",
            "challenger_id": _pair(number, size)[0],
            "seat_choice": "random",
            "state": "accepted" if accepted else "open",
            "server_id": number % size.servers + 1,
            "channel_id": number % 1000,
            "message_id": thread_of(number),
            "created_at": NOW,
            "expires_at": NOW + timedelta(minutes=number),
            "key": key_of(number, 0),
            "rematch_of": number - 1 if accepted and number % 20 == 0 else None,
        }


def _invited(size: Size) -> Iterator[Row]:
    for number in range(1, size.matches + size.open_challenges + 1):
        accepted = number <= size.matches
        yield {
            "challenge_id": number,
            "player_id": _pair(number, size)[1],
            "invited": True,
            "accepted_at": NOW if accepted else None,
        }


def _match(number: int, size: Size) -> Row:
    running = number % STILL_RUNNING == 0
    touched = NOW + timedelta(seconds=number)
    return {
        "id": number,
        "challenge_id": number,
        "game": "apart",
        "variant": "standard",
        "rules_version": 1,
        "server_id": number % size.servers + 1,
        "channel_id": number % 1000,
        "thread_id": thread_of(number),
        "ply": size.plies,
        "to_move": size.plies % 2 if running else None,
        "status": "running" if running else "over",
        "board_message_id": message_of(number),
        "board_channel_id": thread_of(number),
        "created_at": touched,
        "updated_at": touched,
        "finished_at": None if running else touched,
    }


def _seats(size: Size) -> Iterator[Row]:
    for match in range(1, size.matches + 1):
        for seat, player in enumerate(_pair(match, size)):
            yield {"match_id": match, "seat": seat, "player_id": player, "has_left": False}


def _entries(size: Size) -> Iterator[Row]:
    for match in range(1, size.matches + 1):
        pair = _pair(match, size)
        for ply in range(1, size.plies + 1):
            yield {
                "match_id": match,
                "ply": ply,
                "seat": (ply - 1) % 2,
                "author_id": pair[(ply - 1) % 2],
                "kind": "move",
                "text": "b2-b4-d4",
                "key": key_of(match, ply),
                "created_at": NOW,
            }


def _outbox(size: Size) -> Iterator[Row]:
    for match in range(1, size.matches + 1):
        for back in range(size.boards):
            due = not back and match > size.matches - size.due
            yield {
                "destination": f"match:{match}",
                "kind": "board",
                "subject_id": match,
                "version": size.boards - back,
                "nonce": "a-nonce",
                "done": not due,
                "next_attempt_at": NOW,
                "channel_id": thread_of(match),
                "message_id": message_of(match) + back,
                "created_at": NOW,
                "done_at": None if due else NOW,
            }


def _timers(size: Size) -> Iterator[Row]:
    for number in range(size.matches + 1, size.matches + size.open_challenges + 1):
        due = NOW + timedelta(minutes=number)
        yield {"kind": "challenge_expiry", "subject_id": number, "due_at": due}


def _request(match: int, size: Size) -> Row:
    return {
        "match_id": match,
        "kind": "undo",
        "ply": size.plies,
        "player_id": _pair(match, size)[0],
        "state": "lapsed",
        "text": "1",
        "key": key_of(match, 900),
        "created_at": NOW,
    }


def _draft(match: int, size: Size) -> Row:
    player = _pair(match, size)[0]
    return {
        "match_id": match,
        "player_id": player,
        "ply": size.plies,
        "taken": ["b2"],
        "updated_at": NOW,
    }


def _practice(player: int) -> Row:
    return {
        "player_id": player,
        "game": "apart",
        "variant": "standard",
        "moves": ["b2-b4"],
        "taken": [],
        "updated_at": NOW,
    }
