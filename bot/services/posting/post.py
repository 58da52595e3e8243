"""A kind of message is a value. What posts, finds, edits and removes it is the same for all."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Enum, auto
from typing import Generic, Protocol, TypeAlias, TypeVar

from sqlalchemy import Connection

from bot.services.matches import MatchState
from bot.services.outbox.storage import Due
from data.ids import ChannelId, MessageId, PlayerId, RoleId, ServerId
from data.states import MessageKind
from renderer import ShareCard

Answer = TypeVar("Answer")

Sent: TypeAlias = tuple[ChannelId, MessageId]
"""Where a message is."""
CLOCKS_APART = timedelta(minutes=5)
"""How far the clocks of Discord's machines may be apart, and ours go wrong between two words."""
Card = TypeVar("Card")


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


@dataclass(frozen=True, slots=True)
class Direct:
    """Somebody's direct messages."""

    player_id: PlayerId


Place: TypeAlias = ChannelId | Direct
"""Where a message may be."""


class Wanted(Enum):
    """What is to become of a message."""

    SHOWN = auto()
    CHANGED = auto()
    """If it is there; nobody needs a new one."""
    REMOVED = auto()


@dataclass(frozen=True, slots=True)
class Post(Generic[Card]):
    """A message as it is to be now: its card, and where it goes, likeliest place first.

    ``known`` is the message if one shows it already. Where the message ``reply`` stands, it is
    posted as an answer to that.
    """

    card: Card
    places: tuple[Place, ...]
    known: Sent | None = None
    wanted: Wanted = Wanted.SHOWN
    reply: Sent | None = None


Refused: TypeAlias = Mapping[
    type[Exception], Callable[[Connection, Card], Post[Card] | None] | None
]
"""What is done about a refusal, and posted instead; None: nothing. Others are tried again."""

LET_BE: Mapping[type[Exception], None] = dict.fromkeys((MessageGone, ChannelGone, CannotPost))
"""For a message that people can do without: its buttons say themselves how things stand."""


def _nothing(*_: object) -> None:
    """Remember nothing of the message: it stays as it was posted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PostKind(Generic[Card]):
    """One kind of message.

    ``load`` reads what is to be shown, None if that is nothing any more. ``remember`` notes the
    message in the transaction in which it is done with. What may go wrong: ``refused`` where it is
    posted, ``edited`` where it is edited; a kind without that is never edited, and a message that
    was deleted is posted again unless it is named there.

    Rows of a kind that is told ``once`` are of no use later; else the newest of each subject stays.

    ``prepare`` does what must be done before, and may find that nothing is to be posted. ``draw``
    makes the picture of a new message. ``beside`` is the card for the next place, where one has
    refused it. ``shown`` is told of the message before it is remembered.
    """

    kind: MessageKind
    load: Callable[[Connection, Due], Post[Card] | None]
    remember: Callable[[Connection, Card, Sent], None] = _nothing
    refused: Refused[Card] = field(default_factory=dict)
    edited: Refused[Card] | None = None
    once: bool = False
    prepare: Callable[[Due, Post[Card]], Awaitable[Post[Card] | None]] | None = None
    draw: Callable[[Card], Awaitable[bytes]] | None = None
    beside: Callable[[Card, Exception], Card] | None = None
    shown: Callable[[Card, Sent], None] | None = None


def posted_since(due: Due) -> datetime:
    """Since when its message can be there, by Discord's clock, whatever ours has shown."""
    return due.posted_after - CLOCKS_APART


def sent_at(channel_id: ChannelId | None, message_id: MessageId | None) -> Sent | None:
    """The message, if there is one."""
    return None if channel_id is None or message_id is None else (channel_id, message_id)
