"""``/rules``: learning the games."""

from discord import app_commands
from discord.ext import commands

from bot.chat.common.games import game_choices
from bot.chat.interaction.acknowledging import defer_private
from bot.chat.interaction.client import Interaction, PlayingClient
from bot.chat.rulebook.pages import show_page


class Rulebook(commands.Cog):
    """Learning the games."""

    @app_commands.command(description="How a game is played, with pictures, for you alone")
    @app_commands.describe(game="Which game")
    @app_commands.choices(game=game_choices())
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.allowed_installs(guilds=True, users=True)
    async def rules(self, interaction: Interaction, game: str) -> None:
        await defer_private(interaction)
        await show_page(interaction, game, 0)


async def setup(client: PlayingClient) -> None:
    await client.add_cog(Rulebook())
