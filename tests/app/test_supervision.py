"""A background job that dies is seen, and goes on; stopping waits for whoever is being answered."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from bot.app.supervision import LONGEST_PAUSE, SOUND, Jobs, Standing, supervise
from bot.core.waking import RunningInteractions
from data.errors import StorageError
from tests.kit.logs import captured
from tests.kit.refusals import refusal


class EnoughError(Exception):
    """The test has seen what it wanted to see."""


class Job:
    """Dies as often as it is told to, in all the ways there are."""

    def __init__(self, ends: list[BaseException | None]) -> None:
        self.ends = ends
        self.begun = 0

    async def work(self) -> None:
        self.begun += 1
        end = self.ends[self.begun - 1]
        if end is not None:
            raise end


class Pauses:
    """Sleeps not at all, and is soon tired of it."""

    def __init__(self, most: int) -> None:
        self.taken: list[float] = []
        self.most = most

    async def __call__(self, seconds: float) -> None:
        self.taken.append(seconds)
        if len(self.taken) == self.most:
            raise EnoughError


async def test_a_job_goes_on_however_it_ended() -> None:
    ends = [OSError("gone"), ValueError("x"), None, asyncio.CancelledError(), RuntimeError("y")]
    job, pauses = Job(ends), Pauses(len(ends))
    with captured() as told, pytest.raises(EnoughError):
        await supervise("deliver", job.work, sleep=pauses)
    assert job.begun == len(ends)
    assert [(line["event"], line["job"]) for line in told] == [("job ended", "deliver")] * 5
    assert pauses.taken[0] <= 1.0
    assert pauses.taken[-1] > pauses.taken[0]


async def test_a_job_is_cancelled_with_its_supervisor() -> None:
    ended = asyncio.Event()

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    supervised = asyncio.create_task(supervise("deliver", work))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    supervised.cancel()
    await refusal(asyncio.CancelledError, supervised)
    assert ended.is_set()


async def test_finishing_waits_for_all_and_tells_of_those_that_died() -> None:
    async def dies_at_the_end() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            raise OSError("what somebody wrote")

    async def ends_well() -> None:
        await asyncio.Event().wait()

    jobs = Jobs()
    jobs.start("well", ends_well)
    jobs.start("badly", dies_at_the_end)
    jobs.start("well", dies_at_the_end)  # it goes on already, so this is nothing
    for _ in range(3):
        await asyncio.sleep(0)
    with captured() as told:
        await jobs.finish()
        await jobs.finish()
        jobs.start("late", dies_at_the_end)  # once all is finished nothing begins
        await asyncio.sleep(0)
        await jobs.finish()
    assert [(line["event"], line["job"]) for line in told] == [("job did not end well", "badly")]


def note(interactions: RunningInteractions) -> None:
    task, now = asyncio.current_task(), datetime.now(UTC)
    assert task is not None
    interactions.begin(task, now, now)


async def test_whoever_is_told_that_it_is_too_late_may_hear_it_to_the_end() -> None:
    interactions, told = RunningInteractions(), asyncio.Event()
    heard: list[str] = []

    async def answer() -> None:
        note(interactions)
        await told.wait()
        heard.append("restarting" if interactions.is_stopping else "played")
        if len(heard) == 1:
            later.append(asyncio.create_task(answer()))

    later = [asyncio.create_task(answer())]
    await asyncio.sleep(0)
    asyncio.get_running_loop().call_soon(told.set)
    await interactions.stop(timedelta(minutes=1))
    assert interactions.is_over
    assert heard == ["restarting", "restarting"]


async def test_what_runs_may_end_and_what_lasts_too_long_is_cut_off() -> None:
    interactions, go = RunningInteractions(), asyncio.Event()
    said: list[str] = []

    async def answer(until: asyncio.Event, words: str) -> None:
        note(interactions)
        note(interactions)
        await until.wait()
        said.append(words)

    quick = asyncio.create_task(answer(go, "played"))
    slow = asyncio.create_task(answer(asyncio.Event(), "never"))
    await asyncio.sleep(0)
    go.set()
    await interactions.stop(timedelta(seconds=0.05))
    assert interactions.is_stopping
    assert quick.done()
    assert slow.cancelled()
    assert said == ["played"]
    await interactions.stop(timedelta(0))


LONG = timedelta(seconds=0.02)


async def pauses_of(
    ends: list[BaseException | None], sound: timedelta | None = LONG, lasting: float = 0.0
) -> tuple[list[float], list[int]]:
    """The pauses after runs that end so, and how many failures are known as each run ends."""
    job, pauses, standing, known = Job(ends), Pauses(len(ends)), Standing(), list[int]()

    async def work() -> None:
        await asyncio.sleep(lasting)
        known.append(standing.failures)
        await job.work()

    with captured():
        supervised = supervise("timers", work, sleep=pauses, standing=standing, sound=sound)
        await refusal(EnoughError, supervised)
    return pauses.taken, known


async def test_no_job_waits_long_for_a_database_that_is_away_nor_because_it_was() -> None:
    away: list[BaseException | None] = [StorageError("away")] * 30
    taken, _ = await pauses_of([*away, ValueError("x")])
    assert max(taken) <= 3.0
    assert taken[-1] <= 1.0


async def test_the_pauses_begin_small_again_after_a_sound_run_alone() -> None:
    sound, known = await pauses_of([ValueError("x")] * 4, lasting=2 * LONG.total_seconds())
    assert max(sound) <= 1.0
    assert set(known) == {0}, "a sound run is a success before it ends"
    grown, known = await pauses_of([ValueError("x")] * 50)
    assert min(grown) >= 0.5
    assert LONGEST_PAUSE.total_seconds() / 2 <= grown[-1] <= max(grown)
    assert max(grown) <= LONGEST_PAUSE.total_seconds()
    assert known == list(range(50)), "it counts as failing while it runs again"
    assert SOUND > 2 * LONGEST_PAUSE


async def test_a_job_that_reports_fails_until_it_says_otherwise() -> None:
    """However long its runs are, and also by the database: a backup that fails slowly."""
    ends: list[BaseException | None] = [StorageError("no room")] * 12
    taken, known = await pauses_of(ends, None, lasting=0.005)
    assert taken[-1] >= LONGEST_PAUSE.total_seconds() / 2
    assert known == list(range(12))
    standing = Standing()
    standing.failed(is_away=False)
    standing.succeeded()
    assert standing.failures == 0
