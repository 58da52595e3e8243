"""The permissions of the bot, and their names."""

from collections.abc import Mapping, Sequence

import discord

from rules.texts import Plain, Text

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
