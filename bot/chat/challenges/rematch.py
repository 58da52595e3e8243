"""Asking for a match once more, with the seats moved on."""

from __future__ import annotations

from bot.chat.challenges.card import post_card
from bot.chat.common.custom_ids import MatchButton
from bot.chat.interaction.acknowledging import defer_beside
from bot.chat.interaction.click import Click
from bot.chat.interaction.client import services


async def offer_rematch(click: Click[MatchButton]) -> None:
    """Post the rematch's card where the button was pressed, or begin if it was asked for."""
    await defer_beside(click.interaction)
    actor = click.actor
    view = await services(click.interaction).challenges.rematch(
        click.id.match_id, actor.person, actor.place, actor.interaction_id
    )
    await post_card(click.interaction, view)
