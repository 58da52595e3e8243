"""The services of a club with the real messenger, on a simulated Discord, without the whole bot.

A whole bot takes a second to start and settles after each step. Here a test calls the services and
delivers, and each request goes through discord.py to the simulated Discord. What was brought about
once can be opened again and again, each time as it was then.
"""

from __future__ import annotations

import copy
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import patch

import discord
from simcord.backend import Backend
from simcord.backend.models import Channel, Role, User
from simcord.env import Env

from bot.app.features import FACES, WITH_NAMES
from bot.screen.messenger.channels import INVITE
from bot.screen.messenger.messenger import DiscordMessenger
from bot.screen.messenger.servers import DiscordClock
from bot.screen.names import Names
from data.operating import open_database
from tests.kit import discord_rules
from tests.kit.club import Club
from tests.kit.databases import lay_out, sqlite_url
from tests.kit.strict.documented import Call
from tests.kit.strict.request import call_of, parts_of

SERVERS = {70: (700, 701, 777), 71: (710,)}
"""The servers of the club's tests, and their channels."""
PEOPLE = (*range(1, 9), 50, 99, 900)
ROLE = 5
"""The role of the champion."""
PERMISSIONS = INVITE | discord.Permissions(manage_roles=True)
PEOPLES = discord.Permissions(use_application_commands=True, view_channel=True)


class Clock:
    """The simulated Discord's clock, as the club's tests set it forward."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    def __call__(self) -> datetime:
        return self.now

    @property
    def now(self) -> datetime:
        return self._backend.clock.now()

    @now.setter
    def now(self, moment: datetime) -> None:
        self._backend.advance_clock((moment - self.now).total_seconds())

    def advance(self, **parts: float) -> None:
        self.now += timedelta(**parts)


@dataclass
class Wired:
    club: Club
    backend: Backend

    def requests(self, call: Call) -> int:
        sent = ((each.method, parts_of(each.path)) for each in self.backend.http_requests)
        return sum(call_of(*each) == call for each in sent)

    async def deliver_for(self, lasting: timedelta) -> None:
        """Deliver what is due, and whatever is to be tried again within this time."""
        until = self.club.clock.now + lasting
        await self.club.deliver()
        while (following := await self._next()) is not None and following <= until:
            self.club.clock.now = following
            await self.club.deliver()
        self.club.clock.now = until

    async def _next(self) -> datetime | None:
        """When the next row is to be tried that is not to be tried now."""
        rows = await self.club.sql("SELECT next_attempt_at FROM outbox WHERE NOT done")
        times = (datetime.fromisoformat(f"{row[0]}+00:00") for row in rows)
        return min((each for each in times if each > self.club.clock.now), default=None)


@dataclass(frozen=True)
class Kept:
    """A club as it was at some moment: its database's file, and its Discord."""

    file: bytes
    backend: Backend

    @asynccontextmanager
    async def again(self, folder: Path) -> AsyncIterator[Wired]:
        """The club as it was then, in a file of its own."""
        file = folder / "again.db"
        file.write_bytes(self.file)
        async with wired(file, copied(self.backend)) as opened:
            yield opened
        file.unlink()


def copied(backend: Backend) -> Backend:
    """A Discord of its own that is as this one is now."""
    told, backend.subscribers = backend.subscribers, []
    try:
        return copy.deepcopy(backend)
    finally:
        backend.subscribers = told


def founded() -> Backend:
    """A Discord with the servers, channels and people of the club's tests."""
    discord_rules.install()
    backend = Backend()
    for each in PEOPLE:
        backend.users[each] = User(each, f"Player {each}")
    for server_id, channels in SERVERS.items():
        guild = backend.create_guild(f"Club {server_id}", id=server_id)
        for each in PEOPLE:
            backend.add_member(server_id, each)
        for number in channels:
            channel = Channel(number, 0, f"channel-{number}", server_id)
            backend.channels[number], backend.messages[number] = channel, {}
            guild.channel_ids.append(number)
        own = next(role for role in guild.roles.values() if role.managed)
        guild.everyone_role.permissions = PEOPLES.value
        own.permissions, own.position = PERMISSIONS.value, 2
        guild.roles[ROLE] = Role(id=ROLE, name="Champion", permissions=0, position=1)
    return backend


@asynccontextmanager
async def wired(file: Path, backend: Backend) -> AsyncIterator[Wired]:
    """The club on a database's file and a Discord, while the block runs."""
    await lay_out(file)
    client = discord.Client(
        intents=discord.Intents(guilds=True), allowed_mentions=discord.AllowedMentions.none()
    )
    env = Env(client)
    env.backend = backend
    await env.start()
    clock = cast("Any", Clock(backend))
    elapsed = SimpleNamespace(monotonic=lambda: backend.clock.elapsed)

    names = Names(client)
    messenger = DiscordMessenger(
        client, names, FACES, WITH_NAMES, lambda: club.pictures, lambda: club.settings
    )
    messenger.clock = DiscordClock(elapsed.monotonic)
    messenger.time = messenger.clock.now
    messenger.clock.look(client)
    database = await open_database(sqlite_url(file))
    club = Club(database, cast("Any", messenger), clock)
    try:
        with patch("bot.screen.messenger.messenger.time", elapsed):
            yield Wired(club, backend)
    finally:
        await club.close()
        await env.shutdown()
    assert discord_rules.bad_requests(backend) == []
    assert env._errors == []
