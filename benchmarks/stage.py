"""A local Discord, pairs who play there, and what their moves cost."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.bot_process import BotProcess
from benchmarks.busy_discord import BusyDiscord
from benchmarks.pairs import Pair, Timing
from benchmarks.usage import Usage
from tests.kit.waiting import until

AT_ONCE = 40
"""How many matches are begun side by side."""
QUIET = 0.25
"""Seconds without a request, after which the bot has done all it had to do."""
READINGS, LONG_RUN = 10, 50
"""How often a run of so many rounds tells how much memory the bot holds."""
MIB = 1 << 20


Play = Callable[[Sequence[Pair]], Awaitable[list[Timing]]]


@dataclass(frozen=True, slots=True)
class Stage:
    """A local Discord with pairs, and what a run of the bot needs."""

    discord: BusyDiscord
    pairs: Sequence[Pair]
    database_url: str
    folder: Path

    @asynccontextmanager
    async def running_bot(self) -> AsyncIterator[BotProcess]:
        """A run of the bot that listens; it is killed at the end of the block."""
        sessions = self.discord.gateway.sessions
        sessions.clear()
        bot = await BotProcess.start(str(self.discord.address), self.database_url, self.folder)
        try:
            await until(lambda: sessions)
            yield bot
        finally:
            await bot.kill()

    async def quiet(self) -> None:
        """Wait until the bot asks for nothing any more."""
        before = -1
        while before != self.discord.requests:
            before = self.discord.requests
            await asyncio.sleep(QUIET)

    def begun(self) -> int:
        """How many matches there have been."""
        return sum(pair.begun for pair in self.pairs)

    async def be_ready(self) -> None:
        """Have every pair in a match."""
        for several in self._in_turns():
            await asyncio.gather(*(pair.be_ready() for pair in several))
        await self.quiet()

    async def move_unseen(self) -> list[asyncio.Future[float]]:
        """Have every pair make a move; the moments when the boards will be there."""
        boards: list[asyncio.Future[float]] = []
        for several in self._in_turns():
            boards += await asyncio.gather(*(pair.move_unseen() for pair in several))
        return boards

    def _in_turns(self) -> list[Sequence[Pair]]:
        """The pairs, as many at a time as begin side by side."""
        return [self.pairs[at : at + AT_ONCE] for at in range(0, len(self.pairs), AT_ONCE)]


@dataclass(frozen=True, slots=True)
class Measured:
    """What some moves took."""

    timings: Sequence[Timing]
    seconds: float
    usage: Usage
    discord_seconds: float
    """Processor time of the local Discord."""
    begun: int
    """Matches that began meanwhile, whose work is part of everything else."""


async def together(pairs: Sequence[Pair]) -> list[Timing]:
    """One move of every pair, sent at the same instant."""
    await asyncio.gather(*(pair.be_ready() for pair in pairs))
    actions = [pair.prepare() for pair in pairs]
    sent = time.perf_counter()
    calls = (pair.send(action, sent) for pair, action in zip(pairs, actions, strict=True))
    return list(await asyncio.gather(*calls))


async def flowing(pairs: Sequence[Pair], times: int) -> list[Timing]:
    """So many moves of every pair, each sent as soon as that pair's board is there."""
    return [
        timing
        for several in await asyncio.gather(*(_alone(pair, times) for pair in pairs))
        for timing in several
    ]


async def _alone(pair: Pair, times: int) -> list[Timing]:
    return [timing for _ in range(times) for timing in await together([pair])]


async def measure(
    stage: Stage,
    bot: BotProcess,
    rounds: Sequence[Sequence[Pair]],
    play: Play = together,
    *,
    in_quiet: bool = False,
) -> Measured:
    """Every round of pairs, one after another; ``in_quiet``, each when the last is forgotten."""
    timings: list[Timing] = []
    begun, seconds = stage.begun(), 0.0
    before, own = await bot.usage(), time.process_time()
    for number, pairs in enumerate(rounds, start=1):
        began = time.perf_counter()
        timings += await play(pairs)
        seconds += time.perf_counter() - began
        if in_quiet:
            await stage.quiet()
        if len(rounds) >= LONG_RUN and number % (len(rounds) // READINGS) == 0:
            resident = (await bot.usage()).resident / MIB
            print(f"    after {len(timings):6} moves: {resident:6.1f} MiB", flush=True)
    await stage.quiet()
    used = (await bot.usage()).since(before)
    return Measured(timings, seconds, used, time.process_time() - own, stage.begun() - begun)
