"""Commands by which an operator deletes what is stored, and blocks people and servers.

They work beside a running bot: what is to be done on Discord is done by the bot.
"""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import cast

import discord

from bot.app.features import put_together
from bot.app.operating import Ask, confirmed
from bot.app.settings import Settings
from bot.core.matches import storage as played
from bot.core.people import forgotten_servers, orders, players
from bot.core.posting import Messenger
from bot.core.services import Host, Services
from bot.features.privacy import PrivacyService, ServerPrivacy
from data.ids import Key, PlayerId, ServerId
from data.operating import open_database
from data.states import OrderKind

RUNNING = "running match"
SOON = "The running bot notices within a minute."


class _NoDiscord:
    """Stands for Discord in a command, which posts nothing."""

    def locale_of(self, _: ServerId) -> None:
        """No server's locale is known."""


@asynccontextmanager
async def _services(settings: Settings) -> AsyncIterator[Services]:
    """All services beside a bot that may be running; nothing is posted from here."""
    database = await open_database(settings.database_url, beside_a_bot=True)
    services = put_together(
        database,
        cast("Messenger", _NoDiscord()),
        None,
        discord.utils.utcnow,
        host=Host(settings.backup_folder),
    )
    try:
        yield services
    finally:
        await services.aclose()


async def forget_person(settings: Settings, person: int, ask: Ask = input) -> int:
    """Delete everything about a person, as their own button does; returns the exit code."""
    player_id = PlayerId(person)
    async with _services(settings) as services:
        if not await services.database.read(players.is_known, player_id):
            print(f"Nothing is stored about a person {person}. Nothing was changed.")
            return 1
        running = _counted(len(await services.database.read(played.running_of, player_id)), RUNNING)
        what = f"This will delete everything about person {person} and resign {running}."
        if not confirmed(what, person, ask):
            return 1
        key = Key(f"operator:{int(services.now().timestamp())}")
        await services[PrivacyService].forget(player_id, key)
    print(f"Everything about person {person} was deleted. Older backups still have it.")
    return 0


async def forget_server(settings: Settings, server: int, ask: Ask = input) -> int:
    """Delete everything about a server and let the bot leave it; returns the exit code."""
    server_id = ServerId(server)
    async with _services(settings) as services:
        if not await services.database.read(forgotten_servers.is_stored, server_id):
            print(f"Nothing is stored about a server {server}. Nothing was changed.")
            return 1
        count, running = await services.database.read(forgotten_servers.counted, server_id)
        what = (
            f"This will delete settings, ladders, tournaments and ratings of server {server}, end "
            f"{_counted(running, RUNNING)} without a result, and take the server's name from "
            f"{_counted(count, 'match')}. The bot will leave the server."
        )
        if not confirmed(what, server, ask):
            return 1
        leaving = (OrderKind.LEAVING, server, services.now())
        await services.database.write(orders.give, *leaving)
        await services[ServerPrivacy].forget(server_id)
    print(f"Everything about server {server} was deleted. The bot leaves it. {SOON}")
    return 0


async def block(settings: Settings, subject: int, ask: Ask = input) -> int:
    """Block a person or a server; returns the exit code."""
    async with _services(settings) as services:
        read = services.database.read
        if await read(forgotten_servers.is_stored, ServerId(subject)):
            what = f"The bot will leave server {subject}, and answer nobody there."
        else:
            running = _counted(len(await read(played.running_of, PlayerId(subject))), RUNNING)
            what = (
                f"If {subject} is a person, the bot will answer them no more; their {running} will "
                "go on by the clock. If it is a server, the bot will leave it."
            )
        if not confirmed(what, subject, ask):
            return 1
        now = services.now()
        is_new = await services.database.write(orders.give, OrderKind.BLOCKED, subject, now)
    print(f"{subject} is blocked. {SOON}" if is_new else f"{subject} was already blocked.")
    return 0


async def unblock(settings: Settings, subject: int) -> int:
    """End the block of a person or a server; returns the exit code."""
    async with await open_database(settings.database_url, beside_a_bot=True) as database:
        if not await database.write(orders.withdraw, OrderKind.BLOCKED, subject):
            print(f"{subject} is not blocked. Nothing was changed.")
            return 1
    print(f"{subject} is not blocked any more. {SOON}")
    return 0


async def show_blocked(settings: Settings) -> int:
    """Print who is blocked, and what the bot leaves; returns the exit code."""
    async with await open_database(settings.database_url, beside_a_bot=True) as database:
        given = await database.read(orders.all_orders)
        if not any(each.kind is OrderKind.BLOCKED for each in given):
            print("Nobody is blocked.")
        for each in given:
            print(f"{each.subject_id}: {each.kind} since {each.created_at:%Y-%m-%d %H:%M} UTC")
    return os.EX_OK


def _counted(count: int, noun: str) -> str:
    """The number with a noun whose plural ends in -es."""
    return f"{count} {noun if count == 1 else f'{noun}es'}"
