"""What posting needs from Discord, and how it may fail. ``bot.chat.messenger`` does it."""

import asyncio
from collections.abc import Awaitable, Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol, TypeAlias, TypeVar

from bot.services.matches import MatchState
from data.ids import ChannelId, MessageId, PlayerId, RoleId, ServerId
from renderer import ShareCard

Answer = TypeVar("Answer")

Sent: TypeAlias = tuple[ChannelId, MessageId]
"""Where a message is."""


@dataclass(eq=False, repr=False)
class CannotPost(Exception):
    """Discord refused for good as things are; nothing was posted.

    ``permission`` is the permission's name in discord.py (``send_messages``) where it is known.
    """

    permission: str | None
    reason: str

    def __str__(self) -> str:
        return f"CannotPost({self.permission}, {self.reason})"


class ChannelGone(Exception):
    """The channel or thread does not exist any more; nothing was posted."""


class DirectMessagesClosed(Exception):
    """The person takes no direct messages from the bot."""


class RoleGone(Exception):
    """The role does not exist any more, or the bot is not in its server."""


class MessageGone(Exception):
    """The message does not exist any more."""


@dataclass(eq=False, repr=False)
class TryLater(Exception):
    """It may or may not have happened: a timeout, a dropped connection, a 429 or a 5xx."""

    retry_after: timedelta | None = None

    def __str__(self) -> str:
        return f"TryLater({self.retry_after})"


class Messenger(Protocol):
    """The only way anything reaches Discord that was committed.

    Each method may raise CannotPost, ChannelGone or TryLater. A ``card`` is any value that an area
    of the chat can draw.
    """

    def time(self) -> datetime:
        """A time that is past by Discord's clock, and was the present when Discord spoke last."""

    async def direct(self, player_id: PlayerId) -> ChannelId:
        """The channel of somebody's direct messages; raises DirectMessagesClosed."""

    async def post(
        self,
        channel_id: ChannelId,
        card: object,
        nonce: str,
        png: bytes | None = None,
        reply_to: MessageId | None = None,
    ) -> MessageId:
        """Post the card with its picture, and return the message's id.

        As an answer to the message ``reply_to`` if that is still there. Raises
        DirectMessagesClosed.
        """

    async def edit(self, channel_id: ChannelId, message_id: MessageId, card: object) -> None:
        """Show the card as it is now; its picture stays. Raises MessageGone."""

    async def find(self, channel_id: ChannelId, card: object, since: datetime) -> MessageId | None:
        """The message in this channel that shows the card, posted ``since`` by Discord's clock."""

    async def remove(self, channel_id: ChannelId, message_id: MessageId) -> None:
        """Take a message of the bot's away. Raises MessageGone."""

    async def open_thread(self, match: MatchState, since: datetime) -> ChannelId:
        """The match's thread, made from its challenge's card if it is not there yet.

        An earlier attempt may have made it ``since`` then, by Discord's clock.
        """

    async def invite(self, thread_id: ChannelId, match: MatchState) -> None:
        """Add the players to the thread, as far as that can be done."""

    async def pass_role(
        self,
        server_id: ServerId,
        role_id: RoleId,
        before: Collection[PlayerId],
        after: PlayerId | None,
    ) -> PlayerId | None:
        """Take a role from those who had it before and give it to another; who has it then.

        People who left the server are passed over. Raises RoleGone.
        """

    async def share_card(self, match: MatchState) -> ShareCard:
        """What the picture of a match that is over shows, with the names of those who played."""

    async def may_look(self, player_id: PlayerId, match: MatchState) -> bool:
        """Whether somebody is in the match's server, and sees the channel it is played in."""


@dataclass(frozen=True, slots=True)
class Wire:
    """The messenger, and how long each of its answers may take."""

    messenger: Messenger
    limit: timedelta

    async def soon(self, answer: Awaitable[Answer]) -> Answer:
        """What Discord answers; raises TryLater when that takes too long."""
        try:
            async with asyncio.timeout(self.limit.total_seconds()):
                return await answer
        except TimeoutError as error:
            raise TryLater from error
