"""Showing the clocks of a match to one of its players, and what answers their buttons."""

from bot.chat.clocks.layouts import GIFTS, ClockAction, ClockButton, panel
from bot.chat.interaction.acknowledging import defer_update
from bot.chat.interaction.actor import actor_of
from bot.chat.interaction.answering import show
from bot.chat.interaction.click import Click, handles
from bot.chat.interaction.client import Interaction, services
from data.ids import MatchId


async def show_clocks(interaction: Interaction, match_id: MatchId, page: int = 0) -> None:
    """Show the clocks; acknowledged before."""
    view = await services(interaction).clocks.look(actor_of(interaction), match_id)
    await show(interaction, panel(view, actor_of(interaction).id, page))


async def on_clock(click: Click[ClockButton]) -> None:
    """Do what a button about clocks says."""
    await defer_update(click.interaction)
    if click.id.action in GIFTS:
        await _give(click)
    else:
        page = click.id.number if click.id.action is ClockAction.PAGE else 0
        await show_clocks(click.interaction, click.id.match_id, page)


async def _give(click: Click[ClockButton]) -> None:
    gift = GIFTS[click.id.action]
    giving = services(click.interaction).clocks
    view = await giving.give(click.actor, click.id.match_id, gift, click.id.number)
    await show(click.interaction, panel(view, click.actor.id))


HANDLERS = (handles(ClockButton, on_clock),)
