"""What memory a bot that waits for players holds: ``python -m benchmarks.memory [PYTHON]``.

It is run as in its container, on an SQLite file: twice, as only the first start builds the tables.
PYTHON is another one than this, such as that of an installation without tools for development.
"""

import asyncio
import os
import sys
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.error import URLError
from urllib.request import urlopen

from tests.container import discord_for
from tests.kit.databases import sqlite_url
from tests.kit.waiting import until

ROOT = Path(__file__).resolve().parent.parent
PORT = 9878
SETTLED = 10
"""Seconds after which a bot that is ready has done what it does once."""
MOST = 120
SHOWN = 12
KINDS = ("Rss", "Pss", "Private_Dirty")
MB = 10**6


def held(process: int) -> Counter[str]:
    """The bytes of a process by kind, such as ``Rss``."""
    lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()[1:]
    fields = (line.split() for line in lines)
    return Counter({name[:-1]: int(size) * 1024 for name, size, *_ in fields})


def by_mapping(process: int) -> Counter[str]:
    """Resident bytes of a process by file; ``heap`` and others have none."""
    found: Counter[str] = Counter()
    name = ""
    for line in Path(f"/proc/{process}/smaps").read_text().splitlines():
        fields = line.split()
        if not fields[0].endswith(":"):
            name = Path(fields[5]).name if len(fields) > 5 else "anonymous"
        elif fields[0] == "Rss:":
            found[name] += int(fields[1]) * 1024
    return found


def family(process: int) -> list[int]:
    """A process and all that stand below it."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [process, *(each for child in children for each in family(int(child)))]


def is_ready() -> bool:
    try:
        with urlopen(f"http://127.0.0.1:{PORT}/health", timeout=5) as answer:
            return bool(answer.status == 200)
    except (URLError, ConnectionError):
        return False


async def measure(what: str, python: str, folder: Path) -> Counter[str]:
    """Start the bot in ``folder``, print what it holds, and stop it; all by mapping."""
    environment = {
        **os.environ,
        "DISCORD_TOKEN": "a.token.of.three",
        "PYTHONPATH": f"{folder}:{ROOT}",
        "DATABASE_URL": sqlite_url(folder / "quintet.db"),
        "LOG_LEVEL": "warning",
        "METRICS_PORT": str(PORT),
    }
    begun = time.perf_counter()
    bot = await asyncio.create_subprocess_exec(
        python, "-m", "bot", "run", env=environment, cwd=folder
    )
    try:
        await until(lambda: asyncio.to_thread(is_ready))
        ready = time.perf_counter() - begun
        await asyncio.sleep(SETTLED)
        processes = family(bot.pid)
        sums = sum((held(each) for each in processes), Counter())
        figures = " ".join(f"{sums[kind] / MB:13.1f}" for kind in KINDS)
        print(f"{what:14} {figures} MB  {len(processes)} process(es), ready after {ready:.1f} s")
        return sum((by_mapping(each) for each in processes), Counter())
    finally:
        bot.terminate()
        await bot.wait()


async def main(python: str = sys.executable) -> None:
    heads = " ".join(f"{kind:>13}" for kind in KINDS)
    print(f"{'':14} {heads}     at most {MOST} MB resident (Rss)")
    with TemporaryDirectory() as name:
        folder = Path(name)
        async with discord_for(folder):
            await measure("first start", python, folder)
            mappings = await measure("another start", python, folder)
    for mapped, size in mappings.most_common(SHOWN):
        print(f"  {mapped:50} {size / MB:6.1f} MB")


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
