"""Every area of the chat, put together."""

from typing import Any

import discord

from bot.chat.challenges import PART as CHALLENGES
from bot.chat.clocks import PART as CLOCKS
from bot.chat.common.text import UNKNOWN_BUTTON, UNKNOWN_FORM
from bot.chat.composer import PART as COMPOSER
from bot.chat.conditionals import PART as CONDITIONALS
from bot.chat.help import PART as HELP
from bot.chat.hints import PART as HINTS
from bot.chat.interaction import ChatPart, Click, Handler, Interaction, PlayingClient, Refusals
from bot.chat.ladders import PART as LADDERS
from bot.chat.leaderboards import PART as LEADERBOARDS
from bot.chat.matches import PART as MATCHES
from bot.chat.messenger.faces import Faces, WithNames
from bot.chat.opponents import PART as OPPONENTS
from bot.chat.practice import PART as PRACTICE
from bot.chat.privacy import PART as PRIVACY
from bot.chat.profiles import PART as PROFILES
from bot.chat.puzzles import PART as PUZZLES
from bot.chat.reminders import PART as REMINDERS
from bot.chat.replay import PART as REPLAY
from bot.chat.requests import PART as REQUESTS
from bot.chat.rulebook import PART as RULEBOOK
from bot.chat.rulings import PART as RULINGS
from bot.chat.settings import PART as SETTINGS
from bot.chat.tournaments import PART as TOURNAMENTS
from bot.chat.vacation import PART as VACATION

PARTS: tuple[ChatPart, ...] = (
    CHALLENGES,
    CLOCKS,
    COMPOSER,
    CONDITIONALS,
    HELP,
    HINTS,
    LADDERS,
    LEADERBOARDS,
    MATCHES,
    OPPONENTS,
    PRACTICE,
    PRIVACY,
    PROFILES,
    PUZZLES,
    REMINDERS,
    REPLAY,
    REQUESTS,
    RULEBOOK,
    RULINGS,
    SETTINGS,
    TOURNAMENTS,
    VACATION,
)

HANDLERS: tuple[Handler, ...] = tuple(handler for part in PARTS for handler in part.handlers)
"""What answers buttons, lists and forms, also those sent before a restart."""

REFUSALS: Refusals = {error: told for part in PARTS for error, told in part.refusals.items()}

FACES: Faces = {card: face for part in PARTS for card, face in part.faces.items()}
WITH_NAMES: WithNames = {card: named for part in PARTS for card, named in part.named.items()}


async def add_commands(client: PlayingClient) -> None:
    """Give the client all commands."""
    for part in PARTS:
        for cog in part.cogs:
            await client.add_cog(cog())
        for menu in part.menus:
            client.tree.add_command(menu)


async def dispatch(interaction: Interaction) -> None:
    """Answer a click or a form; commands are none of this."""
    raw = interaction.raw
    is_form = raw.type is discord.InteractionType.modal_submit
    data: Any = raw.data or {}
    text = str(data.get("custom_id", ""))
    for handler in HANDLERS:
        custom_id = handler.kind.parse(text) if handler.is_form is is_form else None
        if custom_id is not None:
            click = Click(raw, custom_id)
            if handler.defer:
                await click.defer_update(counts=handler.counts)
            await handler.answer(click)
            return
    await interaction.say(UNKNOWN_FORM if is_form else UNKNOWN_BUTTON)
