"""Live matches over a real websocket, at the published times: nobody loses what is not heard."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from simcord import _clock
from sqlalchemy import create_engine, select

from bot.app.discordpy import silent_shards
from bot.core.matches import MatchService
from bot.features.timekeeping import Presence
from data.ids import MatchId
from data.tables import matches
from tests.chaos import machine
from tests.faults.starting import started
from tests.kit.loopback import Fault, Loopback
from tests.kit.outages import read_outages
from tests.kit.remote import Remote, open_remote
from tests.kit.shown import posted
from tests.kit.waiting import until

pytestmark = [pytest.mark.slow, pytest.mark.night]

CLOCK = "12s"
LEFT = timedelta(seconds=1.5)
"""How long before the deadline the move reaches Discord."""
LONGER, KILLED_BEFORE, AWAY = "30s", timedelta(seconds=25), timedelta(seconds=40)
"""A process that is killed early in its time, so that a slow machine has some left afterwards."""


class Clock(_clock.Clock):
    """The time as it passes for a machine and for Discord."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder

    def now(self) -> datetime:
        return machine.now(self.folder)

    @asynccontextmanager
    async def standing(self, at: datetime) -> AsyncIterator[None]:
        """Let it stand still while a program takes its time to start."""

        async def stand() -> None:
            while True:
                machine.set_ahead(self.folder, at - datetime.now(UTC))
                await asyncio.sleep(0.02)

        standing = asyncio.create_task(stand())
        await asyncio.sleep(0)
        yield
        standing.cancel()


async def in_the_third_turn(remote: Remote) -> int:
    """A match in whose third turn, which has no time extra, Ada is to move; its thread."""
    thread_id = await remote.begin(clock=CLOCK)
    for who, move, boards in ((remote.ada, "b2-b4", 2), (remote.ben, "b7-b5", 3)):
        remote.move(who, thread_id, move)
        await remote.boards(thread_id, boards)
    return thread_id


async def wait_until(clock: Clock, moment: datetime) -> None:
    await asyncio.sleep((moment - clock.now()).total_seconds())


async def test_a_move_in_time_is_made_once_it_is_heard(tmp_path: Path) -> None:
    clock = Clock(tmp_path)
    async with open_remote(tmp_path / "quintet.db", clock) as remote:
        gateway = remote.discord.gateway
        thread_id = await in_the_third_turn(remote)
        deadline = (await remote.client.services[MatchService].state(MatchId(1))).match.deadline
        await wait_until(clock, deadline - LEFT)
        gateway.flowing.clear()
        await gateway.cut()
        remote.discord.faults.append(Fault("POST", "/callback", 404))  # it is too late to answer
        remote.move(remote.ada, thread_id, "c2-c4")
        assert clock.now() < deadline
        await asyncio.sleep(14)
        gateway.flowing.set()
        boards = await remote.boards(thread_id, 4)
        assert gateway.sessions[0].resumed == 1
        assert "White jumps c2 to c4" in boards[-1].text
        assert boards[-1].pinged == (remote.ben.id,)
        assert (await remote.client.services[MatchService].state(MatchId(1))).is_running


async def test_a_bot_that_is_killed_right_before_a_deadline_times_nobody_out(tmp_path) -> None:
    clock = Clock(tmp_path)
    discord, engine = Loopback(clock), create_engine(f"sqlite:///{tmp_path / 'quintet.db'}")

    def stored(number: int) -> datetime | None:
        """The deadline of the match, once it is in this turn."""
        with engine.connect() as connection:
            row = connection.execute(select(matches.c.ply, matches.c.deadline)).one_or_none()
        return row.deadline if row and row.ply == number else None

    async with discord.listening():
        remote = Remote(discord)
        async with started(remote, tmp_path):
            thread_id = await in_the_third_turn_of_a_process(remote)
            deadline = await until(lambda: stored(2))
            await wait_until(clock, deadline - KILLED_BEFORE)
        back = deadline - KILLED_BEFORE + AWAY
        async with AsyncExitStack() as stack:
            async with clock.standing(back):
                await stack.enter_async_context(started(remote, tmp_path))
            remote.move(remote.ada, thread_id, "c2-c4")
            await until(lambda: len(posted(remote.backend, thread_id)) == 4)
    board = posted(remote.backend, thread_id)[-1]
    assert "White jumps c2 to c4" in board.text
    assert board.pinged == (remote.ben.id,)
    engine.dispose()


async def in_the_third_turn_of_a_process(remote: Remote) -> int:
    """The same where the bot can be seen through Discord alone."""
    remote.ada.slash(remote.channel_id, "challenge", game="apart", first_move="first", clock=LONGER)
    cards = await until(lambda: posted(remote.backend, remote.channel_id))
    remote.ben.press(remote.channel_id, cards[0].id, "c:1:accept")
    thread_id: int = cards[0].id
    for number, (who, move) in enumerate(((remote.ada, "b2-b4"), (remote.ben, "b7-b5")), 1):
        await until(lambda count=number: len(shown(remote, thread_id)) == count)
        remote.move(who, thread_id, move)
    await until(lambda: len(shown(remote, thread_id)) == 3)
    return thread_id


def shown(remote: Remote, thread_id: int) -> list[object]:
    """What stands in a thread, nothing while there is none."""
    return [*posted(remote.backend, thread_id)] if thread_id in remote.backend.channels else []


async def test_a_connection_that_looks_alive_is_found_dead(tmp_path: Path) -> None:
    async with open_remote(tmp_path / "quintet.db", Clock(tmp_path)) as remote:
        presence, flowing = remote.client.services[Presence], remote.discord.gateway.flowing
        await presence.beat()
        assert await silent_shards(remote.client) == frozenset()
        flowing.clear()
        before = remote.client.now()
        assert await silent_shards(remote.client) == frozenset({0})
        await presence.beat()
        flowing.set()
        await presence.beat()
        ((began, ended),) = await remote.client.services.database.read(read_outages)
        assert began <= before
        assert ended - before > timedelta(seconds=5)
