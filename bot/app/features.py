"""All features: found by their folders, sorted, and put together on an open database."""

import pkgutil
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import timedelta
from functools import partial
from graphlib import TopologicalSorter
from importlib import import_module
from random import Random, SystemRandom
from typing import Any, TypeAlias

import discord
from discord import app_commands

from bot import features
from bot.core.delivery import Delivery
from bot.core.matches import MatchService, Now
from bot.core.measures import FAILED
from bot.core.people import SettingsService
from bot.core.pictures import Draws, PictureService
from bot.core.posting import Messenger
from bot.core.services import NO_HOST, Hooks, Host, Pruning, Services, merged, of_matches, plain
from bot.core.thinking import Processes
from bot.core.timers import Scheduler
from bot.core.waking import ended_within
from bot.features.matches import OldBoards
from bot.features.places import AbsenceService
from bot.features.timekeeping import Heart
from bot.screen.interaction import (
    HANDLED_BY,
    UNKNOWN_ROUTE,
    Adds,
    Click,
    Feature,
    Handler,
    Interaction,
    Job,
    PlayingClient,
)
from bot.screen.messenger.pages import Faces, WithNames
from bot.screen.words import UNKNOWN_BUTTON, UNKNOWN_FORM
from data.database import Database
from data.shards import ALL, Shards
from rules.texts import Text

HEART = Heart()
RANDOMNESS = SystemRandom()

DRAWING = timedelta(seconds=1)
"""How long the bot waits for running drawings when it stops."""
OWN_JOBS = frozenset({"timers", "deliver", "pruning", "backups", "places"})
"""The jobs that the client starts by itself."""
AnyCommand: TypeAlias = app_commands.Command[Any, ..., Any] | app_commands.ContextMenu
_MATCH = Text("This has moved: use `/match` to see a match and everything you can do in it.")
OLD: Mapping[str, str | Text] = {
    r"m:(\d+):(\d+):poster": r"m:\1:\2:share",
    r"m:\d+:\d+:pause": _MATCH,
    r"l:(export|menu|record|text)": _MATCH,
    r"o:\d+": "cq:start:any:0:ask:random:usual",
    r"ca:\d+:replace:\d+:\d+": Text(
        "Nobody is replaced in a knockout any more. A player can be withdrawn, and readmitted."
    ),
    r"pw:\d+": "dy:0:open",
    r"g:\w+:\d+:game": Text("This list has moved: use `/rules` and choose a game."),
}
"""The new id, or a sentence to answer, by a regular expression of the old id.

These buttons and lists of 1.0.0 were removed. To be deleted with 3.0.0.
"""


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


def jobs_of(found: Iterable[Feature]) -> dict[str, Job]:
    """The background jobs of all features; raises ValueError if two jobs have one name."""
    jobs: dict[str, Job] = {}
    for feature in found:
        for name, job in feature.jobs.items():
            if name in jobs or name in OWN_JOBS:
                raise ValueError(f"two jobs are called {name}")
            jobs[name] = job
    return jobs


FEATURES = in_order(
    {
        each.name: import_module(f"{features.__name__}.{each.name}.feature").FEATURE
        for each in pkgutil.iter_modules(features.__path__)
    }
)
SCREENS = tuple(screen for each in FEATURES.values() for screen in each.screens)

HANDLERS: tuple[Handler[Any], ...] = tuple(each for screen in SCREENS for each in screen.handlers)
"""The handlers of all buttons, lists and forms, also of those sent before a restart."""

JOBS = jobs_of(FEATURES.values())
"""The background jobs of all features, by name."""

FACES: Faces = {card: face for each in SCREENS for card, face in each.faces.items()}
WITH_NAMES: WithNames = {card: named for each in SCREENS for card, named in each.named.items()}
ADDITIONS: Mapping[type[Any], tuple[Adds, ...]] = {
    shown: tuple(each.adds[shown] for each in SCREENS if shown in each.adds)
    for shown in {kind for each in SCREENS for kind in each.adds}
}


async def add_commands(client: PlayingClient) -> None:
    """Register all commands with the client."""
    for screen in SCREENS:
        for cog in screen.cogs:
            await client.add_cog(cog())
        for menu in screen.menus:
            client.tree.add_command(menu)
    kinds = (each.kind.__name__ for each in HANDLERS)
    for route in (UNKNOWN_ROUTE, *kinds, *(each.qualified_name for each in typed(client))):
        FAILED.labels(route)  # a figure that is there before the first failure can grow


def typed(client: PlayingClient) -> Iterator[AnyCommand]:
    """The registered commands, without the groups that they are in."""
    for each in client.tree.get_commands():
        if isinstance(each, app_commands.Group):
            yield from (c for c in each.walk_commands() if isinstance(c, app_commands.Command))
        else:
            yield each


def renewed(custom_id: str) -> str | Text:
    """The id that replaces an old one, or a sentence to answer; other ids are unchanged."""
    for old, new in OLD.items():
        found = re.fullmatch(old, custom_id)
        if found is not None:
            return new if isinstance(new, Text) else found.expand(new)
    return custom_id


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
            raw.extras[HANDLED_BY] = handler.kind.__name__
            click = Click(raw, custom_id)
            click.note_in_log()
            if handler.defer:
                await click.defer_update(counts=handler.counts)
            await handler.answer(click)
            return
    await interaction.say(UNKNOWN_FORM if is_form else UNKNOWN_BUTTON)


def put_together(
    database: Database,
    messenger: Messenger,
    renderer: Draws | None,
    now: Now,
    *,
    randomness: Random = RANDOMNESS,
    thinker: Processes | None = None,
    heart: Heart = HEART,
    shards: Shards = ALL,
    alone: bool | None = None,
    host: Host = NO_HOST,
) -> Services:
    """The services on a database, for these shards; ``alone``: no other process serves them.

    ``renderer`` and ``thinker`` replace the defaults; ``host`` is what the operator has chosen.
    """
    services = Services(
        database,
        messenger,
        now,
        randomness=randomness,
        thinker=thinker or Processes(),
        shards=shards,
        host=host,
    )
    services.add(
        {
            Heart: lambda _: heart,
            PictureService: lambda _: PictureService(renderer),
            MatchService: of_matches(MatchService),
            SettingsService: plain(SettingsService),
            Pruning: lambda of: Pruning(of.database, of.hooks, of.now),
            Scheduler: lambda of: Scheduler(of.database, of.hooks.timers, of.now),
            Delivery: partial(_delivery, alone=alone),
        }
    )
    for feature in FEATURES.values():
        services.add(feature.services)
    hooks = (feature.hooks(services) for feature in FEATURES.values())
    services.begin(merged((*hooks, _core_hooks(services))))
    return services


def _core_hooks(services: Services) -> Hooks:
    async def finish_pictures() -> None:
        await ended_within("pictures", DRAWING, services[PictureService].aclose())

    return Hooks(closing=(finish_pictures,))


def _delivery(services: Services, *, alone: bool | None) -> Delivery:
    posts = {post.kind: post for post in services.hooks.posts}
    return Delivery(
        services.database,
        posts,
        services.now,
        services.messenger,
        services[OldBoards],
        shards=services.shards,
        alone=alone,
        refused=services[AbsenceService].refused,
    )
