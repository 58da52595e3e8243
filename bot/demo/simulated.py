"""A simulated Discord with several pages at once, wall-clock time, and persistence.

simcord is made for tests, so this uses its internals; ``tests/demo/test_internals.py`` fails if
one of them changes.
"""

import asyncio
import pickle
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import discord
from simcord.actors import MemberActor
from simcord.backend.errors import SetupError
from simcord.builders import ChannelHandle, GuildHandle, UserHandle
from simcord.env import Env
from simcord.preview import Preview, make_preview

from bot.demo.season import Venue
from bot.demo.simcord_pages import be_patient, dress_pages
from bot.screen.interaction import REFUSED
from bot.screen.messenger.channels import INVITE
from data.ids import ChannelId, PlayerId, ServerId

SERVER = "Board Club"
CHANNEL = "games"
OTHER_SERVER, HARBOUR = "Harbour Club", "harbour"
GUESTS = ("Eve", "Finn")
"""The other server, its channel and its people, for matches of two servers."""
BOT = "Quintet"
PEOPLE = ("Ada", "Ben", "Chloe", "Dan")
LADDERS = "ladders"
_NAMES = (
    "Emre Fatima Goran Hana Ines Jonas Keiko Liam Mira Noor Omar Pia Quentin "
    "Rosa Sven Tala Uma Viktor Wanda Xenia Yusuf Zoe Anouk Bruno Celia Dmitri"
)
MORE_PEOPLE = tuple(_NAMES.split())
"""The other people of the lively server."""
DIRECT = "direct messages"
LOOKING_ON = " (look on)"
"""Suffix of the threads of others' matches."""
QUICK = 0.005
"""Idle seconds after which the bot counts as settled; simcord's default is ten times longer."""

LONGEST_STEP = 6 * 3600.0
"""Longest single step of fast time, in seconds, so that people can act in between."""

FORGOTTEN = {"subscribers", "http_requests", "transcript", "faults", "clock"}
"""simcord's state that is not stored: listeners, logs and its clock."""
MOMENT = "quintet: the time there"
"""The key of the simulated time in the stored state."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place of a person: a channel, a thread, or direct messages with the bot."""

    person: str
    channel_id: int
    title: str


class SimulatedDiscord:
    """A server with a few people, the running bot, and a browser page for each person and place."""

    def __init__(
        self,
        client: discord.Client,
        memory: Path,
        people: Sequence[str] = PEOPLE,
        channels: Sequence[str] = (CHANNEL,),
        speed: int = 1,
        home: str = "",
    ) -> None:
        settle: Any = Env._settle_internal
        settle.__kwdefaults__["idle"] = QUICK
        # Any, since much of what is used here is not public
        self._env: Any = Env(client, shard_count=1, check_errors=False, settle_timeout=30.0)
        # time passes in ``live`` only, else every click would wait for near timers as heartbeats
        self._env._schedule_timer = lambda *_: None  # type: ignore[method-assign]
        _ignore_refusals(self._env)
        self._memory = memory
        self._people = tuple(people)
        self._channels = tuple(channels)
        self._pages: dict[tuple[str, int], Preview] = {}
        self._shows_all: dict[Preview, Callable[[Any], bool]] = {}
        self._members: dict[str, MemberActor] = {}
        self._remembered_moment: datetime | None = None
        self._lock = asyncio.Lock()
        self._changed = False
        self._speed = speed
        self._home = home
        self._at = time.monotonic()

    def speak(self, language: str) -> None:
        """Set the language of everybody's Discord; call it before the start."""
        emit, locale = self._env.backend.emit, language.replace("_", "-")

        def emitted(event: str, payload: Any, *args: Any, **options: Any) -> Any:
            if event == "INTERACTION_CREATE":
                payload["locale"] = locale
            return emit(event, payload, *args, **options)

        self._env.backend.emit = emitted

    def now(self) -> datetime:
        """The simulated time, which the bot must use, in UTC."""
        moment: datetime = self._env.now()
        return moment

    async def start(self) -> None:
        """Restore the Discord of the last run, or make a new one, and start the bot in it."""
        dress_pages(self._where, self._env.bot.tree, self._home)
        clock = self._env.backend.clock
        clock._epoch = datetime.now(UTC)
        remembered = self._recall()
        # after fast time, continue from the stored time
        clock._epoch = max(clock._epoch, self._remembered_moment or clock._epoch)
        if not remembered:
            self._env.backend.edit_bot_profile(BOT)
        await self._env.start()
        if remembered:
            servers = [GuildHandle(self._env, each) for each in self._env.backend.guilds.values()]
            self._env._guilds.extend(servers)
        else:
            servers = [
                self._new_server(SERVER, self._channels, self._people),
                self._new_server(OTHER_SERVER, (HARBOUR,), GUESTS),
            ]
        for server in servers:
            for user_id in server.member_ids():
                user = self._env.backend.users[user_id]
                if not user.bot and user.name in (*self._people, *GUESTS):
                    self._members[user.name] = MemberActor(
                        self._env, server, UserHandle(self._env, user)
                    )
        self._env.backend.subscribers.append(self._hear)
        await self._env.settle()
        for member in self._members.values():
            _ = member.user.dm_channel  # this opens it
        self._changed = True

    async def wait_aside(self, awaitable: Awaitable[Any], *, reason: str) -> Any:
        """Await something in the bot's work without making simcord wait for it after a click."""
        return await self._env.external_wait(awaitable, reason=reason)

    def venue(self) -> Venue:
        """The server, its channels and its people, for the services."""
        guild = next(iter(self._env.backend.guilds.values()))
        channels = {each.name: each.id for each in self._env.backend.channels.values()}
        games, ladders = channels[CHANNEL], channels[self._channels[-1]]
        return Venue(
            server_id=ServerId(guild.id),
            games=ChannelId(games),
            ladders=ChannelId(ladders),
            people={
                name: PlayerId(member.id)
                for name, member in self._members.items()
                if name not in GUESTS
            },
            manager=self._people[0],
        )

    def spots(self) -> Iterator[Spot]:
        for name, member in self._members.items():
            for channel in list(self._env.backend.channels.values()):
                title = _title(channel, member)
                if title is not None:
                    yield Spot(name, channel.id, title)

    async def open_page(self, person: str, channel_id: int) -> str:
        """The address of the page on which ``person`` sees a channel; raises KeyError."""
        member, channel = self._members[person], self._env.backend.channels[channel_id]
        key = (person, channel_id)
        if key not in self._pages:
            async with self._lock:
                self._pages[key] = await self._new_page(member, channel)
        return self._pages[key].url

    async def use_menu(
        self,
        person: str,
        channel_id: int,
        entry: str,
        on: str | None = None,
        message_id: int | None = None,
    ) -> None:
        """Let ``person`` use a context menu ``on`` another person or on a message.

        Raises KeyError for unknown people, channels and messages.
        """
        member, channel = self._members[person], self._env.backend.channels[channel_id]
        handle = ChannelHandle(self._env, member.guild, channel)
        async with self._lock:
            seen = {each.id: each for each in handle.history(viewer=member)}
            target: Any = seen[message_id or 0] if on is None else self._members[on]
            await member.context_menu(handle, entry, target)

    async def live(self) -> None:
        """Advance the simulated time by the elapsed time, and refresh open pages."""
        async with self._lock:
            now = time.monotonic()
            passed, self._at = (now - self._at) * self._speed, now
            if self._speed > 1:
                passed = min(passed, LONGEST_STEP)
            try:
                await self._env.advance_time(passed)
            except (SetupError, TimeoutError):
                return  # the bot is busy; the time is caught up with the next call
            self._refresh()
            if self._changed:
                self._changed = False
                await asyncio.to_thread(self._remember)

    async def stop(self) -> None:
        async with self._lock:
            for page in self._pages.values():
                await page.close()
            self._remember()
            await self._env.shutdown()

    def _hear(self, event: str, payload: Any) -> None:
        """Add people to a thread in which a message notifies them, as Discord does."""
        self._changed = True
        if event != "MESSAGE_CREATE":
            return
        backend = self._env.backend
        message = backend.get_message(int(payload["channel_id"]), int(payload["id"]))
        thread = backend.channels[message.channel_id]
        for each in message.ping_user_ids if thread.is_thread else ():
            if each not in thread.thread_members:
                backend.add_thread_member(thread.id, each)

    def _refresh(self) -> None:
        """Refresh outdated pages, since simcord does not publish late answers."""
        for preview in self._pages.values():
            preview._advance_presentation_time()
            for page in tuple(preview._pages.values()):
                # refreshing a page would close an open list
                if page.modal is None and not self._shows_all[preview](page):
                    preview._publish(page, reason="refresh")

    async def _new_page(self, member: MemberActor, channel: Any) -> Preview:
        direct = channel.guild_id is None
        handle = ChannelHandle(self._env, None if direct else member.guild, channel)
        page = make_preview(
            self._env,
            handle,
            viewers=(member.user if direct else member,),
            layout="channel",
            display="responsive",
            width=960,
            height=720,
            locale="en-US",
            timezone="UTC",
            presentation_time=None,
            assets=None,
            sku_presentations=None,
            port=0,
        )
        self._env._preview = None  # it allows one page only
        await page.__aenter__()
        self._env._preview = _EveryPage(self._pages, page)
        self._shows_all[page] = be_patient(page)
        self._take_turns(page)
        return page

    def _where(self, page: Preview) -> tuple[str, int]:
        return next(key for key, each in self._pages.items() if each is page)

    def _take_turns(self, page: Any) -> None:
        """Serialise actions: overlapping ones would lock simcord's page for good."""
        act = page._action

        async def in_turn(*about: Any) -> Any:
            async with self._lock:
                return await act(*about)

        page._action = in_turn

    def _new_server(self, title: str, channels: Sequence[str], people: Sequence[str]) -> Any:
        """A server with these channels and people, of whom the first manages it."""
        env = self._env
        server = env.create_guild(title, owner=env.create_user(f"Owner of {title}"))
        for name in channels:
            server.create_text_channel(name, topic="Type /challenge to begin")
        keepers = server.create_role("Keepers", permissions=discord.Permissions(manage_guild=True))
        for name in people:
            roles = [keepers] if name == people[0] else []  # to try /server
            server.add_member(env.create_user(name), roles=roles)
        backend = env.backend
        for role in backend.get_guild(server.id).roles.values():
            if role.name == backend.bot_user.name:
                backend.edit_role(server.id, role.id, {"permissions": INVITE.value})
        return server

    def _recall(self) -> bool:
        if not self._memory.exists():
            return False
        # written by _remember on this machine, so it holds nothing but simcord's own values
        state = pickle.loads(self._memory.read_bytes())
        self._remembered_moment = state.pop(MOMENT, None)
        vars(self._env.backend).update(state)
        return True

    def _remember(self) -> None:
        state = {k: v for k, v in vars(self._env.backend).items() if k not in FORGOTTEN}
        state.pop("emit", None)  # replaced by ``speak``
        state[MOMENT] = self._env.now()
        self._memory.parent.mkdir(parents=True, exist_ok=True)
        fresh = self._memory.with_suffix(".new")
        fresh.write_bytes(pickle.dumps(state))
        fresh.replace(self._memory)


class _EveryPage:
    """Takes the place of simcord's only page, and notifies all pages."""

    _closed = True  # so that another page may be opened

    def __init__(self, pages: dict[tuple[str, int], Preview], newest: Preview) -> None:
        self._pages = pages
        self._newest = newest

    def _mark_action_dispatched(self) -> None:
        for page in {*self._pages.values(), self._newest}:
            page._mark_action_dispatched()


def _ignore_refusals(env: Any) -> None:
    """Do not let simcord count refusals, which the bot answers, as errors."""
    record = env._record_error

    def recorded(error: BaseException) -> None:
        cause = getattr(error, "original", None) or error.__cause__ or error
        if not isinstance(cause, REFUSED):
            record(error)

    env._record_error = recorded


def _title(channel: Any, member: MemberActor) -> str | None:
    """The title of a channel in a person's list; None if they do not see it."""
    person_id = member.id
    if channel.guild_id not in (None, member.guild.id):
        return None
    if channel.is_thread:
        looks_on = "" if person_id in channel.thread_members else LOOKING_ON
        return f"{channel.name}{looks_on}"
    if channel.guild_id is None:
        return DIRECT if channel.recipient_ids == [person_id] else None
    return f"#{channel.name}"
