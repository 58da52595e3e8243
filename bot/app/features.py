"""All features, found by their folders and sorted."""

import pkgutil
from collections.abc import Mapping
from graphlib import TopologicalSorter
from importlib import import_module
from typing import Any

import discord

from bot import features
from bot.app.old_buttons import renewed
from bot.screen.interaction import Click, Feature, Handler, Interaction, Job, PlayingClient
from bot.screen.messenger.faces import Faces, WithNames
from bot.screen.words import UNKNOWN_BUTTON, UNKNOWN_FORM
from rules.texts import Text


def in_order(found: Mapping[str, Feature]) -> dict[str, Feature]:
    """The features in the order of their hooks; raises CycleError if there is no such order.

    It is alphabetical where ``after`` and ``before`` leave a choice.
    """
    known = TopologicalSorter({name: set(each.after) for name, each in found.items()})
    for name, each in found.items():
        for later in each.before:
            known.add(later, name)
    known.prepare()
    ordered: dict[str, Feature] = {}
    while known.is_active():
        ready = sorted(known.get_ready())
        ordered |= {name: found[name] for name in ready}
        known.done(*ready)
    return ordered


def _found(name: str) -> Feature:
    declared: Feature = import_module(f"{features.__name__}.{name}.feature").FEATURE
    return declared


FEATURES = in_order(
    {each.name: _found(each.name) for each in pkgutil.iter_modules(features.__path__)}
)
SCREENS = tuple(screen for each in FEATURES.values() for screen in each.screens)

HANDLERS: tuple[Handler[Any], ...] = tuple(each for screen in SCREENS for each in screen.handlers)
"""The handlers of all buttons, lists and forms, also of those sent before a restart."""

JOBS: Mapping[str, Job] = {
    name: job for each in FEATURES.values() for name, job in each.jobs.items()
}
"""The background jobs of all features, by name."""

FACES: Faces = {card: face for each in SCREENS for card, face in each.faces.items()}
WITH_NAMES: WithNames = {card: named for each in SCREENS for card, named in each.named.items()}


async def add_commands(client: PlayingClient) -> None:
    """Register all commands with the client."""
    for screen in SCREENS:
        for cog in screen.cogs:
            await client.add_cog(cog())
        for menu in screen.menus:
            client.tree.add_command(menu)


async def dispatch(interaction: Interaction) -> None:
    """Answer a click or a form by its handler."""
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
