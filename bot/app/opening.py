"""Opening the database at the start: one that is held, or still starting, is waited for."""

import asyncio
from datetime import timedelta

import structlog

from data.database import Database
from data.errors import HeldError

PATIENCE = timedelta(minutes=1)
"""How long another program may hold the database before the start is given up."""
PAUSE = timedelta(seconds=1)

logger = structlog.get_logger(__name__)


async def open_patiently(url: str, patience: timedelta | None = None) -> Database:
    """The database at ``url``, brought up to date, once nobody keeps this program from it.

    Raises HeldError if that takes longer than ``patience``, as a rule PATIENCE, and at once what
    waiting does not mend: any other StorageError.
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
