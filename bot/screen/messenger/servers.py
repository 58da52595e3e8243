"""The servers and channels where the bot can be, by discord.py's cache, and roles in them."""

import time
from collections.abc import Callable, Collection, Iterator
from datetime import datetime, timedelta

import discord

from bot.core.absences import WHOLE_SERVER, Why
from bot.core.posting import (
    Access,
    CannotPost,
    ChannelGone,
    MessageRefused,
    Refusal,
    RoleGone,
    ServerGone,
    TryLater,
)
from bot.screen.messenger.channels import translate_http_errors
from data.ids import ChannelId, PlayerId, RoleId, ServerId, is_stand_in
from data.shards import Shard
from data.states import AbsenceReason

WHY = "Champion"
MAX_GREETINGS = 3
"""How many channels are tried for a greeting."""
MAX_DELETED = 10_000
"""How many deleted channels and threads are remembered; their absences are stored soon."""


class DiscordServers:
    """The part of the messenger about servers, their channels and their roles."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._deleted: set[int] = set()
        self._left: set[ServerId] = set()
        """Servers of which Discord has said that the bot is not a member."""

    def note_deleted(self, channel_id: int) -> None:
        """Remember that a channel or thread was deleted."""
        if len(self._deleted) < MAX_DELETED:
            self._deleted.add(channel_id)

    def access(self, server_id: ServerId, channel_id: ChannelId) -> Access | Why:
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

    async def require_server(self, server_id: ServerId) -> None:
        await self._server(server_id)

    async def _server(self, server_id: ServerId) -> discord.Guild:
        """The server; one request to Discord for each that is not cached."""
        server = self._client.get_guild(server_id)
        if server is not None:
            self._left.discard(server_id)
            if server.unavailable or server.me is None:
                raise TryLater
            return server
        if server_id not in self._left and self._client.is_ready():
            try:
                async with translate_http_errors(None):
                    await self._client.fetch_guild(server_id, with_counts=False)
            except MessageRefused as error:  # it says nothing about the server
                raise TryLater from error
            except CannotPost:
                self._left.add(server_id)
        if server_id in self._left:
            raise ServerGone
        raise TryLater

    async def leave(self, server_id: ServerId) -> None:
        server = await self._server(server_id)
        async with translate_http_errors(None):
            await server.leave()

    def has_role(self, server_id: ServerId, role_id: RoleId) -> bool:
        server = self._client.get_guild(server_id)
        is_known = server is not None and not server.unavailable and server.me is not None
        return not is_known or server is None or server.get_role(role_id) is not None

    async def holders(
        self, server_id: ServerId, role_id: RoleId, people: Collection[PlayerId]
    ) -> frozenset[PlayerId]:
        server = await self._server(server_id)
        if server.get_role(role_id) is None:
            raise RoleGone
        asked: list[int] = [each for each in people if not is_stand_in(each)]
        if not asked:
            return frozenset()
        try:
            async with translate_http_errors(None):
                found = await server.query_members(user_ids=asked, limit=len(asked), cache=False)
        except (RuntimeError, discord.ConnectionClosed) as error:
            raise TryLater from error  # the gateway is disconnected
        return frozenset(PlayerId(e.id) for e in found if e.get_role(role_id) is not None)

    async def pass_role(
        self,
        server_id: ServerId,
        role_id: RoleId,
        before: Collection[PlayerId],
        after: PlayerId | None,
    ) -> PlayerId | None:
        """Give the role to ``after``, then take it from those ``before``; returns who has it.

        Raises RoleGone, ServerGone, CannotPost or TryLater.
        """
        server = await self._server(server_id)
        role = server.get_role(role_id)
        if role is None:
            raise RoleGone
        if not server.me.guild_permissions.manage_roles or not role.is_assignable():
            raise CannotPost(
                "manage_roles", "the role is above the bot's own, or it may manage none"
            )
        async with translate_http_errors(None):
            champion = await _member(server, after)
            if champion is not None:
                await champion.add_roles(role, reason=WHY)
            for person in before:
                member = await _member(server, person)
                if member is not None:
                    await member.remove_roles(role, reason=WHY)
        return None if champion is None else after


def _access_to(
    channel: discord.abc.GuildChannel | discord.Thread, me: discord.Member
) -> Access | Why:
    """Whether the bot may see the channel and write in it; locks and Connect do not count."""
    in_thread = isinstance(channel, discord.Thread)
    if isinstance(channel, discord.Thread) and channel.parent is None:
        return Access.UNKNOWN  # its permissions are those of its parent
    needed = ("view_channel", "send_messages_in_threads" if in_thread else "send_messages")
    granted = channel.permissions_for(me)
    missing = next((each for each in needed if not getattr(granted, each)), None)
    return Access.OPEN if missing is None else Why(AbsenceReason.FORBIDDEN, missing)


async def _member(server: discord.Guild, person: PlayerId | None) -> discord.Member | None:
    """The member of the server; None for None, and for people who left."""
    if person is None or is_stand_in(person):
        return None
    try:
        return await server.fetch_member(person)
    except discord.NotFound:
        return None


class DiscordClock:
    """A lower bound of Discord's time: that of its newest known id, plus the time since then.

    It does not depend on this machine's clock.
    """

    def __init__(self, seconds: Callable[[], float] = time.monotonic) -> None:
        """``seconds`` is a monotonic clock."""
        self._seconds = seconds
        self._heard = discord.utils.snowflake_time(0)
        self._heard_at = seconds()

    def now(self) -> datetime:
        """A lower bound of Discord's current time."""
        return self._heard + timedelta(seconds=self._seconds() - self._heard_at)

    def hear(self, number: int) -> None:
        """Learn from an id that Discord has created."""
        told = discord.utils.snowflake_time(number)
        if told > self.now():
            self._heard, self._heard_at = told, self._seconds()

    def look(self, client: discord.Client) -> None:
        """Learn from the ids that the client has received."""
        self.hear(max(_numbers(client)))


def _numbers(client: discord.Client) -> Iterator[int]:
    yield 0
    if client.user is not None:
        yield client.user.id
    for server in client.guilds:
        channels: list[discord.TextChannel | discord.Thread] = [*server.text_channels]
        for channel in (*channels, *server.threads):
            yield channel.last_message_id or channel.id
