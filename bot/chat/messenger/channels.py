"""Where the bot posts, and what it may do there."""

from typing import TypeAlias

import discord

from bot.chat.common.permissions import first_missing
from bot.services.posting import CannotPost

Channel: TypeAlias = discord.TextChannel | discord.Thread | discord.DMChannel


def speaking_in(channel: Channel) -> str:
    """The permission to speak there."""
    in_thread = isinstance(channel, discord.Thread)
    return "send_messages_in_threads" if in_thread else "send_messages"


def missing_in(channel: Channel, needed: tuple[str, ...]) -> str | None:
    """The first of the permissions ``needed`` that the bot does not have there, or None."""
    if isinstance(channel, discord.DMChannel):
        return None
    return first_missing(channel.permissions_for(channel.guild.me), needed)


def require(channel: Channel, needed: tuple[str, ...]) -> None:
    """Raise CannotPost unless the bot has all the permissions ``needed``."""
    missing = missing_in(channel, needed)
    if missing is not None:
        raise CannotPost(missing, f"{missing} is missing")
