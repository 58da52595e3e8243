"""Removing old rows, in small transactions between which others have their turn."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

import structlog
from sqlalchemy import Connection

from bot.services.matches import Now
from bot.services.upkeep import storage
from data.database import Database

TOLD_KEPT = timedelta(days=30)
REQUESTS_KEPT = timedelta(days=30)
REMINDERS_KEPT = timedelta(days=90)
"""Longer than any turn with its pauses, so that none is reminded twice of the same."""
DRAFTS_KEPT = timedelta(days=14)
EVERY = timedelta(hours=6)
AT_ONCE = 500

logger = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Pruned:
    """How many rows were removed."""

    told: int
    requests: int
    drafts: int
    reminders: int = 0


class Pruning:
    """Old rows of the outbox, requests, reminders and half-made moves; see ``data.pruning``."""

    def __init__(self, database: Database, now: Now) -> None:
        self._database = database
        self._now = now

    async def run(self) -> None:
        """Remove what is old a few times a day, until cancelled; raises StorageError."""
        while True:
            pruned = await self.prune()
            if pruned != Pruned(0, 0, 0):
                logger.info(
                    "pruned",
                    told=pruned.told,
                    requests=pruned.requests,
                    drafts=pruned.drafts,
                    reminders=pruned.reminders,
                )
            await asyncio.sleep(EVERY.total_seconds())

    async def prune(self) -> Pruned:
        """Remove what is old by now; how much that was."""
        now = self._now()
        told, asked = now - TOLD_KEPT, now - REQUESTS_KEPT
        reminded = now - REMINDERS_KEPT
        return Pruned(
            told=await self._repeat(lambda c: storage.prune_outbox(c, told, AT_ONCE)),
            requests=await self._repeat(lambda c: storage.prune_requests(c, asked, AT_ONCE)),
            drafts=await self._database.write(storage.prune_drafts, now - DRAFTS_KEPT),
            reminders=await self._repeat(lambda c: storage.prune_reminders(c, reminded, AT_ONCE)),
        )

    async def _repeat(self, prune: Callable[[Connection], int]) -> int:
        total = 0
        while removed := await self._database.write(prune):
            total += removed
        return total
