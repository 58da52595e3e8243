"""``/profile`` and ``/versus``, and the same from the menu on a person."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.chat.common.games import game_choices
from bot.chat.interaction.acknowledging import defer_private
from bot.chat.interaction.answering import say
from bot.chat.interaction.client import Interaction, PlayingClient
from bot.chat.profiles import text as words
from bot.chat.profiles.layouts import ALL
from bot.chat.profiles.pages import show_profile, show_versus
from data.ids import PlayerId


class Profiles(commands.Cog):
    """What players have played."""

    @app_commands.command(description="Ratings, records and how they went: yours or another's")
    @app_commands.describe(player="Whose; yours if left out", game="Only this game")
    @app_commands.choices(game=game_choices())
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.allowed_installs(guilds=True, users=True)
    async def profile(
        self,
        interaction: Interaction,
        player: discord.User | None = None,
        game: str = ALL,
    ) -> None:
        await profile_of(interaction, player or interaction.user, game)

    @app_commands.command(description="How you stand against another player")
    @app_commands.describe(player="Against whom")
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.allowed_installs(guilds=True, users=True)
    async def versus(self, interaction: Interaction, player: discord.User) -> None:
        await versus_of(interaction, player)


async def profile_of(
    interaction: Interaction, person: discord.User | discord.Member, game: str = ALL
) -> None:
    """Show somebody's profile."""
    await defer_private(interaction)
    if person.bot:
        await say(interaction, words.BOTS)
        return
    await show_profile(interaction, PlayerId(person.id), game)


async def versus_of(interaction: Interaction, person: discord.User | discord.Member) -> None:
    """Show how the reader stands against somebody."""
    await defer_private(interaction)
    if person.bot:
        await say(interaction, words.BOTS)
        return
    await show_versus(interaction, PlayerId(person.id))


async def profile_menu(interaction: Interaction, person: discord.User) -> None:
    """The profile, from the menu on a person."""
    await profile_of(interaction, person)


async def versus_menu(interaction: Interaction, person: discord.User) -> None:
    """The two against each other, from the menu on a person."""
    await versus_of(interaction, person)


async def setup(client: PlayingClient) -> None:
    await client.add_cog(Profiles())
    for name, answer in ((words.MENU_PROFILE, profile_menu), (words.MENU_VERSUS, versus_menu)):
        client.tree.add_command(app_commands.ContextMenu(name=name, callback=answer))
