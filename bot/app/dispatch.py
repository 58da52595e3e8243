"""Every button, list and form, found by its ``custom_id``: also those sent before a restart."""

from __future__ import annotations

from typing import Any

import discord

from bot.chat.challenges.buttons import HANDLERS as CHALLENGES
from bot.chat.clocks.panel import HANDLERS as CLOCKS
from bot.chat.common.text import UNKNOWN_BUTTON, UNKNOWN_FORM
from bot.chat.composer.handlers import HANDLERS as COMPOSER
from bot.chat.conditionals.buttons import HANDLERS as CONDITIONALS
from bot.chat.help.commands import HANDLERS as HELP
from bot.chat.hints.buttons import HANDLERS as HINTS
from bot.chat.interaction.answering import say
from bot.chat.interaction.click import Handler, click_of
from bot.chat.interaction.client import Interaction
from bot.chat.ladders.handlers import HANDLERS as LADDERS
from bot.chat.leaderboards.pages import HANDLERS as LEADERBOARDS
from bot.chat.matches.handlers import HANDLERS as MATCHES
from bot.chat.practice.buttons import HANDLERS as PRACTICE
from bot.chat.privacy.buttons import HANDLERS as PRIVACY
from bot.chat.profiles.pages import HANDLERS as PROFILES
from bot.chat.puzzles.buttons import HANDLERS as PUZZLES
from bot.chat.reminders.buttons import HANDLERS as REMINDERS
from bot.chat.replay.buttons import HANDLERS as REPLAY
from bot.chat.requests.buttons import HANDLERS as REQUESTS
from bot.chat.rulebook.pages import HANDLERS as RULEBOOK
from bot.chat.rulings.form import HANDLERS as RULINGS
from bot.chat.settings.handlers import HANDLERS as SETTINGS
from bot.chat.vacation.buttons import HANDLERS as VACATION

HANDLERS: tuple[Handler, ...] = (
    *CHALLENGES,
    *CLOCKS,
    *COMPOSER,
    *CONDITIONALS,
    *HELP,
    *HINTS,
    *LADDERS,
    *LEADERBOARDS,
    *MATCHES,
    *PRACTICE,
    *PRIVACY,
    *PROFILES,
    *PUZZLES,
    *REMINDERS,
    *REPLAY,
    *REQUESTS,
    *RULEBOOK,
    *RULINGS,
    *SETTINGS,
    *VACATION,
)
"""What every area answers."""


async def dispatch(interaction: Interaction) -> None:
    """Answer a click or a form; commands are none of this."""
    if interaction.type is discord.InteractionType.component:
        await _answer(interaction, UNKNOWN_BUTTON, is_form=False)
    elif interaction.type is discord.InteractionType.modal_submit:
        await _answer(interaction, UNKNOWN_FORM, is_form=True)


async def _answer(interaction: Interaction, unknown: str, *, is_form: bool) -> None:
    data: Any = interaction.data or {}
    text = str(data.get("custom_id", ""))
    for handler in HANDLERS:
        custom_id = handler.kind.parse(text) if handler.is_form is is_form else None
        if custom_id is not None:
            await handler.answer(click_of(interaction, custom_id))
            return
    await say(interaction, unknown)
