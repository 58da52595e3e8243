"""One run of the chaos: people play, bots are killed, everything fails; then it is looked at."""

import asyncio
import itertools
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from random import Random

from discord.utils import time_snowflake, utcnow

from data.addresses import is_file, path_of, read_address
from data.shards import Shard
from tests.chaos.account import Account
from tests.chaos.acting import Acting
from tests.chaos.bots import PROCESSES, Bot, hold_lock
from tests.chaos.club import Club, Fans
from tests.chaos.fading import Fading, Room
from tests.chaos.failing_discord import FailingDiscord
from tests.chaos.machine import set_ahead
from tests.chaos.pairs import Pair
from tests.chaos.reading import rows
from tests.chaos.sittings import Asking, Leaving, Practising, Preparing, Sitting, Waiting
from tests.chaos.verdict import Verdict, judge
from tests.kit.proxy import Cable, cable_to

SERVERS_EACH = 2
WHILE_STARTING = 0.2
"""How many kills do not wait until the bot has a connection and people play on."""
STANDSTILL = 15.0
"""Seconds for which a kill waits at most until somebody has moved since the one before."""
CALM = 180.0
"""Seconds within which everything has to be told once nothing fails any more."""
LONG_CALM = 1200.0
"""The same where the pauses between two attempts are those of life."""
LOOKING_BACK = 300.0
"""Seconds for which reviews are waited for: engines think only where nobody else wants to."""
THINKING = 2.0
"""Seconds for which people think who would be a crowd otherwise."""
CALMER = 4.0
"""How much longer nothing goes wrong between two troubles of a kind where a run is long."""
LEFT_DEAD, OUTAGE = 0.08, (65.0, 150.0)
"""How many kills are noticed late, and the seconds until somebody has."""
MISSED, AROUND = timedelta(seconds=61), timedelta(seconds=20 + OUTAGE[1])
"""What is made good in life, and from when on: after a minute, since the last beat of the heart."""
ANSWERED = timedelta(minutes=1)
"""How long answering takes at most, with every pause between two attempts."""
ON_THE_WAY = 0.1
"""Seconds for which a bot that was killed may still be heard: what it had sent is read."""


@dataclass(frozen=True)
class Plan:
    """How much of everything. It ends after so many kills and faults, moves, or seconds."""

    database_url: str
    folder: Path
    kills: int
    faults: int
    moves: int
    seconds: float
    processes: int = 1
    pairs: int = 12
    pause: float = 2.0
    """Seconds between two kills, on average."""
    rate: float = 0.05
    """Which part of the requests fails."""
    seed: int = 1
    soak: bool = False
    """Whether every part of the bot is used, at the constants that are published."""


class Run:
    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.randomness = Random(plan.seed)
        self.discord = FailingDiscord(self.randomness, plan.rate if plan.faults else 0.0)
        self.people = self._seat()
        self.bots: list[Bot] = []
        self.bots_url, self.cable = plan.database_url, Cable("", 0)
        """The database's address for the bots; of a server it leads through the cable."""
        self.account = Account(self.discord.gateway.identified, plan.processes)
        if plan.soak:
            self.account.short, self.account.around = MISSED, AROUND
        self.kills = 0
        self.long_outages = 0
        self.cut_off: set[int] = set()
        """The interactions that were being answered when their bot's process ended."""
        self.began = time.monotonic()

    def _seat(self) -> list[Acting]:
        servers: dict[int, list[int]] = {shard: [] for shard in range(self.plan.processes)}
        fades = bool(self.plan.faults)
        while min(map(len, servers.values())) < SERVERS_EACH + fades:
            time.sleep(0.002)  # the id of a server, and so its shard, is made of the time
            made = self.discord.backend.create_guild("Club").id
            servers[(made >> 22) % self.plan.processes].append(made)
        self.fading = {each.pop() for each in servers.values() if fades}
        flat = [each for several in zip(*servers.values(), strict=False) for each in several]
        pairs = [
            Pair(self.discord, flat[number % len(flat)], number, THINKING * self.plan.soak)
            for number in range(self.plan.pairs)
        ]
        fading = [each for server_id in sorted(self.fading) for each in self._fading(server_id)]
        clubs = self._clubs(flat, pairs) if self.plan.soak else ()
        return [*pairs, *fading, *clubs]

    def _fading(self, server_id: int) -> list[Acting]:
        found = range(2)
        rooms = [Room(self.discord, server_id, each, self.plan.database_url) for each in found]
        return [*rooms, Fading(self.discord, server_id, 0, rooms)]

    def _clubs(self, servers: list[int], pairs: list[Pair]) -> Iterator[Acting]:
        """Everything that goes on in a server besides, in each."""
        for number, server_id in enumerate(servers):
            club = Club(self.discord, server_id, number)
            friends = [who for pair in pairs if pair.server_id == server_id for who in pair.people]
            yield club
            yield Fans(self.discord, club, [*friends, *club.climbers[::2]], number)
            yield Leaving(self.discord, club, number)
            yield Practising(self.discord, server_id, number, self.plan.database_url)
            for kind in (Sitting, Asking, Preparing, Waiting):
                yield kind(self.discord, server_id, number)

    @property
    def faults(self) -> int:
        return self.discord.failed.total()

    def is_enough(self) -> bool:
        plan = self.plan
        done = self.kills >= plan.kills and self.faults >= plan.faults
        late = time.monotonic() - self.began > plan.seconds
        return late or (done and self.moves() >= plan.moves)

    def moves(self) -> int:
        """How many boards there are but for the first ones."""
        posted = self.discord.witness.boards.values()
        return sum(len(boards) - 1 for boards in posted)

    async def go(self, tell: Callable[[str], object]) -> Verdict:
        target = read_address(self.plan.database_url)
        async with self.discord.listening(), AsyncExitStack() as kept:
            if not is_file(target):
                self.cable, self.bots_url = await kept.enter_async_context(cable_to(target))
            try:
                await self._go_on(tell)
            finally:
                for bot in self.bots:
                    await bot.kill()
            left = [each for bot in self.bots for each in bot.begun if each.is_alive()]
            assert left == [], "a bot was never killed, because two were begun in its place"
        return await judge(
            self.plan.database_url,
            self.discord,
            self.people,
            self.cut_off,
            self.plan.folder / "bots.log",
            self.account,
            self.fading,
        )

    async def _go_on(self, tell: Callable[[str], object]) -> None:
        """Let everybody play until it is enough, and until everything is told then."""
        self.bots = list(self._bots())
        for bot in self.bots:
            bot.start()
        keeping = asyncio.create_task(self._keep_running())
        await self._until_ready()
        self.began = time.monotonic()
        enough = asyncio.Event()
        playing = [asyncio.create_task(each.play(enough)) for each in self.people]
        try:
            async with self._troubles():
                while not self.is_enough():
                    await asyncio.sleep(1)
                    _raise_first(playing)
                    if int(time.monotonic() - self.began) % 30 == 0:
                        tell(self.figures())
            enough.set()
            self.discord.rate = 0.0
            await asyncio.gather(*playing)
            await self._calm()
        finally:
            for each in (keeping, *playing):
                each.cancel()
            await asyncio.gather(keeping, *playing, return_exceptions=True)

    def figures(self) -> str:
        seconds = time.monotonic() - self.began
        return (
            f"{seconds:.0f} s: {self.kills} kills, {self.long_outages} of them noticed after a "
            f"minute, {self.faults} faults, {self.moves()} moves; "
            + ", ".join(f"{name} {count}" for name, count in sorted(self.discord.failed.items()))
        )

    def _bots(self) -> list[Bot]:
        count = self.plan.processes
        settings = {"DISCORD_TOKEN": "a.token.of.three", "DATABASE_URL": self.bots_url}
        address, hurried = str(self.discord.address), not self.plan.soak
        shards = [{"SHARDS": f"{shard}/{count}", "LOG_LEVEL": "info"} for shard in range(count)]
        return [Bot(address, settings | each, self.plan.folder, hurried) for each in shards]

    async def _until_ready(self) -> None:
        """Wait until every bot has a connection, however often it was cut."""
        sessions = self.discord.gateway.sessions
        while len({each.shard for each in sessions if each.outbox}) < self.plan.processes:
            await asyncio.sleep(0.1)

    async def _until_moved(self) -> None:
        """Wait until there is a new board: bots that are always starting show nothing."""
        before, began = self.moves(), time.monotonic()
        longest = CALMER * STANDSTILL if self.plan.soak else STANDSTILL
        while self.moves() == before and time.monotonic() - began < longest:
            await asyncio.sleep(0.1)

    @asynccontextmanager
    async def _troubles(self) -> AsyncIterator[None]:
        troubles = [self._kill_bots(), self.discord.forget(), self._cut_cable()]
        if self.plan.faults:
            troubles += [self._cut_gateway(), self._lock_database(), self._fill_disk()]
            troubles += [self._set_clock()]
        tasks = [asyncio.create_task(each) for each in troubles]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            ended = await asyncio.gather(*tasks, return_exceptions=True)
            for error in ended:
                if isinstance(error, Exception):
                    raise error
            for bot in self.bots:
                if not bot.is_running:
                    await bot.kill()
                    bot.start()

    async def _kill_bots(self) -> None:
        while self.kills < self.plan.kills:
            if self.randomness.random() > WHILE_STARTING:
                await self._until_ready()
                await self._until_moved()
            await asyncio.sleep(self.randomness.uniform(0, 2 * self.plan.pause))
            bot = self.randomness.choice(self.bots)
            async with bot.changing:
                if not bot.is_running:
                    continue
                await self._end(bot)
                self.account.note_killed(self.bots.index(bot))
                self.kills += 1
                self.discord.gateway.forget_lost()
                if self.plan.soak and self.randomness.random() < LEFT_DEAD:
                    await asyncio.sleep(self.randomness.uniform(*OUTAGE))
                    self.long_outages += 1
                bot.start()

    async def _keep_running(self) -> None:
        """Begin again what ended by itself, as a host does, because the database was locked."""
        while True:
            await asyncio.sleep(0.5)
            for bot in self.bots:
                async with bot.changing:
                    if bot.has_ended:
                        await self._end(bot)
                        bot.start()

    async def _end(self, bot: Bot) -> None:
        """End a bot's process, and note whose answers were on their way: they never come now."""
        self.cut_off |= self._open(bot)
        await bot.kill()
        await asyncio.sleep(ON_THE_WAY)
        self.cut_off |= self._open(bot)

    def _open(self, bot: Bot) -> set[int]:
        """The interactions to which a bot may be about to give the promised answer.

        Who has waited for longer than it ever tries was forgotten already.
        """
        shard, oldest = self.bots.index(bot), time_snowflake(utcnow() - ANSWERED)
        return {
            action.record.id
            for each in self.people
            if Shard.of(each.server_id, self.plan.processes).number == shard
            for action in each.actions
            if action.record.loading and action.record.id > oldest
        }

    async def _quiet(self, shortest: float, longest: float) -> None:
        """Let so many seconds pass until the next trouble of a kind, and more in a long run."""
        times = CALMER if self.plan.soak else 1.0
        await asyncio.sleep(times * self.randomness.uniform(shortest, longest))

    async def _cut_gateway(self) -> None:
        while True:
            await self._quiet(5, 40)
            await self.discord.gateway.cut()
            self.discord.failed["gateway cut"] += 1
            if self.randomness.random() < 0.5:
                self.discord.gateway.forget_lost()
                self.discord.failed["resume refused"] += 1

    async def _lock_database(self) -> None:
        target = read_address(self.plan.database_url)
        while is_file(target):
            await self._quiet(5, 40)
            seconds = self.randomness.choice([0.5, 0.5, 2, 7])
            locking = PROCESSES.Process(target=hold_lock, args=(path_of(target), seconds))
            locking.start()
            self.discord.failed["locked database"] += 1
            with self.discord.unwritten():
                await asyncio.to_thread(locking.join)

    async def _fill_disk(self) -> None:
        while is_file(read_address(self.plan.database_url)):
            await self._quiet(5, 30)
            self.discord.failed["full disk"] += 1
            seconds = self.randomness.uniform(0.1, 3)
            with self.discord.unwritten():
                self.bots[0].fill_disk(seconds)
                await asyncio.sleep(seconds)

    async def _cut_cable(self) -> None:
        while self.cable.port:
            await self._quiet(2, 10)
            self.discord.failed["cable cut"] += 1
            with self.discord.unwritten():
                await self.cable.cut()
                try:
                    await asyncio.sleep(self.randomness.uniform(0.1, 3))
                finally:
                    await self.cable.mend()

    async def _set_clock(self) -> None:
        """Set the clock wrong and right, back and forward in turns."""
        try:
            for number in itertools.count():
                await self._quiet(5, 20)
                minutes = self.randomness.choice([0, 20, 90] if number % 2 else [-20, -90])
                self._set_ahead(timedelta(minutes=minutes))
                self.discord.failed["clock set"] += 1
        finally:
            self._set_ahead(timedelta())

    def _set_ahead(self, by: timedelta) -> None:
        self.account.note_set(by)
        set_ahead(self.plan.folder, by)

    async def _calm(self) -> None:
        began = time.monotonic()
        longest = LONG_CALM if self.plan.soak else CALM
        while (passed := time.monotonic() - began) < longest and await self._undone(passed):
            await asyncio.sleep(0.5)
        await asyncio.sleep(1)  # for answers that come after their boards
        while set().union(*map(self._open, self.bots)) - self.cut_off:
            await asyncio.sleep(0.5)

    async def _undone(self, passed: float) -> int:
        """How much is left to be told, or to be looked back at unless that takes too long."""
        ((untold, unjudged),) = await rows(self.plan.database_url, UNDONE)
        judges = self.plan.soak and passed < LOOKING_BACK
        return int(untold) + (int(unjudged) if judges else 0)


def _raise_first(playing: Iterable[asyncio.Task[None]]) -> None:
    """Raise what somebody who plays has met; that is a fault of the run itself."""
    for each in playing:
        if each.done() and each.exception() is not None:
            each.result()


UNDONE = (
    "SELECT (SELECT count(*) FROM outbox WHERE NOT done AND NOT EXISTS ("
    "SELECT 1 FROM absences WHERE ended IS NULL AND absences.server_id = outbox.server_id"
    " AND absences.channel_id IN (0, outbox.channel_id))),"
    " (SELECT count(*) FROM timers WHERE kind = 'review')"
)
