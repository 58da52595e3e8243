"""Composers that were overtaken: the move was made from another one, or typed."""

import asyncio

from bot.chat.common.page import Page
from bot.chat.composer import text as words
from bot.chat.interaction.actor import player_id
from bot.chat.interaction.answering import change
from bot.chat.interaction.client import Interaction
from bot.chat.interaction.open_composers import MoveAhead, OpenComposer, PrivateMessage
from bot.services.composer import Composing
from bot.services.matches import MatchState


def note_composer(interaction: Interaction, now: Composing, message: PrivateMessage | None) -> None:
    """Keep in mind that the message is a composer for this move."""
    if message is not None:
        ahead = MoveAhead(player_id(interaction), now.match.id, now.match.ply)
        interaction.client.open_composers.note(ahead, message, interaction.created_at)


async def close_others(
    interaction: Interaction, match: MatchState, answer: PrivateMessage | None
) -> None:
    """Close this person's other composers whose move was made; ``answer`` is none any more."""
    client = interaction.client
    if answer is not None:
        client.open_composers.forget(answer)
    overtaken = client.open_composers.overtaken(player_id(interaction), match, client.now())
    await asyncio.gather(*(_close(each, match) for each in overtaken))


async def _close(composer: OpenComposer, match: MatchState) -> None:
    page = Page(words.made_elsewhere(match, composer.move.ply + 1))
    # one that is left open says so as soon as it is touched
    await change(composer.message, page, "composer left open")
