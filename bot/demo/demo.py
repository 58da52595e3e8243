"""Running the demo until it is stopped."""

import asyncio
import contextvars
import shutil
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeAlias

from aiohttp import web

from bot.app.client import Quintet
from bot.app.observation import open_port
from bot.app.settings import THIS_MACHINE, Settings, SettingsError
from bot.core.thinking import Processes
from bot.demo.pages import routes
from bot.demo.season import MEETINGS, play_season, start_calmly
from bot.demo.simulated import CHANNEL, LADDERS, MORE_PEOPLE, PEOPLE, SimulatedDiscord
from bot.features.timekeeping import Heart
from data.sqlite_file import sole_use
from languages import DEFAULT, CatalogError, offer, own_names
from renderer.drawing import Renderer

Waits: TypeAlias = Callable[..., Awaitable[Any]]
"""Awaits something for a ``reason``, while simcord goes on."""


class ThinkingAside(Processes):
    """Asks engines, without making simcord wait for the answers."""

    waits: Waits

    async def ask(self, question: str, *, patient: bool = False) -> Any:
        """The answer to a question; raises ThinkingFailedError."""
        asking = super().ask(question, patient=patient)
        # in a new context: simcord counts tasks of the bot's context as its work
        answer = contextvars.Context().run(asyncio.ensure_future, asking)
        return await self.waits(answer, reason="somebody thinks")


DATABASE = Path("var/demo.db")
MEMORY = Path("var/demo-discord.pickle")
LIVELY = Path("var/lively")
BEATS_IN_TURN = 10
"""Up to this speed of time, heartbeats keep their interval."""
HEARTBEAT = 0.3
"""Seconds between two updates."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A server of the demo, and its files."""

    database: Path
    memory: Path
    people: tuple[str, ...] = PEOPLE
    channels: tuple[str, ...] = (CHANNEL,)
    speed: int = 1
    """The speed of time."""
    home: str = ""
    """The address of the first page, for links in messages."""
    language: str = DEFAULT
    """The code of the language of everybody's Discord."""

    def discord(self, renderer: Renderer) -> tuple[Quintet, SimulatedDiscord]:
        """The bot and its simulated Discord, whose time it uses."""
        thinking = ThinkingAside()
        client = Quintet(
            self.settings,
            renderer,
            # also called in the database's thread, where simcord replaces no clock
            lambda: discord.now(),
            thinking,
            heart_at(self.speed),
        )
        discord = SimulatedDiscord(
            client, self.memory, self.people, self.channels, self.speed, self.home
        )
        if self.language != DEFAULT:
            _offer(self.language)
            discord.speak(self.language)
        thinking.waits = discord.wait_aside
        return client, discord

    @property
    def settings(self) -> Settings:
        return Settings("no token is needed here", f"sqlite+aiosqlite:///{self.database}")


def _offer(language: str) -> None:
    try:
        offer(language)
    except OSError as error:
        there = ", ".join(own_names())
        raise SettingsError(
            f"There is no language {language}. Let --language be one of these: {there}."
        ) from error
    except CatalogError as error:
        raise SettingsError(str(error)) from error


async def run_demo(
    port: int,
    folder: Path = Path(),
    *,
    lively: bool = False,
    speed: int = 1,
    language: str = DEFAULT,
) -> None:
    """Serve the demo on a local ``port``, with its state in ``folder``/var.

    ``lively``: a server with thirty people and a played season, made at the first start.
    ``speed``: the speed of time. ``language``: of everybody's Discord. Raises SettingsError if the
    port is taken or the language is unknown.
    """
    stage = Stage(folder / DATABASE, folder / MEMORY)
    if lively:
        if not (folder / LIVELY).exists():
            print("A season is being played, once. This takes a minute.", flush=True)
            await make_lively(folder / LIVELY)
        stage = lively_stage(folder / LIVELY)
        await start_calmly(stage.settings.database_url)
    with sole_use(stage.settings.database_url):
        home = f"http://{THIS_MACHINE}:{port}"
        await _serve(replace(stage, speed=speed, home=home, language=language), port)


def lively_stage(folder: Path) -> Stage:
    """The lively server, with its files in ``folder``."""
    everybody, channels = (*PEOPLE, *MORE_PEOPLE), (CHANNEL, LADDERS)
    return Stage(folder / DATABASE.name, folder / MEMORY.name, everybody, channels)


def heart_at(speed: int) -> Heart:
    """Heartbeats for a speed of time: a few in a second at most."""
    calm, factor = Heart(), max(1, speed // BEATS_IN_TURN)
    return Heart(calm.every * factor, calm.missed_after * factor)


async def make_lively(folder: Path, meetings: int = MEETINGS) -> None:
    """Make the lively server and play its season; ``folder`` is created at the end."""
    making = folder.with_suffix(".making")
    if making.exists():
        shutil.rmtree(making)
    making.mkdir(parents=True)
    stage = lively_stage(making)
    renderer = Renderer()
    client, discord = stage.discord(renderer)
    await discord.start()
    services, venue = client.services, discord.venue()
    await discord.stop()
    await services.aclose()
    url, end = stage.settings.database_url, datetime.now(UTC)
    await play_season(url, venue, renderer, client.messenger, end, meetings)
    making.rename(folder)


async def _serve(stage: Stage, port: int) -> None:
    print("Starting the demo: the pieces are drawn first, which takes a few seconds.", flush=True)
    client, discord = stage.discord(Renderer())
    runner = web.AppRunner(routes(discord, stage.speed), access_log=None)
    await runner.setup()
    try:
        await open_port(runner, port, "--port")
        await discord.start()
        try:
            print(f"Open {stage.home}/ in your browser. Ctrl-C stops the demo.", flush=True)
            while True:
                await discord.live()
                await asyncio.sleep(HEARTBEAT)
        finally:
            services = client.services
            await discord.stop()
            await services.aclose()
    finally:
        await runner.cleanup()
