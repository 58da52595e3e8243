"""Statements that SQLite and PostgreSQL spell alike, and SQLAlchemy does not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite


def insert_missing(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> int:
    """Insert those of ``rows`` that meet no key that is there; leave the others as they are.

    How many were inserted, for a single row.
    """
    insert = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    return connection.execute(insert(table).on_conflict_do_nothing(), list(rows)).rowcount


def put(connection: Connection, table: Table, row: Mapping[str, Any]) -> None:
    """Insert ``row``, in place of the one with the same primary key."""
    insert = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    key = [column.name for column in table.primary_key]
    connection.execute(
        insert(table)
        .values(**row)
        .on_conflict_do_update(
            index_elements=key,
            set_={name: value for name, value in row.items() if name not in key},
        )
    )
