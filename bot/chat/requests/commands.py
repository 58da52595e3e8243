"""``/match``: what can be done in a match besides moving."""

from discord import app_commands
from discord.ext import commands

from bot.chat.clocks.layouts import USUAL_PAUSE
from bot.chat.clocks.panel import show_clocks
from bot.chat.interaction.acknowledging import defer_private
from bot.chat.interaction.actor import actor_of
from bot.chat.interaction.answering import show
from bot.chat.interaction.client import Interaction, PlayingClient, services
from bot.chat.interaction.match_option import PlayedMatch, meant
from bot.chat.requests import layouts as request_layouts
from bot.chat.requests.buttons import ask, end_pause, send_nudge, show_menu
from bot.services.clocks import LONGEST_PAUSE, SHORTEST_PAUSE
from data.states import RequestKind


@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
@app_commands.allowed_installs(guilds=True, users=True)
class MatchActions(commands.GroupCog, name="match", description="What you can do besides moving"):
    """Looking at a match, taking back, draws, calling it off."""

    @app_commands.command(description="A match of yours: its board, and all you can do")
    @app_commands.describe(match="Which match, if not the one here")
    async def show(self, interaction: Interaction, match: PlayedMatch = None) -> None:
        await defer_private(interaction)
        match_id, actor = await meant(interaction, match), actor_of(interaction)
        await show_menu(interaction, await services(interaction).matches.own(actor, match_id))

    @app_commands.command(description="Ask the others to let you take back your last move")
    @app_commands.describe(match="Which match, if not the one here")
    async def undo(self, interaction: Interaction, match: PlayedMatch = None) -> None:
        await defer_private(interaction)
        await ask(interaction, RequestKind.UNDO, await meant(interaction, match))

    @app_commands.command(description="Offer a draw, where the game knows draws")
    @app_commands.describe(match="Which match, if not the one here")
    async def draw(self, interaction: Interaction, match: PlayedMatch = None) -> None:
        await defer_private(interaction)
        await ask(interaction, RequestKind.DRAW, await meant(interaction, match))

    @app_commands.command(description="How much time is left, and what has changed it")
    @app_commands.describe(match="Which match, if not the one here")
    async def clock(self, interaction: Interaction, match: PlayedMatch = None) -> None:
        await defer_private(interaction)
        await show_clocks(interaction, await meant(interaction, match))

    @app_commands.command(description="Ask for a pause: the clocks stand still, either may end it")
    @app_commands.describe(
        days="How long, if nobody ends it", match="Which match, if not the one here"
    )
    async def pause(
        self,
        interaction: Interaction,
        days: app_commands.Range[int, SHORTEST_PAUSE.days, LONGEST_PAUSE.days] = USUAL_PAUSE,
        match: PlayedMatch = None,
    ) -> None:
        await defer_private(interaction)
        match_id = await meant(interaction, match)
        await ask(interaction, RequestKind.PAUSE, match_id, wish=str(days))

    @app_commands.command(description="End a pause, so that time runs again")
    @app_commands.describe(match="Which match, if not the one here")
    async def resume(self, interaction: Interaction, match: PlayedMatch = None) -> None:
        await defer_private(interaction)
        await end_pause(interaction, await meant(interaction, match))

    @app_commands.command(
        description="Remind somebody who has not moved for two weeks, without clock"
    )
    @app_commands.describe(match="Which match, if not the one here")
    async def nudge(self, interaction: Interaction, match: PlayedMatch = None) -> None:
        await defer_private(interaction)
        await send_nudge(interaction, await meant(interaction, match))

    @app_commands.command(description="Call a match off: before all have moved, or nobody does")
    @app_commands.describe(match="Which match, if not the one here")
    async def abort(self, interaction: Interaction, match: PlayedMatch = None) -> None:
        await defer_private(interaction)
        match_id, actor = await meant(interaction, match), actor_of(interaction)
        view = await services(interaction).matches.check_abort(actor, match_id)
        await show(interaction, request_layouts.confirm_abort(view))


async def setup(client: PlayingClient) -> None:
    await client.add_cog(MatchActions())
