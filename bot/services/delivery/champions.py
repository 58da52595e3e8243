"""Roles of champions on their way from one person to the next."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import structlog
from sqlalchemy import Connection

from bot.services.delivery.handler import Shown, within
from bot.services.delivery.messenger import CannotPost, Messenger, RoleGone
from bot.services.ladders import LadderStore
from bot.services.leaderboards import Handover, load_handover
from bot.services.leaderboards import champions_storage as champions
from bot.services.matches import Now
from bot.services.outbox import storage as outbox
from bot.services.outbox.storage import Due
from bot.services.people import players
from data.database import Database
from data.ids import PlayerId

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
        """Who is to have the role now, None if they have it.

        That they get it is noted before Discord is asked, so that whoever is forgotten meanwhile
        loses it again.
        """
        perhaps = outbox.may_have_role(due)
        found = load_handover(connection, self._ladders, due.subject_id, self._now(), perhaps)
        if found is not None and found.first is not None:
            outbox.note_giving(connection, due, found.first)
        return found

    async def show(self, due: Due, subject: Any) -> Shown | None:  # noqa: ARG002 - as for all
        """Hand the role over, and remember who has it."""
        handover: Handover = subject
        known = handover.champion
        passing = self._messenger.pass_role(
            known.server_id, known.role_id, handover.others, handover.first
        )
        try:
            holder = await within(self._timeout, passing)
        except RoleGone:
            await self._database.write(champions.remove, known.id)
        except CannotPost as error:
            logger.warning("role not given", server=known.server_id, missing=error.permission)
        else:
            await self._database.write(_remember, known.id, holder)
        return None

    def store(self, connection: Connection, due: Due, shown: Shown) -> None:
        """Nothing is left: nothing was posted."""


def _remember(connection: Connection, champion_id: int, holder: PlayerId | None) -> None:
    """Note who has the role; nobody, if they have been forgotten and it will be taken from them."""
    stays = holder is not None and players.hold(connection, holder)
    champions.set_holder(connection, champion_id, holder if stays else None)
