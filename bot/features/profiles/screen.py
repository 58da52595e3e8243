"""``/profile``: the pages of profiles, and their buttons."""

from collections.abc import Sequence
from enum import StrEnum
from functools import partial

import discord
from discord.ext import commands

from bot.features.profiles import words
from bot.features.profiles.service import GameProfile, Profile, ProfileService, Versus
from bot.features.watching import WatchService
from bot.screen.ids import CustomId, MatchAction, MatchButton, Name
from bot.screen.interaction import (
    AnyGame,
    Click,
    Handler,
    Interaction,
    Screen,
    command,
    member_named,
    menu,
)
from bot.screen.names import LONGEST, ListedPerson, harmless, may_name, mentioned
from bot.screen.page import Accent, Button, Menu, Page, Part, Picture, Row, Style, options
from bot.screen.words import FOLLOW, UNFOLLOW
from data.ids import PlayerId, ServerId
from renderer.charts import Chart
from rules import GAMES
from rules.texts import Text, Words, lines


class ProfileAction(StrEnum):
    SHOW = "show"
    GAME = "game"
    VERSUS = "versus"
    FOLLOW = "follow"
    UNFOLLOW = "unfollow"


class ProfileButton(CustomId, prefix="pf"):
    """A button or list below somebody's profile; ``game`` is ``all`` for all of them."""

    player_id: PlayerId
    game: Name
    action: ProfileAction


ALL = "all"
PAIR = 2


def profile(
    told: Text,
    player_id: PlayerId,
    game: str,
    reader: PlayerId,
    follows: bool | None,
    alt: Words | None,
    added: Sequence[Part] = (),
) -> Page:
    """A profile with its text ``told``. ``alt``: the alternative text of its chart, None if none.

    ``follows``: whether the reader follows the player, None if nobody can be followed here.
    Features ``added`` parts.
    """
    games: dict[str, Words] = {
        ALL: words.OVERVIEW,
        **{name: game.info.name for name, game in GAMES.items()},
    }
    action = ProfileAction.UNFOLLOW if follows else ProfileAction.FOLLOW
    follow = Button(UNFOLLOW if follows else FOLLOW, ProfileButton(player_id, game, action))
    met = Button(words.VERSUS, ProfileButton(player_id, ALL, ProfileAction.VERSUS))
    return Page(
        lines(told, words.FOLLOWING if follows else None),
        *added,
        Picture(alt) if alt is not None else None,
        Menu(
            ProfileButton(player_id, game, ProfileAction.GAME), options(games, game), words.CHOOSE
        ),
        Row(met, None if follows is None else follow) if player_id != reader else None,
        accent=Accent.BLURPLE,
    )


def versus(found: Versus, one: Words, other: Words, here: ServerId | None) -> Page:
    last = found.last[0] if found.last else None
    is_here = last is not None and here is not None and last.server_id == here
    again = None
    if last is not None and is_here and len(last.seats) == PAIR:
        rematch = MatchButton(last.match_id, 0, MatchAction.REMATCH)
        again = Button(words.REMATCH, rematch, Style.SUCCESS)
    profile = Button(words.PROFILE, ProfileButton(found.other, ALL, ProfileAction.SHOW))
    return Page(words.versus(found, one, other), Row(again, profile), accent=Accent.BLURPLE)


async def show_profile(interaction: Interaction, player_id: PlayerId, game: str = ALL) -> None:
    """Show a player, in one game or over all of them; acknowledged before."""
    actor, services = interaction.actor, interaction.services
    here = actor.place.server_id
    found: Profile | GameProfile
    if game == ALL:
        found = await services[ProfileService].profile(player_id, here)
    else:
        found = await services[ProfileService].in_game(player_id, game, here)
    if await _is_refused(interaction, player_id, is_hidden=found.is_hidden):
        return
    name = await _name(interaction, player_id)
    chart: Chart | None
    if isinstance(found, Profile):
        told = words.overview(found, name)
        chart = found.activity if found.overall.played else None
    else:
        met = [ListedPerson(other, other in found.hidden) for other, _ in found.opponents]
        opponents = await mentioned(interaction.client.names, met, actor.id, here)
        told, chart = lines(*words.in_game(found, name, opponents)), found.curve
    follows = await services[WatchService].follows(actor, player_id)
    added = await interaction.added(found)
    page = partial(profile, told, player_id, game, actor.id, follows, added=added)
    await interaction.show_with(chart, page)


async def show_versus(interaction: Interaction, other: PlayerId) -> None:
    """Show how the reader stands against another player; acknowledged before."""
    actor = interaction.actor
    if other == actor.id:
        await interaction.say(words.YOURSELF)
        return
    found = await interaction.services[ProfileService].versus(actor.id, other)
    hides = found.is_hidden and not found.last  # opponents know them already
    if await _is_refused(interaction, other, is_hidden=hides):
        return
    one, two = await _name(interaction, actor.id), await _name(interaction, other)
    await interaction.show(versus(found, one, two, actor.place.server_id))


async def _is_refused(interaction: Interaction, player_id: PlayerId, *, is_hidden: bool) -> bool:
    """Whether this reader may not see the profile; if so, tell them."""
    actor = interaction.actor
    person, here = ListedPerson(player_id, is_hidden), actor.place.server_id
    if await may_name(interaction.client.names, person, actor.id, here):
        return False
    await interaction.say(words.NOT_SEEN)
    return True


async def _name(interaction: Interaction, player_id: PlayerId) -> Words:
    here = interaction.actor.place.server_id
    return harmless(await interaction.client.names.of(player_id, here), LONGEST)


async def on_profile(click: Click[ProfileButton]) -> None:
    """Follow or unfollow the player, show another game, or the record of the two."""
    if click.id.action is ProfileAction.VERSUS:
        await click.defer_private()
        await show_versus(click, click.id.player_id)
        return
    await click.defer_update()
    watching = click.services[WatchService]
    if click.id.action is ProfileAction.FOLLOW:
        followed = await member_named(click, click.id.player_id)
        await watching.follow_person(click.actor, followed.id)
    elif click.id.action is ProfileAction.UNFOLLOW:
        await watching.unfollow_person(click.actor, click.id.player_id)
    is_choice = click.id.action is ProfileAction.GAME
    game = click.value if is_choice else click.id.game
    await show_profile(click, click.id.player_id, game)


class Profiles(commands.Cog):
    @command(
        "Ratings and records, yours or another player's",
        everywhere=True,
        player="Which player; you if left out",
        game="Only this game",
    )
    async def profile(
        self, interaction: Interaction, player: discord.User | None = None, game: AnyGame = ALL
    ) -> None:
        person = player or interaction.raw.user
        await show_profile(interaction, PlayerId(person.id), game)


@menu(words.MENU_PROFILE)
async def profile_menu(interaction: Interaction, person: discord.User) -> None:
    await show_profile(interaction, PlayerId(person.id))


@menu(words.MENU_VERSUS)
async def versus_menu(interaction: Interaction, person: discord.User) -> None:
    await show_versus(interaction, PlayerId(person.id))


SCREEN = Screen(
    cogs=(Profiles,),
    menus=(profile_menu, versus_menu),
    handlers=(Handler(ProfileButton, on_profile, defer=False),),
)
