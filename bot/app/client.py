"""The Discord client: starting and stopping the bot, events, and interactions."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import partial
from typing import Any

import discord
import structlog
from discord import app_commands
from discord.ext import commands

from bot.app.command_sync import sync_if_changed
from bot.app.daily_backups import DailyBackups
from bot.app.discordpy import forget_removed, session_starts, silent_shards, watching_answers
from bot.app.features import (
    ADDITIONS,
    FACES,
    HEART,
    JOBS,
    WITH_NAMES,
    add_commands,
    dispatch,
    put_together,
)
from bot.app.observation import Observation
from bot.app.sessions import Turns, check_starts
from bot.app.settings import Settings
from bot.app.supervision import Jobs
from bot.core.delivery import Delivery
from bot.core.matches import Now
from bot.core.measures import BEGUN, GATEWAY_EVENTS, LOST, RESUMED, observe_database
from bot.core.people.settings import (
    CHANNELS,
    ROLES,
    ServerSettings,
    SettingsService,
)
from bot.core.pictures import Draws, PictureService
from bot.core.services import Host, Pruning, Services
from bot.core.thinking import Processes
from bot.core.timers import Scheduler
from bot.core.waking import RunningInteractions, ended_within
from bot.features.help import GreetingService
from bot.features.orders import OrderService
from bot.features.orders.screen import refusal_page
from bot.features.places import AbsenceService
from bot.features.privacy import PrivacyService, ServerPrivacy
from bot.features.timekeeping import Heart, Presence
from bot.screen.interaction import HEARD, Interaction, PlayingClient, answered, refuse
from bot.screen.interaction.declaring import CommandTranslator
from bot.screen.messenger.messenger import DiscordMessenger
from bot.screen.names import Names
from bot.screen.page import Page
from bot.screen.words import RESTARTING
from data.addresses import is_file, read_address
from data.errors import StorageError
from data.ids import ServerId
from data.migrate import missing_steps
from data.operating import open_patiently
from data.shards import ALL, Shards
from languages import languages, reviewed, unreadable

logger = structlog.get_logger(__name__)

LAST_MOMENT = timedelta(seconds=5)
"""How long running interactions may continue after a signal to stop."""
GOODBYE = timedelta(seconds=1)
"""Time limit for closing the gateway."""


class Tree(app_commands.CommandTree["Quintet"]):
    """The slash commands, whose errors are answered."""

    async def interaction_check(self, interaction: discord.Interaction[Quintet], /) -> bool:
        """Count the command; False if the bot is stopping."""
        return await interaction.client.takes(Interaction(interaction))

    async def on_error(
        self, interaction: discord.Interaction[Quintet], error: app_commands.AppCommandError, /
    ) -> None:
        """Answer with the reason; log unexpected errors."""
        await refuse(Interaction(interaction), _cause(error))


class Quintet(PlayingClient):
    """The bot."""

    def __init__(
        self,
        settings: Settings,
        renderer: Draws | None = None,
        now: Now = discord.utils.utcnow,
        thinker: Processes | None = None,
        heart: Heart = HEART,
    ) -> None:
        url = settings.database_url
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            tree_cls=Tree,
            http_trace=watching_answers(lambda: self.http),
            **_sharding(settings.shards),
            # the defaults; commands available elsewhere declare it
            allowed_contexts=app_commands.AppCommandContext(guild=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
        )
        self._settings = settings
        self._renderer = renderer
        self.now = now
        self._heart = heart
        self._lost_shards: set[int] = set()
        self._servers_before: dict[int, dict[int, discord.Guild]] = {}
        """The servers of each disconnected shard when its connection was lost."""
        self._thinker = thinker
        self.names = Names(self)
        self.messenger = DiscordMessenger(
            self,
            self.names,
            FACES,
            WITH_NAMES,
            lambda: self.services[PictureService],
            lambda: self.services[SettingsService],
        )
        self.additions = ADDITIONS
        self.invite_url, self.support_url = settings.invite_url, settings.support_url
        self.has_begun = False
        """Whether every shard has connected; from then on discord.py reconnects them."""
        self._turns = None if is_file(read_address(url)) else Turns(url, settings.shards)
        self._services: Services | None = None
        self._jobs = Jobs()
        self._interactions = RunningInteractions()
        # one process only makes backups
        backups = settings.backup_folder if settings.shards.have_first else None
        self._observation = Observation(self, self._jobs, backups)

    @property
    def services(self) -> Services:
        """The services; raises RuntimeError before the start."""
        if self._services is None:
            raise RuntimeError("the bot has not started")
        return self._services

    async def setup_hook(self) -> None:
        """Open the database, register commands, and start background jobs."""
        for reason in await asyncio.to_thread(unreadable):
            logger.warning("language not offered", reason=reason)
        database = await open_patiently(
            self._settings.database_url,
            shards=self._settings.shards,
            pool=self._settings.database_pool,
        )
        database.observe(observe_database)
        self._services = put_together(
            database,
            self.messenger,
            self._renderer,
            self.now,
            heart=self._heart,
            shards=self._settings.shards,
            thinker=self._thinker,
            alone=True,  # ``quintet run`` holds the locks
            host=Host(self._settings.backup_folder, self._settings.servers_kept),
        )
        self._services[Presence].interactions = self._interactions
        try:
            await self._prepare()
        except BaseException:
            await self.close()
            raise

    async def _prepare(self) -> None:
        chosen = self._settings
        if chosen.metrics_port is not None:
            await self._observation.start(chosen.metrics_port, chosen.metrics_host)
        await add_commands(self)
        if languages() or reviewed():
            await self.tree.set_translator(CommandTranslator())
        await self.services[OrderService].refresh()
        await self.services[PrivacyService].forget_again()
        await self.services[ServerPrivacy].forget_again()
        # until the shards are connected
        await self._note(lambda of: of[Presence].disconnected())
        self._jobs.start("timers", self.services[Scheduler].run)
        for name, job in JOBS.items():
            self._jobs.start(name, job(self.services))
        if self._settings.shards.have_first:  # tasks of one process only
            await sync_if_changed(self.tree)
            self._jobs.start("pruning", self.services[Pruning].run)
            if self._settings.backup_folder is not None:
                done = partial(self._jobs.succeeded, "backups")
                backups = DailyBackups(self._settings, self.now, done)
                self._jobs.start("backups", backups.run, reports=True)

    async def launch_shards(self) -> None:
        """Connect every shard, as discord.py does; raises ConnectingError if they are too many."""
        recommended, limits = await session_starts(self)
        check_starts(limits, len(self.shard_ids or range(recommended)), self.now())
        if self._turns is not None:
            self._turns.buckets = limits.max_concurrency
        await super().launch_shards()
        self.has_begun = True
        if self._services is not None:
            self._services[Presence].ask = partial(silent_shards, self)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for the shard's turn among all processes; raises TimeoutError if it is far off.

        Without other processes, or without the database, wait as discord.py does.
        """
        if self._turns is not None:
            try:
                await self._turns.take(shard_id or 0)
                return
            except StorageError as error:
                logger.warning("identifying without others", reason=str(error))
        await super().before_identify_hook(shard_id, initial=initial)

    async def on_ready(self) -> None:
        """Start delivery once all servers are cached, unless the bot is closing."""
        self._lost_shards &= self._servers_before.keys()
        self.messenger.clock.look(self)
        await self._heard()
        if self._services is not None:
            self._services[AbsenceService].changed()
            self._services[OrderService].changed()
            self._jobs.start("places", self._services[AbsenceService].run)
            self._jobs.start("deliver", self._services[Delivery].run)
            await self._note(self._look_for_gone)
            await self._greet(*self.guilds)
            logger.info("ready", servers=len(self.guilds))

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Store that players of the shard's servers cannot reach the bot."""
        GATEWAY_EVENTS.labels(LOST).inc()
        self._lost_shards.add(shard_id)
        self._servers_before[shard_id] = {
            each.id: each for each in self.guilds if each.shard_id == shard_id
        }
        if self._services is not None and not self.is_closed():
            logger.warning("disconnected", shard=shard_id)
            await self._heard()

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Store that they can reach it again, as events are replayed."""
        GATEWAY_EVENTS.labels(RESUMED).inc()
        await self._regained(shard_id)

    async def _regained(self, shard_id: int) -> None:
        self._lost_shards.discard(shard_id)
        self._servers_before.pop(shard_id, None)
        if self.is_ready():
            await self._heard()

    async def on_shard_connect(self, shard_id: int) -> None:
        """Drop servers from which the bot was removed: a new session does not name them."""
        forget_removed(self, self._servers_before.pop(shard_id, {}))

    async def on_shard_ready(self, shard_id: int) -> None:
        """The same for a new session, unless it is lost already."""
        GATEWAY_EVENTS.labels(BEGUN).inc()
        if shard_id in self._servers_before:
            return
        await self._regained(shard_id)
        if self._services is not None and self.is_ready():
            self._services[AbsenceService].changed()

    async def _heard(self) -> None:
        await self._note(lambda of: of[Presence].lost(self._lost_shards))

    async def _note(self, work: Callable[[Services], Awaitable[object]]) -> None:
        """Write by the services, unless the bot is closed; log failures, as checks repeat it."""
        if self._services is None:
            return
        try:
            await work(self._services)
        except StorageError as error:
            logger.warning("presence not noted", reason=str(error))
        except Exception:
            logger.exception("presence not noted")  # the rest of the event handler goes on

    async def _changed(self, server_id: int) -> None:
        """Retry what was refused in a server after its permissions or channels changed."""
        if self._services is not None:
            self._services[AbsenceService].changed(ServerId(server_id))
            if self._services[OrderService].is_left(ServerId(server_id)):
                self._services[OrderService].changed()
            await self._note(lambda of: of[Delivery].retry_refused(ServerId(server_id)))
            await self._greet(self.get_guild(server_id))

    async def _greet(self, *servers: discord.Guild | None) -> None:
        """Greet those servers that were not greeted yet, where possible."""
        if self._services is None:
            return
        left = self._services[OrderService].is_left
        members = [
            each.me
            for each in servers
            if each is not None and not each.unavailable and not left(ServerId(each.id))
        ]
        joined_at = {ServerId(me.guild.id): me.joined_at for me in members if me and me.joined_at}
        await self._note(lambda of: of[GreetingService].greet(joined_at))

    async def _forget_gone(self, server_id: int, *gone: int) -> None:
        """Clear settings that name these deleted channels and roles."""
        await self._note(lambda of: of[SettingsService].forget_gone(ServerId(server_id), gone))

    async def _look_for_gone(self, of: Services) -> None:
        """The same for deletions while the bot was off, in servers that are cached."""
        for server_id, chosen in (await of[SettingsService].naming()).items():
            server = self.get_guild(server_id)
            if server is not None and not server.unavailable and server.me is not None:
                gone = gone_in(server, chosen)
                if gone:
                    await self._forget_gone(server_id, *gone)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Check what is played in a deleted channel."""
        self.messenger.note_deleted(channel.id)
        await self._changed(channel.guild.id)
        await self._forget_gone(channel.guild.id, channel.id)

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """The same for a thread."""
        self.messenger.note_deleted(thread.thread_id)
        await self._changed(thread.guild_id)

    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """The bot may have lost permissions."""
        await self._changed(role.guild.id)
        await self._forget_gone(role.guild.id, role.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot joined or left a server; outages have another event."""
        await self._changed(guild.id)

    on_guild_available = on_guild_remove = on_guild_join

    async def on_guild_role_update(self, before: discord.Role, role: discord.Role) -> None:
        """The bot may have other permissions."""
        if (before.permissions, before.position) != (role.permissions, role.position):
            await self._changed(role.guild.id)

    async def on_member_update(self, _: discord.Member, member: discord.Member) -> None:
        """The bot may have other roles, or no timeout any more."""
        if member == member.guild.me:
            await self._changed(member.guild.id)

    async def on_guild_channel_create(self, channel: discord.abc.GuildChannel) -> None:
        """The bot may have a channel to write in."""
        await self._changed(channel.guild.id)

    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, channel: discord.abc.GuildChannel
    ) -> None:
        """The bot may have other permissions in a channel."""
        if before.overwrites != channel.overwrites:
            await self._changed(channel.guild.id)

    async def on_thread_update(self, before: discord.Thread, thread: discord.Thread) -> None:
        """A thread of the bot may be closed or reopened."""
        was, now = (before.archived, before.locked), (thread.archived, thread.locked)
        if was != now and (thread.me is not None or self._is_ours(thread)):
            await self._changed(thread.guild.id)

    async def on_thread_join(self, thread: discord.Thread) -> None:
        """One that was archived is open again: discord.py did not know it meanwhile."""
        if self._is_ours(thread):
            await self._changed(thread.guild.id)

    def _is_ours(self, thread: discord.Thread) -> bool:
        return self.user is not None and thread.owner_id == self.user.id

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer clicks and forms; discord.py cannot, as no views are kept in memory."""
        ours = Interaction(interaction)
        is_command = interaction.type not in _CLICKS  # the tree answers those
        if not is_command and await self.takes(ours):
            await answered(ours, dispatch(ours))

    async def takes(self, interaction: Interaction) -> bool:
        """Note a new interaction; False if the bot is stopping, or the operator has blocked it.

        That is answered if possible.

        Timeouts of matches wait until it is answered: it may be a move.
        """
        if self._interactions.is_over:
            return False
        task = asyncio.current_task()
        if task is not None:
            self._interactions.begin(task, interaction.raw.created_at, self.now())
        interaction.note_in_log()
        self.messenger.clock.hear(interaction.raw.id)
        interaction.raw.extras[HEARD] = time.monotonic()
        stopping = Page(RESTARTING) if self._interactions.is_stopping else None
        instead = stopping or refusal_page(interaction)
        if instead is None:
            return True
        if interaction.raw.type is not discord.InteractionType.autocomplete:
            await answered(interaction, self._tell(interaction, instead))
        return False

    async def _tell(self, interaction: Interaction, page: Page) -> None:
        await interaction.show(page)

    async def on_error(self, event_method: str, /, *_: Any, **__: Any) -> None:
        """Log an unexpected error in an event handler."""
        logger.exception("event failed", during=event_method)

    async def check_schema(self) -> None:
        """Raise UnknownSchemaError if another version has migrated the database since the start."""
        if self._services is not None:
            await self._services.database.read(missing_steps)

    async def stop(self) -> None:
        """Refuse new interactions, wait for running ones, and close."""
        await self._interactions.stop(LAST_MOMENT)
        await self.close()

    async def close(self) -> None:
        """Stop the jobs, disconnect from Discord, and close the database."""
        await self._jobs.finish()
        await self._observation.close()
        await ended_within("gateway", GOODBYE, super().close())
        if self._turns is not None:
            await self._turns.close()
        if self._services is not None:
            services, self._services = self._services, None
            await services.aclose()


def gone_in(server: discord.Guild, chosen: ServerSettings) -> list[int]:
    """The channels and roles that the settings name and the server does not have."""
    channels = [getattr(chosen, each) for each in CHANNELS]
    roles = [getattr(chosen, each) for each in ROLES]
    missing = [each for each in channels if each and server.get_channel_or_thread(each) is None]
    return missing + [each for each in roles if each and server.get_role(each) is None]


def _sharding(shards: Shards) -> dict[str, Any]:
    """Options for the client's shards; without any, Discord chooses their number."""
    if shards == ALL:
        return {}
    return {"shard_ids": list(shards.ids), "shard_count": shards.count}


_CLICKS = (discord.InteractionType.component, discord.InteractionType.modal_submit)


def _cause(error: app_commands.AppCommandError) -> Exception:
    if isinstance(error, app_commands.CommandInvokeError):
        return error.original
    if isinstance(error, app_commands.TransformerError) and isinstance(error.__cause__, Exception):
        return error.__cause__
    return error
