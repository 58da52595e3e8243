"""``/leaderboard``: who is how strong."""

from discord import app_commands
from discord.ext import commands

from bot.chat.common.games import game_choices
from bot.chat.interaction.acknowledging import defer_private
from bot.chat.interaction.client import Interaction, PlayingClient
from bot.chat.leaderboards.ids import ListPlace
from bot.chat.leaderboards.pages import show_leaderboard
from bot.services.leaderboards import Period

PLACES = [
    app_commands.Choice(name="This server", value=ListPlace.HERE.value),
    app_commands.Choice(name="Everywhere", value=ListPlace.EVERYWHERE.value),
]
PERIODS = [
    app_commands.Choice(name="Active players (60 days)", value=Period.ACTIVE.value),
    app_commands.Choice(name="This month", value=Period.MONTH.value),
    app_commands.Choice(name="All time", value=Period.ALL.value),
]


class Leaderboards(commands.Cog):
    """Leaderboards."""

    @app_commands.command(description="The strongest players of a game, and your own place")
    @app_commands.describe(
        game="Which game",
        scope="This server's players, or everybody",
        period="Who is listed; those who play if left out",
    )
    @app_commands.choices(game=game_choices(), scope=PLACES, period=PERIODS)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.allowed_installs(guilds=True, users=True)
    async def leaderboard(
        self,
        interaction: Interaction,
        game: str,
        scope: str | None = None,
        period: str = Period.ACTIVE.value,
    ) -> None:
        await defer_private(interaction)
        usual = ListPlace.EVERYWHERE if interaction.guild_id is None else ListPlace.HERE
        place = usual if scope is None or interaction.guild_id is None else ListPlace(scope)
        await show_leaderboard(interaction, game, place, Period(period))


async def setup(client: PlayingClient) -> None:
    await client.add_cog(Leaderboards())
