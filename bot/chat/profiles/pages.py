"""``/profile`` and ``/versus``: what profiles look like, and what their buttons lead to."""

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

import discord
from discord.ext import commands

from bot.chat.common.ids import CustomId, MatchAction, MatchButton, Name
from bot.chat.common.names import LONGEST, Listed, harmless, may_name, mentioned
from bot.chat.common.page import Accent, Button, Menu, Page, Picture, Row, Style, options
from bot.chat.interaction import AnyGame, Click, Interaction, command, handles, menu
from bot.chat.profiles import text as words
from bot.services.profiles import Versus
from data.ids import PlayerId, ServerId
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


@dataclass(frozen=True, slots=True)
class Reading:
    """Who reads a profile; whether they follow the player, None where nobody can be followed."""

    reader: PlayerId
    follows: bool | None = None


def profile(told: Text, player_id: PlayerId, game: str, by: Reading, alt: Words | None) -> Page:
    """What is told of a player, with a picture where ``alt`` tells what it shows."""
    games: dict[str, Words] = {
        ALL: words.OVERVIEW,
        **{name: game.info.name for name, game in GAMES.items()},
    }
    menu = ProfileButton(player_id, game, ProfileAction.GAME)
    return Page(
        lines(told, words.FOLLOWING if by.follows else None),
        Picture(alt) if alt is not None else None,
        Menu(menu, options(games, game), words.CHOOSE),
        Row(*_about_them(player_id, game, by)) if player_id != by.reader else None,
        accent=Accent.BLURPLE,
    )


def _about_them(player_id: PlayerId, game: str, by: Reading) -> Iterator[Button]:
    yield Button(words.VERSUS, ProfileButton(player_id, ALL, ProfileAction.VERSUS))
    if by.follows is not None:
        action = ProfileAction.UNFOLLOW if by.follows else ProfileAction.FOLLOW
        label = words.STOP if by.follows else words.FOLLOW
        yield Button(label, ProfileButton(player_id, game, action))


def versus(found: Versus, one: Words, other: Words, here: ServerId | None) -> Page:
    last = found.last[0] if found.last else None
    is_here = last is not None and here is not None and last.server_id == here
    again = None
    if last is not None and is_here and last.seats == PAIR:
        rematch = MatchButton(last.match_id, 0, MatchAction.REMATCH)
        again = Button(words.REMATCH, rematch, Style.SUCCESS)
    profile = Button(words.PROFILE, ProfileButton(found.other, ALL, ProfileAction.SHOW))
    return Page(words.versus(found, one, other), Row(again, profile), accent=Accent.BLURPLE)


async def show_profile(interaction: Interaction, player_id: PlayerId, game: str = ALL) -> None:
    """Show a player, in one game or over all of them; acknowledged before."""
    if game != ALL:
        await _show_game(interaction, player_id, game)
        return
    here = interaction.actor.place.server_id
    found = await interaction.services.profiles.profile(player_id, here)
    if await _is_shut(interaction, player_id, is_hidden=found.is_hidden):
        return
    chart = found.activity if found.overall.played else None
    name = await _name(interaction, player_id)
    by = await _reading(interaction, player_id)
    page = partial(profile, words.overview(found, name), player_id, ALL, by)
    await interaction.show_with(chart, page)


async def _show_game(interaction: Interaction, player_id: PlayerId, game: str) -> None:
    actor = interaction.actor
    profiles = interaction.services.profiles
    found = await profiles.in_game(player_id, game, actor.place.server_id)
    if await _is_shut(interaction, player_id, is_hidden=found.is_hidden):
        return
    name = await _name(interaction, player_id)
    by = await _reading(interaction, player_id)
    met = [Listed(other, other in found.hidden) for other, _ in found.opponents]
    names = interaction.client.names
    opponents = await mentioned(names, met, actor.id, actor.place.server_id)
    told = lines(*words.in_game(found, name, opponents))
    page = partial(profile, told, player_id, found.standing.info.id, by)
    await interaction.show_with(found.curve, page)


async def show_versus(interaction: Interaction, other: PlayerId) -> None:
    """Show how the reader stands against somebody; acknowledged before."""
    actor = interaction.actor
    if other == actor.id:
        await interaction.say(words.YOURSELF)
        return
    found = await interaction.services.profiles.versus(actor.id, other)
    hides = found.is_hidden and not found.last  # who has met them knows who they are
    if await _is_shut(interaction, other, is_hidden=hides):
        return
    one, two = await _name(interaction, actor.id), await _name(interaction, other)
    await interaction.show(versus(found, one, two, actor.place.server_id))


async def _is_shut(interaction: Interaction, player_id: PlayerId, *, is_hidden: bool) -> bool:
    """Whether the profile is not for this reader, who is told so then."""
    actor = interaction.actor
    person, here = Listed(player_id, is_hidden), actor.place.server_id
    if await may_name(interaction.client.names, person, actor.id, here):
        return False
    await interaction.say(words.NOT_SEEN)
    return True


async def _reading(interaction: Interaction, player_id: PlayerId) -> Reading:
    """Who reads the profile; following goes by server, so there is none in direct messages."""
    actor = interaction.actor
    if actor.place.server_id is None:
        return Reading(actor.id)
    followed = await interaction.services.following.followed(actor)
    return Reading(actor.id, player_id in followed)


async def _name(interaction: Interaction, player_id: PlayerId) -> Words:
    here = interaction.actor.place.server_id
    return harmless(await interaction.client.names.of(player_id, here), LONGEST)


async def on_profile(click: Click[ProfileButton]) -> None:
    """Follow the player or no more, show another game, or how the reader stands against them."""
    if click.id.action is ProfileAction.VERSUS:
        await click.defer_private()
        await show_versus(click, click.id.player_id)
        return
    await click.defer_update()
    following = click.services.following
    if click.id.action is ProfileAction.FOLLOW:
        await following.follow(click.actor, click.id.player_id)
    elif click.id.action is ProfileAction.UNFOLLOW:
        await following.unfollow(click.actor, click.id.player_id)
    is_choice = click.id.action is ProfileAction.GAME
    game = click.value if is_choice else click.id.game
    await show_profile(click, click.id.player_id, game)


HANDLERS = (handles(ProfileButton, on_profile, defer=False),)


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
        await _of(interaction, player or interaction.raw.user, partial(show_profile, game=game))

    @command("Your record against another player", everywhere=True, player="The other player")
    async def versus(self, interaction: Interaction, player: discord.User) -> None:
        await _of(interaction, player, show_versus)


async def _of(
    interaction: Interaction,
    person: discord.User | discord.Member,
    show: Callable[[Interaction, PlayerId], Awaitable[None]],
) -> None:
    await (interaction.say(words.BOTS) if person.bot else show(interaction, PlayerId(person.id)))


@menu(words.MENU_PROFILE)
async def profile_menu(interaction: Interaction, person: discord.User) -> None:
    await _of(interaction, person, show_profile)


@menu(words.MENU_VERSUS)
async def versus_menu(interaction: Interaction, person: discord.User) -> None:
    await _of(interaction, person, show_versus)
