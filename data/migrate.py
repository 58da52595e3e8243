"""Bringing a database's schema up to date."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

FOLDER = Path(__file__).parent / "migrations"


class NewerSchemaError(Exception):
    """The database was written by a newer version of this program, which has to be used."""


def upgrade(connection: Connection) -> None:
    """Run the missing steps in the transaction that ``connection`` is in.

    The record of what has run is part of that transaction. Raises NewerSchemaError.
    """
    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    known = {step.revision for step in ScriptDirectory.from_config(config).walk_revisions()}
    here = MigrationContext.configure(connection).get_current_revision()
    if here is not None and here not in known:
        raise NewerSchemaError(here)
    command.upgrade(config, "head")
