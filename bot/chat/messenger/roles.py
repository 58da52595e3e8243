"""Who has a role; giving it to somebody and taking it from somebody else.

Who has it is asked on the gateway, which answers for a hundred at once; requests ask for one.
"""

from collections.abc import Collection

import discord

from bot.chat.messenger.channels import translate_http_errors
from bot.services.people import is_stand_in
from bot.services.posting import CannotPost, RoleGone, TryLater
from data.ids import PlayerId, RoleId, ServerId

WHY = "Champion"


class DiscordRoles:
    """What a messenger does with roles, through a client."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def holders(
        self, server_id: ServerId, role_id: RoleId, people: Collection[PlayerId]
    ) -> frozenset[PlayerId]:
        """Who of ``people``, at most a hundred, has the role now; raises RoleGone or TryLater."""
        server = self._client.get_guild(server_id)
        if server is None or server.get_role(role_id) is None:
            raise RoleGone
        asked: list[int] = [each for each in people if not is_stand_in(each)]
        if not asked:
            return frozenset()
        try:
            async with translate_http_errors(None):
                found = await server.query_members(user_ids=asked, limit=len(asked), cache=False)
        except (RuntimeError, discord.ConnectionClosed) as error:
            raise TryLater from error  # there is no gateway just now
        return frozenset(PlayerId(e.id) for e in found if e.get_role(role_id) is not None)

    async def pass_role(
        self,
        server_id: ServerId,
        role_id: RoleId,
        before: Collection[PlayerId],
        after: PlayerId | None,
    ) -> PlayerId | None:
        """Who has the role then; raises RoleGone, CannotPost or TryLater.

        Those who had it ``before`` lose it only when nothing else can fail any more but Discord
        itself.
        """
        server = self._client.get_guild(server_id)
        role = None if server is None else server.get_role(role_id)
        if server is None or role is None:
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
    """Somebody in the server; None for nobody, and for people who left it."""
    if person is None or is_stand_in(person):
        return None
    try:
        return await server.fetch_member(person)
    except discord.NotFound:
        return None
