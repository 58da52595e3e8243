"""Processes of their own in which people give up matches in the same moment."""

import asyncio
import sys
from itertools import count
from pathlib import Path

from bot.services.matches import MatchState
from data.ids import MatchId, PlayerId
from tests.kit.club import Club
from tests.kit.log_watch import WATCH

ROOT = Path(__file__).resolve().parents[3]


async def give_up_at_once(url: str, folder: Path, *losses: tuple[MatchState, int]) -> None:
    """Let somebody lose each match, all as soon as every process is ready."""
    go = folder / "go"
    processes = [
        await asyncio.create_subprocess_exec(
            sys.executable, "-m", __name__, url, str(match.id), str(who), f"{each}000", str(go),
            cwd=ROOT, stderr=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        )
        for each, (match, who) in enumerate(losses, 2)
    ]  # fmt: skip
    async with asyncio.timeout(60):
        while len(list(folder.glob("go.*"))) < len(processes):
            await asyncio.sleep(0.01)
        go.touch()
        for process in processes:
            for told in await process.communicate():
                WATCH.write(told.decode())
    assert [each.returncode for each in processes] == [0] * len(losses)


async def main(url: str, match: str, player: str, first: str, go: str) -> None:
    """Open the database, say so, wait for the file, and resign."""
    club = await Club.at(url)
    club._interactions = count(int(first))
    Path(f"{go}.{first}").touch()
    while not Path(go).exists():
        await asyncio.sleep(0.001)
    state = await club.state(MatchId(int(match)))
    await club.resign(state, PlayerId(int(player)))
    await club.close()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
