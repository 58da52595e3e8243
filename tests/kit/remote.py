"""Friends on a local Discord, and the bot that reaches it over the wire."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from simcord._clock import Clock

from bot.app.client import Quintet
from bot.app.settings import Settings
from bot.core.errors import ServiceError
from bot.core.matches import MatchService
from bot.features.challenges import ChallengeService
from data.ids import ChallengeId, MatchId
from tests.kit.databases import lay_out, sqlite_url
from tests.kit.friend import Friend
from tests.kit.loopback import Loopback
from tests.kit.scripted import PlainRenderer
from tests.kit.shown import Shown, look, posted
from tests.kit.waiting import until


class Remote:
    """A server with two friends on a local Discord, and a running bot."""

    def __init__(self, discord: Loopback) -> None:
        self.discord = discord
        self.backend = discord.backend
        server = self.backend.create_guild("Board Club")
        self.channel_id = self.backend.create_channel(server.id, "games").id
        self.ada, self.ben = (Friend.joining(discord, server.id, name) for name in ("Ada", "Ben"))
        self.client: Any = None

    async def begin(self, **options: Any) -> int:
        given = {"game": "apart", "first_move": "first", "clock": "none", **options}
        self.ada.slash(self.channel_id, "challenge", **given)
        card = await self.card()
        self.ben.press(self.channel_id, card, "c:1:accept")
        await self.boards(card, 1)  # a thread made from a message has the message's id
        return card

    async def card(self) -> int:
        """The message of the first challenge, once it is there and noted."""

        async def noted() -> int | None:
            try:
                challenge = await self.client.services[ChallengeService].get(ChallengeId(1))
            except ServiceError:
                return None
            number: int | None = challenge.message_id
            return number

        return int(await until(noted))

    async def told(self, record: Any) -> str:
        """What somebody was answered, once the bot is done with it."""
        await until(lambda: record.message_id and not record.loading)
        return look(self.backend.get_message(record.channel_id, record.message_id)).text

    def move(self, who: Friend, thread_id: int, text: str) -> Any:
        return who.slash(thread_id, "move", text=text)

    async def boards(self, thread_id: int, number: int) -> list[Shown]:
        """What stands in the thread once the ``number``-th board is there and noted."""

        async def there() -> list[Shown]:
            shown = posted(self.backend, thread_id)
            if len(shown) < number:
                return []
            view = await self.client.services[MatchService].state(MatchId(1))
            return shown if view.match.board_message_id == shown[-1].id else []

        return list(await until(there))


@asynccontextmanager
async def open_remote(database: Path, clock: Clock | None = None) -> AsyncIterator[Remote]:
    await lay_out(database)
    discord = Loopback(clock)
    async with discord.serving():
        remote = Remote(discord)
        async with running(remote, sqlite_url(database)):
            yield remote


@asynccontextmanager
async def running(
    remote: Remote, database_url: str, drawer: Any = None, **given: Any
) -> AsyncIterator[None]:
    """The bot while the block runs; ``given`` are further settings."""
    settings = Settings("token", database_url, "error", **given)
    remote.client = Quintet(settings, drawer or PlainRenderer())
    remote.client._connection.guild_ready_timeout = 0.05  # seconds without another server
    run = asyncio.create_task(remote.client.start("a.token.of.three"))
    try:
        await until(remote.client.is_ready)
        yield
    finally:
        await remote.client.close()
        run.cancel()
        with suppress(asyncio.CancelledError):
            await run
