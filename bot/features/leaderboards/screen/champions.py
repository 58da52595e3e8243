"""Choosing champions' roles: a button of each leaderboard and ladder panel, and its form."""

from collections.abc import Sequence

import discord

from bot.core.people import administered
from bot.features.leaderboards.champions import Champion, ChampionService
from bot.screen.buttons import ChampionId, ChampionOf
from bot.screen.interaction import Click, Interaction
from bot.screen.page import Form, Listed, Pick
from bot.screen.permissions import spoken
from bot.screen.words import mention
from data.ids import RoleId
from rules import GAMES
from rules.texts import Text, lines, sentences

HEADING = Text("**Champions** get a role: **Champion's role** on a list or in its panel.")
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
TITLE, ROLE = Text("Champion's role", "button"), Text("The role; none: nobody gets one")


async def on_button(click: Click[ChampionId]) -> None:
    administered(click.actor)
    about = _first_of(click.id.game, click.id.of)
    role = Pick("role", ROLE, Listed.ROLES, optional=True)
    await click.ask(Form(TITLE, click.id, (role,), about))


async def on_form(click: Click[ChampionId]) -> None:
    """Store the role that was chosen, or that none was."""
    game, of, server = click.id.game, click.id.of, click.raw.guild
    number = click.numbered("role")
    role = None if number is None or server is None else server.get_role(number)
    refusal = None if role is None else _refusal(click, role)
    if refusal is not None:
        await click.say(refusal)
        return
    role_id = None if role is None else RoleId(role.id)
    which = {"of_ladder": of is ChampionOf.LADDER, "of_league": of is ChampionOf.LEAGUE}
    before = await click.services[ChampionService].choose(click.actor, game, role_id, **which)
    await click.say(chosen(_first_of(game, of), role_id, before))


def _refusal(interaction: Interaction, role: discord.Role) -> Text | None:
    """Why the role cannot be given, None if it can be."""
    server, person = interaction.raw.guild, interaction.raw.user
    if server is None or not server.me.guild_permissions.manage_roles:
        return MISSING
    if not role.is_assignable():
        return TOO_HIGH.of(role=_role(role.id))
    # else a person who manages the server, but not its roles, could win any role by playing
    own = isinstance(person, discord.Member) and (
        person.id == server.owner_id  # who is not always in the cache
        or (person.guild_permissions.manage_roles and role < person.top_role)
    )
    return None if own else NOT_YOURS.of(role=_role(role.id))


def _role(role_id: int) -> str:
    return f"<@&{role_id}>"


def listed(found: Sequence[Champion]) -> Text:
    return lines(HEADING, *map(_line, found))


def _line(each: Champion) -> Text:
    of = ChampionOf.LEAGUE if each.of_league else ChampionOf.LEADERBOARD
    first = _first_of(each.game, ChampionOf.LADDER if each.of_ladder else of)
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
    return sentences(Text("No role goes to {first}.", first=first), kept)


def _first_of(game: str, of: ChampionOf) -> Text:
    return _FIRST[of].of(game=GAMES[game].info.name if game in GAMES else game)


_FIRST = {
    ChampionOf.LEAGUE: Text("the last winner of the {game} league"),
    ChampionOf.LADDER: Text("the leader of the {game} ladder"),
    ChampionOf.LEADERBOARD: Text("the leader of the {game} leaderboard"),
}
