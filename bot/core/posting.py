"""A kind of message is a value. What posts, finds, edits and removes it is the same for all."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import Enum, auto
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

import structlog
from sqlalchemy import Connection

from bot.core.absences import Why
from bot.core.matches import MatchState
from bot.core.outbox import Due
from data.database import Database
from data.ids import ChannelId, MessageId, PlayerId, RoleId, ServerId
from data.states import MessageKind
from renderer import ShareCard
from rules.texts import Wording

Answer = TypeVar("Answer")

Sent: TypeAlias = tuple[ChannelId, MessageId]
"""Where a message is."""
CLOCKS_APART = timedelta(minutes=5)
"""How far the clocks of Discord's machines may be apart, and ours go wrong between two words."""
ROLES_ASKED = 100
"""For so many at once Discord says who has a role."""
Card = TypeVar("Card")


class Refusal(Exception):
    """Discord refused, and would refuse the same again as things are. Nothing was done.

    The subclass says for what this holds: for a message, a person's direct messages, a channel or
    a server. Whatever is refused ends; it is never simply tried again.
    """


@dataclass(eq=False, repr=False)
class CannotPost(Refusal):
    """This channel does not take it: a permission is missing, or it is of the wrong sort or full.

    ``permission`` is the permission's name in discord.py (``send_messages``) where it is known.
    """

    permission: str | None
    reason: str

    def __str__(self) -> str:
        return f"{type(self).__name__}({self.permission}, {self.reason})"


class MessageRefused(CannotPost):
    """Discord does not take this message as it is: too large, invalid, or blocked by a filter."""


class ChannelGone(Refusal):
    """The channel or thread does not exist any more."""


class ServerGone(ChannelGone):
    """The bot is not in the server any more, so none of its channels can be reached."""


class DirectMessagesClosed(Refusal):
    """The person takes no direct messages from the bot."""


class RoleGone(Refusal):
    """The role does not exist any more."""


class MessageGone(Refusal):
    """The message does not exist any more."""


@dataclass(eq=False, repr=False)
class TryLater(Exception):
    """It may or may not have happened: a timeout, a dropped connection, a 429 or a 5xx."""

    retry_after: timedelta | None = None

    def __str__(self) -> str:
        return f"TryLater({self.retry_after})"


class Access(Enum):
    """How it is where the bot may be wanted, unless there is a reason Why it cannot be there."""

    OPEN = auto()
    UNKNOWN = auto()
    """Nobody knows just now: Discord has not told of the server yet, or it has an outage."""


class Messenger(Protocol):
    """The only way anything reaches Discord that was committed.

    Each method may raise a Refusal or TryLater. A ``card`` is any value that an area of the chat
    can draw.
    """

    async def require_server(self, server_id: ServerId) -> None:
        """Raise ServerGone if the bot is not in the server, TryLater if it is not known yet.

        Discord is asked at most once about a server in which the bot is not.
        """

    def access(self, server_id: ServerId, channel_id: ChannelId) -> Access | Why:
        """Whether the bot can post in a channel, or is in a WHOLE server, by what is known.

        This asks Discord nothing. A channel of which it has not told is UNKNOWN.
        """

    def channels_to_greet(self, server_id: ServerId) -> tuple[ChannelId, ...]:
        """Where the bot could greet a server by what is known, likeliest first."""

    async def ask_access(self, server_id: ServerId, channel_id: ChannelId) -> Access | Why:
        """The same, where Discord is asked for a channel of which it has not told."""

    def time(self) -> datetime:
        """A time that is past by Discord's clock, and was the present when Discord spoke last."""

    async def direct(self, player_id: PlayerId) -> ChannelId:
        """The channel of somebody's direct messages; raises DirectMessagesClosed."""

    def locale_of(self, server_id: ServerId) -> str | None:
        """The locale that a Community server has chosen in Discord; None for others."""

    async def wording(self, channel_id: ChannelId, card: object) -> Wording:
        """The language in which the card is to be posted there."""

    async def post(
        self,
        channel_id: ChannelId,
        card: object,
        nonce: str,
        wording: Wording,
        png: bytes | None = None,
        reply_to: MessageId | None = None,
    ) -> MessageId:
        """Post the card in a language with its picture, and return the message's id.

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

    async def pass_role(
        self,
        server_id: ServerId,
        role_id: RoleId,
        before: Collection[PlayerId],
        after: PlayerId | None,
    ) -> PlayerId | None:
        """Take a role from those who had it before and give it to another; who has it then.

        People who left the server are passed over. Raises RoleGone or ServerGone.
        """

    def has_role(self, server_id: ServerId, role_id: RoleId) -> bool:
        """Whether a server has the role, by what is known; True while nothing is known of it."""

    async def holders(
        self, server_id: ServerId, role_id: RoleId, people: Collection[PlayerId]
    ) -> Collection[PlayerId]:
        """Who of these, at most ROLES_ASKED, has the role. Raises RoleGone or ServerGone."""

    async def share_card(self, match: MatchState, wording: Wording) -> ShareCard:
        """What the picture of a match that is over shows in a language, with the players' names."""

    def server_name(self, match: MatchState) -> str | None:
        """What the server is called in which a match is played; None if it is not known."""

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


Refused: TypeAlias = Mapping[type[Refusal], Callable[[Connection, Card], Post[Card] | None] | None]
"""What is done about a refusal, and posted instead; None: nothing.

It is done for the subclasses of the refusal too, except for ServerGone: what belongs to a server
stays as it is while the bot is away.
"""

LET_BE: Mapping[type[Refusal], None] = {MessageGone: None}
"""For a message that people can do without: where it was deleted, it is not posted again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PostKind(Generic[Card]):
    """One kind of message.

    ``load`` reads what is to be shown, None if that is nothing any more. ``remember`` notes the
    message in the transaction in which it is done with. What is done about a refusal: ``refused``
    where it is posted, ``edited`` where it is edited; a kind without that is never edited, and a
    message that was deleted is posted again unless MessageGone is named there. A refusal after
    which nothing is posted instead ends the row.

    Rows of a kind that is told ``once`` are of no use later; else the newest of each subject stays.
    One that ``waits`` is tried again after a refusal when something has changed in its server.

    ``prepare`` does what must be done before, and may find that nothing is to be posted. ``draw``
    makes the picture of a new message in a language. ``beside`` is the card for the next place,
    where one has refused it. ``shown`` is told of the message before it is remembered.
    """

    kind: MessageKind
    load: Callable[[Connection, Due], Post[Card] | None]
    remember: Callable[[Connection, Card, Sent], None] = lambda *_: None  # it stays as posted
    refused: Refused[Card] = field(default_factory=dict)
    edited: Refused[Card] | None = None
    once: bool = False
    waits: bool = False
    prepare: Callable[[Due, Post[Card]], Awaitable[Post[Card] | None]] | None = None
    draw: Callable[[Card, Wording], Awaitable[bytes]] | None = None
    beside: Callable[[Card, Exception], Card] | None = None
    shown: Callable[[Card, Sent], None] | None = None


def posted_since(due: Due) -> datetime:
    """Since when its message can be there, by Discord's clock, whatever ours has shown."""
    return due.posted_after - CLOCKS_APART


def sent_at(channel_id: ChannelId | None, message_id: MessageId | None) -> Sent | None:
    """The message, if there is one."""
    return None if channel_id is None or message_id is None else (channel_id, message_id)


logger = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Shown:
    """A card as it was shown, and the message that shows it."""

    card: Any
    message: Sent


class Poster:
    """Finds, posts, edits, removes and remembers the messages of one kind."""

    def __init__(self, kind: PostKind[Any], database: Database, wire: Wire) -> None:
        self.kind = kind
        self._database = database
        self._wire = wire

    async def show(self, due: Due, post: Post[Any]) -> Shown | None:
        """Show it; None if there is no message for it, and will be none.

        Raises a Refusal, after what the kind does about it, or TryLater.
        """
        if due.server_id is not None and any(isinstance(each, int) for each in post.places):
            await self._wire.soon(self._wire.messenger.require_server(due.server_id))
        prepared = post if self.kind.prepare is None else await self.kind.prepare(due, post)
        shown = None if prepared is None else await self._bring(due, prepared)
        if shown is not None and self.kind.shown is not None:
            self.kind.shown(shown.card, shown.message)
        return shown

    async def _bring(self, due: Due, post: Post[Any]) -> Shown | None:
        known = post.known
        if known is None and due.uncertain:
            known = await self._find(due, post)
        if post.wanted is Wanted.REMOVED:
            with suppress(Refusal):  # then nobody can see it, or it has to stay
                if known is not None:
                    await self._wire.soon(self._wire.messenger.remove(*known))
            return None
        if known is not None:
            return await self._edit(due, post, known)
        return await self._post(due, post) if post.wanted is Wanted.SHOWN else None

    async def _find(self, due: Due, post: Post[Any]) -> Sent | None:
        since = posted_since(due)
        for place in post.places:
            try:
                channel_id = await self._channel(place)
                looking = self._wire.messenger.find(channel_id, post.card, since)
                message_id = await self._wire.soon(looking)
            except Refusal:
                continue  # what cannot be looked into holds nothing that people could see
            if message_id is not None:
                return channel_id, message_id
        return None

    async def _post(
        self, due: Due, post: Post[Any], answers: Refused[Any] | None = None
    ) -> Shown | None:
        """Post it at the first place that takes it; ``answers`` as in ``PostKind.refused``."""
        if not post.places:
            return None
        *others, last = post.places
        for place in others:
            try:
                return await self._post_at(place, due, post)
            except Refusal as error:
                if self.kind.beside is not None:
                    post = replace(post, card=self.kind.beside(post.card, error))
        try:
            return await self._post_at(last, due, post)
        except Refusal as error:
            return await self._refused(
                error, self.kind.refused if answers is None else answers, due, post
            )

    async def _post_at(self, place: Place, due: Due, post: Post[Any]) -> Shown:
        channel_id, messenger = await self._channel(place), self._wire.messenger
        wording = await self._wire.soon(messenger.wording(channel_id, post.card))
        png = None if self.kind.draw is None else await self.kind.draw(post.card, wording)
        reply_to = post.reply[1] if post.reply and post.reply[0] == channel_id else None
        posting = messenger.post(channel_id, post.card, due.nonce, wording, png, reply_to)
        return Shown(post.card, (channel_id, await self._wire.soon(posting)))

    async def _edit(self, due: Due, post: Post[Any], known: Sent) -> Shown | None:
        answers = self.kind.edited
        if answers is not None:
            try:
                await self._wire.soon(self._wire.messenger.edit(*known, post.card))
            except Refusal as error:
                if isinstance(error, MessageGone) and MessageGone not in answers:
                    return await self._bring(due, replace(post, known=None))
                return await self._refused(error, answers, due, post)
        return Shown(post.card, known)

    async def _refused(
        self, error: Refusal, answers: Refused[Any], due: Due, post: Post[Any]
    ) -> Shown | None:
        """Do what the kind does about it; raises the refusal if nothing is posted instead."""
        if due.server_id is not None:  # the bot may have been removed just now
            await self._wire.soon(self._wire.messenger.require_server(due.server_id))
        answer = next((answers[each] for each in type(error).__mro__ if each in answers), None)
        instead = None
        if answer is not None and not isinstance(error, ServerGone):
            instead = await self._database.write(answer, post.card)
        if instead is None:
            raise error
        logger.info("posted elsewhere", kind=due.kind, subject=due.subject_id, reason=str(error))
        return await self._post(due, instead, {})

    async def _channel(self, place: Place) -> ChannelId:
        if isinstance(place, Direct):
            return await self._wire.soon(self._wire.messenger.direct(place.player_id))
        return place
