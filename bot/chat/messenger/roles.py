"""Who has a role; giving it to somebody and taking it from somebody else."""

from collections.abc import Collection

import discord

from bot.chat.messenger.channels import translate_http_errors
from bot.services.people import is_stand_in
from bot.services.posting import CannotPost, RoleGone
from data.ids import PlayerId, RoleId, ServerId

WHY = "Champion"


async def has_role(
    client: discord.Client, server_id: ServerId, role_id: RoleId, person: PlayerId
) -> bool:
    """Whether somebody has the role now; raises RoleGone, CannotPost or TryLater."""
    server = client.get_guild(server_id)
    if server is None or server.get_role(role_id) is None:
        raise RoleGone
    async with translate_http_errors(None):
        member = await _member(server, person)
    return member is not None and member.get_role(role_id) is not None


async def pass_role(
    client: discord.Client,
    server_id: ServerId,
    role_id: RoleId,
    before: Collection[PlayerId],
    after: PlayerId | None,
) -> PlayerId | None:
    """Who has the role then; raises RoleGone, CannotPost or TryLater.

    Those who had it ``before`` lose it only when nothing else can fail any more but Discord itself.
    """
    server = client.get_guild(server_id)
    role = None if server is None else server.get_role(role_id)
    if server is None or role is None:
        raise RoleGone
    if not server.me.guild_permissions.manage_roles or not role.is_assignable():
        raise CannotPost("manage_roles", "the role is above the bot's own, or it may manage none")
    async with translate_http_errors(None):
        given = await _give(server, role, after)
        for person in before:
            await _take(server, role, person)
    return given


async def _give(
    server: discord.Guild, role: discord.Role, person: PlayerId | None
) -> PlayerId | None:
    member = await _member(server, person)
    if member is None:
        return None
    await member.add_roles(role, reason=WHY)
    return person


async def _take(server: discord.Guild, role: discord.Role, person: PlayerId) -> None:
    member = await _member(server, person)
    if member is not None:
        await member.remove_roles(role, reason=WHY)


async def _member(server: discord.Guild, person: PlayerId | None) -> discord.Member | None:
    """Somebody in the server; None for nobody, and for people who left it."""
    if person is None or is_stand_in(person):
        return None
    try:
        return await server.fetch_member(person)
    except discord.NotFound:
        return None
