"""The standings of a ladder, posted once and then edited, and its news."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import Connection

from bot.services.delivery.cards import CardHandler
from bot.services.delivery.handler import Shown, within
from bot.services.delivery.messenger import ChannelGone, MessageGone, Messenger
from bot.services.ladders import LadderCard, LadderNews, LadderStore, card_of, event_of
from bot.services.ladders import storage as ladders
from bot.services.matches import Now
from bot.services.outbox.storage import Due
from data.database import Database
from data.ids import ChannelId, LadderId


class LadderCardHandler(CardHandler[LadderCard]):
    """The standings, in the channel that a manager chose."""

    def __init__(
        self,
        database: Database,
        messenger: Messenger,
        timeout: timedelta,
        store: LadderStore,
        now: Now,
    ) -> None:
        super().__init__(messenger, timeout)
        self._database = database
        self._store = store
        self._now = now

    def load(self, connection: Connection, due: Due) -> LadderCard:
        """The ladder as it is now."""
        return card_of(self._store.read(connection, LadderId(due.subject_id)))

    async def show(self, due: Due, subject: LadderCard) -> Shown | None:
        """Post the standings, or edit them if they have changed.

        Where the channel is gone, they are shown nowhere until a manager names another one.
        """
        ladder = subject.ladder
        if ladder.channel_id is None or ladder.shown == subject.digest:
            return None
        try:
            return await self._post_or_edit(due, subject, ladder.channel_id)
        except ChannelGone:
            await self._database.write(ladders.set_channel, ladder.id, None)
            return None

    def store(self, connection: Connection, subject: LadderCard, shown: Shown) -> None:
        """Remember the message, and what it says."""
        message = (shown.channel_id, shown.message_id)
        ladders.set_shown(connection, subject.ladder.id, message, subject.digest, self._now())

    async def _post_or_edit(
        self, due: Due, card: LadderCard, channel_id: ChannelId
    ) -> Shown | None:
        message_id = card.ladder.message_id
        if message_id is not None:
            try:
                editing = self._messenger.edit_card(channel_id, message_id, card)
                await within(self._timeout, editing)
                return Shown(channel_id, message_id)
            except MessageGone:
                pass  # somebody has deleted it, so it is posted again
        return await self._show(due, card, channel_id, None, is_open=True)


class LadderNewsHandler(CardHandler[LadderNews]):
    """What happened on a ladder, where its standings are."""

    def load(self, connection: Connection, due: Due) -> LadderNews | None:
        """The entry that the news are of, and its ladder."""
        row = ladders.entry(connection, due.subject_id)
        ladder = None if row is None else ladders.get(connection, row["ladder_id"])
        return None if row is None or ladder is None else LadderNews(ladder, event_of(row))

    async def show(self, due: Due, subject: LadderNews) -> Shown | None:
        """Post the news."""
        channel_id = subject.ladder.channel_id
        if channel_id is None:
            return None
        try:
            return await self._show(due, subject, channel_id, None, is_open=True)
        except ChannelGone:
            return None  # the history has it

    def store(self, connection: Connection, subject: LadderNews, shown: Shown) -> None:
        """Nothing is to be remembered: news stay as they were posted."""
