"""A process of its own in which somebody gives up a match, as soon as a file is there."""

import asyncio
import sys
from itertools import count
from pathlib import Path

from data.ids import MatchId, PlayerId
from tests.kit.club import Club


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
