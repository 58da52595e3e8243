"""A version of the program that is newer by one step of the schema."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from data import migrate

STEP = """
import sqlalchemy as sa
from alembic import op

revision = "further"
down_revision = "{newest}"


def upgrade():
    op.add_column("players", sa.Column("shoe_size", sa.Integer(), server_default=sa.text("42")))
"""


@contextmanager
def further_step(folder: Path) -> Iterator[None]:
    """For the length of the block the program has the step; ``folder`` holds its files."""
    usual, known, steps = migrate.FOLDER, migrate.STEPS, folder / "migrations"
    shutil.copytree(usual, steps, ignore=shutil.ignore_patterns("__pycache__"))
    step = STEP.format(newest=known[0])
    (steps / "versions" / "further.py").write_text(step, encoding="utf-8")
    migrate.FOLDER, migrate.STEPS = steps, ("further", *known)
    try:
        yield
    finally:
        migrate.FOLDER, migrate.STEPS = usual, known
