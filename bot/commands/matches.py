"""``/matches`` and ``/board``: looking at what one plays."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot import answers
from bot.answers import Interaction
from bot.client import Quintet
from bot.commands.picking import MatchOption, pick
from bot.views import layouts


class Matches(commands.Cog):
    """Finding matches and looking at their boards."""

    @app_commands.command(description="Your matches, those waiting for you first")
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    async def matches(self, interaction: Interaction) -> None:
        await answers.think(interaction)
        you = answers.player(interaction)
        lines = await answers.services(interaction).matches.running_of(you)
        waiting = [line for line in lines if line.to_move_player == you]
        others = [line for line in lines if line.to_move_player != you]
        await answers.show(interaction, layouts.matches(waiting, others, you))

    @app_commands.command(description="The board of a match, for you alone")
    @app_commands.describe(
        match="Which match, if not the one here",
        as_text="As text instead of a picture",
    )
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
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
