"""Checking whether the bot can post something in a channel."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, TypeAlias

import discord

from bot.core import posting
from bot.screen.permissions import OPENING_THREADS, first_missing

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
