"""The chaos of ``make chaos`` for some seconds: everything fails, and nothing is lost."""

import sys
from pathlib import Path

import pytest
from sqlalchemy import URL

from tests.chaos.run import Plan, Run
from tests.kit.databases import needs_postgresql, sqlite_url, written

pytestmark = [pytest.mark.chaos, pytest.mark.night, pytest.mark.timeout(600)]


async def check(plan: Plan, fault: str) -> None:
    run = Run(plan)
    verdict = await run.go(sys.stdout.write)
    sys.stdout.write("\n".join([run.figures(), *verdict.lines()]))
    assert verdict.is_well
    assert verdict.moves >= plan.moves
    assert run.kills >= plan.kills
    assert run.faults >= plan.faults
    assert run.discord.failed[fault]


async def test_one_bot_on_a_file(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path / "quintet.db")
    await check(
        Plan(url, tmp_path, kills=6, faults=60, moves=60, seconds=300, pairs=8, pause=3), "429"
    )


@needs_postgresql
async def test_three_bots_on_a_server(tmp_path: Path, server_url: URL) -> None:
    plan = Plan(
        written(server_url), tmp_path, kills=6, faults=0, moves=100, seconds=300, processes=3
    )
    await check(plan, "cable cut")
