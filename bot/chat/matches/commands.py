"""``/move``, ``/resign``, ``/matches``, ``/board`` and ``/watch``: moving, and looking on."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.chat.common.buttons import move_button
from bot.chat.common.page import Accent, Page, Row
from bot.chat.composer.played import played
from bot.chat.composer.text import as_typed, choice
from bot.chat.interaction import Interaction, PlayedMatch, Purpose, command, match_option, meant
from bot.chat.matches import inbox_text as words
from bot.chat.matches.buttons import show_match
from bot.chat.matches.inbox import show_inbox
from bot.chat.messenger import layouts
from bot.services.errors import ServiceError
from bot.services.matches import IllegalText, MatchState
from rules.texts import Plain, Words, lines

CHOICE_LENGTH = 100


class Moves(commands.Cog):
    @command(
        "Make your move; the choices complete the next part of it",
        everywhere=True,
        counts=True,
        typed="Your move, or how it begins",
    )
    @app_commands.rename(typed="text")
    async def move(
        self,
        interaction: Interaction,
        typed: app_commands.Range[str, 1, 400],
        match: match_option.MatchToMove = None,
    ) -> None:
        actor, matches = interaction.actor, interaction.services.matches
        try:
            made = await matches.submit(actor, typed, match)
        except IllegalText as error:
            button = Row(move_button(error.view))
            await interaction.show(Page(interaction.refusal(error), button))
        else:
            await played(interaction, made)

    @move.autocomplete("typed")
    async def parts(
        self, raw: discord.Interaction[Any], typed: str
    ) -> list[app_commands.Choice[str]]:
        interaction = Interaction(raw)
        try:
            match_id = await meant(interaction, match_option.named(raw.namespace.match))
            view = await interaction.services.matches.to_move(interaction.actor, match_id)
        except ServiceError:
            return []  # what is wrong is said when the command is sent
        found = interaction.services.matches.completions(view, typed, await interaction.wording())
        shown = {each.text: choice(each) for each in found if len(each.text) <= CHOICE_LENGTH}
        return await interaction.offer(shown or _as_typed(interaction, view, typed))

    @command("Resign a match; I ask once more first", everywhere=True)
    async def resign(self, interaction: Interaction, match: PlayedMatch = None) -> None:
        match_id, actor = await meant(interaction, match), interaction.actor
        view = await interaction.services.matches.current(actor, match_id)
        await interaction.show(layouts.resign(view))


def _as_typed(interaction: Interaction, view: MatchState, typed: str) -> dict[str, Words]:
    """The text as it was typed, which nothing completes, with why that is."""
    if not typed or len(typed) > CHOICE_LENGTH:
        return {}  # Discord would not take it; what was typed stands in the field all the same
    try:
        told = view.position.describe(interaction.services.matches.meaning(view, typed))
    except IllegalText as error:
        told = error.error.message
    return {typed: as_typed(typed, told)}


MOST = 20


class Matches(commands.Cog):
    @command("Your matches, those waiting for you first", everywhere=True)
    async def matches(self, interaction: Interaction) -> None:
        await show_inbox(interaction)

    @command(
        "The board of a match, for you alone",
        everywhere=True,
        as_text="As text instead of a picture",
    )
    async def board(
        self, interaction: Interaction, match: match_option.PastMatch = None, as_text: bool = False
    ) -> None:
        purpose = Purpose.TEXT if as_text else Purpose.BOARD
        match_id = await match_option.meant_or_asked(interaction, match, purpose)
        if match_id is not None:
            await show_match(interaction, match_id, purpose)

    @command("Watch the matches that are being played in this server")
    @app_commands.guild_only()
    @app_commands.allowed_installs(guilds=True, users=False)
    async def watch(self, interaction: Interaction) -> None:
        shown = (await interaction.services.watching.running(interaction.actor))[:MOST]
        followed = await interaction.services.following.followed(interaction.actor)
        if not shown:
            await interaction.say(lines(words.NOTHING_RUNS, words.followed(followed)))
            return
        title = Plain("### {title}", title=words.RUNNING)
        told = lines(title, *map(words.seen, shown), words.followed(followed))
        menu = await match_option.match_list(interaction, shown, Purpose.BOARD)
        await interaction.show(Page(told, menu, accent=Accent.TEAL))
