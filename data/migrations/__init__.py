"""The steps that built the schema, oldest first; Alembic runs those that are missing."""
