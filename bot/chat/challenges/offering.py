"""Making a challenge, from a command or from a menu. Its card is posted by the outbox."""

from dataclasses import replace

from bot.chat.challenges.begun import show_begun
from bot.chat.challenges.text import NOT_HERE, offered
from bot.chat.common.levels import CASUAL
from bot.chat.common.permissions import POSTING, first_missing
from bot.chat.interaction.acknowledging import defer_private
from bot.chat.interaction.actor import actor_of
from bot.chat.interaction.answering import say
from bot.chat.interaction.client import Interaction, services
from bot.chat.interaction.refusals import missing_permission
from bot.services.challenges import Offer
from data.ids import Engine
from data.states import ChallengeState


async def make_offer(interaction: Interaction, offer: Offer, level: int = CASUAL) -> None:
    """Make the challenge where the bot may post its card.

    Who names the bot itself as an opponent plays against it, at ``level``.
    """
    await defer_private(interaction)
    if interaction.guild_id is None and not interaction.context.dm_channel:
        await say(interaction, NOT_HERE)
        return
    missing = first_missing(interaction.app_permissions, POSTING)
    if missing is not None and interaction.guild_id is not None:
        await say(interaction, missing_permission(missing))
        return
    offer = _with_engines(interaction, offer, level)
    challenge = await services(interaction).challenges.offer(actor_of(interaction), offer)
    if challenge.state is ChallengeState.ACCEPTED:
        await show_begun(interaction, challenge)
    else:
        await say(interaction, offered(challenge))


def is_me(interaction: Interaction, user_id: int) -> bool:
    """Whether somebody is the bot itself."""
    me = interaction.client.user
    return me is not None and me.id == user_id


def _with_engines(interaction: Interaction, offer: Offer, level: int) -> Offer:
    people = tuple(each for each in offer.opponents if not is_me(interaction, each.id))
    engines = (Engine(level),) * (len(offer.opponents) - len(people))
    return replace(offer, opponents=people, engines=(*offer.engines, *engines))
