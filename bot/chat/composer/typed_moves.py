"""Moves typed into the composer's form."""

from __future__ import annotations

from bot.chat.common.custom_ids import MoveFormId
from bot.chat.composer.buttons import choose, resume
from bot.chat.composer.played import played
from bot.chat.interaction.acknowledging import defer_update
from bot.chat.interaction.click import Click
from bot.chat.interaction.client import services
from bot.chat.interaction.refusals import refusal
from bot.services.matches.errors import IllegalText


async def on_move_form(click: Click[MoveFormId]) -> None:
    """Make the move that was typed, or say why not beside the choices there are."""
    await defer_update(click.interaction)
    actor, typed = click.actor, click.value
    matches = services(click.interaction).matches
    try:
        view = await matches.submit(
            click.id.match_id, actor.id, typed, actor.interaction_id, click.id.ply
        )
    except IllegalText as error:
        now = await resume(click.interaction, error.view)
        await choose(click.interaction, now, remark=refusal(error))
    else:
        await played(click.interaction, view)
