"""``quintet doctor``: checking everything that the bot needs."""

import asyncio
import os
import shutil
import socket
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import TypeAlias

import aiohttp
import discord
from sqlalchemy import Connection

import bot.app.features  # noqa: F401 - features declare what kinds there are
from bot import VERSION
from bot.app.daily_backups import copies_in, made_at
from bot.app.discordpy import session_starts
from bot.app.sessions import told
from bot.app.settings import ENV_FILE, Settings, SettingsError
from bot.core import absences, outbox, stuck
from bot.core.people.settings import chosen_channels
from bot.core.stuck import Stuck
from bot.features.timekeeping import TimeoutStop
from bot.features.timekeeping import storage as timekeeping
from bot.features.tournaments import Tournament
from bot.features.tournaments import storage as tournaments
from bot.screen.messenger.channels import INVITE, Purpose, obstacle, spoken
from data.addresses import RESTORE, is_file, path_of, read_address
from data.archives import DUMPER
from data.errors import StorageError
from data.ids import ChannelId, ServerId
from data.operating import Condition, check_backup, condition_of, open_database
from data.shards import ALL, Shards
from languages import Known, all_known
from renderer import PictureRequest
from renderer.drawing import Renderer
from rules import GAMES

LITTLE_ROOM = 200 * 2**20
"""Free bytes below which a disk is reported."""
APART = timedelta(seconds=60)
"""The tolerated difference to Discord's clock."""
OLD_COPY = timedelta(days=2)
HOUR = timedelta(hours=1)
ANSWERING = 3.0
"""Time limit for an answer of this machine, in seconds."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check, with advice if it failed."""

    about: str
    ok: bool
    says: str


def given(settings: Settings, file: Path = ENV_FILE) -> tuple[Finding, ...]:
    """Check that every name of a setting means something, and that files of secrets are private."""
    found = [Finding("settings", False, each) for each in settings.unknown]
    # a mounted secret may be its group's, by which Kubernetes lets the bot read it
    for each, who, what in [
        (file, 0o077, "token"),
        *((secret, 0o007, "secret") for secret in settings.private_files),
    ]:
        if each.exists() and each.stat().st_mode & who:
            says = f"others on this machine may read {each} and the {what} in it: chmod 600 {each}"
            found.append(Finding("settings", False, says))
    return tuple(found) or (Finding("settings", True, "every name means something"),)


def room(settings: Settings) -> tuple[Finding, ...]:
    """Check free space for an SQLite file and for backups."""
    target = read_address(settings.database_url)
    places = [path_of(target)] if is_file(target) else []
    places += [] if settings.backup_folder is None else [settings.backup_folder]
    found = []
    for folder in dict.fromkeys(map(_there, places)):
        free = shutil.disk_usage(folder).free
        told = f"{free / 2**20:,.0f} MiB are free in {folder}"
        if free < LITTLE_ROOM:
            told += "; make room, or moves will soon be refused"
        found.append(Finding("disk", free >= LITTLE_ROOM, told))
    return tuple(found)


def _there(path: Path) -> Path:
    """The innermost existing folder of the path."""
    return next(each for each in (path.absolute(), *path.absolute().parents) if each.is_dir())


async def backups(settings: Settings, now: datetime) -> tuple[Finding, ...]:
    """Check that daily backups can be and are written; empty if none are configured."""
    folder = settings.backup_folder
    if folder is None:
        return ()
    on_file = is_file(read_address(settings.database_url))
    if settings.backup_days and not on_file and shutil.which(DUMPER) is None:
        says = (
            f"need {DUMPER}, which is not installed here (on Debian it is in postgresql-client); "
            "or let another program make them, and let BACKUP_DAYS be 0"
        )
        return (Finding("backups", False, says),)
    if folder.exists() and not folder.is_dir():
        return (Finding("backups", False, f"BACKUP_DIR is {folder}, which is no folder"),)
    there = _there(folder)
    if not os.access(there, os.W_OK | os.X_OK):
        says = f"this user may not write into {there}; make them its owner, or name another folder"
        return (Finding("backups", False, says),)
    return await _copies(folder, now)


async def _copies(folder: Path, now: datetime) -> tuple[Finding, ...]:
    """Name the age of the newest copy that can be restored, and newer ones that cannot."""
    found = list[Finding]()
    for day, path in copies_in(folder):
        try:
            await check_backup(path)
        except StorageError as error:
            why = str(error).replace(RESTORE, "Take another copy.")
            found.append(Finding("backups", False, f"{path.name} cannot be restored: {why}"))
            continue
        age = now - made_at(day, path)
        says = f"the newest copy that can be restored is {age / HOUR:,.0f} hours old"
        if age < OLD_COPY:
            return (Finding("backups", True, says), *found)
        says += "; is the bot running? The log has `job ended`"
        return (Finding("backups", False, says), *found)
    if found:
        says = "no copy can be restored; make one with `quintet backup FILE` and keep it elsewhere"
        return (Finding("backups", False, says), *found)
    return (Finding("backups", True, f"the first copy will be made in {folder}"),)


async def metrics(settings: Settings) -> tuple[Finding, ...]:
    """Check the metrics port, which this bot may have open; empty if none is configured."""
    port = settings.metrics_port
    if port is None:
        return ()
    host = settings.metrics_host
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as trying:
        trying.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trying.bind((host, port))
        except OSError:
            return (await _asked(host, port),)
    return (Finding("metrics", True, f"port {port} is free"),)


async def _asked(host: str, port: int) -> Finding:
    spelled = f"[{host}]" if ":" in host else host
    try:
        timeout = aiohttp.ClientTimeout(total=ANSWERING)
        async with (
            aiohttp.ClientSession(timeout=timeout) as session,
            session.get(f"http://{spelled}:{port}/health") as answer,
        ):
            told = await answer.json()
    except (aiohttp.ClientError, TimeoutError, ValueError):
        told = None
    if not isinstance(told, Mapping) or "healthy" not in told:
        says = f"another program has port {port}; let METRICS_PORT be one that is free"
        return Finding("metrics", False, says)
    if told["healthy"]:
        return Finding("metrics", True, f"a bot that is well answers on port {port}")
    return Finding("metrics", False, f"the bot on port {port} says: {', '.join(told['troubles'])}")


def clock(discords: str | None, now: datetime) -> Finding:
    """Compare the clock with the ``Date`` header of Discord's answer, if any."""
    if discords is None:
        return Finding("clock", True, "Discord does not tell the time")
    ahead = now - parsedate_to_datetime(discords).astimezone(UTC)
    if abs(ahead) <= APART:
        return Finding("clock", True, "is as Discord's")
    way = "ahead" if ahead > timedelta(0) else "behind"
    says = f"is {abs(ahead).total_seconds():,.0f} seconds {way}; let NTP set it (timedatectl)"
    return Finding("clock", False, says)


Used: TypeAlias = Mapping[ServerId, Collection[ChannelId]]
"""Channels by server."""
OFTEN = 5
"""Messages with so many attempts are reported."""
FAILED = 3
"""Rounds with so many failed attempts of pairing are reported."""


async def examine(settings: Settings) -> tuple[Finding, ...]:
    """All findings, in the order in which to fix them."""
    stored, used = await _database(settings)
    return (
        Finding("version", True, f"Quintet {VERSION}"),
        *given(settings),
        *stored,
        *await asyncio.to_thread(room, settings),
        *await backups(settings, datetime.now(UTC)),
        *await metrics(settings),
        await asyncio.to_thread(_pictures),
        *spoken_languages(await asyncio.to_thread(all_known)),
        *await _discord(settings, used),
    )


async def _database(settings: Settings) -> tuple[tuple[Finding, ...], Used]:
    """Check the database and what is stored; also returns the channels where the bot posts."""
    try:
        condition = await condition_of(settings.database_url)
        found = Finding("database", True, _CONDITIONS[condition])
        if condition is not Condition.CURRENT:
            return (found,), {}
        async with await open_database(settings.database_url, beside_a_bot=True) as database:
            stop = await database.read(timekeeping.current_stop)
            failing = await database.read(outbox.count_failing, OFTEN)
            unpaired = await database.read(tournaments.failing, FAILED)
            aside = await database.read(stuck.all_stuck)
            used = await database.read(_in_use)
        stored = _timeouts(stop), _messages(*failing), _rounds(unpaired), _put_aside(aside)
        return (found, *stored), used
    except StorageError as error:
        return (Finding("database", False, str(error)),), {}


def _rounds(unpaired: tuple[Tournament, ...]) -> Finding:
    if not unpaired:
        return Finding("rounds", True, "every round was paired")
    names = ", ".join(f"{each.name!s} ({each.id})" for each in unpaired)
    says = (
        f"the next one could not be paired {FAILED} times or more: {names}. It is tried again "
        "every minute; the log has `no round was paired`, and why"
    )
    return Finding("rounds", False, says)


def _put_aside(found: tuple[Stuck, ...]) -> Finding:
    if not found:
        return Finding("stuck", True, "no timer or message was put aside")
    worst = found[0]
    says = (
        f"{len(found)} timers or messages were put aside, among them {worst.name} after "
        f"{worst.failures} failures ({worst.error}); see `quintet stuck`"
    )
    return Finding("stuck", False, says)


def _messages(count: int, error: str | None) -> Finding:
    if count == 0:
        return Finding("messages", True, "none fails again and again")
    says = (
        f"{count} were refused, or could not be posted in {OFTEN} attempts, the last because of: "
        f"{error}. Where a permission is missing, grant it; what still matters is posted then"
    )
    return Finding("messages", False, says)


def _timeouts(stop: TimeoutStop | None) -> Finding:
    if stop is None or stop.allowed:
        return Finding("timeouts", True, "none is stopped")
    says = (
        f"stopped, since the time of {stop.due} of {stop.running} players to move had run out at "
        "once; see `quintet timeouts show`"
    )
    return Finding("timeouts", False, says)


_CONDITIONS = {
    Condition.MISSING: "is not there yet and will be made at the first start",
    Condition.EMPTY: "can be reached and will be set up at the first start",
    Condition.OLDER: "is well and will be brought up to date at the next start",
    Condition.CURRENT: "is well and up to date",
}


def spoken_languages(known: Known) -> tuple[Finding, ...]:
    """Tell which languages there are; that of a catalog that cannot be read is not offered."""
    tried = [f"{code} on trial" for code in known.on_trial]
    well = Finding("languages", True, ", ".join(("en", *known.offered, *tried)))
    broken = (f"{each}; its language is not offered" for each in known.broken)
    return (well, *(Finding("languages", False, each) for each in broken))


def _pictures() -> Finding:
    game = next(iter(GAMES.values()))
    try:
        Renderer().still(PictureRequest(game.start()))
    except OSError as error:
        return Finding("fonts", False, f"cannot be read ({error}); install the project again")
    return Finding("fonts", True, "a board can be drawn")


async def _discord(settings: Settings, used: Used) -> tuple[Finding, ...]:
    try:
        token = settings.require_token()
    except SettingsError as error:
        return (Finding("token", False, str(error)),)
    client = discord.Client(intents=discord.Intents(guilds=True))
    try:
        await client.login(token)
        accepted = Finding("token", True, f"accepted, as {client.user}")
        right = clock(await _told_time(), datetime.now(UTC))
        starts = sessions(*await session_starts(client), settings.shards, datetime.now(UTC))
        servers = [server.id async for server in client.fetch_guilds(limit=200)]
        looked = [await _server(client, each, used.get(ServerId(each), ())) for each in servers]
        return (accepted, right, starts, *installation(client.application), *looked)
    except discord.LoginFailure:
        return (Finding("token", False, "not accepted; reset it and copy it again"),)
    except (discord.HTTPException, discord.GatewayNotFound, aiohttp.ClientError) as error:
        return (Finding("token", False, f"Discord cannot be reached ({error}); try again"),)
    finally:
        await client.close()


def sessions(
    recommended: int, limits: discord.SessionStartLimits, shards: Shards, now: datetime
) -> Finding:
    """Check that every shard of all processes could start a session."""
    needed = recommended if shards == ALL else shards.count
    if needed <= limits.remaining:
        return Finding("sessions", True, told(limits, now))
    says = f"{told(limits, now)}, and {needed} shards need one each; start nothing before that"
    return Finding("sessions", False, says)


async def _told_time() -> str | None:
    """The ``Date`` header of an answer of Discord; raises aiohttp.ClientError."""
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"{discord.http.Route.BASE}/gateway") as answer,
    ):
        return answer.headers.get("Date")


async def _server(client: discord.Client, server_id: int, used: Collection[int]) -> Finding:
    """Check the bot's permissions in a server and in ``used`` channels."""
    server = await client.fetch_guild(server_id)
    me = await server.fetch_member(client.user.id if client.user else 0)
    granted = me.guild_permissions
    about = f"server {server.id}"
    missing = [name for name, wanted in INVITE if wanted and not getattr(granted, name)]
    if missing and not granted.administrator:
        return Finding(about, False, f"grant the bot's role: {_spoken(missing)}")
    there = [each for each in await server.fetch_channels() if each.id in used] if used else []
    closed = {each.name: _missing_in(each, me) for each in there}
    says = [f"in #{name}: {_spoken(lacking)}" for name, lacking in closed.items() if lacking]
    if says:
        return Finding(about, False, f"let the bot have, {'; '.join(says)}")
    return Finding(about, True, "every permission is granted, also in the channels it plays in")


def _missing_in(channel: discord.abc.GuildChannel, me: discord.Member) -> list[str]:
    """The permissions that the bot needs in a channel and lacks."""
    granted = channel.permissions_for(me)
    found = (obstacle(channel, purpose, granted) for purpose in Purpose)
    return list(dict.fromkeys(each.permission for each in found if each and each.permission))


def _spoken(permissions: Iterable[str]) -> str:
    return ", ".join(str(spoken(name)) for name in permissions)


def installation(application: discord.AppInfo | None) -> tuple[Finding, ...]:
    """Check that users can install the bot; empty if Discord does not tell."""
    if application is None or application.guild_integration_config is None:
        return ()
    if application.user_integration_config is None:
        says = (
            "User Install is off, so Discord may refuse the commands that work everywhere: tick it "
            "in the Developer Portal, under Installation"
        )
        return (Finding("installation", False, says),)
    return (Finding("installation", True, "in servers and for people"),)


def _in_use(connection: Connection) -> Used:
    """The channels where the bot posts."""
    found = defaultdict[ServerId, set[ChannelId]](set)
    for place in absences.used_places(connection, None, ALL):
        found[place.server_id].add(place.channel_id)
    for server_id, channel_id in chosen_channels(connection).items():
        found[server_id].add(channel_id)
    return found
