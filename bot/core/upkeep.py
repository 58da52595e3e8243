"""Deleting rows that are no longer needed, by age."""

import asyncio
from collections.abc import Iterable
from datetime import timedelta

import structlog

from bot.core.matches import Now
from bot.core.part import Prune
from data.database import Database

INTERVAL = timedelta(hours=6)
BATCH = 500

logger = structlog.get_logger(__name__)


class Pruning:
    """Runs the prunes of all features."""

    def __init__(self, database: Database, prunes: Iterable[Prune], now: Now) -> None:
        self._database = database
        self._prunes = tuple(prunes)
        self._now = now

    async def run(self) -> None:
        """Prune every INTERVAL until cancelled; raises StorageError."""
        while True:
            pruned = await self.prune()
            if any(pruned.values()):
                logger.info("pruned", **pruned)
            await asyncio.sleep(INTERVAL.total_seconds())

    async def prune(self) -> dict[str, int]:
        """Run all prunes, then raise the first error; returns the deleted rows by name."""
        removed = dict[str, int]()
        faults = list[Exception]()
        for each in self._prunes:
            try:
                removed[each.name] = await self._repeat(each)
            except Exception as error:  # noqa: BLE001 - raised once the others are done
                faults.append(error)
        for fault in faults:
            raise fault
        return removed

    async def _repeat(self, prune: Prune) -> int:
        total, before = 0, self._now() - prune.kept
        while removed := await self._database.write(prune.work, before, BATCH):
            total += removed
        return total
