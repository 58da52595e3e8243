"""``python -m tests.chaos``: see ``--help``."""

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.chaos.run import Plan, Run
from tests.kit.databases import sqlite_url

SOAK: Mapping[str, Any] = {
    "kills": 1_000_000,
    "faults": 1_000_000_000,
    "pairs": 8,
    "pause": 20.0,
    "rate": 0.03,
    "soak": True,
}
"""What makes a long run: it ends with its time, and is as calm as a busy evening."""
GIVEN = ["kills", "faults", "moves", "seconds", "processes", "pairs", "pause", "rate", "seed"]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--faults", type=int, default=10_000)
    parser.add_argument("--moves", type=int, default=0, help="at least so many")
    parser.add_argument("--seconds", type=float, default=6 * 3600, help="at most")
    parser.add_argument("--processes", type=int, default=1, help="more than one on PostgreSQL")
    parser.add_argument("--pairs", type=int, default=16)
    parser.add_argument("--pause", type=float, default=2.0, help="seconds between kills")
    parser.add_argument("--rate", type=float, default=0.15, help="the part of requests that fail")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database", help="an empty PostgreSQL database in place of a file")
    parser.add_argument("--folder", type=Path, help="for the database and the log, which stay")
    parser.add_argument(
        "--soak",
        type=float,
        metavar="MINUTES",
        help="for so long, with every part of the bot in use and no constant shortened",
    )
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = (given.folder or Path(name)).absolute()
        folder.mkdir(parents=True, exist_ok=True)
        url = given.database or sqlite_url(folder / "quintet.db")
        plan = Plan(url, folder, **{name: getattr(given, name) for name in GIVEN})
        if given.soak:
            plan = replace(plan, **SOAK, seconds=60 * given.soak)
        run = Run(plan)
        verdict = asyncio.run(run.go(lambda line: print(line, flush=True)))
    print(run.figures())
    print(*verdict.lines(), sep="\n")
    return 0 if verdict.is_well else 1


if __name__ == "__main__":
    sys.exit(main())
