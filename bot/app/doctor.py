"""What an operator should know before the first start: is everything there that is needed?"""

import asyncio
from datetime import UTC, datetime

import aiohttp
import discord

import bot.app.voiceless  # noqa: F401 - so that it is quiet
from bot.app.settings import Settings, SettingsError
from bot.app.surroundings import Finding, clock, everything
from bot.chat.common.permissions import INVITE, spoken
from bot.services.outbox import storage as outbox
from bot.services.timekeeping import TimeoutStop
from bot.services.timekeeping import stops_storage as timeout_stops
from data.condition import Condition, condition_of
from data.database import Database
from data.errors import StorageError
from renderer import PictureRequest, Renderer
from rules import GAMES

OFTEN = 5
"""After so many attempts a message is told of."""


async def examine(settings: Settings) -> tuple[Finding, ...]:
    """Everything that was looked at, in the order in which to mend it."""
    return (
        *await _database(settings),
        *await everything(settings),
        await asyncio.to_thread(_pictures),
        *await _discord(settings),
    )


async def _database(settings: Settings) -> tuple[Finding, ...]:
    try:
        condition = await condition_of(settings.database_url)
        found = Finding("database", True, _CONDITIONS[condition])
        if condition is not Condition.CURRENT:
            return (found,)
        return found, *await _stored(settings)
    except StorageError as error:
        return (Finding("database", False, str(error)),)


async def _stored(settings: Settings) -> tuple[Finding, ...]:
    database = await Database.open(settings.database_url, beside_a_bot=True)
    try:
        stop = await database.read(timeout_stops.current)
        failing = await database.read(outbox.failing, OFTEN)
    finally:
        await database.close()
    return _timeouts(stop), _messages(*failing)


def _messages(count: int, error: str | None) -> Finding:
    if count == 0:
        return Finding("messages", True, "none fails again and again")
    says = (
        f"{count} could not be posted in {OFTEN} attempts, the last because of: {error}. Where a "
        "permission is missing, grant it; they are tried again by themselves"
    )
    return Finding("messages", False, says)


def _timeouts(stop: TimeoutStop | None) -> Finding:
    if stop is None or stop.allowed:
        return Finding("timeouts", True, "none is stopped")
    says = (
        f"stopped, since {stop.due} of {stop.running} clocks had run out at once; "
        "see `python -m bot timeouts show`"
    )
    return Finding("timeouts", False, says)


_CONDITIONS = {
    Condition.MISSING: "is not there yet and will be made at the first start",
    Condition.EMPTY: "can be reached and will be set up at the first start",
    Condition.OLDER: "is well and will be brought up to date at the next start",
    Condition.CURRENT: "is well and up to date",
}


def _pictures() -> Finding:
    game = next(iter(GAMES.values()))
    try:
        Renderer().still(PictureRequest(game.start()))
    except OSError as error:
        return Finding("fonts", False, f"cannot be read ({error}); install the project again")
    return Finding("fonts", True, "a board can be drawn")


async def _discord(settings: Settings) -> tuple[Finding, ...]:
    try:
        token = settings.require_token()
    except SettingsError as error:
        return (Finding("token", False, str(error)),)
    client = discord.Client(intents=discord.Intents(guilds=True))
    try:
        await client.login(token)
        accepted = Finding("token", True, f"accepted, as {client.user}")
        right = clock(await _told_time(), datetime.now(UTC))
        servers = [server.id async for server in client.fetch_guilds(limit=200)]
        return (accepted, right, *[await _server(client, each) for each in servers])
    except discord.LoginFailure:
        return (Finding("token", False, "not accepted; reset it and copy it again"),)
    except (discord.HTTPException, aiohttp.ClientError) as error:
        return (Finding("token", False, f"Discord cannot be reached ({error}); try again"),)
    finally:
        await client.close()


async def _told_time() -> str | None:
    """What time it is, as Discord says; raises aiohttp.ClientError."""
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"{discord.http.Route.BASE}/gateway") as answer,
    ):
        return answer.headers.get("Date")


async def _server(client: discord.Client, server_id: int) -> Finding:
    server = await client.fetch_guild(server_id)
    me = await server.fetch_member(client.user.id if client.user else 0)
    granted = me.guild_permissions
    missing = [name for name, wanted in INVITE if wanted and not getattr(granted, name)]
    if missing and not granted.administrator:
        names = ", ".join(spoken(name) for name in missing)
        return Finding(f"server {server.id}", False, f"grant the bot's role: {names}")
    return Finding(f"server {server.id}", True, "every permission is granted")
