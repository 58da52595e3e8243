"""``/match``: what can be done in a match besides moving."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.app.client import Quintet
from bot.chat.interaction import answers
from bot.chat.interaction.answers import Interaction
from bot.chat.matches.picking import MatchOption, pick
from bot.chat.requests import buttons as life


@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
@app_commands.allowed_installs(guilds=True, users=True)
class Life(commands.GroupCog, name="match", description="What you can do besides moving"):
    """Looking at a match, taking back, draws, calling it off."""

    @app_commands.command(description="A match of yours: its board, and all you can do")
    @app_commands.describe(match="Which match, if not the one here")
    async def show(self, interaction: Interaction, match: MatchOption = None) -> None:
        await answers.think(interaction)
        await life.show_menu(interaction, await pick(interaction, match))

    @app_commands.command(description="Ask the others to let you take back your last move")
    @app_commands.describe(match="Which match, if not the one here")
    async def undo(self, interaction: Interaction, match: MatchOption = None) -> None:
        await answers.think(interaction)
        view = await pick(interaction, match)
        await life.undo(interaction, view.id, view.ply)

    @app_commands.command(description="Offer a draw, where the game knows draws")
    @app_commands.describe(match="Which match, if not the one here")
    async def draw(self, interaction: Interaction, match: MatchOption = None) -> None:
        await answers.think(interaction)
        view = await pick(interaction, match)
        await life.draw(interaction, view.id, view.ply)

    @app_commands.command(description="Call a match off before everybody has moved")
    @app_commands.describe(match="Which match, if not the one here")
    async def abort(self, interaction: Interaction, match: MatchOption = None) -> None:
        await answers.think(interaction)
        view = await pick(interaction, match)
        await life.abort(interaction, view.id, view.ply)


async def setup(client: Quintet) -> None:
    await client.add_cog(Life())
