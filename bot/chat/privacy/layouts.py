"""The messages about what is stored."""

from __future__ import annotations

import discord
from discord import ui

from bot.chat.common.components import button
from bot.chat.common.custom_ids import PrivacyAction, PrivacyButton
from bot.chat.messenger import layouts
from bot.chat.privacy import text as words

FILE = "quintet-data.json"


def exported() -> ui.LayoutView:
    """The file to take away."""
    return layouts.layout(
        ui.TextDisplay(words.EXPORTED), ui.File[ui.LayoutView](f"attachment://{FILE}")
    )


def ask() -> ui.LayoutView:
    """What would be deleted, and the first question."""
    return _question(words.ASK, words.FIRST, PrivacyAction.ASK)


def ask_again() -> ui.LayoutView:
    """The second question."""
    return _question(words.ASK_AGAIN, words.SECOND, PrivacyAction.DELETE)


def _question(asked: str, yes: str, action: PrivacyAction) -> ui.LayoutView:
    row: ui.ActionRow[ui.LayoutView] = ui.ActionRow(
        button(yes, PrivacyButton(action), discord.ButtonStyle.danger),
        button(words.KEEP, PrivacyButton(PrivacyAction.KEEP)),
    )
    return layouts.layout(ui.TextDisplay(asked), row)
