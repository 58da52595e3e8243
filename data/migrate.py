"""Migrating the schema of a database."""

import threading
from pathlib import Path

from sqlalchemy import Connection, inspect

from data.errors import StorageError
from data.tables import metadata

FOLDER = Path(__file__).parent / "migrations"
STEPS: tuple[str, ...] = (
    "clubs",
    "orders",
    "daily",
    "pairing_seats",
    "repeats",
    "put_aside",
    "tournaments",
)
"""The migrations, newest first; the last one is the first release."""
_ALEMBIC = threading.Lock()
"""Alembic has global state."""


class UnknownSchemaError(StorageError):
    """The database has a migration that this program does not know."""

    def __init__(self, revision: str) -> None:
        super().__init__(
            f"The database was written by another version of this bot (its step is {revision}). "
            "If that version is newer, update the bot, or go back to a backup that was made "
            "before. If it is from before the first release, begin with a new database."
        )


def upgrade(connection: Connection) -> None:
    """Run the missing migrations in the transaction of ``connection``.

    An empty database gets all tables in their present form instead. Raises UnknownSchemaError.
    """
    missing = missing_steps(connection)
    if missing == 0:
        return
    if missing is None:
        metadata.create_all(connection, checkfirst=False)
    # imported here: most starts have nothing to migrate
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    with _ALEMBIC:
        (command.stamp if missing is None else command.upgrade)(config, "head")


def missing_steps(connection: Connection) -> int | None:
    """How many migrations are missing; None without tables. Raises UnknownSchemaError."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    versions = connection.exec_driver_sql("SELECT version_num FROM alembic_version")
    here: str | None = versions.scalar_one_or_none()
    if here is None:
        return None
    if here not in STEPS:
        raise UnknownSchemaError(here)
    return STEPS.index(here)
