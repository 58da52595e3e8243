"""``/matches`` and ``/board``: looking at what one plays."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.chat.interaction.acknowledging import defer_private
from bot.chat.interaction.answering import show, show_board
from bot.chat.interaction.client import Interaction, PlayingClient
from bot.chat.interaction.guards import visible_match
from bot.chat.interaction.match_option import PastMatch, meant
from bot.chat.matches.inbox import show_inbox
from bot.chat.messenger import layouts


class Matches(commands.Cog):
    """Finding matches and looking at their boards."""

    @app_commands.command(description="Your matches, those waiting for you first")
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.allowed_installs(guilds=True, users=True)
    async def matches(self, interaction: Interaction) -> None:
        await defer_private(interaction)
        await show_inbox(interaction)

    @app_commands.command(description="The board of a match, for you alone")
    @app_commands.describe(
        match="Which match, if not the one here",
        as_text="As text instead of a picture",
    )
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.allowed_installs(guilds=True, users=True)
    async def board(
        self, interaction: Interaction, match: PastMatch = None, as_text: bool = False
    ) -> None:
        await defer_private(interaction)
        view = await visible_match(interaction, await meant(interaction, match, past=True))
        if as_text:
            await show(interaction, layouts.board_as_text(view))
        else:
            await show_board(interaction, view)


async def setup(client: PlayingClient) -> None:
    await client.add_cog(Matches())
