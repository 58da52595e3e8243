"""Every feature, put together."""

import pkgutil
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import discord

from bot import features
from bot.app.old_buttons import renewed
from bot.screen.interaction import ChatPart, Click, Handler, Interaction, PlayingClient, Refusals
from bot.screen.messenger.faces import Faces, WithNames
from bot.screen.words import UNKNOWN_BUTTON, UNKNOWN_FORM
from rules.texts import Text


def _found() -> Iterator[ChatPart]:
    """The ``PART`` of each module of a feature that has one."""
    for each in pkgutil.walk_packages(features.__path__, f"{features.__name__}."):
        part = getattr(import_module(each.name), "PART", None)
        if isinstance(part, ChatPart):
            yield part


PARTS = tuple(_found())

HANDLERS: tuple[Handler[Any], ...] = tuple(handler for part in PARTS for handler in part.handlers)
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
    text = renewed(str(data.get("custom_id", "")))
    if isinstance(text, Text):
        await interaction.say(text)
        return
    for handler in HANDLERS:
        custom_id = handler.kind.parse(text) if handler.is_form is is_form else None
        if custom_id is not None:
            click = Click(raw, custom_id)
            if handler.defer:
                await click.defer_update(counts=handler.counts)
            await handler.answer(click)
            return
    await interaction.say(UNKNOWN_FORM if is_form else UNKNOWN_BUTTON)
