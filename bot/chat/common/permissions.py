"""What the bot may do in a server: exactly what its invite link asks for."""

from collections.abc import Sequence

import discord

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
"""Without these the bot cannot speak in a channel at all."""

OPENING_THREADS = ("create_public_threads", "send_messages_in_threads")
"""Without these a match is played in the channel instead of a thread of its own."""


def first_missing(permissions: discord.Permissions, needed: Sequence[str]) -> str | None:
    """The first name in ``needed`` that ``permissions`` do not grant, or None."""
    return next((name for name in needed if not getattr(permissions, name)), None)


_OTHERWISE = {"read_messages": "view_channel"}
"""What discord.py calls otherwise than people see it, where it lists permissions."""


def spoken(name: str) -> str:
    """A permission's name as Discord's settings show it: ``send_messages`` is Send Messages."""
    small = {"in"}
    name = _OTHERWISE.get(name, name)
    return " ".join(word if word in small else word.capitalize() for word in name.split("_"))
