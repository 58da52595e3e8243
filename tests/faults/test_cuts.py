"""The database is away again and again: every board comes once, and what runs by itself goes on."""

import asyncio
import time
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.app.supervision import Jobs
from bot.core import delivery, timers
from bot.features.challenges import ChallengeOffer
from bot.features.timekeeping import Presence
from bot.features.timekeeping.storage import VACATION_END_TIMER
from data.errors import StorageError
from data.ids import Engine
from data.states import SeatChoice
from tests.faults.cutting import (
    LATEST,
    Cut,
    RunningClock,
    TakesItsTime,
    cable_to,
    cut_by,
    held,
    play_through,
    spread,
)
from tests.kit.club import ADA, BEN, Club, first_move
from tests.kit.databases import lay_out, needs_postgresql, sqlite_url
from tests.kit.outages import read_outages
from tests.kit.waiting import until

pytestmark = [pytest.mark.slow, pytest.mark.waits]


@pytest.fixture(params=[pytest.param("cable", marks=needs_postgresql), "file"])
async def cut_off(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[tuple[str, Cut]]:
    """A database's address, and how it is cut off: by its cable, or by who holds its file."""
    if request.param == "cable":
        async with cable_to(request.getfixturevalue("server_url")) as (cable, url):
            yield url, cut_by(cable)
    else:
        path = tmp_path / "quintet.db"
        await lay_out(path)
        yield sqlite_url(path), held(path)


@pytest.mark.parametrize(
    "lengths",
    [
        pytest.param(spread(2, longest=0.3), id="two short ones"),
        pytest.param(spread(8, longest=2), id="many", marks=pytest.mark.night),
    ],
)
async def test_no_board_is_left_behind(
    cut_off: tuple[str, Cut], lengths: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    if len(lengths) == 2:
        monkeypatch.setattr(delivery, "FIRST_DELAY", timedelta(milliseconds=200))
    left = await play_through(*cut_off, lengths)
    assert left.wrong == []
    assert left.boards > 0
    assert left.seconds < LATEST


BLIPS, LENGTH, BETWEEN = 6, 0.7, 0.3
"""So many blips of so many seconds, with so many of peace after each."""
SOON = 6.0
"""Seconds: the longest pause without the database, and time for the work on a busy machine."""
NOBODY = 999


async def seconds_until_all_is_done(url: str, cut: Cut) -> float:
    """After the last blip, until an engine has moved and a timer is done that were due in it."""
    club = await Club.at(url, TakesItsTime(), RunningClock(), busy_seconds=0.2)
    offer = ChallengeOffer("apart", (), None, SeatChoice.FIRST, engines=(Engine(2),))
    match = await club.begun(await club.challenges.offer(club.actor(ADA), offer))
    jobs = Jobs()
    jobs.start("presence", club.services[Presence].run)
    jobs.start("timers", club.scheduler.run)
    jobs.start("opponents", club.opponents.run)
    club.thinker.free.clear()
    await club.matches.submit(club.actor(ADA), first_move(match), match.id, match.ply)
    await until(lambda: club.thinker.asked)
    due = club.clock.now + timedelta(seconds=BLIPS * (LENGTH + BETWEEN) - LENGTH)
    await club.database.write(timers.set_timer, VACATION_END_TIMER, NOBODY, due)
    first = club.clock.now
    for _ in range(BLIPS):
        async with cut():
            club.thinker.free.set()
            await asyncio.sleep(LENGTH)
        ended = time.monotonic()
        await asyncio.sleep(BETWEEN)

    async def done() -> bool:
        try:
            moved = (await club.state(match.id)).ply == 2
            return moved and not await club.rows("timers", f"subject_id = {NOBODY}")
        except StorageError:
            return False

    await until(done)
    seconds = time.monotonic() - ended
    gone = await club.database.read(read_outages)
    assert all(began >= first for began, _ in gone)  # what came before was heard and played
    assert (await club.play(await club.start(BEN, ADA))).ply == 1
    await jobs.finish()
    await club.close()
    return seconds


@pytest.mark.night
async def test_engines_and_timers_go_on(cut_off: tuple[str, Cut]) -> None:
    assert await seconds_until_all_is_done(*cut_off) < SOON
