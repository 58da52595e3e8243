"""``/replay`` and ``/export``: looking back at matches."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot import answers, text
from bot.answers import Interaction
from bot.client import Quintet
from bot.commands.picking import CHOICES, LARGEST, MatchNumber
from bot.services.errors import UnknownMatch
from bot.views.replay import show_scene
from data.ids import ChannelId, MatchId


class PastMatch(MatchNumber):
    """A match by its number, offered from those the person plays or has played."""

    async def autocomplete(
        self, interaction: discord.Interaction[Any], value: Any, /
    ) -> list[app_commands.Choice[str | int | float]]:
        ours = answers.quintet(interaction)
        found = await answers.services(ours).inbox.of(answers.player(ours), recent=CHOICES)
        lines = (*found.waiting, *found.others, *found.recent)
        choices: list[app_commands.Choice[str | int | float]] = [
            app_commands.Choice(name=text.match_title(line), value=line.id)
            for line in lines
            if str(value) in text.match_title(line)
        ]
        return choices[:CHOICES]


PastMatchOption = app_commands.Transform[int | None, PastMatch]


class History(commands.Cog):
    """Looking back at matches."""

    @app_commands.command(description="Step through a match from its start, for you alone")
    @app_commands.describe(match="Which match, if not the one here or your last one")
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.allowed_installs(guilds=True, users=True)
    async def replay(self, interaction: Interaction, match: PastMatchOption = None) -> None:
        await answers.think(interaction)
        await show_scene(interaction, await meant(interaction, match), 0)


async def meant(interaction: Interaction, match: int | None) -> MatchId:
    """The match that is meant; raises NoMatchHere, SeveralMatches or UnknownMatch."""
    if match is None:
        here = ChannelId(interaction.channel_id or 0)
        return await answers.services(interaction).history.meant(answers.player(interaction), here)
    if match > LARGEST:
        raise UnknownMatch(MatchId(match))
    return MatchId(match)


async def setup(client: Quintet) -> None:
    await client.add_cog(History())
