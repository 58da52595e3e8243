"""``/vacation``: being away without losing on time."""

from discord import app_commands
from discord.ext import commands

from bot.chat.interaction.acknowledging import defer_private
from bot.chat.interaction.client import Interaction, PlayingClient
from bot.chat.vacation.buttons import end_vacation, show_vacation, start_vacation
from bot.services.clocks import DAYS_A_YEAR


@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
@app_commands.allowed_installs(guilds=True, users=True)
class Vacations(commands.GroupCog, name="vacation", description="Being away for some days"):
    """Going on vacation, coming back, seeing what is left."""

    @app_commands.command(description="Let your time stand still in your matches, from now on")
    @app_commands.describe(days="For how many days, if you do not end it before")
    async def start(
        self, interaction: Interaction, days: app_commands.Range[int, 1, DAYS_A_YEAR]
    ) -> None:
        await defer_private(interaction)
        await start_vacation(interaction, days)

    @app_commands.command(description="End your vacation, so that your time runs again")
    async def end(self, interaction: Interaction) -> None:
        await defer_private(interaction)
        await end_vacation(interaction)

    @app_commands.command(description="Whether you are on vacation, and the days you have left")
    async def show(self, interaction: Interaction) -> None:
        await defer_private(interaction)
        await show_vacation(interaction)


async def setup(client: PlayingClient) -> None:
    await client.add_cog(Vacations())
