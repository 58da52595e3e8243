"""Showing the clocks of a match to one of its players, and what answers their buttons."""

from __future__ import annotations

from bot.chat.clocks.layouts import panel
from bot.chat.common.custom_ids import ClockButton
from bot.chat.interaction.acknowledging import defer_update
from bot.chat.interaction.actor import actor_of
from bot.chat.interaction.answering import show
from bot.chat.interaction.click import Click, handles
from bot.chat.interaction.client import Interaction, services
from data.ids import MatchId


async def show_clocks(interaction: Interaction, match_id: MatchId, page: int = 0) -> None:
    """Show the clocks; acknowledged before."""
    view = await services(interaction).clocks.look(actor_of(interaction), match_id)
    await show(interaction, panel(view, page))


async def on_clock(click: Click[ClockButton]) -> None:
    """Turn to another page."""
    await defer_update(click.interaction)
    await show_clocks(click.interaction, click.id.match_id, click.id.page)


HANDLERS = (handles(ClockButton, on_clock),)
