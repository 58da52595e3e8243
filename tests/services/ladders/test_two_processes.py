"""Two challengers beat the same defender in the same second, from two processes."""

import asyncio
import sys
from pathlib import Path

import pytest

from tests.kit.log_watch import WATCH
from tests.services.ladders import giving_up
from tests.services.ladders.ladder_club import LadderClub
from tests.services.opening import OpenClub

ROOT = Path(__file__).resolve().parents[3]
TIMEOUT = 60.0


@pytest.mark.slow
async def test_both_climb_one_after_the_other(
    open_club: OpenClub, url: str, tmp_path: Path
) -> None:
    ladder = await LadderClub.open(await open_club(), 6)
    matches = [await ladder.begin(player, 3) for player in (5, 6)]
    go = tmp_path / "go"
    processes = [
        await asyncio.create_subprocess_exec(
            sys.executable, "-m", giving_up.__name__, url, str(match.id), "3", first, str(go),
            cwd=ROOT, stderr=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        )
        for match, first in zip(matches, ("2000", "3000"), strict=True)
    ]  # fmt: skip
    async with asyncio.timeout(TIMEOUT):
        while len(list(tmp_path.glob("go.*"))) < len(processes):
            await asyncio.sleep(0.01)
        go.touch()
        for each in processes:
            for told in await each.communicate():
                WATCH.write(told.decode())
        assert [each.returncode for each in processes] == [0, 0]
    order = await ladder.order()
    # whoever's win was committed first stands above the defender; the other one just above too
    assert order in ([1, 2, 5, 6, 3, 4], [1, 2, 6, 5, 3, 4])
    assert (await ladder.state()).standings == await ladder.rebuilt()
    assert await ladder.remembered_by_nobody() == await ladder.state()
