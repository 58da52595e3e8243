"""Whom somebody may name by a number, where only Discord knows it."""

from __future__ import annotations

import discord

from bot.chat.interaction.client import Interaction
from bot.services.actor import Person
from bot.services.challenges import OpponentNotHere
from data.ids import PlayerId


async def visible_person(interaction: Interaction, player_id: PlayerId) -> Person:
    """The person, for people in a server of both. Raises OpponentNotHere."""
    if interaction.guild is None:
        raise OpponentNotHere(player_id)
    try:
        member = await interaction.guild.fetch_member(player_id)
    except discord.NotFound as error:
        raise OpponentNotHere(player_id) from error
    return Person(player_id, is_bot=member.bot)
