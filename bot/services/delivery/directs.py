"""Words for one person alone, in direct messages. Nobody gets any that they did not ask for."""

from __future__ import annotations

from datetime import timedelta

import structlog
from sqlalchemy import Connection

from bot.services.delivery.handler import Shown, posted_since, within
from bot.services.delivery.messenger import DirectMessagesClosed, Messenger
from bot.services.matches import MatchState, MatchStore
from bot.services.watching import hears_of
from data.ids import MatchId, PlayerId
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
        return await _tell(self._messenger, self._timeout, due, subject)

    def store(self, connection: Connection, subject: str, shown: Shown) -> None:
        """Nothing is to be remembered with the person."""


class FollowedHandler:
    """Tells people how a match ended that they follow, or of somebody whom they follow.

    Only if they could look on now; whoever played in it always can.
    """

    def __init__(self, messenger: Messenger, timeout: timedelta, store: MatchStore) -> None:
        self._messenger = messenger
        self._timeout = timeout
        self._store = store

    def load(self, connection: Connection, due: Due) -> MatchState | None:
        """The match; None if it goes on after all, or the person is not to hear of it any more."""
        match = self._store.read(connection, MatchId(due.version))
        hears = hears_of(connection, PlayerId(due.subject_id), match)
        return match if hears and not match.is_running else None

    async def show(self, due: Due, subject: MatchState) -> Shown | None:
        """Send it, unless an earlier attempt has, or they may not look where it was played."""
        player_id = PlayerId(due.subject_id)
        if player_id not in subject.people:
            looking = self._messenger.may_look(player_id, subject)
            if not await within(self._timeout, looking):
                return None
        return await _tell(self._messenger, self._timeout, due, due.words or "")

    def store(self, connection: Connection, subject: MatchState, shown: Shown) -> None:
        """Nothing is to be remembered: how a match ended is told once."""


async def _tell(messenger: Messenger, limit: timedelta, due: Due, words: str) -> Shown | None:
    """Tell the person ``words`` once; None where their direct messages are closed."""
    player_id = PlayerId(due.subject_id)
    try:
        if due.uncertain:
            since = posted_since(due)
            found = await within(limit, messenger.find_direct(player_id, words, since))
            if found is not None:
                return Shown(*found)
        sending = messenger.post_direct(player_id, words, due.nonce)
        return Shown(*await within(limit, sending))
    except DirectMessagesClosed:
        logger.info("direct messages closed", player=player_id)
        return None
