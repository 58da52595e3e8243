"""Bringing a database's schema up to date."""

import threading
from pathlib import Path

from sqlalchemy import Connection, inspect

from data.errors import StorageError
from data.tables import metadata

FOLDER = Path(__file__).parent / "migrations"
STEPS: tuple[str, ...] = ("repeats", "put_aside", "tournaments")
"""The steps that there are, the newest first; the last one is the first release."""
_ALEMBIC = threading.Lock()
"""Alembic keeps what it works on in one place for the whole program."""


class UnknownSchemaError(StorageError):
    """The database has a step that this program does not have."""

    def __init__(self, revision: str) -> None:
        super().__init__(
            f"The database was written by another version of this bot (its step is {revision}). "
            "If that version is newer, update the bot, or go back to a backup that was made "
            "before. If it is from before the first release, begin with a new database."
        )


class EarlierShapeError(StorageError):
    """The database names a step of today, and was written when that step was another one."""

    def __init__(self, lacking: str) -> None:
        super().__init__(
            f"The database is from before the first release (it lacks {lacking}), and cannot be "
            "brought up to date. Begin with a new database: move this one away, or let "
            "DATABASE_URL name another."
        )


def upgrade(connection: Connection) -> None:
    """Run the missing steps in the transaction that ``connection`` is in.

    Where there are no tables all are made as they are now, and no step is run. The record of what
    has run is part of that transaction. Raises UnknownSchemaError and EarlierShapeError.
    """
    missing = missing_steps(connection)
    if missing == 0:
        return
    if missing is None:
        metadata.create_all(connection, checkfirst=False)
    # most starts have no step to run, and need not hold Alembic
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    with _ALEMBIC:
        (command.stamp if missing is None else command.upgrade)(config, "head")
    _check_columns(connection)


def missing_steps(connection: Connection) -> int | None:
    """How many steps the schema is behind, None where there is none.

    Raises UnknownSchemaError, and EarlierShapeError where none is missing.
    """
    if not inspect(connection).has_table("alembic_version"):
        return None
    versions = connection.exec_driver_sql("SELECT version_num FROM alembic_version")
    here: str | None = versions.scalar_one_or_none()
    if here is None:
        return None
    if here not in STEPS:
        raise UnknownSchemaError(here)
    missing = STEPS.index(here)
    if missing == 0:
        _check_columns(connection)
    return missing


def _check_columns(connection: Connection) -> None:
    """Raise EarlierShapeError unless every column is there: before 1.0.0 steps were changed."""
    there = {tuple(row) for row in connection.exec_driver_sql(_COLUMNS[connection.dialect.name])}
    wanted = {(table.name, column.name) for table in metadata.sorted_tables for column in table.c}
    if lacking := sorted(wanted - there):
        raise EarlierShapeError(".".join(lacking[0]))


_COLUMNS = {
    "sqlite": "SELECT tables.name, columns.name FROM sqlite_master tables "
    "JOIN pragma_table_info(tables.name) columns WHERE tables.type = 'table'",
    "postgresql": "SELECT table_name, column_name FROM information_schema.columns "
    "WHERE table_schema = current_schema()",
}
