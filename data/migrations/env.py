"""Run by Alembic for every step: everything happens on the connection that was handed over."""

from alembic import context

from data.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,  # it says how keys and indexes are named
)
with context.begin_transaction():
    context.run_migrations()
