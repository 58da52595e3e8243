"""``python -m tests.rules.plain --game apart --positions 1000000``: compare so many positions.

Positions come in chunks, each from a seed of its own, so that one that disagrees is found again.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from random import Random

from tests.rules.plain.games import PLAIN

CHUNK = 10_000
WHOLE = 20
"""Of so many positions one has its whole list of moves compared."""


def compare(game: str, seed: int, count: int, whole: int = WHOLE) -> list[str]:
    """What disagrees in ``count`` positions from ``seed``, each with its position."""
    chance, plain, found = Random(f"{game} {seed}"), PLAIN[game], []
    for number in range(count):
        position = plain.arbitrary(chance)
        told = plain.disagreements(position, chance, number % whole == 0)
        found += [f"{each}: {position.encode()}" for each in told]
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare; 1 if anything disagrees."""
    parser = argparse.ArgumentParser(prog="python -m tests.rules.plain", description=__doc__)
    parser.add_argument("--game", action="append", choices=sorted(PLAIN))
    parser.add_argument("--positions", type=int, default=CHUNK)
    parser.add_argument("--first", type=int, default=0, help="the seed of the first chunk")
    options = parser.parse_args(arguments)
    wrong = 0
    for game in options.game or sorted(PLAIN):
        done, began = 0, time.perf_counter()
        for seed in range(options.first, options.first + -(-options.positions // CHUNK)):
            count = min(CHUNK, options.positions - done)
            found = compare(game, seed, count)
            done, wrong = done + count, wrong + len(found)
            seconds = time.perf_counter() - began
            lines = [f"{game}, seed {seed}: {told}" for told in found[:5]]
            lines.append(f"{game}: {done} positions, {wrong} disagree, {seconds:.0f} s")
            sys.stdout.write("\n".join(lines) + "\n")
            sys.stdout.flush()
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
