"""``/replay`` and ``/export``: looking back at matches."""

from dataclasses import replace

from discord import app_commands
from discord.ext import commands

from bot.chat.interaction.acknowledging import defer_private
from bot.chat.interaction.actor import player_id
from bot.chat.interaction.answering import say, show
from bot.chat.interaction.client import Interaction, PlayingClient, services
from bot.chat.interaction.match_option import PastMatch, Purpose, meant_or_asked
from bot.chat.replay import layouts as replay_layouts
from bot.chat.replay import text as words
from bot.chat.replay.buttons import player_names, replay_of, show_start
from bot.services.matches import NoMatchHere
from bot.services.replay import game_record
from data.ids import MatchId
from rules.record import write

OURS, ABSTRACT_PLAY = "ours", "abstractplay"
FORMATS = [
    app_commands.Choice(name="Text that people and Quintet read", value=OURS),
    app_commands.Choice(name="Abstract Play's game record (JSON)", value=ABSTRACT_PLAY),
]


class Replays(commands.Cog):
    """Looking back at matches."""

    @app_commands.command(description="Step through a match from its start, for you alone")
    @app_commands.describe(match="Which match, if not the one here or your last one")
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.allowed_installs(guilds=True, users=True)
    async def replay(self, interaction: Interaction, match: PastMatch = None) -> None:
        await defer_private(interaction)
        match_id = await _meant(interaction, match, Purpose.REPLAY)
        if match_id is not None:
            await show_start(interaction, match_id)

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
        self, interaction: Interaction, match: PastMatch = None, file_format: str = OURS
    ) -> None:
        await defer_private(interaction)
        purpose = Purpose.RECORD if file_format == ABSTRACT_PLAY else Purpose.EXPORT
        match_id = await _meant(interaction, match, purpose)
        if match_id is None:
            return
        with services(interaction).exports.for_(player_id(interaction)):
            await show_export(interaction, match_id, file_format)


async def show_export(interaction: Interaction, match_id: MatchId, file_format: str) -> None:
    """Give somebody the match as a file; acknowledged before.

    Raises UnknownMatch, NotYoursToSee or NoResult.
    """
    replay = await replay_of(interaction, match_id)
    names = await player_names(interaction, replay)
    if file_format == ABSTRACT_PLAY:
        ending, written = "json", game_record(replay, names, interaction.client.now())
    else:
        ending, written = "txt", write(replace(replay.record, players=names))
    name = f"quintet-match-{replay.match.id}.{ending}"
    await show(interaction, replay_layouts.export(replay, name), written.encode("utf-8"), name)


async def _meant(
    interaction: Interaction, match_id: MatchId | None, purpose: Purpose
) -> MatchId | None:
    """The match to look back at; None for somebody who was told that there is none, or asked."""
    try:
        return await meant_or_asked(interaction, match_id, purpose)
    except NoMatchHere:
        await say(interaction, words.NOTHING_TO_SEE)
        return None


async def setup(client: PlayingClient) -> None:
    await client.add_cog(Replays())
