"""``/move`` and ``/resign``."""

from discord import app_commands
from discord.ext import commands

from bot.chat.common.move_buttons import move_button
from bot.chat.common.page import Page, Row
from bot.chat.composer.played import played
from bot.chat.composer.text import as_typed, choice
from bot.chat.interaction.acknowledging import defer_private
from bot.chat.interaction.actor import actor_of
from bot.chat.interaction.answering import show
from bot.chat.interaction.client import Interaction, PlayingClient, services
from bot.chat.interaction.match_option import MatchToMove, PlayedMatch, meant, named
from bot.chat.interaction.refusals import refusal
from bot.chat.messenger import layouts
from bot.services.errors import ServiceError
from bot.services.matches import IllegalText, MatchState

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
        match: MatchToMove = None,
    ) -> None:
        await defer_private(interaction, counts=True)
        actor, matches = actor_of(interaction), services(interaction).matches
        try:
            made = await matches.submit(actor, typed, match)
        except IllegalText as error:
            button = Row(move_button(error.view))
            await show(interaction, Page(refusal(interaction, error), button))
        else:
            await played(interaction, made)

    @move.autocomplete("typed")
    async def parts(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        try:
            match_id = await meant(interaction, named(interaction.namespace.match))
            view = await services(interaction).matches.to_move(actor_of(interaction), match_id)
        except ServiceError:
            return []  # what is wrong is said when the command is sent
        found = [
            app_commands.Choice(name=choice(each)[:CHOICE_LENGTH], value=each.text)
            for each in services(interaction).matches.completions(view, typed)
            if len(each.text) <= CHOICE_LENGTH
        ]
        return found or _as_typed(interaction, view, typed)

    @app_commands.command(description="Give up a match, after being asked once more")
    @app_commands.describe(match="Which match, if not the one here")
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.allowed_installs(guilds=True, users=True)
    async def resign(self, interaction: Interaction, match: PlayedMatch = None) -> None:
        await defer_private(interaction)
        match_id, actor = await meant(interaction, match), actor_of(interaction)
        view = await services(interaction).matches.current(actor, match_id)
        await show(interaction, layouts.resign(view))


def _as_typed(
    interaction: Interaction, view: MatchState, typed: str
) -> list[app_commands.Choice[str]]:
    """The text as it was typed, which nothing completes, with why that is."""
    if not typed or len(typed) > CHOICE_LENGTH:
        return []  # Discord would not take it; what was typed stands in the field all the same
    try:
        told = view.position.describe(services(interaction).matches.meaning(view, typed))
    except IllegalText as error:
        told = error.error.message
    return [app_commands.Choice(name=as_typed(typed, told)[:CHOICE_LENGTH], value=typed)]


async def setup(client: PlayingClient) -> None:
    await client.add_cog(Moves())
