"""Leaderboards on their way to the channels that they stand in."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import Connection

from bot.services.delivery.handler import Shown, posted_since, within
from bot.services.delivery.messenger import CannotPost, ChannelGone, MessageGone, Messenger
from bot.services.leaderboards import LiveLeaderboard, load_live
from bot.services.leaderboards import live_storage as live
from bot.services.matches import Now
from bot.services.outbox.storage import Due
from data.database import Database
from data.ids import MessageId


class LiveListHandler:
    """Posts a list once, and edits it then. A list whose message was deleted is wanted no more."""

    def __init__(
        self, database: Database, messenger: Messenger, timeout: timedelta, now: Now
    ) -> None:
        self._database = database
        self._messenger = messenger
        self._timeout = timeout
        self._now = now

    def load(self, connection: Connection, due: Due) -> LiveLeaderboard | None:
        """The list as it is now, None if that stands there already."""
        return load_live(connection, due.subject_id, self._now())

    async def show(self, due: Due, subject: LiveLeaderboard) -> Shown | None:
        """Post or edit the list."""
        channel_id = subject.list.channel_id
        try:
            message_id = subject.list.message_id or await self._find(due, subject)
            if message_id is None:
                posting = self._messenger.post_card(channel_id, subject, due.nonce)
                message_id = await within(self._timeout, posting)
            else:
                editing = self._messenger.edit_card(channel_id, message_id, subject)
                await within(self._timeout, editing)
        except (MessageGone, ChannelGone):
            await self._database.write(live.remove, subject.list.id)
            return None
        await self._database.write(
            live.note_shown, subject.list.id, message_id, subject.digest, self._now()
        )
        return Shown(channel_id, message_id)

    async def _find(self, due: Due, shown: LiveLeaderboard) -> MessageId | None:
        if not due.uncertain:
            return None
        since = posted_since(due)
        looking = self._messenger.find_card(shown.list.channel_id, shown, since)
        try:
            return await within(self._timeout, looking)
        except CannotPost:
            return None  # what cannot be looked into holds no list that people could see

    def store(self, connection: Connection, subject: LiveLeaderboard, shown: Shown) -> None:
        """Nothing is left: what is shown was remembered as soon as it was."""
