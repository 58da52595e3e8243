"""Tournaments whose program is killed at any moment: nothing is doubled, nobody is missing."""

import asyncio
import multiprocessing
import os
import signal
from multiprocessing.process import BaseProcess
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import URL

from bot.features.tournaments.acts import Act
from data.states import TournamentState
from tests.faults import competing, doomed
from tests.faults.competing import APART, PEOPLE, PROGRAMS, Competition, CountingDiscord, Plan
from tests.features.tournaments.cup_club import Cup
from tests.kit.club import Club
from tests.kit.databases import needs_postgresql, shared_postgresql, url, written
from tests.kit.log_watch import WATCH

__all__ = ["shared_postgresql", "url"]

KILLS = int(os.environ.get("QUINTET_KILLS", "3"))
SHARED = int(os.environ.get("QUINTET_SHARED", "1"))
"""How many tournaments of each format three programs play."""
MOMENTS, RARE = 1500, 250
"""A run has about so many statements, commits and calls; commits and calls alone."""
PROCESSES = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload([doomed.__name__, competing.__name__])


def start(program: doomed.Program, plan: Plan, folder: Path) -> BaseProcess:
    """A process that runs the program."""
    ours, its = PROCESSES.Pipe(duplex=False)
    process = PROCESSES.Process(target=doomed.run, args=(program, folder, str(plan), its))
    process.start()
    its.close()
    ours.close()
    return process


def run(plan: Plan, folder: Path) -> int | None:
    """Go on with the tournament; how the program ended."""
    process = start(competing.compete, plan, folder)
    process.join()
    WATCH.read_files(folder / doomed.LOG)
    return process.exitcode


@pytest.mark.chaos
@pytest.mark.parametrize("kind", ["swiss", "knockout", "round_robin"])
def test_whatever_is_killed_goes_on(url: str, tmp_path: Path, kind: str) -> None:
    lot, killed, number = Random(KILLS), 0, 0
    while killed < KILLS:
        number += 1
        dies_at = lot.choice([lot.randrange(1, MOMENTS), -lot.randrange(1, RARE)])
        ended = run(Plan(number, kind, dies_at, url), tmp_path)
        assert ended in (0, -signal.SIGKILL)
        killed += ended != 0
    assert run(Plan(number + 1, kind, 0, url), tmp_path) == 0


@needs_postgresql
@pytest.mark.chaos
@pytest.mark.parametrize("kind", ["swiss", "knockout", "round_robin"])
async def test_three_programs_play_one_tournament(
    server_url: URL, tmp_path: Path, kind: str
) -> None:
    for number in range(SHARED):
        await play_together(written(server_url), tmp_path, kind, number)


async def play_together(url: str, folder: Path, kind: str, number: int) -> None:
    """One tournament, which begins in three programs at once, and what must hold of it then."""
    club = await Club.at(url)
    club.clock.now += number * APART
    cup = await Cup.open(club, PEOPLE, kind, clock="14d", rounds=3 if kind == "swiss" else 0)
    await cup.act(Act.START)
    await club.close()
    plans = [Plan(PROGRAMS * number + each, kind, 0, url) for each in range(PROGRAMS)]
    together = [start(competing.share, plan, folder) for plan in plans]
    for each in together:
        await asyncio.to_thread(each.join)
    assert [each.exitcode for each in together] == [0] * PROGRAMS
    WATCH.read_files(folder / doomed.LOG)
    discord = CountingDiscord(folder / "discord.pickle", 0)
    club = await Club.at(url, discord)
    club.clock.now += number * APART + APART / 2
    discord.clock = club.clock
    competition = Competition(club, discord, plans[0])
    try:
        await competition.settle()
        await competition.check()
        cup = Cup(club, cup.id)
        if (await cup.field()).tournament.state is not TournamentState.OVER:
            # acts were too few to end it, and nobody may be in too many
            await cup.act(Act.CANCEL, reason="enough")
    finally:
        await club.close()
