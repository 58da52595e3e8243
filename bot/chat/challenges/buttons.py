"""What answers the buttons of a challenge's card, and the list of games in an invitation."""

from bot.chat.challenges.card import ChallengeAction, ChallengeButton
from bot.chat.challenges.invitation import Invitation, on_invitation
from bot.chat.challenges.text import NOT_IN, joined
from bot.chat.interaction.acknowledging import defer_beside
from bot.chat.interaction.answering import say
from bot.chat.interaction.click import Click, handles
from bot.chat.interaction.client import services
from bot.services.challenges import Challenge
from data.states import ChallengeState


async def on_challenge(click: Click[ChallengeButton]) -> None:
    """Accept, decline or cancel what any card offers, however old it is; the card follows."""
    await defer_beside(click.interaction)
    challenge = await _decided(click)
    if click.id.action is ChallengeAction.ACCEPT and challenge.state is ChallengeState.OPEN:
        # the card may look as it did before, for somebody who accepts again
        await say(click.interaction, joined(challenge))
    if click.id.action is ChallengeAction.DECLINE and challenge.state is ChallengeState.OPEN:
        await say(click.interaction, NOT_IN)


async def _decided(click: Click[ChallengeButton]) -> Challenge:
    challenges, challenge_id = services(click.interaction).challenges, click.id.challenge_id
    match click.id.action:
        case ChallengeAction.ACCEPT:
            return await challenges.accept(click.actor, challenge_id)
        case ChallengeAction.DECLINE:
            return await challenges.decline(click.actor, challenge_id)
        case ChallengeAction.CANCEL:
            return await challenges.cancel(click.actor, challenge_id)


HANDLERS = (handles(ChallengeButton, on_challenge), handles(Invitation, on_invitation))
