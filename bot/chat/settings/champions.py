"""``/server champion``: a role that goes to the first of a leaderboard or ladder."""

from collections.abc import Sequence

import discord

from bot.chat.common.text import mention
from bot.chat.interaction.actor import actor_of
from bot.chat.interaction.answering import say
from bot.chat.interaction.client import Interaction, services
from bot.services.leaderboards import Champion
from data.ids import RoleId
from rules import GAMES

NONE = "No role goes to champions here. Name a game and a role to change that."
MISSING = "I need the **Manage Roles** permission to give roles. Nothing was changed."
TOO_HIGH = (
    "I cannot give {}: it stands above my own role in the server's list of roles, or belongs to "
    "Discord or another bot. Nothing was changed."
)
NOT_YOURS = "You cannot give {} yourself, so I will not do it for you. Nothing was changed."
AGAIN = "To see which roles there are, name no game; to give one again, name a role as well."
NEEDS_GAME = "Name the game whose champion gets the role."


async def choose_champion(
    interaction: Interaction, game: str | None, role: discord.Role | None, *, of_ladder: bool
) -> None:
    """Let a role go to the first, or no more; without a game, tell which there are."""
    champions, actor = services(interaction).champions, actor_of(interaction)
    if game is None:
        found = await champions.list(actor)
        await say(interaction, NEEDS_GAME if role is not None else listed(found))
        return
    refusal = None if role is None else _refusal(interaction, role)
    if refusal is not None:
        await say(interaction, refusal)
        return
    role_id = None if role is None else RoleId(role.id)
    before = await champions.choose(actor, game, role_id, of_ladder=of_ladder)
    await say(interaction, chosen(game, role_id, before, of_ladder=of_ladder))


def _refusal(interaction: Interaction, role: discord.Role) -> str | None:
    """Why the role cannot be given, None if it can be."""
    server, person = interaction.guild, interaction.user
    if server is None or not server.me.guild_permissions.manage_roles:
        return MISSING
    if not role.is_assignable():
        return TOO_HIGH.format(f"<@&{role.id}>")
    # else whoever manages the server, but not its roles, could get any role by playing well
    own = isinstance(person, discord.Member) and (
        person.id == server.owner_id  # who is not always in the cache
        or (person.guild_permissions.manage_roles and role < person.top_role)
    )
    return None if own else NOT_YOURS.format(f"<@&{role.id}>")


def listed(found: Sequence[Champion]) -> str:
    """Which roles go to whom."""
    if not found:
        return NONE
    return "\n".join(
        f"<@&{each.role_id}>: the first of {_list_of(each.game, of_ladder=each.of_ladder)}, "
        f"{'nobody yet' if each.holder_id is None else mention(each.holder_id)}"
        for each in found
    )


def chosen(game: str, role_id: RoleId | None, before: Champion | None, *, of_ladder: bool) -> str:
    """What was changed."""
    of = _list_of(game, of_ladder=of_ladder)
    kept = ""
    if before is not None and before.holder_id is not None and before.role_id != role_id:
        kept = f" {mention(before.holder_id)} keeps <@&{before.role_id}>, unless you take it away."
    if role_id is None and before is None:
        return f"No role goes to the first of {of}. Name a role as well to change that."
    if role_id is None:
        return f"No role goes to the first of {of} any more.{kept} {AGAIN}"
    return f"<@&{role_id}> goes to the first of {of}, from now on.{kept}"


def _list_of(game: str, *, of_ladder: bool) -> str:
    name = GAMES[game].info.name if game in GAMES else game
    return f"the {name} {'ladder' if of_ladder else 'leaderboard'}"
