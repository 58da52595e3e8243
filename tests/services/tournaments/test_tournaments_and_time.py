"""Tournaments and time: what the bot was away for, and what holds up nothing else."""

from datetime import datetime, timedelta

from bot.services import timers
from data.states import TimerKind
from tests.kit.club import Club
from tests.kit.times import DAY, HOUR, SECOND
from tests.services.tournaments.cup_club import Cup


async def begins_at(cup: Cup) -> datetime | None:
    return (await cup.field()).tournament.begins_at


async def away(club: Club, length: timedelta) -> None:
    """The bot is there, is not for so long, and is back."""
    presence = club.services.presence
    await presence.connected()
    await presence.disconnected()
    club.clock.now += length
    await club.sweep()
    await presence.connected()
    await presence.beat()
    club.clock.now += 10 * SECOND


async def test_a_start_is_put_off_by_an_outage(club: Club) -> None:
    cup = await Cup.open(club, 3, days=1)
    due = await begins_at(cup)
    assert due is not None
    await away(club, 5 * HOUR)
    assert await begins_at(cup) == due + 5 * HOUR
    await cup.sweep()
    kinds = (TimerKind.TOURNAMENT,)
    assert await club.database.read(timers.next_due, kinds) == due + 5 * HOUR


async def test_a_start_that_fell_into_an_outage_comes_after_it(club: Club) -> None:
    cup = await Cup.open(club, 3, days=1)
    due = await begins_at(cup)
    assert due is not None
    await away(club, 2 * DAY)
    assert await begins_at(cup) == due + 2 * DAY
    await cup.sweep()
    assert (await cup.field()).tournament.is_open


async def test_a_moment_away_changes_no_start(club: Club) -> None:
    cup = await Cup.open(club, 3, days=1)
    due = await begins_at(cup)
    await away(club, 30 * SECOND)
    assert await begins_at(cup) == due
