"""``/matches`` and ``/board``: looking at what one plays."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.app.client import Quintet
from bot.chat.interaction import answers
from bot.chat.interaction.answers import Interaction
from bot.chat.matches.inbox import show_inbox
from bot.chat.matches.picking import MatchOption, pick
from bot.chat.messenger import layouts


class Matches(commands.Cog):
    """Finding matches and looking at their boards."""

    @app_commands.command(description="Your matches, those waiting for you first")
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.allowed_installs(guilds=True, users=True)
    async def matches(self, interaction: Interaction) -> None:
        await answers.think(interaction)
        await show_inbox(interaction)

    @app_commands.command(description="The board of a match, for you alone")
    @app_commands.describe(
        match="Which match, if not the one here",
        as_text="As text instead of a picture",
    )
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.allowed_installs(guilds=True, users=True)
    async def board(
        self, interaction: Interaction, match: MatchOption = None, as_text: bool = False
    ) -> None:
        await answers.think(interaction)
        view = await pick(interaction, match)
        if as_text:
            await answers.show(interaction, layouts.board_as_text(view))
        else:
            await answers.show_board(interaction, view)


async def setup(client: Quintet) -> None:
    await client.add_cog(Matches())
