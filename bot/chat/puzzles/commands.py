"""``/learn``: a game in small steps."""

from discord import app_commands
from discord.ext import commands

from bot.chat.common.games import game_choices
from bot.chat.interaction.acknowledging import defer_private
from bot.chat.interaction.client import Interaction, PlayingClient
from bot.chat.puzzles.buttons import show_course


class Puzzles(commands.Cog):
    """Learning by puzzles."""

    @app_commands.command(description="Learn a game by a few small puzzles, for you alone")
    @app_commands.describe(game="Which game")
    @app_commands.choices(game=game_choices())
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.allowed_installs(guilds=True, users=True)
    async def learn(self, interaction: Interaction, game: str) -> None:
        await defer_private(interaction)
        await show_course(interaction, game)


async def setup(client: PlayingClient) -> None:
    await client.add_cog(Puzzles())
