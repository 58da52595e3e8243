"""``/privacy``: what is stored about somebody."""

from discord import app_commands
from discord.ext import commands

from bot.chat.interaction.acknowledging import defer_private
from bot.chat.interaction.actor import actor_of, player_id
from bot.chat.interaction.answering import show
from bot.chat.interaction.client import Interaction, PlayingClient, services
from bot.chat.privacy import layouts


@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
@app_commands.allowed_installs(guilds=True, users=True)
class Privacy(commands.GroupCog, name="privacy", description="What is stored about you"):
    """Seeing and deleting what is stored."""

    @app_commands.command(description="Everything that is stored about you, as a file")
    async def export(self, interaction: Interaction) -> None:
        await defer_private(interaction)
        with services(interaction).exports.for_(player_id(interaction)):
            written = await services(interaction).privacy.export(actor_of(interaction))
            await show(interaction, layouts.exported(), written.encode("utf-8"), layouts.FILE)

    @app_commands.command(description="Delete everything about you; you are asked twice")
    async def delete(self, interaction: Interaction) -> None:
        await defer_private(interaction)
        await show(interaction, layouts.ask())


async def setup(client: PlayingClient) -> None:
    await client.add_cog(Privacy())
