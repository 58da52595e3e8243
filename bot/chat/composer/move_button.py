"""The button that opens the composer."""

from __future__ import annotations

import discord

from bot.chat.common.components import Button, button
from bot.chat.common.custom_ids import MatchAction, MatchButton
from bot.services.matches import MatchState, MatchSummary

MOVE = "Move"


def move_button(line: MatchSummary | MatchState) -> Button:
    """The button to move in a match, as it stands."""
    custom_id = MatchButton(line.id, line.ply, MatchAction.MOVE)
    return button(MOVE, custom_id, discord.ButtonStyle.primary)
