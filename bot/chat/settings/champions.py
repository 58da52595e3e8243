"""``/server champion``: a role that goes to the first of a leaderboard, ladder or league."""

from collections.abc import Sequence

import discord

from bot.chat.common.permissions import spoken
from bot.chat.common.text import mention
from bot.chat.interaction import Interaction
from bot.services.leaderboards import Champion
from data.ids import RoleId
from rules import GAMES
from rules.texts import Text, lines, sentences

NONE = Text("No champion gets a role here. To change that, choose a game and a role.")
MISSING = Text(
    "I need the **{permission}** permission to give roles. Nothing was changed.",
    permission=spoken("manage_roles"),
)
TOO_HIGH = Text(
    "I cannot give {role}: it stands above my own role in the server's list of roles, or belongs "
    "to Discord or another bot. Nothing was changed."
)
NOT_YOURS = Text(
    "You cannot give {role} yourself, so I cannot give it for you. Nothing was changed."
)
AGAIN = Text(
    "To see all champion roles, leave out the game. To set one again, choose a game and a role."
)
ONE = Text("Choose the ladder or the league, not both. Nothing was changed.")
NEEDS_GAME = Text("Name the game whose champion gets the role.")


async def choose_champion(
    interaction: Interaction,
    game: str | None,
    role: discord.Role | None,
    *,
    of_ladder: bool,
    of_league: bool,
) -> None:
    """Let a role go to the first, or no more; without a game, tell which there are."""
    champions, actor = interaction.services.champions, interaction.actor
    if game is None:
        found = await champions.list(actor)
        await interaction.say(NEEDS_GAME if role is not None else listed(found))
        return
    refusal = None if role is None else _refusal(interaction, role)
    if refusal is not None:
        await interaction.say(refusal)
        return
    role_id = None if role is None else RoleId(role.id)
    if of_ladder and of_league:
        await interaction.say(ONE)
        return
    which = {"of_ladder": of_ladder, "of_league": of_league}
    before = await champions.choose(actor, game, role_id, **which)
    await interaction.say(chosen(_first_of(game, **which), role_id, before))


def _refusal(interaction: Interaction, role: discord.Role) -> Text | None:
    """Why the role cannot be given, None if it can be."""
    server, person = interaction.raw.guild, interaction.raw.user
    if server is None or not server.me.guild_permissions.manage_roles:
        return MISSING
    if not role.is_assignable():
        return TOO_HIGH.of(role=_role(role.id))
    # else whoever manages the server, but not its roles, could get any role by playing well
    own = isinstance(person, discord.Member) and (
        person.id == server.owner_id  # who is not always in the cache
        or (person.guild_permissions.manage_roles and role < person.top_role)
    )
    return None if own else NOT_YOURS.of(role=_role(role.id))


def _role(role_id: int) -> str:
    return f"<@&{role_id}>"


def listed(found: Sequence[Champion]) -> Text:
    return lines(*map(_line, found)) if found else NONE


def _line(each: Champion) -> Text:
    first = _first_of(each.game, of_ladder=each.of_ladder, of_league=each.of_league)
    if each.holder_id is None:
        return Text("{role}: {first}, nobody yet", role=_role(each.role_id), first=first)
    who = mention(each.holder_id)
    return Text("{role}: {first}, {who}", role=_role(each.role_id), first=first, who=who)


def chosen(first: Text, role_id: RoleId | None, before: Champion | None) -> Text:
    kept = None
    if before is not None and before.holder_id is not None and before.role_id != role_id:
        kept = Text(
            "{player} keeps {role} until you remove it.",
            player=mention(before.holder_id),
            role=_role(before.role_id),
        )
    if role_id is not None:
        goes = Text("From now on, {role} goes to {first}.", role=_role(role_id), first=first)
        return sentences(goes, kept)
    if before is None:
        none = Text("No role goes to {first}. To change that, choose a role as well.", first=first)
        return sentences(none, kept)
    return sentences(Text("No role goes to {first} any more.", first=first), kept, AGAIN)


def _first_of(game: str, *, of_ladder: bool, of_league: bool) -> Text:
    name = GAMES[game].info.name if game in GAMES else game
    if of_league:
        return Text("the last winner of the {game} league", game=name)
    if of_ladder:
        return Text("the leader of the {game} ladder", game=name)
    return Text("the leader of the {game} leaderboard", game=name)
