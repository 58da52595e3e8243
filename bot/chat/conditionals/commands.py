"""``/if``: answers that are played as soon as an opponent plays what they answer."""

from discord import app_commands
from discord.ext import commands

from bot.chat.composer.boards import show_changed
from bot.chat.conditionals.buttons import show_conditionals
from bot.chat.interaction.acknowledging import defer_private
from bot.chat.interaction.actor import actor_of
from bot.chat.interaction.client import Interaction, PlayingClient, services
from bot.chat.interaction.match_option import PlayedMatch, meant

LONGEST_LINE = 1000


class ConditionalMoves(commands.Cog):
    """Preparing answers."""

    @app_commands.command(
        name="if", description="Prepare answers: if they play this, I answer that, at once"
    )
    @app_commands.describe(
        line="Their move; your answer; and so on. Leave it out to choose on the board",
        match="Which match, if not the one here",
    )
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.allowed_installs(guilds=True, users=True)
    async def prepare(
        self,
        interaction: Interaction,
        line: app_commands.Range[str, 1, LONGEST_LINE] | None = None,
        match: PlayedMatch = None,
    ) -> None:
        await defer_private(interaction)
        match_id, actor = await meant(interaction, match), actor_of(interaction)
        prepared = services(interaction).conditionals
        if line is None:
            await show_conditionals(interaction, await prepared.show(actor, match_id))
        else:
            typed = prepared.type_line(actor, match_id, line)
            await show_changed(interaction, typed, show_conditionals)


async def setup(client: PlayingClient) -> None:
    await client.add_cog(ConditionalMoves())
