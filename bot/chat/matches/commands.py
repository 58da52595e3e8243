"""``/move`` and ``/resign``."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.app.client import Quintet
from bot.chat.composer.text import choice
from bot.chat.interaction import answers
from bot.chat.interaction.answers import Interaction
from bot.chat.matches.picking import MatchOption, named, pick
from bot.chat.matches.played import played
from bot.chat.messenger import layouts
from bot.services.matches.errors import MatchOver, ServiceError
from data.states import MatchState

CHOICE_LENGTH = 100


class Moves(commands.Cog):
    """Moving and giving up."""

    @app_commands.command(description="Make your move; the choices complete the next part of it")
    @app_commands.describe(
        typed="Your move, as far as you know it", match="Which match, if not the one here"
    )
    @app_commands.rename(typed="text")
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.allowed_installs(guilds=True, users=True)
    async def move(
        self,
        interaction: Interaction,
        typed: app_commands.Range[str, 1, 400],
        match: MatchOption = None,
    ) -> None:
        await answers.think(interaction)
        view = await pick(interaction, match)
        made = await answers.services(interaction).matches.submit(
            view.id, answers.player(interaction), typed, answers.once(interaction)
        )
        await played(interaction, made)

    @move.autocomplete("typed")
    async def parts(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        try:
            view = await pick(interaction, named(interaction.namespace.match))
        except ServiceError:
            return []  # what is wrong is said when the command is sent
        if view.to_move_player != answers.player(interaction):
            return []
        return [
            app_commands.Choice(name=choice(each)[:CHOICE_LENGTH], value=each.text)
            for each in answers.services(interaction).matches.completions(view, typed)
            if len(each.text) <= CHOICE_LENGTH
        ]

    @app_commands.command(description="Give up a match, after being asked once more")
    @app_commands.describe(match="Which match, if not the one here")
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.allowed_installs(guilds=True, users=True)
    async def resign(self, interaction: Interaction, match: MatchOption = None) -> None:
        await answers.think(interaction)
        view = await pick(interaction, match)
        if view.state is not MatchState.RUNNING:
            raise MatchOver(view)
        await answers.show(interaction, layouts.resign(view))


async def setup(client: Quintet) -> None:
    await client.add_cog(Moves())
