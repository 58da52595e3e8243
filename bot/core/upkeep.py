"""Taking away, by age, what nobody needs any more."""

import asyncio
from collections.abc import Iterable
from datetime import timedelta

import structlog

from bot.core.matches import Now
from bot.core.part import Prune
from data.database import Database

EVERY = timedelta(hours=6)
AT_ONCE = 500

logger = structlog.get_logger(__name__)


class Pruning:
    """Removes the rows that nobody needs any more, as the areas say that own them."""

    def __init__(self, database: Database, prunes: Iterable[Prune], now: Now) -> None:
        self._database = database
        self._prunes = tuple(prunes)
        self._now = now

    async def run(self) -> None:
        """Remove what is old a few times a day, until cancelled; raises StorageError."""
        while True:
            pruned = await self.prune()
            if any(pruned.values()):
                logger.info("pruned", **pruned)
            await asyncio.sleep(EVERY.total_seconds())

    async def prune(self) -> dict[str, int]:
        """Remove what is old, and count it by name; the first error is raised at the end."""
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
        while removed := await self._database.write(prune.work, before, AT_ONCE):
            total += removed
        return total
