"""``/matches``, ``/board`` and ``/watch``: looking at what one plays, or others play."""

from discord import app_commands
from discord.ext import commands

from bot.chat.common.page import Accent, Page
from bot.chat.interaction.acknowledging import defer_private
from bot.chat.interaction.actor import actor_of
from bot.chat.interaction.answering import say, show
from bot.chat.interaction.client import Interaction, PlayingClient, services
from bot.chat.interaction.match_option import PastMatch, Purpose, match_list, meant_or_asked
from bot.chat.matches import inbox_text as words
from bot.chat.matches.inbox import show_inbox
from bot.chat.matches.listed import show_match

MOST = 20


async def show_running(interaction: Interaction) -> None:
    """List the running matches that this person may see, each with its board a choice away."""
    found = await services(interaction).watching.running(actor_of(interaction))
    lines = found[:MOST]
    followed = await services(interaction).following.followed(actor_of(interaction))
    if not lines:
        await say(interaction, words.nothing_runs(followed))
        return
    told = "\n".join([f"### {words.RUNNING}", *map(words.seen, lines), words.followed(followed)])
    menu = await match_list(interaction, lines, Purpose.BOARD)
    layout = Page(told, menu, accent=Accent.TEAL)
    await show(interaction, layout)


class Matches(commands.Cog):
    """Finding matches and looking at their boards."""

    @app_commands.command(description="Your matches, those waiting for you first")
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.allowed_installs(guilds=True, users=True)
    async def matches(self, interaction: Interaction) -> None:
        await defer_private(interaction)
        await show_inbox(interaction)

    @app_commands.command(description="The board of a match, for you alone")
    @app_commands.describe(
        match="Which match, if not the one here",
        as_text="As text instead of a picture",
    )
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.allowed_installs(guilds=True, users=True)
    async def board(
        self, interaction: Interaction, match: PastMatch = None, as_text: bool = False
    ) -> None:
        await defer_private(interaction)
        purpose = Purpose.TEXT if as_text else Purpose.BOARD
        match_id = await meant_or_asked(interaction, match, purpose)
        if match_id is not None:
            await show_match(interaction, match_id, purpose)

    @app_commands.command(description="The matches that are played here now, to look on")
    @app_commands.guild_only()
    @app_commands.allowed_installs(guilds=True, users=False)
    async def watch(self, interaction: Interaction) -> None:
        await defer_private(interaction)
        await show_running(interaction)


async def setup(client: PlayingClient) -> None:
    await client.add_cog(Matches())
