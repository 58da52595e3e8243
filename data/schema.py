"""What all tables belong to, and how their keys and indexes are named."""

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
    """A table of the bot's."""
    return Table(name, metadata, *parts)


def only_where(holds: TextClause, name: str, *columns: str) -> Index:
    """An index by which these columns are unique among the rows of which that holds."""
    return Index(name, *columns, unique=True, sqlite_where=holds, postgresql_where=holds)
