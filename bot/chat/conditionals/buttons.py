"""Preparing answers on a board that only its player sees.

Every click names the stage at which it was offered, so it works after a restart, and one from
another device that has not seen the last change shows how it stands.
"""

from __future__ import annotations

from collections.abc import Awaitable

from bot.chat.common.conditional_ids import ConditionalAction, ConditionalButton
from bot.chat.composer.question import WHOLE, asking, question
from bot.chat.conditionals import layouts as conditional_layouts
from bot.chat.interaction.acknowledging import defer_update
from bot.chat.interaction.answering import own_picture, show
from bot.chat.interaction.click import NO_CHOICE, Click, handles
from bot.chat.interaction.client import Interaction, services
from bot.chat.interaction.refusals import refusal
from bot.services.conditionals import Conditionals, PreparedOtherwise
from renderer import PictureRequest, alt_text


async def on_conditional(click: Click[ConditionalButton]) -> None:
    """Do what was asked for on the board of prepared answers."""
    await defer_update(click.interaction)
    prepared = services(click.interaction).conditionals
    if click.id.action in (ConditionalAction.SHOW, ConditionalAction.PART):
        now = await prepared.show(click.actor, click.id.match_id)
        part = click.id.number if now.stage == click.id.stage else WHOLE
        await show_conditionals(click.interaction, now, part=part)
    else:
        await show_changed(click.interaction, _change(click))


async def show_changed(interaction: Interaction, change: Awaitable[Conditionals]) -> None:
    """Show what has come of a change."""
    try:
        now = await change
    except PreparedOtherwise as error:
        await show_conditionals(interaction, error.now, remark=refusal(interaction, error))
    else:
        await show_conditionals(interaction, now)


async def show_conditionals(
    interaction: Interaction, now: Conditionals, *, part: int = WHOLE, remark: str | None = None
) -> None:
    """Show the board, with a remark on why it is shown."""
    composition = now.composition
    own = await own_picture(interaction, now.match)
    turned = own.viewer not in (None, 0)
    asked = None if composition is None else question(composition, part, turned=turned)
    board = PictureRequest(now.position, now.events, viewer=own.viewer, theme=own.theme)
    request = asking(board, composition, asked)
    picture = await services(interaction).pictures.still(request)
    alt = alt_text(request, now.sentence)
    layout = conditional_layouts.conditionals(now, asked, alt, remark=remark)
    await show(interaction, layout, picture)


async def _change(click: Click[ConditionalButton]) -> Conditionals:
    prepared, player = services(click.interaction).conditionals, click.actor
    match_id, stage = click.id.match_id, click.id.stage
    match click.id.action:
        case ConditionalAction.TAKE:
            return await prepared.take(player, match_id, stage, click.id.number)
        case ConditionalAction.STOP:
            return await prepared.stop(player, match_id, stage)
        case ConditionalAction.BACK:
            return await prepared.back(player, match_id, stage)
        case ConditionalAction.KEEP:
            return await prepared.keep(player, match_id, stage)
        case ConditionalAction.DROP if click.number_or(NO_CHOICE) != NO_CHOICE:
            return await prepared.drop(player, match_id, stage, click.number_or(NO_CHOICE))
        case _:
            raise PreparedOtherwise(await prepared.show(player, match_id))


HANDLERS = (handles(ConditionalButton, on_conditional),)
