"""Every area of the chat, put together."""

from typing import Any

import discord

from bot.chat.challenges import PART as CHALLENGES
from bot.chat.clocks import PART as CLOCKS
from bot.chat.common.custom_id import CustomId
from bot.chat.common.names import Names
from bot.chat.common.text import UNKNOWN_BUTTON, UNKNOWN_FORM
from bot.chat.composer import PART as COMPOSER
from bot.chat.conditionals import PART as CONDITIONALS
from bot.chat.help import PART as HELP
from bot.chat.hints import PART as HINTS
from bot.chat.interaction.answering import say
from bot.chat.interaction.click import Handler, click_of
from bot.chat.interaction.client import Interaction, PlayingClient
from bot.chat.interaction.part import ChatPart, Refusals
from bot.chat.ladders import PART as LADDERS
from bot.chat.leaderboards import PART as LEADERBOARDS
from bot.chat.matches import PART as MATCHES
from bot.chat.messenger.faces import Face
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
    VACATION,
)

HANDLERS: tuple[Handler, ...] = tuple(handler for part in PARTS for handler in part.handlers)
"""What answers buttons, lists and forms, also those sent before a restart."""

REFUSALS: Refusals = {error: told for part in PARTS for error, told in part.refusals.items()}

_FACES = {card: face for part in PARTS for card, face in part.faces.items()}
_NAMED = {card: named for part in PARTS for card, named in part.named.items()}


class AllFaces:
    """The cards of every area."""

    def of(self, card: object) -> Face:
        """What the card looks like now."""
        return _FACES[type(card)](card)

    async def named(self, card: object, names: Names) -> object:
        """The same card with the names that it shows."""
        named = _NAMED.get(type(card))
        return card if named is None else await named(card, names)


async def add_commands(client: PlayingClient) -> None:
    """Give the client all commands."""
    for part in PARTS:
        for module in part.commands:
            await module.setup(client)


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
        custom_id: CustomId | None = (
            handler.kind.parse(text) if handler.is_form is is_form else None
        )
        if custom_id is not None:
            await handler.answer(click_of(interaction, custom_id))
            return
    await say(interaction, unknown)
