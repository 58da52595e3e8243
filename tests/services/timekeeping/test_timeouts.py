"""Losing on time: after a grace, once, and only for those who really have no time left."""

from datetime import timedelta

import pytest
from sqlalchemy import Connection

from bot.services.clocks import GRACE, LedgerKind
from bot.services.matches import MatchOver
from bot.services.people import players
from bot.services.people.settings import ReminderSettings, reminder_settings
from bot.services.timekeeping import OutOfTime
from bot.services.timers import storage as timers
from data.states import Ending, EntryKind, ReminderWay
from tests.kit.club import ADA, BEN, CHLOE, Club, first_move
from tests.kit.timed import DAY, check_ledger, clock_of, deadline, lines_of, look, played, timed

MOMENT = timedelta(milliseconds=1)


@pytest.fixture(autouse=True)
async def undisturbed(club: Club) -> None:
    """Nobody is reminded, so whatever is due is a deadline."""

    def turn_off(connection: Connection) -> None:
        players.ensure(connection, [ADA, BEN, CHLOE], club.clock.now)
        for each in (ADA, BEN, CHLOE):
            reminder_settings.put(connection, each, ReminderSettings(ReminderWay.OFF))

    await club.database.write(turn_off)


async def test_whoever_does_not_move_in_time_loses(club: Club) -> None:
    match = await timed(club, "1d")
    assert await club.database.read(timers.next_due) == club.clock.now + DAY + GRACE
    club.clock.now += DAY + GRACE - MOMENT
    assert await club.scheduler.sweep() == 0
    club.clock.now += MOMENT
    assert await club.scheduler.sweep() == 1
    over = await club.state(match.id)
    assert over.result is not None
    assert (over.result.ending, over.result.winners) == (Ending.TIMED_OUT, (1,))
    assert over.last is not None
    assert (over.last.kind, over.last.author_id) == (EntryKind.TIMEOUT, None)
    assert over.last.key == f"timer:deadline:{match.id}:0"
    assert [line.kind for line in await lines_of(club, match, 0)][-1] is LedgerKind.TIMED_OUT
    assert (await clock_of(club, match, 0)).balance == timedelta()
    check_ledger(await look(club, match))
    assert await club.from_the_log(match.id) == over


async def test_everybody_sees_it_on_a_board(club: Club) -> None:
    match = await timed(club, "1d")
    club.clock.now += DAY + GRACE
    await club.scheduler.sweep()
    await club.delivery.deliver_due()
    assert club.discord.posted(match.id) == [0, 1]
    assert await deadline(club, match) is None
    assert await club.rows("timers") == 0
    assert await club.scheduler.sweep() == 0


async def test_a_move_in_time_wins_though_it_is_heard_of_within_the_grace(club: Club) -> None:
    match = await timed(club, "1d")
    club.clock.now += DAY - MOMENT
    clicked = club.actor(ADA)
    club.clock.now += GRACE
    assert await club.scheduler.sweep() == 0
    await club.matches.submit(clicked, first_move(match), match.id, match.ply)
    club.clock.now += GRACE
    assert await club.scheduler.sweep() == 0
    assert (await club.state(match.id)).is_running


async def test_it_waits_while_something_from_before_is_being_answered(club: Club) -> None:
    match = await timed(club, "1d")
    hearing, until = club.services.presence.hearing, await deadline(club, match)
    assert until is not None
    hearing.begin("late", until, until)
    hearing.begin("in time", until - MOMENT, until)
    for seconds in (0, 15):
        club.clock.now = until + GRACE + timedelta(seconds=seconds)
        assert await club.scheduler.sweep() == 1
        assert (await club.state(match.id)).is_running
    hearing.end("in time")
    club.clock.now += timedelta(seconds=15)
    await club.scheduler.sweep()
    assert not (await club.state(match.id)).is_running


async def test_nothing_is_waited_for_for_ever(club: Club) -> None:
    match = await timed(club, "1d")
    until = await deadline(club, match)
    assert until is not None
    club.services.presence.hearing.begin("stuck", until - MOMENT, until - MOMENT)
    for seconds, running in ((59, True), (75, False)):
        club.clock.now = until + timedelta(seconds=seconds)
        await club.scheduler.sweep()
        assert (await club.state(match.id)).is_running is running


async def test_after_a_timeout_nobody_moves(club: Club) -> None:
    match = await timed(club, "1d")
    club.clock.now += DAY - MOMENT
    clicked = club.actor(ADA)
    club.clock.now += GRACE + MOMENT
    await club.scheduler.sweep()
    with pytest.raises(MatchOver):
        await club.matches.submit(clicked, first_move(match), match.id, match.ply)
    assert await club.rows("entries") == 1


async def test_a_move_too_late_loses_nothing_but_the_move(club: Club) -> None:
    match = await timed(club, "1d")
    club.clock.now += DAY
    with pytest.raises(OutOfTime):
        await club.play(match)
    assert (await club.state(match.id)).is_running
    club.clock.now += GRACE
    await club.scheduler.sweep()
    assert not (await club.state(match.id)).is_running


async def test_a_timer_of_an_earlier_turn_does_nothing(club: Club) -> None:
    match = await timed(club, "1d")
    early = timers.Timer(timers.TimerKind.DEADLINE, match.id, club.clock.now + DAY)
    club.clock.now += DAY / 2
    match = await played(club, match)
    later = await club.database.read(timers.next_due)
    await club.database.write(timers.set_timer, early)
    club.clock.now += DAY / 2
    assert await club.scheduler.sweep() == 1
    assert (await club.state(match.id)).is_running
    assert await club.database.read(timers.next_due) == later


async def test_of_three_the_seat_leaves_and_the_others_go_on(club: Club) -> None:
    match = await timed(club, "1d", ADA, BEN, CHLOE, game="halves")
    gone = match.to_move
    assert gone is not None
    club.clock.now += DAY + GRACE
    await club.scheduler.sweep()
    await club.delivery.deliver_due()
    match = await club.state(match.id)
    assert match.is_running
    assert match.left == (gone,)
    assert match.to_move not in (None, gone)
    assert await deadline(club, match) == club.clock.now + DAY
    club.clock.now += DAY + GRACE
    await club.scheduler.sweep()
    over = await club.state(match.id)
    assert over.result is not None
    assert over.result.ending is Ending.TIMED_OUT
    (winner,) = over.result.winners
    assert winner not in over.left
    check_ledger(await look(club, over))


async def test_a_match_that_ended_has_no_deadline(club: Club) -> None:
    match = await timed(club, "1d")
    await club.resign(match, BEN)
    assert await club.rows("timers") == 0
