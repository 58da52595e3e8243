"""The cards of challenges and requests, posted once and then edited, and news of clocks."""

from __future__ import annotations

from datetime import timedelta
from typing import Generic, TypeVar

from sqlalchemy import Connection

from bot.services.challenges import storage as challenges
from bot.services.challenges.storage import Challenge
from bot.services.delivery.handler import Shown, posted_since, within
from bot.services.delivery.messenger import CannotPost, Card, ChannelGone, MessageGone, Messenger
from bot.services.matches import MatchStore
from bot.services.outbox.storage import Due
from bot.services.requests import MatchRequest
from bot.services.requests import storage as requests
from bot.services.timekeeping import ClockNews, clock_news
from data.ids import ChallengeId, ChannelId, MessageId, RequestId
from data.states import ChallengeState, RequestState

AnyCard = TypeVar("AnyCard", bound=Card)


class CardHandler(Generic[AnyCard]):
    """What all kinds of cards have in common."""

    def __init__(self, messenger: Messenger, timeout: timedelta) -> None:
        self._messenger = messenger
        self._timeout = timeout

    async def _show(
        self,
        due: Due,
        card: AnyCard,
        channel_id: ChannelId,
        known: tuple[ChannelId, MessageId] | None,
        *,
        is_open: bool,
    ) -> Shown | None:
        if known is None and due.uncertain:
            known = await self._find(due, card, channel_id)
        if known is not None:
            return await self._edit(known, card)
        if not is_open:
            return None  # nobody has seen it, and nobody has to
        posting = self._messenger.post_card(channel_id, card, due.nonce)
        return Shown(channel_id, await within(self._timeout, posting))

    async def _find(
        self, due: Due, card: AnyCard, channel_id: ChannelId
    ) -> tuple[ChannelId, MessageId] | None:
        since = posted_since(due)
        try:
            looking = self._messenger.find_card(channel_id, card, since)
            message_id = await within(self._timeout, looking)
        except (ChannelGone, CannotPost):
            return None
        return None if message_id is None else (channel_id, message_id)

    async def _edit(self, known: tuple[ChannelId, MessageId], card: AnyCard) -> Shown | None:
        try:
            await within(self._timeout, self._messenger.edit_card(*known, card))
        except (MessageGone, ChannelGone, CannotPost):
            return None  # the buttons of a card say themselves how it stands
        return Shown(*known)


class ChallengeCardHandler(CardHandler[Challenge]):
    """A challenge's card, in the channel where the challenge was made."""

    def load(self, connection: Connection, due: Due) -> Challenge | None:
        """The challenge as it is now."""
        return challenges.get(connection, ChallengeId(due.subject_id))

    async def show(self, due: Due, subject: Challenge) -> Shown | None:
        """Post or edit the card."""
        message_id = subject.message_id
        known = None if message_id is None else (subject.channel_id, message_id)
        is_open = subject.state is ChallengeState.OPEN
        return await self._show(due, subject, subject.channel_id, known, is_open=is_open)

    def store(self, connection: Connection, subject: Challenge, shown: Shown) -> None:
        """Remember the card's message."""
        challenges.set_message(connection, subject.id, shown.message_id)


class RequestCardHandler(CardHandler[MatchRequest]):
    """A request's card, where the match is played."""

    def __init__(self, messenger: Messenger, timeout: timedelta, store: MatchStore) -> None:
        super().__init__(messenger, timeout)
        self._store = store

    def load(self, connection: Connection, due: Due) -> MatchRequest | None:
        """The request as it is now, and its match."""
        stored = requests.get(connection, RequestId(due.subject_id))
        if stored is None:
            return None
        return MatchRequest(stored, self._store.read(connection, stored.match_id))

    async def show(self, due: Due, subject: MatchRequest) -> Shown | None:
        """Post or edit the card."""
        match = subject.match
        where = match.board_channel_id or match.thread_id or match.channel_id
        is_open = subject.state is RequestState.OPEN
        return await self._show(due, subject, where, subject.card, is_open=is_open)

    def store(self, connection: Connection, subject: MatchRequest, shown: Shown) -> None:
        """Remember the card's message."""
        requests.set_message(connection, subject.id, shown.channel_id, shown.message_id)


class ClockNewsHandler(CardHandler[ClockNews]):
    """What somebody has done about the time of a match, where that is played."""

    def __init__(self, messenger: Messenger, timeout: timedelta, store: MatchStore) -> None:
        super().__init__(messenger, timeout)
        self._store = store

    def load(self, connection: Connection, due: Due) -> ClockNews | None:
        """The news, and the match as it is now."""
        return clock_news(connection, self._store, due.subject_id)

    async def show(self, due: Due, subject: ClockNews) -> Shown | None:
        """Post the news."""
        match = subject.match
        where = match.board_channel_id or match.thread_id or match.channel_id
        return await self._show(due, subject, where, None, is_open=True)

    def store(self, connection: Connection, subject: ClockNews, shown: Shown) -> None:
        """Nothing is to be remembered: news stay as they were posted."""
