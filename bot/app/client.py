"""The Discord client: no privileged intents, an error boundary, commands synced on change."""

from __future__ import annotations

import asyncio
import contextlib
from datetime import datetime
from typing import Any

import discord
import structlog
from discord import app_commands
from discord.ext import commands

from bot.app import dispatch as registry
from bot.app.application import Services, open_services
from bot.app.command_sync import sync_if_changed
from bot.app.extensions import EXTENSIONS
from bot.app.settings import Settings
from bot.chat.challenges.expiry import expire_challenges
from bot.chat.common.text import UNKNOWN_BUTTON, UNKNOWN_FORM
from bot.chat.interaction import answers
from bot.chat.messenger.messenger import DiscordMessenger
from bot.services.matches.store import Clock
from renderer import Renderer

logger = structlog.get_logger(__name__)


class Tree(app_commands.CommandTree["Quintet"]):
    """The slash commands. Whatever one refuses is answered in a sentence."""

    async def on_error(
        self, interaction: discord.Interaction[Quintet], error: app_commands.AppCommandError, /
    ) -> None:
        """Answer with the reason; what nobody foresaw is logged."""
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        await answers.refuse(interaction, cause)


class Quintet(commands.AutoShardedBot):
    """The bot. It opens what it needs when it starts, and closes it when it stops."""

    def __init__(
        self, settings: Settings, renderer: Renderer, clock: Clock = discord.utils.utcnow
    ) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            tree_cls=Tree,
            # a command that is for more places says so
            allowed_contexts=app_commands.AppCommandContext(guild=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
        )
        self._settings = settings
        self._renderer = renderer
        self._clock = clock
        self.messenger = DiscordMessenger(self)
        self._services: Services | None = None
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def services(self) -> Services:
        """What players can do; raises RuntimeError before the start."""
        if self._services is None:
            raise RuntimeError("the bot has not started")
        return self._services

    def now(self) -> datetime:
        """The time by the bot's clock, in UTC."""
        return self._clock()

    async def setup_hook(self) -> None:
        """Open the database, learn the buttons and commands, begin delivering."""
        self._services = await open_services(
            self._settings.database_url, self.messenger, self._renderer, self._clock
        )
        try:
            await self._prepare()
        except BaseException:
            await self.close()
            raise

    async def _prepare(self) -> None:
        for extension in EXTENSIONS:
            await self.load_extension(extension)
        await sync_if_changed(self.tree)
        self._tasks = [asyncio.create_task(expire_challenges(self), name="expire challenges")]

    async def on_ready(self) -> None:
        """Deliver once Discord has told which channels there are."""
        if not any(task.get_name() == "deliver" for task in self._tasks):
            self._tasks.append(asyncio.create_task(self.services.delivery.run(), name="deliver"))
        logger.info("ready", servers=len(self.guilds))

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer clicks and forms. No view is kept in memory for discord.py to do it."""
        ours = answers.quintet(interaction)
        if interaction.type is discord.InteractionType.component:
            await answers.answered(ours, _handle(ours, registry.CLICKS, UNKNOWN_BUTTON))
        elif interaction.type is discord.InteractionType.modal_submit:
            await answers.answered(ours, _handle(ours, registry.FORMS, UNKNOWN_FORM))

    async def close(self) -> None:
        """Stop delivering, leave Discord, and close the database."""
        for task in self._tasks:
            task.cancel()
        for task in self._tasks:
            with contextlib.suppress(asyncio.CancelledError):
                await task
        self._tasks = []
        await super().close()
        if self._services is not None:
            await self._services.aclose()
            self._services = None


async def _handle(
    interaction: answers.Interaction,
    handlers: tuple[tuple[str, registry.Handler], ...],
    unknown: str,
) -> None:
    data: Any = interaction.data or {}
    found = registry.handler_of(handlers, str(data.get("custom_id", "")))
    if found is None:
        await answers.say(interaction, unknown)
        return
    handler, says = found
    await handler(interaction, says)
