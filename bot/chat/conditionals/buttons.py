"""Preparing answers on a board that only its player sees."""

from functools import partial

from bot.chat.common.conditional_ids import ConditionalButton
from bot.chat.common.custom_ids import BoardAction
from bot.chat.composer.boards import show_asking, show_changed
from bot.chat.composer.question import WHOLE
from bot.chat.conditionals import layouts as conditional_layouts
from bot.chat.interaction.acknowledging import defer_update
from bot.chat.interaction.answering import own_picture
from bot.chat.interaction.click import NO_CHOICE, Click, handles
from bot.chat.interaction.client import Interaction, services
from bot.services.composer import STOP, MovedOn
from bot.services.conditionals import Conditionals
from renderer import PictureRequest


async def on_conditional(click: Click[ConditionalButton]) -> None:
    """Do what was asked for on the board of prepared answers."""
    await defer_update(click.interaction)
    prepared = services(click.interaction).conditionals
    if click.id.action in (BoardAction.SHOW, BoardAction.PART):
        now = await prepared.show(click.actor, click.id.match_id)
        part = click.id.number if now.stage == click.id.stage else WHOLE
        await show_conditionals(click.interaction, now, part=part)
    else:
        await show_changed(click.interaction, _change(click), show_conditionals)


async def show_conditionals(
    interaction: Interaction, now: Conditionals, *, part: int = WHOLE, remark: str | None = None
) -> None:
    """Show the board, with a remark on why it is shown."""
    own = await own_picture(interaction, now.match)
    await show_asking(
        interaction,
        PictureRequest(now.position, now.events, viewer=own.viewer, theme=own.theme),
        now.composition,
        partial(conditional_layouts.conditionals, now, remark),
        part=part,
        sentence=now.sentence,
        turned=own.viewer not in (None, 0),
    )


async def _change(click: Click[ConditionalButton]) -> Conditionals:
    prepared, player = services(click.interaction).conditionals, click.actor
    match_id, stage = click.id.match_id, click.id.stage
    match click.id.action:
        case BoardAction.TAKE:
            return await prepared.take(player, match_id, stage, click.id.number)
        case BoardAction.STOP:
            return await prepared.take(player, match_id, stage, STOP)
        case BoardAction.BACK:
            return await prepared.back(player, match_id, stage)
        case BoardAction.KEEP:
            return await prepared.keep(player, match_id, stage)
        case BoardAction.DROP if click.number_or(NO_CHOICE) != NO_CHOICE:
            return await prepared.drop(player, match_id, stage, click.number_or(NO_CHOICE))
        case _:
            raise MovedOn(await prepared.show(player, match_id))


HANDLERS = (handles(ConditionalButton, on_conditional),)
