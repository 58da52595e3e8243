"""The tables of puzzles."""

from __future__ import annotations

from sqlalchemy import JSON, BigInteger, Column, ForeignKey, Integer, String, Table, Text, text

from data.columns import Instant
from data.schema import metadata

puzzle_boards = Table(
    "puzzle_boards",
    metadata,
    Column("player_id", BigInteger, ForeignKey("players.id"), primary_key=True),
    Column("puzzle", String(32), primary_key=True),
    Column("taken", JSON, nullable=False),
    Column("answer", Text),
    Column("tries", Integer, nullable=False, server_default=text("0")),
    Column("solved_at", Instant),
    Column("updated_at", Instant, nullable=False),
)
