"""The menus on people and on messages."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.app.client import Quintet
from bot.chat.challenges import menu_text as words
from bot.chat.challenges.invitation import games_for
from bot.chat.interaction import answers
from bot.chat.interaction.answers import Interaction
from bot.services.matches.errors import OpponentIsBot, OpponentIsYou
from data.ids import MessageId, PlayerId


async def challenge(interaction: Interaction, person: discord.Member) -> None:
    """Ask to which game somebody is challenged."""
    await answers.think(interaction)
    if person.bot:
        raise OpponentIsBot(PlayerId(person.id))
    if person.id == interaction.user.id:
        raise OpponentIsYou
    await answers.show(interaction, games_for(person.id))


async def show(interaction: Interaction, message: discord.Message) -> None:
    """Show the match whose board is on the message, as it is now."""
    await answers.think(interaction)
    view = await answers.services(interaction).matches.shown_in(MessageId(message.id))
    await answers.show_board(interaction, view)


async def setup(client: Quintet) -> None:
    challenging = app_commands.ContextMenu(name=words.CHALLENGE, callback=challenge)
    challenging.guild_only = True
    client.tree.add_command(challenging)
    client.tree.add_command(app_commands.ContextMenu(name=words.SHOW, callback=show))
