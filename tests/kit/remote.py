"""Friends on a local Discord, and the bot that reaches it over the wire."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simcord import interactions
from simcord.backend import serializers

from bot.services.errors import ServiceError
from data.ids import ChallengeId, MatchId
from tests.kit.loopback import Loopback
from tests.kit.scripted import PlainRenderer
from tests.kit.shown import Shown, posted
from tests.kit.world import new_client

COMMAND, COMPONENT = 2, 3
LOOKS, PAUSE = 1000, 0.02
"""How often is looked whether something happened, and the seconds between."""


async def until(condition: Callable[[], Any]) -> Any:
    """What ``condition`` gives once it gives something; it may have to be waited for itself."""
    for _ in range(LOOKS):
        given = condition()
        if inspect.isawaitable(given):
            given = await given
        if given:
            return given
        await asyncio.sleep(PAUSE)
    raise TimeoutError


@dataclass(frozen=True)
class Friend:
    """Somebody who plays."""

    discord: Loopback
    server_id: int
    id: int

    def slash(self, channel_id: int, name: str, **options: Any) -> Any:
        """Send a command; the record of what the bot makes of it."""
        command = self.discord.backend.find_command(name, self.server_id)
        kinds = {option["name"]: option["type"] for option in command["options"]}
        given = [{"name": key, "type": kinds[key], "value": options[key]} for key in options]
        data = {"id": command["id"], "name": name, "type": 1, "options": given}
        record, payload = self._interaction(COMMAND, channel_id, data)
        self.discord.backend.emit("INTERACTION_CREATE", payload)
        return record

    def press(self, channel_id: int, message_id: int, custom_id: str) -> Any:
        """Press a button; the record of what the bot makes of it."""
        backend = self.discord.backend
        message = backend.get_message(channel_id, message_id)
        data = {"custom_id": custom_id, "component_type": 2}
        record, payload = self._interaction(COMPONENT, channel_id, data)
        record.source_message_id = message_id
        payload["message"] = dict(serializers.message_payload(backend, message))
        backend.emit("INTERACTION_CREATE", payload)
        return record

    def _interaction(self, kind: int, channel_id: int, data: dict[str, Any]) -> tuple[Any, Any]:
        return interactions.base_payload(
            self.discord.backend,
            type=kind,
            channel_id=channel_id,
            guild_id=self.server_id,
            user_id=self.id,
            data=data,
        )


class Remote:
    """A server with two friends on a local Discord, and a running bot."""

    def __init__(self, discord: Loopback) -> None:
        self.discord = discord
        self.backend = discord.backend
        server = self.backend.create_guild("Board Club")
        self.channel_id = self.backend.create_channel(server.id, "games").id
        self.ada, self.ben = (self._friend(server.id, name) for name in ("Ada", "Ben"))
        self.client: Any = None

    def _friend(self, server_id: int, name: str) -> Friend:
        user = self.backend.make_user(name)
        self.backend.add_member(server_id, user.id, roles=[], nick=None, avatar=None, announce=True)
        return Friend(self.discord, server_id, user.id)

    async def begin(self) -> int:
        """A match of Apart in which Ada moves first; its thread."""
        self.ada.slash(self.channel_id, "challenge", game="apart", seat="first")
        card = await self.card()
        self.ben.press(self.channel_id, card, "c:1:accept")
        await self.boards(card, 1)  # a thread made from a message has the message's id
        return card

    async def card(self) -> int:
        """The message of the first challenge, once it is there and noted."""

        async def noted() -> int | None:
            try:
                challenge = await self.client.services.challenges.get(ChallengeId(1))
            except ServiceError:
                return None
            return challenge.message_id

        return int(await until(noted))

    def move(self, who: Friend, thread_id: int, text: str) -> Any:
        """Send a move."""
        return who.slash(thread_id, "move", text=text)

    async def boards(self, thread_id: int, number: int) -> list[Shown]:
        """What stands in the thread once the ``number``-th board is there and noted."""

        async def there() -> list[Shown]:
            shown = posted(self.backend, thread_id)
            if len(shown) < number:
                return []
            view = await self.client.services.matches.state(MatchId(1))
            return shown if view.board_message_id == shown[-1].id else []

        return list(await until(there))


@asynccontextmanager
async def open_remote(database: Path) -> AsyncIterator[Remote]:
    """The bot, on discord.py as it is published, while the block runs."""
    discord = Loopback()
    async with discord.serving():
        remote = Remote(discord)
        remote.client = new_client(database, PlainRenderer())
        remote.client._connection.guild_ready_timeout = 0.05  # seconds without another server
        running = asyncio.create_task(remote.client.start("a.token.of.three"))
        try:
            await until(remote.client.is_ready)
            yield remote
        finally:
            await remote.client.close()
            running.cancel()
            with suppress(asyncio.CancelledError):
                await running
