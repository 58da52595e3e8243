"""Showing somebody their vacation, and what answers its buttons."""

from bot.chat.common.custom_ids import VacationAction, VacationButton
from bot.chat.common.page import Button
from bot.chat.interaction.acknowledging import defer_update
from bot.chat.interaction.actor import actor_of
from bot.chat.interaction.answering import show
from bot.chat.interaction.click import Click, handles
from bot.chat.interaction.client import Interaction, services
from bot.chat.vacation import text as words
from bot.chat.vacation.layouts import back_again, panel


async def show_vacation(interaction: Interaction, *back: Button) -> None:
    """Show whether the reader is on vacation, and ways ``back``; acknowledged before."""
    view = await services(interaction).vacations.look(actor_of(interaction))
    await show(interaction, panel(view, words.status(view), *back))


async def start_vacation(interaction: Interaction, days: int) -> None:
    """Begin a vacation; acknowledged before."""
    view = await services(interaction).vacations.start(actor_of(interaction), days)
    await show(interaction, panel(view, words.started(view)))


async def end_vacation(interaction: Interaction) -> None:
    """End the vacation; acknowledged before."""
    view = await services(interaction).vacations.end(actor_of(interaction))
    await show(interaction, back_again(view))


async def on_vacation(click: Click[VacationButton]) -> None:
    """Do what a button about a vacation says."""
    await defer_update(click.interaction)
    match click.id.action:
        case VacationAction.LOOK:
            await show_vacation(click.interaction)
        case VacationAction.START:
            await start_vacation(click.interaction, click.id.days)
        case VacationAction.END:
            await end_vacation(click.interaction)


HANDLERS = (handles(VacationButton, on_vacation),)
