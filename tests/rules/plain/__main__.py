"""``python -m tests.rules.plain``: compare the games with their plain readings, as often as wanted.

It prints every position where they disagree, and ends with 1 if there are any.
"""

import argparse
import sys
import time
from random import Random

from rules import GAMES
from tests.rules.plain import READINGS

TOLD_EVERY = 50_000


def compared(game: str, number: int, seed: int) -> int:
    """Compare so many positions; in how many the readings disagreed."""
    reading, random, wrong, begun = READINGS[game], Random(f"{game} {seed}"), 0, time.monotonic()
    for done in range(1, number + 1):
        line = reading.position(random)
        try:
            reading.check(GAMES[game].decode(line), random)
        except (AssertionError, LookupError, ValueError) as error:
            wrong += 1
            print(f"{line}\n  {str(error).splitlines()[0] if str(error) else 'disagrees'}")
        if done % TOLD_EVERY == 0 or done == number:
            seconds = time.monotonic() - begun
            print(f"{game}: {done:,} positions, {wrong} disagreements, {seconds:.0f} s", flush=True)
    return wrong


def main() -> int:
    """Run it."""
    parser = argparse.ArgumentParser(prog="python -m tests.rules.plain", description=__doc__)
    parser.add_argument("games", nargs="*", default=list(READINGS), metavar="GAME")
    parser.add_argument("--positions", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    wrong = sum(compared(game, options.positions, options.seed) for game in options.games)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
