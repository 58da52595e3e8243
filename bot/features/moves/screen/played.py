"""The answer to a move, the way to the next match, and closing outdated composers."""

import asyncio
from enum import StrEnum

from bot.core.matches import MatchState, Played
from bot.features.moves import words
from bot.features.moves.composition import Composing
from bot.screen.ids import CustomId
from bot.screen.interaction import Interaction, MoveAhead, OpenComposer, client
from bot.screen.messenger.words import played_line
from bot.screen.page import Button, Page, Row, Style
from data.ids import MatchId


def note_composer(
    interaction: Interaction, now: Composing, message: client.PrivateMessage | None
) -> None:
    if message is not None:
        ahead = MoveAhead(interaction.actor.id, now.match.id, now.match.ply)
        interaction.client.open_composers.note(ahead, message, interaction.raw.created_at)


async def _close(interaction: Interaction, composer: OpenComposer, match: MatchState) -> None:
    page = Page(words.made_elsewhere(match, composer.move.ply + 1))
    # a composer that stays open refuses its next click
    await interaction.change(composer.message, page, "composer left open")


class InboxAction(StrEnum):
    PAGE = "page"
    NEXT = "next"


class InboxButton(CustomId, prefix="i"):
    """Opens a page of the inbox, or the next match after the one with this number."""

    action: InboxAction
    number: int


async def played(interaction: Interaction, made: Played) -> None:
    """Answer a move, offer the next waiting match, and close outdated composers."""
    match, server = made.state, interaction.client.get_guild(made.state.server_id or 0)
    is_gone = server is not None and server.get_channel_or_thread(match.channel_id) is None
    page = Page(
        played_line(match),
        words.CHANNEL_GONE if is_gone else None,
        words.NEXT_UP.of(number=made.waiting) if made.waiting else None,
        Row(next_match(match.id), all_matches()) if made.waiting else None,
    )
    answer, composers = await interaction.show(page), interaction.client.open_composers
    if answer is not None:  # the answer replaced the composer in this message
        composers.forget(answer)
    overtaken = composers.overtaken(interaction.actor.id, match, interaction.client.now())
    await asyncio.gather(*(_close(interaction, each, match) for each in overtaken))


def next_match(after: MatchId) -> Button:
    custom_id = InboxButton(InboxAction.NEXT, after)
    return Button(words.NEXT_MATCH, custom_id, Style.SUCCESS)


def all_matches() -> Button:
    return Button(words.ALL_MATCHES, InboxButton(InboxAction.PAGE, 0))
