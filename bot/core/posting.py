"""Kinds of messages as values, and posting, finding, editing and removing them."""

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
from rules.texts import Text

Sent: TypeAlias = tuple[ChannelId, MessageId]
"""The channel and the id of a message."""
CLOCK_SKEW = timedelta(minutes=5)
"""How far the clocks of Discord's machines may differ, and ours drift between two answers."""
MAX_ROLE_QUERY = 100
"""Discord tells in one request for so many people whether they have a role."""
Card = TypeVar("Card")


class Refusal(Exception):
    """Discord refused, did nothing, and would refuse a retry.

    The subclass says what is concerned: a message, a person's direct messages, a channel or a
    server. What was refused is never simply retried.
    """


@dataclass(eq=False, repr=False)
class CannotPost(Refusal):
    """The channel refuses the message: a permission is missing, its type is wrong, or it is full.

    ``permission`` is the permission's name in discord.py (``send_messages``) where it is known.
    """

    permission: str | None
    reason: str

    def __str__(self) -> str:
        return f"{type(self).__name__}({self.permission}, {self.reason})"


class MessageRefused(CannotPost):
    """Discord refuses the content of the message: too large, invalid, or blocked by a filter."""


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
    """A request of unknown outcome: a timeout, a lost connection, a 429 or a 5xx."""

    retry_after: timedelta | None = None

    def __str__(self) -> str:
        return f"TryLater({self.retry_after})"


class Access(Enum):
    """Whether the bot can be somewhere; if not, there is a ``Why`` instead."""

    OPEN = auto()
    UNKNOWN = auto()
    """Discord has not sent the server yet, or has an outage."""


class Messenger(Protocol):
    """The only way by which committed messages reach Discord.

    Each method may raise a Refusal, or TryLater, also if Discord does not answer. A ``card`` is any
    value for which a feature has a page.
    """

    async def require_server(self, server_id: ServerId) -> None:
        """Raise ServerGone if the bot is not in the server, TryLater if that is not known yet.

        Discord is asked at most once about a server in which the bot is not.
        """

    def access(self, server_id: ServerId, channel_id: ChannelId) -> Access | Why:
        """Whether the bot can post in a channel, or is in the WHOLE_SERVER, by cached data.

        This sends no request; a channel that is not cached is UNKNOWN.
        """

    def channels_to_greet(self, server_id: ServerId) -> tuple[ChannelId, ...]:
        """The channels where the bot may greet a server by cached data, best first."""

    async def ask_access(self, server_id: ServerId, channel_id: ChannelId) -> Access | Why:
        """The same, with a request to Discord for a channel that is not cached."""

    def time(self) -> datetime:
        """A lower bound of Discord's current time, from its last response."""

    async def direct(self, player_id: PlayerId) -> ChannelId:
        """The channel of a person's direct messages; raises DirectMessagesClosed."""

    def locale_of(self, server_id: ServerId) -> str | None:
        """The locale of a Community server in Discord; None for other servers."""

    async def post(
        self,
        channel_id: ChannelId,
        card: object,
        nonce: str,
        reply_to: MessageId | None = None,
    ) -> MessageId:
        """Post the card with its picture; returns the message's id.

        It replies to the message ``reply_to`` if that exists. Raises DirectMessagesClosed.
        """

    async def edit(self, channel_id: ChannelId, message_id: MessageId, card: object) -> None:
        """Edit the message to show the card; its picture stays. Raises MessageGone."""

    async def find(self, channel_id: ChannelId, card: object, since: datetime) -> MessageId | None:
        """The message that shows the card, posted after ``since`` by Discord's clock; or None."""

    async def remove(self, channel_id: ChannelId, message_id: MessageId) -> None:
        """Delete a message of the bot. Raises MessageGone."""

    async def open_thread(self, match: MatchState, since: datetime) -> ChannelId:
        """The match's thread, opened on its challenge's card if it does not exist.

        An earlier attempt may have opened it after ``since``, by Discord's clock.
        """

    async def open_talk(self, channel_id: ChannelId, message_id: MessageId, title: Text) -> None:
        """Open a thread with this title on a message; raises MessageGone, also if it has one."""

    async def pass_role(
        self,
        server_id: ServerId,
        role_id: RoleId,
        before: Collection[PlayerId],
        after: PlayerId | None,
    ) -> PlayerId | None:
        """Take a role from the people ``before`` and give it to ``after``; returns who has it.

        People who left the server are skipped. Raises RoleGone or ServerGone.
        """

    async def leave(self, server_id: ServerId) -> None:
        """Leave the server. Raises ServerGone if the bot is not in it."""

    def has_role(self, server_id: ServerId, role_id: RoleId) -> bool:
        """Whether a server has the role, by cached data; True while the server is not cached."""

    async def holders(
        self, server_id: ServerId, role_id: RoleId, people: Collection[PlayerId]
    ) -> Collection[PlayerId]:
        """Who of up to MAX_ROLE_QUERY people has the role. Raises RoleGone or ServerGone."""

    async def may_look(self, player_id: PlayerId, match: MatchState) -> bool:
        """Whether a person is in the match's server and sees its channel."""


@dataclass(frozen=True, slots=True)
class Direct:
    """A person's direct messages."""

    player_id: PlayerId


Destination: TypeAlias = ChannelId | Direct
"""Where to post a message."""


class Wanted(Enum):
    """What to do with a message."""

    SHOWN = auto()
    CHANGED = auto()
    """Edit it if it exists; post no new one."""
    REMOVED = auto()


@dataclass(frozen=True, slots=True)
class Post(Generic[Card]):
    """A message to post or edit: its card, and the places to try in order.

    ``known`` is the message if it exists. In the channel of ``reply`` it is posted as a reply to
    that message.
    """

    card: Card
    places: tuple[Destination, ...]
    known: Sent | None = None
    wanted: Wanted = Wanted.SHOWN
    reply: Sent | None = None


OnRefusal: TypeAlias = Mapping[
    type[Refusal], Callable[[Connection, Card], Post[Card] | None] | None
]
"""What is done about a refusal, and posted instead; None: nothing.

It is done for the subclasses of the refusal too, except for ServerGone: what belongs to a server
stays as it is while the bot is away.
"""

NO_REPOST: Mapping[type[Refusal], None] = {MessageGone: None}
"""For messages that are not posted again after somebody deleted them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PostKind(Generic[Card]):
    """One kind of message.

    - ``load`` reads the post of a row; None if nothing is to be shown any more.
    - ``prepare`` runs before posting; None if nothing is to be posted.
    - ``shown`` is called with the message before it is stored.
    - ``remember`` stores the message in the transaction that ends the row.
    - ``refused``: handlers of refusals to post. ``edited``: those of refusals to edit; a kind
      without is never edited. A deleted message is posted again unless ``edited`` names
      MessageGone. If a handler gives nothing to post instead, the row ends.
    - ``beside`` makes the card for the next place after a refusal.
    - ``once``: done rows are useless; of other kinds the newest row of each subject is kept.
    - ``waits``: retried after a refusal when something changes in its server.
    """

    kind: MessageKind
    load: Callable[[Connection, Due], Post[Card] | None]
    remember: Callable[[Connection, Card, Sent], None] = lambda *_: None  # it stays as posted
    refused: OnRefusal[Card] = field(default_factory=dict)
    edited: OnRefusal[Card] | None = None
    once: bool = False
    waits: bool = False
    prepare: Callable[[Due, Post[Card]], Awaitable[Post[Card] | None]] | None = None
    beside: Callable[[Card, Exception], Card] | None = None
    shown: Callable[[Card, Sent], None] | None = None


def posted_since(due: Due) -> datetime:
    """The earliest time of its message by Discord's clock."""
    return due.posted_after - CLOCK_SKEW


def sent_or_none(channel_id: ChannelId | None, message_id: MessageId | None) -> Sent | None:
    """The message, or None if a part is missing."""
    return None if channel_id is None or message_id is None else (channel_id, message_id)


logger = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Shown:
    """A card as it was shown, and the message that shows it."""

    card: Any
    message: Sent


class MessagePoster:
    """Finds, posts, edits, removes and remembers the messages of one kind."""

    def __init__(self, kind: PostKind[Any], database: Database, messenger: Messenger) -> None:
        self.kind = kind
        self._database = database
        self._messenger = messenger

    async def show(self, due: Due, post: Post[Any]) -> Shown | None:
        """Post, edit or remove the message; None if there is none.

        Raises TryLater, or a Refusal that its kind gives nothing to post instead of.
        """
        if due.server_id is not None and any(isinstance(each, int) for each in post.places):
            await self._messenger.require_server(due.server_id)
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
                    await self._messenger.remove(*known)
            return None
        if known is not None:
            return await self._edit(due, post, known)
        return await self._post(due, post) if post.wanted is Wanted.SHOWN else None

    async def _find(self, due: Due, post: Post[Any]) -> Sent | None:
        since = posted_since(due)
        for place in post.places:
            try:
                channel_id = await self._channel(place)
                message_id = await self._messenger.find(channel_id, post.card, since)
            except Refusal:
                continue  # a place that cannot be read shows nothing to people
            if message_id is not None:
                return channel_id, message_id
        return None

    async def _post(
        self, due: Due, post: Post[Any], answers: OnRefusal[Any] | None = None
    ) -> Shown | None:
        """Post at the first place that accepts it; ``answers`` replace ``PostKind.refused``."""
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

    async def _post_at(self, place: Destination, due: Due, post: Post[Any]) -> Shown:
        channel_id = await self._channel(place)
        reply_to = post.reply[1] if post.reply and post.reply[0] == channel_id else None
        message_id = await self._messenger.post(channel_id, post.card, due.nonce, reply_to)
        return Shown(post.card, (channel_id, message_id))

    async def _edit(self, due: Due, post: Post[Any], known: Sent) -> Shown | None:
        answers = self.kind.edited
        if answers is not None:
            try:
                await self._messenger.edit(*known, post.card)
            except Refusal as error:
                if isinstance(error, MessageGone) and MessageGone not in answers:
                    return await self._bring(due, replace(post, known=None))
                return await self._refused(error, answers, due, post)
        return Shown(post.card, known)

    async def _refused(
        self, error: Refusal, answers: OnRefusal[Any], due: Due, post: Post[Any]
    ) -> Shown | None:
        """Post what the handler of the refusal returns instead; raises the refusal if nothing."""
        if due.server_id is not None:  # the bot may have been removed just now
            await self._messenger.require_server(due.server_id)
        answer = next((answers[each] for each in type(error).__mro__ if each in answers), None)
        instead = None
        if answer is not None and not isinstance(error, ServerGone):
            instead = await self._database.write(answer, post.card)
        if instead is None:
            raise error
        logger.info("posted elsewhere", kind=due.kind, subject=due.subject_id, reason=str(error))
        return await self._post(due, instead, {})

    async def _channel(self, place: Destination) -> ChannelId:
        if isinstance(place, Direct):
            return await self._messenger.direct(place.player_id)
        return place
