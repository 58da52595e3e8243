"""Cards of matches that are over, on their way to the channels where these were played."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from sqlalchemy import Connection

from bot.services.delivery.handler import Shown, posted_since, within
from bot.services.delivery.messenger import CannotPost, ChannelGone, Messenger, ShownCard
from bot.services.matches import MatchState, MatchStore
from bot.services.outbox.storage import Due
from bot.services.pictures import PictureService
from data.ids import MatchId
from renderer import alt_text


class ShareHandler:
    """Posts a card once; where it cannot be, nobody needs it any more."""

    def __init__(
        self,
        store: MatchStore,
        messenger: Messenger,
        pictures: PictureService,
        timeout: timedelta,
    ) -> None:
        self._store = store
        self._messenger = messenger
        self._pictures = pictures
        self._timeout = timeout

    def load(self, connection: Connection, due: Due) -> MatchState | None:
        """The match, None if it goes on after all."""
        match = self._store.read(connection, MatchId(due.subject_id))
        return None if match.is_running else match

    async def show(self, due: Due, subject: Any) -> Shown | None:
        """Post the card, unless an earlier attempt has."""
        match: MatchState = subject
        channel_id = match.channel_id
        try:
            message_id = None
            if due.uncertain:
                since = posted_since(due)
                looking = self._messenger.find_share(channel_id, match, since)
                message_id = await within(self._timeout, looking)
            if message_id is None:
                card = await within(self._timeout, self._messenger.share_card(match))
                png = await self._pictures.share_card(card)
                shown = ShownCard(match, png, alt_text(card.picture, match.sentence), due.nonce)
                posting = self._messenger.post_share(channel_id, shown)
                message_id = await within(self._timeout, posting)
        except (CannotPost, ChannelGone):
            return None
        return Shown(channel_id, message_id)

    def store(self, connection: Connection, due: Due, shown: Shown) -> None:
        """Nothing is to be remembered but the message, which the outbox does."""
