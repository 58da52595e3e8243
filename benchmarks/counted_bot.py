"""The bot in a process of its own, unchanged, on another Discord and with its work counted.

``python -m benchmarks.counted_bot ADDRESS`` does what ``quintet run`` does. For each line on
its standard input it writes one on its standard output: its usage so far. What the bot itself
prints goes to the standard error.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any, TextIO

import yarl
from sqlalchemy import Engine, Pool, event

from benchmarks.usage import Usage
from bot.__main__ import main as run_bot
from tests.kit.redirect import directed_to

BEGINNING_TO_WRITE = "BEGIN IMMEDIATE"
LONGEST_TEXT = 160


class DatabaseCounts:
    """Counts what every engine of this process is asked, in whichever thread."""

    def __init__(self) -> None:
        self.transactions = 0
        self.writing = 0
        self.connections = 0
        self.by_text: Counter[str] = Counter()

    def install(self) -> None:
        """Listen to every engine there will be."""
        event.listen(Engine, "begin", self._begun)
        event.listen(Pool, "connect", self._connected)
        event.listen(Engine, "before_cursor_execute", self._asked)

    def _begun(self, *_: Any) -> None:
        self.transactions += 1

    def _connected(self, *_: Any) -> None:
        self.connections += 1

    def _asked(self, connection: Any, cursor: Any, statement: str, *_: Any) -> None:
        del connection, cursor
        if statement.startswith("BEGIN"):
            self.writing += statement == BEGINNING_TO_WRITE
        else:
            self.by_text[" ".join(statement.split())[:LONGEST_TEXT]] += 1


def usage(counts: DatabaseCounts) -> Usage:
    """What this process has used so far."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    by_text = dict(counts.by_text)
    return Usage(
        processor_seconds=time.process_time(),
        resident=pages * os.sysconf("SC_PAGE_SIZE"),
        statements=sum(by_text.values()),
        transactions=counts.transactions,
        writing=counts.writing,
        connections=counts.connections,
        by_text=by_text,
    )


def report(counts: DatabaseCounts, answers: TextIO) -> None:
    """Answer each line of the standard input."""
    for _ in sys.stdin:
        print(usage(counts).to_json(), file=answers, flush=True)


def main(address: str) -> int:
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    counts = DatabaseCounts()
    counts.install()
    # what the limit refuses is counted and tried again: nothing to print a thousandfold
    logging.getLogger("discord.http").setLevel(logging.ERROR)
    threading.Thread(target=report, args=(counts, answers), daemon=True).start()
    with directed_to(yarl.URL(address)):
        return run_bot(["run"])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
