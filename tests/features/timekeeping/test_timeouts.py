"""Losing on time: after a grace, once, and only for those who really have no time left."""

import asyncio
from datetime import timedelta

import pytest
from sqlalchemy import Connection

from bot.core import timers
from bot.core.clocks import GRACE, LedgerKind
from bot.core.errors import ServiceError
from bot.core.matches import MatchOver, MatchState, OutdatedBoard
from bot.core.people import players
from bot.core.people.settings import ReminderSettings, reminder_settings
from bot.features.timekeeping import Presence
from bot.features.timekeeping.errors import OutOfTime
from bot.features.timekeeping.storage import DEADLINE_TIMER
from data.ids import PlayerId
from data.states import Ending, EntryKind, ReminderWay, TimerKind
from tests.kit.club import ADA, BEN, CHLOE, Club, OpenClub, first_move
from tests.kit.refusals import refusal
from tests.kit.timed import check_ledger, clock_of, deadline, due, lines_of, look, timed
from tests.kit.times import DAY

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
    following = await club.database.read(timers.next_due, TimerKind.known)
    assert following == club.clock.now + DAY + GRACE
    assert await club.sweep(DAY + GRACE - MOMENT) == 0
    assert await club.sweep(MOMENT) == 1
    over = await club.state(match.id)
    assert (over.result.ending, over.result.winners) == (Ending.TIMED_OUT, (1,))
    assert (over.last.kind, over.last.author_id) == (EntryKind.TIMEOUT, None)
    assert over.last.key == f"timer:deadline:{match.id}:0"
    assert [line.kind for line in await lines_of(club, match, 0)][-1] is LedgerKind.TIMED_OUT
    assert (await clock_of(club, match, 0)).balance == timedelta()
    check_ledger(await look(club, match))
    assert await club.from_the_log(match.id) == over
    await club.look_around()
    assert club.discord.posted(match.id) == [0, 1]
    assert await deadline(club, match) is None
    assert await club.rows("timers") == 0


async def test_a_move_in_time_wins_though_it_is_heard_of_within_the_grace(club: Club) -> None:
    match = await timed(club, "1d")
    club.clock.now += DAY - MOMENT
    clicked = club.actor(ADA)
    assert await club.sweep(GRACE) == 0
    await club.matches.submit(clicked, first_move(match), match.id, match.ply)
    moved = next(x for x in await lines_of(club, match, 0) if x.kind is LedgerKind.MOVED)
    assert moved.amount == MOMENT - DAY
    assert await club.sweep(GRACE) == 0
    assert (await club.state(match.id)).is_running


async def test_it_waits_while_something_from_before_is_being_answered(club: Club) -> None:
    match = await timed(club, "1d")
    interactions, until = club.services[Presence].interactions, await deadline(club, match)
    assert until is not None
    late, in_time = (asyncio.create_task(asyncio.Event().wait()) for _ in range(2))
    interactions.begin(late, until, until)
    interactions.begin(in_time, until - MOMENT, until)
    for seconds in (0, 15):
        club.clock.now = until + GRACE + timedelta(seconds=seconds)
        assert await club.sweep() == 1
        assert (await club.state(match.id)).is_running
    in_time.cancel()
    await asyncio.wait((in_time,))
    await club.sweep(timedelta(seconds=15))
    assert not (await club.state(match.id)).is_running


async def test_nothing_is_waited_for_for_ever(club: Club) -> None:
    match = await timed(club, "1d")
    until = await due(club, match)
    stuck = asyncio.create_task(asyncio.Event().wait())
    club.services[Presence].interactions.begin(stuck, until - MOMENT, until - MOMENT)
    for seconds, running in ((59, True), (75, False)):
        club.clock.now = until + timedelta(seconds=seconds)
        await club.sweep()
        assert (await club.state(match.id)).is_running is running


async def test_a_move_too_late_loses_nothing_but_the_move(club: Club) -> None:
    match = await timed(club, "1d")
    club.clock.now += DAY
    refused = await refusal(OutOfTime, club.play(match))
    assert refused.deadline == club.clock.now
    assert await club.rows("entries") == (await club.state(match.id)).ply == 0
    assert (await club.state(match.id)).is_running
    await club.sweep(GRACE)
    assert not (await club.state(match.id)).is_running


async def test_a_timer_of_an_earlier_turn_does_nothing(club: Club) -> None:
    match = await timed(club, "1d")
    early = (DEADLINE_TIMER, match.id, club.clock.now + DAY)
    club.clock.now += DAY / 2
    match = await club.play(match, posted=True)
    later = await club.database.read(timers.next_due, TimerKind.known)
    await club.database.write(timers.set_timer, *early)
    assert await club.sweep(DAY / 2) == 1
    assert (await club.state(match.id)).is_running
    following = await club.database.read(timers.next_due, TimerKind.known)
    assert following == later


async def test_of_three_the_seat_leaves_and_the_others_go_on(club: Club) -> None:
    match = await timed(club, "1d", ADA, BEN, CHLOE, game="halves")
    gone = match.to_move
    assert gone is not None
    await club.look_around(DAY + GRACE)
    match = await club.state(match.id)
    assert match.is_running
    assert match.left == (gone,)
    assert match.to_move not in (None, gone)
    assert await deadline(club, match) == club.clock.now + DAY
    await club.sweep(DAY + GRACE)
    over = await club.state(match.id)
    assert over.result.ending is Ending.TIMED_OUT
    (winner,) = over.result.winners
    assert winner not in over.left
    check_ledger(await look(club, over))


AT_ONCE = 5
"""Timeouts that are believed without asking anybody."""


async def moved(club: Club, match: MatchState) -> type[ServiceError] | None:
    """Make a move that reached Discord right before the deadline; why it was refused."""
    now, club.clock.now = club.clock.now, club.clock.now - GRACE - timedelta(seconds=1)
    clicked = club.actor(match.people[0])
    club.clock.now = now
    try:
        await club.matches.submit(clicked, first_move(match), match.id, match.ply)
    except ServiceError as error:
        return type(error)
    return None


@pytest.mark.both_databases
@pytest.mark.parametrize("move_first", [True, False])
async def test_exactly_one_of_them_wins(open_club: OpenClub, move_first: bool) -> None:
    first = await open_club()
    second = await open_club(first.discord)
    people = [PlayerId(100 + each) for each in range(2 * AT_ONCE)]
    pairs = zip(people[:AT_ONCE], people[AT_ONCE:], strict=True)
    matches = [await timed(first, "1d", *pair) for pair in pairs]
    first.clock.now += DAY + GRACE
    moving = [moved(first, match) for match in matches]
    sweeping = [second.sweep() for _ in range(AT_ONCE)]
    both = zip(moving, sweeping, strict=True) if move_first else zip(sweeping, moving, strict=True)
    ended = await asyncio.gather(*(each for pair in both for each in pair))
    refused = ended[0 if move_first else 1 :: 2]
    for match, why in zip(matches, refused, strict=True):
        after = await first.from_the_log(match.id)
        assert after.ply == 1
        assert after.last.kind is (EntryKind.MOVE if why is None else EntryKind.TIMEOUT)
        assert why in (None, MatchOver, OutdatedBoard)
        assert after.is_running is (why is None)
        check_ledger(await look(first, match, match.people[0]))
