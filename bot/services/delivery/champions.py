"""Roles of champions on their way from one person to the next."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import structlog
from sqlalchemy import Connection

from bot.services.climbing import LadderStore
from bot.services.delivery.handler import Shown, within
from bot.services.delivery.messenger import CannotPost, Messenger, RoleGone
from bot.services.leaderboards import Handover, load_handover
from bot.services.matches import Now
from data import champions
from data.database import Database
from data.ids import PlayerId
from data.outbox import Due

logger = structlog.get_logger(__name__)


class ChampionHandler:
    """Takes a role from one person and gives it to another; a role that is gone goes to nobody.

    Where the bot may not, nothing is done until somebody looks again, which is every day.
    """

    def __init__(
        self,
        database: Database,
        messenger: Messenger,
        timeout: timedelta,
        ladders: LadderStore,
        now: Now,
    ) -> None:
        self._database = database
        self._messenger = messenger
        self._timeout = timeout
        self._ladders = ladders
        self._now = now

    def load(self, connection: Connection, due: Due) -> Handover | None:
        """Who is to have the role now, None if they have it."""
        left = None if due.words is None else PlayerId(int(due.words))
        return load_handover(connection, self._ladders, due.subject_id, self._now(), left)

    async def show(self, due: Due, subject: Any) -> Shown | None:  # noqa: ARG002 - as for all
        """Hand the role over, and remember who has it."""
        handover: Handover = subject
        known = handover.champion
        passing = self._messenger.pass_role(
            known.server_id, known.role_id, known.holder_id, handover.first
        )
        try:
            holder = await within(self._timeout, passing)
        except RoleGone:
            await self._database.write(champions.remove, known.id)
        except CannotPost as error:
            logger.warning("role not given", server=known.server_id, missing=error.permission)
        else:
            await self._database.write(champions.set_holder, known.id, holder)
        return None

    def store(self, connection: Connection, due: Due, shown: Shown) -> None:
        """Nothing is left: nothing was posted."""
