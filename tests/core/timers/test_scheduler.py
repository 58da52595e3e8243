"""Everything that is due is done, once each, whatever happens meanwhile."""

import asyncio
from datetime import datetime, timedelta

import pytest
from sqlalchemy import Connection

from bot.core import timers
from bot.core.people import players
from bot.core.timers import BATCH, Scheduler, Timer, TimerRule
from bot.features.challenges.storage import CHALLENGE_EXPIRY_TIMER
from data.ids import PlayerId
from data.states import TimerKind
from tests.kit.club import BEN, Club, OpenClub
from tests.kit.waiting import running, until

KIND = CHALLENGE_EXPIRY_TIMER


class Diary(Scheduler):
    """Notes who was due, in the transaction in which they were."""

    def __init__(self, club: Club) -> None:
        super().__init__(club.database, [TimerRule(KIND, self.note)], club.clock)
        self.tries: list[int] = []

    def note(self, connection: Connection, timer: Timer, _: datetime) -> None:
        self.tries.append(timer.subject_id)
        players.ensure(connection, [PlayerId(timer.subject_id)], timer.due_at)


@pytest.fixture
def diary(club: Club) -> Diary:
    return Diary(club)


async def set_timers(club: Club, *subjects: int, due_in: timedelta = timedelta(0)) -> None:
    for subject in subjects:
        await club.database.write(timers.set_timer, KIND, subject, club.clock.now + due_in)


async def test_what_is_due_is_done_once_and_in_order(club: Club, diary: Diary) -> None:
    await set_timers(club, 3, due_in=timedelta(minutes=2))
    await set_timers(club, 1, due_in=timedelta(minutes=1))
    await set_timers(club, 2, due_in=timedelta(minutes=3))
    assert await diary.sweep() == 0
    club.clock.advance(minutes=2)
    assert await diary.sweep() == 2
    assert await diary.sweep() == 0
    club.clock.advance(minutes=2)
    assert await diary.sweep() == 1
    assert diary.tries == [1, 3, 2]
    assert await club.rows("timers") == 0


async def test_a_timer_that_is_set_anew_counts_once(club: Club, diary: Diary) -> None:
    await set_timers(club, 1, due_in=timedelta(minutes=1))
    await set_timers(club, 1, due_in=timedelta(minutes=5))
    club.clock.advance(minutes=1)
    assert await diary.sweep() == 0
    club.clock.advance(minutes=4)
    assert await diary.sweep() == 1
    assert diary.tries == [1]


async def test_more_than_a_batch_is_done_batch_by_batch(club: Club, diary: Diary) -> None:
    def fill(connection: Connection) -> None:
        for subject in range(1, BATCH + 6):
            timers.set_timer(connection, KIND, subject, club.clock.now)

    await club.database.write(fill)
    assert await diary.sweep() == BATCH
    assert await diary.sweep() == 5
    assert sorted(diary.tries) == list(range(1, BATCH + 6))
    await club.database.write(fill)
    async with running(diary.run()):
        await until(lambda: len(diary.tries) == 2 * (BATCH + 5))


@pytest.mark.both_databases
async def test_two_that_look_at_once_do_it_once(open_club: OpenClub) -> None:
    clubs = [await open_club(), await open_club()]
    await set_timers(clubs[0], *range(1, 30))
    both = [Diary(each) for each in clubs]
    swept = await asyncio.gather(*(each.sweep() for each in both))
    assert sum(swept) == 29
    assert sorted([*both[0].tries, *both[1].tries]) == list(range(1, 30))


async def test_a_running_scheduler_does_what_is_set_later(club: Club, diary: Diary) -> None:
    async with running(diary.run()):
        await set_timers(club, 1)
        await until(lambda: diary.tries == [1])
        await set_timers(club, 2, due_in=timedelta(milliseconds=50))
        await asyncio.sleep(0.02)
        assert diary.tries == [1]
        club.clock.advance(milliseconds=50)
        await until(lambda: diary.tries == [1, 2])


async def test_a_challenge_that_was_answered_at_the_last_moment_is_left_alone(club: Club) -> None:
    challenge = await club.offer()
    await club.challenges.accept(club.actor(BEN), challenge.id)
    await set_timers(club, challenge.id)  # as if it had been claimed already
    assert await club.sweep() == 1
    assert (await club.challenges.get(challenge.id)).state.value == "accepted"
    later = club.clock.now + timedelta(days=1000)
    left = await club.database.write(timers.due, later, 100, TimerKind.known)
    assert [each for each in left if each.kind is CHALLENGE_EXPIRY_TIMER] == []
