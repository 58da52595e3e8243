"""What somebody is told whose match against the bot has begun, with the way to the first move."""

from __future__ import annotations

import discord
import structlog
from discord import ui

from bot.chat.challenges.text import practice_begun
from bot.chat.common.choice_text import MOVE
from bot.chat.common.components import button
from bot.chat.common.custom_ids import MatchAction, MatchButton
from bot.chat.common.rules_button import rules_button
from bot.chat.common.text import BOARD, board_link
from bot.chat.interaction.acknowledging import short
from bot.chat.interaction.actor import player_id
from bot.chat.interaction.answering import show
from bot.chat.interaction.client import Interaction, services
from bot.chat.messenger import layouts
from bot.chat.messenger.errors import CONNECTION_LOST
from bot.services.challenges import Challenge
from data.states import SeatChoice
from rules.game import Seat

logger = structlog.get_logger(__name__)


async def show_begun(interaction: Interaction, challenge: Challenge) -> None:
    """Answer at once, and lead to the board as soon as that is posted."""
    message = await show(interaction, begun(challenge))
    if message is None or challenge.match_id is None:
        return
    match = await services(interaction).matches.first_board(challenge.match_id)
    board = None if match is None else board_link(match)
    if match is None or board is None:
        return
    try:
        await message.edit(
            view=begun(challenge, board, match.players.index(player_id(interaction)))
        )
    except (discord.HTTPException, *CONNECTION_LOST) as error:
        # dismissed perhaps; it has the way to the first move anyhow
        logger.info("answer left without its link", **short(error))


def begun(
    challenge: Challenge, board: str | None = None, seat: Seat | None = None
) -> ui.LayoutView:
    """The answer; whose move it is not yet gets to the board as it stands."""
    items: list[layouts.Item] = [ui.TextDisplay(practice_begun(challenge, board, seat))]
    if challenge.match_id is not None:
        first = challenge.seat_choice is SeatChoice.FIRST
        label, action = (MOVE, MatchAction.MOVE) if first else (BOARD, MatchAction.BOARD)
        custom_id = MatchButton(challenge.match_id, 0, action)
        begin = button(label, custom_id, discord.ButtonStyle.primary)
        items.append(ui.ActionRow(begin, rules_button(challenge.info.id)))
    return layouts.layout(*items)
