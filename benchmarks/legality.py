"""Whether what engines play is legal, in thousands of positions of every variant, hostile ones too.

Half of the positions are met in matches at random, half are such as no match leads to, where a game
can be written down like that. The levels take turns, with few nodes; what they play is read back as
text and held against the rules.
"""

from __future__ import annotations

import argparse
import itertools
import random
import time
from collections.abc import Iterator

from rules import Position
from rules.engine import LEVELS, Limits, choose
from tests.kit.positions import hostile, known_to_be_hostile
from tests.kit.rules import CASES, random_match

POSITIONS = 10_000
FEW = Limits(nodes=12)


def met(game: str, variant: str) -> Iterator[Position]:
    """Positions of matches at random, for ever."""
    for seed in itertools.count():
        for position, _, _ in random_match(game, variant, seed):
            yield position


def positions(game: str, variant: str, number: int) -> Iterator[tuple[Position, bool]]:
    """Positions in turn, and whether each is one that no match leads to."""
    known = known_to_be_hostile() if game == "apart" else []
    strange = itertools.chain(known, hostile(game, variant, number // 2))
    usual = met(game, variant)
    for made in range(number):
        each = next(strange, None) if made % 2 else None
        yield (next(usual), False) if each is None else (each, True)


def check(game: str, variant: str, number: int, budget: float) -> str:
    """A line of the table; raises AssertionError for a move that is not legal."""
    chance, begun = random.Random(f"{game} {variant}"), time.process_time()
    asked = strange = 0
    slowest = 0.0
    for position, is_strange in positions(game, variant, number):
        before = time.process_time()
        move = choose(position, 1 + asked % len(LEVELS), chance.getrandbits(32), FEW)
        slowest = max(slowest, time.process_time() - before)
        assert position.legal(str(move)) == move, (position.encode(), str(move))
        asked, strange = asked + 1, strange + is_strange
        if time.process_time() - begun > budget:
            break
    spent = time.process_time() - begun
    return (
        f"{game + ' ' + variant:22}{asked:7} positions{strange:6} hostile   all legal"
        f"{1000 * spent / asked:7.1f} ms each{1000 * slowest:8.0f} ms the slowest"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=POSITIONS, help="of each variant")
    parser.add_argument("--budget", type=float, default=1e9, help="seconds for a variant")
    parser.add_argument("--game", action="append", help="one game")
    options = parser.parse_args()
    for game, variant in CASES:
        if not options.game or game in options.game:
            print(check(game, variant, options.positions, options.budget), flush=True)


if __name__ == "__main__":
    main()
