"""The permissions of the bot, and checking whether it can post something in a channel."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, TypeAlias

import discord

from bot.core import posting
from rules.texts import Plain, Text

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

POSTING = ("view_channel", "send_messages")
"""Needed to post in a channel."""

OPENING_THREADS = ("create_public_threads", "send_messages_in_threads")
"""Needed for threads; without them matches are played in the channel itself."""


def first_missing(permissions: discord.Permissions, needed: Sequence[str]) -> str | None:
    """The first name in ``needed`` that ``permissions`` do not grant, or None."""
    return next((name for name in needed if not getattr(permissions, name)), None)


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
    Purpose.THREAD: OPENING_THREADS,
}
"""Permissions needed besides those of every message."""


def obstacle(
    channel: Any, purpose: Purpose = Purpose.MESSAGE, granted: discord.Permissions | None = None
) -> Obstacle | None:
    """Why the bot cannot post in a channel of any type; None if it can.

    ``granted`` are the bot's permissions there if Discord has sent them; else they are computed
    from roles and overwrites. Raises TryLater while the server is not cached.
    """
    if isinstance(channel, discord.DMChannel):
        return Obstacle(Reason.SORT) if purpose is Purpose.THREAD else None
    if not isinstance(channel, Channel):
        return Obstacle(Reason.SORT)
    if purpose is Purpose.THREAD and not isinstance(channel, discord.TextChannel):
        return Obstacle(Reason.SORT)
    given = permissions_in(channel) if granted is None else granted
    if isinstance(channel, discord.Thread) and not given.manage_threads:
        if channel.locked:
            return Obstacle(Reason.LOCKED)
        if channel.is_private() and channel.me is None:
            return Obstacle(Reason.GONE)
    missing = first_missing(given, (*_needed(channel), *_BESIDES.get(purpose, ())))
    return None if missing is None else Obstacle(Reason.PERMISSION, missing)


def permissions_in(channel: Channel) -> discord.Permissions:
    """The bot's permissions in a channel, computed from its roles and the channel's overwrites.

    Raises TryLater while the server is not cached, ChannelGone for a thread of a deleted channel.
    """
    me = channel.guild.me if channel.guild is not None else None
    if me is None or channel.guild is None:
        raise posting.TryLater
    if isinstance(channel, discord.Thread) and channel.parent is None:
        raise posting.ChannelGone
    return channel.permissions_for(me)


def require(channel: Channel, purpose: Purpose) -> None:
    """Raise CannotPost unless the bot can post this in the channel; TryLater as ``obstacle``."""
    found = obstacle(channel, purpose)
    if found is not None:
        reason = found.reason.name.lower()
        raise posting.CannotPost(found.permission, f"{purpose.name.lower()}: {reason}")


def may(channel: Channel, purpose: Purpose) -> bool:
    """Whether the bot can post this in the channel; raises TryLater as ``obstacle``."""
    return obstacle(channel, purpose) is None


def _needed(channel: Channel) -> tuple[str, ...]:
    """The permissions needed for every message."""
    if isinstance(channel, discord.Thread):
        return ("view_channel", "send_messages_in_threads")
    if isinstance(channel, discord.VoiceChannel | discord.StageChannel):
        return ("view_channel", "connect", "send_messages")
    return ("view_channel", "send_messages")
