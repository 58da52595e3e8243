"""Where the bot posts: one question says what can stand in which channel."""

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
"""What takes messages: announcement channels are text channels, posts of a forum are threads."""


NAMED = discord.AllowedMentions(everyone=False, roles=False, users=True, replied_user=False)
"""Whom is mentioned by what notifies nobody: private answers, edits, direct messages.

Discord sends the names of those who are mentioned alone; others may be shown as unknown.
"""


class Purpose(Enum):
    """What is to stand in a channel."""

    MESSAGE = auto()
    PICTURE = auto()
    """A message with a file."""
    REPLY = auto()
    """A message as an answer to another one."""
    THREAD = auto()
    """A public thread with messages in it."""


class Reason(Enum):
    """Why something cannot stand in a channel."""

    AWAY = auto()
    """The bot is not in the server."""
    PRIVATE = auto()
    """It is among people's own direct messages, where the bot is not."""
    GONE = auto()
    """The channel does not exist, or the bot knows nothing of it."""
    SORT = auto()
    """Channels of this sort take nothing such, as a forum takes no messages."""
    LOCKED = auto()
    """A moderator has locked the thread."""
    PERMISSION = auto()


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Why something cannot stand in a channel; the ``permission`` that is missing, if one is."""

    reason: Reason
    permission: str | None = None


_BESIDES: Mapping[Purpose, tuple[str, ...]] = {
    Purpose.PICTURE: ("attach_files",),
    Purpose.REPLY: ("read_message_history",),
    Purpose.THREAD: OPENING_THREADS,
}
"""What is needed besides what every message needs."""


def obstacle(
    channel: Any, purpose: Purpose = Purpose.MESSAGE, granted: discord.Permissions | None = None
) -> Obstacle | None:
    """Why something cannot stand in a channel of any sort, None if it can.

    ``granted`` are the bot's permissions there, if Discord has told them; else they are worked out
    from its roles and the channel's overwrites. Raises TryLater while Discord has not told of the
    channel's server.
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
    """What the bot may do in a channel of a server, by its roles and the channel's overwrites.

    Raises TryLater while Discord has not told of the server, ChannelGone for a thread of a channel
    that is gone.
    """
    me = channel.guild.me if channel.guild is not None else None
    if me is None or channel.guild is None:
        raise posting.TryLater
    if isinstance(channel, discord.Thread) and channel.parent is None:
        raise posting.ChannelGone
    return channel.permissions_for(me)


def require(channel: Channel, purpose: Purpose) -> None:
    """Raise CannotPost unless this can stand in the channel; TryLater as ``obstacle``."""
    found = obstacle(channel, purpose)
    if found is not None:
        reason = found.reason.name.lower()
        raise posting.CannotPost(found.permission, f"{purpose.name.lower()}: {reason}")


def may(channel: Channel, purpose: Purpose) -> bool:
    """Whether this can stand in the channel; raises TryLater as ``obstacle``."""
    return obstacle(channel, purpose) is None


def _needed(channel: Channel) -> tuple[str, ...]:
    """What every message needs."""
    if isinstance(channel, discord.Thread):
        return ("view_channel", "send_messages_in_threads")
    if isinstance(channel, discord.VoiceChannel | discord.StageChannel):
        return ("view_channel", "connect", "send_messages")
    return ("view_channel", "send_messages")
