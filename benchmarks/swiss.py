"""A Swiss of 1,000 players and 9 rounds: what pairing a round and working out the table cost.

Each round is paired in a process of its own, as the bot has it done. Then two rounds are paired and
their games begin on each database, while the event loop beats and other timers run out: how long
the loop worked at most without a pause, and how late a timer was. At last 100 tournaments begin at
once. PostgreSQL takes part where QUINTET_TEST_DATABASE names a server.
"""

import asyncio
import gc
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from random import Random

from sqlalchemy import Connection

from benchmarks.databases import own_database
from bot.core import timers
from bot.core.actor import Place
from bot.core.timers import Timer
from bot.features.timekeeping.storage import VACATION_END_TIMER
from bot.features.tournaments.acts import Act
from bot.features.tournaments.formats import Setup
from bot.features.tournaments.pairer import COMMAND, read_round, round_question
from bot.features.tournaments.service import TournamentService
from bot.features.tournaments.standings import Line, Played, standings_of
from data.ids import ChannelId, PlayerId, ServerId
from data.states import TournamentKind
from tests.features.tournaments.cup_club import BOSS, Cup, enter_all
from tests.kit.club import Club
from tests.kit.scripted import RunningClock

PLAYERS, ROUNDS = 1_000, 9
FIRST = (PlayerId(5_000), PlayerId(5_001))
BEAT, MOST_WORK = 0.002, 0.050
"""Seconds between two beats of the event loop, and the most that it works between them."""
TICK = timedelta(milliseconds=100)
CUPS, FOUR, KIND = 100, 4, TournamentKind.ROUND_ROBIN
MOST_SECONDS, MOST_BYTES, MOST_FOR_TABLE = 10.0, 500 << 20, 0.050
RESULTS = {Played.WON: Played.LOST, Played.LOST: Played.WON, Played.DRAWN: Played.DRAWN}
CHANCES = (9, 9, 2)


def _processor_time() -> float:
    """Of the processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@dataclass
class Watched:
    """The longest seconds that the event loop worked and was held; how late timers were."""

    work: float = 0.0
    held: float = 0.0
    late: float = 0.0
    ticks: int = 0

    def __str__(self) -> str:
        return (
            f"the loop worked {1000 * self.work:.0f} ms at most, held for {1000 * self.held:.0f};"
            f" {self.ticks} other timers, late by {1000 * self.late:.0f} ms at most"
        )


@asynccontextmanager
async def watched(club: Club) -> AsyncIterator[Watched]:
    """What the event loop does meanwhile, in which the timers are done that run out."""
    found, subject = Watched(), 0

    async def beat() -> None:
        while True:
            work, began = time.thread_time(), time.perf_counter()
            await asyncio.sleep(BEAT)
            found.work = max(found.work, time.thread_time() - work)
            found.held = max(found.held, time.perf_counter() - began - BEAT)

    def tick(connection: Connection, timer: Timer, _: datetime) -> None:
        nonlocal subject
        subject, found.ticks = timer.subject_id + 1, found.ticks + 1
        found.late = max(found.late, (club.clock.now - timer.due_at).total_seconds())
        timers.set_timer(connection, timer.kind, subject, club.clock.now + TICK)

    club.scheduler.rules[VACATION_END_TIMER] = timers.TimerRule(VACATION_END_TIMER, tick)
    first = club.clock.now + TICK
    await club.database.write(timers.set_timer, VACATION_END_TIMER, subject, first)
    running = [asyncio.create_task(each) for each in (beat(), club.scheduler.run())]
    try:
        yield found
    finally:
        for each in running:
            each.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        await club.sql(f"DELETE FROM timers WHERE kind = '{VACATION_END_TIMER}'")


async def until_rows(club: Club, matches: int) -> float:
    """Wait for so many matches; the seconds."""
    began = time.perf_counter()
    while await club.rows("matches") < matches:  # noqa: ASYNC110 - the database tells nobody
        await asyncio.sleep(0.2)
    return time.perf_counter() - began


async def begin(name: str, server: str | None) -> bool:
    """Pair two rounds and begin their games; then 100 tournaments. Whether the loop was free."""
    with tempfile.TemporaryDirectory() as folder:
        async with own_database(server, Path(folder)) as url:
            club = await Club.at(url, clock=RunningClock())
            await club.start(*FIRST)  # what is read once is read
            gc.collect()
            gc.freeze()  # as the bot does when it is ready
            cup = await Cup.open(club, 0, "swiss", rounds=ROUNDS, most=PLAYERS)
            await club.database.write(enter_all, cup.id, club.clock.now, PLAYERS)
            seen = [await _rounds(name, cup), await _many(name, club)]
            await club.close()
    return max(each.work for each in seen) <= MOST_WORK


async def _rounds(name: str, cup: Cup) -> Watched:
    async with watched(cup.club) as found:
        await cup.act(Act.START)
        first = await until_rows(cup.club, 1 + PLAYERS // 2)
    for each in (await cup.field()).pairings:
        if each.match_id is not None:
            await cup.club.resign(await cup.club.state(each.match_id), each.players[1])
    async with watched(cup.club) as again:
        second = await until_rows(cup.club, 1 + PLAYERS)
    found.work, found.held = max(found.work, again.work), max(found.held, again.held)
    found.late, found.ticks = max(found.late, again.late), found.ticks + again.ticks
    print(f"{name:11} rounds of {PLAYERS} begun in {first:.0f} and {second:.0f} s: {found}")
    return found


async def _many(name: str, club: Club) -> Watched:
    """A hundred round robins of four, one in each server, begin at once."""
    before, opened = await club.rows("matches"), []
    for number in range(CUPS):
        place = Place(ServerId(1000 + number), ChannelId(10_000 + number))
        setup = Setup(kind=KIND, game="apart", clock="3d", channel_id=place.channel_id, games=1)
        boss = partial(club.actor, BOSS, place)
        made = await club.services[TournamentService].create(boss(), setup)
        await club.database.write(enter_all, made.tournament.id, club.clock.now, FOUR)
        opened.append((boss, made.tournament.id))
    async with watched(club) as found:
        for boss, tournament_id in opened:
            await club.services[TournamentService].act(boss(), tournament_id, Act.START)
        seconds = await until_rows(club, before + 6 * CUPS)
    print(f"{name:11} {CUPS} tournaments, {6 * CUPS} games begun in {seconds:.0f} s: {found}")
    return found


def pair() -> bool:
    """Whether pairing and the table are quick enough."""
    lot, slowest = Random(1), 0.0
    lines: dict[int, list[Line]] = {number: [] for number in range(1, PLAYERS + 1)}
    for number in range(1, ROUNDS + 1):
        began = _processor_time()
        question = round_question(lines, lines, (), ())
        asked = subprocess.run(
            COMMAND, input=f"{question}\n", capture_output=True, text=True, check=True
        )
        made = read_round(asked.stdout)
        spent = _processor_time() - began
        slowest = max(slowest, spent)
        print(f"round {number} of {PLAYERS} players: {spent:.2f} s of a core")
        for first, second in made.meetings:
            (won,) = lot.choices(list(RESULTS), CHANCES)
            lines[first].append(Line(won, second, moved_first=True))
            lines[second].append(Line(RESULTS[won], first))
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
    began = time.process_time()
    standings_of(lines, ROUNDS)
    table = time.process_time() - began
    print(f"at most {used / (1 << 20):.0f} MiB in its process; table: {1000 * table:.0f} ms")
    return slowest <= MOST_SECONDS and used <= MOST_BYTES and table <= MOST_FOR_TABLE


async def main() -> int:
    """Print the figures; 1 if something is too slow."""
    server = os.environ.get("QUINTET_TEST_DATABASE")
    kept = [pair(), await begin("SQLite", None)]
    if server is not None:
        kept.append(await begin("PostgreSQL", server))
    print("within its bounds" if all(kept) else "OUT OF ITS BOUNDS")
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
