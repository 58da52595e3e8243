"""``python -m tests.rules.puzzles check``: prove every stored puzzle again, by the rules alone."""

import argparse
import sys
from collections.abc import Callable, Sequence
from itertools import groupby

from rules.games import GAMES
from rules.puzzles import Puzzle, daily_puzzles, lessons
from tests.kit.fulfilling import fulfilling
from tests.rules.puzzles.checking import alike, counts_fault, wrong_daily


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; 0 when all is well, 1 when a stored puzzle is wrong, or they are too few."""
    options = _parser().parse_args(arguments)
    daily = [each for each in daily_puzzles() if options.game in (None, each.game)]
    taught = [each for game in GAMES for each in lessons(game) if options.game in (None, game)]
    bad = _tried(daily, wrong_daily) + _tried(taught, wrong)
    for game, mine in groupby(daily, key=lambda each: each.game):
        pairs = list(alike(mine))
        bad += len(pairs)
        for one, other in pairs:
            print(f"{game}: {one} and {other} are alike", file=sys.stderr)
    if not options.game and (fault := counts_fault(daily)):
        print(fault, file=sys.stderr)
        bad += 1
    print(f"{len(daily)} of the Daily, {len(taught)} lessons; {bad} faults")
    return 1 if bad else 0


def wrong(puzzle: Puzzle) -> str:
    """What is wrong with a lesson; empty when nothing is."""
    position = puzzle.position
    right = sorted(str(move) for move in position.moves() if puzzle.accepts(move))
    is_right = right == list(fulfilling(position, puzzle.goal))
    return "" if is_right else "the answers are not the moves that fulfil the task"


def _tried(puzzles: Sequence[Puzzle], fault_of: Callable[[Puzzle], str]) -> int:
    """How many are wrong, of which each is named."""
    bad = 0
    for puzzle in puzzles:
        fault = fault_of(puzzle)
        if fault:
            bad += 1
            print(f"{puzzle.id}: {fault}", file=sys.stderr, flush=True)
    return bad


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.rules.puzzles", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    check = commands.add_parser("check", help="try every legal move of every stored puzzle")
    check.add_argument("game", nargs="?", choices=list(GAMES), help="all of them if not given")
    return parser


if __name__ == "__main__":
    sys.exit(main())
