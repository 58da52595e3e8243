"""The metadata of all tables, with the names of keys and indexes."""

from enum import Enum
from typing import Any

from sqlalchemy import BigInteger, Column, ForeignKey, Index, MetaData, Table, TextClause, text
from sqlalchemy.schema import SchemaItem

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)

KEY_LENGTH = 64
CLOCK_LENGTH = 48


class People(Enum):
    """What becomes of the rows that name a person who is deleted.

    OWN: they are deleted. SHARED: they are kept, and a stand-in replaces the person.
    """

    OWN = "own"
    SHARED = "shared"


UNSEARCHED = {"searched": False}
"""``info`` of a column that names a person who must not learn of the row."""
SECRET = {"exported": False}
"""``info`` of a column that is in nobody's export."""


def table(
    name: str, *parts: SchemaItem, people: People | None = None, in_use: str | None = None
) -> Table:
    """A table in ``metadata``.

    ``people`` is None where no row names anybody. ``in_use`` is the SQL condition for rows that
    need their ``channel_id``, where the bot posts.
    """
    used = None if in_use is None else text(in_use)
    return Table(name, metadata, *parts, info={"people": people, "in_use": used})


def person(name: str, **options: Any) -> Column[Any]:
    """A column that refers to a person; ``options`` are those of a column."""
    return Column(name, BigInteger, ForeignKey("players.id"), **options)


def partial_unique(condition: TextClause, name: str, *columns: str) -> Index:
    """A unique index over the rows that fulfil a condition."""
    return Index(name, *columns, unique=True, sqlite_where=condition, postgresql_where=condition)
