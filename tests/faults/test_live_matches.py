"""Live matches over a real websocket, at the published times: nobody loses what is not heard."""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from simcord import _clock

from bot.app.discordpy import silent_shards
from bot.core.matches import MatchService
from bot.features.timekeeping import Presence
from data.ids import MatchId
from tests.kit.loopback import Fault
from tests.kit.outages import read_outages
from tests.kit.remote import Remote, open_remote

pytestmark = [pytest.mark.slow, pytest.mark.night]

CLOCK = "12s"
LEFT = timedelta(seconds=1.5)
"""How long before the deadline the move reaches Discord."""


class Clock(_clock.Clock):
    """The time as it passes, for Discord too."""

    def now(self) -> datetime:
        return datetime.now(UTC)


async def in_the_third_turn(remote: Remote) -> int:
    """A match in whose third turn, which has no time extra, Ada is to move; its thread."""
    thread_id = await remote.begin(clock=CLOCK)
    for who, move, boards in ((remote.ada, "b2-b4", 2), (remote.ben, "b7-b5", 3)):
        remote.move(who, thread_id, move)
        await remote.boards(thread_id, boards)
    return thread_id


async def test_a_move_in_time_is_made_once_it_is_heard(tmp_path: Path) -> None:
    clock = Clock()
    async with open_remote(tmp_path / "quintet.db", clock) as remote:
        gateway = remote.discord.gateway
        thread_id = await in_the_third_turn(remote)
        deadline = (await remote.client.services[MatchService].state(MatchId(1))).match.deadline
        await asyncio.sleep((deadline - LEFT - clock.now()).total_seconds())
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


async def test_a_connection_that_looks_alive_is_found_dead(tmp_path: Path) -> None:
    async with open_remote(tmp_path / "quintet.db", Clock()) as remote:
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
