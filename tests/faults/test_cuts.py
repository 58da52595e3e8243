"""The database is away again and again: every board comes once, and what runs by itself goes on."""

import asyncio
import time
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import URL

from bot.app.supervision import Jobs
from bot.core import timers
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
LENGTHS = spread(8, longest=2)


@needs_postgresql
async def test_a_cable_that_breaks_leaves_no_board_behind(server_url: URL) -> None:
    async with cable_to(server_url) as (cable, url):
        left = await play_through(url, cut_by(cable), LENGTHS)
    assert left.wrong == []
    assert left.seconds < LATEST


async def test_a_file_that_is_held_leaves_no_board_behind(tmp_path: Path) -> None:
    path = tmp_path / "quintet.db"
    await lay_out(path)
    left = await play_through(sqlite_url(path), held(path), LENGTHS)
    assert left.wrong == []
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


@needs_postgresql
async def test_engines_and_timers_go_on_after_a_cable_was_cut(server_url: URL) -> None:
    async with cable_to(server_url) as (cable, url):
        assert await seconds_until_all_is_done(url, cut_by(cable)) < SOON


async def test_engines_and_timers_go_on_after_a_file_was_held(tmp_path: Path) -> None:
    path = tmp_path / "quintet.db"
    await lay_out(path)
    assert await seconds_until_all_is_done(sqlite_url(path), held(path)) < SOON
