"""Asking for a match once more, with the seats moved on."""

from bot.chat.challenges.begun import show_begun
from bot.chat.challenges.text import offered
from bot.chat.common.custom_ids import MatchButton
from bot.chat.interaction.acknowledging import defer_beside
from bot.chat.interaction.answering import say
from bot.chat.interaction.click import Click
from bot.chat.interaction.client import services
from data.states import ChallengeState


async def offer_rematch(click: Click[MatchButton]) -> None:
    """Ask for a rematch, or agree to it; its card, or the new match's board, is posted.

    Engines are not asked.
    """
    await defer_beside(click.interaction)
    challenges = services(click.interaction).challenges
    challenge = await challenges.rematch(click.actor, click.id.match_id)
    if challenge.state is ChallengeState.OPEN:
        await say(click.interaction, offered(challenge))
    elif not challenge.accepted:
        await show_begun(click.interaction, challenge)
