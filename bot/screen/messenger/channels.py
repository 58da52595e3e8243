"""Whether the bot can post something in a channel, and what Discord's refusals mean."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from enum import Enum, auto
from typing import Any, TypeAlias

import aiohttp
import discord
import structlog

from bot.core import posting
from rules.texts import Plain, Text

logger = structlog.get_logger(__name__)

Channel: TypeAlias = (
    discord.TextChannel
    | discord.VoiceChannel
    | discord.StageChannel
    | discord.Thread
    | discord.DMChannel
)
"""Channels for messages. Announcement channels are text channels, forum posts are threads."""


NAMED = discord.AllowedMentions(everyone=False, roles=False, users=True, replied_user=False)
"""Allowed mentions of messages that notify nobody: private answers, edits, direct messages.

Discord sends names only for allowed mentions; others may be shown as unknown.
"""

INVITE = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    attach_files=True,
    embed_links=True,
    read_message_history=True,
)
"""The permissions of the invite link."""

_SPOKEN: Mapping[str, Text] = {
    "view_channel": Text("View Channel", "permission"),
    "read_messages": Text("View Channel", "permission"),  # as discord.py lists it
    "send_messages": Text("Send Messages", "permission"),
    "send_messages_in_threads": Text("Send Messages in Threads", "permission"),
    "create_public_threads": Text("Create Public Threads", "permission"),
    "attach_files": Text("Attach Files", "permission"),
    "embed_links": Text("Embed Links", "permission"),
    "read_message_history": Text("Read Message History", "permission"),
    "connect": Text("Connect", "permission"),
    "manage_guild": Text("Manage Server", "permission"),
    "manage_roles": Text("Manage Roles", "permission"),
}


def spoken(name: str) -> Text:
    """A permission's name as Discord's settings show it: ``send_messages`` is Send Messages."""
    return _SPOKEN.get(name) or Plain(name.replace("_", " ").title())


class Purpose(Enum):
    """What is to be posted."""

    MESSAGE = auto()
    PICTURE = auto()
    """A message with a file."""
    REPLY = auto()
    """A reply."""
    THREAD = auto()
    """A public thread and messages in it."""


class Reason(Enum):
    """Why the bot cannot post in a channel."""

    AWAY = auto()
    """The bot is not in the server."""
    PRIVATE = auto()
    """Direct messages between people, where the bot is not."""
    GONE = auto()
    """The channel does not exist, or the bot does not see it."""
    SORT = auto()
    """The type of the channel does not allow it, as with messages in a forum."""
    LOCKED = auto()
    """A moderator has locked the thread."""
    PERMISSION = auto()


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Why the bot cannot post in a channel; ``permission`` is the missing one, if any."""

    reason: Reason
    permission: str | None = None


_BESIDES: Mapping[Purpose, tuple[str, ...]] = {
    Purpose.PICTURE: ("attach_files",),
    Purpose.REPLY: ("read_message_history",),
    Purpose.THREAD: ("create_public_threads", "send_messages_in_threads"),
}
"""Permissions needed besides those of every message."""


def obstacle(
    channel: Any, purpose: Purpose = Purpose.MESSAGE, granted: discord.Permissions | None = None
) -> Obstacle | None:
    """Why the bot cannot post in a channel of any type; None if it can.

    ``granted`` are the bot's permissions there if Discord has sent them; else they are computed
    from roles and overwrites. Raises TryLater while the server is not cached, ChannelGone for a
    thread of a deleted channel.
    """
    if not isinstance(channel, Channel):
        return Obstacle(Reason.SORT)
    if purpose is Purpose.THREAD and not isinstance(channel, discord.TextChannel):
        return Obstacle(Reason.SORT)
    if isinstance(channel, discord.DMChannel):
        return None
    thread = channel if isinstance(channel, discord.Thread) else None
    if granted is None:
        if channel.guild.me is None:
            raise posting.TryLater
        if thread is not None and thread.parent is None:
            raise posting.ChannelGone
        granted = channel.permissions_for(channel.guild.me)
    if thread is not None and not granted.manage_threads:
        if thread.locked:
            return Obstacle(Reason.LOCKED)
        if thread.is_private() and thread.me is None:
            return Obstacle(Reason.GONE)
    is_spoken_in = isinstance(channel, discord.VoiceChannel | discord.StageChannel)
    needed = (
        "view_channel",
        *(("connect",) if is_spoken_in else ()),
        "send_messages" if thread is None else "send_messages_in_threads",
        *_BESIDES.get(purpose, ()),
    )
    missing = next((each for each in needed if not getattr(granted, each)), None)
    return None if missing is None else Obstacle(Reason.PERMISSION, missing)


def require(channel: Channel, purpose: Purpose) -> None:
    """Raise CannotPost unless the bot can post this in the channel; may raise as ``obstacle``."""
    found = obstacle(channel, purpose)
    if found is not None:
        reason = found.reason.name.lower()
        raise posting.CannotPost(found.permission, f"{purpose.name.lower()}: {reason}")


CONNECTION_LOST = (aiohttp.ClientError, OSError)
"""Exceptions of lost requests or answers, including timeouts (an OSError)."""
REQUEST_LIMIT = timedelta(seconds=30)
"""How long Discord may take to answer."""
UNKNOWN_MESSAGE, HAS_A_THREAD = 10008, 160004
DIRECT_PAUSE = timedelta(minutes=10)
"""How long no direct messages are opened after Discord's rate limit of that."""


class Scope(Enum):
    """What a refusal concerns."""

    LATER = auto()
    """Nothing: the same request may succeed later."""
    OPENING = auto()
    """Opening direct messages, for a while."""
    MESSAGE = auto()
    """This content; another message, or the same without its picture, may be accepted."""
    REPLY = auto()
    """This message as a reply; it may be accepted as a plain message."""
    PERSON = auto()
    """All messages to this person."""
    CHANNEL = auto()
    """All such messages in this channel, until its permissions or the channel change."""
    CHANNEL_GONE = auto()
    SERVER = auto()
    """The server if the bot is not in it, else this channel."""
    SUBJECT = auto()
    """The message to edit or delete: it is gone."""
    ROLE = auto()


SCOPES: Mapping[int, Scope] = {
    10002: Scope.LATER,  # unknown application: the operator has to mend it
    10003: Scope.CHANNEL_GONE,  # unknown channel
    10004: Scope.SERVER,  # unknown guild
    10007: Scope.PERSON,  # unknown member
    10008: Scope.SUBJECT,  # unknown message
    10011: Scope.ROLE,  # unknown role
    10013: Scope.PERSON,  # unknown user
    10015: Scope.MESSAGE,  # unknown webhook
    10062: Scope.MESSAGE,  # unknown interaction
    20009: Scope.MESSAGE,  # explicit content
    20012: Scope.LATER,  # not authorized on this application
    20016: Scope.LATER,  # slow mode
    20022: Scope.LATER,  # announcements edited too often
    20028: Scope.LATER,  # too many messages in this channel
    20029: Scope.LATER,  # too many messages in this server
    20031: Scope.MESSAGE,  # words that are not allowed
    30015: Scope.MESSAGE,  # too many attachments
    30032: Scope.MESSAGE,  # too many commands
    30033: Scope.CHANNEL,  # too many people in a thread
    30034: Scope.LATER,  # too many commands made today
    30046: Scope.LATER,  # too many edits of messages that are older than an hour
    40001: Scope.LATER,  # unauthorized: the token is wrong, not the message
    40002: Scope.LATER,  # the bot's account has to be verified
    40003: Scope.OPENING,  # direct messages were opened too fast
    40004: Scope.LATER,  # sending is disabled for the time being
    40005: Scope.MESSAGE,  # too large
    40006: Scope.LATER,  # this feature is disabled for the time being
    40007: Scope.PERSON,  # banned from the server
    40041: Scope.MESSAGE,  # two commands with one name
    40043: Scope.MESSAGE,  # the interaction did not reach the application
    40058: Scope.CHANNEL,  # messages directly in a forum
    40060: Scope.MESSAGE,  # the interaction was acknowledged before
    40062: Scope.LATER,  # a service is rate limited
    40066: Scope.CHANNEL,  # a forum with no tag that the bot may set
    40067: Scope.CHANNEL,  # a forum that asks for a tag
    40094: Scope.MESSAGE,  # too many follow-ups
    40333: Scope.LATER,  # Cloudflare
    50001: Scope.SERVER,  # missing access
    50003: Scope.CHANNEL,  # not in direct messages
    50005: Scope.SUBJECT,  # somebody else's message
    50006: Scope.MESSAGE,  # empty
    50007: Scope.PERSON,  # cannot message this person
    50008: Scope.CHANNEL,  # not a text channel
    50009: Scope.CHANNEL,  # verification level too high
    50013: Scope.CHANNEL,  # missing permissions
    50021: Scope.SUBJECT,  # a message of Discord itself
    50024: Scope.CHANNEL,  # not in channels of this type
    50027: Scope.MESSAGE,  # an invalid webhook token
    50028: Scope.ROLE,  # an invalid role
    50033: Scope.PERSON,  # invalid recipients
    50035: Scope.MESSAGE,  # an invalid form
    50045: Scope.MESSAGE,  # a file that is too large
    50046: Scope.MESSAGE,  # an invalid file
    50055: Scope.SERVER,  # an invalid guild
    50068: Scope.MESSAGE,  # a reply to what takes none
    50083: Scope.CHANNEL,  # an archived thread
    50109: Scope.MESSAGE,  # an invalid request
    50146: Scope.MESSAGE,  # a file that is named and not sent
    50278: Scope.PERSON,  # no server in common
    60003: Scope.CHANNEL,  # two-factor authentication is asked for
    110001: Scope.LATER,  # the application is not yet available
    130000: Scope.LATER,  # overloaded
    160002: Scope.REPLY,  # a reply without Read Message History
    160004: Scope.SUBJECT,  # the message has a thread
    160005: Scope.CHANNEL,  # a locked thread
    160006: Scope.CHANNEL,  # too many active threads
    160007: Scope.CHANNEL,  # too many active announcement threads
    200000: Scope.MESSAGE,  # blocked by AutoMod
    200001: Scope.MESSAGE,  # a title blocked by AutoMod
    240000: Scope.MESSAGE,  # blocked by the filter of links
    400001: Scope.MESSAGE,  # files are limited in this server
}
"""The scope by error code; that of other codes with a status below 500 is MESSAGE.

The codes are those of Discord's documentation, "Opcodes and Status Codes", "JSON".
"""

WITHOUT_CODE_LATER = frozenset({401, 403, 404, 407, 408, 425})
"""Statuses without an error code that a proxy before Discord may send, such as Cloudflare."""


class ReplyRefused(posting.CannotPost):
    """Replies are not allowed here; plain messages may be."""


class OpeningTooFast(posting.TryLater):
    """Discord's rate limit of opening direct messages."""


def scope_of(error: discord.HTTPException) -> Scope:
    """What a refusal concerns; MESSAGE for unknown codes."""
    if error.status == 429 or error.status >= 500:
        return Scope.LATER
    if error.code == 0:
        return Scope.LATER if error.status in WITHOUT_CODE_LATER else Scope.MESSAGE
    if error.code not in SCOPES:
        logger.warning("unknown refusal", status=error.status, code=error.code, text=error.text)
    return SCOPES.get(error.code, Scope.MESSAGE)


def refusal_of(
    error: discord.HTTPException, channel: Channel | None, *, direct: bool = False
) -> posting.Refusal | posting.TryLater:
    """The error for delivery. ``direct``: the request was to open direct messages."""
    told, scope = f"{error.status} {error.code}", scope_of(error)
    direct = direct or isinstance(channel, discord.DMChannel)
    if scope is Scope.LATER:
        return posting.TryLater()
    if scope is Scope.OPENING:
        return OpeningTooFast(DIRECT_PAUSE)
    if scope is Scope.SUBJECT:
        return posting.MessageGone(told)
    if scope is Scope.PERSON or (direct and _is_about_the_person(error, scope)):
        return posting.DirectMessagesClosed(told)
    if scope is Scope.CHANNEL_GONE:
        return posting.ChannelGone(told)
    if scope is Scope.ROLE:
        return posting.RoleGone(told)
    found = None if channel is None else obstacle(channel, Purpose.MESSAGE)
    missing = None if found is None else found.permission
    kinds = {Scope.MESSAGE: posting.MessageRefused, Scope.REPLY: ReplyRefused}
    return kinds.get(scope, posting.CannotPost)(missing, told)


def _is_about_the_person(error: discord.HTTPException, scope: Scope) -> bool:
    """Whether a refusal in direct messages concerns all messages to the person."""
    return scope not in (Scope.MESSAGE, Scope.REPLY) or error.code not in SCOPES


@asynccontextmanager
async def translate_http_errors(
    channel: Channel | None, *, direct: bool = False
) -> AsyncIterator[None]:
    """Turn errors of discord.py into those of delivery, by ``refusal_of``.

    Raises TryLater after REQUEST_LIMIT.
    """
    try:
        async with asyncio.timeout(REQUEST_LIMIT.total_seconds()):
            yield
    except discord.RateLimited as error:
        raise posting.TryLater(timedelta(seconds=error.retry_after)) from error
    except discord.HTTPException as error:
        raise refusal_of(error, channel, direct=direct) from error
    except CONNECTION_LOST as error:
        raise posting.TryLater from error
