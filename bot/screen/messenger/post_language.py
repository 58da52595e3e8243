"""The language of posts: of the server, the match, or the receiver of a direct message."""

from typing import Protocol

import discord

from bot.core.matches import MatchState
from bot.core.people import PlayerSettings, ServerSettings
from bot.screen.messenger.channels import Channel
from data.ids import PlayerId, ServerId
from languages import code_of, speaks_others, spoken
from rules.texts import ENGLISH, Wording

COMMUNITY = "COMMUNITY"
"""The feature of servers that choose a locale; all others have English."""


class ReadsSettings(Protocol):
    """Reads settings; raises StorageError."""

    async def of_player(self, player_id: PlayerId) -> PlayerSettings: ...

    async def of_server(self, server_id: ServerId) -> ServerSettings: ...


def locale_of(server: discord.Guild) -> str | None:
    """The locale chosen for a server in Discord; None if it cannot choose one."""
    return str(server.preferred_locale.value) if COMMUNITY in server.features else None


async def wording_in(channel: Channel, settings: ReadsSettings, card: object) -> Wording:
    """The receiver's language, else the match's, else the server's; raises StorageError."""
    if not speaks_others():
        return ENGLISH
    match = card if isinstance(card, MatchState) else getattr(card, "match", None)
    if isinstance(channel, discord.DMChannel):
        chosen = await settings.of_player(PlayerId(getattr(channel.recipient, "id", 0)))
        return await spoken(chosen.language or code_of(chosen.locale))
    if isinstance(match, MatchState):
        return await spoken(match.match.language)
    here = await settings.of_server(ServerId(channel.guild.id))
    return await spoken(here.language or code_of(locale_of(channel.guild) or ""))
