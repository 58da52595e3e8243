"""What a database of the revision ``practice_boards`` may hold, as plain SQL."""

from __future__ import annotations

import json
from collections.abc import Iterable

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import create_async_engine

from data.migrate import FOLDER

REVISION = "practice_boards"
MOMENT = "'2026-01-0{day} 12:30:00.250000'"


def at(day: int) -> str:
    """Half past noon of a day in January 2026, UTC."""
    return MOMENT.format(day=day)


def outcome(ranking: list[list[int]], reason: str, scores: list[int] | None = None) -> str:
    return "'" + json.dumps({"ranking": ranking, "reason": reason, "scores": scores}) + "'"


def match(
    number: int,
    ply: int,
    state: str,
    result: str = "NULL",
    *,
    game: str = "apart",
    variant: str = "standard",
    seed: str = "NULL",
    place: str = "70, 700, NULL, NULL",
    to_move: str = "NULL",
    board: str = "NULL, NULL",
    finished: str = at(4),
) -> str:
    """A match that came from the challenge of the same number."""
    return (
        "INSERT INTO matches (id, challenge_id, game, variant, rules_version, seed, server_id,"
        " channel_id, thread_id, where_note, ply, to_move, state, outcome, board_message_id,"
        " board_channel_id, created_at, updated_at, finished_at) VALUES"
        f" ({number}, {number}, '{game}', '{variant}', 1, {seed}, {place}, {ply}, {to_move},"
        f" '{state}', {result}, {board}, {at(2)}, {at(3)}, {finished})"
    )


def challenge(number: int, state: str, rest: str, place: str = "70, 700") -> str:
    """A challenge by player 1; ``rest``: who closed it, its message, of what it is a rematch."""
    return (
        "INSERT INTO challenges (id, game, variant, challenger_id, seat_choice, state, server_id,"
        " channel_id, created_at, expires_at, interaction_id, closed_by, message_id, rematch_of)"
        f" VALUES ({number}, 'apart', 'standard', 1, 'first', '{state}', {place}, {at(1)}, {at(9)},"
        f" {900 + number}, {rest})"
    )


STATEMENTS = (
    f"INSERT INTO players VALUES (1, false, 'first', 'wood', {at(1)})",
    f"INSERT INTO players (id, created_at) VALUES (2, {at(1)}), (3, {at(1)}), (4, {at(1)})",
    f'INSERT INTO servers VALUES (70, 700, false, \'["apart", "detach"]\', 5, 6, {at(1)})',
    f"INSERT INTO servers (id, created_at) VALUES (71, {at(1)})",
    *(challenge(number, "accepted", "NULL, 800, NULL") for number in range(1, 9)),
    challenge(9, "open", "NULL, 809, 2"),
    challenge(10, "declined", "2, 810, 3"),
    challenge(11, "open", "NULL, NULL, NULL", "NULL, 901"),
    *(
        f"INSERT INTO challenge_players VALUES ({number}, 2, true, {at(2)})"
        for number in range(1, 9)
    ),
    "INSERT INTO challenge_players VALUES (9, 2, true, NULL)",
    f"INSERT INTO challenge_players VALUES (9, 3, false, {at(2)})",
    match(
        1,
        3,
        "running",
        place="70, 700, 7000, NULL",
        to_move="1",
        board="5003, 7000",
        finished="NULL",
    ),
    match(2, 1, "over", outcome([[1], [0]], "left"), place="70, 700, NULL, 'forbidden:send'"),
    match(3, 1, "over", outcome([[0], [1]], "score", [18, 15]), game="abande", variant="square"),
    match(4, 1, "drawn", outcome([[0, 1]], "agreed"), place="NULL, 901, NULL, NULL"),
    match(5, 1, "over", outcome([[0], [1]], "decided")),
    match(6, 1, "aborted"),
    match(7, 2, "annulled"),
    match(
        8, 0, "running", game="halves", variant="2p-random", seed="77", to_move="0", finished="NULL"
    ),
    *(f"INSERT INTO seats VALUES ({number}, 0, 1, false)" for number in range(1, 9)),
    *(f"INSERT INTO seats VALUES ({number}, 1, 2, {number == 2})" for number in range(1, 9)),
    *(
        f"INSERT INTO moves VALUES ({number}, {ply}, {seat}, {player}, '{kind}', '{text}',"
        f" {1000 * number + ply}, {at(3)})"
        for number, ply, seat, player, kind, text in (
            (1, 1, 0, 1, "move", "b2-b4"),
            (1, 2, 1, 2, "move", "b7-b5"),
            (1, 3, 0, 1, "move", "c2-c4"),
            (2, 1, 1, 2, "leave", "resigned"),
            (3, 1, 0, 1, "move", "a1"),
            (4, 1, 0, 1, "draw", ""),
            (5, 1, "NULL", 4, "decide", "0>1\noutage"),
            (6, 1, 0, 1, "abort", ""),
            (7, 1, "NULL", 4, "place", "702\ntoo loud"),
            (7, 2, "NULL", 4, "annul", "\nplayed twice"),
        )
    ),
    f"INSERT INTO audit VALUES (5, 1, 4, 'decide', '0>1', 'outage', {at(3)})",
    f"INSERT INTO audit VALUES (7, 1, 4, 'place', '702', 'too loud', {at(3)})",
    f"INSERT INTO audit VALUES (7, 2, 4, 'annul', '', 'played twice', {at(3)})",
    *(
        f"INSERT INTO outbox VALUES ({number}, {match_id}, {ply}, 'board', '{state}', {attempts},"
        f" {at(3)}, {shown}, {error}, {at(2)}, {done})"
        for number, match_id, ply, state, attempts, shown, error, done in (
            (1, 1, 0, "done", 0, "7000, 5000", "NULL", at(2)),
            (2, 2, 0, "posting", 1, "NULL, NULL", "'TryLater'", "NULL"),
            (3, 1, 1, "posted", 0, "7000, 5001", "NULL", "NULL"),
            (4, 2, 1, "due", 0, "NULL, NULL", "NULL", "NULL"),
            (5, 8, 0, "due", 4, "NULL, NULL", "'CannotPost'", "NULL"),
        )
    ),
    *(
        f"INSERT INTO requests VALUES ({number}, {match_id}, '{kind}', {ply}, {player}, '{state}',"
        f" '{text}', {9000 + number}, {at(3)})"
        for number, match_id, kind, ply, player, state, text in (
            (1, 1, "undo", 3, 1, "open", "2"),
            (2, 1, "draw", 2, 2, "open", ""),
            (3, 1, "undo", 1, 1, "declined", "0"),
            (4, 2, "undo", 1, 1, "open", "0"),
            (5, 4, "draw", 0, 1, "granted", ""),
        )
    ),
    "INSERT INTO request_grants VALUES (1, 3), (5, 2)",
    f"INSERT INTO blocks VALUES (1, 4, {at(2)})",
    f"INSERT INTO drafts VALUES (1, 2, 3, '[\"b5\"]', {at(3)})",
    "INSERT INTO practices VALUES"
    f" (3, 'halves', '2p-random', 5, '[\"light\"]', '[\"0,0\"]', {at(3)})",
)
"""Every table has rows, of every kind that there was."""


async def build_old(
    url: str, revision: str = REVISION, statements: Iterable[str] = STATEMENTS
) -> None:
    """Make the tables of the old revision, with these rows."""
    in_utc = {} if url.startswith("sqlite") else {"server_settings": {"timezone": "UTC"}}
    engine = create_async_engine(url, connect_args=in_utc)
    async with engine.begin() as connection:
        await connection.run_sync(_build, revision, statements)
    await engine.dispose()


def _build(connection: Connection, revision: str, statements: Iterable[str]) -> None:
    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
    for statement in statements:
        connection.exec_driver_sql(statement)
