"""In which servers and channels the bot can be, by discord.py's cache."""

import discord

from bot.core.absences import WHOLE_SERVER, Why
from bot.core.posting import Access, ChannelGone, Refusal, TryLater
from bot.screen.messenger.refusals import translate_http_errors
from bot.screen.permissions import first_missing
from data.ids import ChannelId, ServerId
from data.shards import Shard
from data.states import AbsenceReason

MAX_GREETINGS = 3
"""How many channels are tried for a greeting."""
MAX_DELETED = 10_000
"""How many deleted channels and threads are remembered; their absences are stored soon."""


class DiscordAccess:
    """The part of the messenger about servers and channels."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._deleted: set[int] = set()

    def note_deleted(self, channel_id: int) -> None:
        """Remember that a channel or thread was deleted."""
        if len(self._deleted) < MAX_DELETED:
            self._deleted.add(channel_id)

    def access(self, server_id: ServerId, channel_id: ChannelId) -> Access | Why:
        """Whether the bot can post in a channel, or is in the WHOLE_SERVER, by cached data."""
        server = self._client.get_guild(server_id)
        if server is None:
            is_known = self._client.is_ready() and self._serves(server_id)
            return Why(AbsenceReason.REMOVED) if is_known else Access.UNKNOWN
        if server.unavailable or server.me is None:
            return Access.UNKNOWN
        if channel_id == WHOLE_SERVER:
            return Access.OPEN
        channel = server.get_channel_or_thread(channel_id)
        if channel is not None:
            return _access_to(channel, server.me)
        return Why(AbsenceReason.GONE) if channel_id in self._deleted else Access.UNKNOWN

    def channels_to_greet(self, server_id: ServerId) -> tuple[ChannelId, ...]:
        """The server's system channel, then the first channels in which everybody can write."""
        server = self._client.get_guild(server_id)
        if server is None or server.unavailable or server.me is None:
            return ()
        first, everybody = server.system_channel, server.default_role
        others = sorted(
            server.text_channels, key=lambda each: not each.permissions_for(everybody).send_messages
        )
        asked = dict.fromkeys(others if first is None else (first, *others))
        found = [each for each in asked if _access_to(each, server.me) is Access.OPEN]
        return tuple(ChannelId(each.id) for each in found[:MAX_GREETINGS])

    async def ask_access(self, server_id: ServerId, channel_id: ChannelId) -> Access | Why:
        """The same for a channel that is not cached, such as an archived thread, by a request."""
        server = self._client.get_guild(server_id)
        if server is None or server.me is None:
            return Access.UNKNOWN
        try:
            async with translate_http_errors(None):
                channel = await server.fetch_channel(channel_id)
        except ChannelGone:
            return Why(AbsenceReason.GONE)
        except (Refusal, TryLater, discord.InvalidData):
            return Access.UNKNOWN
        return _access_to(channel, server.me)

    def _serves(self, server_id: ServerId) -> bool:
        """Whether this process gets the events of a server."""
        count, numbers = self._client.shard_count or 1, getattr(self._client, "shard_ids", None)
        return not numbers or Shard.of(server_id, count).number in numbers


def _access_to(
    channel: discord.abc.GuildChannel | discord.Thread, me: discord.Member
) -> Access | Why:
    in_thread = isinstance(channel, discord.Thread)
    if isinstance(channel, discord.Thread) and channel.parent is None:
        return Access.UNKNOWN  # its permissions are those of its parent
    speaking = "send_messages_in_threads" if in_thread else "send_messages"
    missing = first_missing(channel.permissions_for(me), ("view_channel", speaking))
    return Access.OPEN if missing is None else Why(AbsenceReason.FORBIDDEN, missing)
