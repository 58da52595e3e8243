"""``/replay`` and ``/export``: looking back at matches."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.app.client import Quintet
from bot.chat.common.names import Names, plain
from bot.chat.common.text import match_title
from bot.chat.interaction import answers
from bot.chat.interaction.answers import Interaction
from bot.chat.matches.picking import CHOICES, LARGEST, MatchNumber
from bot.chat.replay import layouts as replay_layouts
from bot.chat.replay.buttons import show_scene, story_of
from bot.services.matches.errors import UnknownMatch
from bot.services.replay.game_records import game_record
from bot.services.replay.service import Story
from data.ids import ChannelId, MatchId
from rules.record import write

OURS, ABSTRACT_PLAY = "ours", "abstractplay"
FORMATS = [
    app_commands.Choice(name="Text that people and Quintet read", value=OURS),
    app_commands.Choice(name="Abstract Play's game record (JSON)", value=ABSTRACT_PLAY),
]


class PastMatch(MatchNumber):
    """A match by its number, offered from those the person plays or has played."""

    async def autocomplete(
        self, interaction: discord.Interaction[Any], value: Any, /
    ) -> list[app_commands.Choice[str | int | float]]:
        ours = answers.quintet(interaction)
        found = await answers.services(ours).inbox.of(answers.player(ours), recent=CHOICES)
        lines = (*found.waiting, *found.others, *found.recent)
        choices: list[app_commands.Choice[str | int | float]] = [
            app_commands.Choice(name=match_title(line), value=line.id)
            for line in lines
            if str(value) in match_title(line)
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

    @app_commands.command(description="A match as a file to take away, for you alone")
    @app_commands.describe(
        match="Which match, if not the one here or your last one",
        file_format="What kind of file; text if left out",
    )
    @app_commands.rename(file_format="format")
    @app_commands.choices(file_format=FORMATS)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.allowed_installs(guilds=True, users=True)
    async def export(
        self, interaction: Interaction, match: PastMatchOption = None, file_format: str = OURS
    ) -> None:
        await answers.think(interaction)
        story = await story_of(interaction, await meant(interaction, match))
        names = await _names(interaction, story)
        if file_format == ABSTRACT_PLAY:
            name, written = "json", game_record(story, names, interaction.client.now())
        else:
            name, written = "txt", write(replace(story.record, players=names))
        name = f"quintet-match-{story.view.id}.{name}"
        await answers.show(
            interaction, replay_layouts.export(story, name), written.encode("utf-8"), name
        )


async def _names(interaction: Interaction, story: Story) -> tuple[str, ...]:
    names, view = Names(interaction.client), story.view
    return tuple([plain(await names.of(player, view.server_id)) for player in view.players])


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
