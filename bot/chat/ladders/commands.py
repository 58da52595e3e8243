"""``/ladder``: places that are won by challenges."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.chat.common.games import game_choices
from bot.chat.interaction.acknowledging import defer_private
from bot.chat.interaction.actor import actor_of, person_of
from bot.chat.interaction.client import Interaction, PlayingClient, services
from bot.chat.ladders import showing
from bot.chat.ladders import text as words
from bot.chat.ladders.managers_commands import ManagersCommands


@app_commands.guild_only()
class Ladders(
    ManagersCommands, commands.GroupCog, name="ladder", description="Places won by challenges"
):
    """Looking at ladders, climbing them, and what managers do to them."""

    @app_commands.command(description="Enter a ladder at the bottom")
    @app_commands.describe(game=words.WHICH)
    @app_commands.choices(game=game_choices())
    async def join(self, interaction: Interaction, game: str | None = None) -> None:
        await defer_private(interaction)
        ladders = services(interaction).ladders
        await showing.join(interaction, await ladders.meant(actor_of(interaction), game))

    @app_commands.command(description="Give up your place on a ladder")
    @app_commands.describe(game=words.WHICH)
    @app_commands.choices(game=game_choices())
    async def leave(self, interaction: Interaction, game: str | None = None) -> None:
        await defer_private(interaction)
        ladders = services(interaction).ladders
        await showing.ask_to_leave(interaction, await ladders.meant(actor_of(interaction), game))

    @app_commands.command(description="The standings of a ladder, and your own place")
    @app_commands.describe(game=words.WHICH)
    @app_commands.choices(game=game_choices())
    async def show(self, interaction: Interaction, game: str | None = None) -> None:
        await defer_private(interaction)
        ladders = services(interaction).ladders
        await showing.show_page(interaction, await ladders.meant(actor_of(interaction), game))

    @app_commands.command(description="Ask for somebody's place; named nobody, see whose you can")
    @app_commands.describe(opponent="Whose place you want", game=words.WHICH)
    @app_commands.choices(game=game_choices())
    async def challenge(
        self,
        interaction: Interaction,
        opponent: discord.User | None = None,
        game: str | None = None,
    ) -> None:
        await defer_private(interaction)
        ladder_id = await services(interaction).ladders.meant(actor_of(interaction), game)
        if opponent is None:
            await showing.show_targets(interaction, ladder_id)
        else:
            await showing.challenge(interaction, ladder_id, person_of(opponent))

    @app_commands.command(description="What happened on a ladder: matches, places, rulings")
    @app_commands.describe(game=words.WHICH)
    @app_commands.choices(game=game_choices())
    async def history(self, interaction: Interaction, game: str | None = None) -> None:
        await defer_private(interaction)
        ladders = services(interaction).ladders
        await showing.show_history(interaction, await ladders.meant(actor_of(interaction), game))


async def setup(client: PlayingClient) -> None:
    await client.add_cog(Ladders())
