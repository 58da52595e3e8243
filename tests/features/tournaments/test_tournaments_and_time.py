"""Tournaments and time: the bot was away, boards come late, and nothing holds up others."""

import asyncio
import threading
from datetime import timedelta

import pytest

from bot.core import timers
from bot.core.clocks import GRACE
from bot.features.timekeeping import Presence
from bot.features.tournaments import pairer
from bot.features.tournaments.acts import Act
from bot.features.tournaments.round_robin import RoundRobin
from bot.features.tournaments.storage import TOURNAMENT_TIMER
from bot.features.tournaments.values import Field, Table
from tests.features.tournaments.cup_club import Cup
from tests.kit.club import Club
from tests.kit.timed import timed
from tests.kit.times import DAY, HOUR, SECOND


async def away(club: Club, length: timedelta) -> None:
    """The bot is there, is not for so long, and is back."""
    presence = club.services[Presence]
    await presence.lost(())
    await presence.disconnected()
    club.clock.now += length
    await club.sweep()
    await presence.lost(())
    await presence.beat()
    club.clock.now += 10 * SECOND


@pytest.mark.parametrize(
    ("length", "moved"),
    [(5 * HOUR, True), (2 * DAY, True), (30 * SECOND, False)],
    ids=["before it", "around it", "a moment"],
)
async def test_a_start_is_put_off_by_an_outage(club: Club, length: timedelta, moved: bool) -> None:
    cup = await Cup.open(club, 3, days=1)
    due = await cup.begins_at()
    await away(club, length)
    due += length * moved
    assert await cup.begins_at() == due
    await cup.sweep()
    kinds = (TOURNAMENT_TIMER,)
    assert await club.database.read(timers.next_due, kinds) == due
    assert (await cup.field()).tournament.is_open


async def test_a_large_table_holds_up_nothing_else(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = await Cup.begun(club, 3, games=1)
    loop, worked_out, tables = asyncio.get_running_loop(), [], RoundRobin.tables

    def slow(self: RoundRobin, field: Field) -> tuple[Table, ...]:
        went_on = threading.Event()
        loop.call_soon_threadsafe(went_on.set)
        worked_out.append(went_on.wait(5))
        return tables(self, field)

    monkeypatch.setattr(RoundRobin, "tables", slow)
    await cup.win(1, 2)
    assert (await cup.service.look(cup.boss, cup.id)).tables
    assert len(worked_out) > 1
    assert all(worked_out)


async def test_no_clock_waits_for_a_pairing(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, may_end = threading.Event(), threading.Event()

    def hang(*_: object) -> None:
        asked.set()
        may_end.wait()

    monkeypatch.setattr(pairer, "SMALL_FIELD", 1)
    monkeypatch.setattr(pairer.Pairer, "_ask", hang)
    match = await timed(club, "1d")
    cup = await Cup.open(club, 6, "swiss", rounds=3)
    looking = asyncio.create_task(club.scheduler.run())
    try:
        await cup.act(Act.START)
        assert await asyncio.to_thread(asked.wait, 10)
        club.clock.now += DAY + GRACE
        await cup.act(Act.RENAME, name="Autumn", reason="because")  # the timers are heard of
        async with asyncio.timeout(10):
            while (await club.state(match.id)).is_running:
                await asyncio.sleep(0.01)
        assert not (await cup.field()).pairings
    finally:
        looking.cancel()
        may_end.set()
        await asyncio.gather(looking, return_exceptions=True)
