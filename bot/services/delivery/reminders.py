"""Reminders and digests on their way: where people want them, and where they can be reached."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import structlog
from sqlalchemy import Connection

from bot.services.delivery.handler import Shown, posted_since, within
from bot.services.delivery.messenger import (
    CannotPost,
    ChannelGone,
    DirectMessagesClosed,
    MessageGone,
    Messenger,
    Sent,
)
from bot.services.matches import MatchStore, Now
from bot.services.outbox.storage import Due
from bot.services.people.settings import reminder_settings
from bot.services.reminders import (
    NOT_OF_A_TURN,
    Digest,
    ReminderCard,
    Tier,
    close_direct,
    tell_in_match,
)
from bot.services.reminders import storage as reminders
from bot.services.requests import inbox_of
from data.database import Database
from data.ids import ChannelId, MessageId, PlayerId, ReminderId
from data.states import ReminderState, ReminderWay

logger = structlog.get_logger(__name__)


class ReminderHandler:
    """Shows a reminder once, and takes it away once something has happened in its match.

    Where direct messages are closed it comes in the match's thread, and so will the next.
    """

    def __init__(
        self,
        database: Database,
        store: MatchStore,
        messenger: Messenger,
        timeout: timedelta,
        now: Now,
    ) -> None:
        self._database = database
        self._store = store
        self._messenger = messenger
        self._timeout = timeout
        self._now = now

    def load(self, connection: Connection, due: Due) -> ReminderCard | None:
        """The reminder and its match as they are now."""
        reminder = reminders.get(connection, ReminderId(due.subject_id))
        if reminder is None:
            return None
        match = self._store.read(connection, reminder.match_id)
        chosen = reminder_settings.get(connection, reminder.player_id)
        card = ReminderCard(reminder, match, chosen.reminder_way)
        return None if self._is_pointless(card) else card

    async def show(self, due: Due, subject: ReminderCard) -> Shown | None:
        """Post the reminder, or take it away. Raises CannotPost, ChannelGone or TryLater."""
        known = subject.reminder.message
        if known is None and due.uncertain:
            known = await self._find(due, subject)
        if subject.reminder.state is ReminderState.OVER:
            await self._remove(known)
            return None
        return Shown(*(known or await self._post(due, subject)))

    def store(self, connection: Connection, subject: ReminderCard, shown: Shown) -> None:
        """Remember the message, to take it away."""
        reminders.set_message(connection, subject.reminder.id, (shown.channel_id, shown.message_id))

    def _is_pointless(self, card: ReminderCard) -> bool:
        """Whether the time of which it was to remind is over by now, or stands still."""
        of_time = card.reminder.kind.value in set(Tier)
        is_running = card.until is not None and self._now() < card.until
        return of_time and card.reminder.state is ReminderState.TOLD and not is_running

    async def _post(self, due: Due, card: ReminderCard) -> Sent:
        if not _is_direct(card):
            return await self._post_in_match(due, card)
        to_them = replace(card, direct=True)
        try:
            return await within(
                self._timeout, self._messenger.post_direct_card(card.player_id, to_them, due.nonce)
            )
        except DirectMessagesClosed:
            logger.info("direct messages closed", player=card.player_id)
        # remembered first: whatever comes after, nobody is written to again who cannot be
        closed = await self._database.write(close_direct, card.reminder, self._now())
        return await self._post_in_match(due, replace(card, reminder=closed))

    async def _post_in_match(self, due: Due, card: ReminderCard) -> Sent:
        *others, last = _places(card)
        for channel_id, board_id in others:
            try:
                return channel_id, await self._post_in(channel_id, due, card, board_id)
            except (ChannelGone, CannotPost):
                continue
        return last[0], await self._post_in(last[0], due, card, last[1])

    async def _post_in(
        self, channel_id: ChannelId, due: Due, card: ReminderCard, board_id: MessageId | None
    ) -> MessageId:
        return await within(
            self._timeout, self._messenger.post_card(channel_id, card, due.nonce, board_id)
        )

    async def _find(self, due: Due, card: ReminderCard) -> Sent | None:
        """Where an earlier attempt may have posted it."""
        since = posted_since(due)
        if _is_direct(card):
            to_them = replace(card, direct=True)
            looking = self._messenger.find_direct_card(card.player_id, to_them, since)
            try:
                return await within(self._timeout, looking)
            except (DirectMessagesClosed, CannotPost, ChannelGone):
                return None
        for channel_id, _ in _places(card):
            try:
                found = await within(
                    self._timeout, self._messenger.find_card(channel_id, card, since)
                )
            except (ChannelGone, CannotPost):
                continue
            if found is not None:
                return channel_id, found
        return None

    async def _remove(self, known: Sent | None) -> None:
        if known is None:
            return
        try:
            await within(self._timeout, self._messenger.remove(*known))
        except (MessageGone, ChannelGone, CannotPost, DirectMessagesClosed):
            return  # nobody can see it, or it has to stay


class DigestHandler:
    """Tells somebody in one direct message what waits for them.

    Where direct messages are closed, people are reminded in the threads of their matches again.
    """

    def __init__(
        self, database: Database, messenger: Messenger, timeout: timedelta, now: Now
    ) -> None:
        self._database = database
        self._messenger = messenger
        self._timeout = timeout
        self._now = now

    def load(self, connection: Connection, due: Due) -> Digest | None:
        """What others wait for now; None if they have moved everywhere, or want no digest."""
        player_id = PlayerId(due.subject_id)
        chosen = reminder_settings.get(connection, player_id)
        found = inbox_of(connection, player_id, 0).waiting
        waiting = tuple(each for each in found if not each.is_practice)
        if not waiting or chosen.reminder_way is not ReminderWay.DIGEST:
            return None
        return Digest(player_id, waiting)

    async def show(self, due: Due, subject: Digest) -> Shown | None:
        """Send the digest, unless an earlier attempt has."""
        player_id, since = subject.player_id, posted_since(due)
        try:
            if due.uncertain:
                looking = self._messenger.find_direct_card(player_id, subject, since)
                found = await within(self._timeout, looking)
                if found is not None:
                    return Shown(*found)
            sending = self._messenger.post_direct_card(player_id, subject, due.nonce)
            return Shown(*await within(self._timeout, sending))
        except DirectMessagesClosed:
            logger.info("direct messages closed", player=player_id)
        await self._database.write(tell_in_match, subject, self._now())
        return None

    def store(self, connection: Connection, subject: Digest, shown: Shown) -> None:
        """Nothing is to be remembered: a digest stays as it was sent."""


def _is_direct(card: ReminderCard) -> bool:
    reminder = card.reminder
    is_for_them = reminder.kind not in NOT_OF_A_TURN and not reminder.direct_closed
    return is_for_them and card.way is ReminderWay.DIRECT


def _places(card: ReminderCard) -> list[tuple[ChannelId, MessageId | None]]:
    """Where the match's people look, likeliest first, and the board there to answer to."""
    match = card.match.match
    channels = (match.board_channel_id, match.thread_id, match.channel_id)
    return [
        (channel, match.board_message_id if channel == match.board_channel_id else None)
        for channel in dict.fromkeys(channels)
        if channel is not None
    ]
