"""Roles: who has one, and passing it on."""

from collections.abc import Collection

import discord

from bot.core.people import is_stand_in
from bot.core.posting import CannotPost, MessageRefused, RoleGone, ServerGone, TryLater
from bot.screen.messenger.access import DiscordAccess
from bot.screen.messenger.refusals import translate_http_errors
from data.ids import PlayerId, RoleId, ServerId

WHY = "Champion"


class DiscordRoles(DiscordAccess):
    """The part of the messenger about roles."""

    def __init__(self, client: discord.Client) -> None:
        super().__init__(client)
        self._left: set[ServerId] = set()
        """Servers of which Discord has said that the bot is not a member."""

    async def require_server(self, server_id: ServerId) -> None:
        """Raise ServerGone if the bot is not in the server, TryLater if that is not known yet."""
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

    def has_role(self, server_id: ServerId, role_id: RoleId) -> bool:
        """Whether a server has the role; True while the server is not cached."""
        server = self._client.get_guild(server_id)
        is_known = server is not None and not server.unavailable and server.me is not None
        return not is_known or server is None or server.get_role(role_id) is not None

    async def holders(
        self, server_id: ServerId, role_id: RoleId, people: Collection[PlayerId]
    ) -> frozenset[PlayerId]:
        """Who of at most a hundred people has the role; raises RoleGone, ServerGone or TryLater."""
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


async def _member(server: discord.Guild, person: PlayerId | None) -> discord.Member | None:
    """The member of the server; None for None, and for people who left."""
    if person is None or is_stand_in(person):
        return None
    try:
        return await server.fetch_member(person)
    except discord.NotFound:
        return None
