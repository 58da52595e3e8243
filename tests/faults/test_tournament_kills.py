"""Tournaments whose program is killed at any moment: nothing is doubled, nobody is missing."""

import os
import signal
from pathlib import Path
from random import Random

import pytest

from tests.faults import competing, doomed
from tests.faults.competing import Plan
from tests.faults.test_kills import PROCESSES, running
from tests.kit.databases import shared_postgresql, url

__all__ = ["shared_postgresql", "url"]

KILLS = int(os.environ.get("QUINTET_KILLS", "3"))
MOMENTS, RARE = 1500, 250
"""A run has about so many statements, commits and calls; commits and calls alone."""
PROCESSES.set_forkserver_preload([doomed.__name__, competing.__name__])


def run(plan: Plan, folder: Path) -> int | None:
    """Go on with the tournament; how the program ended."""
    with running(competing.compete, folder, str(plan)) as it:
        it.process.join()
        return it.process.exitcode


@pytest.mark.chaos
@pytest.mark.night
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
