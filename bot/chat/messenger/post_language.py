"""The language of what is posted: the server's, or in direct messages that of who gets them."""

import discord

from bot.chat.messenger.channels import Channel
from bot.services.settings import SettingsService
from data.ids import PlayerId, ServerId
from languages import code_of, languages, wording
from rules.texts import ENGLISH, Wording

COMMUNITY = "COMMUNITY"
"""Servers that have this have chosen a language; all others have English."""


async def wording_in(channel: Channel, settings: SettingsService) -> Wording:
    """What was chosen with the bot's settings, else what Discord tells; raises StorageError."""
    if not languages():
        return ENGLISH
    if isinstance(channel, discord.DMChannel):
        chosen = await settings.of_player(PlayerId(getattr(channel.recipient, "id", 0)))
        return wording(chosen.language or code_of(chosen.locale))
    here = await settings.of_server(ServerId(channel.guild.id))
    has_one = COMMUNITY in channel.guild.features
    locale = str(channel.guild.preferred_locale.value) if has_one else ""
    return wording(here.language or code_of(locale))
