"""The process is killed without warning; the next one finds what was told, and goes on."""

import os
import signal
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest

from data.ids import MatchId
from tests.faults.competing import Plan, compete
from tests.faults.doomed import play, running
from tests.kit.club import Club
from tests.kit.databases import shared_postgresql, url
from tests.kit.scripted import ManualClock

__all__ = ["shared_postgresql", "url"]

KILLS = int(os.environ.get("QUINTET_KILLS", "3"))
MOMENTS, RARE = 1500, 250
"""A run has about so many statements, commits and calls; commits and calls alone."""


async def test_every_move_that_was_told_is_there(tmp_path: Path) -> None:
    with running(play, tmp_path) as (_, pipe):
        told = [pipe.recv() for _ in range(37)]
    match_id, ply = map(int, told[-1].split())
    clock = ManualClock()
    clock.now += timedelta(seconds=1)
    club = await Club.open(tmp_path / "club.db", clock=clock)
    match = await club.state(MatchId(match_id))
    assert match.ply >= ply
    boards = await club.rows("outbox", "kind = 'board'")
    assert boards == await club.rows("entries") + await club.rows("matches")
    if match.to_move_player is not None:
        assert (await club.play(match)).ply == match.ply + 1
    await club.close()


def compete_until_killed(plan: Plan, folder: Path) -> int | None:
    """Go on with the tournament; how the program ended."""
    with running(compete, folder, str(plan)) as (process, _):
        process.join()
        return process.exitcode


@pytest.mark.chaos
@pytest.mark.night
@pytest.mark.parametrize("kind", ["swiss", "knockout", "round_robin"])
def test_a_tournament_goes_on_undoubled_and_misses_nobody(url: str, tmp_path, kind: str) -> None:
    lot, killed, number = Random(KILLS), 0, 0
    while killed < KILLS:
        number += 1
        dies_at = lot.choice([lot.randrange(1, MOMENTS), -lot.randrange(1, RARE)])
        ended = compete_until_killed(Plan(number, kind, dies_at, url), tmp_path)
        assert ended in (0, -signal.SIGKILL)
        killed += ended != 0
    assert compete_until_killed(Plan(number + 1, kind, 0, url), tmp_path) == 0
