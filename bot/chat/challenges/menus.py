"""The menus on people and on messages."""

import discord
from discord import app_commands

from bot.chat.challenges import menu_text as words
from bot.chat.challenges.invitation import games_for
from bot.chat.challenges.offering import is_me
from bot.chat.interaction.acknowledging import defer_private
from bot.chat.interaction.actor import actor_of, person_of
from bot.chat.interaction.answering import show, show_board
from bot.chat.interaction.client import Interaction, PlayingClient, services
from bot.services.challenges import check_opponent
from data.ids import MessageId


async def challenge(interaction: Interaction, person: discord.Member) -> None:
    """Ask to which game somebody is challenged."""
    await defer_private(interaction)
    actor, opponent = actor_of(interaction), person_of(person)
    if not is_me(interaction, person.id):
        check_opponent(actor, opponent)
    server = actor.place.server_id
    played = None if server is None else await services(interaction).settings.of_server(server)
    allowed = None if played is None else played.allowed_games
    await show(interaction, games_for(opponent.id, allowed))


async def show_match(interaction: Interaction, message: discord.Message) -> None:
    """Show the match whose board is on the message, as it is now."""
    await defer_private(interaction)
    actor, matches = actor_of(interaction), services(interaction).matches
    view = await matches.shown_in(actor, MessageId(message.id))
    await show_board(interaction, view)


async def setup(client: PlayingClient) -> None:
    challenging = app_commands.ContextMenu(name=words.CHALLENGE, callback=challenge)
    challenging.guild_only = True
    client.tree.add_command(challenging)
    client.tree.add_command(app_commands.ContextMenu(name=words.SHOW, callback=show_match))
