"""Opening the database at the start, with retries while others use it or it starts."""

import asyncio
from datetime import timedelta

import structlog

from data.database import Database
from data.errors import HeldError

PATIENCE = timedelta(minutes=1)
"""How long the start waits for a database in use by others."""
PAUSE = timedelta(seconds=1)

logger = structlog.get_logger(__name__)


async def open_patiently(url: str, patience: timedelta | None = None) -> Database:
    """Open and migrate the database at ``url``, retrying after HeldError.

    Raises HeldError after ``patience`` (by default PATIENCE), and other StorageErrors at once.
    """
    clock = asyncio.get_running_loop().time
    until = clock() + (PATIENCE if patience is None else patience).total_seconds()
    while True:
        try:
            return await Database.open(url, patient=False)
        except HeldError as error:
            if clock() >= until:
                raise
            logger.warning("waiting for the database", reason=str(error))
        await asyncio.sleep(PAUSE.total_seconds())
