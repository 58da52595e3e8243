"""What somebody is told whose match against the bot has begun, with the way to the first move."""

from __future__ import annotations

import discord
from discord import ui

from bot.chat.challenges.text import practice_begun
from bot.chat.common.choice_text import MOVE
from bot.chat.common.components import button
from bot.chat.common.custom_ids import MatchAction, MatchButton
from bot.chat.common.text import BOARD
from bot.chat.messenger import layouts
from bot.services.challenges import Challenge
from data.states import SeatChoice


def begun(challenge: Challenge) -> ui.LayoutView:
    """The answer; whose move it is not yet gets to the board as it stands."""
    items: list[layouts.Item] = [ui.TextDisplay(practice_begun(challenge))]
    if challenge.match_id is not None:
        first = challenge.seat_choice is SeatChoice.FIRST
        label, action = (MOVE, MatchAction.MOVE) if first else (BOARD, MatchAction.BOARD)
        custom_id = MatchButton(challenge.match_id, 0, action)
        items.append(ui.ActionRow(button(label, custom_id, discord.ButtonStyle.primary)))
    return layouts.layout(*items)
