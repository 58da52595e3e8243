"""Words for one person alone, in direct messages. Nobody gets any that they did not ask for."""

from __future__ import annotations

from datetime import timedelta

import structlog
from sqlalchemy import Connection

from bot.services.delivery.handler import CLOCKS_APART, Shown, within
from bot.services.delivery.messenger import DirectMessagesClosed, Messenger
from data.ids import PlayerId
from data.outbox import Due

logger = structlog.get_logger(__name__)


class DirectHandler:
    """Tells people what was noted for them. Where their direct messages are closed, nothing is."""

    def __init__(self, messenger: Messenger, timeout: timedelta) -> None:
        self._messenger = messenger
        self._timeout = timeout

    def load(self, connection: Connection, due: Due) -> str | None:  # noqa: ARG002 - as for all
        """The words, which were chosen when they were noted."""
        return due.words

    async def show(self, due: Due, subject: str) -> Shown | None:
        """Send the words, unless an earlier attempt has."""
        player_id = PlayerId(due.subject_id)
        try:
            if due.uncertain:
                since = due.created_at - CLOCKS_APART
                looking = self._messenger.find_direct(player_id, subject, since)
                found = await within(self._timeout, looking)
                if found is not None:
                    return Shown(*found)
            sending = self._messenger.post_direct(player_id, subject, due.nonce)
            return Shown(*await within(self._timeout, sending))
        except DirectMessagesClosed:
            logger.info("direct messages closed", player=player_id)
            return None

    def store(self, connection: Connection, subject: str, shown: Shown) -> None:
        """Nothing is to be remembered with the person."""
