"""The metadata of all tables, with the names of keys and indexes."""

from sqlalchemy import Index, MetaData, Table, TextClause
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


def table(name: str, *parts: SchemaItem) -> Table:
    """A table in ``metadata``."""
    return Table(name, metadata, *parts)


def partial_unique(condition: TextClause, name: str, *columns: str) -> Index:
    """A unique index over the rows that fulfil a condition."""
    return Index(name, *columns, unique=True, sqlite_where=condition, postgresql_where=condition)
