"""A kind of message is a value. What posts, finds, edits and removes it is the same for all."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Enum, auto
from typing import Generic, TypeAlias, TypeVar

from sqlalchemy import Connection

from bot.services.outbox.storage import Due
from bot.services.posting.messenger import CannotPost, ChannelGone, MessageGone, Sent
from data.ids import ChannelId, MessageId, PlayerId
from data.states import MessageKind

CLOCKS_APART = timedelta(minutes=5)
"""How far the clocks of Discord's machines may be apart, and ours go wrong between two words."""

Card = TypeVar("Card")


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
