"""The buttons of a challenge's card."""

from __future__ import annotations

from bot.chat.challenges.text import joined
from bot.chat.common.custom_ids import ChallengeAction, ChallengeButton
from bot.chat.interaction.acknowledging import defer_beside
from bot.chat.interaction.answering import edit, say
from bot.chat.interaction.click import Click
from bot.chat.interaction.client import services
from bot.chat.messenger import layouts
from bot.services.matches.models import ChallengeView
from data.states import ChallengeState


async def on_challenge(click: Click[ChallengeButton]) -> None:
    """Accept, decline or cancel what any card offers, however old it is."""
    await defer_beside(click.interaction)
    view = await _decided(click)
    await edit(click.interaction, layouts.challenge(view))
    if click.id.action is ChallengeAction.ACCEPT and view.state is ChallengeState.OPEN:
        # the card may look as it did before, for somebody who accepts again
        await say(click.interaction, joined(view))


async def _decided(click: Click[ChallengeButton]) -> ChallengeView:
    challenges, challenge_id = services(click.interaction).challenges, click.id.challenge_id
    match click.id.action:
        case ChallengeAction.ACCEPT:
            return await challenges.accept(challenge_id, click.actor.id)
        case ChallengeAction.DECLINE:
            return await challenges.decline(challenge_id, click.actor.id)
        case ChallengeAction.CANCEL:
            return await challenges.cancel(challenge_id, click.actor.id)
