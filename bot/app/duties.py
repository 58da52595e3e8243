"""Commands by which an operator deletes what is stored, and blocks people and servers.

They work beside a running bot: what is to be done on Discord is done by the bot.
"""

import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import cast

import discord

from bot.app.features import put_together
from bot.app.settings import Settings
from bot.core.matches import storage as played
from bot.core.people import forgotten_servers, orders, players
from bot.core.posting import Messenger
from bot.core.services import Host, Services
from bot.features.privacy import PrivacyService, ServerPrivacy
from data.ids import Key, PlayerId, ServerId
from data.operating import open_database
from data.states import OrderKind

Ask = Callable[[str], str]
"""Asks for a line to be typed."""
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
        running = len(await services.database.read(played.running_of, player_id))
        what = f"Everything about person {person} is deleted, and {running} running matches are "
        if not _confirmed(f"{what}resigned.", person, ask):
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
            f"Settings, ladders, tournaments and ratings of server {server} are deleted. Its "
            f"{running} running matches end without a result; all {count} lose its name."
        )
        if not _confirmed(f"{what} The bot leaves it.", server, ask):
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
            what = f"The bot leaves server {subject}, and answers nobody there."
        else:
            running = len(await read(played.running_of, PlayerId(subject)))
            what = (
                f"If {subject} is a person, the bot answers them no more; their {running} running "
                "matches go on by their clocks. If it is a server, the bot leaves it."
            )
        if not _confirmed(what, subject, ask):
            return 1
        now = services.now()
        is_new = await services.database.write(orders.give, OrderKind.BLOCKED, subject, now)
    print(f"{subject} {'is' if is_new else 'was already'} blocked. {SOON}")
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
        for each in await database.read(orders.all_orders):
            print(f"{each.subject_id}: {each.kind} since {each.created_at:%Y-%m-%d %H:%M} UTC")
    return os.EX_OK


def _confirmed(what: str, subject: int, ask: Ask) -> bool:
    """Whether the id was typed once more."""
    try:
        typed = ask(f"{what}\nType {subject} to do it: ")
    except EOFError:  # nobody is there to type
        typed = ""
    if typed.strip() == str(subject):
        return True
    print("That is another number. Nothing was changed.")
    return False
