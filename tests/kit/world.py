"""A small Discord for tests: a server with friends, and the bot with what its invite grants."""

from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, cast
from unittest.mock import patch

import discord
from simcord import interactions
from simcord.backend import serializers
from simcord.backend.models import Overwrite
from simcord.builders import ChannelHandle
from simcord.enums import OverwriteType
from simcord.env import Env
from simcord.results import InteractionResult

from bot.app.client import Quintet
from bot.app.settings import Settings
from bot.core.errors import ServiceError
from bot.core.matches import MatchService, MatchState, Now
from bot.features.timekeeping import Heart
from bot.screen.messenger.channels import INVITE
from data.errors import StorageError
from data.ids import MatchId
from tests.kit import copying, discord_rules, settling
from tests.kit.databases import lay_out
from tests.kit.drawer import drawer as renderer
from tests.kit.shown import BUTTON, LIST, Shown, look, message_of, posted
from tests.kit.strict.answering import Answering, refuse
from tests.kit.strict.channels import Sort, make
from tests.kit.strict.documented import Call
from tests.kit.thinking import Thinking

__all__ = ["BUTTON", "Shown", "World", "new_client", "open_world", "press", "renderer"]

COMPONENT, FORM = 3, 5
"""Kinds of interactions: a button or list was used, a form was sent."""
SETTLING = "idle"
IDLE = 0.002
"""Seconds after which settling looks again; simcord's own 50 ms are most of what a click takes."""
RESTING = Heart(timedelta(days=1), timedelta(days=1000))
"""Thousands of beats in every simulated day would be most of what a test does."""


class World:
    """The simulated Discord with the running bot; friends are simcord's actors."""

    def __init__(self, env: Env, database: Path, drawer: Any) -> None:
        self.env = env
        self.database = database
        self.drawer = drawer
        self.heart: Heart | None = None
        self.ahead = timedelta()
        self.spoken: dict[int, str] = {}
        self.server = env.create_guild("Board Club", owner=env.create_user("owner"))
        self.channel = self.server.create_text_channel("games")
        self.ada, self.ben, self.chloe, self.dan = (
            self.server.add_member(env.create_user(name)) for name in ("Ada", "Ben", "Chloe", "Dan")
        )
        self.allow(INVITE)

    @property
    def client(self) -> Quintet:
        return cast("Quintet", self.env.bot)

    def allow(self, permissions: discord.Permissions) -> None:
        """Give the bot these permissions in the server, and no others."""
        backend = self.env.backend
        role = next(
            role
            for role in backend.get_guild(self.server.id).roles.values()
            if role.name == backend.bot_user.name
        )
        backend.edit_role(self.server.id, role.id, {"permissions": permissions.value})
        everyone = backend.get_guild(self.server.id).roles[self.server.id]
        people = discord.Permissions(
            view_channel=True,
            send_messages=True,
            send_messages_in_threads=True,
            read_message_history=True,
            use_application_commands=True,
            connect=True,
        )
        backend.edit_role(self.server.id, everyone.id, {"permissions": people.value})

    def forbid(self, channel: Any, **names: bool) -> None:
        """Deny the bot single permissions in a channel, as a moderator would."""
        backend = self.env.backend
        denied = discord.Permissions(**dict.fromkeys(names, True)).value
        backend.set_overwrite(
            channel.id, Overwrite(backend.bot_user.id, OverwriteType.MEMBER, allow=0, deny=denied)
        )

    def hide(self, channel: Any, who: Any) -> None:
        """Let somebody not see a channel."""
        hidden = discord.Permissions(view_channel=True).value
        denied = Overwrite(who.id, OverwriteType.MEMBER, allow=0, deny=hidden)
        self.env.backend.set_overwrite(channel.id, denied)

    def place(self, sort: Sort, *people: Any) -> ChannelHandle:
        """A new channel of a sort; see ``make``. If nobody is named, Ada and Ben are in it."""
        found = tuple(each.id for each in people or (self.ada, self.ben))
        made = make(self.env.backend, sort, self.server.id, found)
        return ChannelHandle(self.env, self.server if made.guild_id else None, made)

    def refuse(
        self, call: Call, name: str, about: Any = None, times: int | None = None
    ) -> Answering:
        """Let Discord answer a call so from now on; ``about`` has the id that the path names."""
        number = about if about is None else about.id
        return refuse(self.env.backend, call, name, number, times)

    async def match(self, number: int = 1) -> MatchState:
        return await self.client.services[MatchService].state(MatchId(number))

    async def settle(self) -> None:
        """Wait until the bot has done everything it can do now."""
        await self.env.settle(idle=IDLE)

    def now(self) -> datetime:
        """What the clock of the bot's machine shows, which may be ``ahead`` of Discord's."""
        return self.env.now() + self.ahead

    async def restart(self, away: float = 0.0) -> None:
        """Stop the bot wherever it is and start another on the same database and Discord.

        In between it is away for so many seconds.
        """
        stopped, detach = self.client.services, self.env._detach_bot

        async def leave() -> None:
            await detach()
            self.env.backend.advance_clock(away)

        with patch.object(self.env, "_detach_bot", leave):
            again = new_client(self.database, self.drawer, lambda: self.now(), self.heart)
            await self.env.restart_bot(again)
        await stopped.aclose()
        await self.settle()

    def thread(self, number: int = -1) -> Any:
        return self.channel.threads[number]

    def shown(self, channel: Any) -> list[Shown]:
        """What stands in a channel for everybody, oldest first."""
        return posted(self.env.backend, channel.id)

    def message(self, channel: Any, number: int) -> Any:
        return next(each for each in channel.history() if each.id == number)

    def card(self, channel: Any, known: Collection[int] = ()) -> Any:
        """The newest challenge's card in a channel that is not ``known``, or None."""
        shown = [each for each in self.shown(channel) if each.id not in known]
        cards = [each.id for each in shown if any(i.startswith("c:") for i in each.custom_ids)]
        return self.message(channel, cards[-1]) if cards else None

    def answer(self, result: Any) -> Shown:
        """What the person who did something was shown last."""
        shown = message_of(result)
        assert shown is not None, "the bot did not answer"
        return look(shown)


def new_client(
    database: Path, drawer: Any = None, now: Now = discord.utils.utcnow, heart: Heart | None = None
) -> Quintet:
    """The bot on a database file; ``drawer`` draws in place of the renderer.

    If there is a folder ``backups`` beside the file, it is that of the bot.
    """
    folder = database.with_name("backups")
    kept = folder if folder.is_dir() else None
    settings = Settings("token", f"sqlite+aiosqlite:///{database}", "error", backup_folder=kept)
    return Quintet(settings, drawer or renderer(), now, Thinking(), heart or RESTING)


@asynccontextmanager
async def open_world(
    database: Path, drawer: Any = None, heart: Heart | None = None
) -> AsyncIterator[World]:
    """The world while the block runs; the bot's heart rests if not told otherwise."""
    discord_rules.install()
    settling.install()
    copying.install()
    await lay_out(database)
    settle: Any = Env._settle_internal
    settle.__kwdefaults__[SETTLING] = IDLE
    # the simulated time for everybody, also for a test that asks a service for something itself
    client = new_client(database, drawer, lambda: now[-1](), heart)
    env = Env(client, shard_count=1, settle_timeout=20.0)
    now: list[Now] = [env.now]
    await env.start()
    try:
        world = World(env, database, drawer)
        world.heart = heart
        now.append(world.now)
        await world.settle()
        yield world
    finally:
        running = cast("Quintet", env.bot).services
        await env.shutdown()  # which stops the bot's tasks as a crash would
        await running.aclose()
    assert discord_rules.bad_requests(env.backend) == []
    refused = (ServiceError, StorageError)  # people were told; everything else is a bug
    assert [each for each in env._errors if not isinstance(_cause(each), refused)] == []


def _cause(error: BaseException) -> BaseException:
    return getattr(error, "original", error)


def newest(world: World, channel: Any) -> Any:
    """The newest of the bot's messages in a channel, as Discord keeps it."""
    there = world.env.backend.messages[channel.id].values()
    return next(each for each in reversed(there) if each.components)


def send(world: World, who: Any, message: Any, kind: int, data: dict[str, Any]) -> Any:
    """Send an interaction as if it came from a message, whatever stands there; its record."""
    backend = world.env.backend
    channel_id = getattr(message, "channel_id", None) or message.channel.id
    stored = backend.get_message(channel_id, message.id)
    record, payload = interactions.base_payload(
        backend,
        type=kind,
        channel_id=channel_id,
        guild_id=backend.get_channel(channel_id).guild_id,
        user_id=who.id,
        data=data,
    )
    record.source_message_id = stored.id
    payload["message"] = dict(serializers.message_payload(backend, stored))
    backend.emit("INTERACTION_CREATE", payload)
    return record


async def press(
    world: World, who: Any, message: Any, custom_id: str, *values: str, kind: int = BUTTON
) -> Any:
    """Press what may not stand on the screen, as a forger or a stale client can.

    With ``values`` it is a list, of which these are chosen.
    """
    data: dict[str, Any] = {"custom_id": custom_id, "component_type": LIST if values else kind}
    if data["component_type"] != BUTTON:
        data["values"] = list(values)
    record = send(world, who, message, COMPONENT, data)
    await world.settle()
    return InteractionResult(world.env, record)
