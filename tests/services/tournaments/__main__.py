"""Many tournaments by lot on a real database, each checked as the tests beside this check one.

``python -m tests.services.tournaments --tournaments 1000`` plays as many of each format.
"""

import argparse
import asyncio
import io
import random
import time
import traceback
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from sqlalchemy import URL

from bot.app.logging_setup import configure_logs
from data import sqlite
from tests.kit.club import Club
from tests.kit.databases import empty, lay_out, on_postgresql, sqlite_url, written
from tests.services.tournaments.cup_club import Cup
from tests.services.tournaments.test_simulated_fields import (
    Groups,
    LargeKnockout,
    LargeSeason,
    LargeSwiss,
)
from tests.services.tournaments.test_simulated_knockouts import (
    SimulatedKnockout,
    SimulatedSubstitutes,
)
from tests.services.tournaments.test_simulated_leagues import Seasons
from tests.services.tournaments.test_simulated_swiss import SimulatedSwiss
from tests.services.tournaments.test_simulated_tournaments import Simulated

FORMATS = ("league", "round_robin", "swiss", "knockout")
LEAST = {"league": 4, "round_robin": 3, "swiss": 6, "knockout": 3}
MOST = {"league": 64, "round_robin": 60, "swiss": 64, "knockout": 64}
FEW, GROUP = 14, 10
"""Of more who play several games end at a step."""
LARGE = 50
"""One in so many is of any size, the others have four more than the least on average."""
UNSYNCED = ("journal_mode=WAL", "synchronous=OFF", "foreign_keys=ON")


async def play(club: Club, kind: str, seed: int, people: int = 0) -> tuple[int, int]:
    """One tournament by lot; how many entered at first, and after how many steps it was over."""
    lot = random.Random(f"{kind} {seed}")
    least, most = LEAST[kind], MOST[kind]
    few = min(most, least + int(lot.expovariate(1 / 4)))
    people = people or (lot.randrange(least, most + 1) if lot.randrange(LARGE) == 0 else few)
    return people, await {
        "league": league,
        "round_robin": round_robin,
        "swiss": swiss,
        "knockout": knockout,
    }[kind](club, lot, people)


async def league(club: Club, lot: random.Random, people: int) -> int:
    rules = {"size": lot.choice([4, 4, 5, 5, 6, 7, 10]), "games": lot.choice([0, 1, 1])}
    cup = await Cup.open(club, 0, "league", **rules)
    played = Seasons(cup, lot.randrange(2**31))
    if people > GROUP // 2:
        played.season = LargeSeason
    await played.play(people)
    return played.steps


async def round_robin(club: Club, lot: random.Random, people: int) -> int:
    rules: dict[str, Any] = {"games": lot.randrange(3), "at_once": lot.randrange(10)}
    rules |= {"size": lot.randrange(4, 11), "final_group": lot.random() < 0.5}
    cup = await Cup.begun(club, people, "round_robin", **rules)
    return await ended((Groups if people > GROUP else Simulated)(cup, lot.randrange(2**31)))


async def swiss(club: Club, lot: random.Random, people: int) -> int:
    rounds = lot.choice([0, lot.randrange(3, min(9, people // 2) + 1)])
    cup = await Cup.begun(club, people, "swiss", rounds=rounds, round_days=lot.choice([0, 7, 14]))
    return await ended((LargeSwiss if people > FEW else SimulatedSwiss)(cup, lot.randrange(2**31)))


async def knockout(club: Club, lot: random.Random, people: int) -> int:
    rules = {} if lot.random() < 0.5 else {"third_place": lot.random() < 0.5}
    cup = await Cup.begun(club, people, "knockout", **rules)
    small = lot.choice([SimulatedKnockout, SimulatedSubstitutes])
    return await ended((LargeKnockout if people > FEW else small)(cup, lot.randrange(2**31)))


async def ended(played: Simulated) -> int:
    await played.check()
    await played.play()
    return played.steps


async def on(path: Path, server: URL | None, kind: str, seed: int, people: int) -> tuple[int, int]:
    """One on a database in which nothing has happened."""
    path.unlink(missing_ok=True)
    await (lay_out(path) if server is None else empty(server))
    club = await Club.at(sqlite_url(path) if server is None else written(server))
    try:
        return await play(club, kind, seed, people)
    finally:
        await club.close()


class Account:
    """What was played, and how much of it was wrong."""

    def __init__(self) -> None:
        self.done, self.steps, self.entered = Counter[str](), Counter[str](), Counter[str]()
        self.seconds, self.failed, self.logged = Counter[str](), 0, io.StringIO()
        configure_logs("error", self.logged)

    def play(self, path: Path, server: URL | None, kind: str, seed: int, people: int) -> None:
        """One more; what is wrong with it is told."""
        began = time.process_time()
        try:
            entered, steps = asyncio.run(on(path, server, kind, seed, people))
            assert not self.logged.getvalue(), self.logged.getvalue()
        except Exception:  # noqa: BLE001 - the others are played
            self.failed += 1
            print(f"FAILED {kind} {seed}\n{traceback.format_exc()}", flush=True)
            self.logged.truncate(self.logged.seek(0))
            return
        self.done[kind] += 1
        self.steps[kind] += steps
        self.entered[kind] += entered
        self.seconds[kind] += int(1000 * (time.process_time() - began))

    def __str__(self) -> str:
        parts = (
            f"{kind} {number}, {self.entered[kind] / number:.1f} players, "
            f"{self.steps[kind]} steps, {self.seconds[kind] / 1000:.0f} s"
            for kind, number in self.done.items()
        )
        return "; ".join((*parts, f"failed {self.failed}"))


def main() -> int:
    """Play so many of each, one format after the other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tournaments", type=int, default=10, help="so many of each format")
    parser.add_argument("--seed", type=int, default=1, help="of the first")
    parser.add_argument("--formats", nargs="+", choices=FORMATS, default=FORMATS)
    parser.add_argument("--people", type=int, default=0, help="so many enter, else by lot")
    parser.add_argument("--postgresql", action="store_true", help="not on SQLite")
    options, account = parser.parse_args(), Account()
    with ExitStack() as kept:
        kept.enter_context(patch.object(sqlite, "_PRAGMAS", UNSYNCED))
        path = Path(kept.enter_context(TemporaryDirectory())) / "many.db"
        server = kept.enter_context(on_postgresql()) if options.postgresql else None
        for seed in range(options.seed, options.seed + options.tournaments):
            for kind in options.formats:
                account.play(path, server, kind, seed, options.people)
            print(seed, account, flush=True)
    return min(account.failed, 1)


if __name__ == "__main__":
    raise SystemExit(main())
