"""Leading somebody who has played against engines to what looking back has found."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import Connection

from bot.services.delivery.handler import Shown, within
from bot.services.delivery.messenger import (
    CannotPost,
    ChannelGone,
    LookedBack,
    MessageGone,
    Messenger,
)
from bot.services.matches import MatchStore
from bot.services.outbox.storage import Due
from bot.services.results import aftermath_of
from bot.services.reviews import review_of
from data.ids import MatchId


class LookedBackHandler:
    """Says on the last board of a match that it was looked back at. An edit pings nobody.

    To make it twice changes nothing, so nothing has to be found after a crash.
    """

    def __init__(self, store: MatchStore, messenger: Messenger, timeout: timedelta) -> None:
        self._store = store
        self._messenger = messenger
        self._timeout = timeout

    def load(self, connection: Connection, due: Due) -> LookedBack | None:
        """The match with what was found; None if it has gone on, or nothing is to be told."""
        match = self._store.read(connection, MatchId(due.subject_id))
        review = review_of(connection, match)
        if match.ply != due.version or review is None or not review.moments:
            return None
        return LookedBack(match, len(review.moments), aftermath_of(connection, match))

    async def show(self, due: Due, subject: LookedBack) -> Shown | None:
        """Edit the board."""
        del due
        channel_id, message_id = subject.match.board_channel_id, subject.match.board_message_id
        if channel_id is None or message_id is None:
            return None
        try:
            editing = self._messenger.show_looked_back(channel_id, message_id, subject)
            await within(self._timeout, editing)
        except (MessageGone, ChannelGone, CannotPost):
            return None  # the button that was there before leads there as well
        return Shown(channel_id, message_id)

    def store(self, connection: Connection, subject: LookedBack, shown: Shown) -> None:
        """Nothing is to be remembered."""
