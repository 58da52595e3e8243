"""Two results of the same player in the same second, from two processes."""

import asyncio
import sys
from pathlib import Path

from tests.kit.club import ADA, BEN, CHLOE
from tests.kit.log_watch import WATCH
from tests.services.ladders import giving_up
from tests.services.opening import OpenClub
from tests.services.results.ledger import ledger, rating, recompute

ROOT = Path(__file__).resolve().parents[3]
TIMEOUT = 60.0


async def test_both_count_one_after_the_other(
    open_club: OpenClub, url: str, tmp_path: Path
) -> None:
    club = await open_club()
    matches = [await club.play(await club.start(ADA, who), 4) for who in (BEN, CHLOE)]
    go = tmp_path / "go"
    processes = [
        await asyncio.create_subprocess_exec(
            sys.executable, "-m", giving_up.__name__, url, str(match.id), str(who), first, str(go),
            cwd=ROOT, stderr=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        )
        for match, who, first in zip(matches, (BEN, CHLOE), ("2000", "3000"), strict=True)
    ]  # fmt: skip
    async with asyncio.timeout(TIMEOUT):
        while len(list(tmp_path.glob("go.*"))) < len(processes):
            await asyncio.sleep(0.01)
        go.touch()
        for each in processes:
            for told in await each.communicate():
                WATCH.write(told.decode())
        assert [each.returncode for each in processes] == [0, 0]
    assert (await rating(club, ADA)).won == 2
    stood = await ledger(club)
    assert len(stood["results"]) == 2
    assert len(stood["ratings"]) == 6  # three people, here and everywhere
    done = await recompute(club)
    assert (done.results, done.rated) == (2, 2)
    assert await ledger(club) == stood
