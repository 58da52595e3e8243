"""``/practice``: a match against the bot itself, which begins at once."""

from discord import app_commands
from discord.ext import commands

from bot.chat.challenges.commands import SEAT_CHOICES
from bot.chat.common.games import game_choices
from bot.chat.common.levels import BEGINNER, LEVEL_CHOICES
from bot.chat.interaction.client import Interaction, PlayingClient
from bot.chat.interaction.game_options import AnyVariant
from bot.chat.opponents.beginning import play
from data.states import SeatChoice


class Opponents(commands.Cog):
    """Playing against the bot."""

    @app_commands.command(description="Play a match against me, at once; it is never rated")
    @app_commands.describe(
        game="Which game",
        level="How strong I play; a beginner if left out",
        seat="Who moves first; you if left out",
        variant="How it is played; the usual way if left out",
    )
    @app_commands.choices(game=game_choices(), seat=SEAT_CHOICES)
    @app_commands.choices(level=LEVEL_CHOICES)
    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.allowed_installs(guilds=True, users=True)
    async def practice(
        self,
        interaction: Interaction,
        game: str,
        level: int = BEGINNER,
        seat: str = SeatChoice.FIRST.value,
        variant: AnyVariant | None = None,
    ) -> None:
        await play(interaction, game, level, SeatChoice(seat), variant)


async def setup(client: PlayingClient) -> None:
    await client.add_cog(Opponents())
